//! Trains the choice of lines on labelled pages and writes its data file:
//! `cargo bench --bench train_blocks -- DIR assets/generic/line-classifier.txt`, where `DIR/SET/pages/ID.html.gz`
//! are pages and `DIR/SET/gold.jsonl` their texts. Hosts are dealt into four parts; each part is judged
//! by a model that saw the other three, which gives the figures it prints; the file is then learned
//! from all. Deterministic. Takes some minutes and a gigabyte. With `--threads` it learns, of pages of
//! forums, which lines are said in a thread: `assets/generic/thread-lines.txt`. With `--without=SET,…`
//! it learns nothing from these sets, nor from pages of their hosts in other sets, and judges them;
//! `--with=SET,…` adds sets that are left aside otherwise (`redesigns`, and `docs`, which
//! `docs_set.py` beside this file makes).

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation
)]

mod boost;
#[path = "../shared/boost.rs"]
mod boosting;
mod label;
mod pages;
mod threads;
mod words;

use std::collections::HashSet;
use std::path::Path;

use boost::{Settings, Table};
use bowerbird::logic::generic::training_lines::{ArticleModel, Lines, WIDTHS, Worth};
use label::{f1_of_means, shared};
use pages::Sample;

/// Parts that hosts are dealt into.
const PARTS: usize = 4;

const FIRST: Settings = Settings {
    trees: 120,
    depth: 6,
    rate: 0.2,
    held_back: 30.0,
    rows: 0.6,
    features: 0.2,
};
const SECOND: Settings = Settings {
    trees: 110,
    depth: 6,
    rate: 0.17,
    held_back: 30.0,
    rows: 0.6,
    features: 0.2,
};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let [dir, out] = arguments.as_slice() else {
        println!("usage: cargo bench --bench train_blocks -- DIR FILE");
        return;
    };
    if std::env::args().any(|argument| argument == "--threads") {
        threads::train(Path::new(dir), Path::new(out));
        return;
    }
    let (with, without) = (listed("--with="), listed("--without="));
    let names: Vec<&str> = with.iter().chain(&without).map(String::as_str).collect();
    let mut samples = pages::read_all(Path::new(dir), &pages::SETS, &names);
    leave_out(&mut samples, &without);
    let samples = samples;
    println!(
        "{} pages, {} lines",
        samples.len(),
        samples.iter().map(|s| s.labels.len()).sum::<usize>()
    );
    let table = boost::table(
        &samples,
        |sample| sample.lines.rows().flatten().copied().collect(),
        WIDTHS.0,
    );
    let mut thought: Vec<Vec<f32>> = samples.iter().map(|s| vec![0.0; s.labels.len()]).collect();
    let named: Vec<Named> = (0..PARTS)
        .map(|part| Named::of(&samples, |s| s.learned(part)))
        .collect();
    for (part, named) in named.iter().enumerate() {
        let table = table.beside(&named.table());
        let forest = boost::train(&table, &samples, |s| s.learned(part), FIRST);
        println!(
            "part {part}, words {}, asked most: {}",
            named.worth.len(),
            boost::used(&forest)
        );
        for (at, thought) in thought.iter_mut().enumerate() {
            if samples[at].part == Some(part) {
                *thought = samples[at].lines.likely(&forest, &named.values[at], &[]);
            }
        }
    }
    report("first round", &samples, &thought, Sample::is_known);
    let again: Vec<Vec<f32>> = samples
        .iter()
        .zip(&thought)
        .map(|(s, p)| s.lines.again(p))
        .collect();
    let later = Table::of_values(&again, WIDTHS.2);
    let first = thought.clone();
    for (part, named) in named.iter().enumerate() {
        let table = table.beside(&named.table()).beside(&later);
        let forest = boost::train(&table, &samples, |s| s.learned(part), SECOND);
        println!(
            "part {part}, second round asked most: {}",
            boost::used(&forest)
        );
        for (at, thought) in thought.iter_mut().enumerate() {
            if samples[at].part == Some(part) {
                *thought = samples[at]
                    .lines
                    .likely(&forest, &named.values[at], &again[at]);
            }
        }
    }
    report("second round", &samples, &thought, Sample::is_known);
    for (thought, first) in thought.iter_mut().zip(&first) {
        *thought = Lines::both(first, thought);
    }
    report("both rounds", &samples, &thought, Sample::is_known);
    pages::dump(&samples, &thought);
    let named = Named::of(&samples, Sample::is_known);
    let table = table.beside(&named.table());
    let model = ArticleModel {
        first: boost::train(&table, &samples, Sample::is_known, FIRST),
        second: boost::train(&table.beside(&later), &samples, Sample::is_known, SECOND),
        worth: named.worth.clone(),
    };
    if !without.is_empty() {
        let judged: Vec<Vec<f32>> = samples
            .iter()
            .zip(&named.values)
            .map(|(sample, named)| {
                let first = sample.lines.likely(&model.first, named, &[]);
                let again = sample.lines.again(&first);
                Lines::both(&first, &sample.lines.likely(&model.second, named, &again))
            })
            .collect();
        report("left out", &samples, &judged, |s| !s.is_known());
    }
    let head = "# Made by `cargo bench --bench train_blocks -- DIR FILE` from labelled pages; see benches/train_blocks.\n";
    std::fs::write(out, head.to_owned() + &model.write()).unwrap();
}

