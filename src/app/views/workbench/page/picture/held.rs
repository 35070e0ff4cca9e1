//! The keys that a click was made with. Those held down when the button went down count, not those of
//! the frame in which the click is noticed: a quick hand has let go of Shift by then.

use eframe::egui::{Event, PointerButton, Ui};

use crate::views::workbench::page::input::How;
use crate::views::workbench::page::state::PageView;

/// Takes note of the keys held down when the button went down in this frame.
pub(crate) fn note(ui: &Ui, view: &mut PageView) {
    let pressed = ui.input(|input| {
        input.events.iter().rev().find_map(|event| match event {
            Event::PointerButton {
                button: PointerButton::Primary,
                pressed: true,
                modifiers,
                ..
            } => Some(*modifiers),
            _ => None,
        })
    });
    if let Some(held) = pressed {
        view.held = held;
    }
}

/// What the click noticed in this frame is for. Enter and screen readers click without a button.
pub(crate) fn how(ui: &Ui, view: &PageView) -> How {
    How::of(ui.input(|input| match input.pointer.primary_clicked() {
        true => view.held,
        false => input.modifiers,
    }))
}
