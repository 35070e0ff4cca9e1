//! Where the card of the tour stands: beside what it is about, never over it. Input: rectangles in
//! points. Output: the upper left corner of the card.

use eframe::egui::{Align2, Pos2, Rect, Vec2, pos2};

/// Gap between the card and its target, and between the card and the edges, in points.
const GAP: f32 = 14.0;

/// The place of a card of this `size` in the `room`: below its target, else at its right, its left or
/// above it; where none of these has room for it, and without a target, in the `corner`.
pub(super) fn card_at(room: Rect, size: Vec2, target: Option<Rect>, corner: Align2) -> Pos2 {
    let inner = room.shrink(GAP);
    let last = (inner.max - size).max(inner.min);
    let inside = |at: Pos2| at.clamp(inner.min, last);
    let beside = target.and_then(|target| {
        let places = [
            pos2(target.left(), target.bottom() + GAP),
            pos2(target.right() + GAP, target.top()),
            pos2(target.left() - GAP - size.x, target.top()),
            pos2(target.left(), target.top() - GAP - size.y),
        ];
        let clear =
            |at: &Pos2| !Rect::from_min_size(*at, size).intersects(target.expand(GAP / 2.0));
        places.into_iter().map(inside).find(clear)
    });
    beside.unwrap_or_else(|| inside(corner.align_size_within_rect(size, inner).min))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::vec2;

    #[test]
    fn the_card_is_in_sight_and_never_over_its_target() {
        let size = vec2(400.0, 250.0);
        for room in [vec2(1440.0, 900.0), vec2(1024.0, 700.0)] {
            let room = Rect::from_min_size(Pos2::ZERO, room);
            for x in [0.0_f32, 300.0, 620.0, 1000.0] {
                for y in [0.0_f32, 200.0, 460.0, 690.0] {
                    for extent in [vec2(20.0, 20.0), vec2(170.0, 600.0), vec2(900.0, 30.0)] {
                        let target = Rect::from_min_size(pos2(x, y), extent).intersect(room);
                        let at = card_at(room, size, Some(target), Align2::LEFT_BOTTOM);
                        let card = Rect::from_min_size(at, size);
                        assert!(room.contains_rect(card), "{card:?}");
                        assert!(!card.intersects(target), "{card:?} over {target:?}");
                    }
                }
            }
        }
    }
}
