//! The steps from the rule to the running site: the test on further pages, its result in words,
//! the name, when it runs. And what is not meant: excluding by key, by menu, by the question.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::state::app_state::EndedRun;
use bowerbird::app::views::workbench::author::{
    Authoring, Home, PartLocation, Step, Trial, next_step_bar_ui, question_ui,
};
use bowerbird::app::views::workbench::page::How;
use bowerbird::engine::types::{
    ActionKind, Authored, Message, NextStep, NoiseProposal, NoiseWay, OverviewKind, PageReading,
    PageRole, ReadAgain, RunEnd, RunProgress, SiteId, SiteSupervisionCommand, SourceKind,
    Supervision, WatchProposals, WorkbenchPart, WorkbenchTarget,
};
use bowerbird::engine::{
    AuthoringCommand, Command, PageTicket, SiteCommand, SourceChoice, TaskCommand,
};
use bowerbird::logic::messages::english;
use eframe::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable};

use crate::app_views::{Stage, made, stage};
use crate::texts::{fixed_part, t};

const HERE: PageTicket = PageTicket(1);

fn draw(ui: &mut egui::Ui, stage: &mut Stage<Authoring>) {
    let Stage {
        look,
        world,
        state,
        actions,
    } = stage;
    next_step_bar_ui(ui, look, world, state, actions);
    question_ui(ui, look, state, actions);
}

/// The rule of a site, changed, on its list that was read; no next page is wanted.
fn changed() -> Authoring {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.load_rule(Some(SiteId(1)), Some(made::LISTED.to_owned()));
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut actions);
    author.choose_role(PageRole::List, &mut actions);
    author.rename(Home::List, "date", "day", &mut actions);
    made::answer_reading(&mut author, HERE, &actions, made::reading());
    author.steps.no_next = true;
    author.steps.list_page = Some(made::page().url);
    author
}

fn show(state: Authoring) -> Harness<'static, Stage<Authoring>> {
    let mut world = made::world();
    world.live.clear();
    stage(world, state, draw)
}

fn excluded(commands: &[&Command]) -> Vec<(WorkbenchPart, WorkbenchTarget)> {
    let picks = commands.iter().rev().find_map(|command| match command {
        Command::Authoring(AuthoringCommand::Learn { picks, .. }) => Some(picks),
        _ => None,
    });
    let picks = picks.into_iter().flatten().filter(|pick| pick.negative);
    picks
        .map(|pick| (pick.part.clone(), pick.target.clone()))
        .collect()
}

#[test]
fn a_list_of_another_site_is_proposed_afresh_and_undo_brings_the_first_one_back() {
    let mut author = changed();
    let mut other = made::page();
    other.url = "http://other.example/list".to_owned();
    other.requested.clone_from(&other.url);
    let (there, mut actions) = (PageTicket(2), Vec::new());
    author.opened(there, &other);
    author.understood(there, Arc::new(made::understood()), &mut actions);
    assert_eq!(author.next_step(), Step::Foreign);
    author.choose_role(PageRole::List, &mut actions);
    assert_eq!(author.role, PageRole::List);
    assert!(author.rule.is_none(), "no field of the first list is kept");
    author.undo(&mut actions);
    assert!(author.rule.is_some());
}

#[test]
fn a_second_list_of_the_host_is_asked_about_and_not_read_by_the_fields_of_the_first() {
    let mut author = changed();
    let mut other = made::page();
    other.url = "http://127.0.0.1:1/prices".to_owned();
    other.requested.clone_from(&other.url);
    let (there, mut actions) = (PageTicket(2), Vec::new());
    author.steps.list_page = None;
    author.opened(there, &other);
    author.understood(there, Arc::new(made::understood()), &mut actions);
    let empty = PageReading {
        rows: Vec::new(),
        count: 0,
        ..made::reading()
    };
    made::answer_reading(&mut author, there, &actions, empty.clone());
    assert_eq!(author.next_step(), Step::Foreign);
    // Who goes on with the rule is not asked again when the page is read anew.
    author.foreign = false;
    author.rename(Home::List, "day", "date", &mut actions);
    made::answer_reading(&mut author, there, &actions, empty);
    assert!(!author.foreign);
    author.begin_anew(&mut actions);
    assert_eq!(author.next_step(), Step::Offer { offer: 0, all: 2 });
}

