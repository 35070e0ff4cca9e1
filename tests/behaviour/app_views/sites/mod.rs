//! Sites: adding, choosing, running, removing, editing.
//!
//! Below: the form of a rule, supervision, runs, the monitor.

mod form;
pub(super) mod monitor;
mod questions;
mod rule_saving;
pub(super) mod runs;
mod search_engines;
mod selection;
pub(super) mod supervised;

use bowerbird::app::action::Action;
use bowerbird::app::background::SiteHistory;
use bowerbird::app::state::app_state::{AppState, EndedRun, LiveRun};
use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::views::sites::{SitesState, sites_ui};
use bowerbird::engine::types::{
    ActionKind, Message, RunEnd, RunId, RunOptions, RunProgress, SiteId, SourceKind, parse,
};
use bowerbird::engine::{
    AddressPreview, Command, LinkedPage, NamedFeed, PreviewedKind, RunCommand, SiteCommand,
    SourceChoice, TaskCommand, TaskControl,
};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Stage, field, made, stage};
use crate::texts::t;

fn draw(ui: &mut egui::Ui, stage: &mut Stage<SitesState>) {
    sites_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn looked_at(harness: &mut Harness<'_, Stage<SitesState>>, typed: &str, look: AddressPreview) {
    harness.get_by_label(t!("app-sites-url")).focus();
    harness.run();
    harness.get_by_label(t!("app-sites-url")).type_text(typed);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let url = typed.to_owned();
    let generation = 1;
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::Look { generation, url })]
    );
    harness.state_mut().actions.clear();
    let state = &mut harness.state_mut().state;
    state.look.came(generation, &std::sync::Arc::new(look));
    harness.run();
}

#[test]
fn an_address_is_looked_at_and_added_by_enter() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let look = AddressPreview {
        shown_as: None,
        url: "https://example.org/".to_owned(),
        name: "Harbour Post".to_owned(),
        kind: PreviewedKind::List,
        problem: None,
        choices: vec![SourceChoice {
            doubts: Vec::new(),
            label: Message::new("look-choice-list").with("count", 7),
            titles: vec!["First heading".to_owned()],
            rule_toml: "[site]".to_owned(),
        }],
        leads_to: Vec::new(),
        unchecked_feeds: Vec::new(),
        sample_pages: Vec::new(),
        named_sitemap: None,
    };
    looked_at(&mut harness, "example.org", look);
    harness.get_by_label(t!("look-list"));
    harness.get_by_label("First heading");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::AddLooked {
            name: "Harbour Post".to_owned(),
            rule_toml: "[site]".to_owned(),
        })]
    );
    assert_eq!(
        harness.state().state.url,
        "example.org",
        "kept, in case adding fails"
    );
}

#[test]
fn a_board_that_a_page_leads_to_is_looked_at_by_a_click() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let board = "https://example.org/b/2";
    let look = AddressPreview {
        url: "https://example.org/".to_owned(),
        problem: Some(Message::new("look-why-nothing")),
        leads_to: vec![LinkedPage {
            url: board.to_owned(),
            name: "Boats".to_owned(),
        }],
        ..AddressPreview::default()
    };
    looked_at(&mut harness, "example.org", look);
    harness.get_by_label(t!("look-leads-to"));
    harness.get_by_label("Boats").click();
    // A look under way keeps moving.
    harness.run_steps(3);
    let commands = harness.state().commands();
    let [Command::Site(SiteCommand::Look { url, .. })] = commands[..] else {
        panic!("{commands:?}");
    };
    assert_eq!(url, board);
    assert_eq!(harness.state().state.url, board);
}

