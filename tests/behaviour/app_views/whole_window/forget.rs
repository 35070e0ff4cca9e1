//! *Forget…* in the window: what is found is shown before anything is removed, and other words have to be
//! looked for again.

use std::path::Path;

use bowerbird::app::dialogs::storage::erasure_dialog::{ErasureDialog, erasure_ui};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::settings::Settings;
use bowerbird::app::{AppOptions, Bowerbird};
use bowerbird::engine::types::{
    ErasureReport, Language, SiteDraft, SourceKind, Store, TraceExample, TraceFate, TraceKind,
    Value,
};
use bowerbird::engine::{Command, ExportCommand};
use eframe::egui::{self, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, wait_for};
use crate::app_views::{Stage, field, stage_in};
use crate::texts::{fixed_part, t};

const WORD: &str = "Zyxquarta";

/// A project with three records, one of which mentions somebody.
fn project(folder: &Path) {
    let store = Store::create(&folder.join("press.bower")).expect("a project");
    let draft = SiteDraft {
        name: "Harbour News".to_owned(),
        kind: SourceKind::Pages,
        start: "http://127.0.0.1:1/".to_owned(),
        rule_toml: String::new(),
    };
    let site = store.add_site(&draft).expect("a site");
    for (number, title) in ["Ferry", "By Zyxquarta", "Pier"].into_iter().enumerate() {
        let url = format!("http://127.0.0.1:1/{number}");
        let values = vec![("title".to_owned(), Value::One(title.to_owned()))];
        store
            .add_record(site, &url, values, jiff::Timestamp::now())
            .expect("it is added");
    }
}

fn window(folder: &Path) -> Window {
    let settings = Settings {
        language: Some("en".to_owned()),
        toured: true,
        ..Settings::default()
    };
    settings.save(folder).expect("settings");
    let own = folder.to_owned();
    let options = AppOptions {
        project: Some(folder.join("press.bower")),
        ..AppOptions::default()
    };
    Harness::builder()
        .with_size([1024.0, 700.0])
        .with_max_steps(24)
        .build_eframe(move |cc| Bowerbird::in_folder(&cc.egui_ctx, options, own))
}

#[test]
fn somebody_is_found_shown_and_removed_from_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    project(folder.path());
    let mut window = window(folder.path());
    wait_for(&mut window, t!("app-view-monitor"));
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.run();
    window
        .get_by_role(egui::accesskit::Role::TextInput)
        .type_text("privacy");
    window.run();
    window.key_press_modifiers(Modifiers::NONE, Key::Enter);
    window.run();
    wait_for(&mut window, t!("app-forget-title"));
    field(&window, t!("app-forget-words")).focus();
    window.run();
    field(&window, t!("app-forget-words")).type_text(WORD);
    window.run();
    let remove = fixed_part("app-forget-remove");
    assert!(window.query_by_label_contains(remove).is_none());
    window.get_by_label(t!("app-forget-find")).click();
    window.step();
    wait_for(&mut window, t!("app-forget-remove", count = 1));
    wait_for(&mut window, "By Zyxquarta");
    let path = folder.path().join("press.bower");
    let records = || {
        Store::open_read_only(&path)
            .expect("it opens")
            .sites()
            .expect("sites")[0]
            .records
    };
    assert_eq!(records(), 3, "nothing is removed yet");
    window.run();
    window
        .get_by_label(t!("app-forget-remove", count = 1))
        .click();
    window.step();
    wait_for(&mut window, t!("cli-forget-done", count = 1));
    assert_eq!(records(), 2);
    window.get_by_label(t!("app-close")).click();
    window.run();
    assert!(window.query_by_label(t!("app-forget-title")).is_none());
}

fn report() -> ErasureReport {
    let mut report = ErasureReport::default();
    for kind in [
        TraceKind::Record,
        TraceKind::Page,
        TraceKind::Request,
        TraceKind::Log,
    ] {
        for number in 0..7 {
            let example = TraceExample {
                name: format!("A title that is rather long, number {number}"),
                text: "words before the name and words behind it ".repeat(3),
            };
            report.add((kind, TraceFate::Erased), "", example);
        }
    }
    let outside = (TraceKind::Export, TraceFate::OnlyIfAsked);
    report.add(outside, "/home/ann/all.csv", TraceExample::default());
    report
}

type Dialog = (ErasureDialog, Vec<bowerbird::app::action::Action>);

fn dialog(language: Language, size: [f32; 2]) -> Harness<'static, Stage<Dialog>> {
    let mut state = ErasureDialog::default();
    WORD.clone_into(&mut state.words);
    state.found(Some(report()));
    stage_in(
        language,
        size,
        AppState::default(),
        (state, Vec::new()),
        |ui, s| {
            let ctx = ui.ctx().clone();
            let (state, actions) = &mut s.state;
            erasure_ui(&ctx, &s.look, state, actions);
        },
    )
}

/// Draws until the dialog has found its place: its height is known a frame later than its content.
fn settle(harness: &mut Harness<'_, Stage<Dialog>>) {
    for _ in 0..4 {
        harness.run();
    }
}

#[test]
fn files_outside_go_only_if_selected_and_other_words_are_looked_for_again() {
    for language in Language::ALL {
        for size in [[640.0, 480.0], [1024.0, 700.0]] {
            let mut harness = dialog(language, size);
            settle(&mut harness);
            let remove = t!(language; "app-forget-remove", count = 28);
            let button = harness.get_by_label(remove).rect();
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            assert!(window.contains_rect(button), "{button:?} in {size:?}");
        }
    }
    let mut harness = dialog(Language::English, [1024.0, 900.0]);
    settle(&mut harness);
    let outside = t!("app-forget-exports", count = 1);
    harness.get_by_label(outside).click();
    settle(&mut harness);
    harness
        .get_by_label(t!("app-forget-remove", count = 29))
        .click();
    harness.step();
    let sent = &harness.state().state.1;
    let asks = sent.iter().any(|action| {
        matches!(
            action,
            bowerbird::app::action::Action::Send(Command::Exports(ExportCommand::Erase(request)))
                if request.exports && request.words == [WORD]
        )
    });
    assert!(asks, "{sent:?}");

    let mut harness = dialog(Language::English, [1024.0, 900.0]);
    settle(&mut harness);
    field(&harness, t!("app-forget-words")).focus();
    harness.run();
    field(&harness, t!("app-forget-words")).type_text("s");
    harness.run();
    harness.get_by_label(t!("app-forget-other-words"));
    let remove = fixed_part("app-forget-remove");
    let buttons = harness.query_all_by_label_contains(remove);
    let buttons =
        buttons.filter(|node| node.accesskit_node().role() == egui::accesskit::Role::Button);
    assert_eq!(buttons.count(), 0);
}