#[test]
fn a_board_opened_from_a_list_is_a_list_and_the_rule_begins_at_all_boards() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.load_rule(None, Some(made::LISTED.to_owned()));
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut actions);
    made::answer_reading(&mut author, HERE, &actions, made::reading());
    author.steps.no_next = true;
    let mut harness = show(author);
    harness
        .get_by_label(t!("app-author-open-one", count = 2))
        .click();
    harness.run();
    let author = &mut harness.state_mut().state;
    let mut board = made::page();
    board.url = "http://127.0.0.1:1/1".to_owned();
    board.requested.clone_from(&board.url);
    let there = PageTicket(2);
    author.opened(there, &board);
    author.understood(there, Arc::new(made::understood()), &mut actions);
    assert_eq!(author.role, PageRole::List);
    let boards = ["http://127.0.0.1:1/1", "http://127.0.0.1:1/2"];
    assert_eq!(author.file().site.start, boards);
    assert_eq!(author.next_step(), Step::Offer { offer: 0, all: 2 });
    // One undo step.
    author.undo(&mut actions);
    assert_eq!(author.file().site.start, ["http://127.0.0.1:1/list"]);
}

#[test]
fn the_test_on_further_pages_is_a_step_and_its_result_a_sentence() {
    let mut author = changed();
    author.trial.waiting = 8;
    assert_eq!(author.next_step(), Step::Test);
    let mut harness = show(author);
    harness.get_by_label(t!("app-pages-test")).click();
    harness.run();
    assert!(harness.state().state.test_now);

    harness.state_mut().state.trial = Trial {
        waiting: 5,
        all: 3,
        done: 1,
        full: 1,
        ..Trial::default()
    };
    harness.run();
    harness.get_by_label(t!("app-author-testing", done = 1, all = 3));

    harness.state_mut().state.trial = Trial {
        waiting: 5,
        all: 3,
        done: 3,
        full: 2,
        missing: vec![("date".to_owned(), 1)],
        first_bad: Some("http://127.0.0.1:1/2".to_owned()),
        ..Trial::default()
    };
    harness.run();
    harness.get_by_label(&format!(
        "{} {}",
        t!("app-author-tested-some", full = 2, all = 3),
        t!(
            "app-author-tested-missing",
            field = t!("app-column-date"),
            count = 1
        )
    ));
    harness.get_by_label(t!("app-author-open-bad")).click();
    harness.run();
    let open = Action::OpenInWorkbench {
        url: "http://127.0.0.1:1/2".to_owned(),
        site: Some(SiteId(1)),
    };
    assert!(harness.state().actions.contains(&open));
    harness.get_by_label(t!("app-author-save-run"));
}

#[test]
fn what_an_earlier_rule_found_is_not_said_of_the_changed_one() {
    let mut author = changed();
    author.trial = Trial {
        waiting: 5,
        all: 3,
        done: 3,
        full: 3,
        ..Trial::default()
    };
    let found = t!("app-author-tested-all", full = 3, all = 3);
    let mut harness = show(author);
    harness.get_by_label(found);
    harness.state_mut().state.trial.outdated = true;
    harness.run();
    assert!(harness.query_by_label(found).is_none());
    harness.get_by_label(t!("app-pages-outdated"));
    harness.get_by_label(t!("app-author-test-again")).click();
    harness.run();
    assert!(harness.state().state.test_now);
}

#[test]
fn what_the_sites_records_usually_have_is_said_to_be_gone() {
    let mut author = changed();
    author.trial = Trial {
        all: 2,
        done: 2,
        missing: vec![("author".to_owned(), 2)],
        usual: vec!["author".to_owned()],
        ..Trial::default()
    };
    let harness = show(author);
    harness.get_by_label_contains(t!(
        "app-author-tested-usual",
        field = t!("app-column-author"),
        found = 0,
        all = 2
    ));
}

#[test]
fn the_test_can_be_left_out_and_undo_brings_it_back() {
    let mut author = changed();
    author.trial.waiting = 8;
    let mut harness = show(author);
    harness.get_by_label(t!("app-author-no-test")).click();
    harness.run();
    assert_eq!(harness.state().state.next_step(), Step::Save);
    let stage = harness.state_mut();
    stage.state.undo(&mut stage.actions);
    assert_eq!(stage.state.next_step(), Step::Test);
}

