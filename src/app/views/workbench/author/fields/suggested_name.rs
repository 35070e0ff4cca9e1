//! Suggests the name and type of a field from a pick. Pure: maps the description of an element to a
//! suggestion that the user can change.

use bowerbird_engine::types::{FieldType, Picked};

/// Number of nearest ancestors that are examined too.
const ANCESTORS: usize = 3;
/// Maximum length of a text recognised as a date, in characters.
const MAX_DATE_CHARS: usize = 48;

/// The default column that most likely matches the picked element.
pub fn suggested(picked: Option<&Picked>) -> (String, FieldType) {
    let name = picked.map_or("text", of);
    let kind = if name == "date" {
        FieldType::Date
    } else {
        FieldType::Text
    };
    (name.to_owned(), kind)
}

/// Whether the picked element is a link or inside one.
pub fn in_link(picked: &Picked) -> bool {
    let is_link = |label: &str| label.split(['#', '.']).next() == Some("a");
    picked.path.iter().any(|(_, label)| is_link(label))
}

fn of(picked: &Picked) -> &'static str {
    let own: Vec<&str> = picked.attributes.iter().flat_map(words_of).collect();
    let by_words = |words: &[&str], tag: &str| {
        let has = |known: &[&str]| {
            let is = |word: &&str| known.iter().any(|k| word.eq_ignore_ascii_case(k));
            words.iter().any(is)
        };
        if ["h1", "h2", "title"].contains(&tag) || has(&["title", "headline"]) {
            Some("title")
        } else if tag == "time" || has(&["date", "published", "datetime", "time", "pubdate"]) {
            Some("date")
        } else if has(&["author", "byline", "writer", "creator"]) {
            Some("author")
        } else {
            None
        }
    };
    if let Some(name) = by_words(&own, &picked.tag) {
        return name;
    }
    if picked.tag == "abbr" || is_date(&picked.text) {
        return "date";
    }
    let above = picked.path.iter().rev().skip(1).take(ANCESTORS);
    let mut names = above.filter_map(|(_, label)| {
        let mut parts = label.split(['#', '.']);
        let tag = parts.next().unwrap_or_default();
        let words: Vec<&str> = parts.flat_map(words).collect();
        by_words(&words, tag)
    });
    names.next().unwrap_or("text")
}

/// The words of an attribute that describes the purpose of an element.
fn words_of((name, value): &(String, String)) -> Vec<&str> {
    let telling = ["class", "id", "rel", "itemprop", "property", "name"];
    if telling.contains(&name.as_str()) {
        words(value).collect()
    } else {
        Vec::new()
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !c.is_alphanumeric());
    // A date's property ends in "Published" or starts with "date".
    parts.map(|part| {
        if part.starts_with("datePub") {
            "date"
        } else {
            part
        }
    })
}

/// Whether a short text contains a year and at least one more number.
fn is_date(text: &str) -> bool {
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let is_year = |n: &&str| n.len() == 4 && (n.starts_with("19") || n.starts_with("20"));
    text.chars().count() <= MAX_DATE_CHARS
        && (2..=8).contains(&numbers.len())
        && numbers.iter().any(is_year)
        && numbers.iter().all(|n| n.len() <= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tag: &str, attribute: (&str, &str), path: &[&str], text: &str, expected: &str) {
        let picked = Picked {
            element: 1,
            tag: tag.to_owned(),
            text: text.to_owned(),
            attributes: vec![(attribute.0.to_owned(), attribute.1.to_owned())],
            path: path.iter().map(|label| (0, (*label).to_owned())).collect(),
            css: String::new(),
            xpath: String::new(),
            css_alike: None,
            next: None,
            options: Vec::new(),
            first_choice: None,
            label: None,
            is_control: true,
        };
        let (name, kind) = suggested(Some(&picked));
        assert_eq!(name, expected);
        assert_eq!(kind == FieldType::Date, expected == "date");
    }

    #[test]
    fn names_follow_what_was_picked() {
        check("h1", ("class", "x"), &["article", "h1"], "One", "title");
        check("a", ("href", "/1"), &["header", "h1", "a"], "One", "title");
        check("meta", ("property", "og:title"), &["meta"], "", "title");
        check("abbr", ("class", "published"), &["abbr"], "x", "date");
        check("time", ("class", "x"), &["time"], "yesterday", "date");
        check("p", ("itemprop", "datePublished"), &["p"], "x", "date");
        check("span", ("class", "x"), &["span"], "2026年8月31日", "date");
        check("a", ("rel", "author"), &["a"], "Ann", "author");
        check(
            "a",
            ("class", "url fn"),
            &["address.vcard.author", "a"],
            "Ann",
            "author",
        );
        check(
            "p",
            ("class", "x"),
            &["div", "p"],
            "In 2026, much was said.",
            "text",
        );
        assert_eq!(suggested(None).0, "text");
    }
}
