//! The tree view: one row per element, drawing only visible ones. A click picks, the triangle
//! opens. Up and Down move, Right and Left open and close, `*` opens everything below, Enter picks.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    self, EventFilter, FontId, Key, Modifiers, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, pos2,
    vec2,
};

use crate::style::ui_context::UiContext;
use crate::views::workbench::page::input::{ElementMark, How, MarkStyle, WorkbenchInput};
use crate::views::workbench::page::picture::click_modifiers;
use crate::views::workbench::page::row_widget;
use crate::views::workbench::page::state::PageView;
use crate::widgets::state_marks as shapes;
use bowerbird_engine::types::{ElementIndex, TreeLine};

/// Height of a row in points.
const ROW: f32 = 20.0;
/// Indent per level, and the deepest level indented.
const INDENT: (f32, u16) = (12.0, 30);
/// Width of a question at the right.
const QUESTION: f32 = 360.0;
/// Width of the field marks at the left.
const GUTTER: f32 = 18.0;

/// Draws the tree.
pub(crate) fn tree_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
) {
    if view.tree.is_empty() {
        look.empty_state(ui, "app-page-tree-waiting", "app-page-tree-waiting-hint");
        return;
    }
    let name = look.t("app-page-tree-name");
    let whole = row_widget::focusable(ui, "tree", Role::Tree, &name, view);
    let (id, area) = (whole.id, whole.rect);
    if whole.has_focus() {
        keys(ui, id, view, inputs);
    }
    let wanted = view.in_tree.wanted.take();
    let to = wanted.and_then(|element| {
        let row = reveal(view, element)?;
        Some((element, to_row(row, view.in_tree.offset, area.height())))
    });
    let scroll = row_widget::window(ui, "tree", view, to.map(|(_, offset)| offset));
    let marked: std::collections::BTreeMap<ElementIndex, &ElementMark> =
        marks.iter().map(|mark| (mark.element, mark)).collect();
    let mut hovered = None;
    let mut toggled = None;
    let out = scroll.show_rows(ui, ROW, view.tree.len(), |ui, shown| {
        for row in shown {
            let Some(line) = view.tree.row(row) else {
                continue;
            };
            let drawn = row_ui(ui, look, view, line, marked.get(&line.element).copied());
            if drawn.hovered {
                hovered = Some(line.element);
            }
            if drawn.toggled {
                toggled = Some(line.element);
            }
            if let Some(how) = drawn.picked {
                inputs.push(WorkbenchInput::Pick {
                    element: line.element,
                    how,
                    at: Some(drawn.rect),
                });
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        }
    });
    if view.in_tree.came_to(out.state.clamped_offset().y, to) {
        ui.ctx().request_repaint();
    }
    if let Some(element) = toggled {
        let open = view.tree.is_open(element);
        view.tree.set_open(element, !open);
    }
    row_widget::hover(ui, view, hovered, inputs);
    if whole.has_focus() {
        look.ring_inside(ui, area);
    }
}

fn reveal(view: &mut PageView, element: ElementIndex) -> Option<usize> {
    view.tree.reveal(element);
    view.tree.row_of(element)
}

/// The scroll offset that shows `row`: the current one if it is visible.
pub(super) fn to_row(row: usize, offset: f32, height: f32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 rows")]
    let top = row as f32 * ROW;
    if top >= offset && top + ROW <= offset + height - 16.0 {
        offset
    } else {
        (top - height / 2.0).max(0.0)
    }
}

/// The part of a row below which a question is shown: at the right, so that the beginnings of the
/// rows below stay visible and can be added with Shift.
pub(crate) fn beside(ui: &Ui, row: Rect) -> Rect {
    let seen = row.intersect(ui.clip_rect());
    let left = (seen.right() - QUESTION).max(seen.left());
    Rect::from_min_max(pos2(left, row.top()), seen.right_bottom())
}

struct Drawn {
    /// The rectangle for a question about it.
    rect: Rect,
    hovered: bool,
    toggled: bool,
    picked: Option<How>,
}

fn row_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &PageView,
    line: &TreeLine,
    mark: Option<&ElementMark>,
) -> Drawn {
    let job = line_layout(ui, look, line);
    let galley = ui.painter().layout_job(job);
    let indent = GUTTER + f32::from(line.depth.min(INDENT.1)) * INDENT.0;
    let width = (indent + 20.0 + galley.size().x).max(ui.available_width());
    let (_, rect) = ui.allocate_space(vec2(width, ROW));
    let row_id = ui.scope_id().with(("row", line.element));
    let response = ui.interact(rect, row_id, Sense::click());
    let chosen = view.current == Some(line.element);
    let pointed = view.pointing.element() == Some(line.element);
    let found = view.find.holds(line.element);
    response.widget_info(|| {
        let name = format!("{} {}", galley_name(line), line.text);
        WidgetInfo::selected(Role::TreeItem, true, chosen, name.trim())
    });
    let painter = ui.painter();
    if chosen {
        painter.rect_filled(rect, 0.0, look.tokens.selection);
    } else if pointed || response.hovered() {
        painter.rect_filled(rect, 0.0, look.tokens.hover);
    }
    if let Some(mark) = mark {
        let shape = mark.shape.unwrap_or(match mark.style {
            MarkStyle::Chosen => shapes::MarkShape::Disc,
            MarkStyle::Excluded => shapes::MarkShape::Cross,
            _ => shapes::MarkShape::Ring,
        });
        let centre = pos2(rect.left() + 9.0, rect.center().y);
        shapes::paint(painter, shape, mark.colour.in_panel(look), centre, 4.0);
    }
    if found {
        let line = Rect::from_min_size(rect.min, vec2(3.0, ROW));
        painter.rect_filled(line, 0.0, look.tokens.warn);
    }
    let at = pos2(rect.left() + indent, rect.top());
    let mut toggled = response.double_clicked();
    if line.children > 0 {
        let place = Rect::from_min_size(at, vec2(16.0, ROW));
        let open = view.tree.is_open(line.element);
        triangle(painter, place.center(), open, look.tokens.dim);
        let on_sign = response
            .interact_pointer_pos()
            .is_some_and(|pointer| place.contains(pointer));
        toggled |= response.clicked() && on_sign;
        if response.clicked() && on_sign {
            return Drawn {
                rect,
                hovered: response.hovered(),
                toggled,
                picked: None,
            };
        }
    }
    let text = pos2(at.x + 18.0, rect.center().y - galley.size().y / 2.0);
    painter.galley(text, galley, look.tokens.text);
    Drawn {
        rect: beside(ui, rect),
        hovered: response.hovered(),
        toggled,
        picked: (response.clicked() && !response.double_clicked())
            .then(|| click_modifiers::how(ui, view)),
    }
}

