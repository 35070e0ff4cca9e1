//! Compares a rule with generic extraction on stored pages: where they differ, one of them is
//! wrong. Input: sources and a rule. Output: counts by field.

use std::collections::HashSet;

use jiff::Timestamp;
use url::Url;

use crate::protocol::rule_maintenance::FieldAgreement;
use bowerbird_logic::generic::{Method, extract};
use bowerbird_logic::model::DefaultColumn;
use bowerbird_logic::rules::Rule;

/// The share of common words from which two texts count as nearly equal.
const NEARLY: f64 = 0.75;

/// Counts over pages.
pub(crate) struct Agreement(Vec<FieldAgreement>);

impl Agreement {
    /// Empty counts.
    pub(crate) fn new() -> Self {
        let of = |column: DefaultColumn| FieldAgreement {
            field: column.token().to_owned(),
            ..FieldAgreement::default()
        };
        Self(DefaultColumn::EXTRACTED.map(of).into())
    }

    /// Counts one page. Pages with several records have no counterpart in generic extraction.
    pub(crate) fn count(&mut self, rule: &Rule, source: &str, url: &Url, now: Timestamp) {
        if rule.file().record.is_some() {
            return;
        }
        let page = rule.page(source, url);
        let found = rule.extract(&page, &[], now);
        let Some(record) = found.records.first() else {
            return;
        };
        let generic = extract(&page, Method::Auto);
        for (field, column) in self.0.iter_mut().zip(DefaultColumn::EXTRACTED) {
            let (ruled, generic) = (record.column(column), generic.column(column));
            match (ruled.trim().is_empty(), generic.trim().is_empty()) {
                (true, true) => {}
                (true, false) => field.only_generic += 1,
                (false, true) => field.only_rule += 1,
                (false, false) => {
                    field.both += 1;
                    field.same += u32::from(is_same(column, ruled, generic));
                }
            }
        }
    }

    /// The counts of the fields with any value.
    pub(crate) fn found_fields(self) -> Vec<FieldAgreement> {
        let seen = |f: &FieldAgreement| f.both + f.only_rule + f.only_generic > 0;
        self.0.into_iter().filter(seen).collect()
    }
}

fn is_same(column: DefaultColumn, one: &str, other: &str) -> bool {
    match column {
        // One may include the time of day, the other only the day.
        DefaultColumn::Date => one.chars().take(10).eq(other.chars().take(10)),
        DefaultColumn::Text => shared(one, other) >= NEARLY,
        DefaultColumn::Url | DefaultColumn::Title | DefaultColumn::Author => {
            let letters = |text: &str| -> String {
                let letters = text.chars().filter(|c| c.is_alphanumeric());
                letters.flat_map(char::to_lowercase).collect()
            };
            let (one, other) = (letters(one), letters(other));
            one.contains(&other) || other.contains(&one)
        }
    }
}

/// The share of letter sequences that two texts have in common (Jaccard). Pairs of characters
/// replace words, so that Chinese counts equally.
fn shared(one: &str, other: &str) -> f64 {
    let pairs = |text: &str| -> HashSet<(char, char)> {
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        letters
            .iter()
            .copied()
            .zip(letters.iter().copied().skip(1))
            .collect()
    };
    let (one, other) = (pairs(one), pairs(other));
    let both = one.intersection(&other).count();
    let all = one.len() + other.len() - both;
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    number(both) / number(all.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::rules::parse;

    #[test]
    fn a_rule_that_takes_another_title_is_seen() {
        let rule = |css: &str| {
            parse(&format!(
                "[site]\nname = \"A\"\nkind = \"pages\"\nstart = [\"http://a.example/\"]\n\
                 [[field]]\nname = \"title\"\nselect = [ {{ css = \"{css}\" }} ]\n"
            ))
            .expect("a rule")
        };
        let url = Url::parse("http://a.example/").expect("a URL");
        let source = "<title>第一条新闻</title><article><h1>第一条新闻</h1><p class=x>别的内容</p></article>";
        let count = |css: &str| {
            let mut agreement = Agreement::new();
            agreement.count(&rule(css), source, &url, Timestamp::UNIX_EPOCH);
            let told = agreement.found_fields();
            told.into_iter()
                .find(|f| f.field == "title")
                .map(|f| (f.both, f.same))
        };
        assert_eq!(count("h1"), Some((1, 1)));
        assert_eq!(count(".x"), Some((1, 0)));
    }
}
