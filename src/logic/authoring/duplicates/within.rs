//! Alternatives of one rule that add nothing to another one of the same part.

use jiff::Timestamp;

use super::normal::same;
use crate::messages::Message;
use crate::page::Page;
use crate::rules::{Alternative, Rule, RuleFile};

/// An alternative that adds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The part of the rule: `field NAME`, `list.field NAME` or `content`.
    pub part: String,
    /// Number of the alternative that does its work, from 1.
    pub first: usize,
    /// Number of the alternative that adds nothing, from 1.
    pub later: usize,
    /// On how many pages both selected the same; 0 when they are the same as written.
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

/// Alternatives that say what an earlier one of the same part says.
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

/// Alternatives that select, on every one of `pages`, just what an earlier one of the same part
/// selects, and something on one of them at least.
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

/// `file` without the alternatives that add nothing.
pub fn without(file: &RuleFile, redundant: &[Redundant]) -> RuleFile {
    let mut file = file.clone();
    let mut doomed: Vec<(&str, usize)> = redundant
        .iter()
        .map(|r| (r.part.as_str(), r.later))
        .collect();
    // From the last to the first, so that the numbers of the others stay true.
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
