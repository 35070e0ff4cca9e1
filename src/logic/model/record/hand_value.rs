//! Values that a person writes into records, in place of what the page says.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{FETCHED_URL, Record};
use crate::model::{DefaultColumn, RecordId, Value};

/// A value that a person wrote into a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandValue {
    /// The column or field.
    pub field: String,
    /// What the person wrote.
    pub value: Value,
    /// What the page says; `None` if it says nothing.
    pub page: Option<Value>,
    /// What the page said when the person last saw it.
    pub known: Option<Value>,
    /// When it was written.
    pub edited_at: Timestamp,
}

impl HandValue {
    /// Whether the page says something new since the person saw it.
    pub fn is_news(&self) -> bool {
        let said = |value: &Option<Value>| value.as_ref().map(Value::joined).unwrap_or_default();
        let page = said(&self.page);
        page.trim() != said(&self.known).trim() && page.trim() != self.value.joined().trim()
    }
}

/// An order to write a value into a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueEdit {
    /// The record.
    pub record: RecordId,
    /// The column or field.
    pub field: String,
    /// The value; `None`: what the page says, from now on.
    pub value: Option<Value>,
}

impl Record {
    /// Whether a person may write this column or field: not what says which record it is.
    pub fn is_editable(field: &str) -> bool {
        !field.trim().is_empty() && field != DefaultColumn::Url.token() && field != FETCHED_URL
    }

    /// The value of a column or field; `None` if it has none.
    pub fn value(&self, field: &str) -> Option<Value> {
        match DefaultColumn::from_token(field) {
            Some(column) => {
                let text = self.column(column);
                (!text.is_empty()).then(|| Value::One(text.to_owned()))
            }
            None => {
                let found = self.fields.iter().find(|(name, _)| name == field);
                found.map(|(_, value)| value.clone())
            }
        }
    }

    /// Sets the value of a column or field, or removes it.
    pub fn set_value(&mut self, field: &str, value: Option<Value>) {
        if let Some(column) = DefaultColumn::from_token(field) {
            *self.column_mut(column) = value.map(|value| value.joined()).unwrap_or_default();
            return;
        }
        let place = self.fields.iter().position(|(name, _)| name == field);
        match (place, value) {
            (Some(place), None) => {
                self.fields.remove(place);
            }
            (Some(place), Some(value)) => {
                if let Some((_, known)) = self.fields.get_mut(place) {
                    *known = value;
                }
            }
            (None, Some(value)) => self.fields.push((field.to_owned(), value)),
            (None, None) => {}
        }
    }
}

impl Value {
    /// The value that a person means by `text` in place of `before`: a list where there was one, a line
    /// an entry, or where the text is JSON that is one.
    pub fn typed(text: &str, before: Option<&Self>) -> Self {
        let as_list = || match serde_json::from_str::<Self>(text) {
            Ok(list @ (Self::Many(_) | Self::Rows(_))) => Some(list),
            _ => None,
        };
        match before {
            Some(Self::Many(_)) => as_list().unwrap_or_else(|| {
                let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
                Self::Many(lines.map(str::to_owned).collect())
            }),
            Some(Self::Rows(_)) => as_list().unwrap_or_else(|| Self::One(text.to_owned())),
            Some(Self::One(_)) | None => Self::One(text.to_owned()),
        }
    }

    /// The text that [`Self::typed`] makes this value of.
    pub fn to_type(&self) -> String {
        match self {
            Self::One(text) => text.clone(),
            Self::Many(texts) => texts.join("\n"),
            Self::Rows(_) => self.to_json().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Value {
        Value::One(text.to_owned())
    }

    #[test]
    fn columns_and_fields_are_set_and_removed_alike() {
        let mut record = Record::default();
        for field in ["title", "price"] {
            assert_eq!(record.value(field), None);
            record.set_value(field, Some(one("3")));
            assert_eq!(record.value(field), Some(one("3")));
            record.set_value(field, None);
            assert_eq!(record.value(field), None);
        }
        assert!(Record::is_editable("text") && Record::is_editable("price"));
        assert!(!Record::is_editable("url") && !Record::is_editable(FETCHED_URL));
    }

    #[test]
    fn a_list_is_typed_as_lines_and_stays_a_list() {
        let tags = Value::Many(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(tags.to_type(), "a\nb");
        for text in ["a\nb", " a \n\n b", "[\"a\", \"b\"]"] {
            assert_eq!(Value::typed(text, Some(&tags)), tags, "{text}");
        }
        assert_eq!(Value::typed("[1]", Some(&one("x"))), one("[1]"));
        let rows = Value::Rows(vec![vec![("a".to_owned(), "1".to_owned())]]);
        assert_eq!(Value::typed(&rows.to_type(), Some(&rows)), rows);
    }

    #[test]
    fn only_what_the_person_has_not_seen_is_news() {
        let mut value = HandValue {
            field: "price".to_owned(),
            value: one("3"),
            page: Some(one("2")),
            known: Some(one("2")),
            edited_at: Timestamp::UNIX_EPOCH,
        };
        assert!(!value.is_news());
        value.page = Some(one("4"));
        assert!(value.is_news());
        value.page = Some(one("3"));
        assert!(!value.is_news(), "it says the same now");
        value.page = None;
        assert!(value.is_news());
    }
}
