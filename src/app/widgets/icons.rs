//! The icons of the rail and the top bar, drawn with a few strokes so that they need no font or
//! file.

use eframe::egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use crate::shortcuts::View;

/// Paints the icon of `view` around `centre`, 16 points wide.
pub fn paint(painter: &Painter, view: View, centre: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.4, colour);
    let at = |x: f32, y: f32| pos2(centre.x + x, centre.y + y);
    let frame = |w: f32, h: f32| Rect::from_center_size(centre, vec2(w, h));
    match view {
        // A line that goes up and down.
        View::Monitor => {
            painter.rect_stroke(frame(14.0, 12.0), 2.0, stroke, StrokeKind::Middle);
            painter.line(
                vec![at(-5.0, 2.0), at(-2.0, -1.0), at(1.0, 1.5), at(5.0, -3.0)],
                stroke,
            );
        }
        // A globe.
        View::Sites => {
            painter.circle_stroke(centre, 7.0, stroke);
            painter.line_segment([at(-7.0, 0.0), at(7.0, 0.0)], stroke);
            painter.line(
                vec![at(0.0, -7.0), at(-3.2, -3.5), at(-3.2, 3.5), at(0.0, 7.0)],
                stroke,
            );
            painter.line(
                vec![at(0.0, -7.0), at(3.2, -3.5), at(3.2, 3.5), at(0.0, 7.0)],
                stroke,
            );
        }
        // A page with a pointer's cross.
        View::Workbench => {
            painter.rect_stroke(frame(14.0, 12.0), 2.0, stroke, StrokeKind::Middle);
            painter.line_segment([at(-7.0, -2.5), at(7.0, -2.5)], stroke);
            painter.line_segment([at(2.0, -0.5), at(2.0, 4.5)], stroke);
            painter.line_segment([at(-0.5, 2.0), at(4.5, 2.0)], stroke);
        }
        // A clock.
        View::Tasks => {
            painter.circle_stroke(centre, 7.0, stroke);
            painter.line(vec![at(0.0, -4.0), at(0.0, 0.5), at(3.0, 2.5)], stroke);
        }
        // A table.
        View::Results => {
            painter.rect_stroke(frame(14.0, 12.0), 2.0, stroke, StrokeKind::Middle);
            painter.line_segment([at(-7.0, -2.0), at(7.0, -2.0)], stroke);
            painter.line_segment([at(-7.0, 2.0), at(7.0, 2.0)], stroke);
            painter.line_segment([at(-1.5, -6.0), at(-1.5, 6.0)], stroke);
        }
        // A value that goes up and down.
        View::Changes => {
            painter.line(
                vec![at(-7.0, 4.0), at(-3.0, -1.0), at(1.0, 2.0), at(6.5, -5.0)],
                stroke,
            );
            painter.line(vec![at(2.5, -5.0), at(6.5, -5.0), at(6.5, -1.0)], stroke);
        }
        // Two ways round.
        View::Proxies => {
            painter.line(vec![at(-7.0, -2.5), at(6.0, -2.5), at(3.0, -5.5)], stroke);
            painter.line(vec![at(7.0, 2.5), at(-6.0, 2.5), at(-3.0, 5.5)], stroke);
        }
        // A person.
        View::Accounts => {
            painter.circle_stroke(at(0.0, -3.0), 3.2, stroke);
            painter.line(
                vec![
                    at(-6.0, 7.0),
                    at(-5.0, 3.5),
                    at(0.0, 2.0),
                    at(5.0, 3.5),
                    at(6.0, 7.0),
                ],
                stroke,
            );
        }
        // Lines under each other, each with a beginning.
        View::Runs => {
            for y in [-4.5, 0.0, 4.5] {
                painter.circle_filled(at(-6.0, y), 1.5, colour);
                painter.line_segment([at(-3.0, y), at(7.0, y)], stroke);
            }
        }
        // Sliders.
        View::Settings => {
            for (y, x) in [(-4.5, 2.5), (0.0, -3.0), (4.5, 1.0)] {
                painter.line_segment([at(-7.0, y), at(7.0, y)], stroke);
                painter.circle_filled(at(x, y), 2.4, colour);
            }
        }
        // A page of lines.
        View::Log => {
            painter.rect_stroke(frame(12.0, 14.0), 2.0, stroke, StrokeKind::Middle);
            for (y, end) in [(-3.5, 3.5), (0.0, 3.5), (3.5, 1.0)] {
                painter.line_segment([at(-3.5, y), at(end, y)], stroke);
            }
        }
    }
}

/// Paints a bell around `centre`, 16 points wide.
pub fn paint_bell(painter: &Painter, centre: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.4, colour);
    let at = |x: f32, y: f32| pos2(centre.x + x, centre.y + y);
    painter.line(
        vec![
            at(-6.5, 4.0),
            at(-4.5, 1.5),
            at(-4.5, -2.0),
            at(-2.5, -5.0),
            at(0.0, -6.0),
            at(2.5, -5.0),
            at(4.5, -2.0),
            at(4.5, 1.5),
            at(6.5, 4.0),
            at(-6.5, 4.0),
        ],
        stroke,
    );
    painter.circle_filled(at(0.0, 6.0), 1.5, colour);
}
