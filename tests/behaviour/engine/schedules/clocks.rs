//! A clock that was wrong: what it wrote down while it was far ahead holds nothing up once it is
//! right again.

use bowerbird::engine::types::{ListPosition, RunEnd, RunOptions, RunProgress, Store, Timing};
use bowerbird::engine::{Command, Event, TaskCommand};
use bowerbird::io::store::{
    JudgedAnswer, NewRequest, PageOutcome, PageYield, QueuedState, RequestKind,
};
use bowerbird::logic::model::{SiteDraft, SiteId, SourceKind, TaskDraft, Verdict};
use jiff::{SignedDuration, Timestamp};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list, list_rule};

fn far_ahead() -> Timestamp {
    "2099-01-01T00:00:00Z".parse().unwrap()
}

fn three(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 3, None),
        path => article(path),
    }
}

fn project(site: &Site) -> (Store, SiteId) {
    let store = Store::temporary().unwrap();
    let start = site.url("/");
    let draft = SiteDraft {
        name: "Test".to_owned(),
        kind: SourceKind::List,
        start: start.clone(),
        rule_toml: list_rule(&start, "delay = '0s'"),
    };
    let id = store.add_site(&draft).unwrap();
    (store, id)
}

/// A page of the list, as a run of that time asked for it.
fn list_request(site: &Site, path: &str, item: u32) -> NewRequest {
    NewRequest {
        url: site.url(path),
        kind: RequestKind::Content,
        position: ListPosition { page: 0, item },
        depth: 1,
        fields: Vec::new(),
        sources: Default::default(),
    }
}

#[test]
fn tries_that_a_clock_far_ahead_put_off_are_made() {
    let site = Site::start(three);
    let (store, id) = project(&site);
    let ahead = far_ahead();
    let (run, _) = store.start_run(id, ahead).unwrap();
    let both = [list_request(&site, "/a0", 0), list_request(&site, "/a1", 1)];
    store.add_requests(id, run, &both).unwrap();
    let leased = store.lease_requests(id, ahead, 1).unwrap();
    let later = ahead + SignedDuration::from_secs(60);
    let outcome = PageOutcome {
        request: leased[0].id,
        found_in: leased[0].found_in,
        position: leased[0].request.position,
        state: QueuedState::Again { due_at: later },
        answer: JudgedAnswer::new(Verdict::ok(), ahead),
        yields: PageYield::default(),
    };
    store.commit(id, run, vec![outcome]).unwrap();
    let figures = RunProgress::default();
    let stopped = store.end_run(run, RunEnd::Stopped, &figures, None, ahead);
    stopped.unwrap();

    let bench = Bench::on(store);
    let ended = bench.run(id);
    assert_eq!(
        (ended.end, ended.resumed),
        (RunEnd::Finished, true),
        "{ended:?}"
    );
    assert_eq!(bench.records(id).len(), 3, "{ended:?}");
    assert_eq!(site.asked("/a0"), 1);
}

#[test]
fn articles_fetched_in_the_future_are_fetched_again_when_asked() {
    let site = Site::start(three);
    let (store, id) = project(&site);
    let ahead = far_ahead();
    let (run, _) = store.start_run(id, ahead).unwrap();
    store
        .add_requests(id, run, &[list_request(&site, "/a0", 0)])
        .unwrap();
    let leased = store.lease_requests(id, ahead, 1).unwrap();
    let outcome = PageOutcome {
        request: leased[0].id,
        found_in: leased[0].found_in,
        position: leased[0].request.position,
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), ahead),
        yields: PageYield::default(),
    };
    store.commit(id, run, vec![outcome]).unwrap();
    let figures = RunProgress::default();
    store
        .end_run(run, RunEnd::Finished, &figures, None, ahead)
        .unwrap();
    let bench = Bench::on(store);
    let refresh = RunOptions {
        refresh_older_than: Some(7 * 86_400),
        ..RunOptions::default()
    };
    let ended = bench.run_with(id, refresh);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    assert_eq!(site.asked("/a0"), 1);
}

#[test]
fn a_task_that_a_clock_far_ahead_took_comes_at_its_time() {
    let site = Site::start(three);
    let (store, id) = project(&site);
    let every_second = TaskDraft::of_site(
        id,
        Timing::Cron {
            expression: "* * * * * *".to_owned(),
            timezone: "UTC".to_owned(),
        },
    );
    store.add_task(&every_second, Some(far_ahead())).unwrap();
    let bench = Bench::on(store);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let end = bench.wait(|event| match event {
        Event::RunEnded { end, .. } => Some(end),
        _ => None,
    });
    assert_eq!(end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 3);
}
