//! The conditions of alerts with their thresholds. Input: conditions and facts about sites, as
//! values. Output: which conditions hold. Pure. How soon an equal alert is raised again is in
//! `conditions`. Quiet hours and what it says are in `engine::controller::alert_delivery`, when a failed one is tried again in
//! [`delivery`](super::delivery). Notifications of site changes are in
//! [`site_change_notifications`](super::site_change_notifications).

mod conditions;
mod facts;
mod run_events;
mod site_states;
mod thresholds;

pub use conditions::{RUNS_JUDGED, judge};
pub use facts::{AlertChanges, AlertFacts, FoundChanges, RunFacts, SiteFacts, SiteStanding};
