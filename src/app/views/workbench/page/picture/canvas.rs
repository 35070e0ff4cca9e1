//! The page's picture in its scroll area: scrolling, zooming, pointing and clicking. The element
//! under the pointer is found and outlined in the same frame.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{CursorIcon, Pos2, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo};

use super::element_list::element_list_ui;
use super::zoom::{Placed, Zoom, anchored, bringing, margin};
use super::{keys, marks_and_tags};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::element_names::spoken;
use crate::views::workbench::page::input::{ElementMark, How, Navigation, WorkbenchInput};
use crate::views::workbench::page::menu;
use crate::views::workbench::page::state::{PageView, Picture, size_of};
use bowerbird_engine::types::Layout;

/// Idle time after zooming before the page is painted at its scale, in seconds.
const REST: f64 = 0.4;
/// Maximum device pixels per CSS pixel when zooming: four times the memory of the original size.
const MAX_SCALE: f32 = 2.0;

/// Draws the picture with `marks` on it.
pub(crate) fn canvas_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    let Picture::Drawn(layout) = &view.picture else {
        return;
    };
    let layout = Arc::clone(layout);
    let page = size_of(&layout);
    let window = ui.available_rect_before_wrap();
    ui.painter().rect_filled(window, 0.0, look.tokens.ground);
    zoom_by_pointer(ui, view, page, window);
    let zoom = view.zoom.factor(window.width(), page.x);
    // A jump beyond the end of the last frame's picture must not bounce back.
    ui.spacing_mut().scroll.kinetic.rubber_band = false;
    let mut area = ScrollArea::both()
        .id_salt(("canvas", view.ticket))
        .auto_shrink(false)
        .animated(false);
    let to = target_offset(view, page, window.size(), zoom);
    if let Some(offset) = to {
        area = area.scroll_offset(offset);
    }
    let out = area.show_viewport(ui, |ui, _| {
        let edge = margin(page, zoom, window.size());
        let whole = page * zoom + edge;
        let (_, all) = ui.allocate_space(whole);
        let rect = Rect::from_min_size(all.min + edge, page * zoom);
        let placed = Placed { rect, zoom };
        picture_ui(ui, look, view, &layout, placed, marks, inputs, actions);
    });
    view.scroll.offset = out.state.clamped_offset();
    if let Some(offset) = to
        && (offset - view.scroll.offset).length() > 0.5
        && !view.scroll.again
    {
        // The scroll area only knows the picture's new size now.
        view.scroll.wanted = Some(offset);
        view.scroll.offset = offset;
        view.scroll.again = true;
        ui.ctx().request_repaint();
    } else {
        view.scroll.again = false;
    }
    view.scroll.window = Some(out.inner_rect);
    view.scroll.zoom = zoom;
    sharpen(ui, view, zoom, actions);
}

