//! The form of a rule: everything that its text can say, in sections. Every function draws one
//! section and returns whether anything changed; the editor writes that into the text.
//!
//! Below: the sections, and the controls that they consist of.

mod content;
mod controls;
mod fields;
mod form_validity;
mod login;
mod network;
mod politeness;
mod reading;
mod signals;
mod site;
pub(in crate::views::sites) mod source;
mod supervise;
mod urls;

pub use controls::FormContext;

use eframe::egui::Ui;

use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{FieldType, RuleFile};

/// Draws the whole form.
pub fn form_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    file: &mut RuleFile,
    actions: &mut Vec<Action>,
) -> bool {
    let mut changed = site::site_ui(ui, cx, file);
    changed |= source::source_ui(ui, cx, file);
    changed |= politeness::politeness_ui(ui, cx, file);
    // Of all sources, only lists and search results are read as lists.
    if file.list.is_some() || file.reads_list_section() {
        changed |= source::list::list_ui(ui, cx, file);
    }
    changed |= reading::reading_ui(ui, cx, file);
    changed |= fields::fields_ui(ui, cx, &mut file.fields);
    changed |= source::list::record_ui(ui, cx, file);
    changed |= reading::identity_ui(ui, cx, file);
    changed |= content::content_ui(ui, cx, file);
    changed |= network::network_ui(ui, cx, file, actions);
    changed |= login::login_ui(ui, cx, file);
    changed |= urls::urls_ui(ui, cx, file);
    changed |= signals::signals_ui(ui, cx, file);
    changed |= supervise::supervise_ui(ui, cx, file);
    changed |= politeness::limits_ui(ui, cx, file);
    changed | form_validity::validity_ui(ui, cx, file)
}

/// The types of fields.
pub fn types(look: &UiContext) -> [(FieldType, String); 7] {
    [
        (FieldType::Text, look.t("app-type-text")),
        (FieldType::Number, look.t("app-type-number")),
        (FieldType::Date, look.t("app-type-date")),
        (FieldType::Url, look.t("app-type-url")),
        (FieldType::Html, look.t("app-type-html")),
        (FieldType::Image, look.t("app-type-image")),
        (FieldType::Bool, look.t("app-type-bool")),
    ]
}
