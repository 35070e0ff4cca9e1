//! *Help → Save a diagnostic file*, and the notice after a panic.

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::Language;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::field;
use crate::command_line::diagnose::panic_in;
use crate::texts::t;

fn window(folder: &Path, language: Language) -> Harness<'static, Bowerbird> {
    let settings = Settings {
        language: Some(language.tag().to_owned()),
        ..Settings::default()
    };
    settings.save(folder).expect("settings");
    let folder = folder.to_owned();
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(12)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, AppOptions::default(), folder))
}

/// Draws until `is` holds.
fn until(harness: &mut Harness<'_, Bowerbird>, is: impl Fn(&Harness<'_, Bowerbird>) -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is(harness) {
        assert!(Instant::now() < end, "it does not come");
        std::thread::sleep(Duration::from_millis(10));
        harness.run();
    }
}

#[test]
fn a_panic_is_told_once_at_the_next_start_with_the_file_on_offer() {
    for language in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let calm = window(folder.path(), language);
        assert!(
            calm.query_by_label(t!(language; "diagnostic-panicked"))
                .is_none()
        );
        panic_in(folder.path(), "broken");

        let mut harness = window(folder.path(), language);
        harness.run();
        harness.get_by_label(t!(language; "diagnostic-panicked"));
        harness
            .get_by_label(t!(language; "app-command-diagnostic"))
            .click();
        harness.run();
        let first = "\ncommit ";
        until(&mut harness, |harness| {
            harness.query_by_label_contains(first).is_some()
        });
        assert!(
            harness
                .query_by_label(t!(language; "diagnostic-panicked"))
                .is_none()
        );

        let file = folder.path().join("report.txt");
        let path = field(&harness, t!(language; "diagnostic-path"));
        path.focus();
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        field(&harness, t!(language; "diagnostic-path")).type_text(&file.to_string_lossy());
        harness.run();
        harness
            .get_by_label(t!(language; "diagnostic-save"))
            .click();
        until(&mut harness, |harness| {
            harness
                .query_by_label(t!(language; "diagnostic-title"))
                .is_none()
        });
        let text = std::fs::read_to_string(&file).expect("it was written");
        assert!(text.contains("No project"), "{text}");

        let again = window(folder.path(), language);
        assert!(
            again
                .query_by_label(t!(language; "diagnostic-panicked"))
                .is_none()
        );
    }
}

#[test]
fn what_is_shown_changes_with_the_ticks_and_an_existing_file_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = window(folder.path(), Language::English);
    harness.get_by_label(t!("app-menu-help")).click();
    harness.run();
    harness.get_by_label(t!("app-command-diagnostic")).click();
    harness.run();
    let made =
        |harness: &Harness<'_, Bowerbird>| harness.query_by_label_contains("\ncommit ").is_some();
    until(&mut harness, made);
    harness.get_by_label(t!("diagnostic-with-log")).click();
    harness.run();
    until(&mut harness, made);
    let file = folder.path().join("there.txt");
    std::fs::write(&file, "kept").expect("a file");
    field(&harness, t!("diagnostic-path")).focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    field(&harness, t!("diagnostic-path")).type_text(&file.to_string_lossy());
    harness.run();
    harness.get_by_label(t!("diagnostic-save")).click();
    let path = file.display().to_string();
    until(&mut harness, |harness| {
        harness
            .query_by_label(t!("diagnostic-exists", path = path.as_str()))
            .is_some()
    });
    assert_eq!(
        std::fs::read_to_string(&file).expect("it was written"),
        "kept"
    );
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(t!("diagnostic-title")).is_none());
}
