//! What a search may go on with while it is typed: the fields, with how many records have them, and then
//! the commonest values of one. Chosen by mouse, or by arrows and Enter.

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{Key, Popup, PopupCloseBehavior, RectAlign, Response, Ui};

use super::super::ResultsState;
use crate::action::Action;
use crate::background::DataQuery;
use crate::shortcuts::composing;
use crate::style::ui_context::UiContext;
use crate::widgets::address_suggestions::{moved, suggestion_ui};
use bowerbird_engine::types::{
    CompletionKind, Language, QUERY_NAMES, QueryCompletion, Suggested, SuggestionsOf, completion_at,
};

/// Maximum suggestions shown.
const SHOWN: usize = 10;

/// The values that are suggested, and the one chosen by the arrows.
#[derive(Debug, Default)]
pub struct SearchSuggestions {
    /// What was asked for last.
    asked: Option<SuggestionsOf>,
    /// What there is.
    values: Vec<Suggested>,
    chosen: Option<usize>,
    /// Whether the mouse is over the list.
    is_over: bool,
    /// Whether the list was closed by a key, until something is typed.
    is_closed: bool,
}

impl SearchSuggestions {
    /// Takes the answer.
    pub fn came(&mut self, of: &SuggestionsOf, values: Vec<Suggested>) {
        if self.asked.as_ref() == Some(of) {
            self.values = values;
        }
    }
}

/// A line of the list.
struct Line {
    text: String,
    /// What it is, or how many have it.
    hint: String,
}

/// Shows the list under the field; returns whether a line of it was taken into the search.
pub(super) fn suggestions_ui(
    ui: &Ui,
    look: &UiContext,
    field: &Response,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) -> bool {
    if field.gained_focus() || field.changed() {
        state.suggestions.chosen = None;
        state.suggestions.is_closed = false;
    }
    let entered = field.lost_focus()
        && !composing(ui.ctx())
        && ui.input(|input| input.key_pressed(Key::Enter));
    let is_open = field.has_focus() || state.suggestions.is_over || entered;
    if !is_open || state.suggestions.is_closed {
        return false;
    }
    let Some(completion) = completion(ui, field, state) else {
        state.suggestions.is_over = false;
        return false;
    };
    let lines = lines(look, &completion, state, actions);
    let suggestions = &mut state.suggestions;
    let mut picked = None;
    if entered {
        picked = suggestions.chosen.take();
    } else if field.has_focus() && !composing(ui.ctx()) {
        suggestions.chosen = moved(ui, suggestions.chosen, lines.len());
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            suggestions.is_closed = true;
        }
    }
    let chosen = suggestions.chosen;
    let shown = Popup::from_response(field)
        .open(!lines.is_empty() && !entered)
        .close_behavior(PopupCloseBehavior::IgnoreClicks)
        .align(RectAlign::BOTTOM_START)
        .width(field.rect.width())
        .show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (place, line) in lines.iter().enumerate() {
                let hint = look.hint(&line.hint);
                if suggestion_ui(ui, look, (&line.text, hint), chosen == Some(place)) {
                    picked = Some(place);
                }
            }
        });
    let is_over = shown.is_some_and(|shown| shown.response.contains_pointer());
    suggestions.is_over = is_over && picked.is_none();
    let Some(line) = picked.and_then(|place| lines.get(place)) else {
        return false;
    };
    let (search, cursor) = completion.apply(&state.search, &line.text);
    state.search = search;
    state.suggestions.chosen = None;
    let mut edit = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    let range = CCursorRange::one(CCursor::new(cursor));
    edit.cursor.set_char_range(Some(range));
    edit.store(ui.ctx(), field.id);
    true
}

/// What is being typed where the cursor stands.
fn completion(ui: &Ui, field: &Response, state: &ResultsState) -> Option<QueryCompletion> {
    let names = state.beside.field_names()?;
    let edit = TextEditState::load(ui.ctx(), field.id);
    let range = edit.and_then(|edit| edit.cursor.char_range());
    let cursor = range.map_or(usize::MAX, |range| usize::from(range.primary.index));
    let completion = completion_at(&state.search, cursor, &names)?;
    let is_begun = match &completion.kind {
        // The names are shown before anything is typed, and not between words.
        CompletionKind::Field(prefix) => !prefix.is_empty() || state.search.is_empty(),
        CompletionKind::Value { .. } => true,
    };
    is_begun.then_some(completion)
}

fn lines(
    look: &UiContext,
    completion: &QueryCompletion,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) -> Vec<Line> {
    let count = |suggested: &Suggested| {
        let count = look.count(suggested.count);
        match suggested.is_more {
            true => format!("{count}+"),
            false => count,
        }
    };
    let mut lines: Vec<Line> = match &completion.kind {
        CompletionKind::Field(prefix) => {
            let prefix = prefix.to_lowercase();
            let own = state.beside.fields.iter().flatten().map(|field| Line {
                text: field.text.clone(),
                hint: look.t1("query-suggested-records", "count", count(field)),
            });
            let names = QUERY_NAMES.iter().map(|(english, chinese)| Line {
                text: match look.language() {
                    Language::Chinese => (*chinese).to_owned(),
                    Language::English => (*english).to_owned(),
                },
                hint: look.t(&format!("query-name-{english}")),
            });
            let begins = |line: &Line| line.text.to_lowercase().starts_with(&prefix);
            own.chain(names).filter(begins).collect()
        }
        CompletionKind::Value { field, prefix } => {
            let of = SuggestionsOf::Values {
                field: name_in_project(field, state),
                text: prefix.clone(),
            };
            if state.suggestions.asked.as_ref() != Some(&of) {
                state.suggestions.asked = Some(of.clone());
                actions.push(Action::Query(DataQuery::Suggestions(of)));
            }
            let lower = prefix.to_lowercase();
            let values = state.suggestions.values.iter();
            let fits = values.filter(|value| value.text.to_lowercase().contains(&lower));
            let others = fits.filter(|value| value.text != *prefix);
            others
                .map(|value| Line {
                    text: value.text.clone(),
                    hint: count(value),
                })
                .collect()
        }
    };
    lines.truncate(SHOWN);
    lines
}

/// The name that the project knows a field or column by; a rule's own field comes first.
fn name_in_project(field: &str, state: &ResultsState) -> String {
    let lower = field.to_lowercase();
    let names = state.beside.field_names().unwrap_or_default();
    if names.iter().any(|name| name.to_lowercase() == lower) {
        return field.to_owned();
    }
    let known = QUERY_NAMES.iter().find(|(_, chinese)| *chinese == lower);
    known.map_or_else(|| field.to_owned(), |(english, _)| (*english).to_owned())
}
