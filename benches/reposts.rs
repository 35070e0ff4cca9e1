//! How well and how fast reposts are found. `-- accuracy DIR…`: pairs made of the texts in
//! `DIR/gold.jsonl` (the same article re-wrapped, without its last fifth, with another page's head
//! and foot, and all of that), and as negatives for each article the most alike other one; F1 by
//! threshold. `-- cost N…`: time a record at those sizes. Prints JSON.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

use std::time::Instant;

use bowerbird::logic::text::{RepostSettings, Signature, TermVector, Window};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let figures = match arguments.split_first() {
        Some((what, folders)) if what == "accuracy" => accuracy(folders),
        Some((what, sizes)) if what == "cost" => cost(sizes),
        _ => cost(&["10000".to_owned()]),
    };
    println!("{}", serde_json::to_string_pretty(&figures).unwrap());
}

/// Characters below which a text is no article.
const MIN_CHARS: usize = 300;

fn accuracy(folders: &[String]) -> serde_json::Value {
    let mut texts: Vec<String> = Vec::new();
    for folder in folders {
        let gold = std::fs::read_to_string(format!("{folder}/gold.jsonl")).unwrap();
        for line in gold.lines() {
            let page: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = page["text"].as_str().unwrap_or_default();
            if text.chars().count() >= MIN_CHARS {
                texts.push(text.to_owned());
            }
        }
    }
    let originals: Vec<Signature> = texts.iter().map(|text| Signature::of(text)).collect();
    let mut positives: Vec<(usize, Signature)> = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let other = &texts[(at + 1) % texts.len()];
        let versions = [
            wrapped(text),
            truncated(text),
            framed(text, other),
            framed(&truncated(&wrapped(text)), other),
        ];
        for version in versions {
            positives.push((at, Signature::of(&version)));
        }
    }
    // For each article the most alike other one, unless it is the same text twice in the collection.
    let mut negatives: Vec<(usize, usize, f64)> = Vec::new();
    let mut doubles = 0;
    for at in 0..texts.len() {
        let mut best = (0.0, at);
        for other in (0..texts.len()).filter(|other| *other != at) {
            if originals[other].content == originals[at].content {
                doubles += 1;
                continue;
            }
            let cosine = originals[at]
                .sketch
                .vector
                .cosine(&originals[other].sketch.vector);
            if cosine > best.0 {
                best = (cosine, other);
            }
        }
        negatives.push((at, best.1, best.0));
    }
    let shares_band = |one: &Signature, other: &Signature| {
        one.content == other.content || one.bands.iter().zip(&other.bands).any(|(a, b)| a == b)
    };
    let candidates = positives
        .iter()
        .filter(|(at, near)| shares_band(&originals[*at], near))
        .count();
    let by_threshold: Vec<serde_json::Value> = (10..20)
        .map(|step| {
            let threshold = f64::from(step) * 0.05;
            let hit = positives
                .iter()
                .filter(|(at, near)| {
                    shares_band(&originals[*at], near)
                        && originals[*at].sketch.vector.cosine(&near.sketch.vector) >= threshold
                })
                .count();
            let wrong = negatives
                .iter()
                .filter(|(at, other, cosine)| {
                    *cosine >= threshold && shares_band(&originals[*at], &originals[*other])
                })
                .count();
            let precision = hit as f64 / (hit + wrong).max(1) as f64;
            let recall = hit as f64 / positives.len() as f64;
            let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
            serde_json::json!({
                "threshold": threshold, "precision": precision, "recall": recall, "f1": f1, "wrong": wrong,
            })
        })
        .collect();
    let mut most: Vec<_> = negatives.iter().collect();
    most.sort_by(|a, b| b.2.total_cmp(&a.2));
    let nearest: Vec<serde_json::Value> = most
        .iter()
        .filter(|(at, other, cosine)| {
            *cosine >= 0.5 && shares_band(&originals[*at], &originals[*other])
        })
        .map(|(at, other, cosine)| {
            let head = |at: usize| texts[at].chars().take(60).collect::<String>();
            serde_json::json!({ "cosine": cosine, "one": head(*at), "other": head(*other) })
        })
        .collect();
    serde_json::json!({
        "articles": texts.len(), "positives": positives.len(), "negatives": negatives.len(),
        "same_text_twice": doubles / 2, "recall_of_candidates": candidates as f64 / positives.len() as f64,
        "by_threshold": by_threshold, "most_alike_negatives": nearest,
    })
}

fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.chars().enumerate() {
        out.push(if c == '\n' { ' ' } else { c });
        if at % 61 == 60 && c == ' ' {
            out.push('\n');
        }
    }
    out
}

fn truncated(text: &str) -> String {
    let count = text.chars().count();
    text.chars().take(count - count / 5).collect()
}

/// With the first and the last words of another text around it, as of another site's page.
fn framed(text: &str, other: &str) -> String {
    let count = text.chars().count() / 20;
    let head: String = other.chars().take(count.min(120)).collect();
    let foot: Vec<char> = other.chars().rev().take(count.min(120)).collect();
    let foot: String = foot.into_iter().rev().collect();
    format!("{head}\n{text}\n{foot}")
}

fn cost(sizes: &[String]) -> serde_json::Value {
    let mut out = Vec::new();
    for size in sizes {
        let size: usize = size.parse().unwrap();
        let settings = RepostSettings::default();
        let mut window = Window::new(settings);
        let mut seconds = 0.0;
        let (mut candidates, mut found) = (0, 0);
        for number in 0..size {
            let text = text_of(number);
            let began = Instant::now();
            let signature = Signature::of(&text);
            let near = window.candidates(&signature.bands, number as i64);
            seconds += began.elapsed().as_secs_f64();
            candidates += near.len();
            // As the program does: the texts of candidates are read and compared.
            let texts: Vec<String> = near.iter().map(|id| text_of(*id as usize)).collect();
            let began = Instant::now();
            for text in &texts {
                let cosine = TermVector::of(text).cosine(&signature.sketch.vector);
                found += usize::from(cosine >= settings.threshold);
            }
            window.push(number as i64, number as i64, signature.bands);
            seconds += began.elapsed().as_secs_f64();
        }
        out.push(serde_json::json!({
            "records": size,
            "us_a_record": seconds * 1e6 / size as f64,
            "candidates_a_record": candidates as f64 / size as f64,
            "reposts": found,
        }));
    }
    serde_json::json!({ "cost": out })
}

/// Every tenth text is a near copy of one 501 before, which is none itself.
fn text_of(number: usize) -> String {
    if number % 10 != 9 || number <= 501 {
        return made(number as u64);
    }
    let mut text = made((number - 501) as u64);
    text.push_str(" copied with a line of its own at the end of it");
    text
}

fn made(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut out = String::new();
    for _ in 0..120 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.push_str(&format!("w{} ", state % 5_000));
    }
    out
}
