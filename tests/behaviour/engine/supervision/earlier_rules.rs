//! Earlier versions of a rule: when one is taken up again after a redesign, and what is said of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{ActionKind, ActionOutcome, Phase, RuleOrigin, RunEnd};
use bowerbird::engine::{Command, SiteCommand, TaskCommand};
use bowerbird::logic::messages::english;

use super::{known, let_time_pass, long_list, phases, tried};
use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::engine::{article, list_rule};

#[test]
fn a_redesign_that_is_taken_back_is_met_with_the_earlier_rule() {
    let new_look = Arc::new(AtomicBool::new(false));
    let look = Arc::clone(&new_look);
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" if look.load(Ordering::SeqCst) => Reply::html(
            "<html><title>List</title><div class=n><a href='/a7'>Seven</a></div>\
             <div class=n><a href='/a8'>Eight</a></div><div class=n><a href='/a9'>Nine</a></div>",
        ),
        "/" => long_list(),
        path => article(path),
    });
    let bench = Bench::new();
    let old = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&old);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    new_look.store(true, Ordering::SeqCst);
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: old.replace("css = \"li\"", "css = \"div.n\""),
        origin: RuleOrigin::Edited,
    }));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 8);

    new_look.store(false, Ordering::SeqCst);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let failed = bench.run(id);
    // The page that went wrong is in the figures.
    assert_eq!(
        (failed.end, failed.progress.pages_failed),
        (RunEnd::Failed, 1)
    );
    let stood = known(&bench, id);
    assert_eq!(stood.phase, Phase::NeedsYou);
    assert!(stood.acts_by_itself());
    assert_eq!(
        stood.next.as_ref().map(|next| next.kind),
        Some(ActionKind::Restart)
    );
    assert_eq!(
        bench.engine.query().site(id).unwrap().unwrap().rule_toml,
        old
    );
    // Which version, why, and how to undo it, wherever the state is told.
    let said = english(&bench.status(id).reason);
    for part in ["ersion 1 ", "ersion 2 ", &site.url("/"), "undo"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let actions = bench.engine.query().site_actions(id, 9).unwrap();
    assert_eq!(english(&actions[0].why), said);
    let_time_pass(&bench, id);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    assert_eq!(bench.ended_by_itself().0, RunEnd::Finished);
    assert_eq!(phases(&bench, id), ["needs_you", "healthy"]);
    assert_eq!(
        tried(&bench, id),
        [(ActionKind::OtherRule, ActionOutcome::Helped)]
    );
}

/// A long list of new articles in the markup after a redesign.
fn long_new_list() -> Reply {
    let words = "Words about an article, so that the list is long enough to be one. ".repeat(8);
    let item = |n: usize| format!("<div class=n><a href='/n{n}'>Article {n}</a> {words}</div>");
    let items: String = (0..5).map(item).collect();
    Reply::html(format!("<html><title>List</title>{items}</html>"))
}

#[test]
fn a_version_that_misses_a_required_field_is_not_taken_up_again() {
    let site = Site::start(|ask| match (ask.path.as_str(), ask.before) {
        ("/", 0) => long_list(),
        ("/", _) => long_new_list(),
        (path, _) if path.starts_with("/n") => Reply::html(format!(
            "<title>Paper</title><h2>{path}</h2><div class=text>{}</div>",
            "Text of an article after the redesign. ".repeat(6)
        )),
        (path, _) => article(path),
    });
    let bench = Bench::new();
    let first = list_rule(&site.url("/"), "delay = '0s'").replace("generic = false\n", "");
    let id = bench.add(&first);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    let change = |rule_toml: &str| {
        bench.send(Command::Site(SiteCommand::Update {
            site: id,
            rule_toml: rule_toml.to_owned(),
            origin: RuleOrigin::Repaired,
        }));
    };
    // Repaired in part: the list is read, the title is not.
    change(&first.replace("css = \"li\"", "css = \"div.n\""));
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.status(id).reason.id, "engine-reason-required-missing");
    let broken = first.replace("css = \"li\"", "css = \"div.none\"");
    change(&broken);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    assert_eq!(bench.run(id).end, RunEnd::Failed);
    let stood = known(&bench, id);
    assert_eq!((stood.phase, stood.next), (Phase::NeedsYou, None));
    let now = bench.engine.query().site(id).unwrap().unwrap();
    assert_eq!(now.rule_toml, broken);
}

#[test]
fn a_page_that_did_not_change_is_evidence_once_a_rule_does_not_read_it() {
    let tag = "\"1\"";
    let site = Site::start(move |ask| match ask.path.as_str() {
        "/" if ask.header("if-none-match") == tag => Reply::status(304, "").with("etag", tag),
        "/" => long_list().with("etag", tag),
        path => article(path),
    });
    let bench = Bench::new();
    let good = list_rule(&site.url("/"), "delay = '0s'");
    let id = bench.add(&good);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    bench.send(Command::Site(SiteCommand::Update {
        site: id,
        rule_toml: good.replace("css = \"li\"", "css = \"div.none\""),
        origin: RuleOrigin::Edited,
    }));
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    assert_eq!(bench.run(id).end, RunEnd::Failed);
    let now = bench.engine.query().site(id).unwrap().unwrap();
    assert_eq!(now.rule_toml, good, "{:?}", bench.status(id));
}
