//! The sections of a rule's form about repeated parts: the items of list pages, and the records of a
//! page with several.

use eframe::egui::Ui;

use super::paging::{PagingOf, paging_ui, paging_word};
use crate::views::sites::form::controls::labelled_rows::{self, Row};
use crate::views::sites::form::controls::selector::{CONTAINERS, LINKS};
use crate::views::sites::form::controls::{FormContext, alternatives, heading, section};
use crate::views::sites::form::fields::item_fields_ui;
use crate::views::sites::form::urls::filter_ui;
use bowerbird_engine::types::{
    Alternative, AlternativeKind, ListRule, Message, RecordRule, RuleFile,
};

/// Draws the list pages.
pub fn list_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-list");
    cx.section_faults_ui(ui, "list");
    let Some(list) = &mut file.list else {
        if ui.button(cx.t("app-form-list-add")).clicked() {
            file.list = Some(ListRule {
                link: Alternative::of_kind(AlternativeKind::Css, "a"),
                ..ListRule::default()
            });
            return true;
        }
        return false;
    };
    let item = Row::new("app-form-item", "list.item", "");
    let mut changed = alternatives::part(ui, cx, &item, &mut list.item, CONTAINERS);
    let link = Row::new("app-form-link", "list.link", "");
    changed |= alternatives::needed(ui, cx, &link, &mut list.link, LINKS);
    changed |= paging_ui(ui, cx, "list.next", &mut list.next, PagingOf::Pages);
    changed |= filter_ui(ui, cx, "list", &mut list.filter);
    changed |= labelled_rows::flag(
        ui,
        cx,
        "form-list-partial",
        "list.partial",
        &mut list.partial,
    );
    changed | item_fields_ui(ui, cx, "list.field", &mut list.fields)
}

/// Draws the records of a page.
pub fn record_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let title = match &file.record {
        None => cx.t("form-record-none"),
        Some(record) => {
            let paging = paging_word(cx, record.next.as_ref());
            let title = Message::new("form-record").with("paging", paging);
            cx.look.text(&title)
        }
    };
    section(ui, cx, "record", title, |ui| {
        let mut item = file.record.as_ref().map(|record| record.item.clone());
        let row = Row::new("form-record-item", "record.item", "");
        let mut changed = alternatives::part(ui, cx, &row, &mut item, CONTAINERS);
        if changed {
            let next = file.record.take().and_then(|record| record.next);
            file.record = item.map(|item| RecordRule { item, next });
        }
        if let Some(record) = &mut file.record {
            changed |= paging_ui(ui, cx, "record.next", &mut record.next, PagingOf::Pages);
        }
        changed
    })
}
