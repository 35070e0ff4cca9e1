//! The sample project: what it shows comes from real runs, and stays when it is opened again.

use std::net::TcpListener;
use std::time::Duration;

use bowerbird::engine::types::{PageState, RunEnd, SiteId, Store, Url};
use bowerbird::engine::{Command, Event, ProjectCommand, SiteCommand};
use bowerbird::io::sample::{ARTICLES, POSTS, REVIEWS};

use crate::engine::support::bench::Bench;

fn demonstrate(bench: &Bench) -> bool {
    bench.send(Command::Project(ProjectCommand::DemonstrateSample));
    bench.wait(|event| match event {
        Event::SampleReady { collecting, .. } => Some(collecting),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    })
}

fn collected(bench: &Bench) {
    bench.wait(|event| match event {
        Event::SampleCollected => Some(()),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
}

fn site(bench: &Bench, name: &str) -> SiteId {
    let site = bench.engine.query().site_by_name(name).unwrap();
    site.expect(name).id
}

#[test]
fn the_sample_project_has_records_a_redesigned_site_and_one_that_blocks() {
    let store = Store::temporary().unwrap();
    let bench = Bench::on(store.clone());
    assert!(demonstrate(&bench));
    collected(&bench);

    let (news, forum) = (
        site(&bench, "Harbour Gazette"),
        site(&bench, "Harbour Forum"),
    );
    assert_eq!(bench.records(news).len(), ARTICLES);
    assert_eq!(bench.records(forum).len(), POSTS);
    assert_eq!(bench.status(news).state, PageState::Ok);

    let review = site(&bench, "Harbour Review");
    assert_eq!(bench.records(review).len(), REVIEWS);
    let status = bench.status(review);
    assert_eq!(status.state, PageState::LayoutChanged, "{status:?}");
    assert!(status.needs_repair());

    let exchange = site(&bench, "Harbour Exchange");
    let status = bench.status(exchange);
    assert_eq!(status.state, PageState::Blocked, "{status:?}");
    assert!(status.next.is_some(), "what to do: {status:?}");

    // Opened again, the site is served as it was left, and nothing runs by itself.
    drop(bench);
    let bench = Bench::on(store);
    assert!(!demonstrate(&bench));
    let ended = bench.run(review);
    assert_ne!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(bench.status(review).state, PageState::LayoutChanged);
    assert_eq!(bench.run(forum).end, RunEnd::Finished);
}

#[test]
fn a_sample_that_is_served_at_another_port_doubles_nothing() {
    let store = Store::temporary().unwrap();
    let bench = Bench::on(store.clone());
    demonstrate(&bench);
    collected(&bench);
    let forum = site(&bench, "Harbour Forum");
    let start = |bench: &Bench| {
        let known = bench.engine.query().site_by_name("Harbour Forum").unwrap();
        Url::parse(&known.expect("a forum").start).unwrap()
    };
    let before = start(&bench);
    drop(bench);
    let port = before.port().expect("a port");
    let taken = loop {
        match TcpListener::bind(("127.0.0.1", port)) {
            Ok(taken) => break taken,
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    let bench = Bench::on(store);
    demonstrate(&bench);
    assert_ne!(start(&bench).port(), Some(port));
    assert_eq!(bench.run(forum).end, RunEnd::Finished);
    assert_eq!(bench.records(forum).len(), POSTS);
    drop(taken);
}

#[test]
fn a_site_that_was_removed_from_a_shown_sample_stays_away() {
    let bench = Bench::new();
    demonstrate(&bench);
    collected(&bench);
    bench.send(Command::Site(SiteCommand::Remove {
        site: site(&bench, "Harbour Exchange"),
    }));
    bench.wait(|event| matches!(event, Event::SitesChanged).then_some(()));
    let is_there = |bench: &Bench| {
        let known = bench.engine.query().site_by_name("Harbour Exchange");
        known.unwrap().is_some()
    };
    while is_there(&bench) {
        std::thread::yield_now();
    }
    assert!(!demonstrate(&bench));
    assert!(!is_there(&bench));
}
