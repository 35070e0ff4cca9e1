//! What people call a record: its title, or, where the title is that of a page with several records,
//! what tells it from the others. Input: a record and its key. Output: words to show.

use super::identity::{BY_PLACE, shown_key};
use crate::model::{DefaultColumn, FROM_GENERIC, Record};

/// How many of the first fields tell a record from the others of its page.
const FIRST_FIELDS: usize = 2;
/// The longest value of such a field, in characters.
const MAX_VALUE: usize = 60;
/// Stands between the parts of a name.
const BETWEEN: &str = " · ";

/// What a record is called. `key`: the values of its key fields, if it is known by them.
///
/// A title of its own comes first. Rows of a page that have none share the title of their page: the
/// key, else the first fields say which row it is. Empty if there is nothing but an address.
pub fn record_name(record: &Record, key: Option<&str>) -> String {
    let title = record.title.trim();
    let key = key.map(str::trim).filter(|key| !key.is_empty());
    let key = key.filter(|key| *key != record.url).map(shown_key);
    if !title.is_empty() && !has_title_of_page(record) {
        return title.to_owned();
    }
    let fragment = record.url.split_once('#').map(|(_, fragment)| fragment);
    match (key, fragment) {
        (Some(key), Some(_)) => key,
        (Some(key), None) => joined([title.to_owned(), key]),
        // A place on the page says nothing: the row may move.
        (None, Some(place)) if place.starts_with(BY_PLACE) || title.is_empty() => {
            joined(std::iter::once(title.to_owned()).chain(first_fields(record)))
        }
        (None, _) => joined([title.to_owned()]),
    }
}

/// Whether the title was found on the page by itself, not among the record's values: several
/// records of a page share it then.
fn has_title_of_page(record: &Record) -> bool {
    let origin = record.provenance.get(DefaultColumn::Title.token());
    origin == Some(&FROM_GENERIC)
}

/// The first fields that have a short value.
fn first_fields(record: &Record) -> impl Iterator<Item = String> {
    let values = record.fields.iter().map(|(_, value)| value.joined());
    let values = values.map(|value| value.split_whitespace().collect::<Vec<_>>().join(" "));
    values
        .filter(|value| !value.is_empty() && value.chars().count() <= MAX_VALUE)
        .take(FIRST_FIELDS)
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    fn row(url: &str, title: &str, is_of_page: bool) -> Record {
        let mut record = Record {
            url: url.to_owned(),
            title: title.to_owned(),
            fields: vec![
                ("note".to_owned(), Value::One("x".repeat(200))),
                ("item".to_owned(), Value::One("Pears".to_owned())),
                ("price".to_owned(), Value::One(" 3.20 ".to_owned())),
                ("origin".to_owned(), Value::One("Spain".to_owned())),
            ],
            ..Record::default()
        };
        if is_of_page {
            let title = DefaultColumn::Title.token().to_owned();
            record.provenance.insert(title, FROM_GENERIC);
        }
        record
    }

    #[test]
    fn a_row_that_shares_its_title_is_called_by_what_tells_it_from_the_others() {
        let name = |url: &str, of_page, key| record_name(&row(url, "Prices", of_page), key);
        let address = "http://h/p#item=Pears";
        assert_eq!(name(address, true, Some("Pears")), "Pears");
        assert_eq!(
            name(address, true, Some("Pears\u{1f}Spain")),
            "Pears · Spain"
        );
        assert_eq!(
            name("http://h/p#record-3", true, None),
            "Prices · Pears · 3.20"
        );
        // A title of its own stays.
        assert_eq!(name(address, false, Some("4711")), "Prices");
        // Posts of a thread, and an article whose page names it.
        assert_eq!(name("http://h/p#p77", true, None), "Prices");
        assert_eq!(name("http://h/p", true, None), "Prices");
        assert_eq!(name("http://h/p", true, Some("4711")), "Prices · 4711");
        assert_eq!(name("http://h/p", true, Some("http://h/p")), "Prices");
    }

    #[test]
    fn a_record_without_a_title_is_called_by_its_key_or_first_fields() {
        let untitled = row("http://h/p#record-1", " ", false);
        assert_eq!(record_name(&untitled, Some("Pears")), "Pears");
        assert_eq!(record_name(&untitled, None), "Pears · 3.20");
        assert_eq!(record_name(&Record::default(), None), "");
    }
}
