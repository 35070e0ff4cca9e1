//! No scroll area is inside another that scrolls the same way: a wheel would be caught by the inner
//! one, and nobody sees which of two bars moves what.

use std::collections::HashSet;

use bowerbird::app::shortcuts::View;
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::engine::types::{Language, SiteId};
use eframe::egui::{self, Key, Modifiers, Rect, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use super::top_bar_and_rail::{Window, open_window, wait_for};
use super::words::{All, Shown, draw, filled};
use crate::app_views::{Stage, field, made, set_up, stage_of};
use crate::texts::t;

const SIZES: [[f32; 2]; 3] = [[1440.0, 900.0], [1024.0, 700.0], [960.0, 600.0]];

/// A part of the window that scrolls.
struct Area {
    /// The node of its content.
    content: u64,
    /// All nodes around it.
    around: Vec<u64>,
    is_vertical: bool,
    bar: Rect,
    /// Some texts in it.
    texts: Vec<String>,
    /// Whether it is the room of one text field.
    is_field: bool,
}

fn id(node: &Node<'_>) -> u64 {
    node.accesskit_node().locate().0.0
}

fn around(node: &Node<'_>) -> Vec<u64> {
    let mut found = Vec::new();
    let mut next = node.parent();
    while let Some(parent) = next {
        found.push(id(&parent));
        next = parent.parent();
    }
    found
}

/// The areas that scroll now: egui draws a bar for each, right behind what it moves.
fn areas<S>(harness: &Harness<'_, S>) -> Vec<Area> {
    let nodes = harness.root().children_recursive();
    let bars = nodes.filter(|node| node.accesskit_node().role() == Role::ScrollBar);
    let area = |bar: Node<'_>| {
        let parent = bar.parent()?;
        let own = id(&bar);
        let mut content = None;
        for child in parent.children() {
            if id(&child) == own {
                break;
            }
            if child.accesskit_node().role() != Role::ScrollBar {
                content = Some(child);
            }
        }
        let content = content?;
        let inside: Vec<Node<'_>> = content.children_recursive().collect();
        let texts = inside.iter().filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        });
        let is_field = |node: &Node<'_>| node.accesskit_node().role() == Role::MultilineTextInput;
        let used = inside.iter().filter(|node| {
            let role = node.accesskit_node().role();
            role == Role::Button || role == Role::Label || role == Role::MultilineTextInput
        });
        let rect = bar.rect();
        Some(Area {
            content: id(&content),
            around: std::iter::once(id(&parent))
                .chain(around(&parent))
                .collect(),
            is_vertical: rect.height() > rect.width(),
            bar: rect,
            texts: texts.take(4).collect(),
            is_field: used.count() == 1 && inside.iter().any(is_field),
        })
    };
    bars.filter_map(area).collect()
}

/// Each area inside of another that scrolls the same way.
pub(super) fn nested<S>(harness: &Harness<'_, S>) -> (usize, Vec<String>) {
    let all = areas(harness);
    let mut faults = Vec::new();
    for inner in all.iter().filter(|area| !area.is_field) {
        let around: HashSet<u64> = inner.around.iter().copied().collect();
        let outer = all.iter().find(|outer| {
            outer.is_vertical == inner.is_vertical && around.contains(&outer.content)
        });
        if let Some(outer) = outer {
            faults.push(format!(
                "{:?} {:?} is inside of {:?} {:?}",
                inner.bar, inner.texts, outer.bar, outer.texts
            ));
        }
    }
    (all.len(), faults)
}

/// More sites than fit anywhere.
fn large_world() -> AppState {
    let sites = (1..=60).map(|number| made::site(number, &format!("Paper {number}"), None));
    AppState {
        sites: Some(sites.collect()),
        ..made::world()
    }
}

/// A rule with more start addresses than fit into their field.
fn long_rule() -> String {
    let starts = (0..300).map(|page| format!("\"http://127.0.0.1:1/{page}\""));
    let starts = starts.collect::<Vec<_>>().join(", ");
    made::RULE.replace("\"http://127.0.0.1:1/\"", &starts)
}

/// A view with more in it than fits.
fn full(shown: Shown) -> All {
    let mut all = filled(shown);
    all.tasks.site = Some(SiteId(1));
    if matches!(shown, Shown::Editor) {
        all.sites.editor = Some(Editor::new(None, long_rule()));
    }
    all
}

fn staged(language: Language, size: [f32; 2], shown: Shown) -> Harness<'static, Stage<All>> {
    let stage = Stage {
        look: UiContext::new(language, Theme::Light),
        ..stage_of(large_world(), full(shown))
    };
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(12)
        .with_theme(Theme::Light)
        .with_context_setup(move |ctx| set_up(ctx, language))
        .build_ui_state(draw, stage);
    harness.run_ok();
    if matches!(shown, Shown::View(View::Tasks)) {
        harness
            .get_by_label_contains(t!(language; "app-tasks-terms"))
            .click();
        harness.run_ok();
    }
    harness
}

