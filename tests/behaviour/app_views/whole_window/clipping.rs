//! Every view in both languages, at sizes and scales of usual screens, in a light and a dark theme:
//! nothing that can be used or read is past the window's edge, cut off at a side, or covered.

use std::collections::HashMap;

use bowerbird::app::style::ui_context::UiContext;
use bowerbird::engine::types::Language;
use eframe::egui::{self, Rect, Theme, accesskit::Role};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::words::{All, Shown, draw, filled};
use crate::app_views::{Stage, made, set_up, stage_of};

/// Sizes in points, with the pixels of a point: 1440 × 900 at 150 % and 1920 × 1200 at 200 % have
/// the room of 960 × 600.
const WINDOWS: [([f32; 2], f32, Theme); 4] = [
    ([1024.0, 700.0], 1.0, Theme::Light),
    ([1440.0, 900.0], 1.0, Theme::Dark),
    ([960.0, 600.0], 1.5, Theme::Light),
    ([960.0, 600.0], 2.0, Theme::Dark),
];
/// What rounding and edges take, in points.
const SLACK: f32 = 1.5;

/// Something that is used or read.
struct Part {
    role: Role,
    name: String,
    layer: egui::LayerId,
    /// All of it.
    full: Rect,
    /// What the parts around it leave visible.
    seen: Rect,
}

/// A place in half points, by which a control and what is visible of it find each other.
fn key(rect: Rect) -> [i64; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "places in a window")]
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(|side| (side * 2.0).round() as i64)
}

fn parts(harness: &Harness<'_, Stage<All>>) -> Vec<Part> {
    let drawn: HashMap<[i64; 4], (egui::LayerId, Rect)> = harness.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let widgets = layers.flat_map(|(_, widgets)| widgets);
        let seen =
            |widget: &egui::WidgetRect| (key(widget.rect), (widget.layer_id, widget.interact_rect));
        widgets.map(seen).collect()
    });
    let nodes = harness.root().children_recursive();
    let part = |node: egui_kittest::Node<'_>| {
        let inner = node.accesskit_node();
        let role = inner.role();
        if !is_control(role) && ![Role::Label, Role::Table].contains(&role) {
            return None;
        }
        let full = node.rect();
        let (layer, seen) = drawn.get(&key(full)).copied()?;
        let name = inner.label().or_else(|| inner.value()).unwrap_or_default();
        Some(Part {
            role,
            name,
            layer,
            full,
            seen,
        })
    };
    nodes.filter_map(part).collect()
}

fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::TextInput
            | Role::PasswordInput
            | Role::Slider
            | Role::SpinButton
    )
}

fn holds(outer: Rect, inner: Rect) -> bool {
    outer.expand(SLACK).contains_rect(inner)
}

fn faults(harness: &Harness<'_, Stage<All>>, size: [f32; 2]) -> Vec<String> {
    let parts = parts(harness);
    // A table scrolls sideways under its columns.
    let tables: Vec<Rect> = parts
        .iter()
        .filter(|part| part.role == Role::Table)
        .map(|part| part.seen)
        .collect();
    let in_table = |rect: Rect| tables.iter().any(|table| table.contains(rect.center()));
    let shown: Vec<&Part> = parts
        .iter()
        .filter(|part| is_control(part.role) || part.role == Role::Label)
        .filter(|part| part.seen.width() > SLACK && part.seen.height() > SLACK)
        .collect();
    let mut faults = Vec::new();
    for (place, part) in shown.iter().enumerate() {
        let (full, seen) = (part.full, part.seen);
        let is_cut = full.left() < seen.left() - SLACK || full.right() > seen.right() + SLACK;
        if !in_table(seen) && is_cut {
            faults.push(format!(
                "{:?} “{}” is cut at a side: {full:?}",
                part.role, part.name
            ));
        }
        if full.left() < -SLACK || (full.right() > size[0] + SLACK && !in_table(seen)) {
            faults.push(format!(
                "{:?} “{}” is past the edge: {full:?}",
                part.role, part.name
            ));
        }
        for other in shown.iter().skip(place + 1) {
            let both = seen.intersect(other.seen);
            let covers = both.width() > SLACK && both.height() > SLACK;
            // A row that can be pressed has its texts inside.
            let inside =
                |row: &Part, text: &Part| is_control(row.role) && holds(row.full, text.full);
            let is_inside = inside(part, other) || inside(other, part);
            if part.layer == other.layer && covers && !is_inside {
                faults.push(format!(
                    "{:?} “{}” and {:?} “{}” cover each other: {seen:?} {:?}",
                    part.role, part.name, other.role, other.name, other.seen
                ));
            }
        }
    }
    faults
}

#[test]
fn nothing_is_cut_off_covered_or_past_the_edge() {
    let (mut faulty, mut looked_at) = (Vec::new(), 0);
    for language in Language::ALL {
        for (size, pixels, theme) in WINDOWS {
            for shown in Shown::all() {
                let stage = Stage {
                    look: UiContext::new(language, theme),
                    ..stage_of(made::world(), filled(shown))
                };
                let mut harness = Harness::builder()
                    .with_size(size)
                    .with_pixels_per_point(pixels)
                    .with_max_steps(12)
                    .with_theme(theme)
                    .with_context_setup(move |ctx| set_up(ctx, language))
                    .build_ui_state(draw, stage);
                harness.run_ok();
                looked_at += parts(&harness).len();
                let found = faults(&harness, size);
                let here = format!("{shown:?} in {language:?} at {size:?}");
                faulty.extend(found.into_iter().map(|fault| format!("{here}: {fault}")));
            }
        }
    }
    assert!(looked_at > 2_000, "only {looked_at} parts were looked at");
    assert!(
        faulty.is_empty(),
        "{} faults:\n{}",
        faulty.len(),
        faulty.join("\n")
    );
}
