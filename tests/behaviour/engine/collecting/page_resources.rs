//! Kept pages look as they did: with the style sheets of their time, out of the project alone; and
//! samples go out into files and come in again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::single_page::export_rules;
use bowerbird::engine::types::{PageRole, Secret, SiteId, Store};
use bowerbird::engine::{
    AlertCommand, AlertEvent, Command, Engine, EngineOptions, Event, PageCommand, PageTicket,
    SampleCommand, SiteCommand,
};
use bowerbird::logic::model::{
    ClauseTest, ConditionActions, ConditionClause, ConditionTiming, RecordCondition,
};
use bowerbird::logic::policy::record_conditions::conditions_to_json;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};

/// An engine that draws.
fn bench() -> Bench {
    let options = EngineOptions {
        worker: PathBuf::from(env!("CARGO_BIN_EXE_bowerbird")),
        sites_at_once: 1,
        watch: false,
        passphrase: Some(Secret::new("a passphrase of the tests")),
        ..EngineOptions::default()
    };
    let store = Store::temporary().unwrap();
    Bench::of(Engine::start_with(store, options, Box::new(|| {})).unwrap())
}

const PAGE: &str = "<html><title>Story</title><link rel=stylesheet href=/site.css>\
     <h1>A story of the day</h1><section>box</section>";

/// A page whose style sheet changes.
fn site() -> (Site, Arc<AtomicBool>) {
    let new = Arc::new(AtomicBool::new(false));
    let theme = Arc::clone(&new);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/story" => Reply::html(PAGE),
        "/site.css" => {
            let height = if theme.load(Ordering::Relaxed) {
                222
            } else {
                111
            };
            let css = format!("section {{ height: {height}px; width: 50px }}");
            Reply::status(200, css).with("content-type", "text/css")
        }
        _ => Reply::status(404, "gone"),
    });
    (site, new)
}

fn rule(start: &str) -> String {
    format!(
        "[site]\nname = \"Looks\"\nkind = \"pages\"\nstart = [\"{start}\"]\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n[content]\ngeneric = false\n"
    )
}

/// Waits until the page is drawn with its box that high.
fn drawn(bench: &Bench, page: PageTicket, height: f32) {
    bench.wait(|event| match event {
        Event::PageDrawn { ticket, layout } if ticket == page => layout
            .boxes
            .iter()
            .any(|found| found.tag == "section" && (found.height - height).abs() < 0.5)
            .then_some(()),
        Event::PageFailed { message, .. } | Event::PageNotDrawn { message, .. } => {
            panic!("{message:?}")
        }
        _ => None,
    });
}

fn open(bench: &Bench, number: u64, url: &str, site: Option<SiteId>, height: f32) -> PageTicket {
    let ticket = PageTicket(number);
    bench.send(Command::Page(PageCommand::Open {
        ticket,
        url: url.to_owned(),
        site,
        egress: bowerbird::engine::PageEgress::Usual,
        login: bowerbird::engine::PageLogin::Usual,
        width: 800,
        scale: 1.0,
    }));
    drawn(bench, ticket, height);
    ticket
}

fn sample(bench: &Bench, ticket: PageTicket, site: Option<SiteId>, rule: &str) {
    bench.send(Command::Sample(SampleCommand::Add {
        ticket,
        site,
        rule_toml: rule.to_owned(),
        role: PageRole::Article,
    }));
}

fn listed(bench: &Bench) -> Vec<bowerbird::engine::types::SampleInfo> {
    bench.wait(|event| match event {
        Event::SamplesChanged { samples, .. } => Some(samples),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    })
}

fn open_sample(bench: &Bench, number: u64, site: Option<SiteId>, place: usize, height: f32) {
    bench.send(Command::Sample(SampleCommand::List { site }));
    let samples = listed(bench);
    let ticket = PageTicket(number);
    bench.send(Command::Page(PageCommand::OpenSample {
        ticket,
        site,
        id: samples[place].id,
        width: 800,
        scale: 1.0,
    }));
    drawn(bench, ticket, height);
}

#[test]
fn a_sample_is_drawn_with_the_style_sheet_of_its_time() {
    let (site, new) = site();
    let bench = bench();
    let url = site.url("/story");
    let rule = rule(&url);
    let ticket = open(&bench, 1, &url, None, 111.0);
    sample(&bench, ticket, None, &rule);
    assert_eq!(listed(&bench).len(), 1);
    open_sample(&bench, 2, None, 0, 111.0);
    let saved = bench.add(&rule);
    bench.send(Command::Sample(SampleCommand::Save { site: saved }));
    listed(&bench);

    new.store(true, Ordering::Relaxed);
    open(&bench, 3, &url, Some(saved), 222.0);
    let asked = site.asked("/site.css");
    open_sample(&bench, 4, Some(saved), 0, 111.0);
    assert_eq!(
        site.asked("/site.css"),
        asked,
        "nothing is asked of the site"
    );
}

