//! Asks whether to add a rule file, and shows its new parts. Input: the parsed rule. Output:
//! the answer. Adds nothing itself.

use std::path::PathBuf;

use eframe::egui::{self, Id, Label, Modal, ScrollArea};

use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;
use crate::widgets::rule_additions::news_ui;
use bowerbird_engine::project_permission::rule_additions::RuleEvent;
use bowerbird_engine::types::Message;

/// A rule file that awaits a decision.
pub struct RuleQuestion {
    /// The file.
    pub path: PathBuf,
    /// Its text, as shown.
    pub text: String,
    /// Its new parts.
    pub news: RuleEvent,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleAnswer {
    /// Nothing yet.
    Waits,
    /// Add the rule.
    Add,
    /// Do not add it.
    Leave,
}

/// Draws the question.
pub fn question_ui(ctx: &egui::Context, look: &UiContext, question: &RuleQuestion) -> RuleAnswer {
    let room = ctx.content_rect().size();
    let mut answer = RuleAnswer::Waits;
    let shown = Modal::new(Id::unique("rule-question"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 640.0));
            let title = Message::new("news-title").with("site", question.news.site.as_str());
            ui.add(Label::new(look.title(look.text(&title)).strong()).wrap());
            let file = question.path.display().to_string();
            ui.add(Label::new(look.hint(file)).wrap());
            ScrollArea::vertical()
                .max_height((room.y - 220.0).max(80.0))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    news_ui(ui, look, &question.news.parts);
                });
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| {
                if look.primary(ui, look.t("news-add")).clicked() {
                    answer = RuleAnswer::Add;
                }
                if ui.button(look.t("news-leave")).clicked() {
                    answer = RuleAnswer::Leave;
                }
            });
        });
    match answer {
        RuleAnswer::Waits if shown.should_close() => RuleAnswer::Leave,
        answer => answer,
    }
}