#[test]
fn no_scroll_area_is_inside_another_that_scrolls_the_same_way() {
    let (mut faulty, mut looked_at) = (Vec::new(), 0);
    for language in Language::ALL {
        for size in SIZES {
            for shown in Shown::all() {
                let (count, faults) = nested(&staged(language, size, shown));
                looked_at += count;
                let here = format!("{shown:?} in {language:?} at {size:?}");
                faulty.extend(faults.into_iter().map(|fault| format!("{here}: {fault}")));
            }
        }
    }
    assert!(looked_at > 80, "only {looked_at} areas scrolled");
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

/// What lies over the views.
#[test]
fn no_dialog_has_a_scroll_area_inside_another() {
    let (mut faulty, mut looked_at) = (Vec::new(), 0);
    for language in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = open_window(folder.path(), language.tag());
        window.set_size(vec2(960.0, 600.0));
        window.run_ok();
        let mut look = |window: &Window, what: &str| {
            let (count, faults) = nested(window);
            looked_at += count;
            faulty.extend(
                faults
                    .iter()
                    .map(|fault| format!("{what} in {language:?}: {fault}")),
            );
        };
        let press = |window: &mut Window, modifiers: Modifiers, key: Key| {
            window.key_press_modifiers(modifiers, key);
            window.run_ok();
        };
        for (what, modifiers, key) in [
            ("palette", Modifiers::COMMAND, Key::K),
            ("shortcuts", Modifiers::NONE, Key::F1),
            ("guide", Modifiers::COMMAND, Key::F1),
        ] {
            press(&mut window, modifiers, key);
            look(&window, what);
            press(&mut window, Modifiers::NONE, Key::Escape);
        }
        // A narrow window has one menu with all of it.
        for command in ["app-command-diagnostic", "app-about"] {
            window.set_size(vec2(1440.0, 900.0));
            window.run_ok();
            for name in ["app-menu-help", command] {
                let name = crate::texts::message_text(
                    language,
                    &bowerbird::engine::types::Message::new(name),
                );
                wait_for(&mut window, name);
                window.get_all_by_label(name).last().expect("it").click();
                window.run_ok();
            }
            window.set_size(vec2(960.0, 600.0));
            window.run_ok();
            look(&window, command);
            press(&mut window, Modifiers::NONE, Key::Escape);
        }
        press(&mut window, Modifiers::NONE, Key::Num0);
        wait_for(&mut window, t!(language; "condition-new"));
        look(&window, "settings");
        window.get_by_label(t!(language; "condition-new")).click();
        window.run_ok();
        look(&window, "condition");
    }
    assert!(looked_at > 10, "only {looked_at} areas scrolled");
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

#[test]
fn the_wheel_moves_a_long_field_only_while_it_has_the_keyboard() {
    let mut harness = staged(Language::English, [1440.0, 900.0], Shown::Editor);
    let starts = t!("app-form-start");
    let place = |harness: &Harness<'_, Stage<All>>| {
        let name = field(harness, t!("app-form-name")).rect().top();
        (name, field(harness, starts).rect().top())
    };
    let wheel = |harness: &mut Harness<'_, Stage<All>>| {
        harness.hover_at(field(harness, starts).rect().left_top() + vec2(60.0, 90.0));
        harness.run_ok();
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -40.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        harness.run_ok();
    };
    let before = place(&harness);
    wheel(&mut harness);
    let after = place(&harness);
    assert!(
        after.0 < before.0 - 10.0,
        "the form moved: {before:?} {after:?}"
    );
    assert!(
        (before.1 - after.1 - (before.0 - after.0)).abs() < 1.0,
        "the field with it"
    );
    field(&harness, starts).focus();
    harness.run_ok();
    harness.run_ok();
    let before = place(&harness);
    wheel(&mut harness);
    let after = place(&harness);
    assert!(
        (after.0 - before.0).abs() < 1.0,
        "the form stays: {before:?} {after:?}"
    );
    assert!(
        after.1 < before.1 - 10.0,
        "its lines moved: {before:?} {after:?}"
    );
}

#[test]
fn an_area_inside_of_another_is_found() {
    let rows = |ui: &mut egui::Ui, many: usize| {
        for row in 0..many {
            ui.label(format!("row {row}"));
        }
    };
    let draw = move |ui: &mut egui::Ui| {
        egui::ScrollArea::vertical()
            .id_salt("outer")
            .show(ui, |ui| {
                egui::ScrollArea::vertical()
                    .id_salt("inner")
                    .max_height(200.0)
                    .show(ui, |ui| rows(ui, 40));
                rows(ui, 60);
            });
    };
    let mut harness = Harness::builder().with_size([400.0, 400.0]).build_ui(draw);
    harness.run_ok();
    let (count, faults) = nested(&harness);
    assert_eq!((count, faults.len()), (2, 1), "{faults:?}");
    let beside = move |ui: &mut egui::Ui| {
        ui.columns(2, |sides| {
            for (place, side) in sides.iter_mut().enumerate() {
                egui::ScrollArea::vertical()
                    .id_salt(place)
                    .show(side, |ui| rows(ui, 60));
            }
        });
    };
    let mut harness = Harness::builder()
        .with_size([400.0, 400.0])
        .build_ui(beside);
    harness.run_ok();
    let (count, faults) = nested(&harness);
    assert_eq!((count, faults.len()), (2, 0), "{faults:?}");
}
