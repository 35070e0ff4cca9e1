//! One alternative: its kind, its text, and what it takes. Every kind that a rule file knows is
//! shown; what a kind does not show stays as it is written.

use eframe::egui::{ComboBox, Ui};

use super::FormContext;
use super::labelled_rows::{self, Row};
use super::text_list;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::widgets::alternative_kinds::alternative_kind_word;
use bowerbird_engine::types::{Alternative, AlternativeKind, GroupName, PAGE_FACTS};

/// Which kinds are offered, and an example of what is taken by default.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The kinds.
    pub kinds: &'static [AlternativeKind],
    /// What `take` is when it is absent; empty where nothing is taken.
    pub take: &'static str,
}

/// Fields and the text of a page.
pub const VALUES: Offer = Offer {
    kinds: AlternativeKind::OF_VALUES,
    take: "text",
};
/// Links.
pub const LINKS: Offer = Offer {
    kinds: AlternativeKind::OF_LINKS,
    take: "href",
};
/// Links to a further page.
pub const NEXT: Offer = Offer {
    kinds: AlternativeKind::OF_NEXT,
    take: "href",
};
/// Items and records.
pub const CONTAINERS: Offer = Offer {
    kinds: AlternativeKind::OF_CONTAINERS,
    take: "",
};
/// Elements to remove.
pub const REMOVED: Offer = Offer {
    kinds: AlternativeKind::OF_REMOVED,
    take: "",
};
/// Parts of a JSON answer.
pub const JSON: Offer = Offer {
    kinds: AlternativeKind::OF_JSON,
    take: "",
};

/// An example of a kind's text.
fn example(cx: &FormContext<'_>, kind: AlternativeKind) -> String {
    let text = match kind {
        AlternativeKind::Css => "h2 a",
        AlternativeKind::XPath => "//h1",
        AlternativeKind::Regex => r"ISBN (\d+)",
        AlternativeKind::JsonPath => "$.title",
        AlternativeKind::Label => return cx.t("form-example-label"),
        AlternativeKind::Constant | AlternativeKind::Page => "",
    };
    text.to_owned()
}

/// Draws the alternative `name`, which stands at the path of `row`. The beginning of its line is
/// drawn by the caller.
pub fn selector(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    (name, way): (&str, &mut Alternative),
    offer: Offer,
    buttons: impl FnOnce(&mut Ui),
) -> bool {
    let mut changed = false;
    let mut kind = way.kind();
    ui.horizontal_wrapped(|ui| {
        changed |= kind_ui(ui, cx, row, name, &mut kind, offer);
        if changed {
            let source = match kind {
                AlternativeKind::Page => "title",
                _ => way.source(),
            };
            let source = source.to_owned();
            way.set(kind, &source);
        }
        match kind {
            AlternativeKind::Page => changed |= fact_ui(ui, cx, row, name, way),
            AlternativeKind::Label => {}
            _ => changed |= source_ui(ui, cx, row, name, way),
        }
        if kind.takes() && !offer.take.is_empty() {
            changed |= take_ui(ui, cx, name, way, offer);
        }
        buttons(ui);
    });
    match kind {
        AlternativeKind::Label => changed |= labels_ui(ui, cx, row, way),
        AlternativeKind::Regex => changed |= regex_ui(ui, cx, name, way),
        _ => {}
    }
    changed
}

fn kind_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    name: &str,
    kind: &mut AlternativeKind,
    offer: Offer,
) -> bool {
    let before = *kind;
    let combo = ComboBox::from_id_salt((row.path, name, "kind"))
        .width(84.0)
        .height(320.0)
        .selected_text(alternative_kind_word(cx.look, *kind))
        .show_list(ui, |ui| {
            for offered in offer.kinds {
                ui.entry_value(kind, *offered, alternative_kind_word(cx.look, *offered));
            }
        });
    let field = combo
        .response
        .accessible_name(cx.look.t1("form-kind-of", "part", name))
        .on_hover_text(cx.t("form-kind-tip"));
    cx.look.edged(ui, field);
    *kind != before
}

