//! Which changes of sites are told to a person, when, and in how many pieces. Flows in: what became
//! of sites, wishes, the clock as a value. Flows out: notifications. Once per change of state per
//! site, many at once as one, none at the desk in quiet hours. `judge` decides which conditions of
//! alerts hold. Pure.

mod judge;
mod policy;

pub use judge::{AlertChanges, AlertFacts, RUNS_JUDGED, RunFacts, SiteFacts, judge};
pub use policy::{MAX_SINGLE, Notification, NotifyPreferences, Policy, SiteChange, SiteCondition};
