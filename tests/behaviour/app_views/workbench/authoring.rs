//! Making a rule by pointing: the strip with the next step, the question at a click, examples,
//! undo, saving. The engine's answers are made by hand.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::views::workbench::author::{
    Authoring, Home, PartLocation, Step, marks, next_step_bar_ui, question_ui,
};
use bowerbird::app::views::workbench::page::{How, MarkStyle};
use bowerbird::engine::types::{
    Authored, Message, OverviewKind, PageRole, SiteId, WorkbenchPart, WorkbenchPick,
    WorkbenchTarget,
};
use bowerbird::engine::{
    AuthoringCommand, Command, PageCommand, PageTicket, RunCommand, SiteCommand,
};
use eframe::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::{Stage, made, stage};
use crate::texts::t;

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

fn show(state: Authoring) -> Harness<'static, Stage<Authoring>> {
    let mut world = made::world();
    world.live.clear();
    stage(world, state, draw)
}

/// The made-up page is open and was looked at; no rule yet.
fn inspected() -> Authoring {
    let mut author = Authoring::default();
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut Vec::new());
    author
}

/// A rule that a person made, not saved yet.
fn listed() -> Authoring {
    let mut author = inspected();
    let mut actions = Vec::new();
    author.load_rule(None, Some(made::LISTED.to_owned()));
    author.opened(HERE, &made::page());
    author.understood(HERE, Arc::new(made::understood()), &mut actions);
    made::answer_reading(&mut author, HERE, &actions, made::reading());
    author
}

/// The last command of that kind.
fn last<T>(stage: &Stage<Authoring>, pick: impl Fn(&Command) -> Option<T>) -> T {
    let commands = stage.commands();
    let found = commands.iter().rev().find_map(|command| pick(command));
    found.unwrap_or_else(|| panic!("{commands:?}"))
}

fn authored(rule_toml: &str, part: WorkbenchPart) -> Result<Box<Authored>, Message> {
    Ok(Box::new(Authored {
        rule_toml: rule_toml.to_owned(),
        part,
        ranked: Vec::new(),
        record: None,
        count: 2,
        notes: Vec::new(),
    }))
}

fn wished(command: &Command) -> Option<(u64, Vec<WorkbenchPick>, WorkbenchPart)> {
    match command {
        Command::Authoring(AuthoringCommand::Learn {
            generation,
            picks,
            part,
            ..
        }) => Some((*generation, picks.clone(), part.clone())),
        _ => None,
    }
}

/// The first offer was accepted: what the engine answers.
fn answer_offer(harness: &mut Harness<'_, Stage<Authoring>>) {
    let generation = last(harness.state(), |command| match command {
        Command::Authoring(AuthoringCommand::AcceptOffer {
            generation,
            offer: 0,
            ..
        }) => Some(*generation),
        _ => None,
    });
    let stage = harness.state_mut();
    let result = authored(made::LISTED, WorkbenchPart::Item);
    stage
        .state
        .authored(HERE, generation, result, &mut stage.actions);
}

#[test]
fn enter_goes_on_from_step_to_step() {
    let mut harness = show(inspected());
    harness.get_by_label(t!("app-author-use-list")).focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    answer_offer(&mut harness);
    harness.run();
    assert!(harness.get_by_label(t!("app-author-use-next")).is_focused());
}

#[test]
fn the_strip_leads_from_the_offer_to_the_saved_site() {
    let mut harness = show(inspected());
    harness.get_by_label_contains(t!("app-author-offer-list", count = 2));
    harness.get_by_label(t!("app-author-use-list")).click();
    harness.run();
    answer_offer(&mut harness);
    let stage = harness.state_mut();
    let actions = stage.actions.clone();
    made::answer_reading(&mut stage.state, HERE, &actions, made::reading());
    harness.run();

    harness.get_by_label_contains(t!(
        "app-author-next-words",
        words = "Older posts",
        percent = 95
    ));
    harness.get_by_label(t!("app-author-no-next")).click();
    harness.run();
    harness
        .get_by_label(t!("app-author-open-one", count = 2))
        .click();
    harness.run();
    let open = Action::OpenInWorkbench {
        url: "http://127.0.0.1:1/1".to_owned(),
        site: None,
    };
    assert!(harness.state().actions.contains(&open));

    // Its page comes, and is an article without being asked.
    let article = bowerbird::engine::OpenedPage {
        url: "http://127.0.0.1:1/1".to_owned(),
        ..made::page()
    };
    let stage = harness.state_mut();
    stage.state.opened(PageTicket(2), &article);
    let mut seen = made::understood();
    seen.overview.kind = OverviewKind::Article { confidence: 0.9 };
    stage
        .state
        .understood(PageTicket(2), Arc::new(seen), &mut stage.actions);
    assert_eq!(stage.state.role, PageRole::Article);
    let actions = stage.actions.clone();
    made::answer_reading(&mut stage.state, PageTicket(2), &actions, made::reading());
    harness.run();
    harness.get_by_label_contains(t!(
        "app-author-generic",
        names = format!("{}, {}", t!("app-column-title"), t!("app-column-date"))
    ));
    harness.get_by_label(t!("app-author-take-generic")).click();
    harness.run();

    // A site of the world has the proposed name: the next free one is used.
    assert_eq!(harness.state().state.file().site.name, "Daily 2");
    harness.get_by_label(t!("app-author-save-run")).click();
    harness.run();
    let saved = last(harness.state(), |command| match command {
        Command::Site(SiteCommand::Add { rule_toml, .. }) => Some(rule_toml.clone()),
        _ => None,
    });
    assert!(saved.contains("Daily 2"), "{saved}");
    let stage = harness.state_mut();
    stage.state.saved_as(SiteId(9), &mut stage.actions);
    assert!(matches!(
        stage.commands().last(),
        Some(Command::Run(RunCommand::Start { sites, .. })) if *sites == [SiteId(9)]
    ));
    harness.run();
    harness.get_by_label(t!("app-author-run"));
    assert!(!harness.state().state.changed());
}

