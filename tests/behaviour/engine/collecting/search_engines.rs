//! Searches with engines that come with the program: each engine's page in its own form, served here;
//! results of several engines as one record; an engine whose page changed. Which engines there are,
//! and what their pages look like, is data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bowerbird::engine::types::{
    EngineGroup, PageState, Record, RunEnd, SearchEngine, parse, read_engines, rewrite, search_rule,
};
use serde::Deserialize;

use crate::engine::support::bench::Bench;
use crate::engine::support::server::{Ask, Reply, Site};

/// The list that comes with the program.
const SHIPPED: &str = include_str!("../../../../rules/search-engines/engines.toml");
/// The pages of its engines.
const SAMPLES: &str = include_str!("../../../../rules/search-engines/samples.toml");
/// What all engines of the web find.
const BRIDGE: &str = "http://found.example/bridge";
/// What all engines of science find.
const PAPER: &str = "10.1000/ABC";

#[derive(Deserialize)]
struct Samples {
    sample: Vec<SampleOfEngine>,
}

#[derive(Deserialize)]
struct SampleOfEngine {
    engine: String,
    r#type: String,
    page: String,
    result: String,
    #[serde(default)]
    separator: String,
}

/// The engines that come with the program, all at the server `site`, each in a folder of its number.
fn engines_at(site: &Site) -> Vec<SearchEngine> {
    let shipped = read_engines(SHIPPED).expect("the list is sound");
    let mut parts = SHIPPED.split("[[engine]]");
    let mut text = parts.next().expect("its head").to_owned();
    for (number, (part, engine)) in parts.zip(&shipped).enumerate() {
        let from = format!("url = \"https://{}/", engine.host());
        let to = format!("url = \"{}", site.url(&format!("/{number}/")));
        assert!(part.contains(&from), "{part}");
        text.push_str("[[engine]]");
        text.push_str(&part.replace(&from, &to));
    }
    read_engines(&text).expect("the list is sound")
}

/// The rule of a search, without waiting between requests to this machine.
fn rule_of(engines: &[&SearchEngine], words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let text = search_rule("Search", engines, &words).expect("a rule");
    let mut file = parse(&text).expect("a rule").file().clone();
    file.politeness.delay = "0s".to_owned();
    rewrite(&text, &file).expect("a rule")
}

/// The answer of the engine whose number is the first part of a path: the bridge or the paper, and one result
/// of its own.
fn answer(path: &str) -> Reply {
    let number = path.split('/').nth(1).expect("a folder");
    let nth: usize = number.parse().expect("a number");
    let shipped = read_engines(SHIPPED).expect("the list is sound");
    let samples: Samples = toml::from_str(SAMPLES).expect("the pages are sound");
    let sample = samples
        .sample
        .iter()
        .find(|one| one.engine == shipped[nth].name);
    let sample = sample.unwrap_or_else(|| panic!("a page of {}", shipped[nth].name));
    let own = format!("http://found.example/{number}");
    let own_doi = format!("10.1000/{number}");
    let results = [
        (BRIDGE, "The bridge", PAPER),
        (own.as_str(), "Of its own", own_doi.as_str()),
    ];
    let results = results.map(|(url, title, doi)| {
        let result = sample.result.replace("{url}", url);
        result.replace("{title}", title).replace("{doi}", doi)
    });
    let results = results.join(&sample.separator);
    let page = sample.page.replace("{results}", &results);
    Reply::status(200, page).with("content-type", &sample.r#type)
}

fn found_by(record: &Record) -> Vec<String> {
    let found = record.fields.iter().find(|(name, _)| name == "found_by");
    let found = found.map(|(_, value)| value.joined()).unwrap_or_default();
    found.split(" | ").map(str::to_owned).collect()
}

#[test]
fn what_several_engines_find_is_one_record_that_names_them() {
    let site = Site::start(|ask: &Ask| answer(&ask.path));
    let engines = engines_at(&site);
    let bench = Bench::new();
    let rule = rule_of(&engines.iter().collect::<Vec<_>>(), &["new bridge"]);
    let id = bench.add(&rule);
    let ended = bench.run(id);
    assert_eq!(ended.end, RunEnd::Finished, "{ended:?}");
    let records = bench.records(id);
    let at = |url: &str| {
        let mut found = records.iter().filter(|stored| stored.record.url == url);
        let first = found.next();
        assert!(found.next().is_none(), "{url} once");
        let urls = || records.iter().map(|stored| stored.record.url.as_str());
        &first
            .unwrap_or_else(|| panic!("{url} of {:?}", urls().collect::<Vec<_>>()))
            .record
    };
    let first_of = |is_scholarly: bool| {
        let engines = engines
            .iter()
            .filter(|engine| (engine.group == EngineGroup::Scholarly) == is_scholarly);
        let mut first: Vec<String> = engines
            .map(|engine| format!("{} #1", engine.name))
            .collect();
        first.sort();
        first
    };
    let bridge = at(BRIDGE);
    assert_eq!(found_by(bridge), first_of(false));
    assert_eq!(bridge.title, "The bridge");
    let doi = parse(&rule).expect("a rule").file().search.clone();
    let doi = doi.and_then(|search| search.doi).expect("an address");
    let paper = at(&doi.replace("{doi}", &PAPER.to_lowercase()));
    assert_eq!(found_by(paper), first_of(true));
    for engine in &engines {
        let own = format!("{} #2", engine.name);
        let is_own = |record: &Record| found_by(record) == [own.as_str()];
        assert!(records.iter().any(|stored| is_own(&stored.record)), "{own}");
    }
    let keyword = bridge.fields.iter().find(|(name, _)| name == "keyword");
    let keyword = keyword.map(|(_, value)| value.joined());
    assert_eq!(keyword.as_deref(), Some("new bridge"));
    // The same again: no record comes, and none has changed.
    let again = bench.run(id);
    assert_eq!(
        (again.end, again.progress.records_new),
        (RunEnd::Finished, 0)
    );
    assert_eq!(bench.records(id).len(), records.len());
    assert_eq!(bench.store().record_versions(records[0].id).unwrap(), []);
}

#[test]
fn an_engine_whose_page_changed_says_so() {
    let changed = Arc::new(AtomicBool::new(false));
    let is_changed = Arc::clone(&changed);
    let site = Site::start(move |ask: &Ask| match is_changed.load(Ordering::SeqCst) {
        true if ask.path.starts_with("/0/") => Reply::html(
            "<html><title>Results</title><body><main><div class=hit><a href='http://found.example/1'>\
             The bridge</a> is new and long enough to be a text of its own.</div></main>",
        ),
        _ => answer(&ask.path),
    });
    let engines = engines_at(&site);
    let bench = Bench::new();
    let id = bench.add(&rule_of(&[&engines[0], &engines[3]], &["new bridge"]));
    bench.run(id);
    assert_eq!(bench.status(id).state, PageState::Ok);
    changed.store(true, Ordering::SeqCst);
    bench.run(id);
    let status = bench.status(id);
    assert_ne!(status.state, PageState::Ok, "{status:?}");
    assert!(status.url.contains("/0/"), "{status:?}");
    assert_eq!(bench.records(id).len(), 3, "what was found stays");
}
