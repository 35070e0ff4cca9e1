//! The page as the browser shows it, where a plain request brought less: asked for by a button, or by
//! using the page. Input: the open page, and what the rule finds on it. Output: a request for the
//! page, and how runs are to fetch it.

use eframe::egui::{Button, Ui};

use super::super::state::Authoring;
use crate::style::theme::SMALL_BUTTON;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::FetchMode;

/// The button in the rule's panel, beside *Use the page*; none where it would show nothing new.
pub(super) fn open_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring) {
    if !state.may_show_more() {
        return;
    }
    let button = Button::new(look.t("app-author-open-browser"))
        .small()
        .min_size(SMALL_BUTTON);
    let tip = look.t("app-author-open-browser-tip");
    if ui.add(button).on_hover_text(tip).clicked() {
        state.show_in_browser();
    }
}

/// The same as the main button of the next step.
pub(in crate::views::workbench::author) fn open_main_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
) {
    if !state.may_show_more() {
        return;
    }
    let button = look.primary(ui, look.t("app-author-open-browser"));
    let tip = look.t("app-author-open-browser-tip");
    if button.on_hover_text(tip).clicked() {
        state.show_in_browser();
    }
}

impl Authoring {
    /// Whether a plain request brought the page, and the browser may show more of it.
    pub(in crate::views::workbench::author) fn may_show_more(&self) -> bool {
        self.page.as_ref().is_some_and(|page| page.may_show_more)
    }

    /// Asks for the page in the browser, before any step.
    fn show_in_browser(&mut self) {
        self.use_page.show_after(0);
    }

    /// The page is used from now on: what is clicked is what the browser shows, after all steps.
    pub(super) fn show_as_used(&mut self) {
        if self.may_show_more() {
            self.use_page.show_after(self.page_steps().len());
        }
    }

    /// Runs find what the rule has just taken from the page: in the browser, if a plain request
    /// brings less of it. Steps need the browser anyway.
    pub(in crate::views::workbench::author) fn settle_fetch(&mut self) {
        if !std::mem::take(&mut self.took) || !self.needs_browser_for_it() {
            return;
        }
        let Some(rule) = &mut self.rule else {
            return;
        };
        if rule.file.steps.is_empty() && rule.file.network.fetch == FetchMode::Auto {
            rule.file.network.fetch = FetchMode::Browser;
            rule.form_changed();
        }
    }

    /// Whether a plain request brings less of what the rule finds on the page.
    fn needs_browser_for_it(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.needs_browser)
    }

    /// Whether runs of the rule open pages in the browser because a plain request brings less.
    pub(in crate::views::workbench::author) fn runs_in_browser(&self) -> bool {
        let file = self.file();
        let is_so = file.network.fetch == FetchMode::Browser && file.steps.is_empty();
        is_so && self.needs_browser_for_it()
    }
}
