//! A page that a rule no longer fits, seen by two ways out: a new face for all, or one for us.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{Evidence, PageState, SiteId};
use bowerbird::engine::{Command, SignalFile, SiteCommand};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site, start_proxy};
use crate::engine::{article, list, list_rule};

/// A page of a new theme, with nothing in it for the old rule.
fn new_face(path: &str) -> Reply {
    let links: String = (0..12)
        .map(|n| format!("<li class=item><a href='/topic/{n}'>Topic {n}</a></li>"))
        .collect();
    let words = "A new look for the same words, which go on for a while. ".repeat(20);
    Reply::html(format!(
        "<html><head><title>Story {path}</title></head><body><nav class=bar><ol>{links}</ol></nav>\
         <main class=wide><h2 class=head>Story {path}</h2><section class=body><p>{words}</p></section></main>\
         <footer class=foot><p>Imprint</p></footer></body></html>"
    ))
}

/// A list in a new theme, with nothing in it for the old rule.
fn new_list() -> Reply {
    let rows: String = (0..12)
        .map(|n| format!("<div class=row><h3><a href='/a{n}'>Article {n}</a></h3><p>What it is about, at length.</p></div>"))
        .collect();
    Reply::html(format!(
        "<html><head><title>List</title></head><body><main class=wide>{rows}</main><footer class=foot>\
         <p>Imprint</p></footer></body></html>"
    ))
}

/// What changes after the first run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The list, for all.
    List,
    /// The list, for those who do not come through a proxy.
    ListForUs,
    /// The articles, for the same.
    ArticlesForUs,
}

struct Changing {
    site: Site,
    changed: Arc<AtomicBool>,
}

impl Changing {
    fn start(change: Change) -> Self {
        let changed = Arc::new(AtomicBool::new(false));
        let now = Arc::clone(&changed);
        let site = Site::start(move |ask: &Ask| {
            let later = now.load(Ordering::SeqCst);
            let hidden = later && (change == Change::List || !ask.through_proxy());
            match ask.path.as_str() {
                "/" if hidden && change != Change::ArticlesForUs => new_list(),
                "/" if later => list(0, 12, None),
                "/" => list(0, 6, None),
                path if hidden && change == Change::ArticlesForUs => new_face(path),
                path => article(path),
            }
        });
        Self { site, changed }
    }

    /// A bench whose first run was good.
    fn bench(&self) -> (Bench, SiteId) {
        let bench = Bench::new();
        let rule = list_rule(&self.site.url("/"), "delay = '0s'\nrobots = false");
        let id = bench.add(&rule);
        bench.run(id);
        assert_eq!(bench.records(id).len(), 6);
        self.changed.store(true, Ordering::SeqCst);
        (bench, id)
    }
}

fn evidence_of(bench: &Bench, site: SiteId) -> Vec<Evidence> {
    let failures = bench.engine.query().failures(site, 20).unwrap();
    let all = failures.into_iter().flat_map(|f| f.verdict.evidence);
    all.chain(bench.status(site).evidence).collect()
}

#[test]
fn the_same_new_page_for_all_is_a_redesign() {
    let changing = Changing::start(Change::List);
    let (bench, id) = changing.bench();
    bench.add_proxy("way out", &start_proxy());
    let before = changing.site.asked("/");
    bench.run(id);
    assert_eq!(bench.records(id).len(), 6);
    assert_eq!(bench.status(id).state, PageState::LayoutChanged);
    let found = evidence_of(&bench, id);
    let agrees: Vec<_> = found.iter().filter(|e| e.signal == "exit-agrees").collect();
    assert!(
        !agrees.is_empty() && agrees.iter().all(|e| e.matched == "way out"),
        "{found:?}"
    );
    // One request more.
    assert_eq!(changing.site.asked("/") - before, 2);
}

#[test]
fn a_list_that_only_we_are_not_shown_comes_by_the_other_way() {
    let changing = Changing::start(Change::ListForUs);
    let (bench, id) = changing.bench();
    bench.add_proxy("way out", &start_proxy());
    let ended = bench.run(id);
    assert!(ended.states.contains(&PageState::SoftBlock), "{ended:?}");
    assert_eq!(bench.records(id).len(), 12);
}

#[test]
fn what_stands_in_for_the_rule_takes_no_page_that_is_only_for_us() {
    let changing = Changing::start(Change::ArticlesForUs);
    let (bench, id) = changing.bench();
    bench.add_proxy("way out", &start_proxy());
    bench.run(id);
    let titles = bench.titles(id);
    assert_eq!(titles.len(), 12);
    assert!(
        titles.iter().all(|title| title.starts_with("Title ")),
        "{titles:?}"
    );
}

#[test]
fn without_another_way_the_page_itself_tells() {
    let changing = Changing::start(Change::ListForUs);
    let (bench, id) = changing.bench();
    bench.run(id);
    assert_eq!(bench.status(id).state, PageState::LayoutChanged);
    assert!(
        evidence_of(&bench, id)
            .iter()
            .all(|e| !e.signal.starts_with("exit-"))
    );
}

const SIGNAL: &str = "[[signal]]\nid = 'mine-shut'\nplace = 'text'\npattern = 'The reading room is shut'\n\
                      state = 'rate_limited'\nstrength = 'strong'\n";

fn shut(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 4, None),
        _ => Reply::html(
            "<html><title>Dear reader</title><h1>Dear reader</h1><div class=text>The reading room is \
             shut. Have a look at the garden instead.</div>",
        ),
    }
}

#[test]
fn signals_of_the_rule_and_of_the_project_are_heeded() {
    let site = Site::start(shut);
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'\nrobots = false");
    let id = bench.add(&format!("{rule}{SIGNAL}"));
    bench.run(id);
    assert_eq!(bench.status(id).state, PageState::RateLimited);
    assert_eq!(bench.status(id).evidence[0].signal, "mine-shut");

    let bench = Bench::new();
    let id = bench.add(&rule);
    bench.send(Command::Site(SiteCommand::SetSignals(SignalFile {
        name: "mine.toml".to_owned(),
        text: Some(SIGNAL.to_owned()),
    })));
    bench.wait(|_| (bench.engine.query().signal_files().unwrap().len() == 1).then_some(()));
    bench.run(id);
    assert_eq!(bench.status(id).state, PageState::RateLimited);

    bench.send(Command::Site(SiteCommand::SetSignals(SignalFile {
        name: "worse.toml".to_owned(),
        text: Some(SIGNAL.replace("rate_limited", "furious")),
    })));
    let told = bench.wait(|event| match event {
        bowerbird::engine::Event::CommandFailed { message } => Some(message.id),
        _ => None,
    });
    assert_eq!(told, "signals-file");
}
