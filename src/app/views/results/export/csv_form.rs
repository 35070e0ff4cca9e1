//! The options of CSV: charset, separator, ends of lines. Input and output: the form.

use eframe::egui::Ui;

use super::ExportForm;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;

/// Charsets in the list; the command line accepts any.
const CHARSETS: [&str; 4] = ["utf-8", "gb18030", "gbk", "big5"];
/// Separators in the list.
const SEPARATORS: [(char, &str); 4] = [
    (',', "export-app-comma"),
    (';', "export-app-semicolon"),
    ('\t', "export-app-tab"),
    ('|', "export-app-bar"),
];

/// Draws them.
pub(super) fn csv_ui(ui: &mut Ui, look: &UiContext, form: &mut ExportForm) {
    let csv = &mut form.options.csv;
    ui.horizontal_wrapped(|ui| {
        let charsets = CHARSETS.map(|label| (label.to_owned(), label.to_uppercase()));
        fields::choice(
            ui,
            look,
            "export-app-charset",
            &mut csv.charset,
            &charsets,
            130.0,
        );
        let separators = SEPARATORS.map(|(sign, id)| (sign, look.t(id)));
        fields::choice(
            ui,
            look,
            "export-app-separator",
            &mut csv.separator,
            &separators,
            130.0,
        );
        let ends = [
            (false, look.t("export-app-crlf")),
            (true, look.t("export-app-lf")),
        ];
        fields::choice(
            ui,
            look,
            "export-app-ends",
            &mut csv.line_feed,
            &ends,
            130.0,
        );
    });
    if csv.charset == "utf-8" {
        ui.tick(&mut csv.byte_order_mark, look.t("export-app-bom"));
    }
    ui.tick(&mut csv.formula_guard, look.t("export-app-guard"))
        .on_hover_text(look.t("export-app-guard-tip"));
}
