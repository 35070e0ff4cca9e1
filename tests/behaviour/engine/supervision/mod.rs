//! Sites that do not answer as they should, from the first bad answer to the good end: what is
//! tried, in which phase the site is, when it is probed, and that its run goes on by itself.
//!
//! Below: earlier rules, what people teach, faults, and whether reasons are true.

pub(super) mod earlier_rules;
pub(super) mod exceptions;
pub(super) mod reasons;
pub(super) mod troubles;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bowerbird::engine::supervise::{Recording, replay};
use bowerbird::engine::types::{
    ActionKind, ActionOutcome, PageState, Phase, Ruling, RunCause, RunEnd, RunOptions, SiteId,
    SiteSupervisionCommand, Supervision,
};
use bowerbird::engine::{Command, Event, RunCommand, SiteCommand, TaskCommand, TaughtPage};
use jiff::Timestamp;

use super::support::bench::Bench;
use super::support::server::{Ask, Reply, Site, start_proxy};
use super::{article, list, list_rule};

fn five(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 5, None),
        path => article(path),
    }
}

/// A list page with text enough that no item on it means another layout.
fn long_list() -> Reply {
    let items: String = (0..5)
        .map(|n| {
            let said = format!("What happened on day {n} of the week, and why. ").repeat(3);
            format!("<li><a href='/a{n}'>Article {n}</a> <i>News</i> {said}</li>")
        })
        .collect();
    Reply::html(format!("<html><title>List</title><ul>{items}</ul>"))
}

fn refused() -> Reply {
    Reply::status(403, "<title>Access denied</title><h1>Access denied</h1>")
        .with("content-type", "text/html")
}

fn known(bench: &Bench, site: SiteId) -> Supervision {
    let known = bench.engine.query().supervision(site).unwrap();
    known.expect("something was noted of the site")
}

/// The phases of a site so far, oldest first.
fn phases(bench: &Bench, site: SiteId) -> Vec<&'static str> {
    let mut events = bench.engine.query().site_events(site, 100).unwrap();
    events.reverse();
    events.iter().map(|event| event.to.token()).collect()
}

/// What was tried, oldest first.
fn tried(bench: &Bench, site: SiteId) -> Vec<(ActionKind, ActionOutcome)> {
    let mut actions = bench.engine.query().site_actions(site, 100).unwrap();
    actions.reverse();
    actions.iter().map(|one| (one.kind, one.outcome)).collect()
}

/// Moves the next step of a site to now, as if the time until then had passed.
fn let_time_pass(bench: &Bench, site: SiteId) {
    let mut now = known(bench, site);
    now.next.as_mut().expect("a next step").at = Timestamp::now();
    let change = bowerbird::engine::supervise::Change::default().with(now);
    bench.store().keep_supervision(&change).unwrap();
}

/// Waits until a site is in a phase.
fn wait_for(bench: &Bench, phase: Phase) {
    bench.wait(|event| match event {
        Event::SitePhase { event, .. } if event.to == phase => Some(()),
        _ => None,
    });
}

#[test]
fn a_site_that_asks_to_wait_is_waited_for_and_that_is_noted() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/a2" if ask.before == 0 => {
            Reply::status(429, "Too Many Requests").with("retry-after", "1")
        }
        _ => five(ask),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(phases(&bench, id), ["suspect", "restored", "healthy"]);
    assert_eq!(
        tried(&bench, id),
        [(ActionKind::RetryAfter, ActionOutcome::Helped)]
    );
    let events = bench.engine.query().site_events(id, 9).unwrap();
    assert_eq!(events.last().unwrap().url, site.url("/a2"));
    assert!(!events.last().unwrap().evidence.is_empty());
}

