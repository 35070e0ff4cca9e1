//! The section of a rule's form for searches: the keywords, and the engines that are asked.

use eframe::egui::Ui;

use super::{behind_ui, body_ui};
use crate::views::sites::form::controls::FormContext;
use crate::views::sites::form::controls::labelled_rows::{self, Row};
use bowerbird_engine::types::{EngineRule, SearchRule};

/// An address of a search.
const ADDRESS: &str = "https://search.example/?q={query}";

/// Draws it.
pub fn search_ui(ui: &mut Ui, cx: &FormContext<'_>, search: &mut SearchRule) -> bool {
    let keywords = Row::new("app-form-keywords", "search.keywords", "");
    let mut changed = labelled_rows::lines(ui, cx, &keywords, &mut search.keywords);
    if search.engines.is_empty() {
        let url = Row::new("app-form-search-url", "search.url", ADDRESS);
        changed |= labelled_rows::optional(ui, cx, &url, &mut search.url);
        let encoding = Row::short("form-search-encoding", "search.encoding", "utf-8");
        changed |= labelled_rows::optional(ui, cx, &encoding, &mut search.encoding);
        let form = Row::new("form-search-form", "search.form", "q={query}&lang=all");
        changed |= labelled_rows::optional(ui, cx, &form, &mut search.form);
        changed |= body_ui(ui, cx, "search.body", &mut search.body);
    }
    changed |= engines_ui(ui, cx, search);
    let direct = ("form-search-direct", "search.direct");
    changed |= labelled_rows::usual_flag(ui, cx, direct, &mut search.direct, true);
    if !search.engines.is_empty() {
        let join = ("form-search-join", "search.join");
        changed |= labelled_rows::usual_flag(ui, cx, join, &mut search.join, false);
    }
    if search.join == Some(true) {
        let doi = Row::new("form-search-doi", "search.doi", "https://doi.example/{doi}");
        changed |= labelled_rows::optional(ui, cx, &doi, &mut search.doi);
    }
    changed | behind_ui(ui, cx, "search.pages", &mut search.pages, true)
}

/// Several engines. The first one takes over the address of the search.
fn engines_ui(ui: &mut Ui, cx: &FormContext<'_>, search: &mut SearchRule) -> bool {
    let mut changed = false;
    let mut removed = None;
    for (index, engine) in search.engines.iter_mut().enumerate() {
        ui.push_id(("engine", index), |ui| {
            ui.separator();
            ui.horizontal(|ui| {
                ui.strong(&engine.name);
                let name = cx
                    .look
                    .t1("form-engine-remove", "engine", engine.name.as_str());
                let remove = cx.look.quiet(ui, cx.t("app-remove"));
                if remove.accessible_name(name).clicked() {
                    removed = Some(index);
                }
            });
            let path = format!("search.engine.{index}");
            cx.section_faults_ui(ui, &path);
            changed |= engine_ui(ui, cx, &path, engine);
        });
    }
    if let Some(index) = removed {
        search.engines.remove(index);
        changed = true;
    }
    if ui.button(cx.t("form-engine-add")).clicked() {
        if search.engines.is_empty() {
            search.engines.push(EngineRule {
                name: "engine1".to_owned(),
                url: search.url.take().unwrap_or_else(|| ADDRESS.to_owned()),
                encoding: search.encoding.take(),
                form: search.form.take(),
                body: search.body.take(),
                list: None,
            });
        } else {
            search.engines.push(EngineRule {
                name: new_name(&search.engines),
                url: ADDRESS.to_owned(),
                ..EngineRule::default()
            });
        }
        changed = true;
    }
    changed
}

/// A name that is not taken.
fn new_name(engines: &[EngineRule]) -> String {
    let mut number = engines.len() + 1;
    while engines
        .iter()
        .any(|known| known.name == format!("engine{number}"))
    {
        number += 1;
    }
    format!("engine{number}")
}

fn engine_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, engine: &mut EngineRule) -> bool {
    let at = |key: &str| format!("{path}.{key}");
    let name = at("name");
    let example = cx.t("form-example-engine");
    let name = Row::short("form-engine-name", &name, &example);
    let mut changed = labelled_rows::text(ui, cx, &name, &mut engine.name);
    let url = at("url");
    let url = Row::new("app-form-search-url", &url, ADDRESS);
    changed |= labelled_rows::text(ui, cx, &url, &mut engine.url);
    let encoding = at("encoding");
    let encoding = Row::short("form-search-encoding", &encoding, "utf-8");
    changed |= labelled_rows::optional(ui, cx, &encoding, &mut engine.encoding);
    let form = at("form");
    let form = Row::new("form-search-form", &form, "q={query}&lang=all");
    changed |= labelled_rows::optional(ui, cx, &form, &mut engine.form);
    changed |= body_ui(ui, cx, &at("body"), &mut engine.body);
    if engine.list.is_some() {
        ui.label(cx.look.hint(cx.t("form-engine-list")));
    }
    changed
}
