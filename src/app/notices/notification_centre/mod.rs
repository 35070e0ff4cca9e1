//! The notification centre: changes of sites, kept for later reading and sent to the desktop.
//! Input: the app state, settings, the current time. Output: notices and desktop notifications.
//! `notification_rules` decides for what the person is notified, and where.

mod desktop_sender;
mod list;
pub mod notification_rules;
mod notification_text;
pub mod stored_notifications;

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use desktop_sender::DesktopNotifications;
pub use list::{bell_ui, centre_ui};
pub use notification_text::{alert_title, alerts_text, notification_text, runs_ended_text};

use crate::state::app_state::AppState;
use crate::state::settings::NotifySettings;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    AlertKind, Notification, NotifyPolicy, RaisedAlert, Site, SiteChange, SiteCondition, SiteId,
};

/// Maximum notifications kept; the oldest are dropped.
const KEPT: usize = 200;

/// A reported notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alert {
    /// When.
    pub at: Timestamp,
    /// What.
    pub notification: Notification,
    /// Whether the user saw it.
    pub read: bool,
}

/// The centre.
#[derive(Default)]
pub struct Alerts {
    policy: NotifyPolicy,
    /// The reported ones, newest first.
    pub kept: VecDeque<Alert>,
    /// Active alerts of the project's conditions, and those that conditions over records told since
    /// the project was opened, newest first.
    pub raised: Vec<RaisedAlert>,
    /// From when alerts of conditions over records are shown: each is over as soon as it is told.
    shown_from: Option<Timestamp>,
    /// The number of those that the user has not seen.
    pub fresh: usize,
    /// Whether the centre is open.
    pub open: bool,
    /// The desktop's notifications.
    pub desk: DesktopNotifications,
    watching: bool,
}

impl Alerts {
    /// Takes the alerts of the project, newest first.
    pub fn alerts_came(&mut self, all: &[RaisedAlert]) {
        let from = self.shown_from;
        let is_shown = |alert: &&RaisedAlert| {
            let told = alert.kind == AlertKind::Condition
                && from.is_some_and(|from| alert.raised_at >= from);
            alert.cleared_at.is_none() || told
        };
        self.raised = all.iter().filter(is_shown).cloned().collect();
        self.fresh = self.fresh.min(self.raised.len());
    }

    /// Removes what is over: alerts that still hold stay.
    pub fn clear(&mut self, now: Timestamp) {
        self.kept.clear();
        self.shown_from = Some(now);
        self.raised.retain(|alert| alert.cleared_at.is_none());
    }

    /// Another project was opened at `now`, with the notifications kept of it: nothing is known of its
    /// sites.
    pub fn restart(&mut self, kept: VecDeque<Alert>, now: Timestamp) {
        self.policy = NotifyPolicy::default();
        self.kept = kept;
        self.kept.truncate(KEPT);
        self.raised.clear();
        self.shown_from = Some(now);
        self.fresh = 0;
        self.watching = false;
    }

    /// Checks all sites. Their initial states are not reported.
    pub fn watch(&mut self, world: &AppState, now: Timestamp) {
        let Some(sites) = &world.sites else {
            return;
        };
        for site in sites {
            self.watch_one(world, site, now);
        }
        self.watching = true;
    }

    /// Checks one site.
    pub fn watch_site(&mut self, world: &AppState, site: SiteId, now: Timestamp) {
        if let (true, Some(site)) = (self.watching, world.site(site)) {
            self.watch_one(world, site, now);
        }
    }

    fn watch_one(&mut self, world: &AppState, site: &Site, now: Timestamp) {
        let Some(status) = &site.status else {
            return;
        };
        let supervision = world.supervisions.get(&site.id);
        let needs_you = supervision.is_some_and(notification_rules::needs_person);
        let standing = SiteCondition::of(status.state, needs_you);
        if !self.watching {
            self.policy.known(site.id, standing);
            return;
        }
        let change = SiteChange {
            site: site.id,
            name: site.name.clone(),
            standing,
            reason: status.reason.clone(),
        };
        self.policy.changed(change, now);
    }

    /// Removes a site.
    pub fn forget(&mut self, site: SiteId) {
        self.policy.forget(site);
    }

    /// The notifications due now: stored, sent to the desktop, and returned for the bottom of the
    /// window.
    pub fn due(
        &mut self,
        look: &UiContext,
        settings: &NotifySettings,
        now: Timestamp,
    ) -> Vec<Notification> {
        let due = self.policy.due(&settings.preferences(), now);
        let mut fresh = Vec::new();
        for notification in due {
            if notification_rules::site_changes_on_desktop(settings, &notification) {
                let (title, body) = notification_text(look, &notification);
                self.desk.show(title, body, false);
            }
            // Notifications held back from the desktop by quiet hours are in the centre already.
            let known = notification.changes.iter().all(|change| {
                let mut kept = self.kept.iter().flat_map(|kept| &kept.notification.changes);
                kept.find(|kept| kept.site == change.site) == Some(change)
            });
            if known {
                continue;
            }
            self.kept.push_front(Alert {
                at: now,
                notification: notification.clone(),
                read: self.open,
            });
            fresh.push(notification);
        }
        self.kept.truncate(KEPT);
        fresh
    }

    /// Time until [`Self::due`] must be called again.
    pub fn wait(&self, settings: &NotifySettings, now: Timestamp) -> Option<Duration> {
        let next = self.policy.next(&settings.preferences(), now)?;
        Some(Duration::try_from(next.duration_since(now)).unwrap_or_default())
    }

    /// The number of notifications that the user has not seen.
    pub fn unread(&self) -> usize {
        self.kept.iter().filter(|alert| !alert.read).count() + self.fresh
    }

    /// Counts alerts that were raised.
    pub fn alerts_raised(&mut self, count: usize) {
        if notification_rules::raised_alerts_are_unseen(self.open) {
            self.fresh += count;
        }
    }

    /// Opens or closes the centre; displayed notifications count as seen.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.fresh = 0;
        for alert in &mut self.kept {
            alert.read = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Message;

    fn alert(kind: AlertKind, at: i64, cleared: Option<i64>) -> RaisedAlert {
        let time = |second| Timestamp::from_second(second).expect("a time");
        RaisedAlert {
            id: at,
            rule: 1,
            kind,
            site: None,
            site_name: String::new(),
            message: Message::new("condition-told"),
            raised_at: time(at),
            cleared_at: cleared.map(time),
            told_at: None,
            told_cleared_at: None,
            fault: None,
            deliveries: Vec::new(),
        }
    }

    #[test]
    fn what_a_condition_told_is_shown_until_it_is_cleared_though_it_is_over_at_once() {
        let mut alerts = Alerts::default();
        let time = |second| Timestamp::from_second(second).expect("a time");
        alerts.restart(VecDeque::new(), time(100));
        let all = [
            alert(AlertKind::Condition, 130, Some(130)),
            alert(AlertKind::Blocked, 120, None),
            alert(AlertKind::Blocked, 110, Some(115)),
            // Before the project was opened.
            alert(AlertKind::Condition, 90, Some(90)),
        ];
        let shown = |alerts: &Alerts| alerts.raised.iter().map(|one| one.id).collect::<Vec<_>>();
        alerts.alerts_raised(1);
        alerts.alerts_came(&all);
        assert_eq!(shown(&alerts), [130, 120]);
        assert_eq!(alerts.unread(), 1);
        alerts.clear(time(140));
        assert_eq!(shown(&alerts), [120]);
        alerts.alerts_came(&all);
        assert_eq!(shown(&alerts), [120], "what was cleared stays away");
    }
}
