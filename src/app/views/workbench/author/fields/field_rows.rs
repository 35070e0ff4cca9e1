//! The rows of the rule's panel: a part or a field, its number of matches on this page, and its
//! first value. A click shows its details and arms it: the next click on the page adds an example.
//! Field rows can be reordered by dragging.

use eframe::egui::{self, Response, RichText, Stroke, Ui};

use super::detail::detail_ui;
use super::field_types::{kind_word, real_kind};
use super::part_row::{FieldRow, row_ui};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::workbench::author::fields::rule_parts::{self, Home, PartLocation};
use crate::views::workbench::author::short_address::short_address;
use crate::views::workbench::author::state::Authoring;
use crate::widgets::records::column_word;
use crate::widgets::records::short_date;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{FieldType, PageReading, WorkbenchPart};

/// The dragged row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dragged {
    home: Home,
    from: usize,
}

/// Draws the parts and fields of a section.
pub fn home_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    home: Home,
    here: bool,
    quiet: bool,
    actions: &mut Vec<Action>,
) {
    let id = match (home, state.file().list.is_some() || home == Home::List) {
        (Home::List, _) => "app-author-on-list",
        (Home::Page, true) => "app-author-on-pages",
        (Home::Page, false) => "app-author-on-page",
    };
    ui.add_space(4.0);
    // Wrapped: a sentence must not widen the panel and shrink the page beside it.
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(look.t(id)).strong());
        if !here && !quiet {
            let id = match home {
                Home::List => "app-author-elsewhere-list",
                Home::Page => "app-author-elsewhere-page",
            };
            ui.label(look.hint(look.t(id)));
        }
    });
    if quiet {
        ui.label(look.hint(look.t("app-author-pages-by-themselves")));
        return;
    }
    let reading = state.shown_reading().filter(|_| here);
    for row in part_rows(look, state, home, reading.as_deref()) {
        row_ui(ui, look, state, &row, here, actions);
        below_ui(ui, look, state, &row, actions);
    }
    let fields = field_rows(look, state, home, reading.as_deref());
    let count = fields.len();
    for (place, row) in fields.into_iter().enumerate() {
        let dragged = Dragged { home, from: place };
        let response = ui
            .push_id(("field", home, &row.title), |ui| {
                row_ui(ui, look, state, &row, here, actions)
            })
            .inner;
        response.dnd_set_drag_payload(dragged);
        drop_ui(ui, look, state, &response, home, place, actions);
        below_ui(ui, look, state, &row, actions);
    }
    let by_itself = reading
        .as_deref()
        .map(|reading| by_itself(look, state, reading))
        .unwrap_or_default();
    if !by_itself.is_empty() {
        let text = look.t1("app-author-by-itself", "names", by_itself.clone());
        ui.label(look.hint(text));
    }
    // What a click on the page means now is said where the page is used.
    let is_used = here && state.use_page.on;
    if count == 0 && !is_used {
        let id = match (here, by_itself.is_empty()) {
            (true, true) => "app-author-no-fields",
            (true, false) => "app-author-further-fields",
            (false, _) => "app-author-pages-by-themselves",
        };
        ui.label(look.hint(look.t(id)));
    }
}

/// The details of the selected row, directly below it.
fn below_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    row: &FieldRow,
    actions: &mut Vec<Action>,
) {
    if state.shown.as_ref() != Some(&row.spot) {
        return;
    }
    let margin = egui::Margin {
        left: 16,
        right: 4,
        top: 4,
        bottom: 8,
    };
    // In the frame of a click, the details of two rows may be drawn.
    ui.push_id(("detail", row.spot.home, &row.title, &row.raw), |ui| {
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            detail_ui(ui, look, state, actions);
        });
    });
}

/// Shows the drop position of a dragged field, and moves it there.
fn drop_ui(
    ui: &Ui,
    look: &UiContext,
    state: &mut Authoring,
    over: &Response,
    home: Home,
    place: usize,
    actions: &mut Vec<Action>,
) {
    let fits = |dragged: &Dragged| dragged.home == home;
    let lower = ui
        .ctx()
        .pointer_interact_pos()
        .is_some_and(|pos| pos.y > over.rect.center().y);
    let before = if lower { place + 1 } else { place };
    if over
        .dnd_hover_payload::<Dragged>()
        .is_some_and(|dragged| fits(&dragged))
    {
        let y = if lower {
            over.rect.bottom() + 2.0
        } else {
            over.rect.top() - 2.0
        };
        let line = Stroke::new(2.0, look.tokens.accent);
        ui.painter().hline(over.rect.x_range(), y, line);
    }
    if let Some(dragged) = over.dnd_release_payload::<Dragged>()
        && fits(&dragged)
    {
        state.edit(None, actions, |file| {
            rule_parts::move_field(file, home, dragged.from, before)
        });
    }
}

