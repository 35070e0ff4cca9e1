//! The notices at the bottom of the window: which are shown, and for how long. Input: notices,
//! the user's commands, their success, the current time. Output: the notices shown now. Success
//! messages and hints disappear automatically; a failure stays until it is dismissed or fixed.
//!
//! Below: drawing notices, the notification centre, and the question about pages from a browser.

mod floating_place;
pub mod notice_duration;
pub(super) mod notices_ui;
pub mod notification_centre;
pub mod sent_pages;

use std::time::{Duration, Instant};

use super::action::{Action, Gravity, Notice};
use bowerbird_engine::types::{asks_passphrase, unknown_passphrase};
use bowerbird_engine::{Command, RunCommand, SiteCommand};
use notice_duration::SUCCESS_STAYS;

/// Maximum notices shown; older ones are dropped.
const SHOWN: usize = 2;

/// Message id of the engine for a login of a site whose rule does not say where to log in.
const NO_LOGIN_PAGE: &str = "engine-no-login-form";

/// The topic of a notice or a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Adding, changing and removing sites.
    Sites,
    /// Runs.
    Runs,
    /// Tasks and the scheduler.
    Tasks,
    /// Proxies and accounts.
    Pools,
    /// Exceptions of the user to verdicts: other notices of the same site do not remove their undo
    /// button.
    Words,
    /// Exports.
    Export,
    /// Addresses given to other programs: what is said of one goes with the next action.
    Opening,
    /// Anything else.
    Other,
}

impl Topic {
    /// The topic of `command`; `None` for commands that the window sends automatically or while
    /// pointing.
    pub fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Site(SiteCommand::Supervise { .. }) => Some(Self::Runs),
            Command::Site(_) => Some(Self::Sites),
            Command::Run(command) => match command {
                RunCommand::Start { .. }
                | RunCommand::Stop { .. }
                | RunCommand::Pause { .. }
                | RunCommand::Cancel { .. }
                | RunCommand::RestoreQueue { .. }
                | RunCommand::HoldAll { .. }
                | RunCommand::StopAll
                | RunCommand::FinishAll => Some(Self::Runs),
                RunCommand::Pace { .. } | RunCommand::Rerun { .. } | RunCommand::Reread(_) => None,
            },
            Command::Task(_) => Some(Self::Tasks),
            Command::Proxies(_) | Command::Accounts(_) => Some(Self::Pools),
            Command::Exports(_) => Some(Self::Export),
            Command::Page(_)
            | Command::Authoring(_)
            | Command::Sample(_)
            | Command::Texts(_)
            | Command::Alerts(_)
            | Command::Project(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
struct Shown {
    notice: Notice,
    topic: Topic,
    /// When it disappears automatically.
    until: Option<Instant>,
    /// Whether the user has retried since.
    tried_again: bool,
}

/// The notices.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    shown: Vec<Shown>,
    last: Option<Topic>,
    /// The passphrase being typed beside the failure that asks for it.
    passphrase: PassphraseForm,
    /// Whether a passphrase was entered since one was asked for: only then a wrong one is a failure.
    entered: bool,
}

/// The form for the passphrase of the secrets.
#[derive(Clone, Debug, Default)]
struct PassphraseForm {
    typed: String,
    /// A new passphrase, typed again.
    repeated: String,
    /// Whether the field is to get the keyboard.
    focus: bool,
    /// Whether the person tried to go on with what cannot be used.
    tried: bool,
}

impl Notices {
    /// Shows `notice`; the oldest is dropped when there are too many. An offer to undo stays for
    /// its time, unless there is a newer one.
    pub fn notify(&mut self, mut notice: Notice, topic: Topic, now: Instant) {
        let fades = notice.gravity != Gravity::Bad;
        if asks_passphrase(&notice.message) {
            if !std::mem::take(&mut self.entered) {
                // A wrong one that was entered long ago is no news.
                notice.message = unknown_passphrase(&notice.message);
            }
            // Typing goes there: it is asked for because of what the user just did.
            self.passphrase.focus = true;
            let asks = |old: &Shown| asks_passphrase(&old.notice.message);
            self.shown.retain(|old| !asks(old));
        }
        self.shown.retain(|old| {
            let stays = old.notice.asks() && !notice.asks();
            let overtaken = old.topic == topic && (old.tried_again || fades);
            old.notice != notice && (stays || !overtaken)
        });
        self.shown.push(Shown {
            until: fades.then(|| now + notice.stay.unwrap_or(SUCCESS_STAYS)),
            notice,
            topic,
            tried_again: false,
        });
        while self.shown.len() > SHOWN {
            let plain = self.shown.iter().position(|old| !old.notice.asks());
            self.shown.remove(plain.unwrap_or_default());
        }
    }

    /// Shows that a command failed: most likely the last one.
    pub fn command_failed(&mut self, notice: Notice, now: Instant) {
        self.notify(notice, self.last.unwrap_or(Topic::Other), now);
    }

    /// The user sent a command about `topic`: hints and failures about it are outdated and removed,
    /// but offers to undo stay. A command that fails again says so again.
    pub fn commanded(&mut self, topic: Topic) {
        self.last = Some(topic);
        self.shown.retain(|old| old.topic != Topic::Opening);
        self.shown
            .retain(|old| old.topic != topic || old.notice.asks());
        for old in self.shown.iter_mut().filter(|old| old.topic == topic) {
            old.tried_again = true;
        }
    }

    /// The user went on to something else, or tries again to open an address.
    pub fn gone_on(&mut self, action: &Action) {
        let goes_on = matches!(
            action,
            Action::Show(_)
                | Action::Ui(_)
                | Action::Browse { .. }
                | Action::OpenInWorkbench { .. }
                | Action::ShowRecords { .. }
                | Action::ShowSites
                | Action::RepairSite(_)
        );
        if goes_on {
            self.shown.retain(|old| old.topic != Topic::Opening);
        }
    }

