//! The rows of the rule's panel: a part or a field, how often it was found on this page, its first
//! value. A click shows its details and arms it: the next click on the page is its example. Rows
//! of fields are dragged to another place.

use eframe::egui::{
    self, Align, Label, Layout, Rect, Response, RichText, Role, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::detail::detail_ui;
use super::kinds::{kind_word, real_kind};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::views::workbench::author::parts::{self, Home, Spot};
use crate::app::views::workbench::author::state::Authoring;
use crate::app::views::workbench::author::strip::column_word;
use crate::app::widgets::marks::{self, Mark};
use crate::app::widgets::records::short_stamp;
use crate::engine::types::{BenchPart, FieldType, PageReading, ReadCell};

/// Height of a row with its value, and without.
const TALL: f32 = 44.0;
const FLAT: f32 = 24.0;
/// Longest value shown, in characters.
const MAX_VALUE_CHARS: usize = 120;

/// What is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dragged {
    home: Home,
    from: usize,
}

/// One row.
struct Row {
    spot: Spot,
    title: String,
    mark: Mark,
    colour: egui::Color32,
    /// Its type, in a word.
    kind: String,
    /// Whether a record needs it.
    required: bool,
    /// Found, of so many.
    found: Option<(usize, usize)>,
    /// Its first value, or why there is none.
    value: String,
    /// The reason for a faulty value.
    fault: Option<String>,
}

/// Draws the parts and fields of a home.
pub fn home_ui(
    ui: &mut Ui,
    look: &Look,
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
    ui.horizontal(|ui| {
        ui.label(RichText::new(look.t(id)).strong());
        if !here && !quiet {
            ui.label(look.hint(look.t("app-author-elsewhere")));
        }
    });
    if quiet {
        ui.label(look.hint(look.t("app-author-pages-by-themselves")));
        return;
    }
    let reading = state.reading.clone().filter(|_| here);
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
    if count == 0 {
        let id = if here {
            "app-author-no-fields"
        } else {
            "app-author-pages-by-themselves"
        };
        ui.label(look.hint(look.t(id)));
    }
    if here {
        by_itself_ui(ui, look, state, reading.as_deref());
    }
}

/// The details of a row that is shown, right below it.
fn below_ui(ui: &mut Ui, look: &Look, state: &mut Authoring, row: &Row, actions: &mut Vec<Action>) {
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
    ui.push_id(("detail", row.spot.home, &row.title), |ui| {
        egui::Frame::new().inner_margin(margin).show(ui, |ui| {
            detail_ui(ui, look, state, actions);
        });
    });
}

/// Shows where a dragged field would go, and puts it there.
fn drop_ui(
    ui: &Ui,
    look: &Look,
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
            parts::move_field(file, home, dragged.from, before)
        });
    }
}

