//! The form of a rule. Every function draws one section and returns whether anything changed.
//! Alternatives beyond the first stay unchanged; the text beside the form shows them.
//!
//! Below: its larger sections.

pub(super) mod source;
pub(super) mod supervise;
pub(super) mod validity;

use eframe::egui::{self, DragValue, Margin, Ui};

use validity::validity_ui;

use crate::style::theme::GAP;
use crate::style::ui_context::UiContext;
use crate::widgets::{fields, marks};
use bowerbird_engine::types::{
    Alternative, FieldRule, FieldType, LinkFilter, ListRule, NextRule, RuleFile, SelectorKind,
};

/// Margin of multi-line fields, so that one line is positioned as in other fields.
const LINES: Margin = Margin::symmetric(8, 6);

/// Draws the whole form.
pub fn form_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    let mut changed = site_ui(ui, look, file);
    changed |= source::source_ui(ui, look, file);
    changed |= politeness_ui(ui, look, file);
    // Of all sources, only lists and search results are read as lists.
    if file.list.is_some() || file.reads_list_section() {
        changed |= list_ui(ui, look, file);
    }
    changed |= fields_ui(ui, look, &mut file.fields);
    changed |= content_ui(ui, look, file);
    changed |= supervise::supervise_ui(ui, look, file);
    changed |= source::limits_ui(ui, look, file);
    changed | validity_ui(ui, look, file)
}

pub(super) fn heading(ui: &mut Ui, look: &UiContext, id: &str) {
    ui.add_space(2.0 * GAP);
    ui.label(look.title(look.t(id)));
}

fn site_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "app-form-site");
    let site = &mut file.site;
    let wide = ui.available_width() - 16.0;
    let mut changed =
        fields::text_field(ui, look, "app-form-name", &mut site.name, "", wide).changed();
    let mut start = site.start.join("\n");
    let field = fields::labelled(ui, look, "app-form-start", |ui| {
        ui.add(
            egui::TextEdit::multiline(&mut start)
                .font(egui::TextStyle::Monospace)
                .margin(LINES)
                .desired_rows(1)
                .desired_width(wide),
        )
    });
    if field.changed() {
        site.start = start.split('\n').map(str::to_owned).collect();
        changed = true;
    }
    ui.horizontal_wrapped(|ui| {
        changed |= source::kind_ui(ui, look, file);
        let site = &mut file.site;
        changed |= optional(
            ui,
            look,
            "app-form-language",
            &mut site.language,
            "zh-CN",
            80.0,
        );
        changed |= optional(
            ui,
            look,
            "app-form-timezone",
            &mut site.timezone,
            "Asia/Shanghai",
            160.0,
        );
    });
    changed
}

fn politeness_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "app-form-politeness");
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        let polite = &mut file.politeness;
        changed |=
            fields::code_field(ui, look, "app-form-delay", &mut polite.delay, "1s", 70.0).changed();
        changed |= number(
            ui,
            look,
            "app-form-concurrency",
            &mut polite.concurrency,
            1..=64,
        );
        changed |= number(ui, look, "app-form-retries", &mut polite.retries, 0..=20);
        changed |= fields::code_field(
            ui,
            look,
            "app-form-proxy",
            &mut file.network.proxy,
            "pool",
            100.0,
        )
        .changed();
    });
    let polite = &mut file.politeness;
    ui.horizontal_wrapped(|ui| {
        let quiet = &mut polite.quiet;
        changed |= optional(ui, look, "app-form-quiet", quiet, "22:00-06:00", 160.0);
    });
    changed |= ui
        .checkbox(&mut polite.adaptive, look.t("app-form-adaptive"))
        .on_hover_text(look.t("app-form-adaptive-tip"))
        .changed();
    changed |= ui
        .checkbox(&mut polite.robots, look.t("app-form-robots"))
        .changed();
    if !polite.robots {
        ui.label(look.hint(look.t("app-form-robots-off")));
    }
    changed
}

