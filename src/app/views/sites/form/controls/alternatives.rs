//! Alternatives in the order they are tried: each can be edited, tried earlier, and removed.

use eframe::egui::{Button, Ui};

use super::FormContext;
use super::labelled_rows::{self, Row};
use super::selector::{Offer, selector};
use crate::style::theme::SMALL_BUTTON;
use bowerbird_engine::types::{Alternative, AlternativeKind, Message};

/// A row with alternatives in order; an empty one is drawn while there are none.
pub fn ways(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    ways: &mut Vec<Alternative>,
    offer: Offer,
) -> bool {
    let first = offer.kinds.first().copied().unwrap_or(AlternativeKind::Css);
    let mut shown = ways.clone();
    if shown.is_empty() {
        shown.push(Alternative::of_kind(first, ""));
    }
    let mut edit = None;
    let mut changed = labelled_rows::block(ui, cx, row, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let count = shown.len();
        let mut changed = false;
        for (place, way) in shown.iter_mut().enumerate() {
            let name = way_name(cx, row, place);
            // Below the row's path, so that no two ways share a field.
            let at = format!("{}.{place}", row.path);
            let row = &Row { path: &at, ..*row };
            ui.push_id(place, |ui| {
                changed |= selector(ui, cx, row, (&name, way), offer, |ui| {
                    if count > 1 {
                        buttons_ui(ui, cx, &name, place, &mut edit);
                    }
                });
            });
        }
        if !ways.is_empty() && add_ui(ui, cx, row) {
            edit = Some(Edit::Add);
        }
        changed
    });
    if let Some(edit) = edit {
        match edit {
            Edit::Up(place) => shown.swap(place, place.saturating_sub(1)),
            Edit::Remove(place) => {
                shown.remove(place);
            }
            Edit::Add => shown.push(Alternative::of_kind(first, "")),
        }
        changed = true;
    }
    if changed {
        // An emptied field stands for nothing. Another kind than the first is being filled in.
        let is_unset = |way: &Alternative| way.kind() == first && way.source().is_empty();
        if let [only] = shown.as_slice()
            && is_unset(only)
        {
            shown.clear();
        }
        *ways = shown;
    }
    changed
}

/// A row with a part that has fallbacks; `None` while it is not set.
pub fn part(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    value: &mut Option<Alternative>,
    offer: Offer,
) -> bool {
    let mut ranked = value
        .as_ref()
        .filter(|way| **way != Alternative::default())
        .map_or_else(Vec::new, Alternative::ranked);
    let changed = ways(ui, cx, row, &mut ranked, offer);
    if changed {
        *value = Alternative::of_ranked(ranked);
    }
    changed
}

/// A row with a part that a rule needs.
pub fn needed(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    row: &Row<'_>,
    value: &mut Alternative,
    offer: Offer,
) -> bool {
    let mut optional = Some(value.clone());
    let changed = part(ui, cx, row, &mut optional, offer);
    if changed {
        *value = optional.unwrap_or_default();
    }
    changed
}

/// The button pressed for an alternative.
enum Edit {
    Up(usize),
    Remove(usize),
    Add,
}

/// The accessible name of an alternative: the part, and its place when it is not the first.
fn way_name(cx: &FormContext<'_>, row: &Row<'_>, place: usize) -> String {
    let part = cx.t(row.label);
    if place == 0 {
        return part;
    }
    let name = Message::new("form-way-name")
        .with("part", part)
        .with("number", place + 1);
    cx.look.text(&name)
}

fn buttons_ui(
    ui: &mut Ui,
    cx: &FormContext<'_>,
    name: &str,
    place: usize,
    edit: &mut Option<Edit>,
) {
    let button = |ui: &mut Ui, sign: &str, id: &str, usable: bool| {
        let sign = Button::new(sign).small().min_size(SMALL_BUTTON);
        ui.add_enabled(usable, sign)
            .accessible_name(cx.look.t1(id, "way", name))
            .on_hover_text(cx.look.t1(id, "way", name))
            .clicked()
    };
    if button(ui, "⬆", "app-author-way-up", place > 0) {
        *edit = Some(Edit::Up(place));
    }
    if button(ui, "×", "app-author-way-away", true) {
        *edit = Some(Edit::Remove(place));
    }
}

fn add_ui(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>) -> bool {
    let name = cx.look.t1("form-way-add-name", "part", cx.t(row.label));
    cx.look
        .quiet(ui, cx.t("form-way-add"))
        .accessible_name(name)
        .on_hover_text(cx.t("form-way-add-tip"))
        .clicked()
}
