//! What keeps a rule well, in the workbench: samples, further pages, repair. The engine's answers
//! are made by hand.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::views::workbench::author::Step;
use bowerbird::app::views::workbench::{WorkbenchState, workbench_ui};
use bowerbird::engine::types::{
    Alternative, Authored, CellSource, ChangeCounts, Difference, Message, OldPageInfo, PageReading,
    PageRole, Proposal, ReadCell, RepairChange, RepairOffer, RepairStatus, Rest, RulePart,
    SampleId, SampleInfo, SampleResult, SiteId, ValueChange, WorkbenchPart,
};
use bowerbird::engine::{AuthoringCommand, Command, Event, PageCommand, PageTicket, SampleCommand};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::{Stage, made, stage};
use crate::texts::t;

type Bench = Harness<'static, Stage<WorkbenchState>>;

const HERE: PageTicket = PageTicket(1);

fn draw(ui: &mut egui::Ui, stage: &mut Stage<WorkbenchState>) {
    workbench_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

/// A saved rule on an open list page that was read with it.
fn bench() -> Bench {
    let mut state = WorkbenchState::default();
    state.open("127.0.0.1:1/list", 1.0, &mut Vec::new());
    state.opened(HERE, made::page());
    made::authored(&mut state.author, HERE);
    let mut bench = stage(made::world(), state, draw);
    bench.run();
    bench
}

fn send_event(bench: &mut Bench, event: Event) {
    let stage = bench.state_mut();
    stage.state.take_event(event, &mut stage.actions);
    bench.run();
}

fn last<T>(bench: &Bench, pick: impl Fn(&Command) -> Option<T>) -> T {
    let commands = bench.state().commands();
    let found = commands.iter().rev().find_map(|command| pick(command));
    found.unwrap_or_else(|| panic!("{commands:?}"))
}

fn sample(id: i64) -> SampleInfo {
    SampleInfo {
        id: SampleId(id),
        url: format!("http://127.0.0.1:1/{id}"),
        role: PageRole::Article,
        title: format!("Kept {id}"),
        taken_at: made::at("2026-01-05T10:00:00Z"),
    }
}

fn fares(id: i64, lost: u64) -> SampleResult {
    let change = Difference {
        field: "title".to_owned(),
        number: 1,
        change: ValueChange::Lost,
        before: "Article 7".into(),
        after: serde_json::Value::Null,
    };
    SampleResult {
        id: SampleId(id),
        equal: lost == 0,
        fields: vec![(
            "title".to_owned(),
            ChangeCounts {
                equal: 1 - lost,
                lost,
                ..ChangeCounts::default()
            },
        )],
        changes: if lost == 0 { Vec::new() } else { vec![change] },
        fault: None,
        reading: None,
    }
}

#[test]
fn samples_are_run_after_every_edit_and_say_what_changed() {
    let mut bench = bench();
    let asked = last(&bench, |command| match command {
        Command::Sample(SampleCommand::List { site }) => Some(*site),
        _ => None,
    });
    assert_eq!(asked, Some(SiteId(1)));
    bench.get_by_label(t!("app-samples-title")).click();
    bench.run();
    bench.get_by_label(t!("app-samples-add")).click();
    bench.run();
    last(&bench, |command| match command {
        Command::Sample(SampleCommand::Add {
            ticket: HERE,
            site: Some(SiteId(1)),
            role: PageRole::List,
            ..
        }) => Some(()),
        _ => None,
    });
    let site = Some(SiteId(1));
    let samples = vec![sample(7), sample(8)];
    send_event(&mut bench, Event::SamplesChanged { site, samples });
    let run = |command: &Command| match command {
        Command::Sample(SampleCommand::Run { generation, .. }) => Some(*generation),
        _ => None,
    };
    let first = last(&bench, run);
    let results = vec![fares(7, 0), fares(8, 0)];
    send_event(
        &mut bench,
        Event::SamplesTested {
            generation: first,
            results,
        },
    );
    bench.get_by_label(t!("app-samples-tally", equal = 2, all = 2));

    // An edit runs them again; an answer about the text before is left aside.
    let stage = bench.state_mut();
    let text = made::LISTED.replace("css = \"time\"", "css = \".when\"");
    stage.state.author.text_typed(text, &mut stage.actions);
    bench.run();
    let second = last(&bench, run);
    assert!(second > first);
    let results = vec![fares(7, 1), fares(8, 1)];
    send_event(
        &mut bench,
        Event::SamplesTested {
            generation: first,
            results,
        },
    );
    assert!(bench.query_by_label(t!("app-samples-differs")).is_none());
    let results = vec![fares(7, 0), fares(8, 1)];
    send_event(
        &mut bench,
        Event::SamplesTested {
            generation: second,
            results,
        },
    );
    bench.get_by_label(t!("app-samples-turned", mended = 0, broke = 1));
    bench.get_by_label(t!(
        "app-samples-field-lost",
        field = t!("app-column-title"),
        count = 1
    ));
    bench.get_by_label(t!(
        "app-samples-field-equal",
        field = t!("app-column-title")
    ));
    bench.get_by_label("Kept 8").click();
    bench.run();
    bench.get_by_label(t!(
        "app-samples-lost",
        field = t!("app-column-title"),
        number = 1
    ));
    bench.get_by_label("Article 7");

    bench
        .get_by_label(t!("app-samples-accept-one", page = "Kept 8"))
        .click();
    bench.run();
    last(&bench, |command| match command {
        Command::Sample(SampleCommand::Accept { id, .. }) => (id.0 == 8).then_some(()),
        _ => None,
    });
    bench
        .get_by_label(t!("app-samples-remove-one", page = "Kept 7"))
        .click();
    bench.run();
    assert!(bench.query_by_label("Kept 7").is_none());
    bench
        .state_mut()
        .state
        .maintenance
        .samples
        .unhide(SampleId(7));
    bench.run();
    bench
        .get_by_label(t!("app-samples-open-one", page = "Kept 7"))
        .click();
    bench.run();
    last(&bench, |command| match command {
        Command::Page(PageCommand::OpenSample { id, .. }) => (id.0 == 7).then_some(()),
        _ => None,
    });
}

#[test]
fn further_pages_say_what_is_missing_and_open() {
    let mut bench = bench();
    bench.get_by_label(t!("app-pages-title")).click();
    bench.run();
    bench.get_by_label(t!("app-pages-test")).click();
    bench.run();
    let (generation, urls) = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::TestPages {
            generation, urls, ..
        }) => Some((*generation, urls.clone())),
        _ => None,
    });
    assert_eq!(urls, ["http://127.0.0.1:1/1", "http://127.0.0.1:1/2"]);
    bench.get_by_label(t!("app-pages-stop"));
    let mut reading = made::reading();
    for row in &mut reading.rows {
        row.cells[1] = ReadCell::default();
    }
    send_event(
        &mut bench,
        Event::PageTested {
            generation,
            // Its list has no date of it either.
            url: urls[1].clone(),
            result: Ok(Arc::new(reading)),
            ms: 42,
        },
    );
    send_event(
        &mut bench,
        Event::PageTested {
            generation,
            url: urls[0].clone(),
            result: Err(Message::new("app-error-open")),
            ms: 7,
        },
    );
    bench.get_by_label(t!("app-pages-lacking"));
    bench.get_by_label(t!("app-pages-failed"));
    bench.get_by_label("42");
    assert!(bench.query_by_label(t!("app-pages-stop")).is_none());
    bench
        .get_by_label(t!("app-pages-open-one", page = "http://127.0.0.1:1/1"))
        .click();
    bench.run();
    let open = Action::OpenInWorkbench {
        url: urls[0].clone(),
        site: Some(SiteId(1)),
    };
    assert!(bench.state().actions.contains(&open));
}