fn list_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "app-form-list");
    let Some(list) = &mut file.list else {
        if ui.button(look.t("app-form-list-add")).clicked() {
            file.list = Some(ListRule {
                link: Alternative {
                    css: Some("a".to_owned()),
                    ..Alternative::default()
                },
                ..ListRule::default()
            });
            return true;
        }
        return false;
    };
    let mut changed = false;
    let mut item = list.item.clone().unwrap_or_default();
    if alternative_ui(ui, look, "app-form-item", &mut item) {
        list.item = (!selector(&item).1.is_empty()).then_some(item);
        changed = true;
    }
    changed |= alternative_ui(ui, look, "app-form-link", &mut list.link);
    let mut next = list.next.clone().unwrap_or_default();
    let mut way = next.way.clone();
    let counted = next.auto || next.pages.is_some();
    if counted {
        ui.label(look.hint(look.t("app-form-next-counted")));
    } else if alternative_ui(ui, look, "app-form-next", &mut way) {
        let empty = selector(&way).1.is_empty();
        next = NextRule::found_by(way, next.max_pages);
        list.next = (!empty).then_some(next);
        changed = true;
    }
    if let Some(next) = &mut list.next {
        let mut pages = next.max_pages.unwrap_or(0);
        if number(ui, look, "app-form-max-pages", &mut pages, 0..=100_000) {
            next.max_pages = (pages > 0).then_some(pages);
            changed = true;
        }
    }
    changed | link_filter(ui, look, &mut list.filter)
}

/// Which addresses are followed.
fn link_filter(ui: &mut Ui, look: &UiContext, filter: &mut LinkFilter) -> bool {
    let changed = patterns(ui, look, "app-form-allow", &mut filter.allow);
    changed | patterns(ui, look, "app-form-deny", &mut filter.deny)
}

fn fields_ui(ui: &mut Ui, look: &UiContext, rules: &mut Vec<FieldRule>) -> bool {
    heading(ui, look, "app-form-fields");
    let mut changed = false;
    let mut removed = None;
    for (index, rule) in rules.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            ui.separator();
            ui.horizontal_wrapped(|ui| {
                marks::mark_ui(ui, marks::field_mark(index), look.tokens.field(index));
                changed |=
                    fields::text_field(ui, look, "app-form-field-name", &mut rule.name, "", 110.0)
                        .changed();
                changed |= fields::choice(
                    ui,
                    look,
                    "app-form-field-type",
                    &mut rule.kind,
                    &types(look),
                    80.0,
                );
                let name = look.t1("app-form-field-remove", "field", rule.name.as_str());
                if look
                    .quiet(ui, look.t("app-remove"))
                    .accessible_name(name)
                    .clicked()
                {
                    removed = Some(index);
                }
            });
            let nested = rule.item.is_some() || !rule.fields.is_empty();
            if nested {
                ui.label(look.hint(look.t("app-form-nested")));
            } else if rule.select.is_empty() {
                rule.select.push(Alternative::default());
            }
            let more = rule.select.len().saturating_sub(1);
            if let Some(first) = rule.select.first_mut() {
                changed |= alternative_ui(ui, look, "app-form-field-select", first);
            }
            if more > 0 {
                ui.label(look.hint(look.t1("app-form-more-ways", "count", more)));
            }
            ui.horizontal_wrapped(|ui| {
                changed |= ui
                    .checkbox(&mut rule.required, look.t("app-form-required"))
                    .changed();
                changed |= ui
                    .checkbox(&mut rule.many, look.t("app-form-many"))
                    .changed();
            });
        });
    }
    if let Some(index) = removed {
        rules.remove(index);
        changed = true;
    }
    if ui.button(look.t("app-form-field-add")).clicked() {
        rules.push(FieldRule {
            name: format!("field{}", rules.len() + 1),
            select: vec![Alternative {
                css: Some("h1".to_owned()),
                ..Alternative::default()
            }],
            ..FieldRule::default()
        });
        changed = true;
    }
    changed
}

