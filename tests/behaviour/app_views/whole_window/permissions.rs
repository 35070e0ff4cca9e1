//! What a project may do by itself, in the window: the bar of one at rest, the dialog with its parts
//! in both languages and in small windows, and what is said by it.

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::app::dialogs::permission_review::{PermissionReview, bar_ui, review_ui};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::project_permission::{
    Decision, PartKind, PermissionState, PlanPart, Review, ReviewedPart,
};
use bowerbird::engine::types::{Language, Message, SiteDraft, SourceKind, Store};
use bowerbird::engine::{Command, ProjectCommand};
use eframe::egui::{self, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, wait_for};
use crate::app_views::{Stage, stage_in};
use crate::texts::{fixed_part, t};

const LONG: &str = "一个名字非常非常长的站点以至于任何窗口都放不下它必须换行才能读完";

fn part(kind: PartKind, name: &str, wants: &[&str], standing: PermissionState) -> ReviewedPart {
    let wants = wants.iter().map(|want| (*want).to_owned()).collect();
    ReviewedPart {
        part: PlanPart::new(kind, name, wants, ""),
        standing,
        before: None,
    }
}

fn review() -> Review {
    let changed = ReviewedPart {
        before: Some((
            Decision::Refused,
            Message::new("plan-wants").with("wants", "old.csv"),
        )),
        ..part(
            PartKind::Export,
            "gift",
            &["csv", "/home/ann/.bashrc"],
            PermissionState::Changed,
        )
    };
    Review {
        parts: vec![
            part(
                PartKind::Site,
                LONG,
                &["https://a.example"],
                PermissionState::New,
            ),
            part(
                PartKind::Login,
                "News",
                &["https://a.example/login", "ann"],
                PermissionState::Allowed,
            ),
            changed,
            part(PartKind::Task, "1", &["News"], PermissionState::Refused),
        ],
        is_known: true,
    }
}

type Dialog = (Review, PermissionReview, bool);

fn dialog(language: Language, size: [f32; 2]) -> Harness<'static, Stage<Dialog>> {
    let state = (review(), PermissionReview::default(), true);
    stage_in(language, size, AppState::default(), state, |ui, s| {
        let (review, state, open) = &mut s.state;
        bar_ui(ui, &s.look, review, &mut s.actions);
        if *open {
            let ctx = ui.ctx().clone();
            let shown = ("gift", &*review);
            *open = review_ui(&ctx, &s.look, shown, state, &mut s.actions);
        }
    })
}

fn decisions(harness: &Harness<'_, Stage<Dialog>>) -> Vec<(String, Decision)> {
    match harness.state().commands().as_slice() {
        [Command::Project(ProjectCommand::Decide(words))] => {
            let pairs = words.iter().map(|word| (word.part.clone(), word.decision));
            pairs.collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_part_is_allowed_or_refused_and_only_what_is_new_is_said() {
    let mut harness = dialog(Language::English, [1000.0, 800.0]);
    harness.run();
    harness.get_by_label_contains(t!(
        "plan-line-before",
        wants = t!("plan-wants", wants = "old.csv")
    ));
    harness.get_by_label(t!("plan-standing-changed"));
    harness
        .get_by_label(&format!(
            "{}: {}",
            t!("plan-choice-refuse"),
            t!(
                "plan-part-login",
                name = "News",
                wants = t!(
                    "plan-wants",
                    wants = "https://a.example/login, ann",
                    more = 0
                )
            )
        ))
        .click();
    harness.run();
    // What was refused before it changed stays refused unless the person says otherwise.
    harness
        .get_by_label(t!("plan-allow-some", count = 1, all = 4))
        .click();
    harness.run();
    assert!(!harness.state().state.2, "it closed");
    assert_eq!(
        decisions(&harness),
        [
            (format!("site:{LONG}"), Decision::Allowed),
            ("login:News".to_owned(), Decision::Refused),
            ("export:gift".to_owned(), Decision::Refused),
        ]
    );
}

#[test]
fn enter_and_escape_allow_nothing() {
    for key in [Key::Enter, Key::Escape] {
        let mut harness = dialog(Language::English, [1000.0, 800.0]);
        harness.run();
        harness.key_press(key);
        harness.run();
        assert!(!harness.state().state.2, "it closed");
        assert!(harness.state().commands().is_empty());
    }
}

#[test]
fn the_dialog_fits_into_small_windows_in_both_languages() {
    for language in Language::ALL {
        let leave = t!(language; "plan-leave");
        for size in [[320.0, 360.0], [640.0, 480.0]] {
            let mut harness = dialog(language, size);
            harness.run();
            let button = harness.get_by_label(leave).rect();
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            assert!(window.contains_rect(button), "{button:?} in {size:?}");
        }
    }
}

/// A project from elsewhere, as the window opens it.
fn strangers(folder: &Path) {
    let theirs = folder.join("theirs.bower");
    let store = Store::create(&theirs).unwrap();
    let rule_toml = "[site]\nname = \"News\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:1/\"]\n\
         [[field]]\nname = \"title\"\nselect = [ { css = \"h1\" } ]\n";
    let draft = SiteDraft {
        name: "News".to_owned(),
        kind: SourceKind::Pages,
        start: "http://127.0.0.1:1/".to_owned(),
        rule_toml: rule_toml.to_owned(),
    };
    store.add_site(&draft).unwrap();
    drop(store);
    std::fs::copy(&theirs, folder.join("press.bower")).unwrap();
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

fn wait_until_gone(window: &mut Window, name: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while window.query_all_by_label_contains(name).next().is_some() {
        assert!(Instant::now() < until, "{name} stays");
        window.step();
        std::thread::yield_now();
    }
}

#[test]
fn a_strangers_project_opens_at_rest_and_goes_on_once_it_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    strangers(folder.path());
    let mut window = window(folder.path());
    wait_for(&mut window, fixed_part("plan-bar"));
    window.run();
    // The bar comes by keyboard, too.
    let look = window.get_by_label(t!("plan-look")).accesskit_node().id();
    let focused = |window: &Window| {
        let node = window.get_by_label(t!("plan-look"));
        node.accesskit_node().is_focused()
    };
    for _ in 0..60 {
        if focused(&window) {
            break;
        }
        window.key_press(Key::Tab);
        window.run();
    }
    assert!(focused(&window), "{look:?} is reached by Tab");
    window.key_press(Key::Enter);
    window.run();
    wait_for(&mut window, t!("plan-title", project = "press"));
    window.get_by_label(t!("plan-leave")).click();
    window.run();
    wait_for(&mut window, fixed_part("plan-bar"));
    // What would act says why it does not, and leads to the dialog.
    window.key_press_modifiers(Modifiers::NONE, Key::Num4);
    window.run();
    window.get_by_label(t!("app-tasks-scheduler")).click();
    window.run();
    wait_for(&mut window, t!("plan-why-rests"));
    window.get_by_label(t!("plan-allow")).click();
    window.run();
    wait_until_gone(&mut window, fixed_part("plan-bar"));
    window.get_by_label(t!("app-tasks-scheduler")).click();
    window.run();
    let switch = window
        .get_by_label(t!("app-tasks-scheduler"))
        .accesskit_node();
    assert_eq!(switch.toggled(), Some(egui::accesskit::Toggled::True));
}
