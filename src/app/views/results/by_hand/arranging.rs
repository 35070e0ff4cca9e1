//! Merging the ticked records, and moving them to another site: the forms.

use eframe::egui::{Grid, Key, Modifiers, ScrollArea, Ui};

use super::editing::name_of;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::results::ResultsState;
use crate::widgets::fields;
use bowerbird_engine::records::merge::{MergedField, merge_edits, merged_fields};
use bowerbird_engine::types::{RecordId, SiteId, StoredRecord, Value};
use bowerbird_engine::{Command, TextCommand};

/// The most records that are merged at once.
pub(in crate::views::results) const MOST_MERGED: usize = 8;
/// Characters of a value, and of a title, that are shown.
const SHOWN: usize = 60;
/// Width of a list to choose from, in points.
const WIDTH: f32 = 420.0;
/// Greatest height of all values to choose, in points.
const HEIGHT: f32 = 260.0;

/// The open form.
#[derive(Debug)]
pub enum Arranging {
    /// Merging.
    Merge {
        /// The records.
        records: Vec<StoredRecord>,
        /// The one that stays.
        kept: RecordId,
        /// The chosen values; the others are the first there are.
        chosen: Vec<(String, Value)>,
    },
    /// Moving to another site.
    Move {
        /// Which.
        records: Vec<RecordId>,
        /// The site.
        to: Option<SiteId>,
    },
}

impl Arranging {
    /// Merges these records; the first one stays.
    pub(in crate::views::results) fn merge(records: Vec<StoredRecord>) -> Option<Self> {
        let kept = records.first()?.id;
        Some(Self::Merge {
            records,
            kept,
            chosen: Vec::new(),
        })
    }
}

/// Draws the form while it is open.
pub(in crate::views::results) fn arranging_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let Some(arranging) = &mut state.arranging else {
        return;
    };
    let mut ends = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let order = match arranging {
            Arranging::Merge {
                records,
                kept,
                chosen,
            } => merge_ui(ui, look, records, (kept, chosen), &mut ends),
            Arranging::Move { records, to } => move_ui(ui, look, world, (records, to), &mut ends),
        };
        if let Some(order) = order {
            actions.push(Action::Send(Command::Texts(order)));
            state.chosen.clear();
            ends = true;
        }
    });
    if ends {
        state.arranging = None;
    }
}

/// The record that stays first.
fn in_order(records: &[StoredRecord], kept: RecordId) -> Vec<&StoredRecord> {
    let first = records.iter().filter(|stored| stored.id == kept);
    let others = records.iter().filter(|stored| stored.id != kept);
    first.chain(others).collect()
}

fn merge_ui(
    ui: &mut Ui,
    look: &UiContext,
    records: &[StoredRecord],
    (kept, chosen): (&mut RecordId, &mut Vec<(String, Value)>),
    ends: &mut bool,
) -> Option<TextCommand> {
    ui.label(look.title(look.t1("app-merge-title", "count", records.len())));
    ui.label(look.hint(look.t("app-merge-hint")));
    let named: Vec<(RecordId, String)> = records
        .iter()
        .map(|stored| {
            let name = format!("{} · {}", stored.record.title, stored.record.url);
            (stored.id, shortened(&name))
        })
        .collect();
    fields::choice(ui, look, "app-merge-kept", kept, &named, WIDTH);
    let ordered = in_order(records, *kept);
    let fields = merged_fields(&ordered);
    let rows = |ui: &mut Ui| {
        for field in &fields {
            value_ui(ui, look, field, chosen);
            ui.end_row();
        }
    };
    ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
        Grid::new("merge-fields").num_columns(2).show(ui, rows);
    });
    let mut order = None;
    ui.horizontal_wrapped(|ui| {
        if look.primary(ui, look.t("app-merge-do")).clicked() {
            let others = ordered.iter().skip(1).map(|stored| stored.id).collect();
            order = Some(TextCommand::Merge {
                kept: *kept,
                others,
                edits: merge_edits(&ordered, chosen),
            });
        }
        *ends |= look.quiet(ui, look.t("app-close")).clicked();
    });
    order
}

/// The values to choose from for one field.
fn value_ui(ui: &mut Ui, look: &UiContext, field: &MergedField, chosen: &mut Vec<(String, Value)>) {
    let values = field.values.iter();
    let options: Vec<(Value, String)> = values
        .map(|value| (value.clone(), shortened(&value.joined())))
        .collect();
    let picked = chosen.iter().find(|(name, _)| *name == field.name);
    let picked = picked.map(|(_, value)| value).or(field.values.first());
    let Some(mut value) = picked.cloned() else {
        return;
    };
    let label = ui.label(look.hint(name_of(look, &field.name)));
    let id = format!("app-merge-field {}", field.name);
    let list = fields::combo(ui, &id, (&mut value, ""), &options, WIDTH);
    if list.labelled_by(label.id).changed() {
        chosen.retain(|(name, _)| *name != field.name);
        chosen.push((field.name.clone(), value));
    }
}

fn move_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (records, to): (&[RecordId], &mut Option<SiteId>),
    ends: &mut bool,
) -> Option<TextCommand> {
    ui.label(look.title(look.t1("app-move-title", "count", records.len())));
    ui.label(look.hint(look.t("app-move-hint")));
    let mut options = vec![(None, look.t("app-move-choose"))];
    let sites = world.sites().iter();
    options.extend(sites.map(|site| (Some(site.id), site.name.clone())));
    fields::choice(ui, look, "app-move-to", to, &options, WIDTH);
    let mut order = None;
    ui.horizontal_wrapped(|ui| {
        let moves = look.primary_if(ui, to.is_some(), look.t("app-move-do"));
        if moves.clicked()
            && let Some(to) = *to
        {
            let records = records.to_vec();
            order = Some(TextCommand::Move { records, to });
        }
        *ends |= look.quiet(ui, look.t("app-close")).clicked();
    });
    order
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
