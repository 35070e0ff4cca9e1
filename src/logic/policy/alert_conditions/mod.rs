//! The conditions of alerts with their thresholds. Input: conditions and facts about sites, as
//! values. Output: which conditions hold. Pure. Quiet hours, how often one is
//! sent and what it says are in `engine::controller::alert_delivery`, when a failed one is tried again in
//! [`alert_retries`](super::alert_retries). Notifications of site changes are in
//! [`site_change_notifications`](super::site_change_notifications).

mod conditions;
mod facts;
mod run_events;
mod site_states;
mod thresholds;

pub use conditions::{RUNS_JUDGED, judge};
pub use facts::{AlertChanges, AlertFacts, FoundChanges, RunFacts, SiteFacts, SiteStanding};