    /// A command about `topic` succeeded: earlier failures that were retried are fixed.
    pub fn succeeded(&mut self, topic: Topic) {
        self.shown
            .retain(|old| old.topic != topic || !old.tried_again);
    }

    /// The passphrase was entered: what asked for it is removed.
    pub fn passphrase_entered(&mut self) {
        self.entered = true;
        self.leave_passphrase();
    }

    /// Whether the passphrase is asked for.
    pub fn asks_passphrase(&self) -> bool {
        self.iter().any(|notice| asks_passphrase(&notice.message))
    }

    /// The passphrase is not entered now: nothing asks for it any more.
    pub fn leave_passphrase(&mut self) {
        self.passphrase = PassphraseForm::default();
        self.shown
            .retain(|old| !asks_passphrase(&old.notice.message));
    }

    /// Drops expired notices; returns how long until the next one expires.
    pub fn fade(&mut self, now: Instant) -> Option<Duration> {
        self.shown
            .retain(|old| old.until.is_none_or(|until| until > now));
        let next = self.shown.iter().filter_map(|old| old.until).min()?;
        Some(next.saturating_duration_since(now))
    }

    /// Dismisses one.
    pub fn dismiss(&mut self, index: usize) {
        if index < self.shown.len() {
            self.shown.remove(index);
        }
    }

    /// Dismisses the newest one.
    pub fn dismiss_last(&mut self) {
        self.shown.pop();
    }

    /// Removes the offer to undo after it was used.
    pub fn dismiss_undo(&mut self) {
        self.shown.retain(|shown| !shown.notice.undo);
    }

    /// A login page was set, or the accounts were left: what asks for one is removed.
    pub fn dismiss_login_page(&mut self) {
        self.shown
            .retain(|old| old.notice.message.id != NO_LOGIN_PAGE);
    }

    /// Dismisses all.
    pub fn clear(&mut self) {
        self.shown.clear();
        self.last = None;
    }

    /// Those shown, newest last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.shown.iter().map(|shown| &shown.notice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Message;

    fn ids(notices: &Notices) -> Vec<&str> {
        notices.iter().map(|n| n.message.id.as_ref()).collect()
    }

    #[test]
    fn hints_fade_and_failures_stay_until_mended() {
        let now = Instant::now();
        let mut notices = Notices::default();
        notices.commanded(Topic::Sites);
        notices.command_failed(Notice::bad(Message::new("app-error-open")), now);
        notices.notify(Notice::info(Message::new("app-copied")), Topic::Other, now);
        assert_eq!(ids(&notices), ["app-error-open", "app-copied"]);
        assert_eq!(notices.fade(now), Some(SUCCESS_STAYS));
        assert_eq!(notices.fade(now + SUCCESS_STAYS), None, "idle from here on");
        assert_eq!(ids(&notices), ["app-error-open"]);
        notices.succeeded(Topic::Sites);
        assert_eq!(ids(&notices), ["app-error-open"], "not tried again yet");
        notices.commanded(Topic::Runs);
        assert_eq!(ids(&notices), ["app-error-open"], "about something else");
        notices.commanded(Topic::Sites);
        assert_eq!(ids(&notices), [""; 0], "something new is begun");
    }

    #[test]
    fn a_hint_goes_with_the_next_command_of_its_kind_and_two_are_shown() {
        let now = Instant::now();
        let mut notices = Notices::default();
        notices.notify(
            Notice::info(Message::new("app-sample-hint")),
            Topic::Runs,
            now,
        );
        notices.commanded(Topic::Runs);
        assert_eq!(ids(&notices), [""; 0]);
        for id in ["app-error-open", "app-error-thread", "app-error-settings"] {
            notices.notify(Notice::bad(Message::new(id)), Topic::Other, now);
        }
        assert_eq!(ids(&notices), ["app-error-thread", "app-error-settings"]);
    }

    #[test]
    fn an_address_that_nothing_opens_is_said_until_the_next_action() {
        let now = Instant::now();
        let failed = || Notice::bad(Message::new("app-open-failed"));
        let mut notices = Notices::default();
        notices.notify(failed(), Topic::Opening, now);
        notices.notify(
            Notice::bad(Message::new("app-error-open")),
            Topic::Sites,
            now,
        );
        notices.commanded(Topic::Runs);
        assert_eq!(ids(&notices), ["app-error-open"]);
        notices.notify(failed(), Topic::Opening, now);
        notices.gone_on(&Action::Copy("x".to_owned()));
        assert_eq!(ids(&notices), ["app-error-open", "app-open-failed"]);
        notices.gone_on(&Action::ShowSites);
        assert_eq!(ids(&notices), ["app-error-open"]);
    }

    #[test]
    fn an_offer_to_undo_stays_its_time_whatever_else_is_told() {
        let now = Instant::now();
        let mut notices = Notices::default();
        notices.notify(
            Notice::removed(Message::new("app-removed-site"), SUCCESS_STAYS),
            Topic::Sites,
            now,
        );
        notices.commanded(Topic::Sites);
        for id in ["app-copied", "app-sample-hint", "app-error-open"] {
            notices.notify(Notice::info(Message::new(id)), Topic::Sites, now);
        }
        assert_eq!(ids(&notices), ["app-removed-site", "app-error-open"]);
        notices.notify(
            Notice::removed(Message::new("app-removed-task"), SUCCESS_STAYS),
            Topic::Sites,
            now,
        );
        assert_eq!(ids(&notices), ["app-removed-task"]);
        assert_eq!(notices.fade(now + SUCCESS_STAYS * 10), None);
        assert_eq!(ids(&notices), [""; 0]);
    }
}
