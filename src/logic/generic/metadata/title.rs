//! The title of a page without the name of its site. Input: the page's declarations, its
//! headings and its address. Output: the title and the heading that shows it.
//!
//! The thesis takes the longest common substring of `<title>` and a heading (section 4.3.2.2),
//! which cuts off the site's name on either side. That is one vote here: every heading, `<title>`,
//! OpenGraph, JSON-LD and the words of the address vote for the candidates they resemble, and the
//! candidate with the highest score is the title.

use std::collections::HashMap;

use url::Url;

use super::letters;
use super::title_without_site::Sites;
use crate::generic::features::ratio;
use crate::generic::metadata::declared::Declared;
use crate::generic::words::is_wide;
use crate::generic::words::noise_lines::is_noise_line;
use crate::page::Page;

/// A title and its heading.
#[derive(Debug, Default)]
pub(super) struct Title {
    /// The title; empty if there is none.
    pub text: String,
    /// The number of the heading that shows it, in page order.
    pub at: Option<usize>,
}

/// The maximum number of headings.
const MAX_HEADINGS: usize = 60;
/// Characters of a title that are compared.
const MAX_COMPARED: usize = 300;
/// Shorter common parts of title and heading are coincidences (thesis, section 4.3.2.2).
const MIN_COMMON_CHARS: usize = 5;

// The base score of a candidate, and the weight of each vote. Chosen on one half of the hosts of
// the development pages and checked on the other; the results hardly change around these.
const LONE_H1: f64 = 1.8;
const ONE_H1: f64 = 1.6;
const BANNER: f64 = 0.55;
const LONGEST: f64 = 0.5;
const H2: f64 = 0.15;
const SINGLE_WORD: f64 = -0.3;
const OF_TITLE: f64 = 0.5;
const OF_SOCIAL: f64 = 0.45;
const SAME_VOICE: f64 = 0.2;
const OTHER_HEADING: f64 = 0.3;
const ADDRESS: f64 = 1.0;
/// Share of a heading that `<title>` must contain (thesis, section 4.3.2.2; ornaments allowed).
const HELD: f64 = 0.7;
/// Minimum overlap of a heading with another vote: twice the shared words by all words.
const RELATED: f64 = 0.15;

/// The title of `page`.
pub(super) fn title(page: &Page, declared: &Declared, sites: &Sites) -> Title {
    let whole = page.title();
    let clean = sites.without(&whole);
    let voices = voices(declared, sites, &clean);
    let slug = Bag::of(&slug_of(page.url()));
    let mut headings = headings(declared, sites);
    // Some sites show their name in the heading too.
    let same = letters(&whole);
    for heading in headings.iter_mut().filter(|h| letters(&h.text) == same) {
        heading.text = sites.without_known(&heading.text).to_owned();
    }
    let lone = headings.iter().filter(|h| h.level == 1).count() == 1;
    let main: Vec<Bag> = headings
        .iter()
        .filter(|h| h.level == 1)
        .map(|h| Bag::of(&h.text))
        .collect();
    let mut best: Option<(f64, Title)> = None;
    let mut offer = |score: f64, text: &str, at: Option<usize>| {
        if best.as_ref().is_none_or(|(top, _)| score > *top) {
            let text = text.to_owned();
            best = Some((score, Title { text, at }));
        }
    };
    let spoken = |bag: &Bag| -> f64 {
        let said: f64 = voices.iter().map(|v| v.weight * bag.likeness(&v.bag)).sum();
        let by_address = if slug.words >= 2 {
            ADDRESS * bag.dice(&slug)
        } else {
            0.0
        };
        said + by_address
    };
    for heading in &headings {
        let bag = Bag::of(&heading.text);
        // The evidence of the thesis: `<title>` contains the heading, whatever else it contains.
        let common = share_in(&whole, &heading.text);
        let cut_off = is_cut_off(&whole, &clean, &heading.text);
        let held = if common >= HELD && !cut_off {
            common
        } else {
            0.0
        };
        let by_title = voices.first().map_or(0.0, |v| bag.likeness(&v.bag));
        // The longest of several, as in the thesis.
        let longest = LONGEST * held * ratio(heading.text.len(), whole.len()).min(1.0);
        let score = spoken(&bag) + (held - by_title).max(0.0) + longest;
        let related = voices
            .iter()
            .map(|v| bag.dice(&v.bag))
            .fold(bag.dice(&slug).max(held), f64::max);
        let own = match heading.level {
            // A heading that shares no word with any other vote is a banner.
            1 if related < RELATED || cut_off => BANNER,
            1 if lone => LONE_H1,
            1 => ONE_H1,
            // A lower heading must clearly resemble the title.
            _ if common < HELD && score < OF_TITLE => continue,
            2 => H2,
            _ => 0.0,
        };
        let other = main.iter().map(|m| bag.likeness(m)).fold(0.0, f64::max);
        let other = if heading.level == 1 { 0.0 } else { other };
        let single = if bag.words <= 1 { SINGLE_WORD } else { 0.0 };
        offer(
            own + single + score + OTHER_HEADING * other,
            &heading.text,
            Some(heading.at),
        );
    }
    for voice in &voices {
        let shown = main
            .iter()
            .map(|m| voice.bag.likeness(m))
            .fold(0.0, f64::max);
        // A vote also matches itself, which is no evidence.
        let single = if voice.bag.words <= 1 {
            SINGLE_WORD
        } else {
            0.0
        };
        let score = voice.own - voice.weight + single + spoken(&voice.bag) + shown;
        offer(score, &voice.text, None);
    }
    let mut found = best.map(|(_, title)| title).unwrap_or_default();
    if found.text.is_empty() {
        found.text = declared
            .headings
            .iter()
            .min_by_key(|(level, _)| *level)
            .map(|(_, text)| text.clone())
            .unwrap_or_default();
    }
    if found.at.is_none() {
        let bag = Bag::of(&found.text);
        found.at = headings
            .iter()
            .find(|h| bag.dice(&Bag::of(&h.text)) >= 0.5)
            .or_else(|| headings.iter().find(|h| h.level == 1))
            .map(|h| h.at);
    }
    found
}