#[test]
fn what_the_list_says_of_a_page_is_not_missing_there() {
    let mut bench = bench();
    bench.get_by_label(t!("app-pages-title")).click();
    bench.run();
    bench.get_by_label(t!("app-pages-test")).click();
    bench.run();
    let generation = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::TestPages { generation, .. }) => Some(*generation),
        _ => None,
    });
    let mut reading = made::reading();
    reading.rows.truncate(1);
    reading.rows[0].cells[1] = ReadCell::default();
    send_event(
        &mut bench,
        Event::PageTested {
            generation,
            url: "http://127.0.0.1:1/1".to_owned(),
            result: Ok(Arc::new(reading)),
            ms: 42,
        },
    );
    bench.get_by_label(t!("app-pages-full"));
    let tested = &bench.state().state.maintenance.pages.rows()[0];
    let reading = tested.result.as_ref().unwrap().as_ref().unwrap();
    assert_eq!(reading.rows[0].cells[1].source, CellSource::FromList);
}

fn proposal(part: RulePart, css: &str) -> Proposal {
    let way = |css: &str| Alternative {
        css: Some(css.to_owned()),
        ..Alternative::default()
    };
    Proposal {
        part,
        old: vec![way(".gone")],
        new: vec![way(css)],
        transform: None,
        strip: Vec::new(),
        pages: vec![RepairChange {
            page: 0,
            url: "http://127.0.0.1:1/list".to_owned(),
            expected: vec!["Article 1".to_owned()],
            before: Vec::new(),
            after: vec!["Article 1".to_owned()],
        }],
        confidence: 0.92,
        doubtful: false,
        why: vec![Message::new("overview-list-leads")],
    }
}

