//! Trains the classifier of refusals and writes its data file:
//! `cargo bench --bench train_refusals -- assets/signals/refusals.txt DIR...`. A `DIR` holds a set of
//! answers: `manifest.jsonl` with `{id, label, family, place, status, headers, file}` a line, files
//! relative to it (plain or `.gz`), or the text itself as `body`. Refusals have the labels `positive`,
//! `block`, `challenge`, `rate_limited`, `geo` or `network`, all others are ordinary pages. Each set is
//! judged by a model that was learned from the other sets, without the families that it shares with
//! them: these are the figures to believe, and it prints them. The file is then learned from all.
//! Deterministic; takes a minute.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation
)]

mod answers;
#[path = "../shared/boost.rs"]
mod boost;
#[path = "../shared/answers.rs"]
mod stored;
mod words;

use std::collections::HashSet;

use answers::{Answered, read_sets};
use boost::{Rows, Settings, Table, train_rows};
use bowerbird::logic::detect::training_refusals::{RefusalModel, names};
use bowerbird::logic::detect::{Signals, judge};
use bowerbird::logic::model::PageState;

const HOW: Settings = Settings {
    trees: 260,
    depth: 4,
    rate: 0.08,
    held_back: 6.0,
    rows: 0.8,
    features: 0.25,
};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let (out, folders) = arguments.split_first().expect("OUT DIR...");
    let signals = Signals::shipped().expect("shipped signals");
    let answers = read_sets(folders, &signals);
    let width = names().len();
    let rows: Vec<Vec<f32>> = answers.iter().map(|a| a.rows.concat()).collect();
    let table = Table::of_values(&rows, width);
    let sets: Vec<&str> = {
        let mut sets: Vec<&str> = answers.iter().map(|a| a.set.as_str()).collect();
        sets.dedup();
        sets
    };
    for set in sets {
        let judged = |a: &&Answered| a.set == set;
        let families: HashSet<&str> = answers
            .iter()
            .filter(judged)
            .filter(|a| a.refused)
            .map(|a| a.family.as_str())
            .collect();
        let learn =
            |a: &Answered| a.set != set && !(a.refused && families.contains(a.family.as_str()));
        let model = learned(&table, &answers, learn);
        let signals = signals.with_refusals(model);
        let held: Vec<&Answered> = answers.iter().filter(judged).collect();
        report(set, &signals, &held);
    }
    let model = learned(&table, &answers, |_| true);
    let text = format!(
        "# Made by `cargo bench --bench train_refusals -- FILE DIR...` from labelled answers; see \
         benches/train_refusals.\n{}",
        model.write()
    );
    std::fs::write(out, text).expect("the file can be written");
}

/// A model of the answers that `learn` names.
fn learned(table: &Table, answers: &[Answered], learn: impl Fn(&Answered) -> bool) -> RefusalModel {
    let mut rows = Rows::default();
    for (number, answer) in answers.iter().enumerate() {
        if !learn(answer) {
            continue;
        }
        for way in 0..answer.rows.len() {
            rows.at
                .push(u32::try_from(number * answer.rows.len() + way).unwrap());
            rows.label.push(f32::from(u8::from(answer.refused)));
            rows.weight.push(answer.weight);
        }
    }
    RefusalModel {
        trees: train_rows(table, rows, HOW),
        words: words::learned(answers, learn),
    }
}

/// Prints how many refusals of a set are known, and how many ordinary pages are taken for one.
fn report(set: &str, signals: &Signals, held: &[&Answered]) {
    for (way, name) in ["with status", "body alone"].into_iter().enumerate() {
        let known = |answer: &&&Answered| {
            let state = judge(signals, &answer.answer(way)).state;
            state.is_block() || state == PageState::LoginRequired
        };
        let count = |refused: bool, network: Option<bool>| {
            let all = held
                .iter()
                .filter(|a| a.refused == refused)
                .filter(|a| network.is_none_or(|network| a.network == network));
            let all: Vec<_> = all.collect();
            (all.iter().filter(|a| known(a)).count(), all.len())
        };
        let (sites, networks) = (count(true, Some(false)), count(true, Some(true)));
        let alarms = count(false, None);
        println!(
            "{set}, {name}: sites {} of {}, networks {} of {}, alarms {} of {}",
            sites.0, sites.1, networks.0, networks.1, alarms.0, alarms.1
        );
        if std::env::args().any(|a| a == "--show") {
            for answer in held.iter().filter(|a| known(a) != a.refused) {
                let verdict = judge(signals, &answer.answer(way));
                let found = verdict.evidence.first().map(|e| e.signal.as_str());
                println!(
                    "  {} {}: {} {}",
                    if answer.refused { "missed" } else { "alarm" },
                    answer.id,
                    verdict.state.token(),
                    found.unwrap_or("")
                );
            }
        }
    }
}