#[test]
fn a_feed_becomes_a_site_and_the_sites_are_shown() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.opened(HERE, &made::page());
    let mut seen = made::understood();
    let feed = "http://news.example/feed".to_owned();
    seen.feeds = vec![(feed.clone(), "News".to_owned())];
    author.understood(HERE, Arc::new(seen), &mut actions);
    let mut harness = show(author);
    harness.get_by_label(t!("app-author-use-feed")).click();
    harness.run();
    let add = Command::Site(SiteCommand::AddSource {
        kind: SourceKind::Feed,
        title: "Reading Room 阅览室".to_owned(),
        urls: vec![feed],
    });
    let expected = [Action::Send(add), Action::ShowSites];
    assert!(harness.state().actions.ends_with(&expected));
}

#[test]
fn the_built_in_rule_for_a_page_comes_first_and_stays_behind_a_list() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.opened(HERE, &made::page());
    let mut seen = made::understood();
    let label = || {
        Message::new("look-choice-boards")
            .with("software", "Forum")
            .with("count", 2)
    };
    let ready = SourceChoice {
        doubts: Vec::new(),
        label: label(),
        titles: vec!["Questions".to_owned()],
        rule_toml: made::LISTED.to_owned(),
    };
    seen.ready = Some(Box::new(ready));
    author.understood(HERE, Arc::new(seen), &mut actions);
    let mut harness = show(author);
    harness.get_by_label(&english(&label()));
    harness.get_by_label("Questions");
    harness.get_by_label(t!("app-author-use-ready")).click();
    harness.run();
    let add = Command::Site(SiteCommand::AddLooked {
        name: "Reading Room 阅览室".to_owned(),
        rule_toml: made::LISTED.to_owned(),
    });
    let expected = [Action::Send(add), Action::ShowSites];
    assert!(harness.state().actions.ends_with(&expected));
    harness.get_by_label(t!("app-author-without-ready")).click();
    harness.run();
    harness.get_by_label(t!("app-author-use-list")).click();
    harness.run();
    harness.get_by_label(&english(&label()));
    assert!(
        harness
            .query_by_label_contains(t!("app-author-use-feed"))
            .is_none()
    );
}

#[test]
fn a_page_that_is_a_feed_itself_becomes_a_site_at_the_main_button() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.opened(HERE, &made::page());
    let mut seen = made::understood();
    seen.overview.kind = OverviewKind::Feed;
    seen.feeds = vec![(
        "http://127.0.0.1:1/list".to_owned(),
        "News of the day".to_owned(),
    )];
    author.understood(HERE, Arc::new(seen), &mut actions);
    let url = author.page.as_ref().unwrap().url.clone();
    let mut harness = show(author);
    let kinds = ["list", "article", "records"].map(|kind| format!("app-author-role-{kind}"));
    let marked = |harness: &Harness<'_, Stage<Authoring>>| {
        let on = Some(egui::accesskit::Toggled::True);
        let is_on = |id: &&String| {
            let label = english(&Message::new((*id).clone()));
            harness.get_by_label(&label).accesskit_node().toggled() == on
        };
        kinds.iter().filter(is_on).count()
    };
    // A feed is no list, article or records.
    assert_eq!(marked(&harness), 0);
    harness.get_by_label(t!("app-author-use-this-feed")).click();
    harness.run();
    let add = Command::Site(SiteCommand::AddSource {
        kind: SourceKind::Feed,
        title: "News of the day".to_owned(),
        urls: vec![url],
    });
    let expected = [Action::Send(add), Action::ShowSites];
    assert!(harness.state().actions.ends_with(&expected));
    harness.get_by_label(t!("app-author-point")).click();
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-author-use-this-feed"))
            .is_none()
    );
    assert_eq!(marked(&harness), 1);
}

#[test]
fn when_it_runs_is_said_in_words_and_written_as_a_schedule() {
    let mut harness = show(changed());
    let choose = |harness: &mut Harness<'_, Stage<Authoring>>, word: &str| {
        harness.get_by_label(t!("app-turns-name")).click();
        harness.run();
        harness.get_by_label(word).click();
        harness.run();
    };
    let cron = |harness: &Harness<'_, Stage<Authoring>>| {
        let schedule = harness.state().state.file().schedule.clone();
        schedule.map(|schedule| schedule.cron)
    };
    assert_eq!(cron(&harness), None);
    choose(&mut harness, t!("app-turns-weekdays"));
    assert_eq!(cron(&harness).as_deref(), Some("0 8 * * 1-5"));
    assert!(harness.state().state.text().contains("[schedule]"));
    choose(&mut harness, t!("app-turns-hourly"));
    assert_eq!(cron(&harness).as_deref(), Some("0 * * * *"));
    choose(&mut harness, t!("app-turns-never"));
    assert_eq!(cron(&harness), None);
    choose(&mut harness, t!("app-turns-cron"));
    crate::app_views::field(&harness, t!("app-tasks-cron")).focus();
    harness.run();
    crate::app_views::field(&harness, t!("app-tasks-cron")).type_text(" ");
    harness.run();
    assert_eq!(cron(&harness).as_deref(), Some("0 8 * * * "));
}