/// Points right while closed, down while open.
fn triangle(painter: &egui::Painter, centre: egui::Pos2, open: bool, ink: egui::Color32) {
    let at = |x: f32, y: f32| pos2(centre.x + x, centre.y + y);
    let corners = if open {
        vec![at(-4.0, -2.0), at(4.0, -2.0), at(0.0, 3.0)]
    } else {
        vec![at(-2.0, -4.0), at(3.0, 0.0), at(-2.0, 4.0)]
    };
    painter.add(egui::Shape::convex_polygon(
        corners,
        ink,
        egui::Stroke::NONE,
    ));
}

fn galley_name(line: &TreeLine) -> String {
    let mut name = line.tag.clone();
    if !line.id.is_empty() {
        name.push('#');
        name.push_str(&line.id);
    }
    for class in line.classes.split_whitespace() {
        name.push('.');
        name.push_str(class);
    }
    name
}

/// Tag, id, classes and text, each in its colour.
fn line_layout(ui: &Ui, look: &UiContext, line: &TreeLine) -> LayoutJob {
    let font = FontId::monospace(12.0);
    let mut job = LayoutJob::default();
    let mut add = |text: &str, colour, font: &FontId| {
        job.append(text, 0.0, TextFormat::simple(font.clone(), colour));
    };
    add(&line.tag, look.tokens.accent, &font);
    if !line.id.is_empty() {
        add(&format!("#{}", line.id), look.tokens.warn, &font);
    }
    for class in line.classes.split_whitespace().take(6) {
        add(&format!(".{class}"), look.tokens.ok, &font);
    }
    if !line.text.is_empty() {
        let body = TextStyle::Body.resolve(ui.style());
        add(&format!("  {}", line.text), look.tokens.dim, &body);
    }
    job.wrap.max_rows = 1;
    job
}

fn keys(ui: &Ui, id: egui::Id, view: &mut PageView, inputs: &mut Vec<WorkbenchInput>) {
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let cursor = view.pointing.element().or(view.current);
    let row = cursor.and_then(|element| view.tree.row_of(element));
    let at = |row: usize| view.tree.row(row).map(|line| line.element);
    let page = 20;
    let next = if pressed(Key::ArrowDown) {
        at(row.map_or(0, |row| row + 1))
    } else if pressed(Key::ArrowUp) {
        row.and_then(|row| at(row.checked_sub(1)?))
    } else if pressed(Key::PageDown) {
        at((row.unwrap_or(0) + page).min(view.tree.len().saturating_sub(1)))
    } else if pressed(Key::PageUp) {
        at(row.unwrap_or(0).saturating_sub(page))
    } else if pressed(Key::Home) {
        at(0)
    } else if pressed(Key::End) {
        at(view.tree.len().saturating_sub(1))
    } else if pressed(Key::ArrowRight) {
        cursor.and_then(|element| step_in(view, element))
    } else if pressed(Key::ArrowLeft) {
        cursor.and_then(|element| step_out(view, element))
    } else {
        if let (true, Some(element)) = (asterisk(ui), cursor) {
            view.tree.set_all_open(element, true);
        }
        None
    };
    if let Some(next) = next {
        row_widget::walk_to(view, next, inputs);
        view.in_tree.wanted = Some(next);
    }
    crate::views::workbench::page::picture::keys::pick(ui, view, inputs);
    crate::views::workbench::page::picture::keys::exclude(ui, view, inputs);
}

fn step_in(view: &mut PageView, element: ElementIndex) -> Option<ElementIndex> {
    if view.tree.is_open(element) {
        view.tree.child(element)
    } else {
        view.tree.set_open(element, true);
        None
    }
}

fn step_out(view: &mut PageView, element: ElementIndex) -> Option<ElementIndex> {
    let open = view.tree.is_open(element) && view.tree.child(element).is_some();
    if open {
        view.tree.set_open(element, false);
        None
    } else {
        view.tree.parent(element)
    }
}

fn asterisk(ui: &Ui) -> bool {
    ui.input(|input| {
        input
            .events
            .iter()
            .any(|event| matches!(event, egui::Event::Text(text) if text == "*"))
    })
}
