//! The details of an export: columns, what is particular to CSV, how many records.

use eframe::egui::Ui;

use super::{ExportForm, columns};
use crate::app::look::Look;
use crate::app::widgets::fields;
use crate::engine::types::{CsvOptions, Format, Nested};

/// Draws them.
pub(super) fn details_ui(ui: &mut Ui, look: &Look, form: &mut ExportForm) {
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| columns::columns_ui(ui, look, form));
        ui.add_space(24.0);
        ui.vertical(|ui| how_ui(ui, look, form));
    });
}

fn how_ui(ui: &mut Ui, look: &Look, form: &mut ExportForm) {
    fields::text_field(ui, look, "app-export-limit", &mut form.limit, "", 120.0);
    let nested = [
        (Nested::Joined, look.t("app-export-nested-joined")),
        (Nested::Json, look.t("app-export-nested-json")),
    ];
    let chosen = &mut form.options.nested;
    fields::choice(ui, look, "app-export-nested", chosen, &nested, 220.0);
    match form.format() {
        Format::Csv => csv_ui(ui, look, &mut form.options.csv),
        Format::Rss | Format::Sqlite | Format::Postgres => {
            let title = &mut form.options.title;
            fields::text_field(ui, look, "app-export-title", title, "", 220.0);
        }
        Format::Webhook => {
            fields::password_field(ui, look, "app-export-key", &mut form.key, 220.0);
            ui.label(look.hint(look.t("app-export-key-tip")));
        }
        _ => {}
    }
}

fn csv_ui(ui: &mut Ui, look: &Look, csv: &mut CsvOptions) {
    let separators = [
        (',', look.t("app-export-comma")),
        (';', look.t("app-export-semicolon")),
        ('\t', look.t("app-export-tab")),
    ];
    let separator = &mut csv.separator;
    fields::choice(
        ui,
        look,
        "app-export-separator",
        separator,
        &separators,
        220.0,
    );
    let charsets = ["utf-8", "gb18030"].map(|name| (name.to_owned(), name.to_uppercase()));
    let charset = &mut csv.charset;
    fields::choice(ui, look, "app-export-encoding", charset, &charsets, 220.0);
    let is_utf8 = csv.charset == "utf-8";
    ui.add_enabled_ui(is_utf8, |ui| {
        ui.checkbox(&mut csv.byte_order_mark, look.t("app-export-bom"))
            .on_hover_text(look.t("app-export-bom-tip"));
    });
    ui.checkbox(&mut csv.line_feed, look.t("app-export-lf"));
    ui.checkbox(&mut csv.formula_guard, look.t("app-export-guard"))
        .on_hover_text(look.t("app-export-guard-tip"));
}
