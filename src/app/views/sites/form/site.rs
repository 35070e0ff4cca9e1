//! The section of a rule's form that names the site: its start, its kind, its language.

use eframe::egui::Ui;

use super::controls::FormContext;
use super::controls::heading;
use super::controls::labelled_rows::{self, Row};
use super::source::kind_ui;
use bowerbird_engine::types::RuleFile;

/// Draws it.
pub fn site_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-site");
    cx.section_faults_ui(ui, "site");
    let site = &mut file.site;
    let example = cx.t("form-example-name");
    let name = Row::new("app-form-name", "site.name", &example);
    let mut changed = labelled_rows::text(ui, cx, &name, &mut site.name);
    let start = Row::new(
        "app-form-start",
        "site.start",
        "https://news.example/latest",
    );
    changed |= labelled_rows::lines(ui, cx, &start, &mut site.start);
    changed |= kind_ui(ui, cx, file);
    let site = &mut file.site;
    let language = Row::short("app-form-language", "site.language", "zh-CN");
    changed |= labelled_rows::optional(ui, cx, &language, &mut site.language);
    let zone = Row::short("app-form-timezone", "site.timezone", "Asia/Shanghai");
    changed | labelled_rows::optional(ui, cx, &zone, &mut site.timezone)
}
