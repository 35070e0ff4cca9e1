//! Whether two records are the same article: an article and its print version, or its version of a
//! week later, share most of their words; two articles of one site do not.

use std::collections::HashSet;

use crate::model::Record;
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
