//! Labelled pages: their lines with label and weight.

use std::io::Read;
use std::path::Path;

use bowerbird::logic::generic::training_lines::{Lines, TrainingLine};
use bowerbird::logic::page::{Page, decode};
use serde::Deserialize;
use url::Url;

use super::label::{self, label};

/// A set of pages.
pub struct Set {
    pub name: &'static str,
    /// What a page of it counts.
    worth: f32,
    /// Whether its texts begin with the title and may have the date line.
    titled: bool,
    /// Whether only snippets of its texts are known.
    pub snippets: bool,
    /// Whether it is read only where it is named.
    named: bool,
    /// Whether its texts hold every line that belongs to them, as it stands on the page.
    exact: bool,
    /// Whether the address is only known from the page.
    own_address: bool,
}

const fn set(name: &'static str, worth: f32) -> Set {
    Set {
        name,
        worth,
        titled: false,
        snippets: false,
        named: false,
        exact: false,
        own_address: false,
    }
}

const fn titled(name: &'static str, worth: f32) -> Set {
    Set {
        titled: true,
        ..set(name, worth)
    }
}

/// The sets that are learned from, in the folder of sets or beside it; the last two only where
/// they are asked for.
pub const SETS: [Set; 11] = [
    set("aeb", 1.5),
    set("wcxb_article", 1.0),
    set("fundus", 1.5),
    titled("daniel_zh", 1.0),
    titled("daniel_en", 0.6),
    set("cwced", 2.0),
    titled("magic_article", 1.5),
    set("wcxb_other", 0.7),
    Set {
        snippets: true,
        ..set("traf990", 0.5)
    },
    Set {
        named: true,
        own_address: true,
        ..set("redesigns", 1.0)
    },
    Set {
        named: true,
        exact: true,
        ..set("docs", 0.5)
    },
];

#[derive(Deserialize)]
struct Gold {
    id: String,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
}

/// A page.
pub struct Sample {
    pub set: &'static str,
    pub id: String,
    /// The part that its host is dealt into; none where nothing is to be learned from it.
    pub part: Option<usize>,
    pub lines: Lines,
    /// The site it is from.
    pub site: String,
    pub gold: String,
    /// Share of each line that belongs to the text.
    pub labels: Vec<f32>,
    /// What it costs to be wrong about each line; 0 where nobody knows.
    pub weights: Vec<f32>,
    pub title: Option<String>,
    pub declared: String,
    /// The page itself, where it is a thread.
    pub page: Option<(String, Url)>,
    with: Vec<String>,
    without: Vec<String>,
}

/// The sets that what is said in threads is learned from.
pub const THREADS: [Set; 3] = [
    titled("magic_forum", 1.0),
    set("wcxb_forum", 1.0),
    set("harvest", 1.0),
];

/// All of `sets` in `dir`; those that are read only where they are asked for if `names` has them.
pub fn read_all(dir: &Path, sets: &'static [Set], names: &[&str]) -> Vec<Sample> {
    sets.iter()
        .filter(|set| !set.named || names.contains(&set.name))
        .flat_map(|set| {
            let beside = dir.parent().unwrap_or(dir).join(set.name);
            let inside = dir.join(set.name);
            read(if inside.is_dir() { &inside } else { &beside }, set)
        })
        .collect()
}

fn read(dir: &Path, set: &'static Set) -> Vec<Sample> {
    let Ok(gold) = std::fs::read_to_string(dir.join("gold.jsonl")) else {
        println!("{}: no such set", set.name);
        return Vec::new();
    };
    let rows = gold
        .lines()
        .map(|l| serde_json::from_str::<Gold>(l).unwrap());
    rows.filter_map(|gold| {
        let bytes = std::fs::read(dir.join("pages").join(format!("{}.html.gz", gold.id))).ok()?;
        let mut html = Vec::new();
        flate2::read::GzDecoder::new(bytes.as_slice())
            .read_to_end(&mut html)
            .ok()?;
        Some(sample(gold, html, set))
    })
    .collect()
}

