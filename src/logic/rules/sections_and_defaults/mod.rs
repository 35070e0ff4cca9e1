//! Sections of a rule file with plain values, and their defaults where a rule sets none. Input: a
//! parsed section. Output: its values, as written and as effective.

pub(super) mod identity;
pub(super) mod keep;
pub(super) mod limits;
pub(super) mod login;
pub(super) mod network;
pub(super) mod politeness;
pub(super) mod read_again;
pub(super) mod record_validity;
pub(super) mod revisit;
pub(super) mod schedule;
pub(super) mod signals;
pub(super) mod site;
pub(super) mod supervise;
pub(super) mod urls;