#[test]
fn a_blocked_site_cools_is_probed_when_that_is_due_and_its_run_goes_on() {
    let closed = Arc::new(AtomicBool::new(false));
    let shut = Arc::clone(&closed);
    let site = Site::start(move |ask| match shut.load(Ordering::SeqCst) {
        true => refused(),
        false => {
            // After the list and two articles.
            if ask.total_before == 2 {
                shut.store(true, Ordering::SeqCst);
            }
            five(ask)
        }
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    let stood = known(&bench, id);
    assert_eq!((stood.phase, stood.is_closed()), (Phase::Cooling, true));
    let wait = stood.next.as_ref().unwrap().at.duration_since(stood.since);
    assert!((600..=660).contains(&wait.as_secs()), "{wait}");
    let before = site.asked("/");

    // Still closed when the probe is due: one request, and a longer wait.
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let_time_pass(&bench, id);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    wait_for(&bench, Phase::Cooling);
    assert_eq!(site.asked("/"), before + 1);
    let later = known(&bench, id);
    let wait = later.next.as_ref().unwrap().at.duration_since(later.since);
    assert!((1200..=1320).contains(&wait.as_secs()), "{wait}");

    // A task leaves it alone meanwhile; a run of all as well.
    bench.run_with_all();
    assert_eq!(site.asked("/"), before + 1);

    closed.store(false, Ordering::SeqCst);
    let_time_pass(&bench, id);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let (end, resumed) = bench.ended_by_itself();
    assert_eq!((end, resumed), (RunEnd::Finished, true));
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(
        phases(&bench, id),
        [
            "suspect", "blocked", "cooling", "probing", "cooling", "probing", "restored", "healthy"
        ]
    );
    assert_eq!(
        tried(&bench, id),
        [
            (ActionKind::NewSession, ActionOutcome::NoHelp),
            (ActionKind::Probe, ActionOutcome::NoHelp),
            (ActionKind::Probe, ActionOutcome::Helped)
        ]
    );
    let run = &bench.engine.query().runs(Some(id), 1).unwrap()[0];
    assert_eq!(run.cause, RunCause::Supervised);
}

#[test]
fn what_a_probe_finds_survives_the_end_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("project");
    let store = bowerbird::engine::types::Store::open_or_create(&path).unwrap();
    let site = Site::start(|_| refused());
    let id = {
        let bench = Bench::on(store);
        let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
        bench.run(id);
        bench.send(Command::Site(SiteCommand::Supervise {
            site: id,
            order: SiteSupervisionCommand::ProbeNow,
        }));
        wait_for(&bench, Phase::Probing);
        wait_for(&bench, Phase::Cooling);
        id
    };
    let bench = Bench::on(bowerbird::engine::types::Store::open(&path).unwrap());
    let known = known(&bench, id);
    assert_eq!((known.phase, known.memory.setbacks), (Phase::Cooling, 2));
    assert_eq!(bench.engine.query().supervisions().unwrap().len(), 1);
}

#[test]
fn a_banned_address_goes_on_through_a_proxy_and_the_action_is_kept() {
    let site = Site::start(|ask| match ask.through_proxy() {
        true => five(ask),
        false => refused(),
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    assert_eq!(phases(&bench, id), ["suspect", "restored", "healthy"]);
    let actions = bench.engine.query().site_actions(id, 9).unwrap();
    assert_eq!(
        (actions[0].kind, actions[0].outcome),
        (ActionKind::OtherProxy, ActionOutcome::Helped)
    );
    let words = format!("{:?}", actions[0].why);
    assert!(words.contains("way out"), "{words}");
}

#[test]
fn a_list_page_that_came_as_the_home_page_is_asked_again_through_the_proxy() {
    let directly = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&directly);
    let site = Site::start(move |ask| match (ask.through_proxy(), ask.path.as_str()) {
        (_, "/") => list(0, 3, Some("/p2")),
        (true, "/p2") => list(3, 6, None),
        (true, path) => article(path),
        // Banned: the home page, whatever is asked for.
        (false, path) => {
            count.fetch_add(usize::from(path == "/p2"), Ordering::SeqCst);
            list(0, 3, Some("/p2"))
        }
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 6);
    assert_eq!(directly.load(Ordering::SeqCst), 1);
}

#[test]
fn a_persons_word_against_a_block_opens_the_site_at_once() {
    // A page about blocks, which reads like one, and comes as an error.
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => refused(),
        path => article(path),
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    assert!(known(&bench, id).is_closed());
    bench.send(Command::Site(SiteCommand::TeachException(TaughtPage {
        site: id,
        page: site.url("/"),
        ruling: Ruling::NotABlock,
        state: None,
    })));
    wait_for(&bench, Phase::Restored);
    let now = known(&bench, id);
    assert!(!now.is_closed());
    let next = now.next.expect("its run goes on");
    assert_eq!(next.kind, ActionKind::Restart);
    assert!(next.at <= Timestamp::now());
}

#[test]
fn a_redirect_to_the_rules_own_login_page_is_a_request_to_log_in() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, None),
        "/come-in" => Reply::html("<title>Hello</title><p>Nice to see you here again."),
        _ => Reply::redirect("/come-in"),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!(
        "{rule}\n[login]\nurl = \"{}\"\n",
        site.url("/come-in")
    ));
    bench.run(id);
    let status = bench.status(id);
    assert_eq!(status.state, PageState::LoginRequired, "{status:?}");
    assert_eq!(status.evidence[0].signal, "url-login");
}

