//! Times selectors on pages from outside, for `tests/measures/speed.py`, which times their peers
//! in the same run. Argument: a JSON file of {pages, expressions, rules: {css, xpath}}, a rule
//! being a list of [selector, what to take]. Prints JSON: nanoseconds, the best of several rounds.
//! `--stages` tells where the time of one page goes.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

use std::hint::black_box;
use std::time::Instant;

use bowerbird::logic::page::Page;
use bowerbird::logic::select::{Selector, SelectorKind, Take};
use serde_json::{Value, json};
use url::Url;

const ROUNDS: usize = 7;

type Rule = Vec<(Selector, Take)>;

fn main() {
    // Cargo hands `--bench` on.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some(list) = arguments.first() else {
        println!("usage: cargo bench --bench selectors -- LIST.json [--stages]");
        return;
    };
    let list: Value = serde_json::from_str(&std::fs::read_to_string(list).unwrap()).unwrap();
    let sources: Vec<String> = texts(&list["pages"])
        .map(|path| std::fs::read_to_string(path).expect("a page"))
        .collect();
    let rules = ["css", "xpath"].map(|kind| (kind, rule(kind, &list["rules"][kind])));
    if arguments.iter().any(|a| a == "--stages") {
        println!("{}", stages(&sources, &rules[1].1));
        return;
    }
    let pages: Vec<Page> = sources.iter().map(|source| parse(source)).collect();
    let expressions: Vec<u128> = texts(&list["expressions"])
        .map(|source| {
            let selector = Selector::compile(SelectorKind::XPath, source).ok();
            let run = || {
                pages.iter().for_each(|page| {
                    black_box(selector.as_ref().map(|s| s.matching(page, None)));
                });
            };
            best(run)
        })
        .collect();
    let mut out = json!({ "expressions": expressions });
    for (kind, rule) in &rules {
        out[*kind] = json!({
            "select": best(|| pages.iter().for_each(|page| apply(rule, page))),
            "one_core": best(|| sources.iter().for_each(|source| apply(rule, &parse(source)))),
            "two_cores": best(|| parallel(&sources, rule)),
        });
    }
    println!("{out}");
}

fn stages(sources: &[String], rule: &Rule) -> Value {
    let h1 = Selector::compile(SelectorKind::XPath, "//h1").unwrap();
    json!({
        "bytes": sources.iter().map(String::len).sum::<usize>(),
        "parse": best(|| sources.iter().for_each(|s| { black_box(parse(s)); })),
        "parse_and_flatten": best(|| sources.iter().for_each(|s| { black_box(h1.matching(&parse(s), None)); })),
        "all": best(|| sources.iter().for_each(|s| apply(rule, &parse(s)))),
    })
}

fn parallel(sources: &[String], rule: &Rule) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(source) =
                    sources.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    apply(rule, &parse(source));
                }
            });
        }
    });
}

fn apply(rule: &Rule, page: &Page) {
    for (selector, take) in rule {
        black_box(selector.select(page, None, take));
    }
}

fn parse(source: &str) -> Page {
    Page::parse(source, &Url::parse("http://example.org/").unwrap())
}

fn rule(kind: &str, fields: &Value) -> Rule {
    let kind = if kind == "css" {
        SelectorKind::Css
    } else {
        SelectorKind::XPath
    };
    let field = |field: &Value| {
        let take = match field[1].as_str().unwrap() {
            "text" => Take::Text,
            name => Take::Attribute(name.to_owned()),
        };
        (
            Selector::compile(kind, field[0].as_str().unwrap()).unwrap(),
            take,
        )
    };
    fields.as_array().unwrap().iter().map(field).collect()
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn best(work: impl Fn()) -> u128 {
    let time = |()| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos()
    };
    std::iter::repeat_n((), ROUNDS).map(time).min().unwrap()
}
