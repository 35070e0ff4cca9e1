//! The sample project in the whole window: it opens with what real runs brought, and the tour does
//! on it what it tells.

use std::path::Path;

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::io::store::Store;
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::{Window, wait_for};
use crate::texts::t;

fn first_start(folder: &Path) -> Window {
    let settings = Settings {
        language: Some("en".to_owned()),
        last_export: Some(folder.join("records.csv")),
        ..Settings::default()
    };
    settings.save(folder).unwrap();
    window(folder)
}

fn window(folder: &Path) -> Window {
    let folder = folder.to_owned();
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, AppOptions::default(), folder))
}

/// Presses the button with this name, as the keyboard would: by its name, wherever it stands.
fn press(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.run_ok();
    window.get_by_label(name).click_accesskit();
    window.run_ok();
}

/// Enter on the main button of the tour, which has the keyboard.
fn enter(window: &mut Window) {
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
}

#[test]
fn the_sample_project_lands_in_sites_with_its_results() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = first_start(folder.path());
    press(&mut window, t!("app-start-sample"));
    wait_for(&mut window, t!("app-sample-collected"));
    wait_for(&mut window, "Harbour Gazette");
    wait_for(&mut window, t!("app-state-layout-changed"));
    wait_for(&mut window, t!("app-state-blocked"));
    press(&mut window, t!("app-view-results"));
    wait_for(&mut window, "The morning ferry gets a second boat");
}

#[test]
fn the_own_project_is_gone_back_to_after_the_sample() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("my-press.bower");
    drop(Store::create(&own).unwrap());
    Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    }
    .save(folder.path())
    .unwrap();
    let (home, options) = (
        folder.path().to_owned(),
        AppOptions {
            project: Some(own.clone()),
            ..AppOptions::default()
        },
    );
    let mut window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, home));
    wait_for(&mut window, t!("app-view-workbench"));
    wait_for(&mut window, "my-press");
    press(&mut window, t!("app-menu-help"));
    press(&mut window, t!("app-start-sample"));
    wait_for(&mut window, t!("app-sample-collected"));
    // The next start opens the own project, and so does the button of the notice.
    let last = || Settings::load(folder.path()).last_project;
    assert_eq!(last(), Some(own.clone()));
    press(&mut window, t!("app-sample-back"));
    wait_for(&mut window, "my-press");
    assert_eq!(last(), Some(own));
}

#[test]
fn the_tour_does_on_the_sample_what_it_tells() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = first_start(folder.path());
    press(&mut window, t!("app-start-sample"));
    wait_for(&mut window, t!("app-sample-collected"));
    press(&mut window, t!("tour-begin"));
    for (title, do_it, seen) in [
        ("tour-rail-title", "tour-rail-do", "tour-rail-seen"),
        ("tour-address-title", "tour-address-do", "tour-address-seen"),
        ("tour-run-title", "tour-run-do", "tour-run-seen"),
        ("tour-repair-title", "tour-repair-do", "tour-repair-seen"),
        ("tour-results-title", "tour-results-do", "tour-results-seen"),
    ] {
        wait_for(&mut window, t!(title));
        wait_for(&mut window, t!(do_it));
        enter(&mut window);
        wait_for(&mut window, t!(seen));
        enter(&mut window);
    }
    // Ended in the middle, it goes on there.
    wait_for(&mut window, t!("tour-write-title"));
    window.key_press(Key::Escape);
    window.run_ok();
    assert!(window.query_by_label(t!("tour-write-title")).is_none());
    assert_eq!(Settings::load(folder.path()).tour_step, 5);
    window.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::K);
    window.run_ok();
    window
        .get_by_label(t!("app-palette-field"))
        .type_text(t!("app-command-tour"));
    enter(&mut window);
    wait_for(&mut window, t!("tour-write-do"));
    press(&mut window, t!("tour-write-do"));
    wait_for(&mut window, t!("tour-write-seen"));
    let written = std::fs::read_to_string(folder.path().join("bowerbird-sample.csv")).unwrap();
    assert!(written.contains("The morning ferry gets a second boat"));
    enter(&mut window);
    press(&mut window, t!("tour-task-do"));
    wait_for(&mut window, t!("tour-task-seen"));
    press(&mut window, t!("tour-next"));
    press(&mut window, t!("tour-done"));
    // What it made is gone again.
    wait_for(&mut window, t!("tour-tidied"));
    press(&mut window, t!("app-view-tasks"));
    wait_for(&mut window, t!("app-tasks-empty"));
    assert_eq!(Settings::load(folder.path()).tour_step, 0);
}
