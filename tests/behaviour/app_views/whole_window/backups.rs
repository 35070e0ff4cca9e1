//! Backups in the window: one by hand from Settings, and restoring one, in one choice, where a project
//! does not open any more, or where it is open.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bowerbird::app::dialogs::storage::restore_dialog::{Answered, RestoreDialog, restore_ui};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::project::backups::BackupInfo;
use bowerbird::engine::types::{Language, Message, SiteDraft, SourceKind, Store};
use eframe::egui::{self, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, wait_for};
use crate::app_views::{Stage, stage_in};
use crate::texts::{fixed_part, t};

fn backup(day: u8, is_complete: bool) -> BackupInfo {
    BackupInfo {
        name: format!("202605{day:02}T080000Z"),
        manifest: PathBuf::from(format!("/backups/202605{day:02}T080000Z.json")),
        taken_at: format!("2026-05-{day:02}T08:00:00Z").parse().unwrap(),
        project: "a".repeat(32),
        path: PathBuf::from("/home/ann/news.bower"),
        records: 12_345,
        archives: 1,
        size: 50_000_000,
        packed: 9_800_000,
        is_complete,
    }
}

type Dialog = (RestoreDialog, Answered);

fn dialog(
    language: Language,
    size: [f32; 2],
    backups: Vec<BackupInfo>,
) -> Harness<'static, Stage<Dialog>> {
    let reason = Message::new("store-damaged")
        .with("path", "/home/ann/news.bower")
        .with("reason", "file is not a database");
    let mut state = RestoreDialog::new("/home/ann/news.bower".into(), Some(reason));
    state.listed(backups);
    stage_in(
        language,
        size,
        AppState::default(),
        (state, Answered::Waits),
        |ui, s| {
            let ctx = ui.ctx().clone();
            let answered = restore_ui(&ctx, &s.look, &mut s.state.0);
            if answered != Answered::Waits {
                s.state.1 = answered;
            }
        },
    )
}

#[test]
fn the_newest_usable_backup_is_chosen_and_a_damaged_one_gives_way_to_the_next() {
    let backups = vec![backup(4, false), backup(3, true), backup(2, true)];
    let mut harness = dialog(Language::English, [1000.0, 700.0], backups);
    harness.run();
    harness.get_by_label(t!("backup-restore-button")).click();
    harness.run();
    let chosen = |harness: &Harness<'_, Stage<Dialog>>| match &harness.state().state.1 {
        Answered::Restore(backup) => backup.name.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(chosen(&harness), backup(3, true).name);
    // It turns out to be damaged: that is said, and the next one is chosen.
    let why = Message::new("backup-damaged")
        .with("path", "x.json")
        .with("reason", "cut off");
    let state = &mut harness.state_mut().state.0;
    state.failed(why, Some(backup(3, true).manifest));
    harness.run();
    harness.get_by_label_contains(t!("backup-damaged", path = "x.json", reason = "cut off"));
    let bad = harness.query_all_by_label_contains(fixed_part("backup-restore-line-bad"));
    assert_eq!(bad.count(), 2);
    harness.get_by_label(t!("backup-restore-button")).click();
    harness.run();
    assert_eq!(chosen(&harness), backup(2, true).name);
}

#[test]
fn the_restore_dialog_fits_into_small_windows_in_both_languages() {
    for language in Language::ALL {
        let button = t!(language; "backup-restore-button");
        for size in [[360.0, 420.0], [640.0, 480.0]] {
            let backups = (1..=11).map(|day| backup(day, true)).collect();
            let mut harness = dialog(language, size, backups);
            harness.run();
            let button = harness.get_by_label(button).rect();
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            assert!(window.contains_rect(button), "{button:?} in {size:?}");
        }
    }
}

/// A project with a site.
fn project(folder: &Path) -> PathBuf {
    let path = folder.join("press.bower");
    let store = Store::create(&path).unwrap();
    let draft = SiteDraft {
        name: "Harbour News".to_owned(),
        kind: SourceKind::Pages,
        start: "http://127.0.0.1:1/".to_owned(),
        rule_toml: "[site]\nname = \"Harbour News\"\nkind = \"pages\"\n\
            start = [\"http://127.0.0.1:1/\"]\n[[field]]\nname = \"title\"\n\
            select = [ { css = \"h1\" } ]\n"
            .to_owned(),
    };
    store.add_site(&draft).unwrap();
    path
}