#[test]
fn another_offer_is_shown_and_pointing_turns_them_down() {
    let mut harness = show(inspected());
    harness
        .get_by_label(t!("app-author-other-offer", number = 1, all = 2))
        .click();
    harness.run();
    harness.get_by_label(t!("app-author-offer-records", count = 7));
    harness.get_by_label(t!("app-author-point")).click();
    harness.run();
    harness.get_by_label_contains(t!("app-author-point-list"));
    harness.get_by_label(t!("app-command-undo")).click();
    harness.run();
    harness.get_by_label(t!("app-author-offer-records", count = 7));
}

#[test]
fn a_click_asks_what_it_is_and_enter_takes_the_likeliest() {
    let mut author = inspected();
    let mut actions = Vec::new();
    author.clicked(7, How::Choose, None, &mut actions);
    assert_eq!(
        actions,
        [Action::Send(Command::Page(PageCommand::Pick {
            ticket: HERE,
            element: 7
        }))]
    );
    author.picked(HERE, made::picked());
    let mut harness = show(author);
    harness.run();
    harness.get_by_label(t!("app-author-what"));
    harness.get_by_label_contains("“Article 1”");
    harness.key_press(Key::Enter);
    harness.run();
    let (_, picks, part) = last(harness.state(), wished);
    assert_eq!(part, WorkbenchPart::Field("title".to_owned()));
    assert_eq!(picks.len(), 1);
    assert_eq!(
        (picks[0].role, &picks[0].target, picks[0].negative),
        (PageRole::List, &WorkbenchTarget::Element(7), false)
    );
    assert!(harness.query_by_label(t!("app-author-what")).is_none());
    harness.get_by_label_contains(t!("app-author-learning"));
}

#[test]
fn another_name_and_an_attribute_are_taken() {
    let mut author = inspected();
    author.clicked(7, How::Choose, None, &mut Vec::new());
    author.picked(HERE, made::picked());
    let mut harness = show(author);
    harness.get_by_label(t!("app-author-more")).click();
    harness.run();
    harness.get_by_label_contains("href").click();
    harness.run();
    harness.get_by_label(t!("app-author-is-other")).click();
    harness.run();
    let name = t!("app-author-field-name");
    crate::app_views::field(&harness, name).type_text("address");
    harness.run();
    harness.get_by_label(t!("app-author-add-field")).click();
    harness.run();
    let (_, picks, part) = last(harness.state(), wished);
    assert_eq!(part, WorkbenchPart::Field("address".to_owned()));
    assert_eq!(picks[0].take.as_deref(), Some("href"));
}

