//! The main job with the keyboard alone: Tab, Enter, arrows and shortcuts. At each step it is known
//! where the keyboard is, and that place is in sight.

use std::time::{Duration, Instant};

use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::Language;
use bowerbird::io::sample::{ARTICLES, SampleSite};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, wait_for};
use crate::texts::t;

const SIZE: [f32; 2] = [1440.0, 900.0];

/// What has the keyboard: its name, role and place.
fn focused(window: &Window) -> Option<(String, Role, Rect)> {
    let mut nodes = window.root().children_recursive();
    let node = nodes.find(|node| node.accesskit_node().is_focused())?;
    let inner = node.accesskit_node();
    let name = inner
        .label()
        .or_else(|| inner.placeholder().map(str::to_owned));
    Some((name.unwrap_or_default(), inner.role(), node.rect()))
}

/// The keyboard is on something with a name, in the window, with a ring around it.
fn is_seen(window: &Window) {
    let (name, role, place) = focused(window).expect("something has the keyboard");
    assert!(
        !name.trim().is_empty(),
        "a {role:?} without a name has the keyboard"
    );
    let inside = Rect::from_min_size(Default::default(), SIZE.into());
    assert!(
        inside.expand(1.0).intersects(place) && place.size() != vec2(0.0, 0.0),
        "{name} has the keyboard out of sight at {place:?}"
    );
}

/// Waits until the keyboard is on `name`; nothing is pressed meanwhile.
fn expect(window: &mut Window, name: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while focused(window).is_none_or(|(found, ..)| found != name) {
        assert!(
            Instant::now() < until,
            "{name:?} has not the keyboard: {:?}",
            focused(window)
        );
        window.step();
        std::thread::yield_now();
    }
    is_seen(window);
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_ok();
}

/// Presses Tab until the keyboard is on `name`, at most `most` times.
fn tab_to(window: &mut Window, name: &str, most: usize) {
    for _ in 0..most {
        press(window, Key::Tab);
        is_seen(window);
        if focused(window).is_some_and(|(found, ..)| found == name) {
            return;
        }
    }
    panic!(
        "{name:?} is not reached by {most} Tabs: {:?}",
        focused(window)
    );
}

#[test]
fn the_main_job_is_done_with_the_keyboard_alone() {
    let site = SampleSite::start(0).expect("the sample site");
    for language in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let csv = folder.path().join("records.csv");
        let settings = Settings {
            language: Some(language.tag().to_owned()),
            last_export: Some(csv),
            ..Settings::default()
        };
        settings.save(folder.path()).expect("settings");
        let at = folder.path().to_owned();
        let options = AppOptions::default();
        let mut window: Window = Harness::builder()
            .with_size(SIZE)
            .with_max_steps(24)
            .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, at));

        tab_to(&mut window, t!(language; "app-start-sample"), 30);
        tab_to(&mut window, t!(language; "app-start-empty"), 30);
        press(&mut window, Key::Enter);
        wait_for(&mut window, t!(language; "app-sites-empty"));
        window.key_press_modifiers(Modifiers::COMMAND, Key::N);
        window.run_ok();
        expect(&mut window, t!(language; "app-sites-url"));
        let (field, ..) = focused(&window).expect("the field");
        window
            .get_all_by_label(&field)
            .last()
            .expect("the field")
            .type_text(&site.url());
        window.run_ok();
        press(&mut window, Key::Enter);
        expect(&mut window, t!(language; "app-sites-add-url"));
        press(&mut window, Key::Enter);
        expect(&mut window, t!(language; "look-run"));
        press(&mut window, Key::Enter);
        // The table has the keyboard now; the view of results opens by its number.
        expect(&mut window, t!(language; "app-sites-table"));
        window.key_press(Key::Num5);
        window.run_ok();
        wait_for(&mut window, "The morning ferry gets a second boat");
        let until = Instant::now() + Duration::from_secs(60);
        let all = t!(language; "app-results-count", count = ARTICLES);
        while window.query_by_label(all).is_none() && Instant::now() < until {
            window.step();
        }
        // A view that was opened by its key begins with its table.
        expect(&mut window, t!(language; "app-results-table"));
        // The chosen record is shown beside the table.
        press(&mut window, Key::ArrowDown);
        wait_for(&mut window, t!(language; "app-record-note"));
        window.key_press_modifiers(Modifiers::COMMAND, Key::E);
        window.run_ok();
        expect(&mut window, t!(language; "app-export-write"));
        press(&mut window, Key::Enter);
        // Only what was written can be shown.
        wait_for(&mut window, t!(language; "app-export-folder"));
    }
}

#[test]
fn the_first_tab_in_a_view_opened_by_key_reaches_its_first_control() {
    let folder = tempfile::tempdir().expect("a folder");
    Settings::default().save(folder.path()).expect("settings");
    let at = folder.path().to_owned();
    let options = AppOptions::default();
    let mut window: Window = Harness::builder()
        .with_size(SIZE)
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, at));
    tab_to(&mut window, t!("app-start-empty"), 30);
    press(&mut window, Key::Enter);
    wait_for(&mut window, t!("app-sites-empty"));
    press(&mut window, Key::Num0);
    press(&mut window, Key::Tab);
    expect(&mut window, t!("settings-search"));
    press(&mut window, Key::Tab);
    let (next, ..) = focused(&window).expect("the second control");
    assert_ne!(next, t!("settings-search"));
    // By the rail it is the same.
    let rail = window.get_all_by_label(t!("app-view-sites")).next();
    rail.expect("its entry of the rail").focus();
    window.run_ok();
    press(&mut window, Key::Enter);
    wait_for(&mut window, t!("app-sites-empty"));
    tab_to(&mut window, t!("app-sites-url"), 6);
}
