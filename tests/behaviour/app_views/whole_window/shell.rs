//! The whole window without a project: first start, shortcut sheet, language kept.

use std::path::PathBuf;

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::Language;
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::texts::t;

fn window(folder: PathBuf) -> Harness<'static, Bowerbird> {
    Harness::builder()
        .with_size([1024.0, 700.0])
        .with_max_steps(12)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, AppOptions::default(), folder))
}

#[test]
fn the_first_start_knows_its_keys_and_keeps_the_language() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let mut harness = window(folder.path().to_owned());
    harness.get_by_label(t!("app-start-sample"));

    harness.key_press(Key::F1);
    harness.run();
    harness.get_by_label(t!("app-command-shortcuts"));
    harness.key_press(Key::F1);
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-command-shortcuts"))
            .is_none()
    );

    harness.get_by_label(t!("app-settings-language")).click();
    harness.run();
    harness.get_by_label("简体中文").click();
    harness.run();
    harness.get_by_label(t!(Language::Chinese; "app-start-sample"));
    assert_eq!(
        Settings::load(folder.path()).language.as_deref(),
        Some("zh-CN")
    );
    let harness = window(folder.path().to_owned());
    harness.get_by_label(t!(Language::Chinese; "app-start-sample"));
}

#[test]
fn the_help_says_which_program_this_is_and_what_is_inside() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let mut harness = window(folder.path().to_owned());
    // In a narrow one all menus are under one button.
    harness.set_size([1400.0, 800.0].into());
    harness.run();
    harness.get_by_label(t!("app-menu-help")).click();
    harness.run();
    harness.get_by_label(t!("app-about")).click();
    harness.run();
    let version = t!("app-menu-version", version = env!("CARGO_PKG_VERSION"));
    harness.get_by_label(version);
    // Only the program itself knows its commit.
    harness.get_by_label(t!("app-about-commit-unknown"));
    harness.get_by_label_contains("scraper 0.");
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(version).is_none());
}

#[test]
fn an_idle_window_asks_for_no_further_frame() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(folder.path().to_owned());
    harness.run();
    let delay = harness
        .output()
        .viewport_output
        .values()
        .map(|viewport| viewport.repaint_delay)
        .min()
        .expect("a viewport");
    assert!(delay > std::time::Duration::from_secs(3600), "{delay:?}");
}

#[test]
fn the_tour_is_offered_once_and_leads_through_the_views() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let options = AppOptions {
        project: Some(folder.path().join("new.bower")),
        ..AppOptions::default()
    };
    let config = folder.path().to_owned();
    let mut harness = Harness::builder()
        .with_size([1024.0, 700.0])
        .with_max_steps(12)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, config));
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while harness.query_by_label(t!("tour-begin")).is_none() {
        assert!(std::time::Instant::now() < deadline, "the project opens");
        std::thread::sleep(std::time::Duration::from_millis(20));
        harness.step();
    }
    harness.get_by_label(t!("tour-begin")).click();
    harness.run_ok();
    // Nothing in a person's own project is changed: the tour only shows the places.
    harness.get_by_label(t!("tour-own-title"));
    harness.get_by_label(t!("tour-look")).click();
    harness.run_ok();
    for title in [
        t!("tour-rail-title"),
        t!("tour-address-title"),
        t!("tour-run-title"),
        t!("tour-repair-title"),
        t!("tour-results-title"),
        t!("tour-write-title"),
        t!("tour-task-title"),
    ] {
        harness.get_by_label(title);
        // The button that leads on has the keyboard.
        harness.key_press(Key::Enter);
        harness.run_ok();
    }
    harness.get_by_label(t!("tour-finder-title"));
    harness.get_by_label(t!("tour-done")).click();
    harness.run_ok();
    assert!(harness.query_by_label(t!("tour-finder-title")).is_none());
    assert!(harness.query_by_label(t!("tour-begin")).is_none());
    assert!(Settings::load(folder.path()).toured);
}

/// A window in English without a project.
fn english() -> (tempfile::TempDir, Harness<'static, Bowerbird>) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let mut harness = window(folder.path().to_owned());
    harness.run();
    (folder, harness)
}

#[test]
fn letters_typed_right_after_ctrl_k_are_kept_and_find_the_guide() {
    let (_folder, mut harness) = english();
    // A field has the keyboard, and all of it arrives before the next frame.
    harness.get_by_label(t!("app-start-address")).focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.event(Event::Text("docume".to_owned()));
    harness.run();
    let field = harness.get_by_label(t!("app-palette-field"));
    assert_eq!(field.value().as_deref(), Some("docume"));
    harness.event(Event::Text("n".to_owned()));
    harness.run();
    let field = harness.get_by_label(t!("app-palette-field"));
    assert_eq!(field.value().as_deref(), Some("documen"));
    harness.key_press(Key::Enter);
    harness.run();
    harness.get_by_label(t!("guide-find"));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(t!("guide-find")).is_none());
}

#[test]
fn escape_closes_the_shortcut_sheet_and_nothing_behind_it() {
    let (_folder, mut harness) = english();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F1);
    harness.run();
    harness.get_by_label(t!("guide-find"));
    harness.key_press(Key::F1);
    harness.run();
    harness.get_by_label(t!("app-command-shortcuts"));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-command-shortcuts"))
            .is_none()
    );
    harness.get_by_label(t!("guide-find"));
}
