//! The picture of the page: tiles asked for when they are scrolled to, the box under the pointer,
//! the picked box, the matched boxes. Solid: chosen. Dashed: matched like it.

use std::sync::Arc;

use eframe::egui::{
    self, Align2, Color32, Key, Modifiers, Painter, Pos2, Rect, Role, ScrollArea, Sense, Shape,
    Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::state::{Picture, WorkbenchState};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::theme::UNTINTED;
use crate::engine::Command;
use crate::engine::types::{ElementBox, ElementIndex, Layout, hit};

/// Tiles kept beside the visible ones.
const TILES_AROUND: u32 = 4;

/// Draws the picture.
pub fn canvas_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let Picture::Drawn(layout) = &state.picture else {
        return;
    };
    let layout = Arc::clone(layout);
    let page_size = vec2(px(layout.width), px(layout.height));
    let zoom = ((ui.available_width() - 12.0) / page_size.x.max(1.0)).clamp(0.05, 1.0);
    ScrollArea::both()
        .id_salt(("canvas", state.ticket))
        .auto_shrink(false)
        .show_viewport(ui, |ui, viewport| {
            let (rect, response) = ui.allocate_exact_size(page_size * zoom, Sense::click());
            let title = state.page.as_ref().map_or("", |page| page.title.as_str());
            let name = look.t1("app-bench-picture", "title", title);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            let view = View { rect, zoom };
            tiles_ui(ui, look, state, &layout, &view, viewport, actions);
            if let Some(pointer) = response.hover_pos() {
                let (x, y) = view.to_page(pointer);
                state.hovered = hit(&layout.boxes, x, y);
            }
            if response.has_focus() {
                keys(ui, response.id, state, &layout, &view, actions);
            }
            if response.clicked() {
                response.request_focus();
                if let Some(element) = state.hovered {
                    state.pick(element, actions);
                }
            }
            overlays_ui(ui, look, state, &layout, &view);
        });
}

/// Where the page lies on the screen.
struct View {
    rect: Rect,
    zoom: f32,
}

impl View {
    fn to_page(&self, point: Pos2) -> (f32, f32) {
        let offset = (point - self.rect.min) / self.zoom;
        (offset.x, offset.y)
    }

    fn to_screen(&self, b: &ElementBox) -> Rect {
        let min = self.rect.min + vec2(b.x, b.y) * self.zoom;
        Rect::from_min_size(min, vec2(b.width, b.height) * self.zoom)
    }
}

#[expect(clippy::cast_precision_loss, reason = "pages stay far below 2^24 px")]
fn px(value: u32) -> f32 {
    value as f32
}

fn tiles_ui(
    ui: &Ui,
    look: &Look,
    state: &mut WorkbenchState,
    layout: &Layout,
    view: &View,
    viewport: Rect,
    actions: &mut Vec<Action>,
) {
    let height = px(layout.tile_height.max(1)) * view.zoom;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tile numbers"
    )]
    let number = |y: f32| (y.max(0.0) / height) as u32;
    let last_tile = layout.height.max(1).div_ceil(layout.tile_height.max(1)) - 1;
    let (first, last) = (
        number(viewport.top()),
        number(viewport.bottom()).min(last_tile),
    );
    for tile in first..=last {
        let top = px(tile) * height;
        let bottom = (top + height).min(view.rect.height());
        let rect = Rect::from_min_max(
            view.rect.min + vec2(0.0, top),
            view.rect.min + vec2(view.rect.width(), bottom),
        );
        if let Some(texture) = state.tiles.get(&tile) {
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            ui.painter().image(texture.id(), rect, whole, UNTINTED);
        } else {
            ui.painter().rect_filled(rect, 0.0, look.tokens.ground);
            let font = TextStyle::Small.resolve(ui.style());
            let text = look.t("app-bench-painting");
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                text,
                font,
                look.tokens.dim,
            );
            if state.asked.insert(tile) {
                actions.push(Action::Send(Command::PaintTile {
                    ticket: state.ticket,
                    number: tile,
                }));
            }
        }
    }
    // Far tiles go, so that a page of 160,000 px does not fill the graphics memory.
    let near = first.saturating_sub(TILES_AROUND)..=last.saturating_add(TILES_AROUND);
    state.tiles.retain(|tile, _| near.contains(tile));
    let tiles = &state.tiles;
    state
        .asked
        .retain(|tile| tiles.contains_key(tile) || near.contains(tile));
}