#[test]
fn a_rule_goes_out_with_its_samples_and_comes_in_with_them() {
    let (site, _) = site();
    let bench = bench();
    let url = site.url("/story");
    let rule = rule(&url);
    let saved = bench.add(&rule);
    let ticket = open(&bench, 1, &url, Some(saved), 111.0);
    sample(&bench, ticket, Some(saved), &rule);
    let before = listed(&bench);
    let folder = tempfile::tempdir().unwrap();
    let exported = export_rules(bench.engine.query(), &[], folder.path()).unwrap();
    assert_eq!(exported.samples, 1);
    let file = exported.files[0].clone();

    let other = self::bench();
    other.send(Command::Site(SiteCommand::AddRuleFile {
        path: file.clone(),
    }));
    let (came, failed) = other.wait(|event| match event {
        Event::SamplesTaken { added, failed, .. } => Some((added, failed)),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
    assert_eq!((came, failed), (1, Vec::new()));
    let after = listed(&other);
    assert_eq!(
        (&after[0].url, &after[0].title, after[0].role),
        (&before[0].url, &before[0].title, before[0].role)
    );
    let taken_in = other.engine.query().site_by_name("Looks").unwrap().unwrap();
    // Taken in again, they replace themselves; a broken one keeps none of the others out.
    let samples = file.with_file_name("Looks.samples");
    std::fs::write(samples.join("broken.json"), "no JSON").unwrap();
    other.send(Command::Sample(SampleCommand::Take {
        site: taken_in.id,
        rule_file: file,
    }));
    let failed = other.wait(|event| match event {
        Event::SamplesTaken { failed, .. } => Some(failed),
        _ => None,
    });
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].0, "broken");
    assert_eq!(listed(&other).len(), 1);
}

#[test]
fn pages_on_disk_become_samples_and_are_drawn_with_what_lies_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let bench = bench();
    let page = folder.path().join("Saved.html");
    let html = "<!-- saved from url=(0027)https://a.example/news/today --><title>T</title>\
         <link rel=stylesheet href='Saved_files/site.css'><h1>Kept</h1><section>box</section>";
    std::fs::write(&page, html).unwrap();
    let files = folder.path().join("Saved_files");
    std::fs::create_dir(&files).unwrap();
    std::fs::write(files.join("site.css"), "section { height: 99px }").unwrap();
    let other = folder.path().join("letter.html");
    std::fs::write(&other, "<p>no headline").unwrap();
    let ticket = PageTicket(1);
    bench.send(Command::Page(PageCommand::OpenFile {
        ticket,
        path: page.clone(),
        base: None,
        width: 800,
        scale: 1.0,
    }));
    drawn(&bench, ticket, 99.0);
    bench.send(Command::Sample(SampleCommand::AddFiles {
        site: None,
        rule_toml: rule("https://a.example/"),
        paths: vec![page, other],
    }));
    let (added, failed) = bench.wait(|event| match event {
        Event::SamplesTaken { added, failed, .. } => Some((added, failed)),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
    assert_eq!((added, failed.len()), (1, 1));
    assert_eq!(failed[0].0, "letter.html");
    assert_eq!(listed(&bench)[0].url, "https://a.example/news/today");
    open_sample(&bench, 2, None, 0, 99.0);
}

#[test]
fn a_rule_file_whose_conditions_do_not_fit_adds_no_site() {
    let bench = Bench::new();
    let condition = RecordCondition {
        enabled: true,
        timing: ConditionTiming::Again,
        clauses: vec![ConditionClause {
            field: "title".to_owned(),
            test: ClauseTest::Contains,
            value: "storm".to_owned(),
        }],
        actions: ConditionActions {
            tell: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    };
    let now = jiff::Timestamp::now();
    for _ in 0..199 {
        bench.store().set_record_condition(&condition, now).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Looks.toml");
    std::fs::write(&file, rule("http://127.0.0.1:9/story")).unwrap();
    let beside = file.with_file_name("Looks.filters.json");
    let write = |conditions: &[RecordCondition]| {
        let text = conditions_to_json(conditions).unwrap();
        std::fs::write(&beside, text).unwrap();
        bench.send(Command::Site(SiteCommand::AddRuleFile {
            path: file.clone(),
        }));
    };
    write(&[condition.clone(), condition.clone()]);
    let refused = bench.wait(|event| event.failure().cloned());
    assert_eq!(refused.id, "condition-too-many");
    assert_eq!(bench.store().sites().unwrap().len(), 0);
    write(std::slice::from_ref(&condition));
    let taken = bench.wait(|event| match event {
        Event::Alerts(AlertEvent::Taken(count)) => Some(count),
        other => {
            assert_eq!(other.failure(), None);
            None
        }
    });
    assert_eq!((taken, bench.store().sites().unwrap().len()), (1, 1));
    // It has no room for another one, and needs none: it is there.
    let site = bench.store().sites().unwrap()[0].id;
    bench.send(Command::Alerts(AlertCommand::TakeConditions {
        site,
        rule_file: file.clone(),
    }));
    let taken = bench.wait(|event| match event {
        Event::Alerts(AlertEvent::Taken(count)) => Some(count),
        other => {
            assert_eq!(other.failure(), None);
            None
        }
    });
    assert_eq!(taken, 0);
}
