//! The window around the views, with a real project: palette, menu, dropped files, the import
//! report, removals taken back, sizes and themes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bowerbird::app::state::settings::{Settings, ThemeChoice};
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::Language;
use eframe::egui::{self, DroppedFile, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::texts::{fixed_part, t};

pub(super) type Window = Harness<'static, Bowerbird>;

/// The window with a new project in `folder`, open.
pub(super) fn open_window(folder: &Path, language: &str) -> Window {
    let settings = Settings {
        language: Some(language.to_owned()),
        ..Settings::default()
    };
    settings.save(folder).unwrap();
    let mut window = start(folder);
    let language = Language::from_locale(language);
    wait_for(&mut window, t!(language; "app-sites-empty"));
    window
}

fn start(folder: &Path) -> Window {
    let folder = folder.to_owned();
    let options = AppOptions {
        project: Some(folder.join("press.bower")),
        ..AppOptions::default()
    };
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, folder))
}

/// All that the window says.
fn labels(window: &Window) -> Vec<String> {
    let nodes = window.root().children_recursive();
    nodes
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

/// Draws frames until something of that name is there; the engine works meanwhile.
pub(super) fn wait_for(window: &mut Window, name: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while window.query_all_by_label_contains(name).next().is_none() {
        assert!(
            Instant::now() < until,
            "{name} never came; there is: {:?}",
            labels(window)
        );
        window.step();
        std::thread::yield_now();
    }
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

#[test]
fn the_palette_finds_by_letters_and_works_by_keyboard_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    press(&mut window, Modifiers::COMMAND, Key::K);
    window
        .get_by_label(t!("app-palette-field"))
        .type_text(t!("app-view-proxies"));
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_for(&mut window, t!("app-proxies-add"));

    // It closes without doing anything, and the keys of the window are not its own.
    press(&mut window, Modifiers::COMMAND, Key::K);
    window.get_by_label(t!("app-palette-field")).type_text("1");
    window.run();
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label(t!("app-palette-field")).is_none());
    window.get_by_label(t!("app-proxies-add"));

    // A slash searches the records.
    press(&mut window, Modifiers::NONE, Key::Slash);
    window
        .get_by_label(t!("app-palette-field"))
        .type_text("ferry");
    window.run();
    window.get_by_label_contains(t!("app-palette-records", words = "ferry"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_for(&mut window, t!("app-results-empty"));
}

#[test]
fn the_palette_knows_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "zh-CN");
    for words in [
        t!(Language::Chinese; "app-view-proxies"),
        t!("app-view-proxies"),
    ] {
        press(&mut window, Modifiers::NONE, Key::Num2);
        press(&mut window, Modifiers::COMMAND, Key::K);
        window
            .get_by_label(t!(Language::Chinese; "app-palette-field"))
            .type_text(words);
        window.run();
        press(&mut window, Modifiers::NONE, Key::Enter);
        wait_for(&mut window, t!(Language::Chinese; "app-proxies-add"));
    }
}

#[test]
fn the_menu_names_every_format_and_the_theme_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    window.get_by_label(t!("app-menu-file")).click();
    window.run();
    window.get_by_label(t!("app-command-import")).click();
    window.run();
    for format in [
        t!("app-import-auto"),
        t!("app-import-legado"),
        t!("app-import-opml"),
    ] {
        window.get_by_label(format);
    }
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::K);
    window
        .get_by_label(t!("app-palette-field"))
        .type_text(t!("app-theme-contrast-dark"));
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.run();
    let kept = Settings::load(folder.path());
    assert_eq!(kept.theme, ThemeChoice::ContrastDark);
    assert_eq!(kept.recent.projects, [folder.path().join("press.bower")]);
}

/// A file as the system hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub(super) fn drop_file(window: &mut Window, path: PathBuf) {
    drop_files(window, vec![path]);
}

pub(super) fn drop_files(window: &mut Window, paths: Vec<PathBuf>) {
    for path in paths {
        let file = Arc::new(Dropped(path));
        window.input_mut().dropped_files.push(file);
    }
    window.step();
}

const SITEMAP: &str = r#"{"_id":"paper","startUrl":["http://ann:secret@127.0.0.1:1/news"],
"selectors":[
{"id":"item","type":"SelectorElement","parentSelectors":["_root"],"selector":"article","multiple":true},
{"id":"title","type":"SelectorText","parentSelectors":["item"],"selector":"h2","multiple":false,"regex":""},
{"id":"picture","type":"SelectorElementClick","parentSelectors":["_root"],"selector":"b","multiple":false}
]}"#;

