//! The conditions of alerts with their thresholds. Input: conditions and facts about sites, as
//! values. Output: which conditions hold. Pure. When and how often one is
//! sent is decided in `engine::controller::alert_delivery`. Notifications of site changes are in
//! [`site_change_notifications`](super::site_change_notifications).

mod conditions;
mod thresholds;

pub use conditions::{AlertChanges, AlertFacts, RUNS_JUDGED, RunFacts, SiteFacts, judge};
