//! The user's exceptions to verdicts on a site's pages, and how to undo them. Input: the
//! exceptions from the loader. Output: queries for them, and commands that remove one.

use eframe::egui::{Label, RichText, Ui};

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, Ruling, SiteException, SiteId};
use bowerbird_engine::{Command, SiteCommand};

/// Maximum exceptions shown; the newest.
const MOST: usize = 12;

/// The displayed exceptions of one site.
#[derive(Clone, Debug, Default)]
pub struct ShownExceptions {
    /// The site; `None` before the first query.
    pub site: Option<SiteId>,
    /// The exceptions, newest first.
    pub words: Vec<SiteException>,
}

impl ShownExceptions {
    /// Handles loaded exceptions.
    pub fn came(&mut self, site: SiteId, words: Vec<SiteException>) {
        if self.site == Some(site) {
            self.words = words;
        }
    }

    /// A new query after a possible change.
    pub fn again(&self) -> Option<Action> {
        self.site.map(|site| Action::Query(DataQuery::Taught(site)))
    }

    /// Draws the exceptions of `site`; nothing if there are none.
    pub fn show_ui(
        &mut self,
        ui: &mut Ui,
        look: &UiContext,
        site: SiteId,
        actions: &mut Vec<Action>,
    ) {
        if self.site != Some(site) {
            (self.site, self.words) = (Some(site), Vec::new());
            actions.extend(self.again());
        }
        if self.words.is_empty() {
            return;
        }
        ui.add_space(6.0);
        ui.label(RichText::new(look.t("exceptions-yours")).strong());
        for word in self.words.iter().take(MOST) {
            word_ui(ui, look, word, actions);
        }
    }
}

fn word_ui(ui: &mut Ui, look: &UiContext, word: &SiteException, actions: &mut Vec<Action>) {
    let id = match word.draft.ruling {
        Ruling::NotABlock => "exceptions-word-not-a-block",
        Ruling::IsABlock => "exceptions-word-is-a-block",
    };
    let told = Message::new(id)
        .with("time", look.time(word.made_at))
        .with("url", word.draft.url.as_str());
    ui.add(Label::new(look.text(&told)).wrap());
    ui.horizontal_wrapped(|ui| {
        let used = Message::new("exceptions-word-used").with("runs", word.runs);
        ui.label(look.hint(look.text(&used)));
        let forget = look.quiet(ui, look.t("exceptions-forget"));
        if forget
            .on_hover_text(look.t("exceptions-forget-tip"))
            .clicked()
        {
            actions.push(Action::Send(Command::Site(SiteCommand::ForgetException(
                word.id,
            ))));
        }
    });
}
