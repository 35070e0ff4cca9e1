//! How well something learned agrees with the posts that generic extraction reads: it is written as
//! a rule, and the rule is run. Input: what was learned, a page, its posts. Output: which of
//! the posts it finds, and the agreement as a number.

use jiff::Timestamp;

use crate::authoring::learn::induce::learning_types::Learned;
use crate::authoring::learn::induce::locate::letters;
use crate::authoring::learn::induce::locate::similar_text;
use crate::authoring::learn::induce::to_rule;
use crate::model::SourceKind;
use crate::page::Page;
use crate::rules::{RuleFile, SiteSection, parse, write};

/// The minimum agreement of two texts of the same post.
const SAME: f64 = 0.8;

/// The number of letters in the middle of a text that another of the same post has too.
const MIDDLE: usize = 24;

/// A text that may be that of a post.
pub(super) struct Said<'t> {
    text: &'t str,
    letters: String,
}

impl<'t> Said<'t> {
    pub fn new(text: &'t str) -> Self {
        let letters = letters(text);
        Self { text, letters }
    }
}

/// A post as generic extraction reads it.
pub(super) struct ReadPost {
    /// Its text.
    pub text: String,
    /// Its author, or nothing.
    pub author: String,
    /// Its date, or nothing.
    pub date: String,
    letters: String,
    middle: String,
}

impl ReadPost {
    pub fn new(text: &str, author: &str, date: &str) -> Self {
        let letters = letters(text);
        let before = letters.chars().count().saturating_sub(MIDDLE) / 2;
        Self {
            text: text.to_owned(),
            author: author.to_owned(),
            date: date.to_owned(),
            middle: letters.chars().skip(before).take(MIDDLE).collect(),
            letters,
        }
    }

    /// Whether a text is that of the post.
    pub fn is(&self, said: &Said<'_>) -> bool {
        let (own, other) = (self.letters.len(), said.letters.len());
        // Texts of very different lengths cannot agree.
        let near = own <= 2 * other + 16 && other <= 2 * own + 16;
        near && own > 0
            && (self.letters == said.letters
                || said.letters.contains(&self.middle)
                    && similar_text::agreement(&self.text, said.text) >= SAME)
    }

    /// Whether `text` is that of the post.
    pub fn is_said_in(&self, text: &str) -> bool {
        self.is(&Said::new(text))
    }
}

/// What something learned finds of the posts of a page.
pub(super) struct Agreement {
    /// For each post, whether it is found.
    pub found: Vec<bool>,
    /// Records that are no post.
    pub others: usize,
    /// Twice the posts that are found, divided by the posts and the records: 0 to 1.
    pub share: f64,
}

impl Agreement {
    /// Whether it finds all posts and nothing else.
    pub fn is_full(&self) -> bool {
        self.others == 0 && self.found.iter().all(|found| *found)
    }
}

/// Runs `learned` on `page` and compares its records with `posts`.
pub(super) fn agreement(learned: &Learned, page: &Page, posts: &[ReadPost]) -> Agreement {
    let texts = texts(learned, page);
    let mut left: Vec<Said<'_>> = texts
        .iter()
        .map(|text| Said::new(text))
        .filter(|said| !said.letters.is_empty())
        .collect();
    let count = left.len();
    let find = |post: &ReadPost| {
        let place = left.iter().position(|said| post.is(said));
        place.map(|place| left.remove(place)).is_some()
    };
    let found: Vec<bool> = posts.iter().map(find).collect();
    let right = found.iter().filter(|found| **found).count();
    Agreement {
        others: left.len(),
        share: ratio(2 * right, posts.len() + count),
        found,
    }
}

/// The texts of the records that the rule finds.
fn texts(learned: &Learned, page: &Page) -> Vec<String> {
    if learned.record.is_none() {
        return Vec::new();
    }
    let base = RuleFile {
        site: SiteSection {
            name: "thread".to_owned(),
            kind: SourceKind::Pages,
            start: vec![page.url().to_string()],
            ..SiteSection::default()
        },
        ..RuleFile::default()
    };
    let Ok(rule) = parse(&write(&to_rule(learned, &base))) else {
        return Vec::new();
    };
    // Only texts are read, on which the time has no influence.
    let found = rule.extract(page, &[], Timestamp::UNIX_EPOCH);
    found
        .records
        .into_iter()
        .map(|record| record.text)
        .collect()
}

/// A part of a whole, 0 to 1.
pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    number(part) / number(whole.max(1))
}
