//! The modifier keys of a click: those held when the button was pressed, not those of the frame in
//! which the click is detected, because a fast user has released Shift by then.

use eframe::egui::{Event, PointerButton, Ui};

use crate::views::workbench::page::input::How;
use crate::views::workbench::page::state::PageView;

/// Stores the modifier keys if the button was pressed in this frame.
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

/// The purpose of the click in this frame. Enter and screen readers click without a button.
pub(crate) fn how(ui: &Ui, view: &PageView) -> How {
    How::of(ui.input(|input| match input.pointer.primary_clicked() {
        true => view.held,
        false => input.modifiers,
    }))
}
