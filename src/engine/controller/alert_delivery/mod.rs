//! Alerts: conditions are evaluated when a run ends, when the scheduler wakes and when they change,
//! never by polling. A short-lived thread sends the changes outside the window, once per change and
//! channel, everything pending together, and not in quiet hours. Failed deliveries are checked
//! again when their next try is due. Matches of conditions over records become alerts here too
//! (`condition_alerts`).

mod alert_content;
mod alert_facts;
mod condition_alerts;
mod deferred_alerts;
mod plan_check;
mod sender;
mod services;

pub(super) use alert_facts::Reach;
pub(super) use condition_alerts::{
    check_room as check_room_for_conditions, take as take_conditions,
};
pub(super) use deferred_alerts::DeferredAlerts;
pub use plan_check::{AlertField, plan_faults};

use crate::protocol::AlertEvent;
use plan_check::checked;
