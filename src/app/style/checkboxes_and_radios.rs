//! Boxes to tick and options to choose: white with an edge while they are off, filled with the
//! accent while they are on. egui draws both in one grey, as if they were disabled.

use eframe::egui::{Color32, Response, Stroke, Ui, WidgetText};

/// Controls that are on or off.
pub trait Choices {
    /// A box to tick.
    fn tick(&mut self, on: &mut bool, text: impl Into<WidgetText>) -> Response;

    /// One of several options.
    fn option(&mut self, chosen: bool, text: impl Into<WidgetText>) -> Response;
}

impl Choices for Ui {
    fn tick(&mut self, on: &mut bool, text: impl Into<WidgetText>) -> Response {
        let now = *on;
        drawn(self, now, text, |ui, text| ui.checkbox(on, text))
    }

    fn option(&mut self, chosen: bool, text: impl Into<WidgetText>) -> Response {
        drawn(self, chosen, text, |ui, text| ui.radio(chosen, text))
    }
}

fn drawn(
    ui: &mut Ui,
    on: bool,
    text: impl Into<WidgetText>,
    add: impl FnOnce(&mut Ui, WidgetText) -> Response,
) -> Response {
    let kept = ui.style().clone();
    let visuals = ui.visuals_mut();
    let ink = visuals.widgets.inactive.fg_stroke.color;
    let (paper, accent) = (visuals.extreme_bg_color, visuals.selection.stroke.color);
    let edge = visuals.widgets.hovered.bg_stroke.color;
    let (fill, line) = if on { (accent, accent) } else { (paper, edge) };
    let widgets = &mut visuals.widgets;
    for state in [&mut widgets.inactive, &mut widgets.hovered] {
        (state.bg_fill, state.bg_stroke) = (fill, Stroke::new(1.0, line));
        state.fg_stroke = Stroke::new(1.5, paper);
    }
    // Its edge is the focus ring.
    widgets.active.bg_fill = fill;
    widgets.active.fg_stroke = Stroke::new(1.5, paper);
    let response = add(ui, inked(text.into(), ink));
    ui.set_style(kept);
    response
}

/// The tick has the colour of texts otherwise.
fn inked(text: WidgetText, ink: Color32) -> WidgetText {
    text.color(ink)
}
