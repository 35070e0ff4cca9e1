//! Titles and texts of notifications: of changes of sites, of raised alerts, of runs that ended.

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{AlertKind, Message, Notification, RaisedAlert, SiteCondition};

/// Maximum site names in one notification.
pub(super) const MAX_NAMES: usize = 5;

/// Title of an alert raised by a condition.
pub fn alert_title(alert: &RaisedAlert) -> Message {
    match alert.site {
        Some(_) if alert.kind == AlertKind::NewRecords => {
            Message::new("alert-title-new").with("site", alert.site_name.as_str())
        }
        Some(_) if alert.kind == AlertKind::Changes => {
            Message::new("alert-title-changes").with("site", alert.site_name.as_str())
        }
        Some(_) if alert.kind == AlertKind::Condition => {
            Message::new("condition-notice-title").with("site", alert.site_name.as_str())
        }
        Some(_) => Message::new("alert-title-site").with("site", alert.site_name.as_str()),
        None => Message::new("alert-title-project"),
    }
}

/// Title and text of a notification.
pub fn notification_text(look: &UiContext, notification: &Notification) -> (String, String) {
    if let [change] = notification.changes.as_slice() {
        let title = Message::new(title_id(change.standing)).with("site", change.name.as_str());
        return (look.text(&title), look.text(&change.reason));
    }
    let count = notification.changes.len();
    let title = look.t1("notify-many", "count", count);
    let names = notification.changes.iter().take(MAX_NAMES);
    let mut names: Vec<&str> = names.map(|change| change.name.as_str()).collect();
    let more = count.saturating_sub(MAX_NAMES);
    let rest = look.t1("notify-more", "count", more);
    if more > 0 {
        names.push(&rest);
    }
    (title, names.join(" · "))
}

fn title_id(standing: SiteCondition) -> &'static str {
    match standing {
        SiteCondition::Well => "notify-well",
        SiteCondition::Trouble(_) => "notify-trouble",
        SiteCondition::NeedsYou(_) => "notify-needs-you",
    }
}

/// The notice of alerts that were raised.
pub fn alerts_text(raised: &[RaisedAlert]) -> Message {
    match raised {
        [alert] => Message::new("notify-told")
            .with("title", alert_title(alert))
            .with("body", alert.message.clone()),
        _ => Message::new("alert-several").with("count", raised.len()),
    }
}

/// Title and text of the notification that all runs have ended.
pub fn runs_ended_text(look: &UiContext, records: u64) -> (String, String) {
    let title = look.t("tray-done-title");
    (title, look.t1("tray-done", "records", records))
}
