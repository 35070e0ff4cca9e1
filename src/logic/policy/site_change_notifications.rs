//! Decides which site changes a person is notified of, when, and in how many notifications.
//! Input: site changes, settings, the clock as a value. Output: notifications. One per change of
//! state and site, many at once combined into one, none on the desktop in quiet hours. Pure.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{PageState, SiteId};
use crate::policy::schedule::QuietHours;

/// How long changes are collected before they are reported, so that many at once become one, and a
/// site that recovers at once is not reported at all.
const GATHER: SignedDuration = SignedDuration::from_secs(3);
/// The maximum number of changes reported one by one; more become one notification.
pub const MAX_SINGLE: usize = 3;

/// The standing of a site, as reported to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SiteCondition {
    /// It works, or really has no content.
    Well,
    /// It does not answer as it should; automatic actions may remain.
    Trouble(PageState),
    /// No automatic action is left.
    NeedsYou(PageState),
}

impl SiteCondition {
    /// The standing of a site in `state`; `needs_you` when nothing is left to try.
    pub fn of(state: PageState, needs_you: bool) -> Self {
        match state {
            PageState::Ok | PageState::Empty => Self::Well,
            state if needs_you => Self::NeedsYou(state),
            state => Self::Trouble(state),
        }
    }
}

/// A change of a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteChange {
    /// The site.
    pub site: SiteId,
    /// Its name.
    pub name: String,
    /// Its standing now.
    pub standing: SiteCondition,
    /// Why, in words.
    pub reason: Message,
}

/// The notification settings.
#[derive(Clone, Debug)]
pub struct NotifyPreferences {
    /// Whether notifications are on.
    pub on: bool,
    /// Whether recoveries are reported too.
    pub recoveries: bool,
    /// When the desktop stays silent.
    pub quiet: QuietHours,
    /// The time zone of those hours.
    pub zone: TimeZone,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notification {
    /// The changed sites; one, or more than [`MAX_SINGLE`].
    pub changes: Vec<SiteChange>,
    /// Whether it is also shown on the desktop; in quiet hours it is only kept in the window.
    pub at_the_desk: bool,
}

/// What was reported, and what is pending.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The last reported standing of each site.
    told: BTreeMap<SiteId, SiteCondition>,
    /// Changes since then, with the time of the first change of the batch.
    waiting: BTreeMap<SiteId, SiteChange>,
    since: Option<Timestamp>,
    /// Changes from quiet hours, shown on the desktop afterwards if they still hold.
    held: BTreeMap<SiteId, SiteChange>,
}

impl Policy {
    /// Records the standing of a site before watching began, without a notification.
    pub fn known(&mut self, site: SiteId, standing: SiteCondition) {
        self.told.entry(site).or_insert(standing);
    }

    /// Records a change of a site.
    pub fn changed(&mut self, change: SiteChange, now: Timestamp) {
        let before = self.told.get(&change.site).copied();
        if before.unwrap_or(SiteCondition::Well) == change.standing {
            // Back to the reported standing: nothing to report any more.
            self.told.insert(change.site, change.standing);
            self.waiting.remove(&change.site);
            return;
        }
        self.since.get_or_insert(now);
        self.waiting.insert(change.site, change);
    }

    /// Forgets a removed site.
    pub fn forget(&mut self, site: SiteId) {
        self.told.remove(&site);
        self.waiting.remove(&site);
        self.held.remove(&site);
    }

    /// The notifications due now.
    pub fn due(&mut self, wishes: &NotifyPreferences, now: Timestamp) -> Vec<Notification> {
        let quiet = wishes.quiet.until(now, &wishes.zone).is_some();
        let mut due = Vec::new();
        if !quiet && !self.held.is_empty() {
            let held = std::mem::take(&mut self.held).into_values().collect();
            due.extend(grouped(held, true));
        }
        if self.since.is_none_or(|since| now < since + GATHER) {
            return due;
        }
        self.since = None;
        let mut changes = Vec::new();
        for (site, change) in std::mem::take(&mut self.waiting) {
            self.told.insert(site, change.standing);
            let is_told = change.standing != SiteCondition::Well || wishes.recoveries;
            if wishes.on && is_told {
                changes.push(change);
            }
        }
        if quiet {
            for change in &changes {
                match change.standing {
                    // A problem that is over by the morning need not be reported.
                    SiteCondition::Well => self.held.remove(&change.site),
                    _ => self.held.insert(change.site, change.clone()),
                };
            }
        }
        due.extend(grouped(changes, !quiet));
        due
    }

    /// When to call [`Self::due`] again; `None` when nothing is pending.
    pub fn next(&self, wishes: &NotifyPreferences, now: Timestamp) -> Option<Timestamp> {
        let gathered = self.since.map(|since| since + GATHER);
        let ends = || wishes.quiet.until(now, &wishes.zone).unwrap_or(now);
        let held = (!self.held.is_empty()).then(ends);
        gathered.into_iter().chain(held).min()
    }
}