#[test]
fn a_rule_may_forbid_proxies_and_probes() {
    let site = Site::start(|ask| match ask.through_proxy() {
        true => five(ask),
        false => refused(),
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&format!("{rule}[supervise]\nactions = ['slow_down']\n"));
    assert_eq!(bench.run(id).end, RunEnd::Blocked);
    let known = known(&bench, id);
    assert_eq!((known.phase, known.next), (Phase::NeedsYou, None));
}

#[test]
fn slowing_down_lowers_the_rate_of_the_site() {
    let times: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let log = Arc::clone(&times);
    let site = Site::start(move |ask| {
        log.lock().unwrap().push(Instant::now());
        if (2..4).contains(&ask.total_before) {
            return Reply::status(429, "Too Many Requests").with("retry-after", "0");
        }
        five(ask)
    });
    let bench = Bench::new();
    let id = bench.add(&list_rule(&site.url("/"), "delay = '0s'"));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let times = times.lock().unwrap();
    // The second limit slows it down to half of its pace, which is 250 ms where there is no delay.
    let gaps: Vec<Duration> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps.len(), 7, "{gaps:?}");
    let slow = gaps.iter().skip(4).min().unwrap();
    assert!(*slow >= Duration::from_millis(450), "{gaps:?}");
    assert_eq!(known(&bench, id).memory.slowdown, 1, "it lasts");
    let kinds: Vec<ActionKind> = tried(&bench, id)
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, [ActionKind::RetryAfter, ActionKind::SlowDown]);
}

#[test]
fn a_recorded_run_decides_the_same_again_and_holds_no_secret() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/?key=s3cret" => list(0, 5, None),
        "/a1" if ask.before == 0 => {
            Reply::status(429, "Too Many Requests").with("retry-after", "0")
        }
        "/a3" | "/a4" => Reply::status(503, "down"),
        path => article(path),
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recording");
    let bench = Bench::new();
    let id = bench.add(&list_rule(
        &site.url("/?key=s3cret"),
        "delay = '0s'\nretries = 1",
    ));
    bench.run_with(
        id,
        RunOptions {
            record: Some(file.clone()),
            ..RunOptions::default()
        },
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("s3cret"), "{text}");
    let recording = Recording::read(text.as_bytes()).unwrap();
    let replayed = replay(&recording);
    assert!(replayed.answers >= 7, "{replayed:?}");
    assert_eq!(replayed.differences, []);

    // Another history leads elsewhere, and the replay says where.
    let other = text.replacen("\"rate_limited\"", "\"blocked\"", 1);
    let replayed = replay(&Recording::read(other.as_bytes()).unwrap());
    assert!(!replayed.differences.is_empty());
    assert!(Recording::read(&b"{}"[..]).is_err());
}

impl Bench {
    /// Runs all sites that may run, until none does.
    fn run_with_all(&self) {
        self.send(Command::Run(RunCommand::Start {
            sites: Vec::new(),
            options: RunOptions::default(),
        }));
        self.wait(|event| matches!(event, Event::RunsEnded).then_some(()));
    }

    /// Waits for the end of a run that nobody asked for.
    fn ended_by_itself(&self) -> (RunEnd, bool) {
        let mut went_on = false;
        self.wait(|event| match event {
            Event::RunStarted { resumed, .. } => {
                went_on = resumed;
                None
            }
            Event::RunEnded { end, .. } => Some((end, went_on)),
            _ => None,
        })
    }
}