fn source_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    name: &str,
    way: &mut Alternative,
) -> bool {
    let kind = way.kind();
    let mut source = way.source().to_owned();
    let width = (ui.available_width() - 190.0).clamp(110.0, 420.0);
    let field = ui
        .add(labelled_rows::line(&mut source, &example(cx, kind)).desired_width(width))
        .accessible_name(name)
        .on_hover_text(row.tip(cx));
    let field = cx.look.edged(ui, field);
    if field.changed() {
        way.set(kind, &source);
    }
    field.changed()
}

/// What is known of the page without a selector.
fn fact_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    name: &str,
    way: &mut Alternative,
) -> bool {
    let fact_word = |fact: &str| cx.t(&format!("form-fact-{}", fact.replace('_', "-")));
    let chosen = way.source().to_owned();
    let shown = match PAGE_FACTS.contains(&chosen.as_str()) {
        true => fact_word(&chosen),
        false => chosen.clone(),
    };
    let mut picked = chosen.clone();
    let combo = ComboBox::from_id_salt((row.path, name, "fact"))
        .width(180.0)
        .height(480.0)
        .truncate()
        .selected_text(shown)
        .show_list(ui, |ui| {
            for fact in PAGE_FACTS {
                ui.entry_value(&mut picked, fact.to_owned(), fact_word(fact));
            }
        });
    let field = combo.response.accessible_name(name);
    cx.look
        .edged(ui, field.on_hover_text(cx.t("form-fact-tip")));
    if picked != chosen {
        way.set(AlternativeKind::Page, &picked);
        return true;
    }
    false
}

fn take_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    name: &str,
    way: &mut Alternative,
    offer: Offer,
) -> bool {
    let mut take = way.take.clone().unwrap_or_default();
    let field = ui
        .add(labelled_rows::line(&mut take, offer.take).desired_width(72.0))
        .accessible_name(cx.look.t1("form-take-of", "part", name))
        .on_hover_text(cx.t("form-take-tip"));
    let field = cx.look.edged(ui, field);
    if field.changed() {
        let take = take.trim();
        way.take = (!take.is_empty()).then(|| take.to_owned());
    }
    field.changed()
}

/// Several labels with the same meaning.
fn labels_ui(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, way: &mut Alternative) -> bool {
    let path = format!("{}.label", row.path);
    let hint = example(cx, AlternativeKind::Label);
    let mut labels: Vec<String> = way.labels().to_vec();
    // A label that is just chosen has no text yet.
    labels.retain(|label| !label.is_empty());
    let row = Row::new("form-labels", &path, &hint);
    let changed = text_list::list(ui, cx, &row, &mut labels);
    if changed {
        way.set_labels(labels);
    }
    changed
}

/// What a regular expression searches, and its group with the value.
fn regex_ui(ui: &mut Ui, cx: &FormContext<'_>, name: &str, way: &mut Alternative) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        let mut on_text = way.on.as_deref() == Some("text");
        let tick = ui.tick(&mut on_text, cx.t("form-regex-text"));
        if tick.on_hover_text(cx.t("form-regex-text-tip")).changed() {
            way.on = on_text.then(|| "text".to_owned());
            changed = true;
        }
        let mut group = match &way.group {
            None => String::new(),
            Some(GroupName::Number(number)) => number.to_string(),
            Some(GroupName::Name(name)) => name.clone(),
        };
        ui.label(cx.look.hint(cx.t("form-regex-group")));
        let field = ui
            .add(labelled_rows::line(&mut group, "1").desired_width(60.0))
            .accessible_name(cx.look.t1("form-group-of", "part", name))
            .on_hover_text(cx.t("form-regex-group-tip"));
        if cx.look.edged(ui, field).changed() {
            way.group = group_of(group.trim());
            changed = true;
        }
    });
    changed
}

fn group_of(text: &str) -> Option<GroupName> {
    match text.parse() {
        Ok(number) => Some(GroupName::Number(number)),
        Err(_) => (!text.is_empty()).then(|| GroupName::Name(text.to_owned())),
    }
}