fn window(folder: &Path) -> Window {
    let settings = Settings {
        language: Some("en".to_owned()),
        ..Settings::default()
    };
    settings.save(folder).unwrap();
    let own = folder.to_owned();
    let options = AppOptions {
        project: Some(folder.join("press.bower")),
        ..AppOptions::default()
    };
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, own))
}

/// Shows the part of the settings about backups.
fn show_backups(window: &mut Window) {
    window.get_by_label(t!("app-view-settings")).click();
    window.run();
    crate::app_views::field(window, t!("settings-search")).focus();
    window.run();
    crate::app_views::field(window, t!("settings-search")).type_text(t!("backup-daily"));
    window.run();
    wait_for(window, t!("backup-now"));
}

/// Backs up into `folder` by what a person sees.
fn back_up(window: &mut Window, folder: &Path) {
    show_backups(window);
    wait_for(window, t!("backup-none"));
    let typed = folder.display().to_string();
    crate::app_views::field(window, t!("backup-folder")).focus();
    window.run();
    crate::app_views::field(window, t!("backup-folder")).type_text(&typed);
    window.run();
    window
        .get_by_label(&format!("{}: {}", t!("backup-title"), t!("backup-apply")))
        .click();
    window.run();
    wait_for(window, t!("backup-lies", folder = typed));
    window.get_by_label(t!("backup-now")).click();
    window.run();
    wait_for(window, fixed_part("backup-done"));
    wait_for(window, fixed_part("backup-last"));
}

/// Opens the dialog once *Restore…* can be clicked: facts about the last backup may be on their way, and
/// move it while it is clicked.
fn open_restore(window: &mut Window) {
    let until = Instant::now() + Duration::from_secs(60);
    let line = fixed_part("backup-restore-line");
    while window.query_all_by_label_contains(line).next().is_none() {
        assert!(Instant::now() < until, "the dialog never opens");
        let button = window.query_all_by_label(t!("backup-restore")).next();
        if let Some(button) = button.filter(|one| !one.accesskit_node().is_disabled()) {
            button.click();
        }
        for _ in 0..30 {
            window.step();
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn kept_aside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("press.bower.before-restore-") && name.ends_with('Z')
        })
        .collect()
}

#[test]
fn a_project_that_does_not_open_any_more_is_restored_in_one_choice() {
    let folder = tempfile::tempdir().unwrap();
    let path = project(folder.path());
    {
        let mut window = window(folder.path());
        wait_for(&mut window, t!("app-view-monitor"));
        back_up(&mut window, &folder.path().join("copies"));
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len().min(40_000);
    bytes[64..end].fill(0xA5);
    std::fs::write(&path, &bytes).unwrap();

    let mut window = window(folder.path());
    wait_for(&mut window, t!("backup-restore-damaged"));
    wait_for(&mut window, fixed_part("backup-restore-line"));
    window.run();
    window.get_by_label(t!("backup-restore-button")).click();
    wait_for(&mut window, fixed_part("backup-restore-done-kept"));
    assert!(window.state().has_project());
    window.key_press_modifiers(Modifiers::NONE, Key::Num2);
    window.run();
    wait_for(&mut window, "Harbour News");
    let kept = kept_aside(folder.path());
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(std::fs::read(&kept[0]).unwrap(), bytes);
}

#[test]
fn an_open_project_is_restored_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    project(folder.path());
    let mut window = window(folder.path());
    wait_for(&mut window, t!("app-view-monitor"));
    back_up(&mut window, &folder.path().join("copies"));
    open_restore(&mut window);
    // Left as it is, nothing happens.
    window.get_by_label(t!("backup-restore-leave")).click();
    window.run();
    assert!(window.state().has_project() && kept_aside(folder.path()).is_empty());
    open_restore(&mut window);
    window.run();
    window.get_by_label(t!("backup-restore-button")).click();
    wait_for(&mut window, fixed_part("backup-restore-done-kept"));
    assert_eq!(kept_aside(folder.path()).len(), 1);
    window.key_press_modifiers(Modifiers::NONE, Key::Num2);
    window.run();
    wait_for(&mut window, "Harbour News");
    let open = window.get_all_by_label("Harbour News").next().unwrap();
    assert!(!open.accesskit_node().is_disabled());
}
