//! Sessions: whom a site sees. It keeps the one that it answers, and another one really is another.

use std::sync::{Arc, Mutex};

use bowerbird::engine::types::{ActionKind, ActionOutcome, RunEnd, SiteId, SiteSession, Store};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site, start_proxy};
use crate::engine::{article, list, list_rule};

fn five(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 5, None),
        path => article(path),
    }
}

fn refused() -> Reply {
    Reply::status(403, "<title>Access denied</title><h1>Access denied</h1>")
        .with("content-type", "text/html")
}

fn sessions(bench: &Bench, site: SiteId) -> Vec<SiteSession> {
    bench.engine.query().site_sessions(site).unwrap()
}

fn rule(site: &Site) -> String {
    list_rule(&site.url("/"), "delay = '0s'")
}

#[test]
fn a_site_that_refuses_one_name_is_asked_by_the_other_and_keeps_it() {
    let site = Site::start(
        |ask| match ask.header("user-agent").starts_with("Mozilla/5.0") {
            true => five(ask),
            false => refused(),
        },
    );
    let bench = Bench::new();
    let id = bench.add(&rule(&site));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    let known = sessions(&bench, id);
    assert_eq!(known.len(), 2);
    let (kept, left) = (&known[0], &known[1]);
    assert!(
        kept.parts.user_agent.contains("Bowerbird"),
        "it still names us"
    );
    assert!(kept.answers >= 6 && kept.refusals == 0);
    assert!(left.refused.is_some() && left.rest_until.is_some());
    let actions = bench.engine.query().site_actions(id, 9).unwrap();
    assert_eq!(
        (actions[0].kind, actions[0].outcome, actions[0].session),
        (
            ActionKind::NewSession,
            ActionOutcome::Helped,
            Some(left.number)
        )
    );
    // The next run begins as the one that was answered.
    let before = site.asked("/");
    bench.run(id);
    assert_eq!(site.asked("/"), before + 1);
    assert_eq!(sessions(&bench, id).len(), 2);
}

#[test]
fn a_new_session_has_cookies_of_its_own() {
    // Who has been marked is refused from then on.
    let site = Site::start(|ask| match ask.header("cookie") {
        "" if ask.total_before == 0 => five(ask).with("set-cookie", "marked=1; Path=/"),
        "" => five(ask),
        _ => refused(),
    });
    let bench = Bench::new();
    let named = format!("{}\n[network]\nuser_agent = \"Reader/1\"\n", rule(&site));
    let id = bench.add(&named);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    let known = sessions(&bench, id);
    assert_eq!(known.len(), 2);
    let names = known.iter().map(|one| one.parts.user_agent.as_str());
    assert!(names.into_iter().all(|name| name == "Reader/1"));
}

#[test]
fn nobody_elses_cookies_go_through_another_exit() {
    let site = Site::start(|ask| match (ask.through_proxy(), ask.header("cookie")) {
        (true, "") => five(ask),
        (true, _) => Reply::status(500, "known from elsewhere"),
        (false, _) => refused().with("set-cookie", "seen=1; Path=/"),
    });
    let bench = Bench::new();
    bench.add_proxy("way out", &start_proxy());
    let id = bench.add(&rule(&site));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 5);
    let known = sessions(&bench, id);
    assert_eq!(known[0].parts.proxy.as_deref(), Some("way out"));
    assert!(known[0].track.latency_ms > 0.0);
    let direct: Vec<_> = known
        .iter()
        .filter(|one| one.parts.proxy.is_none())
        .collect();
    assert!(!direct.is_empty() && direct.len() <= 4, "{}", direct.len());
    // The block is known: the next run does not meet it again.
    let before = site.asked("/");
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(site.asked("/"), before + 1);
    let events = bench.engine.query().site_events(id, 9).unwrap();
    assert!(events.iter().any(|event| event.session == Some(1)));
}

#[test]
fn sessions_stay_bounded_at_a_site_that_refuses_all() {
    let site =
        Site::start(|ask| refused().with("set-cookie", &format!("n={}; Path=/", ask.total_before)));
    let bench = Bench::new();
    let id = bench.add(&rule(&site));
    for _ in 0..4 {
        assert_eq!(bench.run(id).end, RunEnd::Blocked);
    }
    let known = sessions(&bench, id);
    assert!(known.len() <= 4, "{}", known.len());
    assert!(site.asked("/") <= 4 * 4, "{}", site.asked("/"));
}

#[test]
fn cookies_of_a_visit_live_on_after_a_restart_until_their_own_end() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let site = Site::start(move |ask| {
        if ask.path != "/" {
            return article(&ask.path);
        }
        noted.lock().unwrap().push(ask.header("cookie").to_owned());
        list(0, 2, None)
            .with("set-cookie", "known=yes; Max-Age=3600; HttpOnly")
            .with("set-cookie", "once=only")
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let bench = Bench::on(Store::open_or_create(&path).unwrap());
    let id = bench.add(&rule(&site));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    drop(bench);
    let bench = Bench::on(Store::open(&path).unwrap());
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let seen = seen.lock().unwrap();
    assert_eq!(seen.first().map(String::as_str), Some(""));
    assert_eq!(seen.last().map(String::as_str), Some("known=yes"));
    let kept = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&kept);
    assert!(!text.contains("known=yes"), "cookies are secrets");
}