#[test]
fn one_click_watches_a_list_and_says_what_it_costs() {
    let mut harness = show(changed());
    let links = harness
        .state()
        .state
        .first_link()
        .map_or(0, |(count, _)| count);
    assert!(links > 0);
    harness.get_by_label(t!("app-watch-changes")).click();
    harness.run_steps(6);
    let file = harness.state().state.file().clone();
    assert_eq!(ReadAgain::of(&file.revisit), ReadAgain::Listed);
    assert_eq!(file.schedule.expect("a schedule").cron, "0 * * * *");
    let run = t!("reading-cost-run", count = links + 1);
    let day = (links + 1) * 24;
    harness.get_by_label(t!("reading-cost-day", run = run, count = day));
    // From the keyboard: the button beside it takes it back.
    harness.get_by_label(t!("app-watch-once")).focus();
    harness.run_steps(6);
    harness.key_press(Key::Enter);
    harness.run_steps(6);
    let file = harness.state().state.file();
    assert_eq!((&file.schedule, file.revisit.is_empty()), (&None, true));
}

#[test]
fn watching_a_saved_list_stays_chosen_until_it_is_saved() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.load_rule(Some(SiteId(1)), Some(made::LISTED.to_owned()));
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut actions);
    author.choose_role(PageRole::List, &mut actions);
    made::answer_reading(&mut author, HERE, &actions, made::reading());
    author.steps.no_next = true;
    let mut harness = show(author);
    assert!(harness.state().state.first_link().is_some());
    harness.get_by_label(t!("app-watch-changes")).click();
    harness.run_steps(6);
    harness.get_by_label(t!("app-author-save-run"));
    harness.get_by_label(t!("app-watch-once"));
}

#[test]
fn a_page_is_read_twice_when_watching_begins_and_its_noise_is_left_out_by_one_click() {
    let mut harness = show(changed());
    harness.get_by_label(t!("app-watch-changes")).click();
    harness.run_steps(6);
    let commands = harness.state().commands();
    let asked = commands.iter().find_map(|command| match command {
        Command::Authoring(AuthoringCommand::ReadTwice {
            generation, url, ..
        }) => Some((*generation, url.clone())),
        _ => None,
    });
    let (generation, url) = asked.expect("the page is read twice");
    assert_eq!(url, made::page().url);
    let noise = |field: &str| NoiseProposal {
        field: field.to_owned(),
        changed: 4,
        rows: 4,
        example: ("3 watching".to_owned(), "4 watching".to_owned()),
        way: NoiseWay::LeaveOut,
    };
    let result = Ok(WatchProposals {
        key: None,
        noise: vec![noise("day"), noise("stock")],
    });
    harness
        .state_mut()
        .state
        .twice
        .came(generation + 1, &result);
    harness.run_steps(6);
    assert!(
        harness
            .query_by_label(t!("watch-leave-out", field = "day"))
            .is_none()
    );
    harness.state_mut().state.twice.came(generation, &result);
    harness.run_steps(6);
    harness
        .get_by_label(t!("watch-leave-out", field = "day"))
        .click();
    harness.run_steps(6);
    let left_out = &harness.state().state.file().identity.leave_out;
    assert_eq!(*left_out, ["day"]);
    assert!(
        harness
            .query_by_label(t!("watch-leave-out", field = "day"))
            .is_none()
    );
    harness.get_by_label(t!("watch-leave-out", field = "stock"));
}

#[test]
fn a_page_of_another_site_gets_a_rule_of_its_own() {
    let mut author = Authoring::default();
    author.load_rule(Some(SiteId(1)), Some(made::LISTED.to_owned()));
    let page = |url: &str| bowerbird::engine::OpenedPage {
        url: url.to_owned(),
        requested: url.to_owned(),
        ..made::page()
    };
    author.opened(HERE, &page("http://127.0.0.1:1/other"));
    assert_ne!(author.next_step(), Step::Foreign, "the same host");
    author.led_to = Some("http://127.0.0.1:2/".to_owned());
    author.opened(HERE, &page("http://127.0.0.1:2/"));
    assert_ne!(author.next_step(), Step::Foreign, "the list led there");
    author.opened(HERE, &page("http://127.0.0.1:2/"));
    let mut harness = show(author);
    harness.get_by_label(t!("app-author-foreign", site = "Daily"));
    harness.get_by_label(t!("app-author-new-site")).click();
    harness.run();
    let state = &mut harness.state_mut().state;
    assert!(state.rule.is_none() && state.site.is_none());
    state.undo(&mut Vec::new());
    assert_eq!(state.site, Some(SiteId(1)));
}

