//! One record of the results of several search engines: which of them found it, and at which place.
//! Input: the stored record and another result for it. Output: the record with both. Values that
//! are there stay, so that engines do not change each other's words.

use crate::model::{DefaultColumn, FOUND_BY, KEYWORD, Record, Value};

/// The stored record with what another engine says of it; `None` if the new one is no result of a
/// joined search.
pub fn joined_result(known: &Record, new: &Record) -> Option<Record> {
    let found = |record: &Record| {
        let mut fields = record.fields.iter();
        let found = fields.find(|(name, _)| name == FOUND_BY);
        found.map(|(_, value)| texts(value)).unwrap_or_default()
    };
    let new_places = found(new);
    if new_places.is_empty() || !new_places.iter().all(|place| engine_of(place).is_some()) {
        return None;
    }
    let mut joined = known.clone();
    for column in DefaultColumn::ALL {
        if joined.column(column).trim().is_empty() && !new.column(column).trim().is_empty() {
            new.column(column).clone_into(joined.column_mut(column));
            if let Some(source) = new.provenance.get(column.token()) {
                joined.provenance.insert(column.token().to_owned(), *source);
            }
        }
    }
    for (name, value) in &new.fields {
        let stored = joined.fields.iter_mut().find(|(known, _)| known == name);
        match stored {
            None => joined.fields.push((name.clone(), value.clone())),
            Some((_, stored)) if stored.is_blank() => *stored = value.clone(),
            Some((_, stored)) if name == FOUND_BY => {
                let mut places = texts(stored);
                places.retain(|place| {
                    let engine = engine_of(place);
                    !new_places.iter().any(|new| engine_of(new) == engine)
                });
                places.extend(new_places.clone());
                places.sort();
                *stored = Value::Many(places);
            }
            Some((_, stored)) if name == KEYWORD => {
                let mut words = texts(stored);
                for word in texts(value) {
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                *stored = match <[String; 1]>::try_from(words) {
                    Ok([word]) => Value::One(word),
                    Err(words) => Value::Many(words),
                };
            }
            Some(_) => {}
        }
    }
    Some(joined)
}

/// The engine of a place among results, such as `Name #3`.
fn engine_of(place: &str) -> Option<&str> {
    let (engine, rank) = place.rsplit_once(" #")?;
    rank.parse::<u32>().is_ok().then_some(engine)
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::One(text) => vec![text.clone()],
        Value::Many(texts) => texts.clone(),
        Value::Rows(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(place: &str, title: &str, word: &str) -> Record {
        Record {
            url: "https://a.example/1".to_owned(),
            title: title.to_owned(),
            fields: vec![
                (FOUND_BY.to_owned(), Value::Many(vec![place.to_owned()])),
                (KEYWORD.to_owned(), Value::One(word.to_owned())),
            ],
            ..Record::default()
        }
    }

    #[test]
    fn two_engines_make_one_record_that_names_both() {
        let first = result("Find #3", "Bridge", "bridge");
        let mut second = result("Suche #1", "Brücke", "Brücke");
        second.date = "2026-01-05".to_owned();
        let joined = joined_result(&first, &second).expect("joined");
        assert_eq!(
            (joined.title.as_str(), joined.date.as_str()),
            ("Bridge", "2026-01-05")
        );
        let places = |record: &Record| texts(&record.fields[0].1);
        assert_eq!(places(&joined), ["Find #3", "Suche #1"]);
        assert_eq!(texts(&joined.fields[1].1), ["bridge", "Brücke"]);
        // The next run: its place changed, and nothing else does.
        let again = joined_result(&joined, &result("Find #2", "Bridges", "bridge"));
        let again = again.expect("joined");
        assert_eq!(places(&again), ["Find #2", "Suche #1"]);
        assert_eq!(again.title, "Bridge");
        assert_eq!(texts(&again.fields[1].1).len(), 2);
    }

    #[test]
    fn a_field_of_that_name_in_another_rule_is_a_field() {
        let known = result("Find #3", "Bridge", "bridge");
        assert_eq!(
            joined_result(&known, &result("a police dog", "x", "y")),
            None
        );
        assert_eq!(joined_result(&known, &Record::default()), None);
    }
}
