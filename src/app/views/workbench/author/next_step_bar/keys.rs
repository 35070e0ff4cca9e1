//! Keeps the keyboard focus in the bar: after taking a step or opening a page with Enter, the
//! button of the next step is focused, so that the user need not tab through the window again.
//! Input: keys and what has the focus. Output: the focus, once.

use eframe::egui::{Context, Event, Id, Key, Rect};

use crate::style::ui_context;

/// Forgets the primary button of the last frame; that of this frame is determined next.
pub(super) fn begin(ctx: &Context) {
    ui_context::forget_primary(ctx);
}

/// Focuses the primary button after the previous step was taken with Enter; `waits` is the pressed
/// widget, until the user moves the focus. `bar` is the bar's rectangle.
pub(super) fn follow(ctx: &Context, bar: Rect, waits: &mut Option<Id>) {
    let focused = ctx.memory(|memory| memory.focused());
    let shown = focused.and_then(|id| ctx.read_response(id));
    let is_elsewhere = shown.is_some_and(|own| !bar.contains_rect(own.rect));
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
    // The pressed widget may hold the focus for a moment after it is gone.
    if left || is_elsewhere && focused != *waits {
        *waits = None;
    }
    if waits.is_some()
        && focused.is_none()
        && let Some(button) = ui_context::primary_of(ctx)
    {
        // Later buttons may replace it: then the new one is focused, too.
        ctx.memory_mut(|memory| memory.request_focus(button));
    }
}

fn is_press(event: &Event) -> bool {
    matches!(event, Event::PointerButton { pressed: true, .. })
}
