//! What views about sites show while there is none: that, why they need one, and the way to add one.
//! Input: the view's reason. Output: actions.

use eframe::egui::Ui;

use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::ui_context::UiContext;

/// Draws it; `hint` is the message id of the reason.
pub(super) fn no_site_ui(ui: &mut Ui, look: &UiContext, hint: &str, actions: &mut Vec<Action>) {
    look.empty_state(ui, "app-sites-empty", hint);
    ui.vertical_centered(|ui| {
        if look.primary(ui, look.t("app-no-site-add")).clicked() {
            actions.push(Action::Ui(UiCommand::NewSite));
        }
    });
}
