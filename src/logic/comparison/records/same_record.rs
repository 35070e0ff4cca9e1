//! Whether two records are the same article: an article and its print version, or its version of a
//! week later, share most of their words; two articles of one site do not.

use std::collections::HashSet;

use super::identity::usual_key;
use crate::model::{DefaultColumn, FETCHED_URL, Record};
use crate::text::single_terms;

/// The maximum number of characters compared.
const MAX_CHARS: usize = 20_000;
/// Distinct words below which a text says too little, and the titles decide.
const FEW_WORDS: usize = 8;

/// Whether `one` and `other` are the same article: at least half of the words of the shorter text
/// are in the longer one too.
pub fn is_same_article(one: &Record, other: &Record) -> bool {
    let beginning = |record: &Record| -> String { record.text.chars().take(MAX_CHARS).collect() };
    let (one_text, other_text) = (beginning(one), beginning(other));
    let (one_terms, other_terms) = (single_terms(&one_text), single_terms(&other_text));
    let one_words: HashSet<&str> = one_terms.split_whitespace().collect();
    let other_words: HashSet<&str> = other_terms.split_whitespace().collect();
    let fewer = one_words.len().min(other_words.len());
    if fewer < FEW_WORDS {
        return one.title.trim() == other.title.trim();
    }
    one_words.intersection(&other_words).count() * 2 >= fewer
}

/// Whether two rows of a page that nothing identifies are the same: all their values are equal, or, at
/// the same place, the one that names the row.
pub fn is_same_row(one: &Record, other: &Record, at_same_place: bool) -> bool {
    let own = one.fields.iter().filter(|(name, _)| name != FETCHED_URL);
    let own: Vec<&str> = own.map(|(name, _)| name.as_str()).collect();
    if at_same_place {
        let title = DefaultColumn::Title.token();
        let name = usual_key(&own).or(own.first().copied()).unwrap_or(title);
        let value = one.value(name).filter(|value| !value.is_blank());
        return value.is_some() && value == other.value(name);
    }
    let others = other.fields.iter().map(|(name, _)| name.as_str());
    let columns = DefaultColumn::EXTRACTED.iter().map(|column| column.token());
    let mut has_any = false;
    let are_equal = columns
        .chain(own)
        .chain(others.filter(|name| *name != FETCHED_URL))
        .all(|name| {
            let value = one.value(name);
            has_any |= value.as_ref().is_some_and(|value| !value.is_blank());
            value == other.value(name)
        });
    are_equal && has_any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(title: &str, text: &str) -> Record {
        Record {
            title: title.to_owned(),
            text: text.to_owned(),
            ..Record::default()
        }
    }

    #[test]
    fn rows_are_known_by_their_values() {
        let row = |name: &str, price: &str| {
            let mut record = record("Prices", "");
            record.set_value("name", Some(crate::model::Value::One(name.to_owned())));
            record.set_value("price", Some(crate::model::Value::One(price.to_owned())));
            record
        };
        let check = |one: &Record, other: &Record, here: bool, elsewhere: bool| {
            assert_eq!(is_same_row(one, other, true), here);
            assert_eq!(is_same_row(one, other, false), elsewhere);
        };
        check(&row("Pears", "2"), &row("Pears", "2"), true, true);
        check(&row("Pears", "2"), &row("Pears", "3"), true, false);
        check(&row("Pears", "2"), &row("Figs", "5"), false, false);
        check(&record("", ""), &record("", ""), false, false);
    }

    #[test]
    fn forms_of_one_article_are_told_from_two_articles() {
        let bridge = "The new bridge over the harbour opens on Monday after two years of work.";
        let council = "Members voted down a plan for higher parking fees late on Thursday night.";
        let check = |one: (&str, &str), other: (&str, &str), same: bool| {
            let (one, other) = (record(one.0, one.1), record(other.0, other.1));
            assert_eq!(is_same_article(&one, &other), same);
            assert_eq!(is_same_article(&other, &one), same);
        };
        let printed = format!("{bridge} Printed from the Harbour Gazette, page 3.");
        check(("A", bridge), ("Simhash: A", &printed), true);
        check(("News", bridge), ("News", council), false);
        check(("A", "Short."), ("A", "Also short."), true);
        check(("A", "Short."), ("B", "Short."), false);
        let zh = "海港上的新大桥经过两年施工将于星期一正式通车，市长出席仪式。";
        let other = "议会周四深夜否决了提高停车费用的方案，反对者占多数席位。";
        check(("甲", zh), ("乙", &format!("{zh}（打印版）")), true);
        check(("甲", zh), ("甲", other), false);
    }
}
