//! Decides which site changes a person is notified of, when, and in how many notifications.
//! Input: site changes, settings, the clock as a value. Output: notifications. One per change of
//! state and site, many at once combined into one, none on the desktop in quiet hours. Beside it:
//! the conditions of alerts with their thresholds. Pure.

mod alert_conditions;
mod alert_thresholds;
mod site_change_notifications;

pub use alert_conditions::{AlertChanges, AlertFacts, RUNS_JUDGED, RunFacts, SiteFacts, judge};
pub use site_change_notifications::{
    MAX_SINGLE, Notification, NotifyPreferences, Policy, SiteChange, SiteCondition,
};
