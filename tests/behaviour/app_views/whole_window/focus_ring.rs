//! The keyboard focus is painted: with it, each control of every view looks visibly different, by a
//! line whose contrast to what was painted there, and to what is around it, is 3 : 1 or more.

use std::collections::BTreeMap;

use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::views::workbench::page::Shown as PageShown;
use bowerbird::engine::types::Language;
use eframe::egui::epaint::{ClippedShape, StrokeKind};
use eframe::egui::{self, Color32, Pos2, Rect, Shape, Theme, accesskit::Role, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::words::{All, Shown, draw, filled};
use crate::app_views::{Stage, made, set_up, stage_of};

const SIZE: [f32; 2] = [1440.0, 900.0];
/// The least contrast of a ring (WCAG 2.2, 1.4.11 and 2.4.13).
const LEAST: f64 = 3.0;
/// How far inside and outside of a control's edge its ring may be, in points.
const REACH: f32 = 4.0;
/// The places of each side that are looked at.
const PLACES: usize = 9;
/// The least share of what is visible of a control's edge that the ring follows.
const SHARE: f32 = 0.5;

/// One rectangle of what is painted, with the part that is visible.
struct Painted {
    rect: Rect,
    clip: Rect,
    fill: Color32,
    line: (f32, Color32),
    kind: StrokeKind,
}

/// The rectangles of a frame in the order in which they are painted.
pub(super) struct Picture(Vec<Painted>);

impl Picture {
    pub(super) fn of(output: &egui::FullOutput) -> Self {
        let mut all = Vec::new();
        for ClippedShape {
            clip_rect, shape, ..
        } in &output.shapes
        {
            collect(shape, *clip_rect, &mut all);
        }
        Self(all)
    }

    /// The colour at `point`, texts and pictures left out.
    fn colour(&self, point: Pos2) -> Color32 {
        let mut colour = Color32::TRANSPARENT;
        for part in &self.0 {
            if !part.clip.contains(point) {
                continue;
            }
            let (width, ink) = part.line;
            let (inner, outer) = match part.kind {
                StrokeKind::Inside => (width, 0.0),
                StrokeKind::Middle => (width / 2.0, width / 2.0),
                StrokeKind::Outside => (0.0, width),
            };
            if part.rect.contains(point) {
                colour = colour.blend(part.fill);
            }
            let is_line =
                part.rect.expand(outer).contains(point) && !part.rect.shrink(inner).contains(point);
            if width > 0.0 && is_line {
                colour = colour.blend(ink);
            }
        }
        colour
    }
}

fn collect(shape: &Shape, clip: Rect, all: &mut Vec<Painted>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, all)),
        Shape::Rect(rect) => all.push(Painted {
            rect: rect.rect,
            clip,
            fill: rect.fill,
            line: (rect.stroke.width, rect.stroke.color),
            kind: rect.stroke_kind,
        }),
        _ => {}
    }
}

/// Relative luminance, WCAG 2.2.
fn luminance(colour: Color32) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(colour.r()) + 0.7152 * part(colour.g()) + 0.0722 * part(colour.b())
}

fn contrast(one: Color32, other: Color32) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The middle points of the edge's places, each with the direction outwards.
fn edge(rect: Rect) -> Vec<(Pos2, egui::Vec2)> {
    let mut places = Vec::new();
    for place in 1..=PLACES {
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let share = place as f32 / (PLACES + 1) as f32;
        let x = egui::lerp(rect.x_range(), share);
        let y = egui::lerp(rect.y_range(), share);
        places.extend([
            (pos2(x, rect.top()), egui::vec2(0.0, -1.0)),
            (pos2(x, rect.bottom()), egui::vec2(0.0, 1.0)),
            (pos2(rect.left(), y), egui::vec2(-1.0, 0.0)),
            (pos2(rect.right(), y), egui::vec2(1.0, 0.0)),
        ]);
    }
    places
}

