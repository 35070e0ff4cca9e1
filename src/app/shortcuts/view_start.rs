//! Tab in a view that was opened by a key: it reaches the first control of the view, not the one behind
//! what had the keyboard before. Any other key or a click ends that.

use eframe::egui::{self, Event, Id, Key, Ui};

/// Whether the next Tab begins the view.
const START: &str = "view-start";

/// The next Tab reaches the first control of the view.
pub fn begin_at_start(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(START), true));
}

/// Aims a Tab at the start of the view; before all controls of the window, which would take it.
pub(super) fn aim_tab(ctx: &egui::Context) {
    let id = Id::unique(START);
    if ctx.data(|data| data.get_temp::<bool>(id)) != Some(true) {
        return;
    }
    let (mut tab, mut other) = (false, false);
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Key {
                    key: Key::Tab,
                    pressed: true,
                    modifiers,
                    ..
                } if modifiers.is_none() => tab = true,
                Event::Key { pressed: true, .. } | Event::PointerButton { pressed: true, .. } => {
                    other = true;
                }
                _ => {}
            }
        }
    });
    if !tab && !other {
        return;
    }
    ctx.data_mut(|data| data.remove_temp::<bool>(id));
    // A field that the view has given the keyboard to is where it begins.
    if tab && !other && !ctx.text_edit_focused() {
        ctx.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Stands before all controls of a view, and hands the keyboard on to the first one.
pub fn tab_from_start(ui: &Ui) {
    let id = Id::unique(START);
    ui.memory_mut(|memory| {
        if memory.focused() == Some(id) {
            memory.interested_in_focus(id, ui.layer_id());
        }
    });
}