#[test]
fn shift_adds_alt_excludes_and_a_new_example_replaces() {
    let mut author = listed();
    let mut actions = Vec::new();
    author.show(PartLocation::field(Home::List, "title"), &mut actions);
    let picks_after = |author: &mut Authoring, element, how| {
        let mut actions = Vec::new();
        author.clicked(element, how, None, &mut actions);
        let sent = actions.iter().find_map(|action| match action {
            Action::Send(command) => wished(command),
            _ => None,
        });
        let (_, picks, _) = sent.expect("a wish to learn");
        picks
            .iter()
            .map(|pick| match pick.target {
                WorkbenchTarget::Element(element) => (element, pick.negative),
                WorkbenchTarget::Text { element, .. } => (element, pick.negative),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(picks_after(&mut author, 11, How::Add), [(11, false)]);
    assert_eq!(
        picks_after(&mut author, 21, How::Add),
        [(11, false), (21, false)]
    );
    assert_eq!(
        picks_after(&mut author, 31, How::Exclude),
        [(11, false), (21, false), (31, true)]
    );
    let look = bowerbird::app::style::ui_context::UiContext::new(
        bowerbird::engine::types::Language::English,
        egui::Theme::Light,
    );
    let styles: Vec<(u32, MarkStyle)> = marks(&author, &look)
        .into_iter()
        .map(|mark| (mark.element, mark.style))
        .collect();
    for wanted in [
        (11, MarkStyle::Chosen),
        (21, MarkStyle::Chosen),
        (31, MarkStyle::Excluded),
    ] {
        assert!(styles.contains(&wanted), "{styles:?}");
    }
    // One element is not both chosen and found.
    assert!(!styles.contains(&(11, MarkStyle::Alike)), "{styles:?}");
    author.armed = author.shown.clone();
    assert_eq!(picks_after(&mut author, 41, How::Choose), [(41, false)]);
    assert_eq!(picks_after(&mut author, 40, How::Instead), [(40, false)]);
}

#[test]
fn what_cannot_be_learned_changes_nothing_and_is_said() {
    let mut author = listed();
    let before = author.text();
    let mut actions = Vec::new();
    author.show(PartLocation::field(Home::List, "title"), &mut actions);
    author.clicked(99, How::Add, None, &mut actions);
    let generation = actions.iter().find_map(|action| match action {
        Action::Send(command) => wished(command).map(|(generation, ..)| generation),
        _ => None,
    });
    let refused = Err(Message::new("learn-no-pick"));
    author.authored(HERE, generation.unwrap(), refused, &mut actions);
    assert_eq!(author.text(), before);
    assert!(author.picks.is_empty());
    assert_eq!(author.can(), (false, false), "nothing to undo or redo");
    let harness = show(author);
    harness.get_by_label_contains(t!("learn-no-pick"));
}

#[test]
fn answers_to_older_wishes_are_dropped() {
    let mut author = listed();
    let mut actions = Vec::new();
    author.show(PartLocation::field(Home::List, "title"), &mut actions);
    author.clicked(11, How::Add, None, &mut actions);
    author.clicked(21, How::Add, None, &mut actions);
    let generations: Vec<u64> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Send(command) => wished(command).map(|(generation, ..)| generation),
            _ => None,
        })
        .collect();
    let [first, second] = generations[..] else {
        panic!("{generations:?}");
    };
    let part = WorkbenchPart::Field("title".to_owned());
    let old = made::LISTED.replace("article", "old");
    author.authored(HERE, first, authored(&old, part.clone()), &mut actions);
    assert!(author.learning() && !author.text().contains("old"));
    author.authored(
        PageTicket(3),
        second,
        authored(&old, part.clone()),
        &mut actions,
    );
    assert!(author.learning(), "of another page");
    let new = made::LISTED.replace("article", "new");
    author.authored(HERE, second, authored(&new, part), &mut actions);
    assert!(!author.learning() && author.text().contains("new"));
    // What was read with an older rule says nothing about this one.
    let stale = bowerbird::engine::types::PageReading::default();
    author.was_read(HERE, 1, Arc::new(stale));
    assert_ne!(author.reading.as_ref().map(|r| r.count), Some(0));
}

#[test]
fn every_edit_can_be_undone_and_done_again() {
    let mut author = listed();
    let mut actions = Vec::new();
    let first = author.text();
    author.rename(Home::List, "date", "day", &mut actions);
    let second = author.text();
    author.remove(&PartLocation::field(Home::List, "title"), &mut actions);
    let third = author.text();
    assert!(
        second.contains("day") && !third.contains("title"),
        "{third}"
    );
    author.undo(&mut actions);
    assert_eq!(author.text(), second);
    author.undo(&mut actions);
    assert_eq!(author.text(), first);
    author.redo(&mut actions);
    author.redo(&mut actions);
    assert_eq!(author.text(), third);
    author.begin_anew(&mut actions);
    assert!(author.rule.is_none());
    author.undo(&mut actions);
    assert_eq!(author.text(), third);
}

#[test]
fn undo_after_saving_makes_no_second_site() {
    let mut author = listed();
    let mut actions = Vec::new();
    author.rename(Home::List, "date", "day", &mut actions);
    author.save(false, &mut actions);
    author.saved_as(SiteId(5), &mut actions);
    assert_eq!(author.next_step(), Step::Next(0));
    author.undo(&mut actions);
    assert!(author.changed());
    actions.clear();
    author.save(false, &mut actions);
    assert!(
        matches!(
            &actions[..],
            [Action::Send(Command::Site(SiteCommand::Update {
                site: SiteId(5),
                ..
            }))]
        ),
        "{actions:?}"
    );
}

#[test]
fn escape_lets_go_one_thing_after_the_other() {
    let mut author = listed();
    let mut actions = Vec::new();
    author.armed = Some(PartLocation::field(Home::List, "title"));
    author.lit = vec![3];
    author.clicked(7, How::Choose, None, &mut actions);
    assert!(
        author.question.is_none(),
        "an armed field is not asked about"
    );
    author.armed = Some(PartLocation::field(Home::List, "title"));
    author.edit_alternative(PartLocation::field(Home::List, "title"), 0, &mut actions);
    author.lit = vec![3];
    assert!(author.escape() && author.by_hand.is_none());
    assert!(author.escape() && author.armed.is_none());
    assert!(author.escape() && author.lit.is_empty());
    assert!(!author.escape());
}

#[test]
fn the_role_is_guessed_and_can_be_changed() {
    let mut harness = show(inspected());
    assert_eq!(harness.state().state.role, PageRole::List);
    harness.get_by_label(t!("app-author-role-records")).click();
    harness.run();
    assert_eq!(harness.state().state.role, PageRole::Records);
    let role = last(harness.state(), |command| match command {
        Command::Authoring(AuthoringCommand::Read { role, .. }) => Some(*role),
        _ => None,
    });
    assert_eq!(role, PageRole::Records);
    // A later word of the engine does not overrule the person.
    let stage = harness.state_mut();
    let seen = Arc::new(made::understood());
    stage.state.understood(HERE, seen, &mut stage.actions);
    assert_eq!(stage.state.role, PageRole::Records);
}

#[test]
fn records_that_lead_somewhere_are_taken_as_records_of_the_page_when_that_is_what_it_is() {
    let mut harness = show(inspected());
    harness.get_by_label(t!("app-author-role-records")).click();
    harness.run();
    harness.get_by_label_contains(t!("app-author-offer-records", count = 2));
    assert!(harness.query_by_label(t!("app-author-use-list")).is_none());
    harness.get_by_label(t!("app-author-use-records")).click();
    harness.run();
    let role = last(harness.state(), |command| match command {
        Command::Authoring(AuthoringCommand::AcceptOffer { role, .. }) => Some(*role),
        _ => None,
    });
    assert_eq!(role, PageRole::Records);
    assert_eq!(harness.state().state.role, PageRole::Records);
}

#[test]
fn what_is_proposed_is_brought_into_sight() {
    let author = inspected();
    let offered = made::understood().offers;
    let first = offered.first().and_then(|offer| offer.elements.first());
    assert!(first.is_some());
    assert_eq!(author.propose_at.as_ref(), first);
    assert_eq!(listed().propose_at, None, "a rule is there: the page stays");
}

#[test]
fn another_site_that_begins_here_comes_before_a_second_one() {
    let mut harness = show(inspected());
    let page = harness.state().state.page.clone().expect("a page");
    let mut site = made::site(7, "Evening", None);
    site.start = page.url;
    harness.state_mut().world.sites = Some(vec![site.clone()]);
    harness.run();
    harness.get_by_label_contains(t!("app-author-known", site = "Evening"));
    assert!(harness.query_by_label(t!("app-author-use-list")).is_none());
    harness.get_by_label(t!("app-author-known-open")).click();
    harness.run();
    let open = Action::OpenInWorkbench {
        url: site.start,
        site: Some(site.id),
    };
    assert!(harness.state().actions.contains(&open));
    harness.get_by_label(t!("app-author-known-beside")).click();
    harness.run();
    harness.get_by_label(t!("app-author-use-list"));
}

#[test]
fn a_name_that_the_page_has_as_its_author_is_asked_about_as_the_author() {
    let mut author = inspected();
    let mut seen = made::understood();
    seen.offers[0].columns = vec!["title".to_owned(), "author".to_owned()];
    seen.offers[0].first_rows = vec![vec!["Article 1".to_owned(), "eli".to_owned()]];
    author.understood(HERE, Arc::new(seen), &mut Vec::new());
    let mut harness = show(author);
    let state = &mut harness.state_mut().state;
    state.steps.pointing = true;
    state.clicked(7, How::Choose, None, &mut Vec::new());
    let mut picked = made::picked();
    picked.tag = "span".to_owned();
    picked.text = "eli".to_owned();
    picked.attributes.clear();
    picked.path.clear();
    picked.element = 7;
    state.picked(HERE, picked);
    harness.run();
    let first = harness.get_by_label(t!("app-author-is-author"));
    assert!(first.is_focused(), "Enter takes it");
}
