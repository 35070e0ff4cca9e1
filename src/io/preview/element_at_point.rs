//! Finds the element under the pointer.

use super::ElementBox;
use bowerbird_logic::page::ElementIndex;

/// The element with the smallest box at (`x`, `y`), in CSS pixels of the page; of equal ones the
/// later, which is on top.
pub fn hit(boxes: &[ElementBox], x: f32, y: f32) -> Option<ElementIndex> {
    let mut best: Option<(f32, ElementIndex)> = None;
    for candidate in boxes.iter().filter(|b| contains(b, x, y)) {
        let area = candidate.width * candidate.height;
        if best.is_none_or(|(smallest, _)| area <= smallest) {
            best = Some((area, candidate.element));
        }
    }
    best.map(|(_, element)| element)
}

fn contains(b: &ElementBox, x: f32, y: f32) -> bool {
    b.x <= x && x < b.x + b.width && b.y <= y && y < b.y + b.height
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(element: ElementIndex, x: f32, y: f32, width: f32, height: f32) -> ElementBox {
        ElementBox {
            element,
            tag: "div".to_owned(),
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn the_smallest_box_wins_and_the_later_of_equals() {
        let boxes = [
            element(0, 0.0, 0.0, 100.0, 100.0),
            element(1, 10.0, 10.0, 50.0, 50.0),
            element(2, 10.0, 10.0, 50.0, 50.0),
            element(3, 0.0, 0.0, 90.0, 90.0),
        ];
        assert_eq!(hit(&boxes, 20.0, 20.0), Some(2));
        assert_eq!(hit(&boxes, 5.0, 5.0), Some(3));
        assert_eq!(hit(&boxes, 95.0, 95.0), Some(0));
    }

    #[test]
    fn edges_belong_to_one_box_only() {
        let boxes = [
            element(0, 0.0, 0.0, 10.0, 10.0),
            element(1, 10.0, 0.0, 10.0, 10.0),
        ];
        assert_eq!(hit(&boxes, 10.0, 5.0), Some(1));
        assert_eq!(hit(&boxes, 0.0, 0.0), Some(0));
        assert_eq!(hit(&boxes, 20.0, 5.0), None);
        assert_eq!(hit(&boxes, f32::NAN, 5.0), None);
        assert_eq!(hit(&[], 0.0, 0.0), None);
    }
}
