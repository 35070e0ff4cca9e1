//! Decides which site changes a person is notified of, when, and in how many notifications.
//! Input: site changes, settings, the clock as a value. Output: notifications. One per change of
//! state and site, many at once combined into one, none on the desktop in quiet hours. `judge`
//! evaluates alert conditions. Pure.

mod alert_conditions;
mod alert_thresholds;
mod notification_policy;

pub use alert_conditions::{AlertChanges, AlertFacts, RUNS_JUDGED, RunFacts, SiteFacts, judge};
pub use notification_policy::{
    MAX_SINGLE, Notification, NotifyPreferences, Policy, SiteChange, SiteCondition,
};