fn sample(gold: Gold, html: Vec<u8>, set: &'static Set) -> Sample {
    let html =
        String::from_utf8(html).unwrap_or_else(|e| decode(e.as_bytes(), None).text.to_string());
    let url = gold.url.as_deref().and_then(|u| Url::parse(u).ok());
    let url = url.unwrap_or_else(|| Url::parse("http://localhost/").unwrap());
    let (lines, title, declared) = Lines::of(&Page::parse(&html, &url));
    let of_threads = THREADS.iter().any(|thread| thread.name == set.name);
    let host = match url.host_str() {
        Some("localhost") | None if set.own_address => own_address(&html)
            .and_then(|own| Some(site(own.host_str()?)))
            .unwrap_or_else(|| gold.id.clone()),
        Some("localhost") | None => gold.id.split('_').next().unwrap_or_default().to_owned(),
        Some(host) => site(host),
    };
    let read: Vec<TrainingLine<'_>> = lines.lines().collect();
    let (labels, mut weights) = if set.snippets {
        snippets(&read, &gold)
    } else {
        let mut labels = label(&read, &gold.text);
        if set.exact {
            label::whole_lines(&read, &gold.text, &mut labels);
        }
        let weights = weights(&read, &labels, &gold.text);
        (labels, weights)
    };
    if set.titled {
        forget_head(&read, &labels, &mut weights, &title);
    }
    weights.iter_mut().for_each(|w| *w *= set.worth);
    Sample {
        set: set.name,
        page: of_threads.then_some((html, url)),
        part: Some(deal(&host)),
        site: host,
        title: set.titled.then_some(title),
        gold: gold.text,
        id: gold.id,
        with: gold.with,
        without: gold.without,
        labels,
        weights,
        declared,
        lines,
    }
}

/// The address that a page gives itself.
fn own_address(html: &str) -> Option<Url> {
    ["rel=\"canonical\"", "property=\"og:url\""]
        .iter()
        .find_map(|mark| {
            let (before, after) = html.split_once(mark)?;
            let tag = [before.rsplit('<').next()?, after.split('>').next()?].concat();
            let value = ["href=\"", "content=\""]
                .iter()
                .find_map(|name| tag.split_once(name));
            Url::parse(value?.1.split_once('"')?.0).ok()
        })
}

/// The name that a site registers, so that its hosts stay together.
fn site(host: &str) -> String {
    let parts: Vec<&str> = host.split('.').collect();
    let second = parts
        .len()
        .checked_sub(2)
        .and_then(|at| parts.get(at))
        .copied()
        .unwrap_or_default();
    let long = matches!(
        second,
        "com" | "co" | "org" | "net" | "gov" | "edu" | "ac" | "ne" | "or"
    );
    let from = parts.len().saturating_sub(if long { 3 } else { 2 });
    parts[from..].join(".")
}

/// A part for a host (FNV-1a).
fn deal(host: &str) -> usize {
    let hash = host.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    });
    ((hash >> 24) % super::PARTS as u64) as usize
}

