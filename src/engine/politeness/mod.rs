//! When and how fast hosts may be requested, over all runs. Input: pending requests. Output:
//! turns.

mod adaptive_delay;
pub(crate) mod chosen_pace;
pub(crate) mod host_delay;
pub(crate) mod pace;
mod turn_order;
pub(crate) mod unavailable_robots;
pub(crate) mod wait_reasons;
