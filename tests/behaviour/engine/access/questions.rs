//! Sites that ask what only a person can answer: the run waits, others go on, and nothing is asked
//! for more often than needed. How a person answers in a real window is in `browser::question_window`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bowerbird::engine::types::{
    Phase, RunEnd, RunOptions, SiteId, SiteQuestion, SiteSupervisionCommand,
};
use bowerbird::engine::{Command, Event, RunCommand, SiteCommand};

use super::fetching::quiet_now;
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list, list_rule};

/// A page that asks whether a person is there.
pub fn question() -> Reply {
    Reply::status(
        403,
        "<title>Just a moment...</title><h1>Are you a person?</h1>",
    )
    .with("content-type", "text/html")
    .with("cf-mitigated", "challenge")
}

/// Three lists of two articles each; `asks` says of which path something is asked until it is open.
fn site(asks: &'static str) -> (Site, Arc<AtomicBool>) {
    let open = Arc::new(AtomicBool::new(false));
    let is_open = Arc::clone(&open);
    let site = Site::start(move |ask| match ask.path.as_str() {
        path if path == asks && !is_open.load(Ordering::SeqCst) => question(),
        "/" => list(0, 2, Some("/p2")),
        "/p2" => list(2, 4, Some("/p3")),
        "/p3" => list(4, 6, None),
        path => article(path),
    });
    (site, open)
}

/// A rule that tries nothing else first.
fn rule(site: &Site, more: &str) -> String {
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    format!("{rule}[supervise]\nactions = []\n{more}\n")
}

fn waiting(seconds: u64) -> RunOptions {
    RunOptions {
        person_wait: Some(seconds),
        ..RunOptions::default()
    }
}

fn start(bench: &Bench, site: SiteId, options: RunOptions) {
    let sites = vec![site];
    bench.send(Command::Run(RunCommand::Start { sites, options }));
}

/// Waits until the run waits for a person.
fn asked(bench: &Bench) -> SiteQuestion {
    bench.wait(|event| match event {
        Event::RunProgress { progress, .. } => progress.question,
        Event::RunEnded { end, message, .. } => panic!("{end:?} {message:?}"),
        _ => None,
    })
}

fn order(bench: &Bench, site: SiteId, order: SiteSupervisionCommand) {
    bench.send(Command::Site(SiteCommand::Supervise { site, order }));
}

fn phase(bench: &Bench, site: SiteId) -> Phase {
    let known = bench.engine.query().supervision(site).unwrap();
    known.expect("a site that ran").phase
}

/// How often each page was asked for.
fn counts<const N: usize>(site: &Site, paths: [&str; N]) -> [usize; N] {
    paths.map(|path| site.asked(path))
}

const PAGES: [&str; 9] = ["/", "/p2", "/p3", "/a0", "/a1", "/a2", "/a3", "/a4", "/a5"];

#[test]
fn a_run_waits_for_a_person_while_others_run_and_then_brings_all() {
    let bench = Bench::of_places(1);
    let (site, open) = site("/p3");
    let id = bench.add(&rule(&site, ""));
    let other = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 3, None),
        path => article(path),
    });
    let other_rule = list_rule(&other.url("/"), "delay = '0s'");
    let other_id = bench.add(&other_rule.replace("\"Test\"", "\"Other\""));

    start(&bench, id, waiting(600));
    let question = asked(&bench);
    assert_eq!(question.url, site.url("/p3"));
    assert!(question.until > question.since && !question.is_shown);
    let status = bench.status(id);
    assert_eq!(status.state.token(), "challenge");
    assert_eq!(status.next.unwrap().id, "engine-next-question");
    assert_eq!(phase(&bench, id), Phase::NeedsYou);
    assert_eq!(site.asked("/p3"), 1);

    // The only place is free for others.
    assert_eq!(bench.run(other_id).end, RunEnd::Finished);
    assert_eq!(bench.records(other_id).len(), 3);
    assert_eq!(site.asked("/p3"), 1);

    open.store(true, Ordering::SeqCst);
    order(&bench, id, SiteSupervisionCommand::RetryNow);
    let ended = bench.ended();
    assert_eq!(ended.end, RunEnd::Finished, "{:?}", ended.message);
    assert!(ended.progress.question.is_none() && ended.progress.waiting.is_none());
    assert_eq!(bench.records(id).len(), 6);
    assert_eq!(counts(&site, PAGES), [1, 1, 2, 1, 1, 1, 1, 1, 1]);
    assert!(matches!(
        phase(&bench, id),
        Phase::Healthy | Phase::Restored
    ));
}