#[test]
fn a_name_that_is_taken_can_be_numbered() {
    let mut author = changed();
    author.site = None;
    author.steps.name_typed = true;
    let mut harness = show(author);
    harness
        .get_by_label(t!("app-author-name-free", name = "Daily 2"))
        .click();
    harness.run();
    assert_eq!(harness.state().state.file().site.name, "Daily 2");
    assert!(
        harness
            .query_by_label_contains(fixed_part("app-author-site-taken"))
            .is_none()
    );
}

#[test]
fn a_saved_site_says_when_it_runs_next_or_that_the_schedule_rests() {
    let mut author = Authoring::default();
    let text = format!("{}\n[schedule]\ncron = \"0 8 * * *\"\n", made::LISTED);
    author.load_rule(Some(SiteId(1)), Some(text));
    author.opened(HERE, &made::page());
    author.steps.no_next = true;
    let mut harness = show(author);
    harness.get_by_label(t!("app-author-schedule-rests"));
    harness.get_by_label(t!("app-author-schedule-on")).click();
    harness.run();
    let on = Action::Send(Command::Task(TaskCommand::Schedule { on: true }));
    assert!(harness.state().actions.contains(&on));
    harness.state_mut().world.scheduling = true;
    harness.run();
    harness.get_by_label_contains(t!("app-author-next-run", time = "2030-01-01"));
}

#[test]
fn excluding_means_what_is_found_there_the_shown_field_first() {
    let mut author = changed();
    // The title of the second record, in what holds it.
    let path = [0, 20, 21];
    let found = author.found_at(&path);
    assert_eq!(found, [(WorkbenchPart::Field("title".to_owned()), 21)]);
    let mut actions = Vec::new();
    author.exclude_at(&path, &mut actions);
    let commands: Vec<&Command> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Send(command) => Some(command),
            _ => None,
        })
        .collect();
    let title = WorkbenchPart::Field("title".to_owned());
    assert_eq!(excluded(&commands), [(title, WorkbenchTarget::Element(21))]);

    // Where nothing is found, that is said.
    let mut author = changed();
    author.exclude_at(&[0, 99], &mut Vec::new());
    assert!(author.picks.is_empty() && author.remarks.trouble.is_some());
    // A field that is shown is told of what it did not find, too.
    author.show(PartLocation::field(Home::List, "title"), &mut Vec::new());
    author.exclude_at(&[0, 99], &mut Vec::new());
    assert!(author.picks.iter().all(|pick| pick.negative));
    assert_eq!(author.picks.len(), 1);
}

#[test]
fn the_question_at_something_found_offers_to_leave_it_out() {
    let mut author = changed();
    author.clicked(21, How::Choose, None, &mut Vec::new());
    let picked = bowerbird::engine::types::Picked {
        element: 21,
        path: vec![(0, "html".to_owned()), (21, "a".to_owned())],
        ..made::picked()
    };
    author.picked(HERE, picked);
    let mut harness = show(author);
    harness.run();
    harness.get_by_label(t!("app-author-found-as", name = t!("app-column-title")));
    harness
        .get_by_label(t!("app-author-not-this-one", name = t!("app-column-title")))
        .click();
    harness.run();
    assert_eq!(excluded(&harness.state().commands()).len(), 1);
    assert!(harness.query_by_label(t!("app-author-what")).is_none());
}

#[test]
fn what_takes_long_says_so_and_can_be_given_up() {
    let mut author = changed();
    let mut actions = Vec::new();
    author.show(PartLocation::field(Home::List, "title"), &mut actions);
    author.clicked(31, How::Add, None, &mut actions);
    assert!(author.learning());
    author.waiting_since = Some(-30.0);
    let mut harness = show(author);
    harness.get_by_label_contains(t!("app-author-seconds", seconds = 30));
    harness.get_by_label(t!("app-cancel")).click();
    harness.run();
    let state = &harness.state().state;
    assert!(!state.learning() && state.picks.is_empty());
    harness.key_press(Key::Escape);
}