/// Words over the words of the text, so that each page counts alike; what is outside the text counts
/// three times the text at most.
fn weights(lines: &[TrainingLine<'_>], labels: &[f32], gold: &str) -> Vec<f32> {
    let own: Vec<f32> = lines
        .iter()
        .map(|line| line.words.clamp(3.0, 200.0))
        .collect();
    let sum = |text: bool| -> f32 {
        own.iter()
            .zip(labels)
            .map(|(w, l)| if text { w * l } else { w * (1.0 - l) })
            .sum()
    };
    if gold.trim().is_empty() {
        return vec![0.0; lines.len()];
    }
    let (text, rest) = (sum(true).max(60.0), sum(false));
    let less = (3.0 * text / rest.max(1.0)).min(1.0);
    let of = own.iter().zip(labels);
    of.map(|(w, l)| 100.0 * w / text * if *l < 0.3 { less } else { 1.0 })
        .collect()
}

/// Only lines with a snippet are known.
fn snippets(lines: &[TrainingLine<'_>], gold: &Gold) -> (Vec<f32>, Vec<f32>) {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let holds = |line: &TrainingLine<'_>, snippets: &[String]| {
        snippets.iter().map(|s| plain(s)).any(|s| {
            s.len() > 8 && (line.text.contains(&s) || line.text.len() > 12 && s.contains(line.text))
        })
    };
    let found: Vec<(bool, bool)> = lines
        .iter()
        .map(|l| (holds(l, &gold.with), holds(l, &gold.without)))
        .collect();
    let labels = found
        .iter()
        .map(|(with, _)| f32::from(u8::from(*with)))
        .collect();
    let weights = lines.iter().zip(&found).map(|(line, (with, without))| {
        if with == without {
            0.0
        } else {
            100.0 * line.words.clamp(5.0, 60.0) / 300.0
        }
    });
    (labels, weights.collect())
}

/// Nobody knows whether title and date lines belong to a text that begins with them.
fn forget_head(lines: &[TrainingLine<'_>], labels: &[f32], weights: &mut [f32], title: &str) {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let title = letters(title);
    let mut above = true;
    for (at, line) in lines.iter().enumerate() {
        let own = letters(line.text);
        let is_title = own.chars().count() > 3
            && (title.contains(&own) || own.contains(&title) && own.len() < 2 * title.len());
        if labels[at] > 0.5 && above && (is_title || line.head) {
            weights[at] = 0.0;
        }
        above &= !(labels[at] > 0.6 && line.words > 25.0);
    }
}

impl Sample {
    /// Whether it is learned from where `part` is judged.
    pub fn learned(&self, part: usize) -> bool {
        self.part.is_some_and(|own| own != part)
    }

    /// Whether it is learned from at all.
    pub fn is_known(&self) -> bool {
        self.part.is_some()
    }

    /// The text by rules alone.
    pub fn by_rules(&self) -> String {
        self.kept(|_, line| line.rough)
    }

    /// The text that labels allow at best.
    pub fn by_labels(&self) -> String {
        self.kept(|at, _| self.labels[at] > 0.5)
    }

    /// The text that is chosen.
    pub fn chosen(&self, likely: &[f32]) -> String {
        self.longer(self.lines.text(likely))
    }

    fn kept(&self, keep: impl Fn(usize, &TrainingLine<'_>) -> bool) -> String {
        let lines = self
            .lines
            .lines()
            .enumerate()
            .filter(|(at, line)| keep(*at, line));
        self.longer(
            lines
                .map(|(_, line)| line.text.to_owned())
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }

    /// As `auto` does where the page declares more than it shows.
    fn longer(&self, text: String) -> String {
        let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        if count(&text) * 2 < count(&self.declared) {
            self.declared.clone()
        } else {
            text
        }
    }

    /// With the title where the set's texts begin with it.
    pub fn titled(&self, text: &str) -> String {
        self.title
            .as_ref()
            .map_or(text.to_owned(), |title| format!("{title}\n{text}"))
    }

    /// Adds wanted snippets found, unwanted found, wanted missed.
    pub fn count_snippets(&self, text: &str, counts: &mut [usize; 3]) {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = plain(text);
        for snippet in &self.with {
            counts[if text.contains(&plain(snippet)) { 0 } else { 2 }] += 1;
        }
        counts[1] += self
            .without
            .iter()
            .filter(|s| text.contains(&plain(s)))
            .count();
    }
}

/// Writes what is chosen to the folder named by `TRAIN_DUMP`, for looking at what goes wrong.
pub fn dump(samples: &[Sample], thought: &[Vec<f32>]) {
    let Ok(folder) = std::env::var("TRAIN_DUMP") else {
        return;
    };
    for set in &SETS {
        let of = samples
            .iter()
            .zip(thought)
            .filter(|(s, _)| s.set == set.name);
        let rows: Vec<String> = of
            .map(|(s, p)| {
                let lines: Vec<(f32, f32, bool, &str)> = s.lines.lines().enumerate().map(|(at, l)| (p[at], s.labels[at], l.rough, l.text)).collect();
                serde_json::json!({"id": s.id, "text": s.chosen(p), "title": s.title, "rules": s.by_rules(), "lines": lines}).to_string()
            })
            .collect();
        std::fs::write(
            Path::new(&folder).join(format!("{}.jsonl", set.name)),
            rows.join("\n"),
        )
        .unwrap();
    }
}