fn grouped(changes: Vec<SiteChange>, at_the_desk: bool) -> Vec<Notification> {
    let tell = |changes| Notification {
        changes,
        at_the_desk,
    };
    match changes.len() {
        0 => Vec::new(),
        1..=MAX_SINGLE => changes
            .into_iter()
            .map(|change| tell(vec![change]))
            .collect(),
        _ => vec![tell(changes)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        format!("2026-03-01T{text}Z").parse().unwrap()
    }

    fn preferences(quiet: &str) -> NotifyPreferences {
        NotifyPreferences {
            on: true,
            recoveries: true,
            quiet: QuietHours::parse(quiet).unwrap_or_default(),
            zone: TimeZone::UTC,
        }
    }

    fn change(site: i64, standing: SiteCondition) -> SiteChange {
        SiteChange {
            site: SiteId(site),
            name: format!("site {site}"),
            standing,
            reason: Message::new("x"),
        }
    }

    const BLOCKED: SiteCondition = SiteCondition::Trouble(PageState::Blocked);

    fn summary(due: &[Notification]) -> Vec<(usize, bool)> {
        due.iter()
            .map(|one| (one.changes.len(), one.at_the_desk))
            .collect()
    }

    #[test]
    fn a_change_is_told_once_however_often_it_is_seen() {
        let mut policy = Policy::default();
        let wishes = preferences("");
        for second in 0..3 {
            policy.changed(change(1, BLOCKED), at(&format!("10:00:0{second}")));
        }
        assert_eq!(policy.due(&wishes, at("10:00:01")), []);
        assert_eq!(policy.next(&wishes, at("10:00:01")), Some(at("10:00:03")));
        assert_eq!(summary(&policy.due(&wishes, at("10:00:03"))), [(1, true)]);
        policy.changed(change(1, BLOCKED), at("11:00:00"));
        assert_eq!(policy.due(&wishes, at("12:00:00")), []);
        assert_eq!(policy.next(&wishes, at("12:00:00")), None);
        policy.changed(
            change(1, SiteCondition::NeedsYou(PageState::Blocked)),
            at("12:00:00"),
        );
        assert_eq!(summary(&policy.due(&wishes, at("12:00:03"))), [(1, true)]);
        policy.changed(change(1, SiteCondition::Well), at("13:00:00"));
        assert_eq!(summary(&policy.due(&wishes, at("13:00:03"))), [(1, true)]);
    }

    #[test]
    fn what_was_so_before_and_what_is_over_at_once_are_no_news() {
        let mut policy = Policy::default();
        policy.known(SiteId(1), BLOCKED);
        policy.changed(change(1, BLOCKED), at("10:00:00"));
        policy.changed(change(2, BLOCKED), at("10:00:00"));
        policy.changed(change(2, SiteCondition::Well), at("10:00:01"));
        policy.changed(change(3, BLOCKED), at("10:00:01"));
        policy.forget(SiteId(3));
        assert_eq!(policy.due(&preferences(""), at("10:00:09")), []);
    }

    #[test]
    fn many_at_once_are_one() {
        let mut policy = Policy::default();
        for site in 0..40 {
            policy.changed(change(site, BLOCKED), at("10:00:00"));
        }
        assert_eq!(
            summary(&policy.due(&preferences(""), at("10:00:03"))),
            [(40, true)]
        );
    }

    #[test]
    fn quiet_hours_keep_the_desk_in_peace_and_tell_afterwards_what_still_holds() {
        let mut policy = Policy::default();
        let wishes = preferences("10:00-12:00");
        policy.changed(change(1, BLOCKED), at("10:00:00"));
        policy.changed(change(2, BLOCKED), at("10:00:00"));
        let during = policy.due(&wishes, at("10:00:05"));
        assert_eq!(summary(&during), [(1, false), (1, false)]);
        assert_eq!(policy.next(&wishes, at("10:00:05")), Some(at("12:00:00")));
        policy.changed(change(2, SiteCondition::Well), at("11:00:00"));
        policy.due(&wishes, at("11:00:05"));
        let after = policy.due(&wishes, at("12:00:00"));
        assert_eq!(summary(&after), [(1, true)]);
        assert_eq!(after[0].changes[0].site, SiteId(1));
        assert_eq!(policy.due(&wishes, at("12:00:01")), []);
    }

    #[test]
    fn who_wants_none_gets_none_and_no_heap_of_them_later() {
        let mut policy = Policy::default();
        let off = NotifyPreferences {
            on: false,
            ..preferences("")
        };
        policy.changed(change(1, BLOCKED), at("10:00:00"));
        assert_eq!(policy.due(&off, at("10:00:05")), []);
        assert_eq!(policy.due(&preferences(""), at("10:00:09")), []);
        let bad_only = NotifyPreferences {
            recoveries: false,
            ..preferences("")
        };
        policy.changed(change(1, SiteCondition::Well), at("11:00:00"));
        assert_eq!(policy.due(&bad_only, at("11:00:05")), []);
    }
}
