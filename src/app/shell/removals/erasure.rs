//! Removing for good what mentions somebody: the dialog, and what the window itself remembers. Input:
//! reports of the engine. Output: the dialog's state, settings and notifications without the mentions.

use std::time::Instant;

use eframe::egui;

use crate::action::{Action, Notice};
use crate::background::DataQuery;
use crate::dialogs::storage::erasure_dialog::{ErasureDialog, erasure_ui};
use crate::notices::Topic;
use crate::shell::Bowerbird;
use bowerbird_engine::types::{ErasureReport, Mentions, Message};

impl Bowerbird {
    /// Draws the dialog, if it is open.
    pub(in crate::shell) fn erasure_dialog_ui(
        &mut self,
        ctx: &egui::Context,
        actions: &mut Vec<Action>,
    ) {
        let Some(mut open) = self.removals.erasure.take() else {
            return;
        };
        if self.project.is_some() && erasure_ui(ctx, &self.look, &mut open, actions) {
            self.removals.erasure = Some(open);
        }
    }

    /// Opens the dialog with no words.
    pub(in crate::shell) fn open_erasure(&mut self) {
        self.removals.erasure = Some(ErasureDialog::default());
    }

    /// Takes what was removed.
    pub(in crate::shell) fn erased(
        &mut self,
        report: Option<ErasureReport>,
        actions: &mut Vec<Action>,
    ) {
        let was_done = report.is_some();
        let words = self
            .removals
            .erasure
            .as_ref()
            .map(|open| open.words.clone());
        match &mut self.removals.erasure {
            Some(open) => open.removed(report),
            None if was_done => {
                let notice = Notice::success(Message::new("erasure-resumed"));
                self.notices.notify(notice, Topic::Export, Instant::now());
            }
            None => {}
        }
        if !was_done {
            return;
        }
        let words: Vec<&str> = words.iter().flat_map(|words| words.lines()).collect();
        if let Some(mentions) = Mentions::new(&words, false) {
            let recent = &mut self.settings.recent;
            recent.pages.retain(|page| {
                mentions.find(&page.url).is_none() && mentions.find(&page.title).is_none()
            });
            self.world.recent = recent.clone();
            self.keep_settings();
        }
        self.views.settings.backups.stale();
        self.views.settings.storage.stale();
        actions.push(Action::Query(DataQuery::Beside));
    }
}
