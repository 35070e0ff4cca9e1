//! Overlays of the picture: marks (solid: picked; dashed: similar; thin with a cross: excluded;
//! filled: highlighted or found), their name tags, and the outline of the pointed element. Ten
//! thousand marks are one mesh each of plain and of dashed lines, so they are cheap.

use eframe::egui::{
    Color32, ColorImage, Mesh, Painter, Pos2, Rect, Stroke, StrokeKind, TextStyle, TextureHandle,
    TextureOptions, Theme, Ui, pos2, vec2,
};

use super::zoom::Placed;
use crate::style::theme::{Tokens, UNTINTED};
use crate::views::workbench::page::element_names::label_of;
use crate::views::workbench::page::input::{ElementMark, MarkStyle};
use crate::views::workbench::page::state::PageView;
use crate::widgets::state_marks as shapes;

/// Lengths of dash and gap, in points.
const DASH: (usize, usize) = (5, 3);
/// Boxes smaller than this have a plain line instead of dashes.
const SMALLEST_DASHED: f32 = 8.0;
/// Maximum name tags painted: more are unreadable.
const MAX_TAGS: usize = 300;

/// Paints the visible marks.
pub(super) fn marks_ui(ui: &Ui, view: &mut PageView, placed: &Placed, marks: &[ElementMark]) {
    let clip = ui.clip_rect();
    let dashes = view.dashes.get_or_insert_with(|| dashes(ui)).id();
    let (mut plain, mut dashed) = (Mesh::default(), Mesh::with_texture(dashes));
    let mut tags = Vec::new();
    let lit = view
        .lit
        .map(|element| ElementMark::plain(element, MarkStyle::Lit));
    let found = view.found_marks();
    for mark in found.iter().chain(marks).chain(&lit) {
        let Some(rect) = view.boxes.get(mark.element) else {
            continue;
        };
        let rect = placed.to_screen(rect);
        if !rect.expand(4.0).intersects(clip) {
            continue;
        }
        let colour = mark.colour.on_page();
        // For boxes smaller than their own line, only the position can be shown.
        if rect.width().min(rect.height()) < 2.0 && mark.style != MarkStyle::Lit {
            fill(&mut plain, rect.expand(0.5), clip, colour);
            continue;
        }
        match mark.style {
            MarkStyle::Chosen => {
                fill(&mut plain, rect, clip, colour.gamma_multiply(0.10));
                frame(&mut plain, rect.expand(1.0), clip, 2.0, colour);
            }
            MarkStyle::Alike if rect.width().min(rect.height()) < SMALLEST_DASHED => {
                frame(&mut plain, rect, clip, 1.0, colour.gamma_multiply(0.7));
            }
            MarkStyle::Alike => dashed_frame(&mut dashed, rect, clip, 1.5, colour),
            MarkStyle::Excluded => {
                frame(&mut plain, rect, clip, 1.0, colour);
                cross(ui.painter(), rect, colour);
            }
            MarkStyle::Found => fill(&mut plain, rect, clip, colour.gamma_multiply(0.25)),
            MarkStyle::Lit => {
                fill(&mut plain, rect, clip, colour.gamma_multiply(0.22));
                frame(&mut plain, rect.expand(2.0), clip, 3.0, colour);
            }
        }
        if mark.label.is_some() && tags.len() < MAX_TAGS {
            tags.push((rect, mark));
        }
    }
    ui.painter().add(plain);
    ui.painter().add(dashed);
    tags_ui(ui, &tags);
}

/// Name tags: shape and name in the field's colour, above the box where there is room.
fn tags_ui(ui: &Ui, tags: &[(Rect, &ElementMark)]) {
    let (painter, clip) = (ui.painter(), ui.clip_rect());
    let font = TextStyle::Small.resolve(ui.style());
    let mut taken: Vec<Rect> = Vec::new();
    for (rect, mark) in tags {
        let Some(label) = &mark.label else {
            continue;
        };
        let ink = Tokens::of(Theme::Light).on_accent;
        let galley = painter.layout_no_wrap(label.clone(), font.clone(), ink);
        let shape = if mark.shape.is_some() { 12.0 } else { 0.0 };
        let size = galley.size() + vec2(8.0 + shape, 2.0);
        let tag = beside(*rect, size, clip);
        // The mark itself stays visible; overlapping tags would be unreadable.
        if taken.iter().any(|other| other.intersects(tag)) {
            continue;
        }
        painter.rect_filled(tag, 3.0, mark.colour.on_page());
        if let Some(shape) = mark.shape {
            let centre = tag.left_center() + vec2(9.0, 0.0);
            shapes::paint(painter, shape, ink, centre, 3.5);
        }
        painter.galley(tag.min + vec2(4.0 + shape, 1.0), galley, ink);
        taken.push(tag);
    }
}

