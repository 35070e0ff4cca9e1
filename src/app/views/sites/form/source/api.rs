//! The section of a rule's form for an interface that answers in JSON.

use eframe::egui::Ui;

use super::paging::{PagingOf, paging_ui};
use super::{behind_ui, body_ui};
use crate::views::sites::form::controls::labelled_rows::{self, Row};
use crate::views::sites::form::controls::selector::JSON;
use crate::views::sites::form::controls::{FormContext, alternatives};
use crate::views::sites::form::fields::item_fields_ui;
use crate::views::sites::form::urls::filter_ui;
use bowerbird_engine::types::ApiRule;

/// Draws it.
pub fn api_ui(ui: &mut Ui, cx: &FormContext<'_>, api: &mut ApiRule) -> bool {
    let data = Row::new("form-api-data", "api.data", "__NEXT_DATA__");
    let mut changed = labelled_rows::optional(ui, cx, &data, &mut api.data);
    let item = Row::new("app-form-api-item", "api.item", "");
    changed |= alternatives::needed(ui, cx, &item, &mut api.item, JSON);
    let link = Row::new("app-form-api-link", "api.link", "");
    changed |= alternatives::part(ui, cx, &link, &mut api.link, JSON);
    let key = Row::new("form-api-key", "api.key", "");
    let mut found = api.key.iter().cloned().collect();
    if alternatives::ways(ui, cx, &key, &mut found, JSON) {
        // A key has no fallbacks.
        api.key = found.into_iter().next();
        changed = true;
    }
    changed |= behind_ui(ui, cx, "api.pages", &mut api.pages, false);
    changed |= paging_ui(ui, cx, "api.next", &mut api.next, PagingOf::Interface);
    let newer = Row::new("form-api-newer", "api.newer", "since_id={id}");
    changed |= labelled_rows::optional(ui, cx, &newer, &mut api.newer);
    changed |= body_ui(ui, cx, "api.body", &mut api.body);
    changed |= filter_ui(ui, cx, "api", &mut api.filter);
    changed | item_fields_ui(ui, cx, "api.field", &mut api.fields)
}
