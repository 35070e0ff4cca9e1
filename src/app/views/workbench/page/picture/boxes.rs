//! The boxes of a drawn page, indexed for fast queries: the element under the pointer, the box of
//! an element, its parent. Built once per layout; a query is far faster than a frame.

use eframe::egui::{Pos2, Rect, pos2, vec2};

use bowerbird_engine::types::{ElementIndex, Layout};

/// Elements with higher numbers are not found: the drawing child draws far fewer.
const MAX_ELEMENTS: usize = 1_000_000;

/// The boxes, in page order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boxes {
    /// In CSS pixels from the page's top left.
    rects: Vec<Rect>,
    elements: Vec<ElementIndex>,
    /// By element: its index above, plus one.
    places: Vec<u32>,
}

impl Boxes {
    /// The boxes of `layout`.
    pub fn of(layout: &Layout) -> Self {
        let mut boxes = Self::default();
        for b in &layout.boxes {
            boxes.elements.push(b.element);
            boxes
                .rects
                .push(Rect::from_min_size(pos2(b.x, b.y), vec2(b.width, b.height)));
            let element = b.element as usize;
            if element >= MAX_ELEMENTS {
                continue;
            }
            if boxes.places.len() <= element {
                boxes.places.resize(element + 1, 0);
            }
            if let (Some(place), Ok(number)) = (
                boxes.places.get_mut(element),
                u32::try_from(boxes.rects.len()),
            ) {
                *place = number;
            }
        }
        boxes
    }

    /// The number of visible elements.
    pub fn len(&self) -> usize {
        self.rects.len()
    }

    /// Whether nothing is visible.
    pub fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    /// The box of `element`; `None` when it is not visible.
    pub fn get(&self, element: ElementIndex) -> Option<Rect> {
        self.rects.get(self.place(element)?).copied()
    }

    /// The element with the smallest box at `point`; of equal ones the later, which is on top.
    pub fn hit(&self, point: Pos2) -> Option<ElementIndex> {
        let mut best: Option<(f32, ElementIndex)> = None;
        for (rect, element) in self.rects.iter().zip(&self.elements) {
            if holds(rect, point) {
                let area = rect.area();
                if best.is_none_or(|(smallest, _)| area <= smallest) {
                    best = Some((area, *element));
                }
            }
        }
        best.map(|(_, element)| element)
    }

    /// The next visible element in page order; the first for `None`.
    pub fn after(&self, element: Option<ElementIndex>) -> Option<ElementIndex> {
        let Some(element) = element else {
            return self.elements.first().copied();
        };
        let place = self.elements.partition_point(|e| *e <= element);
        self.elements.get(place).copied()
    }

    /// The previous visible element in page order.
    pub fn before(&self, element: Option<ElementIndex>) -> Option<ElementIndex> {
        let place = self.elements.partition_point(|e| *e < element.unwrap_or(0));
        self.elements.get(place.checked_sub(1)?).copied()
    }

    /// The nearest earlier element with a larger box around that of `element`: its parent as far as
    /// the picture shows.
    pub fn holder(&self, element: ElementIndex) -> Option<ElementIndex> {
        let place = self.place(element)?;
        let inner = *self.rects.get(place)?;
        self.rects
            .iter()
            .zip(&self.elements)
            .take(place)
            .rev()
            .find(|(outer, _)| outer.contains_rect(inner) && **outer != inner)
            .map(|(_, element)| *element)
    }

    /// Its index among the layout's boxes.
    pub fn place(&self, element: ElementIndex) -> Option<usize> {
        let number = self.places.get(element as usize)?.checked_sub(1)?;
        Some(number as usize)
    }
}

/// An edge belongs to only one box.
fn holds(rect: &Rect, point: Pos2) -> bool {
    rect.min.x <= point.x && point.x < rect.max.x && rect.min.y <= point.y && point.y < rect.max.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::ElementBox;

    fn boxes(of: &[(u32, f32, f32, f32, f32)]) -> Boxes {
        let layout = Layout {
            width: 100,
            height: 100,
            tile_height: 100,
            boxes: of
                .iter()
                .map(|(element, x, y, width, height)| ElementBox {
                    element: *element,
                    tag: "div".to_owned(),
                    x: *x,
                    y: *y,
                    width: *width,
                    height: *height,
                })
                .collect(),
            timing: Default::default(),
        };
        Boxes::of(&layout)
    }

    #[test]
    fn the_smallest_box_wins_and_of_equals_the_later() {
        let boxes = boxes(&[
            (0, 0.0, 0.0, 100.0, 100.0),
            (4, 10.0, 10.0, 20.0, 20.0),
            (5, 10.0, 10.0, 20.0, 20.0),
            (9, 5.0, 5.0, 60.0, 60.0),
        ]);
        assert_eq!(boxes.hit(pos2(15.0, 15.0)), Some(5));
        assert_eq!(boxes.hit(pos2(50.0, 50.0)), Some(9));
        assert_eq!(boxes.hit(pos2(99.0, 99.0)), Some(0));
        assert_eq!(boxes.hit(pos2(100.0, 50.0)), None, "the edge is outside");
    }

    #[test]
    fn walking_goes_over_the_visible_and_stops_at_the_ends() {
        let boxes = boxes(&[(2, 0.0, 0.0, 9.0, 9.0), (7, 1.0, 1.0, 3.0, 3.0)]);
        assert_eq!(boxes.after(None), Some(2));
        assert_eq!(boxes.after(Some(2)), Some(7));
        assert_eq!(boxes.after(Some(4)), Some(7));
        assert_eq!(boxes.after(Some(7)), None);
        assert_eq!(boxes.before(Some(7)), Some(2));
        assert_eq!(boxes.before(Some(2)), None);
        assert_eq!(boxes.before(None), None);
        assert_eq!(boxes.get(3), None);
        assert_eq!(boxes.holder(7), Some(2));
        assert_eq!(boxes.holder(2), None);
    }

    #[test]
    fn a_number_out_of_all_bounds_takes_no_memory() {
        let boxes = boxes(&[(u32::MAX, 0.0, 0.0, 9.0, 9.0)]);
        assert_eq!(boxes.get(u32::MAX), None);
        assert!(boxes.places.is_empty());
    }
}