#[test]
fn a_run_that_nobody_comes_to_ends_as_one_that_does_not_wait() {
    for asks in ["/", "/p3"] {
        let told = [0, 1].map(|seconds| {
            let bench = Bench::new();
            let (site, open) = site(asks);
            let id = bench.add(&rule(&site, ""));
            let ended = bench.run_with(id, waiting(seconds));
            assert!(ended.progress.question.is_none());
            let status = bench.status(id);
            let ids = (ended.message.unwrap().id, status.reason.id, status.next);
            let phase = phase(&bench, id);
            let asked = counts(&site, PAGES);
            // The next run goes on where this one ended.
            open.store(true, Ordering::SeqCst);
            let next = bench.run(id);
            assert_eq!(next.end, RunEnd::Finished);
            assert_eq!(bench.records(id).len(), 6);
            (ended.end, ids, status.state, phase, asked, next.resumed)
        });
        assert_eq!(told[0], told[1], "{asks}");
        assert_eq!(told[0].0, RunEnd::Blocked);
    }
}

#[test]
fn a_run_that_waits_is_stopped_paused_and_cancelled() {
    let bench = Bench::new();
    let (site, open) = site("/p3");
    let id = bench.add(&rule(&site, ""));
    start(&bench, id, waiting(600));
    asked(&bench);
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);

    // It meets the question again, and asks once more.
    start(&bench, id, waiting(600));
    asked(&bench);
    assert_eq!(site.asked("/p3"), 2);
    order(&bench, id, SiteSupervisionCommand::Pause);
    assert_eq!(bench.ended().end, RunEnd::Paused);

    start(&bench, id, waiting(600));
    asked(&bench);
    bench.send(Command::Run(RunCommand::Cancel { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Cancelled);
    open.store(true, Ordering::SeqCst);
    let ended = bench.run(id);
    assert_eq!((ended.end, ended.resumed), (RunEnd::Finished, false));
}

#[test]
fn the_option_decides_before_the_rule_and_the_rule_before_the_program() {
    let bench = Bench::new();
    // Without a window nobody is waited for.
    let (site, _) = site("/p3");
    let id = bench.add(&rule(&site, ""));
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    assert_eq!(bench.run_with(id, waiting(0)).end, RunEnd::Blocked);

    let (second, _) = self::site("/p3");
    let waits = rule(&second, "wait_for_person = '10m'").replace("\"Test\"", "\"Waits\"");
    let waits = bench.add(&waits);
    start(&bench, waits, RunOptions::default());
    asked(&bench);
    bench.send(Command::Run(RunCommand::Stop { site: waits }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
    assert_eq!(bench.run_with(waits, waiting(0)).end, RunEnd::Blocked);

    bench.engine.set_person_wait(Duration::from_secs(600));
    let (third, _) = self::site("/p3");
    let never = rule(&third, "wait_for_person = '0s'").replace("\"Test\"", "\"Never\"");
    let never = bench.add(&never);
    assert_eq!(bench.run(never).end, RunEnd::Blocked);
    start(&bench, id, RunOptions::default());
    asked(&bench);
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
}

#[test]
fn a_person_is_asked_once_about_single_pages_when_all_else_is_done() {
    let bench = Bench::new();
    let (site, open) = site("/a1");
    let id = bench.add(&rule(&site, ""));
    start(&bench, id, waiting(600));
    assert_eq!(asked(&bench).url, site.url("/a1"));
    assert_eq!(bench.records(id).len(), 5);
    open.store(true, Ordering::SeqCst);
    order(&bench, id, SiteSupervisionCommand::RetryNow);
    assert_eq!(bench.ended().end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 6);
    assert_eq!(counts(&site, PAGES), [1, 1, 1, 1, 2, 1, 1, 1, 1]);

    // One that is refused after the answer too needs more than an answer.
    let bench = Bench::new();
    let (site, _) = self::site("/a1");
    let id = bench.add(&rule(&site, ""));
    start(&bench, id, waiting(600));
    asked(&bench);
    order(&bench, id, SiteSupervisionCommand::RetryNow);
    let ended = bench.ended();
    assert_eq!(ended.progress.pages_failed, 1);
    assert_eq!(site.asked("/a1"), 2);
}

#[test]
fn all_pages_that_asked_for_a_login_are_asked_for_again_after_it() {
    // A few wait until all else is done; many in a row end the asking.
    for articles in [3, 12] {
        let bench = Bench::new();
        let open = Arc::new(AtomicBool::new(false));
        let is_open = Arc::clone(&open);
        let site = Site::start(move |ask| match ask.path.as_str() {
            "/" => list(0, articles, None),
            path if path.starts_with("/login") => Reply::html(
                "<title>Log in</title><h1>Log in</h1><form method=post action='/login'>\
                 <input name=user><input type=password name=pass></form>",
            ),
            path if is_open.load(Ordering::SeqCst) => article(path),
            path => Reply::redirect(&format!("/login?next={path}")),
        });
        let id = bench.add(&rule(&site, ""));
        start(&bench, id, waiting(600));
        assert_eq!(asked(&bench).state.token(), "login_required");
        open.store(true, Ordering::SeqCst);
        order(&bench, id, SiteSupervisionCommand::RetryNow);
        let ended = bench.ended();
        assert_eq!(
            ended.end,
            RunEnd::Finished,
            "{articles} {:?}",
            ended.message
        );
        assert_eq!(ended.progress.pages_failed, 0, "{articles}");
        assert_eq!(bench.records(id).len(), articles, "{articles}");
    }
}

/// Waits until a window was wanted for a question; there is no browser that could show it.
fn window_wanted(bench: &Bench) {
    bench.wait(|event| match event {
        Event::LoginWindow(window) => (!window.is_open).then(|| assert!(window.fault.is_some())),
        Event::RunEnded { end, message, .. } => panic!("{end:?} {message:?}"),
        _ => None,
    });
}

#[test]
fn a_run_that_was_not_to_wait_waits_for_a_person_who_wants_to_answer() {
    let bench = Bench::new();
    let flags = [false; 3].map(|flag| Arc::new(AtomicBool::new(flag)));
    let [met, going, open] = flags.clone();
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" => list(0, 2, Some("/p2")),
        "/p2" => {
            met.store(true, Ordering::SeqCst);
            while !going.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
            }
            list(2, 4, Some("/p3"))
        }
        "/p3" if !open.load(Ordering::SeqCst) => question(),
        "/p3" => list(4, 6, None),
        path => article(path),
    });
    let [met, going, open] = flags;
    let id = bench.add(&rule(&site, ""));
    start(&bench, id, waiting(0));
    while !met.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(5));
    }
    order(&bench, id, SiteSupervisionCommand::Answer);
    // The refusal of the second order says that the first one has arrived.
    order(&bench, id, SiteSupervisionCommand::ProbeNow);
    bench.wait(|event| matches!(event, Event::CommandFailed { .. }).then_some(()));
    going.store(true, Ordering::SeqCst);
    window_wanted(&bench);
    assert_eq!(site.asked("/p3"), 1);
    open.store(true, Ordering::SeqCst);
    order(&bench, id, SiteSupervisionCommand::RetryNow);
    assert_eq!(bench.ended().end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 6);
}

