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
        let open = self.removals.erasure.as_mut();
        let mentions = open.as_ref().and_then(|open| open.mentions());
        match open {
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
        self.removals.forget_edits();
        if let Some(mentions) = mentions {
            self.forget_here(&mentions);
        }
        self.views.settings.backups.stale();
        self.views.settings.storage.stale();
        actions.push(Action::Query(DataQuery::Beside));
    }
    /// Drops what the window itself remembers: else it would write that into its files again.
    fn forget_here(&mut self, mentions: &Mentions) {
        fn says(mentions: &Mentions, value: &impl serde::Serialize) -> bool {
            let text = serde_json::to_string(value).unwrap_or_default();
            mentions.find(&text).is_some()
        }
        let settings = &mut self.settings;
        settings.recent.pages.retain(|page| !says(mentions, page));
        settings.changes.retain(|_, filter| !says(mentions, filter));
        if says(mentions, &settings.last_export) {
            settings.last_export = None;
        }
        self.world.recent = settings.recent.clone();
        self.keep_settings();
        self.alerts.kept.retain(|alert| !says(mentions, alert));
        self.keep_notifications();
    }
}
