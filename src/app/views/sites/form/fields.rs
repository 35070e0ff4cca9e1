//! The sections of a rule's form about fields: of a content page, of the items of a list or another
//! source, and of nested lists.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::selector::{CONTAINERS, VALUES};
use super::controls::{FormContext, alternatives, heading, section};
use super::types;
use crate::widgets::state_marks;
use bowerbird_engine::types::{Alternative, AlternativeKind, FieldRule, FieldType};

/// Which fields they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Of a page or an item.
    Outer,
    /// Of a nested list: they hold no further lists.
    Nested,
}

/// Draws the fields of a content page.
pub fn fields_ui(ui: &mut Ui, cx: &FormContext<'_>, rules: &mut Vec<FieldRule>) -> bool {
    heading(ui, cx, "app-form-fields");
    list_ui(ui, cx, "field", rules, Level::Outer)
}

/// Draws the fields of the items of a source, a section that is closed at first.
pub fn item_fields_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    rules: &mut Vec<FieldRule>,
) -> bool {
    let title = cx.look.t1("form-item-fields", "count", rules.len());
    section(ui, cx, path, title, |ui| {
        list_ui(ui, cx, path, rules, Level::Outer)
    })
}

fn list_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    rules: &mut Vec<FieldRule>,
    level: Level,
) -> bool {
    let mut changed = false;
    let mut removed = None;
    for (index, rule) in rules.iter_mut().enumerate() {
        ui.push_id((path, index), |ui| {
            ui.separator();
            let path = format!("{path}.{index}");
            ui.horizontal(|ui| {
                if level == Level::Outer {
                    let colour = cx.look.tokens.field(index);
                    state_marks::mark_ui(ui, state_marks::field_mark(index), colour);
                }
                ui.strong(&rule.name);
                let name = cx
                    .look
                    .t1("app-form-field-remove", "field", rule.name.as_str());
                let remove = cx.look.quiet(ui, cx.t("app-remove"));
                if remove.accessible_name(name).clicked() {
                    removed = Some(index);
                }
            });
            cx.section_faults_ui(ui, &path);
            changed |= field_ui(ui, cx, &path, rule, level);
        });
    }
    if let Some(index) = removed {
        rules.remove(index);
        changed = true;
    }
    let add = match level {
        Level::Outer => "app-form-field-add",
        Level::Nested => "form-nested-field-add",
    };
    // As wide as its words.
    let add = ui.horizontal(|ui| ui.button(cx.t(add))).inner;
    if add.clicked() {
        rules.push(new_field(rules));
        changed = true;
    }
    changed
}

/// A field with a name that is not taken.
fn new_field(rules: &[FieldRule]) -> FieldRule {
    let mut number = rules.len() + 1;
    while rules
        .iter()
        .any(|rule| rule.name == format!("field{number}"))
    {
        number += 1;
    }
    FieldRule {
        name: format!("field{number}"),
        select: vec![Alternative::of_kind(AlternativeKind::Css, "h1")],
        ..FieldRule::default()
    }
}

fn field_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    path: &str,
    rule: &mut FieldRule,
    level: Level,
) -> bool {
    let at = |key: &str| format!("{path}.{key}");
    let place = at("name");
    let name = Row::short("app-form-field-name", &place, "title");
    let mut changed = labelled_rows::text(ui, cx, &name, &mut rule.name);
    let is_nested = rule.item.is_some() || !rule.fields.is_empty();
    if is_nested {
        let item = at("item");
        let item = Row::new("form-nested-item", &item, "");
        changed |= alternatives::part(ui, cx, &item, &mut rule.item, CONTAINERS);
        let title = cx.look.t1("form-nested", "count", rule.fields.len());
        changed |= section(ui, cx, &at("field"), title, |ui| {
            list_ui(ui, cx, &at("field"), &mut rule.fields, Level::Nested)
        });
    } else {
        let select = at("select");
        let select = Row::new("app-form-field-select", &select, "");
        changed |= alternatives::ways(ui, cx, &select, &mut rule.select, VALUES);
        let kind = at("type");
        let kind = Row::short("app-form-field-type", &kind, "");
        let options: Vec<(FieldType, String)> = types(cx.look).into();
        changed |= labelled_rows::choice(ui, cx, &kind, (&mut rule.kind, ""), &options);
        let default = at("default");
        let default = Row::short("form-field-default", &default, "");
        changed |= labelled_rows::optional(ui, cx, &default, &mut rule.default);
        let many = at("many");
        changed |= labelled_rows::flag(ui, cx, "app-form-many", &many, &mut rule.many);
    }
    let required = at("required");
    changed |= labelled_rows::flag(ui, cx, "app-form-required", &required, &mut rule.required);
    if level == Level::Outer {
        changed |= nesting_ui(ui, cx, rule, is_nested);
    }
    if !rule.transform.is_empty() {
        let count = rule.transform.len();
        ui.label(cx.look.hint(cx.look.t1("form-field-steps", "count", count)));
    }
    changed
}

/// Whether the field is a list of small records.
fn nesting_ui(ui: &mut Ui, cx: &FormContext<'_>, rule: &mut FieldRule, is_nested: bool) -> bool {
    let mut nested = is_nested;
    if !labelled_rows::flag(ui, cx, "form-nested-flag", "", &mut nested) {
        return false;
    }
    if nested {
        rule.item = Some(Alternative::of_kind(AlternativeKind::Css, "li"));
        rule.fields = vec![FieldRule {
            select: std::mem::take(&mut rule.select),
            name: "text".to_owned(),
            ..FieldRule::default()
        }];
        (rule.many, rule.default, rule.kind) = (false, None, FieldType::Text);
        rule.transform.clear();
    } else {
        rule.item = None;
        let first = std::mem::take(&mut rule.fields).into_iter().next();
        let select = first.map(|field| field.select).unwrap_or_default();
        rule.select = match select.is_empty() {
            true => vec![Alternative::of_kind(AlternativeKind::Css, "li")],
            false => select,
        };
    }
    true
}
