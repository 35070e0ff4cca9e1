//! Events about texts: marks, reposts, summaries, indexing progress; the browser that was looked
//! for; and pages that browsers send. Input: the engine's events.
//! Output: queries for visible data, and notices.

use eframe::egui;

use crate::action::{Action, Notice};
use crate::background::DataQuery;
use crate::notices::Topic;
use crate::shell::Bowerbird;
use crate::shell::removals::undo_duration::UNDO_STAYS;
use crate::shortcuts::View;
use bowerbird_engine::types::{ArrangementUndo, Message, RecordId, SiteId, ValueEdit};
use bowerbird_engine::{
    BrowserProgram, Command, SentPagesState, ServeState, TextCommand, TextEvent,
};

impl Bowerbird {
    /// Handles whether other programs are answered.
    pub(super) fn serving(&mut self, state: ServeState) {
        if state.address.is_some() {
            self.unlocking.served();
        }
        self.views.settings.serve.came(state);
    }

    /// Handles pages that browsers send: a new one asks for attention where the window is not seen.
    pub(super) fn sent_pages(&mut self, ctx: &egui::Context, state: SentPagesState) {
        if state.waiting.len() > self.world.sent_pages.waiting.len() {
            let attention = egui::UserAttentionType::Informational;
            ctx.send_viewport_cmd(egui::ViewportCommand::RequestUserAttention(attention));
        }
        self.world.sent_pages = state;
    }

    /// A page that a browser sent was stored.
    pub(super) fn sent_page_kept(&mut self, site: SiteId, title: String, told: Message) {
        let show = Action::ShowRecord { site, title };
        let told = Notice::success(told).offering("sent-pages-show", show);
        self.notify(told, Topic::Other);
    }

    /// A browser was looked for: one that was found is kept in the settings.
    pub(super) fn browser_came(&mut self, found: Result<BrowserProgram, Message>) {
        let named = self.views.settings.browser.named();
        if found.is_ok() && named != self.settings.browser {
            self.settings.browser = named;
            self.keep_settings();
        }
        self.views.settings.browser.came(found);
    }

    /// A record was added by hand: that can be undone.
    pub(super) fn record_added(&mut self, record: RecordId) {
        let back = Command::Texts(TextCommand::RemoveAdded(record));
        let now = std::time::Instant::now();
        self.removals.offer_undo(back, UNDO_STAYS, now);
        let told = Message::new("record-added");
        self.notify(Notice::removed(told, UNDO_STAYS), Topic::Other);
    }

    /// Values were written into records by hand: that can be undone.
    pub(super) fn values_edited(&mut self, count: usize, undo: Vec<ValueEdit>) {
        let told = Message::new("values-edited").with("count", count);
        if undo.is_empty() {
            self.notify(Notice::success(told), Topic::Other);
            return;
        }
        let back = Command::Texts(TextCommand::UndoEdit(undo));
        let now = std::time::Instant::now();
        self.removals.offer_undo(back, UNDO_STAYS, now);
        self.notify(Notice::removed(told, UNDO_STAYS), Topic::Other);
    }

    /// Records were merged or moved: that can be undone.
    pub(super) fn rearranged(&mut self, told: Message, undo: Option<ArrangementUndo>) {
        let Some(undo) = undo else {
            self.notify(Notice::info(told), Topic::Other);
            return;
        };
        let back = Command::Texts(TextCommand::UndoArrangement(undo));
        let now = std::time::Instant::now();
        self.removals.offer_undo(back, UNDO_STAYS, now);
        self.notify(Notice::removed(told, UNDO_STAYS), Topic::Other);
    }

    /// Handles an event about texts.
    pub(super) fn texts_event(&mut self, event: TextEvent, actions: &mut Vec<Action>) {
        match event {
            TextEvent::Left(left) => self.views.results.beside.left = left,
            TextEvent::Changed | TextEvent::Settled => {
                actions.push(Action::Query(DataQuery::Beside));
                self.views.settings.texts.stale();
                if self.view == View::Results {
                    self.views.results.ask(actions);
                    self.views.results.reader.forget();
                } else {
                    self.views.results_stale = true;
                }
            }
            TextEvent::BroughtBack(count) => {
                let told = Message::new("archive-brought-back").with("count", count);
                self.notify(Notice::info(told), Topic::Other);
            }
            TextEvent::Folded(count) => {
                // Without any, there are not "more" of them.
                let message = match count == 0 && !self.views.results.beside.has_reposts {
                    true => Message::new("texts-folded-none"),
                    false => Message::new("texts-folded").with("count", count),
                };
                self.notify(Notice::success(message), Topic::Other);
            }
            TextEvent::Unfolded(count) => {
                let message = Message::new("texts-unfolded").with("count", count);
                self.notify(Notice::success(message), Topic::Other);
            }
            // The notice with which it can be undone says it.
            TextEvent::Deleted(_) => {}
            TextEvent::Restored(count) => {
                let message = Message::new("texts-restored").with("count", count);
                self.notify(Notice::success(message), Topic::Other);
            }
            TextEvent::Summarised(count) => {
                let message = Message::new("texts-made").with("count", count);
                self.notify(Notice::success(message), Topic::Other);
            }
        }
    }
}
