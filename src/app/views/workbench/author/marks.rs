//! The marks on the page: picked elements, similar ones found, excluded ones, and those highlighted
//! by another panel. Input: picks and readings. Output: plain marks.

use std::collections::BTreeSet;

use super::fields::rule_parts;
use super::next_step_bar::next_step::Step;
use super::state::Authoring;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::{ElementMark, MarkStyle};
use crate::widgets::records::column_word;
use bowerbird_engine::types::{ElementIndex, PartMarks, WorkbenchPart, WorkbenchTarget};

/// Maximum marked elements of one part: more are indistinguishable.
const MOST: usize = 2_000;

/// All marks, the least prominent first.
pub fn marks(state: &Authoring, look: &UiContext) -> Vec<ElementMark> {
    let mut marks = Vec::new();
    if let Some(offer) = state.previewed_offer() {
        offered(state, offer, &mut marks);
    } else if let Step::Next(next) = state.next_step() {
        next_offered(state, look, next, &mut marks);
    }
    for part in state.reading.iter().flat_map(|reading| &reading.marks) {
        if editing(state, &part.part) {
            continue;
        }
        found(state, look, part, &mut marks);
    }
    by_hand(state, &mut marks);
    pointed_at(state, look, &mut marks);
    if let Some(question) = &state.question {
        marks.push(ElementMark::plain(question.element, MarkStyle::Chosen));
    }
    let lit = state.lit.iter().take(MOST);
    marks.extend(lit.map(|element| ElementMark::plain(*element, MarkStyle::Lit)));
    marks
}

fn offered(state: &Authoring, offer: usize, marks: &mut Vec<ElementMark>) {
    let elements = state.offers().get(offer).map(|offer| &offer.elements);
    for element in elements.into_iter().flatten().take(MOST) {
        marks.push(ElementMark::plain(*element, MarkStyle::Alike));
    }
}

fn next_offered(state: &Authoring, look: &UiContext, next: usize, marks: &mut Vec<ElementMark>) {
    if let Some(element) = state.next_offer(next).and_then(|next| next.element) {
        marks.push(ElementMark {
            label: Some(look.t("app-author-part-next")),
            ..ElementMark::plain(element, MarkStyle::Alike)
        });
    }
}

/// Whether the alternatives of that part are being edited, so that their results replace its marks.
fn editing(state: &Authoring, part: &WorkbenchPart) -> bool {
    state
        .by_hand
        .as_ref()
        .is_some_and(|edit| edit.spot.part == *part && edit.spot.is_on(state.role))
}

fn found(state: &Authoring, look: &UiContext, part: &PartMarks, marks: &mut Vec<ElementMark>) {
    let picked: BTreeSet<ElementIndex> = state
        .picks
        .iter()
        .filter(|pick| here(state, pick.ticket) && pick.part == part.part)
        .map(|pick| element_of(&pick.target))
        .collect();
    let tagged = is_shown(state, &part.part);
    let number = number(state, &part.part);
    let unpicked = part.elements.iter().filter(|e| !picked.contains(e));
    for (place, element) in unpicked.take(MOST).enumerate() {
        // A name at every small box would cover what it names.
        let label = (tagged && place == 0).then(|| label(look, &part.part));
        marks.push(mark(
            number,
            *element,
            MarkStyle::Alike,
            label.filter(|_| picked.is_empty()),
        ));
    }
}

fn by_hand(state: &Authoring, marks: &mut Vec<ElementMark>) {
    let Some(edit) = &state.by_hand else {
        return;
    };
    let Some(selection) = &edit.selection else {
        return;
    };
    let elements = selection.matches.iter().filter_map(|found| found.element);
    let number = number(state, &edit.spot.part);
    for element in elements.take(MOST) {
        marks.push(mark(number, element, MarkStyle::Alike, None));
    }
}

fn pointed_at(state: &Authoring, look: &UiContext, marks: &mut Vec<ElementMark>) {
    let picks = state
        .picks
        .iter()
        .filter(|pick| here(state, pick.ticket) && pick.role == state.role);
    for pick in picks {
        let style = if pick.negative {
            MarkStyle::Excluded
        } else {
            MarkStyle::Chosen
        };
        let element = element_of(&pick.target);
        let label = Some(label(look, &pick.part));
        marks.push(mark(number(state, &pick.part), element, style, label));
    }
}

/// The number of a field's colour and shape. It is looked up once for all marks of a part: there
/// may be thousands, created for every frame.
fn number(state: &Authoring, part: &WorkbenchPart) -> Option<usize> {
    match part {
        WorkbenchPart::Field(name) => Some(rule_parts::number(state.file(), name)),
        _ => None,
    }
}

fn mark(
    number: Option<usize>,
    element: ElementIndex,
    style: MarkStyle,
    label: Option<String>,
) -> ElementMark {
    match number {
        Some(number) => ElementMark::of_field(number, element, style, label),
        None => ElementMark {
            label,
            ..ElementMark::plain(element, style)
        },
    }
}

fn label(look: &UiContext, part: &WorkbenchPart) -> String {
    match part {
        WorkbenchPart::Field(name) => column_word(look, name),
        WorkbenchPart::Item => look.t("app-author-part-item"),
        WorkbenchPart::Link => look.t("app-author-part-link"),
        WorkbenchPart::Next => look.t("app-author-part-next"),
        WorkbenchPart::Content => look.t("app-author-part-content"),
    }
}

fn is_shown(state: &Authoring, part: &WorkbenchPart) -> bool {
    let spot = state.armed.as_ref().or(state.shown.as_ref());
    spot.is_some_and(|spot| spot.part == *part && spot.is_on(state.role))
}

fn here(state: &Authoring, ticket: bowerbird_engine::PageTicket) -> bool {
    state
        .page
        .as_ref()
        .is_some_and(|page| page.ticket == ticket)
}

/// The element that a pick points at.
fn element_of(target: &WorkbenchTarget) -> ElementIndex {
    match target {
        WorkbenchTarget::Element(element) | WorkbenchTarget::Text { element, .. } => *element,
    }
}