#[test]
fn a_dropped_file_of_another_program_is_reported_and_added_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paper.json");
    std::fs::write(&file, SITEMAP).unwrap();
    let mut window = open_window(folder.path(), "en");
    drop_file(&mut window, file);
    wait_for(
        &mut window,
        t!(
            "app-import-title",
            file = "paper.json",
            format = t!("app-import-webscraper")
        ),
    );
    window.run();
    assert!(
        window
            .query_all_by_label_contains("secret")
            .next()
            .is_none()
    );
    window.get_by_label(t!("app-import-add", count = 1)).click();
    window.run();
    wait_for(&mut window, t!("app-sites-run-one", site = "paper"));
    drop(window);
    let bytes = std::fs::read(folder.path().join("press.bower")).unwrap();
    let held = bytes.windows(6).any(|part| part == b"secret");
    assert!(!held, "no password arrives");
}

#[test]
fn a_faulty_rule_opens_where_it_can_be_mended_and_an_unknown_file_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let faulty = folder.path().join("faulty.toml");
    std::fs::write(
        &faulty,
        "[site]\nname = \"A\"\nkind = \"list\"\nstart = [\"no address\"]\n",
    )
    .unwrap();
    drop_file(&mut window, faulty);
    wait_for(&mut window, fixed_part("app-editor-place"));
    let unknown = folder.path().join("letter.txt");
    std::fs::write(&unknown, "Dear Ann,\nall is well.\n").unwrap();
    drop_file(&mut window, unknown);
    wait_for(&mut window, "letter.txt");
}

#[test]
fn a_removed_proxy_comes_back_with_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    press(&mut window, Modifiers::NONE, Key::Num7);
    for (name, text) in [
        (t!("app-form-name"), "east"),
        (t!("app-proxies-url"), "http://127.0.0.1:3128"),
    ] {
        crate::app_views::field(&window, name).focus();
        window.run();
        crate::app_views::field(&window, name).type_text(text);
        window.run();
    }
    window.get_by_label(t!("app-proxies-add")).click();
    window.run();
    wait_for(&mut window, t!("app-proxies-enable", proxy = "east"));
    window.run();
    window.get_by_label(t!("app-remove")).click();
    window.run();
    assert!(
        window
            .query_by_label(t!("app-proxies-enable", proxy = "east"))
            .is_none()
    );
    window.get_by_label(t!("app-removed-proxies", count = 1, proxy = "east"));
    window.get_by_label(t!("app-command-undo")).click();
    window.run();
    wait_for(&mut window, t!("app-proxies-enable", proxy = "east"));
    assert!(
        window
            .query_by_label(t!("app-removed-proxies", count = 1, proxy = "east"))
            .is_none()
    );
}

#[test]
fn a_language_named_at_the_start_holds_for_that_start_alone() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let options = AppOptions {
        project: Some(folder.path().join("press.bower")),
        language: Some("zh-CN".to_owned()),
    };
    let at = folder.path().to_owned();
    let mut window: Window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, at));
    wait_for(&mut window, t!(Language::Chinese; "app-sites-empty"));
    let kept = Settings::load(folder.path()).language;
    assert_eq!(kept.as_deref(), Some("en"));
}

#[test]
fn everything_can_be_reached_at_twice_the_size_in_a_small_window() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        size: Some(200),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let options = AppOptions {
        project: Some(folder.path().join("press.bower")),
        ..AppOptions::default()
    };
    let at = folder.path().to_owned();
    let mut window: Window = Harness::builder()
        .with_size([512.0, 350.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, at));
    wait_for(&mut window, t!("app-sites-empty"));
    for name in [
        t!("app-menu"),
        t!("app-palette-hint"),
        t!("app-view-settings"),
    ] {
        let rect = window.get_by_label(name).rect();
        let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(512.0, 350.0));
        assert!(room.expand(0.5).contains_rect(rect), "{name} at {rect:?}");
    }
}

#[test]
fn a_scheduler_that_was_on_goes_on_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let is_on = |window: &Window| {
        let switch = window
            .get_by_label(t!("app-tasks-scheduler"))
            .accesskit_node();
        switch.toggled() == Some(egui::accesskit::Toggled::True)
    };
    let mut window = open_window(folder.path(), "en");
    press(&mut window, Modifiers::NONE, Key::Num4);
    assert!(!is_on(&window));
    window.get_by_label(t!("app-tasks-scheduler")).click();
    window.run();
    assert!(is_on(&window));
    let kept = Settings::load(folder.path()).scheduled;
    assert!(kept.contains(&folder.path().join("press.bower")));

    // The next start, in a folder of its own: the first window may not have let go of its project.
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        language: Some("en".to_owned()),
        scheduled: [folder.path().join("press.bower")].into(),
        ..Settings::default()
    };
    settings.save(folder.path()).unwrap();
    let mut window = start(folder.path());
    wait_for(&mut window, t!("app-sites-empty"));
    press(&mut window, Modifiers::NONE, Key::Num4);
    assert!(is_on(&window), "remembered");
}
