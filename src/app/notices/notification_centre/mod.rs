//! The notification centre: changes of sites, kept for later reading and sent to the desktop.
//! Input: the app state, settings, the current time. Output: notices and desktop notifications.
//! `logic::policy::site_change_notifications` decides what is reported and when.

mod desktop_sender;
mod list;
pub mod stored_notifications;

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use desktop_sender::DesktopNotifications;
pub use list::{bell_ui, centre_ui};

use crate::state::app_state::AppState;
use crate::state::settings::NotifySettings;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    AlertKind, Message, Notification, NotifyPolicy, Phase, RaisedAlert, Site, SiteChange,
    SiteCondition, SiteId,
};

/// Maximum notifications kept; the oldest are dropped.
const KEPT: usize = 200;
/// Maximum site names in one notification.
const MAX_NAMES: usize = 5;

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
    /// Active alerts of the project's conditions, newest first.
    pub raised: Vec<RaisedAlert>,
    /// The number of those that the user has not seen.
    pub fresh: usize,
    /// Whether the centre is open.
    pub open: bool,
    /// The desktop's notifications.
    pub desk: DesktopNotifications,
    watching: bool,
}

impl Alerts {
    /// Another project was opened, with the notifications kept of it: nothing is known of its sites.
    pub fn restart(&mut self, kept: VecDeque<Alert>) {
        self.policy = NotifyPolicy::default();
        self.kept = kept;
        self.kept.truncate(KEPT);
        self.raised.clear();
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
        let needs_you = world.supervisions.get(&site.id).is_some_and(|known| {
            // The daily probe is no news to a user who was notified.
            (known.phase == Phase::NeedsYou && !known.acts_by_itself())
                || known.phase == Phase::Probing && known.memory.told
        });
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
            if settings.desktop && notification.at_the_desk {
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

    /// Opens or closes the centre; displayed notifications count as seen.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.fresh = 0;
        for alert in &mut self.kept {
            alert.read = true;
        }
    }
}

/// Title of an alert raised by a condition.
pub fn alert_title(alert: &RaisedAlert) -> Message {
    match alert.site {
        Some(_) if alert.kind == AlertKind::NewRecords => {
            Message::new("alert-title-new").with("site", alert.site_name.as_str())
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
