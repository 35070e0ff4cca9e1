//! Sections of a rule file with plain values. Flows in: a parsed section. Flows out: its values, as
//! written and as effective.

pub(super) mod limits;
pub(super) mod login;
pub(super) mod revisit;
pub(super) mod signals;
pub(super) mod supervise;
pub(super) mod urls;
pub(super) mod validity;