/// Repaints an enlarged page at the larger scale, once the zoom has been idle for a moment.
fn sharpen(ui: &Ui, view: &mut PageView, zoom: f32, actions: &mut Vec<Action>) {
    let own = ui.pixels_per_point();
    let wanted = (own * zoom.max(1.0)).min(MAX_SCALE.max(own));
    let ratio = wanted / view.scale.max(0.01);
    if (0.6..=1.15).contains(&ratio) {
        view.sharper = None;
        return;
    }
    let now = ui.input(|input| input.time);
    match view.sharper {
        Some((scale, since)) if scale == wanted => {
            let left = since + REST - now;
            if left <= 0.0 {
                view.sharper = None;
                view.redraw(wanted, actions);
            } else {
                ui.ctx()
                    .request_repaint_after(Duration::from_secs_f64(left));
            }
        }
        _ => {
            view.sharper = Some((wanted, now));
            ui.ctx()
                .request_repaint_after(Duration::from_secs_f64(REST));
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "all of one frame, used once")]
fn picture_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    layout: &Layout,
    placed: Placed,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    let id = ui.scope_id().with("picture");
    let response = ui.interact(placed.rect, id, Sense::click());
    let title = view.opened.as_ref().map_or("", |page| page.title.as_str());
    let name = look.t1("app-bench-picture", "title", title);
    let now = view.pointing.element().or(view.current);
    response.widget_info(|| WidgetInfo {
        current_text_value: now.map(|element| spoken(view, element)),
        ..WidgetInfo::labeled(Role::Image, true, &name)
    });
    element_list_ui(ui, look, view, &placed, response.id, inputs);
    let waiting = look.t("app-bench-painting");
    view.tiles
        .show(ui, view.ticket, layout, &placed, &waiting, actions);
    let ctrl = ui.input(|input| input.modifiers.command);
    if let Some(pointer) = response.hover_pos() {
        let under = view.boxes.hit(placed.to_page(pointer));
        if view.pointing.at(under) {
            inputs.push(WorkbenchInput::Hover {
                element: view.pointing.element(),
            });
        }
        let leads = ctrl && under.is_some_and(|element| view.link(element).is_some());
        ui.set_cursor_icon(if leads {
            CursorIcon::PointingHand
        } else {
            CursorIcon::Crosshair
        });
    }
    let left = !response.hovered()
        && ui.input(|input| input.pointer.delta() != Vec2::ZERO || !input.pointer.has_pointer());
    if left && view.pointing.element().is_some() && !response.has_focus() {
        view.pointing.at(None);
        inputs.push(WorkbenchInput::Hover { element: None });
    }
    let free = response.hovered() && !ui.ctx().text_edit_focused();
    if response.has_focus() || free {
        keys::wide_and_narrow(ui, view, inputs);
        keys::exclude(ui, view, inputs);
    }
    if response.has_focus() {
        keys::walk(ui, id, view, inputs);
    }
    // Enter makes a click too; the keyboard code handles that.
    let by_pointer = ui.input(|input| input.pointer.primary_clicked());
    // A click beside the open menu closes it and does nothing else.
    let beside_menu = response.context_menu_opened();
    if response.clicked() && by_pointer && !beside_menu {
        response.request_focus();
        let link = view.pointing.element().and_then(|e| view.link(e));
        if let (true, Some(link)) = (view.held.command, link) {
            inputs.push(WorkbenchInput::Navigate(Navigation::To(link.to_owned())));
        } else if let Some(element) = view.pointing.element() {
            let how = How::of(view.held);
            let at = view.boxes.get(element).map(|b| placed.to_screen(b));
            inputs.push(WorkbenchInput::Pick { element, how, at });
        }
    }
    let under = view.pointing.element();
    menu::menu_ui(&response, look, view, under, inputs);
    marks_and_tags::marks_ui(ui, view, &placed, marks);
    marks_and_tags::pointed_ui(ui, view, &placed);
    if response.has_focus() {
        look.ring_inside(ui, ui.clip_rect());
    }
}

impl PageView {
    /// Zooms around the middle of the window.
    pub fn zoom_command(&mut self, command: UiCommand) {
        let (Picture::Drawn(layout), Some(window)) = (&self.picture, self.scroll.window) else {
            return;
        };
        let page = size_of(layout);
        let now = self.zoom.factor(window.width(), page.x);
        let zoom = match command {
            UiCommand::ZoomIn => Zoom::larger(now),
            UiCommand::ZoomOut => Zoom::smaller(now),
            _ => Zoom::At(1.0),
        };
        zoom_to(self, zoom, page, window, None);
    }
}

/// Ctrl with the wheel, or a pinch, zooms around the pointer.
fn zoom_by_pointer(ui: &Ui, view: &mut PageView, page: Vec2, window: Rect) {
    let by = ui.input(|input| input.zoom_delta());
    let Some(pointer) = ui.input(|input| input.pointer.hover_pos()) else {
        return;
    };
    if by == 1.0 || !window.contains(pointer) || !ui.rect_contains_pointer(window) {
        return;
    }
    let now = view.zoom.factor(window.width(), page.x);
    zoom_to(view, Zoom::by(now, by), page, window, Some(pointer));
}

/// Zooms so that the content under `around`, or in the middle of the window, stays there.
pub(crate) fn zoom_to(
    view: &mut PageView,
    zoom: Zoom,
    page: Vec2,
    window: Rect,
    around: Option<Pos2>,
) {
    let before = view.zoom.factor(window.width(), page.x);
    let after = zoom.factor(window.width(), page.x);
    let under = around.unwrap_or_else(|| window.center()) - window.min;
    let offset = view.scroll.wanted.unwrap_or(view.scroll.offset);
    let offset = anchored(page, window.size(), offset, under, (before, after));
    view.scroll.wanted = Some(offset);
    view.zoom = zoom;
}

/// The requested scroll offset in this frame, if any.
fn target_offset(view: &mut PageView, page: Vec2, window: Vec2, zoom: f32) -> Option<Vec2> {
    let mut wanted = view.scroll.wanted.take();
    let place = view.scroll.place.take();
    if let Some(place) = place {
        wanted = Some(place.to_vec2() * zoom);
    }
    if let Some(element) = view.scroll.element.take()
        && let Some(target) = view.boxes.get(element)
    {
        let offset = wanted.unwrap_or(view.scroll.offset);
        wanted = bringing(target, page, window, offset, zoom).or(wanted);
    }
    let wanted = wanted.map(|offset| {
        let most = (page * zoom + margin(page, zoom, window) - window).max(Vec2::ZERO);
        offset.clamp(Vec2::ZERO, most)
    });
    if let Some(place) = place {
        view.scroll.returned = wanted.map(|offset| (place, offset));
    }
    wanted
}