#[test]
fn several_pasted_addresses_are_asked_about_and_become_one_site() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness.get_by_label(t!("app-sites-url")).focus();
    harness.run();
    let typed = "http://a.example/1 http://a.example/2 http://a.example/3";
    harness.get_by_label(t!("app-sites-url")).type_text(typed);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.state().commands().is_empty(), "nothing is fetched");
    harness.get_by_label(t!("pasted-question", count = 3));
    harness
        .get_by_label(t!("pasted-collect", count = 3))
        .click();
    harness.run();
    let commands = harness.state().commands();
    let [Command::Site(SiteCommand::AddSource { kind, urls, .. })] = commands[..] else {
        panic!("{commands:?}");
    };
    assert_eq!((*kind, urls.len()), (SourceKind::Pages, 3));
    assert!(harness.state().state.url.is_empty());
}

#[test]
fn a_look_says_which_site_collects_there_already() {
    let known = |start: &str, url: &str| {
        let mut world = made::world();
        world.sites.as_mut().unwrap()[0].start = start.to_owned();
        let mut harness = stage(world, SitesState::default(), draw);
        let look = AddressPreview {
            url: url.to_owned(),
            kind: PreviewedKind::List,
            choices: vec![SourceChoice {
                doubts: Vec::new(),
                label: Message::new("look-choice-list").with("count", 7),
                titles: Vec::new(),
                rule_toml: made::LISTED.to_owned(),
            }],
            ..AddressPreview::default()
        };
        looked_at(&mut harness, "a.example", look);
        let told = |id| harness.query_by_label(id).is_some();
        (
            told(t!("app-sites-known", site = "Daily")),
            told(t!("look-same-host", site = "Daily")),
        )
    };
    let moved = "https://www.a.example/board/";
    assert_eq!(known(moved, moved), (true, false), "where it led");
    assert_eq!(known("https://a.example/feed", moved), (false, true));
    assert_eq!(known("https://b.example/", moved), (false, false));
}

#[test]
fn a_schedule_is_chosen_where_a_site_is_added() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let look = AddressPreview {
        kind: PreviewedKind::List,
        choices: vec![SourceChoice {
            doubts: vec![
                Message::new("look-doubtful")
                    .with("field", t!("app-column-title"))
                    .with("why", "odd"),
            ],
            label: Message::new("look-choice-list").with("count", 7),
            titles: Vec::new(),
            rule_toml: made::LISTED.to_owned(),
        }],
        ..AddressPreview::default()
    };
    looked_at(&mut harness, "example.org", look);
    harness.get_by_label(t!(
        "look-doubtful",
        field = t!("app-column-title"),
        why = "odd"
    ));
    let choice = harness
        .get_all_by_label(t!("app-turns-name"))
        .find(|node| node.accesskit_node().role() == Role::ComboBox);
    choice.expect("the choice of a schedule").click();
    harness.run();
    harness.get_by_label(t!("app-turns-hourly")).click();
    harness.run();
    harness.get_by_label(t!("app-sites-add-url")).click();
    harness.run();
    let commands = harness.state().commands();
    let Some(Command::Site(SiteCommand::AddLooked { rule_toml, .. })) = commands.first() else {
        panic!("{commands:?}");
    };
    let file = parse(rule_toml).unwrap().file().clone();
    assert_eq!(file.schedule.expect("a schedule").cron, "0 * * * *");
}

#[test]
fn escape_in_another_field_leaves_the_look_open() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let look = AddressPreview {
        kind: PreviewedKind::List,
        choices: vec![SourceChoice {
            doubts: Vec::new(),
            label: Message::new("look-choice-list").with("count", 7),
            titles: Vec::new(),
            rule_toml: "[site]".to_owned(),
        }],
        ..AddressPreview::default()
    };
    looked_at(&mut harness, "example.org", look);
    field(&harness, t!("sites-search")).focus();
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    harness.get_by_label(t!("look-list"));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label(t!("look-list")).is_none());
}

