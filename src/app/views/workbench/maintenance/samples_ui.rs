//! The strip of samples: each saved page with a word and a shape per field, the differences from
//! the expected values, and possible actions.

use eframe::egui::{self, Color32, Label, RichText, ScrollArea, Ui};

use super::{RuleMaintenance, name_word};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::Authoring;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{
    ChangeCounts, Difference, Message, PageRole, SampleId, SampleInfo, SampleResult, ValueChange,
};

/// Maximum characters of a value shown.
const SHOWN_LETTERS: usize = 160;

/// The user's action on a sample.
enum SampleRequest {
    Choose(Option<SampleId>),
    Open(SampleId),
    Accept(SampleId),
    Remove(SampleId),
}

/// Draws the strip. Returns the sample whose page should be opened.
pub fn samples_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) -> Option<SampleId> {
    ui.take_available_height();
    head_ui(ui, look, maintenance, author, actions);
    if maintenance.samples.iter().next().is_none() {
        ui.label(look.hint(look.t("app-samples-none")));
        return None;
    }
    let mut request = None;
    ScrollArea::vertical()
        .id_salt("samples")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_width(ui.available_width() - 8.0);
            for (info, result) in maintenance.samples.iter() {
                let chosen = maintenance.samples.chosen == Some(info.id);
                row_ui(ui, look, info, result, chosen, &mut request);
                if let Some(result) = result.filter(|_| chosen) {
                    ui.indent(("sample", info.id.0), |ui| changes_ui(ui, look, result));
                }
            }
        });
    match request? {
        SampleRequest::Choose(chosen) => maintenance.samples.chosen = chosen,
        SampleRequest::Open(id) => return Some(id),
        SampleRequest::Accept(id) => maintenance.samples.accept(id, author, actions),
        SampleRequest::Remove(id) => maintenance.samples.remove(id, actions),
    }
    None
}

fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let (equal, all) = maintenance.samples.tally();
        if maintenance.samples.running() {
            ui.label(look.hint(look.t("app-samples-running")));
        } else if all > 0 {
            let tally = Message::new("app-samples-tally")
                .with("equal", equal)
                .with("all", all);
            let (mark, colour) = fine(look, equal == all);
            state_marks::word_ui(ui, mark, colour, &look.text(&tally));
        }
        let (mended, broke) = maintenance.samples.turned();
        if mended + broke > 0 {
            let turned = Message::new("app-samples-turned")
                .with("mended", mended)
                .with("broke", broke);
            ui.label(look.hint(look.text(&turned)));
        }
        let usable = author.page.is_some() && author.rule.is_some();
        let add = egui::Button::new(look.t("app-samples-add"));
        let tip = UiCommand::AddSample.tooltip(look, ui.ctx());
        if ui.add_enabled(usable, add).on_hover_text(tip).clicked() {
            maintenance.samples.add(author, actions);
        }
    });
}

fn fine(look: &UiContext, is_fine: bool) -> (MarkShape, Color32) {
    if is_fine {
        (MarkShape::Disc, look.tokens.ok)
    } else {
        (MarkShape::Triangle, look.tokens.warn)
    }
}

fn row_ui(
    ui: &mut Ui,
    look: &UiContext,
    info: &SampleInfo,
    result: Option<&SampleResult>,
    chosen: bool,
    request: &mut Option<SampleRequest>,
) {
    let title = if info.title.trim().is_empty() {
        info.url.as_str()
    } else {
        info.title.trim()
    };
    ui.horizontal(|ui| {
        let (mark, colour, word) = match result {
            None => (MarkShape::Ring, look.tokens.dim, "app-samples-waiting"),
            Some(result) if result.fault.is_some() => {
                (MarkShape::Cross, look.tokens.bad, "app-samples-fault")
            }
            Some(result) if result.equal => (MarkShape::Disc, look.tokens.ok, "app-samples-equal"),
            Some(_) => (MarkShape::Triangle, look.tokens.warn, "app-samples-differs"),
        };
        ui.allocate_ui(egui::vec2(112.0, 20.0), |ui| {
            ui.set_min_width(112.0);
            state_marks::word_ui(ui, mark, colour, &look.t(word));
        });
        let name = egui::Button::selectable(chosen, title).truncate();
        let size = egui::vec2((ui.available_width() * 0.34).max(120.0), 24.0);
        let button = ui.add_sized(size, name);
        let about = format!("{}\n{}", info.url, look.exact_time(info.taken_at));
        if button.on_hover_text(about).clicked() {
            *request = Some(SampleRequest::Choose((!chosen).then_some(info.id)));
        }
        ui.label(look.hint(look.t(role_id(info.role))));
        let named = |id: &str| look.t1(id, "page", title);
        for (id, name, this) in [
            (
                "app-samples-open",
                "app-samples-open-one",
                SampleRequest::Open(info.id),
            ),
            (
                "app-samples-accept",
                "app-samples-accept-one",
                SampleRequest::Accept(info.id),
            ),
            (
                "app-samples-remove",
                "app-samples-remove-one",
                SampleRequest::Remove(info.id),
            ),
        ] {
            let in_vain =
                matches!(this, SampleRequest::Accept(_)) && result.is_none_or(|r| r.equal);
            if in_vain {
                continue;
            }
            let button = look.quiet(ui, look.t(id)).accessible_name(named(name));
            if button.on_hover_text(named(name)).clicked() {
                *request = Some(this);
            }
        }
    });
    if let Some(result) = result {
        fields_ui(ui, look, result);
    }
}