/// The share of the edge of `rect`, as far as `seen` shows it, along which `after` has a line that
/// `before` has not.
pub(super) fn ringed(before: &Picture, after: &Picture, rect: Rect, seen: Rect) -> f32 {
    let (mut visible, mut found) = (0.0, 0.0);
    for (point, out) in edge(rect) {
        if !seen.expand(1.0).contains(point) {
            continue;
        }
        visible += 1.0;
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let steps = (-16..=16).map(|step| step as f32 * REACH / 16.0);
        let has_line = |at: f32| {
            let ring = after.colour(point + out * at);
            // The line ends within three points, to either side.
            let around = |way: f32| {
                let beside =
                    (1..=6).map(|half| after.colour(point + out * (at + way * half as f32 * 0.5)));
                beside
                    .map(|other| contrast(ring, other))
                    .fold(0.0, f64::max)
            };
            contrast(before.colour(point + out * at), ring) >= LEAST
                && around(1.0).max(around(-1.0)) >= LEAST
        };
        if steps.into_iter().any(has_line) {
            found += 1.0;
        }
    }
    if visible == 0.0 { 1.0 } else { found / visible }
}

fn ringed_view(ui: &mut egui::Ui, stage: &mut Stage<All>) {
    draw(ui, stage);
    // As the window does for all its views.
    stage.look.ring_focus(ui.ctx());
}

/// What can have the keyboard: its id, role and name.
fn stops(harness: &Harness<'_, Stage<All>>) -> Vec<(egui::Id, Role, String)> {
    let ids: Vec<egui::Id> = harness.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        layers
            .flat_map(|(_, widgets)| widgets)
            .filter(|widget| widget.enabled && widget.sense.is_focusable())
            .filter(|widget| widget.interact_rect.is_positive())
            .map(|widget| widget.id)
            .collect()
    });
    let nodes: BTreeMap<u64, (Role, String)> = harness
        .root()
        .children_recursive()
        .map(|node| {
            let node = node.accesskit_node();
            let name = node.label().or_else(|| node.value()).unwrap_or_default();
            (node.locate().0.0, (node.role(), name))
        })
        .collect();
    let known = |id: egui::Id| {
        let (role, name) = nodes.get(&id.value()).cloned()?;
        Some((id, role, name))
    };
    ids.into_iter().filter_map(known).collect()
}

/// The views, and the page of the workbench as its tree and its source.
fn stages() -> Vec<(String, All)> {
    let mut all: Vec<(String, All)> = Shown::all()
        .map(|shown| (format!("{shown:?}"), filled(shown)))
        .collect();
    for page in [PageShown::Tree, PageShown::Source, PageShown::Outline] {
        let mut workbench = filled(Shown::View(bowerbird::app::shortcuts::View::Workbench));
        workbench.bench.page.show(page);
        all.push((format!("Workbench {page:?}"), workbench));
    }
    all
}

#[test]
fn the_control_with_the_keyboard_has_a_visible_ring() {
    let (mut faulty, mut looked_at) = (Vec::new(), BTreeMap::new());
    for theme in [Theme::Light, Theme::Dark] {
        for (name, state) in stages() {
            let stage = Stage {
                look: UiContext::new(Language::English, theme),
                ..stage_of(made::world(), state)
            };
            let mut harness = Harness::builder()
                .with_size(SIZE)
                .with_max_steps(12)
                .with_theme(theme)
                .with_context_setup(move |ctx| set_up(ctx, Language::English))
                .build_ui_state(ringed_view, stage);
            harness.run_ok();
            for (id, role, label) in stops(&harness) {
                harness.ctx.memory_mut(|memory| memory.request_focus(id));
                harness.step();
                harness.step();
                let Some(shown) = harness.ctx.read_response(id) else {
                    continue;
                };
                if !shown.has_focus() {
                    continue;
                }
                let after = Picture::of(harness.output());
                harness.ctx.memory_mut(|memory| memory.surrender_focus(id));
                harness.step();
                harness.step();
                let before = Picture::of(harness.output());
                *looked_at.entry(format!("{role:?}")).or_insert(0) += 1;
                let share = ringed(&before, &after, shown.rect, shown.interact_rect);
                if share < SHARE {
                    faulty.push(format!(
                        "{name}, {theme:?}: {role:?} “{label}” {:?}: {share:.2} of its edge",
                        shown.rect
                    ));
                }
            }
        }
    }
    let count: usize = looked_at.values().sum();
    assert!(count > 500, "only {count} were looked at: {looked_at:?}");
    for role in ["Button", "TextInput", "CheckBox", "ComboBox", "Table"] {
        assert!(looked_at.contains_key(role), "no {role}: {looked_at:?}");
    }
    assert!(
        faulty.is_empty(),
        "{} of {count} {looked_at:?}:\n{}",
        faulty.len(),
        faulty.join("\n")
    );
}