#[test]
fn checked_feeds_join_a_look_and_leave_what_was_chosen() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let way = |label: &'static str, rule: &str| SourceChoice {
        doubts: Vec::new(),
        label: Message::new(label).with("count", 7).with("title", "News"),
        titles: Vec::new(),
        rule_toml: rule.to_owned(),
    };
    let first = AddressPreview {
        kind: PreviewedKind::List,
        choices: vec![way("look-choice-list", "a"), way("look-choice-links", "b")],
        unchecked_feeds: vec![NamedFeed {
            url: "https://example.org/feed".to_owned(),
            title: "News".to_owned(),
        }],
        ..AddressPreview::default()
    };
    let mut second = first.clone();
    second.unchecked_feeds.clear();
    second.choices.insert(1, way("look-choice-feed", "c"));
    // Its articles told where their text is.
    second.choices[2].rule_toml = "better".to_owned();
    harness.get_by_label(t!("app-sites-url")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-sites-url"))
        .type_text("example.org");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    let state = &mut harness.state_mut().state;
    state.look.came(1, &std::sync::Arc::new(first));
    harness.run_steps(2);
    harness.get_by_label(t!("look-checking-feeds", count = 1));
    harness
        .get_by_label(t!("look-choice-links", count = 7))
        .click();
    harness.run_steps(2);
    let state = &mut harness.state_mut().state;
    state.look.came(1, &std::sync::Arc::new(second));
    harness.run();
    harness.get_by_label(t!("look-choice-feed", title = "News", count = 7));
    harness.get_by_label(t!("app-sites-add-url")).click();
    harness.run();
    let added = harness.state().commands().into_iter().any(|command| {
        matches!(command, Command::Site(SiteCommand::AddLooked { rule_toml, .. }) if rule_toml == "better")
    });
    assert!(added);
}

#[test]
fn an_address_with_nothing_to_collect_is_added_only_on_purpose() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    let look = AddressPreview {
        url: "https://example.org/".to_owned(),
        name: "Harbour Post".to_owned(),
        kind: PreviewedKind::ScriptShell,
        problem: Some(Message::new("look-why-scripts")),
        ..AddressPreview::default()
    };
    looked_at(&mut harness, "example.org", look);
    harness.get_by_label(t!("look-why-scripts"));
    assert!(harness.query_by_label(t!("app-sites-add-url")).is_none());
    harness.get_by_label(t!("look-add-anyway")).click();
    harness.run();
    let url = "example.org".to_owned();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::AddByUrl { url })]
    );
}

#[test]
fn the_field_is_emptied_and_the_new_site_selected_once_it_is_there() {
    let old = [made::site(1, "Daily", None), made::site(3, "Weekly", None)];
    let new = [
        made::site(1, "Daily", None),
        made::site(9, "Evening", None),
        made::site(3, "Weekly", None),
    ];
    let mut state = SitesState {
        url: " example.org".to_owned(),
        adding: Some("example.org".to_owned()),
        ..SitesState::default()
    };
    state.table.selected = Some(1);
    state.came(&old, &new);
    assert_eq!(state.table.selected, Some(1), "the new one");
    assert_eq!(state.url, "");

    state.table.selected = Some(2);
    state.came(&new, &old);
    assert_eq!(state.table.selected, Some(1), "Weekly moved up");
    state.table.selected = Some(1);
    state.came(&new, &old);
    assert_eq!(state.table.selected, None, "Evening has left");
}

#[test]
fn the_selected_site_says_why_and_runs() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness.get_by_label("每日新闻").click();
    harness.run();
    assert_eq!(harness.state().state.table.selected, Some(1));
    let why = harness.query_all_by_label(t!("app-run-blocked")).count();
    assert_eq!(why, 2, "in its row and below");
    harness.get_by_label(t!("detect-cause-status", matched = "429"));
    harness.get_by_label(t!("app-sites-run-site")).click();
    harness.run();
    let run = Command::Run(RunCommand::Start {
        sites: vec![SiteId(2)],
        options: RunOptions::default(),
    });
    assert_eq!(harness.state().commands(), [&run]);
}

#[test]
fn the_keyboard_chooses_and_opens() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness
        .get_by_role_and_label(Role::Table, t!("app-sites-table"))
        .focus();
    harness.run();
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().state.table.selected, Some(1));
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(
        harness.state().state.editor.as_ref().and_then(|e| e.site),
        Some(SiteId(2))
    );
}

