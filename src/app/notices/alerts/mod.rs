//! The notice centre: what became of sites, kept to be read later and told at the desk. Flows in:
//! the world, wishes, the present. Flows out: notices, notifications of the desktop. What is told
//! and when is decided by `logic::notify`.

mod centre;
mod desktop_notifications;

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;

pub use centre::{bell_ui, centre_ui};
pub use desktop_notifications::Desk;

use crate::state::app_state::AppState;
use crate::state::settings::NotifySettings;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{
    Message, Notification, NotifyPolicy, Phase, RaisedAlert, Site, SiteChange, SiteCondition,
    SiteId,
};

/// Notifications kept at most; the oldest go.
const KEPT: usize = 200;
/// Names told in one notification at most.
const MAX_NAMES: usize = 5;

/// One that was told.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// When.
    pub at: Timestamp,
    /// What.
    pub notification: Notification,
    /// Whether the person saw it.
    pub read: bool,
}

/// The centre.
#[derive(Default)]
pub struct Alerts {
    policy: NotifyPolicy,
    /// Those that were told, newest first.
    pub kept: VecDeque<Alert>,
    /// What the conditions of the project raised and still holds, the newest first.
    pub raised: Vec<RaisedAlert>,
    /// How many of those the person has not seen.
    pub fresh: usize,
    /// Whether the centre is open.
    pub open: bool,
    /// The desktop.
    pub desk: Desk,
    watching: bool,
}

impl Alerts {
    /// Another project: nothing is known of its sites.
    pub fn restart(&mut self) {
        self.policy = NotifyPolicy::default();
        self.kept.clear();
        self.raised.clear();
        self.fresh = 0;
        self.watching = false;
    }

    /// Looks at all sites. How they stand at first is no news.
    pub fn watch(&mut self, world: &AppState, now: Timestamp) {
        let Some(sites) = &world.sites else {
            return;
        };
        for site in sites {
            self.watch_one(world, site, now);
        }
        self.watching = true;
    }

    /// Looks at one site.
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
            // Being looked at once a day is no news to somebody who was told.
            known.phase == Phase::NeedsYou || known.phase == Phase::Probing && known.memory.told
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

    /// The site is gone.
    pub fn forget(&mut self, site: SiteId) {
        self.policy.forget(site);
    }

    /// What is to be told now: kept, given to the desk, and given back for the foot of the window.
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
            // What quiet hours held back from the desk is in the centre already.
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

    /// In how long [`Self::due`] is to be asked again.
    pub fn wait(&self, settings: &NotifySettings, now: Timestamp) -> Option<Duration> {
        let next = self.policy.next(&settings.preferences(), now)?;
        Some(Duration::try_from(next.duration_since(now)).unwrap_or_default())
    }

    /// How many the person has not seen.
    pub fn unread(&self) -> usize {
        self.kept.iter().filter(|alert| !alert.read).count() + self.fresh
    }

    /// Opens or closes the centre; what is shown is seen.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.fresh = 0;
        for alert in &mut self.kept {
            alert.read = true;
        }
    }
}

/// Title of what a condition raised.
pub fn alert_title(alert: &RaisedAlert) -> Message {
    match alert.site {
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
