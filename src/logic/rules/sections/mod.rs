//! Sections of a rule file that are plain values. Flows in: a section that was read. Flows out: its
//! values, as written and as they hold.

pub(super) mod limits;
pub(super) mod login;
pub(super) mod revisit;
pub(super) mod signals;
pub(super) mod supervise;
pub(super) mod urls;
pub(super) mod validity;
