//! The second to last step: tests whether the rule works on other pages, and shows the result in a
//! sentence.

use eframe::egui::Ui;

use super::summary_ui;
use crate::action::Action;
use crate::command::View;
use crate::state::layout::PanelDo;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::marks::{self, MarkShape};
use bowerbird_engine::types::Message;

/// Offers the test.
pub(super) fn test_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    summary_ui(ui, look, look.t("app-author-test"));
    let test = look.primary(ui, look.t("app-pages-test"));
    if test.on_hover_text(look.t("app-pages-test-tip")).clicked() {
        begin(state, actions);
    }
    if ui.button(look.t("app-author-no-test")).clicked() {
        state.note(None);
        state.steps.untested = true;
    }
}

/// The progress.
pub(super) fn testing_ui(ui: &mut Ui, look: &UiContext, state: &Authoring) {
    let (done, all) = (state.trial.done, state.trial.all);
    let words = Message::new("app-author-testing")
        .with("done", done)
        .with("all", all);
    summary_ui(ui, look, look.text(&words));
    #[expect(clippy::cast_precision_loss, reason = "a handful of pages")]
    look.progress(ui, done as f32 / all.max(1) as f32, 160.0);
}

/// The result, with links to problems and a repeat button.
pub(super) fn tested_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(sentence) = state.trial.sentence(look) else {
        // Rejected, or not possible before a list was opened.
        if state.trial.waiting > 0 && ui.button(look.t("app-pages-test")).clicked() {
            begin(state, actions);
        }
        return;
    };
    let (mark, colour) = if state.trial.is_fine() {
        (MarkShape::Disc, look.tokens.ok)
    } else {
        (MarkShape::Triangle, look.tokens.warn)
    };
    marks::mark_ui(ui, mark, colour);
    summary_ui(ui, look, sentence);
    if let Some(url) = state.trial.first_bad.clone() {
        let open = look.quiet(ui, look.t("app-author-open-bad"));
        if open.on_hover_text(&url).clicked() {
            actions.push(Action::OpenInWorkbench {
                url,
                site: state.site,
            });
        }
    }
    if state.trial.outdated {
        ui.label(look.hint(look.t("app-pages-outdated")));
        if ui.button(look.t("app-author-test-again")).clicked() {
            begin(state, actions);
        }
    }
}

fn begin(state: &mut Authoring, actions: &mut Vec<Action>) {
    state.test_now = true;
    actions.push(Action::Panel {
        view: View::Workbench,
        key: "pages".to_owned(),
        what: PanelDo::Show,
    });
}