#[test]
fn a_run_for_an_answer_begins_in_quiet_hours_too() {
    let bench = Bench::new();
    let (site, _) = site("/p3");
    let rule = list_rule(&site.url("/"), &quiet_now());
    let id = bench.add(&format!("{rule}\n[supervise]\nactions = []\n"));
    order(&bench, id, SiteSupervisionCommand::Answer);
    window_wanted(&bench);
    bench.send(Command::Run(RunCommand::Stop { site: id }));
    assert_eq!(bench.ended().end, RunEnd::Stopped);
}

#[test]
fn a_site_that_was_closed_before_is_closed_again_when_nobody_comes() {
    let told = [0, 1].map(|seconds| {
        let bench = Bench::new();
        let open = Arc::new(AtomicBool::new(false));
        let is_open = Arc::clone(&open);
        let site = Site::start(move |ask| match ask.path.as_str() {
            "/" if is_open.load(Ordering::SeqCst) => list(0, 2, Some("/p2")),
            "/" | "/p2" => question(),
            path => article(path),
        });
        // With all actions that a run usually tries first.
        let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
        assert_eq!(bench.run_with(id, waiting(0)).end, RunEnd::Blocked);
        open.store(true, Ordering::SeqCst);
        assert_eq!(bench.run_with(id, waiting(seconds)).end, RunEnd::Blocked);
        let query = bench.engine.query();
        let known = query.supervision(id).unwrap().expect("a site that ran");
        let events = query.site_events(id, 100).unwrap();
        let closed = events.iter().filter(|event| event.to == Phase::Blocked);
        let memory = (known.memory.setbacks, known.memory.restarts);
        let next = known.next.map(|next| next.kind);
        (known.phase, memory, next, closed.count())
    });
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0].3, 2);
}

#[test]
fn a_block_without_a_question_is_not_waited_for() {
    let bench = Bench::new();
    let site = Site::start(|_| {
        Reply::status(403, "<title>Forbidden</title><h1>403 Forbidden</h1>")
            .with("content-type", "text/html")
    });
    let id = bench.add(&rule(&site, ""));
    assert_eq!(bench.run_with(id, waiting(600)).end, RunEnd::Blocked);
}
