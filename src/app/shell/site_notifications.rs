//! Reports changes of sites: at the bottom of the window, in the centre, on the desktop.

use std::time::Duration;

use jiff::Timestamp;

use super::Bowerbird;
use crate::action::{Action, AlertAction, AlertSubject, Notice};
use crate::notices::Topic;
use crate::notices::notification_centre;
use crate::notices::notification_centre::stored_notifications;
use crate::shortcuts::View;
use bowerbird_engine::types::{ChangeFilter, Message, SiteCondition, SiteId};

impl Bowerbird {
    /// Shows due notifications; returns the time until more may be due.
    pub(crate) fn show_due_notifications(&mut self, now: Timestamp) -> Option<Duration> {
        let due = self.alerts.due(&self.look, &self.settings.notify, now);
        if !due.is_empty() {
            self.keep_notifications();
        }
        for notification in due {
            let (title, body) = notification_centre::notification_text(&self.look, &notification);
            let message = Message::new("notify-told")
                .with("title", title)
                .with("body", body);
            let well = notification
                .changes
                .iter()
                .all(|change| change.standing == SiteCondition::Well);
            let notice = match well {
                true => Notice::success(message),
                false => Notice::info(message),
            };
            self.notify(notice, Topic::Other);
        }
        match self.alerts.desk.tested() {
            Some(None) => {
                let shown = Message::new("notify-test-shown");
                self.notify(Notice::success(shown), Topic::Other);
            }
            Some(Some(fault)) => self.notify(Notice::bad(fault), Topic::Other),
            None => {}
        }
        self.alerts.wait(&self.settings.notify, now)
    }

    /// Stores the notifications of the open project: unread ones outlive the program.
    pub(super) fn keep_notifications(&self) {
        let Some(project) = &self.world.project else {
            return;
        };
        if let Err(error) = stored_notifications::save(&self.folder, project, &self.alerts.kept) {
            tracing::warn!(%error, file = "notifications");
        }
    }

    /// Shows what an alert of a site is about; changes stand with the newest first.
    fn show_alerted(&mut self, site: SiteId, subject: AlertSubject, further: &mut Vec<Action>) {
        match subject {
            AlertSubject::State => further.push(Action::ShowEvidence(site)),
            AlertSubject::Records => further.push(Action::ShowRecords {
                site: Some(site),
                search: String::new(),
            }),
            AlertSubject::Changes => {
                self.views.changes.filter = ChangeFilter {
                    site: Some(site),
                    ..ChangeFilter::default()
                };
                self.views.changes.table.selected = None;
                self.show(View::Changes, further);
            }
        }
    }

    /// Performs a notification action.
    pub(super) fn do_alerts(&mut self, what: AlertAction, further: &mut Vec<Action>) {
        match what {
            AlertAction::Toggle => {
                self.alerts.toggle();
                self.keep_notifications();
            }
            AlertAction::Clear => {
                self.alerts.clear(Timestamp::now());
                self.keep_notifications();
            }
            AlertAction::Show(site, subject) => {
                self.alerts.open = false;
                self.show_alerted(site, subject, further);
            }
            AlertAction::Test => {
                let title = self.look.t("notify-test-title");
                let body = self.look.t("notify-test-body");
                self.alerts.desk.show(title, body, true);
            }
            AlertAction::SetNotifications(preferences) => {
                if let Some(project) = &self.project {
                    project.engine.set_person_wait(preferences.run_wait());
                }
                self.settings.notify = preferences;
                self.keep_settings();
            }
        }
    }
}