fn overlays_ui(ui: &Ui, look: &Look, state: &WorkbenchState, layout: &Layout, view: &View) {
    let painter = ui.painter();
    let clip = ui.clip_rect();
    let boxed = |element: ElementIndex| {
        let place = state.boxes.get(&element)?;
        let rect = view.to_screen(layout.boxes.get(*place)?);
        rect.intersects(clip).then_some(rect)
    };
    let colour = state
        .draft
        .field
        .map_or(look.tokens.accent, |field| look.tokens.field(field));
    if let Some(selection) = &state.selection {
        for element in selection.matches.iter().filter_map(|found| found.element) {
            if let Some(rect) = boxed(element) {
                dashed(painter, rect, colour);
            }
        }
    }
    if let Some(rect) = state
        .picked
        .as_ref()
        .and_then(|picked| boxed(picked.element))
    {
        painter.rect_filled(rect, 2.0, colour.gamma_multiply(0.10));
        painter.rect_stroke(rect, 2.0, Stroke::new(2.0, colour), StrokeKind::Outside);
    }
    if let Some(place) = state.hovered.and_then(|element| state.boxes.get(&element))
        && let Some(under) = layout.boxes.get(*place)
    {
        hover_ui(ui, look, view.to_screen(under), under);
    }
}

fn hover_ui(ui: &Ui, look: &Look, rect: Rect, under: &ElementBox) {
    let painter = ui.painter();
    painter.rect_stroke(
        rect,
        1.0,
        Stroke::new(1.0, look.tokens.accent),
        StrokeKind::Outside,
    );
    let text = format!("{} {:.0} × {:.0}", under.tag, under.width, under.height);
    let font = TextStyle::Small.resolve(ui.style());
    let galley = painter.layout_no_wrap(text, font, look.tokens.on_accent);
    let size = galley.size() + vec2(8.0, 4.0);
    let clip = ui.clip_rect();
    let above = rect.top() - size.y >= clip.top();
    let y = if above {
        rect.top() - size.y
    } else {
        rect.bottom().min(clip.bottom() - size.y)
    };
    let x = rect
        .left()
        .clamp(clip.left(), (clip.right() - size.x).max(clip.left()));
    let label = Rect::from_min_size(pos2(x, y), size);
    painter.rect_filled(label, 2.0, look.tokens.accent);
    painter.galley(label.min + vec2(4.0, 2.0), galley, look.tokens.on_accent);
}

fn dashed(painter: &Painter, rect: Rect, colour: Color32) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    let shapes = Shape::dashed_line(&corners, Stroke::new(1.5, colour), 5.0, 3.0);
    painter.extend(shapes);
}

/// Arrows walk over the boxes: right and left to the next and the one before, up to what holds
/// it, down to what it holds; Enter picks.
fn keys(
    ui: &Ui,
    id: egui::Id,
    state: &mut WorkbenchState,
    layout: &Layout,
    view: &View,
    actions: &mut Vec<Action>,
) {
    let filter = egui::EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..egui::EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let now = state
        .hovered
        .or(state.picked.as_ref().map(|picked| picked.element));
    let next = if pressed(Key::ArrowRight) || pressed(Key::ArrowDown) {
        let after = now.map_or(0, |element| element + 1);
        state
            .boxes
            .range(after..)
            .next()
            .map(|(element, _)| *element)
    } else if pressed(Key::ArrowLeft) {
        state
            .boxes
            .range(..now.unwrap_or(0))
            .next_back()
            .map(|(element, _)| *element)
    } else if pressed(Key::ArrowUp) {
        now.and_then(|element| holder(state, layout, element))
    } else {
        None
    };
    if let Some(next) = next {
        state.hovered = Some(next);
        if let Some(b) = state
            .boxes
            .get(&next)
            .and_then(|place| layout.boxes.get(*place))
        {
            ui.scroll_to_rect(view.to_screen(b), None);
        }
    }
    if let (true, Some(element)) = (pressed(Key::Enter), state.hovered) {
        state.pick(element, actions);
    }
}

/// The nearest earlier element whose box holds that of `element`.
fn holder(state: &WorkbenchState, layout: &Layout, element: ElementIndex) -> Option<ElementIndex> {
    let rect_of = |place: usize| {
        let b = layout.boxes.get(place)?;
        Some(Rect::from_min_size(pos2(b.x, b.y), vec2(b.width, b.height)))
    };
    let inner = rect_of(*state.boxes.get(&element)?)?;
    state
        .boxes
        .range(..element)
        .rev()
        .find(|(_, place)| {
            rect_of(**place).is_some_and(|outer| outer.contains_rect(inner) && outer != inner)
        })
        .map(|(element, _)| *element)
}
