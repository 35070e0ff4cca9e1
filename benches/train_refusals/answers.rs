//! Labelled answers: read from their sets, with the numbers and words of each.

use std::collections::HashSet;
use std::path::Path;

use bowerbird::logic::detect::training_refusals::row;
use bowerbird::logic::detect::{Answer, Signals};

use super::stored::{body, entries, headers, is_refusal, is_unscored};

/// A set with more ordinary pages for each refusal than this has them at less weight.
const MANY: f32 = 3.0;
/// The weight of a page in a set that has ordinary pages only.
const PLAIN: f32 = 0.3;

/// A labelled answer.
pub struct Answered {
    pub set: String,
    pub id: String,
    pub family: String,
    pub refused: bool,
    pub network: bool,
    pub weight: f32,
    /// With status and headers, and by the body alone.
    pub rows: [Vec<f32>; 2],
    pub words: HashSet<String>,
    status: u16,
    headers: Vec<(String, String)>,
    url: String,
    body: String,
}

impl Answered {
    /// The answer with status and headers, or its body alone.
    pub fn answer(&self, way: usize) -> Answer<'_> {
        let whole = way == 0;
        Answer {
            requested_url: &self.url,
            final_url: &self.url,
            status: if whole { self.status } else { 0 },
            headers: if whole { &self.headers } else { &[] },
            body: &self.body,
            ..Answer::default()
        }
    }
}

/// All answers of the sets, in order.
pub fn read_sets(folders: &[String], signals: &Signals) -> Vec<Answered> {
    let mut all = Vec::new();
    for folder in folders {
        let mut set = read_set(Path::new(folder), signals);
        let refused = set.iter().filter(|a| a.refused).count() as f32;
        let ordinary = set.len() as f32 - refused;
        let weight = match refused {
            0.0 => PLAIN,
            refused if ordinary > MANY * refused => 0.5,
            _ => 1.0,
        };
        for answer in set.iter_mut().filter(|a| !a.refused) {
            answer.weight = weight;
        }
        all.append(&mut set);
    }
    all
}

fn read_set(folder: &Path, signals: &Signals) -> Vec<Answered> {
    let entries = entries(folder);
    let scored = entries.iter().filter(|entry| !is_unscored(entry));
    scored
        .map(|entry| {
            let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
            let family = [text("family"), text("vendor"), text("id")];
            let mut answer = Answered {
                set: folder.file_stem().unwrap().to_string_lossy().into_owned(),
                id: text("id"),
                family: family
                    .into_iter()
                    .find(|name| !name.is_empty())
                    .unwrap_or_default()
                    .to_lowercase(),
                refused: is_refusal(entry),
                network: text("place") == "network",
                weight: 1.0,
                rows: [Vec::new(), Vec::new()],
                words: HashSet::new(),
                status: entry["status"].as_u64().map_or(0, |s| s as u16),
                headers: headers(&entry["headers"]),
                url: text("url"),
                body: body(folder, entry),
            };
            let (whole, words) = row(signals, &answer.answer(0));
            let (body, _) = row(signals, &answer.answer(1));
            answer.rows = [whole, body];
            answer.words = words;
            answer
        })
        .collect()
}
