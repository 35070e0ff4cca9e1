//! Pages of scientific papers through the command line: the pages in `papers/pages` are written for
//! this, in the layouts that journals have, with what they say in `papers/gold.jsonl`. Those of the
//! part "held out" were written after the reading of the first.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::command_line::Bench;

/// F1 over all fields that a page has or that were found on it.
const MIN_F1: f64 = 0.90;

#[test]
fn the_fields_of_papers_are_read() {
    let bench = Bench::new();
    let folder = folder();
    let out = bench.path("papers.jsonl");
    let arguments = ["extract", "--batch", &text(&folder), "--out", &text(&out)];
    let done = bench.run(&arguments);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let found: HashMap<String, Value> = lines(&out)
        .into_iter()
        .map(|line| {
            (
                line["id"].as_str().unwrap().to_owned(),
                line["paper"].clone(),
            )
        })
        .collect();
    let mut scores: HashMap<String, Vec<f64>> = HashMap::new();
    let mut faults = Vec::new();
    let gold = lines(&folder.join("gold.jsonl"));
    let pages = std::fs::read_dir(folder.join("pages")).unwrap().count();
    assert!(
        pages > 0 && gold.len() == pages,
        "{} of {pages}",
        gold.len()
    );
    for gold in gold {
        let id = gold["id"].as_str().unwrap();
        for field in FIELDS {
            let Some(score) = score(field, &gold[field], &found[id][field]) else {
                continue;
            };
            if score < 0.999 {
                faults.push(format!("{id} {field} {score:.2}: {}", found[id][field]));
            }
            scores
                .entry(gold["part"].to_string())
                .or_default()
                .push(score);
        }
    }
    assert_eq!(scores.len(), 3, "{:?}", scores.keys());
    for (part, scores) in scores {
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        assert!(mean >= MIN_F1, "{part} {mean:.3}\n{}", faults.join("\n"));
    }
}

#[test]
fn a_paper_is_shown_with_its_fields() {
    let bench = Bench::new();
    let page = folder().join("pages/ojs-en.html");
    let output = bench.run(&["extract", &text(&page)]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in [
        "doi: 10.55555/jnd.2021.14.2.101",
        "volume: 14",
        "keywords: woad | indigotin | vat fermentation",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let output = bench.run(&["extract", &text(&page), "--json"]);
    let records: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(records[0]["paper"]["issue"], "2");
    assert_eq!(records[0]["author"], "Maria Alvarez, Peter van den Berg");
}

const FIELDS: [&str; 9] = [
    "title",
    "authors",
    "abstract",
    "keywords",
    "doi",
    "volume",
    "issue",
    "date",
    "references",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/rule_files/papers")
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// `None` where there is nothing to find and nothing was found.
fn score(field: &str, gold: &Value, found: &Value) -> Option<f64> {
    let (gold, found) = (texts(gold), texts(found));
    if gold.is_empty() && found.is_empty() {
        return None;
    }
    let all = (gold.len() + found.len()) as f64;
    Some(match field {
        "title" | "abstract" => likeness(&gold.concat(), &found.concat()),
        "references" => {
            let hit = |text: &&String| found.iter().any(|other| likeness(text, other) >= 0.9);
            2.0 * gold.iter().filter(hit).count() as f64 / all
        }
        _ => {
            let known: HashSet<&String> = found.iter().collect();
            2.0 * gold.iter().filter(|text| known.contains(text)).count() as f64 / all
        }
    })
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::String(text) if !text.is_empty() => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// F1 of the words of two texts; a Han character is a word.
fn likeness(a: &str, b: &str) -> f64 {
    let words = |text: &str| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let spaced: String = text
            .chars()
            .flat_map(|c| match c {
                '\u{3400}'..='\u{9FFF}' => vec![' ', c, ' '],
                c if c.is_alphanumeric() => vec![c],
                _ => vec![' '],
            })
            .collect();
        for word in spaced.split_whitespace() {
            *counts.entry(word.to_lowercase()).or_default() += 1;
        }
        counts
    };
    let (a, b) = (words(a), words(b));
    let common: usize = a
        .iter()
        .map(|(word, n)| *n.min(b.get(word).unwrap_or(&0)))
        .sum();
    2.0 * common as f64 / (a.values().sum::<usize>() + b.values().sum::<usize>()).max(1) as f64
}
