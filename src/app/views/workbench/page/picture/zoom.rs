//! The zoom of the page, and the scroll offset that keeps the point under the pointer in place.
//! Pure.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

/// Zoom steps of keys and buttons.
const STEPS: [f32; 15] = [
    0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0,
];
/// Width of the scroll bar, in points.
const BAR: f32 = 12.0;

/// The zoom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Zoom {
    /// Fits the page's width, at most at its original size.
    #[default]
    Fit,
    /// Points per CSS pixel.
    At(f32),
}

impl Zoom {
    /// Points per CSS pixel for a page `page` CSS pixels wide in a window of `room` points.
    pub fn factor(self, room: f32, page: f32) -> f32 {
        match self {
            Self::Fit => ((room - BAR) / page.max(1.0)).clamp(0.05, 1.0),
            Self::At(factor) => factor,
        }
    }

    /// One step larger than `now`.
    pub fn larger(now: f32) -> Self {
        let last = STEPS.last().copied().unwrap_or(1.0);
        let step = STEPS.into_iter().find(|step| *step > now + 0.005);
        Self::At(step.unwrap_or(last))
    }

    /// One step smaller than `now`.
    pub fn smaller(now: f32) -> Self {
        let first = STEPS.first().copied().unwrap_or(1.0);
        let step = STEPS.into_iter().rev().find(|step| *step < now - 0.005);
        Self::At(step.unwrap_or(first))
    }

    /// `now` times `by`, within the limits of the steps.
    pub fn by(now: f32, by: f32) -> Self {
        let (first, last) = (STEPS.first().copied(), STEPS.last().copied());
        Self::At((now * by).clamp(first.unwrap_or(1.0), last.unwrap_or(1.0)))
    }
}

/// The position of the page on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The whole page on the screen.
    pub rect: Rect,
    /// Points per CSS pixel.
    pub zoom: f32,
}

impl Placed {
    /// Converts a screen point to CSS pixels of the page.
    pub fn to_page(self, point: Pos2) -> Pos2 {
        ((point - self.rect.min) / self.zoom.max(0.001)).to_pos2()
    }

    /// Converts a rectangle of the page to the screen.
    pub fn to_screen(self, of_page: Rect) -> Rect {
        Rect::from_min_size(
            self.rect.min + of_page.min.to_vec2() * self.zoom,
            of_page.size() * self.zoom,
        )
    }
}

/// The gap beside a page that is narrower than its window.
pub fn margin(page: Vec2, zoom: f32, room: Vec2) -> Vec2 {
    vec2(((room.x - BAR - page.x * zoom) / 2.0).max(0.0).floor(), 0.0)
}

/// The scroll offset that keeps the page's point `under`, relative to the window's top left, in
/// place when the zoom changes from `before` to `after`.
pub fn anchored(
    page: Vec2,
    room: Vec2,
    offset: Vec2,
    under: Vec2,
    (before, after): (f32, f32),
) -> Vec2 {
    let point = (offset + under - margin(page, before, room)) / before.max(0.001);
    (point * after + margin(page, after, room) - under).max(Vec2::ZERO)
}

/// The scroll offset that centres `target` (CSS pixels) in the window when it is not fully visible;
/// `None` when it is.
pub fn bringing(target: Rect, page: Vec2, room: Vec2, offset: Vec2, zoom: f32) -> Option<Vec2> {
    let edge = margin(page, zoom, room);
    let min = target.min.to_vec2() * zoom + edge;
    let size = target.size() * zoom;
    let mut wanted = offset;
    for axis in 0..2 {
        let (from, length, seen, at) = (min[axis], size[axis], room[axis], offset[axis]);
        let fits = from >= at && from + length <= at + seen;
        // For something larger than the window, its beginning.
        let covers = length > seen && from >= at && from < at + seen / 2.0;
        if !(fits || covers) {
            wanted[axis] = if length > seen * 0.8 {
                (from - 24.0).max(0.0)
            } else {
                (from + length / 2.0 - seen / 2.0).max(0.0)
            };
        }
    }
    (wanted != offset).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    #[test]
    fn steps_go_up_and_down_and_end() {
        assert_eq!(Zoom::larger(1.0), Zoom::At(1.1));
        assert_eq!(Zoom::smaller(0.62), Zoom::At(0.5));
        assert_eq!(Zoom::larger(3.0), Zoom::At(3.0));
        assert_eq!(Zoom::smaller(0.25), Zoom::At(0.25));
        assert_eq!(Zoom::by(1.0, 100.0), Zoom::At(3.0));
        assert_eq!(Zoom::Fit.factor(512.0, 1000.0), 0.5);
        assert_eq!(Zoom::Fit.factor(2000.0, 1000.0), 1.0);
    }

    #[test]
    fn the_point_under_the_pointer_stays() {
        let (page, room) = (vec2(1000.0, 8000.0), vec2(800.0, 600.0));
        let (offset, under) = (vec2(50.0, 900.0), vec2(300.0, 200.0));
        let new = anchored(page, room, offset, under, (1.0, 1.5));
        let point = |offset: Vec2, zoom: f32| (offset + under - margin(page, zoom, room)) / zoom;
        assert!((point(offset, 1.0) - point(new, 1.5)).length() < 0.01);
        let back = anchored(page, room, new, under, (1.5, 1.0));
        assert!((back - offset).length() < 0.01);
    }

    #[test]
    fn what_is_seen_does_not_move() {
        let (page, room) = (vec2(788.0, 8000.0), vec2(800.0, 600.0));
        let at = |y: f32, h: f32| Rect::from_min_size(pos2(10.0, y), vec2(100.0, h));
        assert_eq!(
            bringing(at(700.0, 50.0), page, room, vec2(0.0, 500.0), 1.0),
            None
        );
        let moved = bringing(at(4000.0, 50.0), page, room, Vec2::ZERO, 1.0);
        assert_eq!(moved, Some(vec2(0.0, 3725.0)));
        let tall = bringing(at(4000.0, 3000.0), page, room, Vec2::ZERO, 1.0);
        assert_eq!(tall, Some(vec2(0.0, 3976.0)));
    }
}