/// The text id for a page's role.
pub fn role_id(role: PageRole) -> &'static str {
    match role {
        PageRole::List => "app-author-role-list",
        PageRole::Article => "app-author-role-article",
        PageRole::Records => "app-author-role-records",
    }
}

fn fields_ui(ui: &mut Ui, look: &UiContext, result: &SampleResult) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.add_space(20.0);
        if let Some(fault) = &result.fault {
            ui.label(look.coloured(look.text(fault), look.tokens.bad));
        }
        for (field, counts) in &result.fields {
            let (mark, colour, id, count) = counts_mark(look, counts);
            let word = Message::new(id)
                .with("field", name_word(look, field))
                .with("count", count);
            state_marks::word_ui(ui, mark, colour, &look.text(&word));
        }
    });
}

/// The result of a field: its worst difference.
fn counts_mark(look: &UiContext, counts: &ChangeCounts) -> (MarkShape, Color32, &'static str, u64) {
    let tokens = look.tokens;
    if counts.lost > 0 {
        (
            MarkShape::Cross,
            tokens.bad,
            "app-samples-field-lost",
            counts.lost,
        )
    } else if counts.changed > 0 {
        (
            MarkShape::Triangle,
            tokens.warn,
            "app-samples-field-changed",
            counts.changed,
        )
    } else if counts.gained > 0 {
        (
            MarkShape::Square,
            tokens.warn,
            "app-samples-field-gained",
            counts.gained,
        )
    } else {
        (
            MarkShape::Disc,
            tokens.ok,
            "app-samples-field-equal",
            counts.equal,
        )
    }
}

/// The differences: expected and actual.
fn changes_ui(ui: &mut Ui, look: &UiContext, result: &SampleResult) {
    if result.changes.is_empty() {
        ui.label(look.hint(look.t("app-samples-no-changes")));
    }
    for change in &result.changes {
        change_ui(ui, look, change);
    }
}

fn change_ui(ui: &mut Ui, look: &UiContext, change: &Difference) {
    let id = match change.change {
        ValueChange::Equal => return,
        ValueChange::Changed => "app-samples-changed",
        ValueChange::Gained => "app-samples-gained",
        ValueChange::Lost => "app-samples-lost",
    };
    let words = Message::new(id)
        .with("field", name_word(look, &change.field))
        .with("number", change.number);
    ui.label(RichText::new(look.text(&words)).strong());
    let line = |ui: &mut Ui, id: &str, value: &serde_json::Value, colour: Color32| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(look.t(id)).color(colour));
            ui.add(Label::new(value_text(look, value)).truncate());
        });
    };
    line(ui, "app-samples-before", &change.before, look.tokens.dim);
    line(ui, "app-samples-after", &change.after, look.tokens.text);
}

/// A value in readable form.
fn value_text(look: &UiContext, value: &serde_json::Value) -> String {
    use serde_json::Value as Json;
    let text = match value {
        Json::Null => return look.t("app-samples-nothing"),
        Json::String(text) => text.clone(),
        Json::Array(values) => {
            let words: Vec<String> = values.iter().map(|value| value_text(look, value)).collect();
            words.join(" · ")
        }
        other => other.to_string(),
    };
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.is_empty() {
        return look.t("app-samples-nothing");
    }
    let mut short: String = flat.chars().take(SHOWN_LETTERS).collect();
    if short.len() < flat.len() {
        short.push('…');
    }
    short
}