#[test]
fn removing_takes_one_press_because_it_can_be_taken_back() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness.get_by_label("Weekly").click();
    harness.run();
    further(&mut harness, "Weekly");
    harness.get_by_label(t!("app-sites-remove")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::Remove { site: SiteId(3) })]
    );
}

#[test]
fn a_key_removes_the_chosen_site() {
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness.get_by_label("Weekly").click();
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    // It has records: a slip of the finger is not enough.
    let records = harness.state().world.sites()[2].records;
    harness.get_by_label(t!(
        "sites-remove-question",
        site = "Weekly",
        records = records
    ));
    assert!(harness.state().commands().is_empty());
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.state().commands().is_empty(), "kept");
    harness.key_press(Key::Delete);
    harness.run();
    harness.get_by_label(t!("app-sites-remove")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::Remove { site: SiteId(3) })]
    );
}

#[test]
fn buttons_keep_their_places_in_every_state_and_the_rest_says_why_not() {
    let mut places = Vec::new();
    for (world, row, run) in [
        (made::world(), 0, "app-sites-run-site"),
        (made::world(), 1, "app-sites-run-site"),
        (made::world(), 2, "app-sites-run-site"),
        (with_run(made::world()), 0, "app-sites-stop"),
    ] {
        let mut state = SitesState::default();
        state.table.select(row);
        let mut harness = stage(world, state, draw);
        harness.run();
        let name = harness.state().world.sites()[row].name.clone();
        places.push([
            harness.get_by_label(t!(run)).rect(),
            harness.get_by_label(t!("app-sites-edit")).rect(),
            harness
                .get_by_label(t!("app-sites-open-in-workbench"))
                .rect(),
            harness
                .get_by_label(t!("app-more-of", subject = name))
                .rect(),
        ]);
    }
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    // Without a failed page there is nothing to ask for again; the entry stays, and says why.
    let mut harness = stage(made::world(), SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    let timeline = &mut harness.state_mut().state.timeline;
    timeline.came(SiteId(1), SiteHistory::default());
    further(&mut harness, "Daily");
    let retry = harness.get_by_label(t!("app-sites-run-failed-count", count = 0));
    let retry = retry.accesskit_node();
    assert!(retry.is_disabled());
    assert_eq!(
        retry.description().as_deref(),
        Some(t!("sites-why-no-failed"))
    );
}

#[test]
fn every_sentence_of_the_panel_is_said_once() {
    let mut world = made::world();
    let site = &mut world.sites.as_mut().unwrap()[1];
    let reason = site.status.as_ref().unwrap().reason.clone();
    let ended = EndedRun {
        end: RunEnd::Blocked,
        progress: RunProgress::default(),
        message: Some(reason.clone()),
    };
    world.ended.insert(SiteId(2), ended);
    let mut state = SitesState::default();
    state.table.select(1);
    let mut harness = stage(world, state, draw);
    harness.run();
    let reason = harness.state().look.text(&reason);
    let below = harness.query_all_by_label(&reason).count();
    assert_eq!(below, 2, "in its row and once below");
}

/// Opens the menu with the further actions on a site.
pub(super) fn further(harness: &mut Harness<'_, Stage<SitesState>>, site: &str) {
    harness
        .get_by_label(t!("app-more-of", subject = site))
        .click();
    harness.run();
}

/// A run of the first site, some pages on.
fn with_run(mut world: AppState) -> AppState {
    let progress = RunProgress {
        pages_ok: 12,
        queued: 28,
        records_new: 11,
        rate_now: 1.5,
        rate_average: 1.25,
        seconds_left: Some(83),
        ..RunProgress::default()
    };
    world.live.insert(
        SiteId(1),
        LiveRun {
            run: RunId(1),
            resumed: false,
            progress,
            stopping: false,
            gap: std::time::Duration::ZERO,
        },
    );
    world
}

#[test]
fn a_stopped_run_says_how_many_pages_are_left_and_goes_on() {
    let mut world = made::world();
    for site in world.sites.iter_mut().flatten() {
        site.left = 66;
    }
    let mut harness = stage(world, SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    let left = t!("site-stopped-left", count = 66);
    assert!(
        harness.query_all_by_label(left).count() > 1,
        "row and panel"
    );
    assert!(harness.query_by_label(t!("app-state-ok")).is_none());
    // What is wrong with a site says more.
    harness.get_by_label(t!("app-state-rate-limited"));
    harness.get_by_label(t!("app-sites-continue")).click();
    harness.run();
    let start = Command::Run(RunCommand::Start {
        sites: vec![SiteId(1)],
        options: RunOptions::default(),
    });
    assert!(harness.state().commands().contains(&&start));
}

#[test]
fn a_first_run_is_running_and_one_cut_short_says_so() {
    let cut_short = || {
        let mut world = made::world();
        let first = world.sites.iter_mut().flatten();
        for site in first.filter(|site| site.id == SiteId(1)) {
            site.status = None;
            site.records = 3;
        }
        world
    };
    // A known site runs as well: what its last run said is past.
    let mut harness = stage(with_run(made::world()), SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    let running = harness.query_all_by_label(t!("app-state-running")).count();
    assert!(running >= 3, "table, head and state: {running}");
    let mut harness = stage(with_run(cut_short()), SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    assert!(harness.query_all_by_label(t!("app-state-running")).count() > 0);
    assert!(harness.query_by_label(t!("app-sites-never-ran")).is_none());
    let mut harness = stage(cut_short(), SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    assert!(harness.query_all_by_label(t!("app-state-begun")).count() > 0);
    harness.get_by_label_contains(t!("app-sites-never-ended"));
}

#[test]
fn a_run_shows_its_figures_and_stops() {
    let world = with_run(made::world());
    let mut harness = stage(world, SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    harness.get_by_label_contains(t!(
        "app-run-figures",
        ok = 12,
        failed = 0,
        blocked = 0,
        queued = 28,
        new = 11,
        known = 0,
        bytes = "0 B"
    ));
    harness.get_by_label_contains(&format!(
        "{} · {}",
        t!("app-sites-rate", rate = "1.5", average = "1.2"),
        t!("app-sites-left", time = "1:23")
    ));
    harness.get_by_label(t!("app-sites-stop")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Run(RunCommand::Stop { site: SiteId(1) })]
    );
}

#[test]
fn a_paused_site_is_resumed_and_failed_pages_are_asked_for_again() {
    let mut world = made::world();
    for site in world.sites.iter_mut().flatten() {
        site.paused = site.id == SiteId(1);
    }
    let mut harness = stage(world, SitesState::default(), draw);
    harness.get_by_label("Daily").click();
    harness.run();
    harness.get_by_label_contains(t!("app-run-paused"));
    let history = SiteHistory {
        failed: 4,
        ..SiteHistory::default()
    };
    let timeline = &mut harness.state_mut().state.timeline;
    timeline.came(SiteId(1), history);
    further(&mut harness, "Daily");
    harness
        .get_by_label(t!("app-sites-run-failed-count", count = 4))
        .click();
    harness.run();
    let commands = harness.state().commands();
    let [Command::Run(RunCommand::Start { sites, options })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(sites, &[SiteId(1)]);
    assert!(options.failed_only);
}

#[test]
fn an_empty_project_teaches() {
    let world = AppState {
        sites: Some(Vec::new()),
        ..AppState::default()
    };
    let mut harness = stage(world, SitesState::default(), draw);
    harness.get_by_label(t!("app-sites-empty"));
    harness.get_by_label(t!("app-sites-open-workbench")).click();
    harness.run();
    assert!(matches!(
        harness.state().actions.first(),
        Some(Action::Ui(_))
    ));
}

fn editing(text: &str) -> SitesState {
    SitesState {
        editor: Some(Editor::new(Some(SiteId(1)), text.to_owned())),
        ..SitesState::default()
    }
}

#[test]
fn the_form_writes_into_the_text_and_keeps_its_comments() {
    let mut harness = stage(made::world(), editing(made::RULE), draw);
    harness.get_by_label(t!("app-form-name")).focus();
    harness.run();
    harness.key_press(Key::End);
    harness
        .get_by_label(t!("app-form-name"))
        .type_text(" Paper");
    harness.run();
    let editor = harness.state().state.editor.as_ref().unwrap();
    assert!(
        editor.text.contains("name = \"Daily Paper\""),
        "{}",
        editor.text
    );
    assert!(editor.text.starts_with("# The daily paper"));
    assert!(editor.faults.is_empty(), "{:?}", editor.faults);
    harness.get_by_label(t!("app-editor-save")).click();
    harness.run();
    let state = &harness.state();
    assert!(state.state.editor.is_none());
    let [
        Command::Site(SiteCommand::Update {
            site, rule_toml, ..
        }),
    ] = state.commands()[..]
    else {
        panic!("{:?}", state.actions);
    };
    assert_eq!(*site, SiteId(1));
    assert_eq!(parse(rule_toml).unwrap().file().site.name, "Daily Paper");
}

#[test]
fn the_order_of_what_is_tried_is_chosen_in_the_form() {
    let mut harness = stage(made::world(), editing(made::RULE), draw);
    let order = t!("sites-form-actions");
    for label in [
        order,
        t!(
            "sites-form-earlier-name",
            action = t!("supervise-action-slow-down")
        ),
        t!("supervise-action-new-connection"),
    ] {
        harness.get_by_label(label).scroll_to_me();
        harness.run();
        harness.get_by_label(label).click();
        harness.run();
    }
    let editor = harness.state().state.editor.as_ref().unwrap();
    assert!(editor.faults.is_empty(), "{:?}", editor.faults);
    let rule = parse(&editor.text).unwrap();
    let plan = rule.plan().order;
    assert_eq!(plan[..2], [ActionKind::SlowDown, ActionKind::RetryAfter]);
    assert!(!plan.contains(&ActionKind::NewConnection), "{plan:?}");
    assert_eq!(plan.len(), ActionKind::ALL.len() - 1);
}

#[test]
fn a_wrong_selector_is_named_with_its_place_and_cannot_be_saved() {
    let mut editor = Editor::new(Some(SiteId(1)), made::RULE.to_owned());
    editor.text = editor.text.replace("\"h1\"", "\"h1[\"");
    editor.text_changed();
    let fault = editor.faults.first().expect("a fault").clone();
    assert_eq!(fault.line, 12);
    assert!(
        editor.readable,
        "the form stays usable, so that it can be mended there"
    );
    let state = SitesState {
        editor: Some(editor),
        ..SitesState::default()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!(
        "app-editor-place",
        line = fault.line,
        column = fault.column
    ));
    harness.get_by_label(t!("app-editor-save")).click();
    harness.run();
    assert!(harness.state().actions.is_empty());
}

#[test]
fn text_that_is_no_toml_freezes_the_form() {
    let mut editor = Editor::new(None, made::RULE.to_owned());
    editor.text.push_str("\n[oops");
    editor.text_changed();
    assert!(!editor.readable && !editor.faults.is_empty());
    assert_eq!(
        editor.file.site.name, "Daily",
        "the last form that could be read stays"
    );
}

#[test]
fn an_address_that_is_there_already_is_told_before_it_is_added_again() {
    let mut world = made::world();
    for site in world.sites.iter_mut().flatten() {
        site.start = format!("https://www.paper{}.example/news/", site.id.0);
    }
    let mut harness = stage(world, SitesState::default(), draw);
    harness.get_by_label(t!("app-sites-url")).focus();
    harness.run();
    let field = || t!("app-sites-url");
    harness
        .get_by_label(field())
        .type_text("paper2.example/news");
    harness.run();
    harness.get_by_label_contains(t!("app-sites-known", site = "每日新闻"));
    harness.get_by_label(t!("app-sites-known-show")).click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::ShowSite(SiteId(2))]);

    harness.get_by_label(field()).focus();
    harness.run();
    harness
        .get_by_label(field())
        .type_text("paper2.example/news");
    harness.run();
    harness.get_by_label(t!("app-sites-look")).click();
    harness.run_steps(2);
    let url = "paper2.example/news".to_owned();
    let generation = 1;
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::Look { generation, url })],
        "looked at, not added"
    );
}

#[test]
fn a_paused_site_is_called_so_in_the_table() {
    let mut world = made::world();
    for site in world.sites.iter_mut().flatten() {
        site.paused = site.id == SiteId(1);
    }
    let harness = stage(world, SitesState::default(), draw);
    assert_eq!(
        harness.query_all_by_label(t!("app-tasks-paused")).count(),
        1
    );
}

#[test]
fn the_kind_of_a_source_is_chosen_and_its_section_filled() {
    let state =
        editing("[site]\nname = \"A\"\nkind = \"feed\"\nstart = [\"https://a.example/feed\"]\n");
    let mut harness = stage(made::world(), state, draw);
    harness.run();
    assert!(
        harness.query_by_label(t!("app-form-list-add")).is_none(),
        "a feed is none"
    );
    harness.get_by_label(t!("app-form-since")).focus();
    harness.run();
    harness.get_by_label(t!("app-form-since")).type_text("30d");
    harness.run();
    let text = |harness: &Harness<'_, Stage<SitesState>>| {
        let editor = harness.state().state.editor.as_ref();
        editor.map(|editor| editor.text.clone()).unwrap_or_default()
    };
    assert!(
        text(&harness).contains("since = \"30d\""),
        "{}",
        text(&harness)
    );
    let is_list = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == Role::ComboBox;
    let kinds = harness.get_all_by_label(t!("app-form-kind")).find(is_list);
    kinds.expect("a list of kinds").click();
    harness.run();
    let whole = harness.get_all_by_label(t!("app-kind-crawl")).last();
    whole.expect("a kind").click();
    harness.run();
    harness.get_by_label(t!("app-form-stay"));
    let now = text(&harness);
    assert!(
        now.contains("kind = \"crawl\"") && !now.contains("[feed]"),
        "{now}"
    );
    harness.get_by_label(t!("app-form-limit-errors"));
}

