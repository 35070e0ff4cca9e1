//! Alternatives of one rule that are redundant to another one of the same part.

use jiff::Timestamp;

use super::normal_form::same;
use crate::messages::Message;
use crate::page::Page;
use crate::rules::{Alternative, Rule, RuleFile};

/// A redundant alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The part of the rule: `field NAME`, `list.field NAME` or `content`.
    pub part: String,
    /// Number of the alternative that makes it redundant, from 1.
    pub first: usize,
    /// Number of the redundant alternative, from 1.
    pub later: usize,
    /// The number of pages on which both selected the same; 0 if they are written the same.
    pub pages: usize,
}

impl Redundant {
    /// In words.
    pub fn message(&self) -> Message {
        let id = match self.pages {
            0 => "duplicates-written",
            _ => "duplicates-selected",
        };
        Message::new(id)
            .with("part", self.part.as_str())
            .with("first", self.first)
            .with("later", self.later)
            .with("pages", self.pages)
    }
}

/// Alternatives equal to an earlier one of the same part.
pub fn redundant_as_written(file: &RuleFile) -> Vec<Redundant> {
    let mut found = Vec::new();
    for (part, alternatives) in parts(file) {
        for (later, alternative) in alternatives.iter().enumerate() {
            let earlier = alternatives.iter().take(later);
            let first = { earlier }.position(|first| same(first, alternative, "text"));
            if let Some(first) = first {
                found.push(Redundant {
                    part: part.clone(),
                    first: first + 1,
                    later: later + 1,
                    pages: 0,
                });
            }
        }
    }
    found
}

/// Alternatives that on every one of `pages` select exactly what an earlier one of the same part
/// selects, and on at least one of them something.
pub fn redundant_on(rule: &Rule, pages: &[Page], now: Timestamp) -> Vec<Redundant> {
    let by_page: Vec<_> = pages.iter().map(|page| rule.matches(page, now)).collect();
    let Some(parts) = by_page.first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let matches = |alternative: usize| {
            let pages = by_page.iter();
            pages.filter_map(move |page| page.get(at)?.alternatives.get(alternative))
        };
        for later in 1..part.alternatives.len() {
            let first = (0..later).find(|first| matches(*first).eq(matches(later)));
            let used = matches(later).filter(|matches| !matches.is_empty()).count();
            if let (Some(first), true) = (first, used > 0) {
                found.push(Redundant {
                    part: part.part.clone(),
                    first: first + 1,
                    later: later + 1,
                    pages: used,
                });
            }
        }
    }
    found
}

/// `file` without the redundant alternatives.
pub fn without(file: &RuleFile, redundant: &[Redundant]) -> RuleFile {
    let mut file = file.clone();
    let mut doomed: Vec<(&str, usize)> = redundant
        .iter()
        .map(|r| (r.part.as_str(), r.later))
        .collect();
    // From last to first, so that the other numbers stay valid.
    doomed.sort_by_key(|(_, later)| std::cmp::Reverse(*later));
    doomed.dedup();
    for (part, later) in doomed {
        if let Some(alternatives) = part_mut(&mut file, part)
            && later <= alternatives.len()
            && alternatives.len() > 1
        {
            alternatives.remove(later - 1);
        }
    }
    file
}

/// The parts that have alternatives, by name.
pub(super) fn parts(file: &RuleFile) -> Vec<(String, &[Alternative])> {
    let fields = file.fields.iter();
    let mut parts: Vec<(String, &[Alternative])> = fields
        .map(|field| (format!("field {}", field.name), field.select.as_slice()))
        .collect();
    parts.push(("content".to_owned(), &file.content.select));
    for field in file.list.iter().flat_map(|list| &list.fields) {
        parts.push((format!("list.field {}", field.name), &field.select));
    }
    parts
}

fn part_mut<'a>(file: &'a mut RuleFile, part: &str) -> Option<&'a mut Vec<Alternative>> {
    if part == "content" {
        return Some(&mut file.content.select);
    }
    let (fields, name) = match part.strip_prefix("list.field ") {
        Some(name) => (&mut file.list.as_mut()?.fields, name),
        None => (&mut file.fields, part.strip_prefix("field ")?),
    };
    let field = fields.iter_mut().find(|field| field.name == name)?;
    Some(&mut field.select)
}