#[test]
fn a_record_of_a_proposal_is_excluded_while_it_is_accepted() {
    let mut author = Authoring::default();
    let mut actions = Vec::new();
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut actions);
    author.exclude_at(&[0, 5, 6], &mut actions);
    let accepted = actions.iter().find_map(|action| match action {
        Action::Send(Command::Authoring(AuthoringCommand::AcceptOffer { generation, .. })) => {
            Some(*generation)
        }
        _ => None,
    });
    let answer = Authored {
        rule_toml: made::LISTED.to_owned(),
        part: WorkbenchPart::Item,
        ranked: Vec::new(),
        record: None,
        count: 2,
        notes: Vec::new(),
    };
    let generation = accepted.expect("the proposal is accepted");
    author.authored(HERE, generation, Ok(Box::new(answer)), &mut actions);
    let commands: Vec<&Command> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Send(command) => Some(command),
            _ => None,
        })
        .collect();
    assert_eq!(
        excluded(&commands),
        [(WorkbenchPart::Item, WorkbenchTarget::Element(5))]
    );
}

/// The saved site's page, after a run with this outcome.
fn ended(progress: RunProgress, message: Option<Message>) -> Harness<'static, Stage<Authoring>> {
    let mut author = Authoring::default();
    author.load_rule(Some(SiteId(1)), Some(made::LISTED.to_owned()));
    author.opened(HERE, &made::page());
    author.steps.no_next = true;
    let mut harness = show(author);
    let ended = EndedRun {
        end: RunEnd::Finished,
        progress,
        message,
    };
    let world = &mut harness.state_mut().world;
    world.ended.insert(SiteId(1), ended);
    world.sites.as_mut().unwrap()[0].records = 80;
    harness.run();
    harness
}

#[test]
fn the_end_of_a_run_says_what_it_found() {
    let read = RunProgress {
        pages_ok: 1,
        ..RunProgress::default()
    };
    let harness = ended(read.clone(), None);
    harness.get_by_label(t!("app-author-ended-same", site = "Daily", known = 80));
    let harness = ended(read, Some(Message::new("app-run-failed")));
    harness.get_by_label(t!("app-author-ended-none", site = "Daily"));
}

#[test]
fn a_run_that_the_site_blocked_says_so_first_and_when_it_goes_on() {
    let cut = RunProgress {
        pages_ok: 5,
        queued: 7,
        records_new: 5,
        ..RunProgress::default()
    };
    let mut harness = ended(cut, Some(Message::new("app-run-blocked")));
    let world = &mut harness.state_mut().world;
    world.ended.get_mut(&SiteId(1)).unwrap().end = RunEnd::Blocked;
    let at = made::at("2030-01-01T23:23:00Z");
    let supervision = Supervision {
        next: Some(NextStep {
            kind: ActionKind::Restart,
            at,
        }),
        ..Supervision::new(SiteId(1), at)
    };
    world.supervisions.insert(SiteId(1), supervision);
    harness.run();
    harness.get_by_label(t!("app-author-blocked", done = 5, all = 12));
    harness.get_by_label_contains(fixed_part("app-author-next-retry"));
    assert!(
        harness
            .query_by_label(t!("app-author-ended", site = "Daily", records = 5))
            .is_none()
    );
    harness.get_by_label(t!("app-author-records"));
    harness.get_by_label(t!("sites-act-retry")).click();
    harness.run();
    let retry = Action::Send(Command::Site(SiteCommand::Supervise {
        site: SiteId(1),
        order: SiteSupervisionCommand::RetryNow,
    }));
    assert!(harness.state().actions.contains(&retry));
}

#[test]
fn the_end_of_a_run_is_told_on_the_page_it_was_told_on_alone() {
    let found = RunProgress {
        records_new: 37,
        ..RunProgress::default()
    };
    let mut harness = ended(found, None);
    let told = t!("app-author-ended", site = "Daily", records = 37);
    harness.get_by_label(told);
    let page = bowerbird::engine::OpenedPage {
        url: "http://127.0.0.1:1/elsewhere".to_owned(),
        requested: "http://127.0.0.1:1/elsewhere".to_owned(),
        ..made::page()
    };
    harness.state_mut().state.opened(HERE, &page);
    harness.run();
    assert!(harness.query_by_label(told).is_none());
    harness.get_by_label(t!("app-author-beside", site = "Daily"));
    harness.get_by_label(t!("app-author-new-site"));
}
