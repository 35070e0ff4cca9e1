//! The value of a record's field: one text, several, or the rows of a table or nested list. In JSON
//! these are a string, an array of strings, and an array of objects.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Stands between the values of a field that has several, in the window and in exports.
pub const VALUES_SEPARATOR: &str = " | ";

/// A row: names and values in the order of the page.
pub type Row = Vec<(String, String)>;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// One value, already normalised to its type (dates ISO 8601, numbers with a point).
    One(String),
    /// Several, in page order.
    Many(Vec<String>),
    /// Rows of a table, or small records of a nested list, in page order.
    Rows(Vec<Row>),
}

impl Value {
    /// The value as one line for tables and CSV: several are joined with `" | "`, the cells of a
    /// row are written `name: value; name: value`.
    pub fn joined(&self) -> String {
        match self {
            Self::One(text) => text.clone(),
            Self::Many(texts) => texts.join(VALUES_SEPARATOR),
            Self::Rows(rows) => {
                let lines: Vec<String> = rows.iter().map(line_of).collect();
                lines.join(VALUES_SEPARATOR)
            }
        }
    }

    /// Whether it contains only white space.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::One(text) => text.trim().is_empty(),
            Self::Many(texts) => texts.iter().all(|t| t.trim().is_empty()),
            Self::Rows(rows) => rows.iter().flatten().all(|(_, t)| t.trim().is_empty()),
        }
    }

    /// The value as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

fn line_of(row: &Row) -> String {
    let cells: Vec<String> = row
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    cells.join("; ")
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(text) => serializer.serialize_str(text),
            Self::Many(texts) => texts.serialize(serializer),
            Self::Rows(rows) => {
                let mut list = serializer.serialize_seq(Some(rows.len()))?;
                for row in rows {
                    list.serialize_element(&Object(row))?;
                }
                list.end()
            }
        }
    }
}

/// A row as an object in its own order.
struct Object<'a>(&'a Row);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a list of texts, or a list of objects")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::One(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::One(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut texts: Vec<String> = Vec::new();
        let mut rows: Vec<Row> = Vec::new();
        while let Some(element) = list.next_element::<Element>()? {
            match element {
                Element::Text(text) if rows.is_empty() => texts.push(text),
                Element::Row(row) if texts.is_empty() => rows.push(row),
                _ => return Err(serde::de::Error::custom("texts and objects in one list")),
            }
        }
        if rows.is_empty() {
            return Ok(Value::Many(texts));
        }
        Ok(Value::Rows(rows))
    }
}

/// An element of a list.
enum Element {
    Text(String),
    Row(Row),
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = Element;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or an object of texts")
    }

    fn visit_str<E>(self, text: &str) -> Result<Element, E> {
        Ok(Element::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Element, E> {
        Ok(Element::Text(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Element, A::Error> {
        let mut row = Row::new();
        while let Some(cell) = object.next_entry::<String, String>()? {
            row.push(cell);
        }
        Ok(Element::Row(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Value {
        let cell = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Value::Rows(vec![
            vec![cell("b", "1"), cell("a", "2")],
            vec![cell("b", "3"), cell("a", "4")],
        ])
    }

    fn check(value: &Value, json: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<Value>(json).unwrap(), value);
    }

    #[test]
    fn values_are_texts_arrays_and_objects_in_json() {
        check(&Value::One("x".into()), "\"x\"");
        check(&Value::Many(vec!["x".into(), "y".into()]), "[\"x\",\"y\"]");
        check(&Value::Many(Vec::new()), "[]");
        check(&rows(), r#"[{"b":"1","a":"2"},{"b":"3","a":"4"}]"#);
        assert!(serde_json::from_str::<Value>(r#"["x",{"a":"1"}]"#).is_err());
    }

    #[test]
    fn values_have_one_line() {
        assert_eq!(rows().joined(), "b: 1; a: 2 | b: 3; a: 4");
        assert_eq!(Value::Many(vec!["x".into(), "y".into()]).joined(), "x | y");
        assert!(!rows().is_blank());
        assert!(Value::Rows(vec![vec![("a".into(), " ".into())]]).is_blank());
    }
}