/// The outline of the pointed element, with its label and size.
pub(super) fn pointed_ui(ui: &Ui, view: &PageView, placed: &Placed) {
    let Some(element) = view.crumb.or(view.pointing.element()) else {
        return;
    };
    let Some(of_page) = view.boxes.get(element) else {
        return;
    };
    let rect = placed.to_screen(of_page);
    let accent = Tokens::of(Theme::Light).accent;
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, accent.gamma_multiply(0.06));
    let line = Stroke::new(1.5, accent);
    painter.rect_stroke(rect, 1.0, line, StrokeKind::Outside);
    let name = label_of(view, element);
    let text = format!("{name}  {:.0} × {:.0}", of_page.width(), of_page.height());
    let paper = Tokens::of(Theme::Light);
    let font = TextStyle::Small.resolve(ui.style());
    let galley = painter.layout_no_wrap(text, font, paper.panel);
    let tag = beside(rect, galley.size() + vec2(8.0, 4.0), ui.clip_rect());
    painter.rect_filled(tag, 2.0, paper.text);
    painter.galley(tag.min + vec2(4.0, 2.0), galley, paper.panel);
}

/// The position of a tag of `size` at `rect`: above it, or below if it would be cut off.
fn beside(rect: Rect, size: eframe::egui::Vec2, clip: Rect) -> Rect {
    let above = rect.top() - size.y >= clip.top();
    let y = if above {
        rect.top() - size.y
    } else {
        rect.bottom().min(clip.bottom() - size.y)
    };
    let most = (clip.right() - size.x).max(clip.left());
    let x = rect.left().clamp(clip.left(), most);
    Rect::from_min_size(pos2(x, y), size)
}

fn cross(painter: &Painter, rect: Rect, colour: Color32) {
    let line = Stroke::new(1.5, colour);
    painter.line_segment([rect.left_top(), rect.right_bottom()], line);
    painter.line_segment([rect.left_bottom(), rect.right_top()], line);
}

fn fill(mesh: &mut Mesh, rect: Rect, clip: Rect, colour: Color32) {
    let seen = rect.intersect(clip);
    if seen.is_positive() {
        mesh.add_colored_rect(seen, colour);
    }
}

/// The four edges of `rect`, `width` points thick, each clipped to the visible area.
fn frame(mesh: &mut Mesh, rect: Rect, clip: Rect, width: f32, colour: Color32) {
    for edge in edges(rect, width) {
        fill(mesh, edge, clip, colour);
    }
}

fn edges(rect: Rect, width: f32) -> [Rect; 4] {
    let (min, max) = (rect.min, rect.max);
    let half = width / 2.0;
    let across =
        |y: f32| Rect::from_min_max(pos2(min.x - half, y - half), pos2(max.x + half, y + half));
    let down =
        |x: f32| Rect::from_min_max(pos2(x - half, min.y + half), pos2(x + half, max.y - half));
    [across(min.y), across(max.y), down(min.x), down(max.x)]
}

/// Like [`frame`], with a texture that repeats dash and gap along each edge.
fn dashed_frame(mesh: &mut Mesh, rect: Rect, clip: Rect, width: f32, colour: Color32) {
    let period = (DASH.0 + DASH.1) as f32;
    for edge in edges(rect, width) {
        let seen = edge.intersect(clip.expand(period));
        if !seen.is_positive() {
            continue;
        }
        // Dashes start at the box's corner, so that they scroll with it.
        let lies = seen.width() >= seen.height();
        let (from, length) = if lies {
            (seen.left() - rect.left(), seen.width())
        } else {
            (seen.top() - rect.top(), seen.height())
        };
        let (u0, u1) = (from / period, (from + length) / period);
        quad(mesh, seen, lies, (u0, u1), colour);
    }
}

fn quad(mesh: &mut Mesh, rect: Rect, lies: bool, (u0, u1): (f32, f32), colour: Color32) {
    let Ok(first) = u32::try_from(mesh.vertices.len()) else {
        return;
    };
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.left_bottom(),
        rect.right_bottom(),
    ];
    let along = if lies {
        [u0, u1, u0, u1]
    } else {
        [u0, u0, u1, u1]
    };
    for (pos, u) in corners.into_iter().zip(along) {
        mesh.vertices.push(eframe::egui::epaint::Vertex {
            pos,
            uv: Pos2::new(u, 0.5),
            color: colour,
        });
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first + 2, first + 1, first + 3);
}

/// One dash and one gap, to be repeated along a line.
fn dashes(ui: &Ui) -> TextureHandle {
    let mut pixels = vec![UNTINTED; DASH.0];
    pixels.resize(DASH.0 + DASH.1, Color32::TRANSPARENT);
    let image = ColorImage::new([DASH.0 + DASH.1, 1], pixels);
    ui.ctx()
        .load_texture("dashes", image, TextureOptions::NEAREST_REPEAT)
}