/// What holds a record, where it leads, how the page goes on.
fn part_rows(
    look: &Look,
    state: &Authoring,
    home: Home,
    reading: Option<&PageReading>,
) -> Vec<Row> {
    let file = state.file();
    let mut rows = Vec::new();
    let mut row = |part: BenchPart, id: &str, mark: Mark, value: String| {
        let spot = Spot { home, part };
        rows.push(Row {
            found: None,
            title: look.t(id),
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
        row(BenchPart::Item, "app-author-part-item", Mark::Frame, value);
    }
    if home == Home::List {
        let links = reading.map_or(0, |r| r.rows.iter().filter(|r| r.link.is_some()).count());
        let first = reading
            .and_then(|reading| reading.rows.iter().find_map(|row| row.link.clone()))
            .unwrap_or_else(|| {
                let spot = Spot {
                    home,
                    part: BenchPart::Link,
                };
                if parts::ways(file, &spot).is_empty() {
                    unset()
                } else {
                    look.t("app-author-set")
                }
            });
        row(BenchPart::Link, "app-author-part-link", Mark::Ring, first);
        if let (Some(last), Some(all)) = (rows.last_mut(), count.filter(|all| *all > 0)) {
            last.found = Some((links, all));
        }
    }
    let next = parts::next(file, home);
    if several || next.is_some() {
        let mut row = |value: String| {
            rows.push(Row {
                spot: Spot {
                    home,
                    part: BenchPart::Next,
                },
                title: look.t("app-author-part-next"),
                mark: Mark::Triangle,
                colour: look.tokens.accent,
                kind: String::new(),
                required: false,
                found: None,
                value,
                fault: None,
            });
        };
        row(match (next, reading.and_then(|r| r.next.clone())) {
            (Some(_), Some(url)) => url,
            (Some(_), None) if reading.is_some() => look.t("app-author-last-page"),
            (Some(_), None) => look.t("app-author-set"),
            (None, _) => look.t("app-author-this-page-only"),
        });
    }
    rows
}

fn field_rows(
    look: &Look,
    state: &Authoring,
    home: Home,
    reading: Option<&PageReading>,
) -> Vec<Row> {
    let file = state.file();
    let fields = parts::fields(file, home).iter();
    let mut rows: Vec<Row> = fields
        .map(|field| {
            let number = parts::number(file, &field.name);
            let found = reading.map(|reading| Found::of(reading, &field.name));
            Row {
                spot: Spot::field(home, &field.name),
                title: field.name.clone(),
                mark: marks::field_mark(number),
                colour: look.tokens.field(number),
                kind: kind_word(look, real_kind(field)),
                required: field.required,
                found: found
                    .as_ref()
                    .filter(|found| found.all > 0)
                    .map(|found| (found.filled, found.all)),
                value: found.as_ref().map_or_else(String::new, |found| {
                    found
                        .first
                        .clone()
                        .unwrap_or_else(|| look.t("app-author-not-here"))
                }),
                fault: found.and_then(|found| found.fault.map(|fault| look.say(&fault))),
            }
        })
        .collect();
    if home == Home::Page && !file.content.select.is_empty() {
        let found = reading.map(|reading| Found::of(reading, "text"));
        rows.push(Row {
            spot: Spot {
                home,
                part: BenchPart::Content,
            },
            title: look.t("app-author-part-content"),
            mark: Mark::Bar,
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

/// How a column fares on this page.
struct Found {
    filled: usize,
    all: usize,
    first: Option<String>,
    fault: Option<crate::engine::types::Message>,
}

impl Found {
    fn of(reading: &PageReading, column: &str) -> Self {
        let place = reading.columns.iter().position(|known| known == column);
        let cells = || {
            let cell = |row: &'_ crate::engine::types::ReadRow| -> Option<ReadCell> {
                row.cells.get(place?).cloned()
            };
            reading.rows.iter().filter_map(cell)
        };
        Self {
            filled: cells().filter(|cell| cell.value.is_some()).count(),
            all: reading.rows.len(),
            first: cells().find_map(|cell| cell.value.map(|value| value.joined())),
            fault: cells().find_map(|cell| cell.fault),
        }
    }
}

/// What is found on this page without being said: quiet, so that nobody points at it in vain.
fn by_itself_ui(ui: &mut Ui, look: &Look, state: &Authoring, reading: Option<&PageReading>) {
    use crate::engine::types::CellSource;
    let Some(reading) = reading else {
        return;
    };
    let Some(row) = reading.rows.first() else {
        return;
    };
    let known = parts::fields(state.file(), state.home());
    let names: Vec<String> = reading
        .columns
        .iter()
        .zip(&row.cells)
        .filter(|(_, cell)| cell.source == CellSource::Generic && cell.value.is_some())
        .filter(|(name, _)| !known.iter().any(|field| field.name == **name))
        .map(|(name, _)| column_word(look, name))
        .collect();
    if !names.is_empty() {
        let text = look.t1("app-author-by-itself", "names", names.join(", "));
        ui.label(look.hint(text));
    }
}

fn row_ui(
    ui: &mut Ui,
    look: &Look,
    state: &mut Authoring,
    row: &Row,
    here: bool,
    actions: &mut Vec<Action>,
) -> Response {
    let shown = state.shown.as_ref() == Some(&row.spot);
    let armed = state.armed.as_ref() == Some(&row.spot);
    let tall = here && (!row.value.is_empty() || row.fault.is_some());
    let size = vec2(ui.available_width(), if tall { TALL } else { FLAT });
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &row.title));
    if shown || response.hovered() {
        let fill = if shown {
            look.tokens.selection
        } else {
            look.tokens.ground
        };
        ui.painter().rect_filled(rect, 6.0, fill);
    }
    look.ring(ui, &response);
    let inside = rect.shrink2(vec2(8.0, 3.0));
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        line_ui(ui, look, row, armed);
        if tall {
            value_ui(ui, look, row);
        }
    });
    if response.clicked() {
        clicked(state, row, shown, armed, here, actions);
    }
    let tip = match (&row.fault, here) {
        (Some(fault), _) => fault.clone(),
        (None, true) => look.t("app-author-row-tip"),
        (None, false) => look.t("app-author-row-elsewhere-tip"),
    };
    response.on_hover_text(tip)
}

fn clicked(
    state: &mut Authoring,
    row: &Row,
    shown: bool,
    armed: bool,
    here: bool,
    actions: &mut Vec<Action>,
) {
    if shown && armed {
        // A second click: no more pointing at it.
        state.armed = None;
        return;
    }
    state.question = None;
    state.show(row.spot.clone(), actions);
    state.armed = here.then(|| row.spot.clone());
    let first = state.reading.as_ref().and_then(|reading| {
        let marks = reading.marks.iter();
        let mut own = marks.filter(|marks| marks.part == row.spot.part);
        own.find_map(|marks| marks.elements.first().copied())
    });
    if here {
        state.scroll_to = first;
    }
}

fn line_ui(ui: &mut Ui, look: &Look, row: &Row, armed: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let mark = Rect::from_min_size(rect.min, vec2(10.0, 18.0));
    marks::paint(ui.painter(), row.mark, row.colour, mark.center(), 4.0);
    let rest = Rect::from_min_max(rect.min + vec2(16.0, 0.0), rect.max);
    // How often first, from the right: the words before it are cut where there is no room.
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(rest).layout(layout), |ui| {
        if let Some((filled, all)) = row.found {
            let colour = if filled == 0 {
                look.tokens.warn
            } else {
                look.tokens.dim
            };
            let text = RichText::new(format!("{filled}/{all}"))
                .small()
                .color(colour);
            ui.add(Label::new(text).selectable(false));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            words_ui(ui, look, row, armed);
        });
    });
}

fn words_ui(ui: &mut Ui, look: &Look, row: &Row, armed: bool) {
    let name = RichText::new(&row.title).color(look.tokens.text).strong();
    ui.add(Label::new(name).selectable(false).truncate());
    let mut about = row.kind.clone();
    if row.required {
        about.push_str(" · ");
        about.push_str(&look.t("app-author-required"));
    }
    ui.add(Label::new(look.hint(about)).selectable(false).truncate());
    if armed {
        let text = look.coloured(look.t("app-author-armed"), look.tokens.accent);
        ui.add(Label::new(text.small()).selectable(false).truncate());
    }
}

fn value_ui(ui: &mut Ui, look: &Look, row: &Row) {
    let value: String = row
        .value
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(MAX_VALUE_CHARS)
        .collect();
    let text = match &row.fault {
        Some(fault) => look.coloured(fault, look.tokens.bad).small(),
        None => look.hint(short_stamp(&value)),
    };
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        ui.add(Label::new(text).selectable(false).truncate());
    });
}