/// The container, the link and the next page.
fn part_rows(
    look: &UiContext,
    state: &Authoring,
    home: Home,
    reading: Option<&PageReading>,
) -> Vec<FieldRow> {
    let file = state.file();
    let base = state
        .page
        .as_ref()
        .map_or_else(String::new, |page| page.url.clone());
    let mut rows = Vec::new();
    let mut row = |part: WorkbenchPart, id: &str, mark: MarkShape, value: String| {
        let spot = PartLocation { home, part };
        rows.push(FieldRow {
            found: None,
            title: look.t(id),
            raw: String::new(),
            mark,
            colour: look.tokens.accent,
            kind: String::new(),
            required: false,
            value,
            fault: None,
            spot,
        });
    };
    let unset = || look.t("app-author-not-set");
    let count = reading.map(|reading| reading.count);
    let several = home == Home::List || file.record.is_some();
    if several {
        let known = home == Home::Page || file.list.as_ref().is_some_and(|l| l.item.is_some());
        let value = match (known, count) {
            (true, Some(count)) => look.t1("app-author-records-here", "count", count),
            (true, None) => look.t("app-author-set"),
            (false, _) => unset(),
        };
        row(
            WorkbenchPart::Item,
            "app-author-part-item",
            MarkShape::Frame,
            value,
        );
    }
    if home == Home::List {
        let links = reading.map_or(0, |r| r.rows.iter().filter(|r| r.link.is_some()).count());
        let first = reading
            .and_then(|reading| reading.rows.iter().find_map(|row| row.link.as_ref()))
            .map(|link| short_address(link, &base))
            .unwrap_or_else(|| {
                let spot = PartLocation {
                    home,
                    part: WorkbenchPart::Link,
                };
                if rule_parts::alternatives(file, &spot).is_empty() {
                    unset()
                } else {
                    look.t("app-author-set")
                }
            });
        row(
            WorkbenchPart::Link,
            "app-author-part-link",
            MarkShape::Ring,
            first,
        );
        if let (Some(last), Some(all)) = (rows.last_mut(), count.filter(|all| *all > 0)) {
            last.found = Some((links, all));
        }
    }
    let next = rule_parts::next(file, home);
    if several || next.is_some() {
        let mut row = |value: String| {
            rows.push(FieldRow {
                spot: PartLocation {
                    home,
                    part: WorkbenchPart::Next,
                },
                title: look.t("app-author-part-next"),
                raw: String::new(),
                mark: MarkShape::Triangle,
                colour: look.tokens.accent,
                kind: String::new(),
                required: false,
                found: None,
                value,
                fault: None,
            });
        };
        row(match (next, reading.and_then(|r| r.next.clone())) {
            (Some(_), Some(url)) => short_address(&url, &base),
            (Some(_), None) if reading.is_some() => look.t("app-author-last-page"),
            (Some(_), None) => look.t("app-author-set"),
            (None, _) => look.t("app-author-this-page-only"),
        });
    }
    rows
}

fn field_rows(
    look: &UiContext,
    state: &Authoring,
    home: Home,
    reading: Option<&PageReading>,
) -> Vec<FieldRow> {
    let file = state.file();
    let fields = rule_parts::fields(file, home).iter();
    let mut rows: Vec<FieldRow> = fields
        .map(|field| {
            let number = rule_parts::number(file, &field.name);
            let found = reading.map(|reading| Found::of(reading, &field.name));
            let title = column_word(look, &field.name);
            let alike = title.to_lowercase() == field.name.to_lowercase();
            FieldRow {
                spot: PartLocation::field(home, &field.name),
                raw: if alike {
                    String::new()
                } else {
                    field.name.clone()
                },
                title,
                mark: state_marks::field_mark(number),
                colour: look.tokens.field(number),
                kind: kind_word(look, real_kind(field)),
                required: field.required,
                found: found
                    .as_ref()
                    .filter(|found| found.all > 0)
                    .map(|found| (found.filled, found.all)),
                value: found.as_ref().map_or_else(String::new, |found| {
                    let first = found.first.as_ref();
                    let shown = |text: &String| match real_kind(field) {
                        FieldType::Date => short_date(text).unwrap_or_else(|| text.clone()),
                        _ => text.clone(),
                    };
                    first
                        .map(shown)
                        .unwrap_or_else(|| look.t("app-author-not-here"))
                }),
                fault: found.and_then(|found| found.fault.map(|fault| look.text(&fault))),
            }
        })
        .collect();
    if home == Home::Page && !file.content.select.is_empty() {
        let found = reading.map(|reading| Found::of(reading, "text"));
        rows.push(FieldRow {
            spot: PartLocation {
                home,
                part: WorkbenchPart::Content,
            },
            title: look.t("app-author-part-content"),
            raw: String::new(),
            mark: MarkShape::Bar,
            colour: look.tokens.accent,
            kind: kind_word(look, FieldType::Text),
            required: false,
            found: found.as_ref().map(|found| (found.filled, found.all)),
            value: found.and_then(|found| found.first).unwrap_or_default(),
            fault: None,
        });
    }
    rows
}

/// The results of a column on this page.
struct Found {
    filled: usize,
    all: usize,
    first: Option<String>,
    fault: Option<bowerbird_engine::types::Message>,
}

impl Found {
    /// Called for every field in every frame, over thousands of rows: it copies none of their
    /// cells.
    fn of(reading: &PageReading, column: &str) -> Self {
        let place = reading.columns.iter().position(|known| known == column);
        let mut found = Self {
            filled: 0,
            all: reading.rows.len(),
            first: None,
            fault: None,
        };
        let Some(place) = place else {
            return found;
        };
        for cell in reading.rows.iter().filter_map(|row| row.cells.get(place)) {
            if let Some(value) = &cell.value {
                found.filled += 1;
                found.first = found.first.or_else(|| Some(value.joined()));
            }
            found.fault = found.fault.or_else(|| cell.fault.clone());
        }
        found
    }
}

/// Columns filled without a rule, so that nobody picks them needlessly.
fn by_itself(look: &UiContext, state: &Authoring, reading: &PageReading) -> Vec<String> {
    use bowerbird_engine::types::CellSource;
    let Some(row) = reading.rows.first() else {
        return Vec::new();
    };
    let known = rule_parts::fields(state.file(), state.home());
    reading
        .columns
        .iter()
        .zip(&row.cells)
        .filter(|(_, cell)| cell.source == CellSource::Generic && cell.value.is_some())
        .filter(|(name, _)| !known.iter().any(|field| field.name == **name))
        .map(|(name, _)| column_word(look, name))
        .collect()
}
