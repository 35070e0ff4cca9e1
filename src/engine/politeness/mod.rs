//! When and how fast hosts may be asked, by all runs together. Flows in: who wants to ask. Flows
//! out: turns.

pub(crate) mod host_delay;
pub(crate) mod chosen_pace;
pub(crate) mod robots_gone;
pub(crate) mod wait_reasons;
