//! The keyboard stays in the strip: who takes a step with Enter, or opens a page with it, finds the button
//! of the next step under Enter, and does not have to walk through the window again. Flows in: keys and
//! what has the focus. Flows out: the focus, once.

use eframe::egui::{Context, Event, Id, Key, Rect};

use crate::style::ui_context;

/// Forgets the leading button of the last frame: that of this one is to be found.
pub(super) fn begin(ctx: &Context) {
    ui_context::forget_primary(ctx);
}

/// Hands the focus to the button that leads on, where the step before was taken with Enter; `waits` is
/// what was pressed, until a person goes elsewhere. `strip` is where the strip stands.
pub(super) fn follow(ctx: &Context, strip: Rect, waits: &mut Option<Id>) {
    let focused = ctx.memory(|memory| memory.focused());
    let shown = focused.and_then(|id| ctx.read_response(id));
    let is_elsewhere = shown.is_some_and(|own| !strip.contains_rect(own.rect));
    let (entered, left) = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (
            pressed(Key::Enter),
            pressed(Key::Tab) || pressed(Key::Escape) || input.events.iter().any(is_press),
        )
    });
    if entered && !is_elsewhere {
        *waits = Some(focused.unwrap_or(Id::NULL));
        return;
    }
    // What was pressed may hold the focus for a moment after it has gone.
    if left || is_elsewhere && focused != *waits {
        *waits = None;
    }
    if waits.is_some()
        && focused.is_none()
        && let Some(button) = ui_context::primary_of(ctx)
    {
        // Buttons that come later may take its place: then the new one is handed the focus, too.
        ctx.memory_mut(|memory| memory.request_focus(button));
    }
}

fn is_press(event: &Event) -> bool {
    matches!(event, Event::PointerButton { pressed: true, .. })
}