/// Whether a heading is what was cut off after the title in `<title>`: the name of the site or of a
/// section.
fn is_cut_off(whole: &str, clean: &str, heading: &str) -> bool {
    let key = letters(heading);
    let (whole, clean) = (letters(whole), letters(clean));
    let places = (whole.find(&clean), whole.rfind(&key));
    !clean.is_empty()
        && !clean.contains(&key)
        && matches!(places, (Some(title), Some(heading)) if heading > title)
}

/// A source that names the title.
struct Voice {
    text: String,
    bag: Bag,
    weight: f64,
    /// Its score as the title itself.
    own: f64,
}

fn voices(declared: &Declared, sites: &Sites, clean: &str) -> Vec<Voice> {
    let mut voices: Vec<Voice> = Vec::new();
    let mut add = |text: String, own: f64| {
        let key = letters(&text);
        if key.is_empty() || sites.is_site(&text) {
            return;
        }
        // Two equal votes usually come from one form field.
        let weight = if voices.iter().any(|v| letters(&v.text) == key) {
            SAME_VOICE
        } else {
            1.0
        };
        let bag = Bag::of(&text);
        voices.push(Voice {
            text,
            bag,
            weight,
            own,
        });
    };
    add(clean.to_owned(), OF_TITLE);
    add(sites.without(&declared.article.headline), OF_SOCIAL);
    for name in ["og:title", "twitter:title", "citation_title", "dc.title"] {
        if let Some(text) = declared.metas_of(name).next() {
            add(sites.without(text), OF_SOCIAL);
        }
    }
    if let Some(text) = declared.properties_of("headline").next() {
        add(text.to_owned(), OF_SOCIAL);
    }
    voices
}

struct Shown {
    level: u8,
    text: String,
    at: usize,
}

/// The headings that may be the title: none that names the site or links to its front page, unless
/// there is no other.
fn headings(declared: &Declared, sites: &Sites) -> Vec<Shown> {
    let pairs = declared.headings.iter().zip(&declared.heading_places);
    pairs
        .filter(|((_, text), place)| !place.leads_home && !sites.is_site(text))
        // "3 comments on it" is the heading of comments.
        .filter(|((_, text), _)| text.chars().count() <= MAX_COMPARED && !is_noise_line(text))
        .take(MAX_HEADINGS)
        .map(|((level, text), place)| Shown {
            level: *level,
            text: text.clone(),
            at: place.at,
        })
        .collect()
}