fn content_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "app-form-content");
    let mut first = file.content.select.first().cloned().unwrap_or_default();
    if !alternative_ui(ui, look, "app-form-content-select", &mut first) {
        return false;
    }
    let empty = selector(&first).1.is_empty();
    match (file.content.select.first_mut(), empty) {
        (Some(_), true) => {
            file.content.select.remove(0);
        }
        (Some(slot), false) => *slot = first,
        (None, false) => file.content.select.push(first),
        (None, true) => {}
    }
    true
}

/// One alternative: language, selector, what to take.
pub(super) fn alternative_ui(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    way: &mut Alternative,
) -> bool {
    let (mut kind, mut source) = selector(way);
    let mut take = way.take.clone().unwrap_or_default();
    let mut changed = false;
    ui.push_id(label, |ui| {
        ui.horizontal_wrapped(|ui| {
            let width = (ui.available_width() - 240.0).max(120.0);
            changed |= fields::code_field(ui, look, label, &mut source, "", width).changed();
            changed |= fields::choice(ui, look, "app-form-language-of", &mut kind, &kinds(), 64.0);
            changed |=
                fields::code_field(ui, look, "app-form-take", &mut take, "text", 80.0).changed();
        });
    });
    if changed {
        let (on, group) = (way.on.take(), way.group.take());
        *way = alternative(kind, source, &take);
        if kind == SelectorKind::Regex {
            (way.on, way.group) = (on, group);
        }
    }
    changed
}

/// The one selector of an alternative.
pub fn selector(way: &Alternative) -> (SelectorKind, String) {
    match (&way.xpath, &way.regex, &way.jsonpath) {
        (Some(xpath), _, _) => (SelectorKind::XPath, xpath.clone()),
        (_, Some(regex), _) => (SelectorKind::Regex, regex.clone()),
        (_, _, Some(path)) => (SelectorKind::JsonPath, path.clone()),
        _ => (SelectorKind::Css, way.css.clone().unwrap_or_default()),
    }
}

/// The alternative for a selector.
pub fn alternative(kind: SelectorKind, source: String, take: &str) -> Alternative {
    let mut way = Alternative {
        take: (!take.trim().is_empty()).then(|| take.trim().to_owned()),
        ..Alternative::default()
    };
    match kind {
        SelectorKind::XPath => way.xpath = Some(source),
        SelectorKind::Regex => way.regex = Some(source),
        SelectorKind::JsonPath => way.jsonpath = Some(source),
        SelectorKind::Label => way.label = Some(bowerbird_engine::types::Labels::One(source)),
        SelectorKind::Css => way.css = Some(source),
    }
    way
}

/// The languages of selectors for pages. Their names are the same in every language.
pub fn kinds() -> [(SelectorKind, String); 4] {
    [
        (SelectorKind::Css, "CSS".to_owned()),
        (SelectorKind::XPath, "XPath".to_owned()),
        (SelectorKind::Regex, "Regex".to_owned()),
        (SelectorKind::JsonPath, "JSONPath".to_owned()),
    ]
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

pub(super) fn optional(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    value: &mut Option<String>,
    hint: &str,
    width: f32,
) -> bool {
    let mut text = value.clone().unwrap_or_default();
    let changed = fields::code_field(ui, look, label, &mut text, hint, width).changed();
    if changed {
        *value = (!text.trim().is_empty()).then_some(text);
    }
    changed
}

pub(super) fn number(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    value: &mut u32,
    range: std::ops::RangeInclusive<u32>,
) -> bool {
    fields::labelled(ui, look, label, |ui| {
        ui.add(DragValue::new(value).range(range))
    })
    .changed()
}

pub(super) fn patterns(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    patterns: &mut Vec<String>,
) -> bool {
    let mut text = patterns.join("\n");
    let width = ui.available_width() - 16.0;
    let field = fields::labelled(ui, look, label, |ui| {
        ui.add(
            egui::TextEdit::multiline(&mut text)
                .font(egui::TextStyle::Monospace)
                .margin(LINES)
                .desired_rows(1)
                .desired_width(width),
        )
    });
    if field.changed() {
        *patterns = if text.is_empty() {
            Vec::new()
        } else {
            text.split('\n').map(str::to_owned).collect()
        };
    }
    field.changed()
}
