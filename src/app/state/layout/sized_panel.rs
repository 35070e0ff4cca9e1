//! A panel whose size the user sets by its edge.

use super::change;
use super::with;
use eframe::egui::{InnerResponse, Panel, Pos2, Rect, Ui};
use std::ops::RangeInclusive;

/// Distance from a panel's edge at which it can be grabbed, in points; egui's own value.
pub(super) const GRIP: f32 = 6.0;

/// A panel in the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PanelFrame {
    /// Its rectangle.
    rect: Rect,
    /// Whether the pointer button was pressed on one of its edges and is still down.
    gripped: bool,
}

impl PanelFrame {
    /// Whether `spot` is on an edge that resizes the panel.
    fn is_edge(&self, spot: Pos2, upright: bool) -> bool {
        let near = self.rect.expand(GRIP).contains(spot);
        let (at, from, to) = match upright {
            true => (spot.x, self.rect.left(), self.rect.right()),
            false => (spot.y, self.rect.top(), self.rect.bottom()),
        };
        near && ((at - from).abs() <= GRIP || (at - to).abs() <= GRIP)
    }
}

/// A panel with a size set by the user.
pub(super) struct SizedPanel {
    /// Its key among the panels of the window.
    pub(super) key: String,
    /// The wanted size, stored or default, in points.
    pub(super) wanted: f32,
    /// The allowed sizes, in points.
    pub(super) range: RangeInclusive<f32>,
    /// Whether its size is a width.
    pub(super) upright: bool,
}

impl SizedPanel {
    /// Shows `panel`; returns the new size when the user dragged it in this frame. Only dragging an
    /// edge resizes it: neither a smaller window nor growing content does.
    pub(super) fn show<R>(
        &self,
        ui: &mut Ui,
        panel: Panel,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> (InnerResponse<R>, Option<u16>) {
        let (least, most) = (*self.range.start(), *self.range.end());
        let wanted = self.wanted.clamp(least, most.max(least));
        let before = with(ui.ctx(), |remembered| {
            remembered.held.get(&self.key).copied()
        });
        let gripped = before.is_some_and(|before| self.is_gripped(ui, before));
        let over = |before: PanelFrame| {
            let spot = ui.input(|input| input.pointer.hover_pos());
            spot.is_some_and(|spot| before.is_edge(spot, self.upright))
        };
        let free = gripped || before.is_some_and(over);
        let panel = panel.default_size(wanted);
        let shown = match free {
            true => panel.size_range(least..=most.max(least)),
            false => panel.size_range(wanted..=wanted),
        }
        .show(ui, add);
        let rect = shown.response.rect;
        with(ui.ctx(), |remembered| {
            remembered
                .held
                .insert(self.key.clone(), PanelFrame { rect, gripped })
        });
        let size = self.size_of(rect);
        let dragged = before.is_some_and(|before| self.size_of(before.rect) != size);
        (shown, (gripped && dragged).then_some(size))
    }

    /// Whether the user has grabbed an edge.
    fn is_gripped(&self, ui: &Ui, before: PanelFrame) -> bool {
        ui.input(|input| {
            let pointer = &input.pointer;
            if pointer.any_pressed() {
                let spot = pointer.interact_pos();
                return spot.is_some_and(|spot| before.is_edge(spot, self.upright));
            }
            before.gripped && (pointer.any_down() || pointer.any_released())
        })
    }

    fn size_of(&self, rect: Rect) -> u16 {
        points(if self.upright {
            rect.width()
        } else {
            rect.height()
        })
    }
}

/// Shows `panel`, which keeps the size set by the user; `key` names it in the settings, `default`
/// is its initial size, `range` its allowed sizes, in points.
pub fn sized_panel<R>(
    ui: &mut Ui,
    key: &str,
    panel: Panel,
    default: f32,
    range: RangeInclusive<f32>,
    upright: bool,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let kept = with(ui.ctx(), |remembered| {
        remembered.layout.sizes.get(key).copied()
    });
    let sized = SizedPanel {
        key: key.to_owned(),
        wanted: kept.map_or(default, f32::from),
        range,
        upright,
    };
    let (shown, dragged) = sized.show(ui, panel, add);
    if let Some(size) = dragged {
        change(ui.ctx(), |layout| {
            layout.sizes.insert(key.to_owned(), size);
        });
    }
    shown
}

/// A size in whole points.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range first"
)]
pub(super) fn points(size: f32) -> u16 {
    size.round().clamp(0.0, 20_000.0) as u16
}
