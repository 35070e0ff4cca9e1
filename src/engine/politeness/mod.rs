//! When and how fast hosts may be requested, over all runs. Flows in: pending requests. Flows out:
//! turns.

pub(crate) mod hosts;
pub(crate) mod paces;
pub(crate) mod robots_gone;
pub(crate) mod waiting;