#[test]
fn a_repair_shows_the_page_from_before_and_takes_what_is_accepted() {
    let mut bench = bench();
    bench.get_by_label(t!("app-repair-open")).click();
    bench.run();
    last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::ProposeRepair { site, .. }) => {
            (site.0 == 1).then_some(())
        }
        _ => None,
    });
    let offer = RepairOffer {
        old: vec![OldPageInfo {
            url: "http://127.0.0.1:1/old".to_owned(),
            role: PageRole::List,
            sample: None,
        }],
        proposals: vec![
            proposal(RulePart::ListItem, "div.card"),
            proposal(RulePart::ListField("title".to_owned()), "h3.head"),
        ],
        rest: Vec::new(),
    };
    send_event(
        &mut bench,
        Event::RepairProposed {
            ticket: HERE,
            result: Ok(Arc::new(offer)),
        },
    );
    let old = last(&bench, |command| match command {
        Command::Page(PageCommand::OpenStored { ticket, url, .. }) => {
            assert_eq!(url, "http://127.0.0.1:1/old");
            Some(*ticket)
        }
        _ => None,
    });
    let stage = bench.state_mut();
    stage.state.opened(old, made::page());
    bench.run();
    last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::Read { ticket, .. }) => (*ticket == old).then_some(()),
        _ => None,
    });
    bench.get_by_label_contains("h3.head");
    assert!(
        bench
            .query_all_by_label(t!("app-repair-sure", percent = 92))
            .count()
            == 2
    );
    bench
        .get_by_label(t!("app-repair-reject-part", part = t!("app-column-title")))
        .click();
    bench.run();
    bench
        .get_by_label(t!("app-repair-take", count = 1, all = 2))
        .click();
    bench.run();
    let accepted = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::AcceptRepair { accepted, .. }) => {
            Some(accepted.clone())
        }
        _ => None,
    });
    assert_eq!(accepted, [0]);
    // Once the list is read with them, the pages behind it are tested.
    let generation = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::AcceptRepair { generation, .. }) => Some(*generation),
        _ => None,
    });
    let is_test = |command: &&Command| {
        matches!(
            command,
            Command::Authoring(AuthoringCommand::TestPages { .. })
        )
    };
    assert!(!bench.state().commands().iter().any(is_test));
    let authored = Authored {
        rule_toml: made::LISTED.replace("article", "div.card"),
        part: WorkbenchPart::Item,
        ranked: Vec::new(),
        record: None,
        count: 2,
        notes: Vec::new(),
    };
    send_event(
        &mut bench,
        Event::Authored {
            ticket: HERE,
            generation,
            result: Ok(Box::new(authored)),
        },
    );
    let generation = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::Read {
            ticket, generation, ..
        }) => (*ticket == HERE).then_some(*generation),
        _ => None,
    });
    send_event(
        &mut bench,
        Event::PageRead {
            ticket: HERE,
            generation,
            reading: Arc::new(made::reading()),
        },
    );
    let urls = last(&bench, |command| match command {
        Command::Authoring(AuthoringCommand::TestPages { urls, .. }) => Some(urls.clone()),
        _ => None,
    });
    assert_eq!(urls, ["http://127.0.0.1:1/1", "http://127.0.0.1:1/2"]);
    bench.get_by_label(t!("app-repair-close")).click();
    bench.run();
    last(&bench, |command| match command {
        Command::Page(PageCommand::Close { ticket }) => (*ticket == old).then_some(()),
        _ => None,
    });
    bench.get_by_label(t!("app-repair-open"));
}

#[test]
fn a_required_field_that_a_repair_leaves_empty_is_said_before_saving() {
    let mut bench = bench();
    let author = &mut bench.state_mut().state.author;
    let rule = author.rule_or_new();
    let list = rule.file.list.as_mut().expect("a list");
    for field in &mut list.fields {
        field.required = true;
    }
    rule.form_changed();
    bench.get_by_label(t!("app-repair-open")).click();
    bench.run();
    let title = RulePart::ListField("title".to_owned());
    let offer = RepairOffer {
        old: Vec::new(),
        proposals: vec![
            proposal(RulePart::ListItem, "div.card"),
            proposal(title, "h3.head"),
        ],
        rest: Vec::new(),
    };
    send_event(
        &mut bench,
        Event::RepairProposed {
            ticket: HERE,
            result: Ok(Arc::new(offer)),
        },
    );
    let title = t!("app-column-title");
    let warning = t!("app-repair-stay-empty", fields = title, count = 1);
    assert_eq!(bench.query_all_by_label(warning).count(), 0);
    bench
        .get_by_label(t!("app-repair-reject-part", part = title))
        .click();
    bench.run();
    bench.get_by_label(warning);
    bench
        .get_by_label(t!("app-repair-take", count = 1, all = 2))
        .click();
    bench.run();
    // It stays until the rule is saved.
    bench.get_by_label(t!("app-repair-done"));
    bench.get_by_label(warning);
}

