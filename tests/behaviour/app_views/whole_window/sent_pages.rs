//! The question about a page that was sent, and the section of the settings, driven by their names.

use bowerbird::app::action::Action;
use bowerbird::app::notices::sent_pages::sent_pages_ui;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::engine::types::{Language, Secret, SiteId};
use bowerbird::engine::{
    Command, PageCommand, PairedBrowserLine, SenderKind, SentPageCommand, SentPageId,
    SentPagesState, ShownCode, WaitingPage,
};
use egui_kittest::kittest::Queryable;
use jiff::{SignedDuration, Timestamp};

use super::super::{Stage, made, stage};
use crate::texts::t;

fn waiting(id: u64, sites: &[i64]) -> WaitingPage {
    WaitingPage {
        id: SentPageId(id),
        url: "http://127.0.0.1:1/a".to_owned(),
        title: "A bridge\u{202e} opens".to_owned(),
        bytes: 312_000,
        browser: "Firefox".to_owned(),
        by_bookmark: false,
        sites: sites.iter().map(|id| SiteId(*id)).collect(),
        is_being_kept: false,
    }
}

fn commands<S>(stage: &Stage<S>) -> Vec<SentPageCommand> {
    let all = stage.commands().into_iter();
    all.filter_map(|command| match command {
        Command::Page(PageCommand::Sent(command)) => Some(command.clone()),
        _ => None,
    })
    .collect()
}

#[test]
fn a_page_is_asked_about_and_taken_only_by_a_click() {
    let mut world = made::world();
    world.sent_pages.waiting = vec![waiting(7, &[1]), waiting(8, &[])];
    let draw = |ui: &mut eframe::egui::Ui, stage: &mut Stage<()>| {
        sent_pages_ui(ui, &stage.look, &stage.world, &mut stage.actions);
    };
    let mut harness = stage(world, (), draw);
    harness.run();
    // What turns text around is left out of the question.
    let asked = harness.get_by_label_contains("Firefox on this computer sent");
    let text = format!("{asked:?}");
    assert!(
        text.contains("A bridge") && !text.contains('\u{202e}'),
        "{text}"
    );
    harness.get_by_label(t!("sent-pages-waiting", count = 1));
    assert!(harness.state().actions.is_empty());

    harness
        .get_by_label(t!("sent-pages-save", site = "Daily"))
        .click();
    harness.run();
    let keep = |page, site| SentPageCommand::Keep {
        page: SentPageId(page),
        site: SiteId(site),
    };
    assert_eq!(commands(harness.state()), [keep(7, 1)]);
    harness.get_by_label(t!("sent-pages-save-other")).click();
    harness.run();
    harness
        .get_by_label(t!("sent-pages-save", site = "Weekly"))
        .click();
    harness.run();
    assert_eq!(commands(harness.state()), [keep(7, 1), keep(7, 3)]);
    harness.get_by_label(t!("sent-pages-open")).click();
    harness.run();
    let open = Action::OpenInWorkbench {
        url: "sent:7:http://127.0.0.1:1/a".to_owned(),
        site: Some(SiteId(1)),
    };
    assert!(harness.state().actions.contains(&open));
    harness.get_by_label(t!("sent-pages-discard")).click();
    harness.run();
    let last = commands(harness.state()).pop();
    assert_eq!(last, Some(SentPageCommand::Discard(SentPageId(7))));

    // While it is read nothing else can be done with it; a page of no site has a menu alone.
    harness.state_mut().world.sent_pages.waiting[0].is_being_kept = true;
    harness.step();
    harness.get_by_label(t!("sent-pages-being-kept"));
    assert!(harness.query_by_label(t!("sent-pages-discard")).is_none());
    harness.state_mut().world.sent_pages.waiting.remove(0);
    harness.run();
    harness.get_by_label(t!("sent-pages-save-menu"));
    assert!(
        harness
            .query_by_label(t!("sent-pages-waiting", count = 1))
            .is_none()
    );
}

#[test]
fn it_is_turned_on_paired_and_removed_in_the_settings() {
    let mut world = made::world();
    world.project = Some("/tmp/a.bower".into());
    let mut state = SettingsState::default();
    t!("sent-pages-settings").clone_into(&mut state.search.typed);
    let draw = |ui: &mut eframe::egui::Ui, stage: &mut Stage<SettingsState>| {
        let (look, world, shown) = (&stage.look, &stage.world, (ThemeChoice::Dark, 100));
        settings_ui(ui, look, world, shown, &mut stage.state, &mut stage.actions);
    };
    let mut harness = stage(world, state, draw);
    harness.run();
    assert!(harness.query_by_label(t!("sent-pages-pair")).is_none());
    harness.get_by_label(t!("sent-pages-on")).click();
    harness.run();
    let listen = SentPageCommand::Listen {
        on: true,
        language: Language::English,
    };
    assert_eq!(commands(harness.state()), [listen]);
    harness.state_mut().world.sent_pages = SentPagesState {
        on: true,
        port: Some(8789),
        ..SentPagesState::default()
    };
    harness.run();
    harness.get_by_label(t!("sent-pages-port", port = "8789"));
    harness.get_by_label(t!("sent-pages-none"));
    harness.get_by_label(t!("sent-pages-pair")).click();
    harness.get_by_label(t!("sent-pages-bookmark")).click();
    harness.run();
    let name = t!("sent-pages-bookmark-name").to_owned();
    let asked = commands(harness.state());
    assert!(asked.contains(&SentPageCommand::NewCode));
    assert!(asked.contains(&SentPageCommand::NewBookmark { name }));

    let until = Timestamp::now() + SignedDuration::from_secs(100);
    let shown = &mut harness.state_mut().world.sent_pages;
    shown.code = Some(ShownCode {
        text: Secret::new("K7QM-2XPD"),
        until,
    });
    shown.bookmark = Some(Secret::new("javascript:x"));
    shown.browsers = vec![PairedBrowserLine {
        id: "1".to_owned(),
        name: "Firefox".to_owned(),
        kind: SenderKind::Extension,
        paired_at: until,
        used_at: None,
    }];
    harness.step();
    harness.step();
    harness.get_by_label("K7QM-2XPD");
    harness.get_by_label(t!("sent-pages-browser-unused"));
    harness.get_by_label(t!("sent-pages-bookmark-copy")).click();
    harness.step();
    harness.step();
    let copy = Action::Copy("javascript:x".to_owned());
    assert!(harness.state().actions.contains(&copy));
    harness
        .get_by_label(t!("sent-pages-remove", name = "Firefox"))
        .click();
    harness.step();
    harness.step();
    let remove = SentPageCommand::Remove {
        browser: "1".to_owned(),
    };
    assert!(commands(harness.state()).contains(&remove));
    // One that is over is not shown.
    let over = Timestamp::now() - SignedDuration::from_secs(1);
    if let Some(code) = &mut harness.state_mut().world.sent_pages.code {
        code.until = over;
    }
    harness.run();
    harness.get_by_label(t!("sent-pages-pair"));
}