/// The words of a text with their counts; a Chinese character is a word.
struct Bag {
    counts: HashMap<String, usize>,
    words: usize,
}

impl Bag {
    fn of(text: &str) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut words = 0;
        let mut word = String::new();
        let mut end = |word: &mut String| {
            if !word.is_empty() {
                words += 1;
                *counts.entry(std::mem::take(word)).or_default() += 1;
            }
        };
        for c in text.chars().take(MAX_COMPARED) {
            if is_wide(c) {
                end(&mut word);
                word.push(c);
                end(&mut word);
            } else if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            } else if !matches!(c, '\'' | '’') {
                end(&mut word);
            }
        }
        end(&mut word);
        Self { counts, words }
    }

    /// The SeededRandom coefficient: twice the words in common by the words of both.
    fn dice(&self, other: &Self) -> f64 {
        let common: usize = self
            .counts
            .iter()
            .map(|(word, count)| other.counts.get(word).copied().unwrap_or(0).min(*count))
            .sum();
        ratio(2 * common, self.words + other.words)
    }

    /// As [`Self::dice`], but small values count much less than large ones.
    fn likeness(&self, other: &Self) -> f64 {
        self.dice(other).powi(2)
    }
}

/// The words of the last part of an address that has any, as readers would write them.
fn slug_of(url: &Url) -> String {
    let Some(parts) = url.path_segments() else {
        return String::new();
    };
    let parts: Vec<&str> = parts.collect();
    parts
        .iter()
        .rev()
        .map(|part| {
            let part =
                part.rsplit_once('.').map_or(
                    *part,
                    |(name, ending)| {
                        if ending.len() <= 5 { name } else { part }
                    },
                );
            part.replace(['-', '_', '+', '.'], " ").replace("%20", " ")
        })
        .find(|part| {
            part.split(' ')
                .filter(|word| word.len() > 1 && word.chars().all(char::is_alphabetic))
                .count()
                >= 2
        })
        .unwrap_or_default()
}

/// The longest common part with `title` as a share of `heading`; 0 if that is a coincidence.
fn share_in(title: &str, heading: &str) -> f64 {
    if !may_hold(title, heading) {
        return 0.0;
    }
    let part = common(title, heading).chars().count();
    let all = heading.chars().count();
    if part >= MIN_COMMON_CHARS || (part == all && part >= 2) {
        ratio(part, all)
    } else {
        0.0
    }
}

/// Whether `title` may contain most of the heading: any seven tenths of it include its middle. Most
/// headings of a page need no further check.
fn may_hold(title: &str, heading: &str) -> bool {
    let chars = heading.chars().count();
    let start = heading.char_indices().nth(chars * 3 / 10);
    let end = heading.char_indices().nth((chars * 7).div_ceil(10));
    let middle = heading.get(start.map_or(0, |s| s.0)..end.map_or(heading.len(), |e| e.0));
    title.contains(middle.unwrap_or_default())
}

/// The longest common substring, by characters; the first on a tie.
pub(super) fn common<'a>(text: &'a str, other: &str) -> &'a str {
    let a: Vec<(usize, char)> = text.char_indices().take(MAX_COMPARED).collect();
    let b: Vec<char> = other.chars().take(MAX_COMPARED).collect();
    let mut lengths = vec![0_usize; b.len() + 1];
    let (mut best_len, mut best_end) = (0, 0);
    for (i, (_, x)) in a.iter().enumerate() {
        // Backwards, so that the previous row's value on the left is still available.
        for (j, y) in b.iter().enumerate().rev() {
            let length = if x == y {
                lengths.get(j).copied().unwrap_or(0) + 1
            } else {
                0
            };
            if let Some(cell) = lengths.get_mut(j + 1) {
                *cell = length;
            }
            if length > best_len {
                (best_len, best_end) = (length, i + 1);
            }
        }
    }
    let place = |n: usize| a.get(n).map_or(text.len(), |(at, _)| *at);
    text.get(place(best_end - best_len)..place(best_end))
        .unwrap_or_default()
}