/// The sets that an argument lists after its `name`.
fn listed(name: &str) -> Vec<String> {
    let value = std::env::args().find_map(|a| Some(a.strip_prefix(name)?.to_owned()));
    let sets = value.iter().flat_map(|sets| sets.split(','));
    sets.map(str::to_owned).collect()
}

/// Marks the samples of the sets named in `sets`, and those of their hosts in other sets.
fn leave_out(samples: &mut [Sample], sets: &[String]) {
    let is_named = |sample: &Sample| sets.iter().any(|set| set == sample.set);
    let sites: HashSet<String> = samples
        .iter()
        .filter(|s| is_named(s))
        .map(|s| s.site.clone())
        .collect();
    for sample in samples {
        if is_named(sample) || sites.contains(&sample.site) {
            sample.part = None;
        }
    }
}

/// A learned list of names with what it says of the lines of every sample.
struct Named {
    worth: Worth,
    values: Vec<Vec<f32>>,
}

impl Named {
    fn of(samples: &[Sample], learn: impl Fn(&Sample) -> bool) -> Self {
        let worth = words::learn(samples, learn);
        let values = samples.iter().map(|s| s.lines.named(&worth)).collect();
        Self { worth, values }
    }

    fn table(&self) -> Table {
        Table::of_values(&self.values, WIDTHS.1)
    }
}

/// Figures by set, of the samples `of`: what rules find, and what is chosen.
fn report(name: &str, samples: &[Sample], thought: &[Vec<f32>], of: impl Fn(&Sample) -> bool) {
    println!("{name}");
    for set in pages::SETS {
        let of: Vec<(&Sample, &Vec<f32>)> = samples
            .iter()
            .zip(thought)
            .filter(|(s, _)| s.set == set.name && of(s))
            .collect();
        if of.is_empty() {
            continue;
        }
        if set.snippets {
            let (mut rules, mut chosen) = ([0; 3], [0; 3]);
            for (sample, thought) in &of {
                sample.count_snippets(&sample.by_rules(), &mut rules);
                sample.count_snippets(&sample.chosen(thought), &mut chosen);
            }
            let f1 =
                |[tp, fp, fn_]: [usize; 3]| 2.0 * tp as f64 / (2 * tp + fp + fn_).max(1) as f64;
            println!(
                "  {:14} rules {:.4}  chosen {:.4} {chosen:?}",
                set.name,
                f1(rules),
                f1(chosen)
            );
            continue;
        }
        let score = |text: &dyn Fn(&Sample, &[f32]) -> String| {
            f1_of_means(
                of.iter()
                    .map(|(s, p)| shared(&s.gold, &s.titled(&text(s, p)))),
            )
        };
        let rules = score(&|s, _| s.by_rules());
        let chosen = score(&|s, p| s.chosen(p));
        let best = f1_of_means(
            of.iter()
                .map(|(s, _)| shared(&s.gold, &s.titled(&s.by_labels()))),
        );
        println!(
            "  {:14} rules {:.4}  chosen {:.4} (P {:.4} R {:.4})  labels {:.4}",
            set.name, rules.0, chosen.0, chosen.1, chosen.2, best.0
        );
    }
}
