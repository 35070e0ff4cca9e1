//! Pages of lists as people meet them, written for this test: what is repeated is found with the
//! right number of records, and fields get the names a person would give them.

use std::path::{Path, PathBuf};

use bowerbird::logic::authoring::learn::{OverviewKind, overview, suggest};
use bowerbird::logic::page::Page;
use bowerbird::logic::select::{Selector, SelectorKind};
use serde_json::Value as Json;
use url::Url;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/rule_files/lists")
}

fn pages() -> Vec<(Json, Page)> {
    let gold = std::fs::read_to_string(folder().join("gold.jsonl")).unwrap();
    let read = |line: &str| {
        let gold: Json = serde_json::from_str(line).unwrap();
        // A folder a language: the page of `en-blog` is `en/blog.html`.
        let file = format!(
            "{}.html",
            gold["id"].as_str().unwrap().replacen('-', "/", 1)
        );
        let source = std::fs::read_to_string(folder().join(file)).unwrap();
        let url = Url::parse(gold["url"].as_str().unwrap()).unwrap();
        let page = Page::parse(&source, &url);
        (gold, page)
    };
    let pages: Vec<(Json, Page)> = gold.lines().map(read).collect();
    assert!(pages.len() >= 20, "only {} pages", pages.len());
    pages
}

#[test]
fn records_and_fields_of_every_list_are_found() {
    for (gold, page) in &pages() {
        let id = &gold["id"];
        let found = suggest(page);
        let best = found.first().expect("a suggestion");
        assert_eq!(Some(best.count as u64), gold["count"].as_u64(), "{id}");
        let css = best.record.css.as_deref().expect("a css selector");
        let selector = Selector::compile(SelectorKind::Css, css).unwrap();
        let matched = selector.matching(page, None).len();
        assert_eq!(matched, best.count, "{id} {css}");
        let field = |name: &str| best.fields.iter().find(|f| f.name == name);
        for name in gold["fields"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert!(field(name).is_some(), "{id} has no {name}");
        }
        for (name, value) in gold["first"].as_object().unwrap() {
            let values = &field(name).expect("the field").ranked[0].values[0];
            assert_eq!(Some(values[0].as_str()), value.as_str(), "{id} {name}");
        }
    }
}

#[test]
fn lists_and_threads_are_told_apart() {
    for (gold, page) in &pages() {
        let id = gold["id"].as_str().unwrap();
        let kind = overview(page).kind;
        if id.contains("thread") {
            assert!(matches!(kind, OverviewKind::Thread { .. }), "{id} {kind:?}");
        } else if id != "en-terms" {
            // A glossary may be read as one text as well.
            assert!(matches!(kind, OverviewKind::List { .. }), "{id} {kind:?}");
        }
    }
}
