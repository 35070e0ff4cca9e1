//! Where floating notices stand: at the bottom right of the window, where they lie over no control. Input:
//! the controls of the last frame. Output: a place in points.

use eframe::egui::{Context, LayerId, Pos2, Rect, Vec2, pos2};

/// Distance from the window's edges, in points.
const MARGIN: f32 = 14.0;
/// Distance between two heights that are tried, in points.
const STEP: f32 = 24.0;
/// The largest control, in points: larger ones are rows, pages and other grounds.
const LARGEST_CONTROL: Vec2 = Vec2::new(420.0, 60.0);

/// The place of notices of this `size` in the layer `own`, at least `above` points from the bottom:
/// the `kept` one while it is clear.
pub(super) fn floating_place(
    ctx: &Context,
    own: LayerId,
    size: Vec2,
    above: f32,
    kept: Option<Pos2>,
) -> Pos2 {
    let controls = controls(ctx, own);
    let kept = kept.filter(|at| is_clear(Rect::from_min_size(*at, size), &controls));
    kept.unwrap_or_else(|| clear_place(ctx.content_rect(), size, above, &controls))
}

/// The controls of the last frame outside of the layer `own`.
fn controls(ctx: &Context, own: LayerId) -> Vec<Rect> {
    ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let others = layers.filter(|(layer, _)| **layer != own);
        let widgets = others.flat_map(|(_, widgets)| widgets);
        let controls = widgets.filter(|widget| {
            let extent = widget.interact_rect.size();
            let is_small = extent.x <= LARGEST_CONTROL.x && extent.y <= LARGEST_CONTROL.y;
            widget.enabled && widget.sense.interactive() && is_small
        });
        controls.map(|widget| widget.interact_rect).collect()
    })
}

fn is_clear(place: Rect, controls: &[Rect]) -> bool {
    controls.iter().all(|control| !control.intersects(place))
}

/// The lowest place at the right that is clear of `controls`; the lowest one when none is clear.
fn clear_place(room: Rect, size: Vec2, above: f32, controls: &[Rect]) -> Pos2 {
    let inner = room.shrink(MARGIN);
    let lowest = inner.bottom() - above - size.y;
    let right = (inner.right() - size.x).max(inner.left());
    let rows = std::iter::successors(Some(lowest), |y| Some(y - STEP));
    let rows = rows.take_while(|y| *y >= inner.center().y);
    let mut places = rows.map(|y| pos2(right, y));
    places
        .find(|at| is_clear(Rect::from_min_size(*at, size), controls))
        .unwrap_or(pos2(right, lowest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::vec2;

    #[test]
    fn notices_lie_over_no_control() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 700.0));
        let size = vec2(400.0, 40.0);
        let usual = clear_place(room, size, 0.0, &[]);
        assert_eq!(usual, pos2(610.0, 646.0), "at the right of the bottom");
        let button = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(80.0, 24.0));
        let bottom = [button(400.0, 660.0), button(900.0, 650.0)];
        for controls in [&bottom[..1], &bottom[..]] {
            let place = Rect::from_min_size(clear_place(room, size, 0.0, controls), size);
            assert!(room.contains_rect(place), "{place:?}");
            assert!(controls.iter().all(|control| !control.intersects(place)));
        }
        let full = [Rect::from_min_size(Pos2::ZERO, vec2(1024.0, 700.0))];
        assert_eq!(clear_place(room, size, 0.0, &full), usual);
    }
}