#[test]
fn tags_of_a_site_are_typed_and_those_of_others_are_offered() {
    let mut world = made::world();
    let site = |n: i64| SiteId(n);
    let first = world.sites()[0].id;
    world.tags = vec![
        ("press".to_owned(), first, false),
        ("rules".to_owned(), first, true),
        ("daily".to_owned(), site(77), false),
    ];
    let mut state = SitesState::default();
    state.table.selected = Some(0);
    let mut harness = stage(world, state, draw);
    let tagged = |harness: &Harness<'_, Stage<SitesState>>| {
        let sent = harness.state().commands();
        let orders = sent.iter().filter_map(|command| match command {
            Command::Task(TaskCommand::Order(TaskControl::Tag { site, tags }))
                if *site == first =>
            {
                Some(tags.join("|"))
            }
            _ => None,
        });
        orders.collect::<Vec<String>>()
    };
    harness.get_by_label_contains(t!("sites-tags-of-rule", tags = "rules"));
    field(&harness, t!("sites-tags")).focus();
    harness.run();
    field(&harness, t!("sites-tags")).type_text("，本地");
    harness.run();
    assert!(tagged(&harness).is_empty(), "not while it is typed");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(tagged(&harness), ["press|本地"]);
    harness
        .get_by_label(t!("sites-tags-add", tag = "daily"))
        .click();
    harness.run();
    assert_eq!(tagged(&harness)[1..], ["press|daily"]);
    assert!(
        harness
            .query_by_label(t!("sites-tags-add", tag = "rules"))
            .is_none()
    );
}
