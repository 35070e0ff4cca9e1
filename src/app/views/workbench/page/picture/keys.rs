//! The keyboard on the picture. Arrows move over the boxes: right and left to the next and the
//! previous one, up to the parent; Enter picks, with Shift adds one more; X, or Enter with Alt,
//! excludes. P and C widen and narrow the outline. Page keys, Home, End and the space bar scroll.

use eframe::egui::{EventFilter, Id, Key, Modifiers, Ui, Vec2, vec2};

use crate::views::workbench::page::input::{How, WorkbenchInput};
use crate::views::workbench::page::row_widget::walk_to;
use crate::views::workbench::page::state::PageView;

/// Handles the keys for moving, picking and scrolling.
pub(super) fn walk(ui: &Ui, id: Id, view: &mut PageView, inputs: &mut Vec<WorkbenchInput>) {
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let now = view.pointing.element().or(view.current);
    let next = if pressed(Key::ArrowRight) || pressed(Key::ArrowDown) {
        view.boxes.after(now)
    } else if pressed(Key::ArrowLeft) {
        view.boxes.before(now)
    } else if pressed(Key::ArrowUp) {
        now.and_then(|element| view.holder(element))
    } else {
        None
    };
    if let Some(next) = next {
        walk_to(view, next, inputs);
    }
    pick(ui, view, inputs);
    scroll(ui, view);
}

/// Enter picks the pointed element.
pub(crate) fn pick(ui: &Ui, view: &PageView, inputs: &mut Vec<WorkbenchInput>) {
    let Some(element) = view.pointing.element() else {
        return;
    };
    for modifiers in [Modifiers::SHIFT, Modifiers::ALT, Modifiers::NONE] {
        if ui.input_mut(|input| input.consume_key(modifiers, Key::Enter)) {
            inputs.push(WorkbenchInput::Pick {
                element,
                how: How::of(modifiers),
                at: view.on_screen(element),
            });
            return;
        }
    }
}

/// X or Delete excludes. Window managers reserve clicks with Alt for themselves.
pub(crate) fn exclude(ui: &Ui, view: &PageView, inputs: &mut Vec<WorkbenchInput>) {
    let Some(element) = view.pointing.element() else {
        return;
    };
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::X) || pressed(Key::Delete) {
        inputs.push(WorkbenchInput::Pick {
            element,
            how: How::Exclude,
            at: view.on_screen(element),
        });
    }
}

fn scroll(ui: &Ui, view: &mut PageView) {
    let Some(window) = view.scroll.window else {
        return;
    };
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let page = vec2(0.0, (window.height() - 40.0).max(40.0));
    let far = vec2(0.0, f32::MAX / 4.0);
    let by = if pressed(Modifiers::SHIFT, Key::Space) || pressed(Modifiers::NONE, Key::PageUp) {
        -page
    } else if pressed(Modifiers::NONE, Key::Space) || pressed(Modifiers::NONE, Key::PageDown) {
        page
    } else if pressed(Modifiers::NONE, Key::Home) {
        -far
    } else if pressed(Modifiers::NONE, Key::End) {
        far
    } else {
        return;
    };
    view.scroll.wanted = Some((view.scroll.offset + by).max(Vec2::ZERO));
}

/// P widens the outline to the parent, C narrows it again.
pub(super) fn wide_and_narrow(ui: &Ui, view: &mut PageView, inputs: &mut Vec<WorkbenchInput>) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let changed = if pressed(Key::P) {
        let holder = view
            .pointing
            .element()
            .or(view.current)
            .and_then(|element| view.holder(element));
        if let Some(holder) = holder {
            view.pointing.widen(holder);
        }
        holder.is_some()
    } else {
        pressed(Key::C) && view.pointing.narrow()
    };
    if changed {
        inputs.push(WorkbenchInput::Hover {
            element: view.pointing.element(),
        });
    }
}
