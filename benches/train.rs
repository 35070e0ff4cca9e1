//! Trains the line classifier of DGWC on labelled pages and writes its data file:
//! `cargo bench --bench train -- DIR assets/generic/dgwc.toml`, where `DIR/SET/pages/ID.html.gz` are
//! pages and `DIR/SET/gold.jsonl` their texts. One half of the hosts is learned from, the other says
//! what it is worth. Deterministic.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic
)]

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use bowerbird::logic::generic::training::{DgwcModel, FEATURES, extract, lines};
use bowerbird::logic::page::Page;
use serde::Deserialize;
use url::Url;

/// Sets of articles with whole texts, English and Chinese.
const SETS: [&str; 5] = ["aeb", "wcxb_article", "magic_article", "daniel_zh", "cwced"];
/// A line is topical when so many of its word groups stand in the text.
const TOPICAL: f64 = 0.7;
const EPOCHS: usize = 30;

#[derive(Deserialize)]
struct Gold {
    id: String,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    text: String,
}

/// A line: its features, and whether it belongs to the text.
type Labelled = ([f64; 5], bool);

struct Sample {
    page: Page,
    gold: HashSet<String>,
    learned: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let [dir, out] = arguments.as_slice() else {
        println!("usage: cargo bench --bench train -- DIR FILE");
        return;
    };
    let samples: Vec<Sample> = SETS
        .iter()
        .flat_map(|set| read(&Path::new(dir).join(set)))
        .collect();
    let labelled: Vec<(Vec<Labelled>, bool)> = samples
        .iter()
        .map(|sample| (label(sample), sample.learned))
        .collect();
    let pick = |learned: bool| -> Vec<Labelled> {
        let of = labelled.iter().filter(|(_, l)| *l == learned);
        of.flat_map(|(lines, _)| lines.iter().copied()).collect()
    };
    let (mine, other) = (pick(true), pick(false));
    let mut model = cuts(&mine);
    learn(&mut model, &mine);
    let best = (0..=20)
        .map(|step| f64::from(step) * 0.1)
        .map(|least| {
            model.least_score = least;
            (score(&samples, &model, true), least)
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap();
    model.least_score = best.1;
    println!(
        "lines {} and {}, right {:.3} and {:.3}; F1 of word groups {:.3} and {:.3} (learned from, not seen); least score {}",
        mine.len(),
        other.len(),
        accuracy(&model, &mine),
        accuracy(&model, &other),
        score(&samples, &model, true),
        score(&samples, &model, false),
        model.least_score
    );
    let head = format!(
        "# Made by `cargo bench --bench train -- DIR FILE` from labelled articles; see benches/train.rs.\n# Features: {}.\n",
        FEATURES.join(", ")
    );
    std::fs::write(out, head + &toml::to_string(&model).unwrap()).unwrap();
}

fn read(set: &Path) -> Vec<Sample> {
    let gold = std::fs::read_to_string(set.join("gold.jsonl")).unwrap();
    let rows = gold
        .lines()
        .map(|l| serde_json::from_str::<Gold>(l).unwrap());
    rows.filter_map(|gold| {
        let bytes = std::fs::read(set.join("pages").join(format!("{}.html.gz", gold.id))).ok()?;
        let mut html = Vec::new();
        flate2::read::GzDecoder::new(bytes.as_slice())
            .read_to_end(&mut html)
            .ok()?;
        let url = gold.url.as_deref().and_then(|u| Url::parse(u).ok());
        let url = url.unwrap_or_else(|| Url::parse("http://example.com/").unwrap());
        let host = url.host_str().unwrap_or(&gold.id).to_owned();
        Some(Sample {
            page: Page::parse(&String::from_utf8_lossy(&html), &url),
            gold: groups(&gold.text),
            learned: host.bytes().map(u32::from).sum::<u32>() % 2 == 0,
        })
    })
    .collect()
}

/// Groups of four neighbouring letters, which suit words and Han characters alike.
fn groups(text: &str) -> HashSet<String> {
    let chars: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    chars.windows(4).map(|w| w.iter().collect()).collect()
}

fn label(sample: &Sample) -> Vec<Labelled> {
    lines(&sample.page)
        .into_iter()
        .map(|(text, values)| {
            let own = groups(&text);
            let shared = own.intersection(&sample.gold).count() as f64;
            let topical = !own.is_empty() && shared / own.len() as f64 >= TOPICAL;
            (values, topical)
        })
        .collect()
}

/// F.Low and F.High from F.MIN, F.MEAN and F.MAX (section III-B; α = 0.5). F.MAX is the 95th
/// percentile: one endless line would push it out of reach.
fn cuts(lines: &[Labelled]) -> DgwcModel {
    let mut model = DgwcModel {
        low: [0.0; 5],
        high: [0.0; 5],
        weights: [[0.0; 3]; 5],
        bias: 0.0,
        least_score: 1.5,
    };
    for feature in 0..5 {
        let of = |topical: bool| -> Vec<f64> {
            let of = lines.iter().filter(|(_, t)| *t == topical);
            of.map(|(values, _)| values[feature]).collect()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let middle = 0.5 * mean(&of(true)) + 0.5 * mean(&of(false));
        let mut all: Vec<f64> = of(true);
        all.sort_by(f64::total_cmp);
        let (least, most) = (all[0], all[all.len() * 95 / 100]);
        model.low[feature] = f64::midpoint(least, middle);
        model.high[feature] = f64::midpoint(middle, most.max(middle));
    }
    model
}

/// Logistic regression by gradient steps, in the order of the lines.
fn learn(model: &mut DgwcModel, lines: &[Labelled]) {
    for epoch in 0..EPOCHS {
        let rate = 0.05 / (1.0 + epoch as f64);
        for (values, topical) in lines {
            let on: Vec<usize> = (0..5)
                .map(|f| {
                    usize::from(values[f] > model.low[f]) + usize::from(values[f] > model.high[f])
                })
                .collect();
            let sum: f64 = model.bias + (0..5).map(|f| model.weights[f][on[f]]).sum::<f64>();
            let off = f64::from(u8::from(*topical)) - 1.0 / (1.0 + (-sum).exp());
            model.bias += rate * off;
            for (weights, scope) in model.weights.iter_mut().zip(on) {
                weights[scope] += rate * off;
            }
        }
    }
}

fn accuracy(model: &DgwcModel, lines: &[Labelled]) -> f64 {
    let right = lines
        .iter()
        .filter(|(v, t)| model.is_topical(*v) == *t)
        .count();
    right as f64 / lines.len().max(1) as f64
}

/// Mean F1 of word groups over the pages of one half.
fn score(samples: &[Sample], model: &DgwcModel, learned: bool) -> f64 {
    let of: Vec<f64> = samples
        .iter()
        .filter(|s| s.learned == learned && !s.gold.is_empty())
        .map(|sample| {
            let found = groups(&extract(&sample.page, model));
            let both = found.intersection(&sample.gold).count() as f64;
            2.0 * both / (found.len() + sample.gold.len()).max(1) as f64
        })
        .collect();
    of.iter().sum::<f64>() / of.len().max(1) as f64
}
