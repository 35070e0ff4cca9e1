//! Converts results into the form a rule needs: steps that strip the text around a value, and paths
//! from the top of a page. Input: forms with known values. Output: steps and alternatives.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::places::raw;
use super::{Expected, Tried};
use crate::authoring::field_words;
use crate::authoring::repair::field::proposal::FieldCase;
use crate::model::Value;
use crate::page::collapse;
use crate::rules::{Alternative, FieldRule, TransformStep};

impl FieldCase<'_, '_, '_> {
    /// Steps that strip the label with which all values begin, such as "By".
    fn unannounced(&self, probe: &FieldRule) -> Option<Vec<TransformStep>> {
        let mut labels: Vec<String> = Vec::new();
        for (number, site) in self.search.sites.iter().enumerate() {
            let (Some(element), take) = self.source(probe, number) else {
                continue;
            };
            let text = collapse(&raw(site.lens, element, take.as_deref())?);
            let label = field_words::leading_label(&text).map(str::to_owned);
            labels.push(label.or_else(|| field_words::announcing(&text))?);
        }
        let first = labels.first()?;
        let same = labels.iter().all(|label| label == first);
        same.then(|| vec![step(format!(r"^\W*{}\s*[:：]?\s*", regex::escape(first)))])
    }

    /// Steps that strip the text around the known values, the same on all sites.
    pub(crate) fn cutting(&self, tried: &Tried) -> Option<Vec<TransformStep>> {
        let mut around: Vec<(String, String)> = Vec::new();
        let probe = FieldRule {
            select: vec![tried.form.alternative.clone()],
            ..self.field.clone()
        };
        let known = |e: &Expected| matches!(e, Expected::Value(_));
        if !self.search.sites.iter().any(|s| known(&s.expected)) {
            return self.unannounced(&probe);
        }
        for (number, site) in self.search.sites.iter().enumerate() {
            let Expected::Value(Value::One(expected)) = &site.expected else {
                continue;
            };
            let (element, take) = self.source(&probe, number);
            let text = collapse(&raw(site.lens, element?, take.as_deref())?);
            let (before, after) = text.split_once(&collapse(expected))?;
            around.push((before.trim().to_owned(), after.trim().to_owned()));
        }
        let same = |list: &[&str]| list.windows(2).all(|w| matches!(w, [a, b] if a == b));
        let before: Vec<&str> = around.iter().map(|(b, _)| b.as_str()).collect();
        let after: Vec<&str> = around.iter().map(|(_, a)| a.as_str()).collect();
        let mut patterns = Vec::new();
        let first_before = before.first()?;
        if same(&before) {
            if !first_before.is_empty() {
                patterns.push(format!(r"^\s*{}\s*", regex::escape(first_before)));
            }
        } else {
            let word = common(before.iter().map(|b| b.split_whitespace().last()))?;
            patterns.push(format!(r"(?s)^.*?{}\s*", regex::escape(word)));
        }
        let first_after = after.first()?;
        if same(&after) {
            if !first_after.is_empty() {
                patterns.push(format!(r"\s*{}\s*$", regex::escape(first_after)));
            }
        } else {
            let word = common(after.iter().map(|a| a.split_whitespace().next()))?;
            patterns.push(format!(r"(?s)\s*{}.*$", regex::escape(word)));
        }
        Some(patterns.into_iter().map(step).collect())
    }
}

/// The step that removes what a pattern matches.
fn step(pattern: String) -> TransformStep {
    let pair = [pattern, String::new()].map(toml::Value::String);
    BTreeMap::from([("replace".to_owned(), toml::Value::Array(pair.to_vec()))])
}

/// The word that all share; `None` when one is missing or differs.
fn common<'w>(mut words: impl Iterator<Item = Option<&'w str>>) -> Option<&'w str> {
    let first = words.next()??;
    words.all(|w| w == Some(first)).then_some(first)
}

/// A path from the top of the page, for elements outside the records.
pub(crate) fn absolute(alternative: Alternative) -> Option<Alternative> {
    if alternative
        .xpath
        .as_deref()
        .is_some_and(|x| x.starts_with('/'))
    {
        return Some(alternative);
    }
    let xpath = css_to_xpath(alternative.css.as_deref()?)?;
    Some(Alternative {
        css: None,
        xpath: Some(xpath),
        ..alternative
    })
}

/// Converts the few kinds of CSS used in forms to a path from the top.
pub(crate) fn css_to_xpath(css: &str) -> Option<String> {
    let mut path = String::new();
    let mut relation = "//";
    for token in css.split(' ') {
        if token == ">" {
            relation = "/";
            continue;
        }
        path.push_str(relation);
        relation = "//";
        let end = token.find(['.', '#', '[', ':']).unwrap_or(token.len());
        let (tag, rest) = token.split_at_checked(end)?;
        path.push_str(if tag.is_empty() { "*" } else { tag });
        if rest.is_empty() {
            continue;
        }
        let mark = rest.chars().next()?;
        let name = rest.get(1..)?;
        if !name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        {
            return None;
        }
        match mark {
            '.' => {
                let _ = write!(
                    path,
                    "[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"
                );
            }
            '#' => {
                let _ = write!(path, "[@id='{name}']");
            }
            _ => return None,
        }
    }
    Some(path)
}