#[test]
fn a_field_that_the_new_pages_no_longer_have_is_given_up_by_a_button() {
    let mut bench = bench();
    bench.get_by_label(t!("app-repair-open")).click();
    bench.run();
    let offer = RepairOffer {
        old: Vec::new(),
        proposals: Vec::new(),
        rest: vec![Rest {
            part: RulePart::ListField("date".to_owned()),
            standing: RepairStatus::Broken,
            why: Message::new("overview-list-leads"),
        }],
    };
    let result = Ok(Arc::new(offer));
    send_event(
        &mut bench,
        Event::RepairProposed {
            ticket: HERE,
            result,
        },
    );
    let date = t!("app-column-date");
    bench
        .get_by_label(t!("app-repair-stop-looking-part", part = date))
        .click();
    bench.run();
    bench.get_by_label(t!("app-repair-stopped-looking"));
    let author = &bench.state().state.author;
    let list = author.file().list.as_ref().expect("a list");
    assert!(list.fields.iter().all(|field| field.name != "date"));
    assert_eq!(author.next_step(), Step::Save);
}

#[test]
fn rows_of_samples_stand_in_the_data_panel_and_lead_to_their_page() {
    let mut bench = bench();
    let listed = SampleInfo {
        role: PageRole::List,
        ..sample(7)
    };
    let samples = Event::SamplesChanged {
        site: Some(SiteId(1)),
        samples: vec![listed],
    };
    send_event(&mut bench, samples);
    let generation = last(&bench, |command| match command {
        Command::Sample(SampleCommand::Run { generation, .. }) => Some(*generation),
        _ => None,
    });
    let mut reading = made::reading();
    reading.rows.truncate(1);
    reading.rows[0].cells[1].value = Some(bowerbird::engine::types::Value::One(
        "2026-02-03T09:12:00+02:00".to_owned(),
    ));
    let results = vec![SampleResult {
        reading: Some(Arc::new(reading)),
        ..fares(7, 0)
    }];
    send_event(
        &mut bench,
        Event::SamplesTested {
            generation,
            results,
        },
    );
    bench.get_by_label(t!("app-data-title")).click();
    bench.run();
    assert_eq!(bench.get_all_by_label(t!("app-data-here")).count(), 2);
    bench.get_by_label("Kept 7");
    bench.get_by_label("2026-02-03 09:12").click();
    bench.run();
    last(&bench, |command| match command {
        Command::Page(PageCommand::OpenSample { id, .. }) => (*id == SampleId(7)).then_some(()),
        _ => None,
    });
    assert_eq!(bench.state().state.author.light_next, [12]);
}

#[test]
fn a_rule_that_finds_nothing_on_samples_is_saved_only_when_that_is_accepted() {
    let mut bench = bench();
    let site = Some(SiteId(1));
    let samples = vec![sample(7), sample(8)];
    send_event(&mut bench, Event::SamplesChanged { site, samples });
    let generation = last(&bench, |command| match command {
        Command::Sample(SampleCommand::Run { generation, .. }) => Some(*generation),
        _ => None,
    });
    let nothing = Some(Arc::new(PageReading::default()));
    let results = vec![
        SampleResult {
            reading: nothing,
            ..fares(7, 1)
        },
        fares(8, 0),
    ];
    send_event(
        &mut bench,
        Event::SamplesTested {
            generation,
            results,
        },
    );
    assert_eq!(bench.state().state.author.unread_samples, (1, 1));
    let saves = |actions: &[Action]| {
        let save = |action: &&Action| matches!(action, Action::Send(Command::Site(_)));
        actions.iter().filter(save).count()
    };
    // By its key: the first time it is only said.
    let mut actions = Vec::new();
    bench.state_mut().state.author.save(false, &mut actions);
    assert_eq!(saves(&actions), 0);
    let told = actions.iter().find_map(|action| match action {
        Action::Notify(notice) => notice.offer.as_ref().map(|offer| offer.label),
        _ => None,
    });
    assert_eq!(told, Some("app-author-save-anyway"));
    bench.state_mut().state.author.save(false, &mut actions);
    assert_eq!(saves(&actions), 1);
}
