//! A sample as stored in its JSON file, and the rows of values that are compared.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};
use url::Url;

use crate::messages::{Explain, Message, english};
use crate::model::{DefaultColumn, Record, Value};

/// Values by field: a text, several texts, or small records; null if there is none.
pub type SampleRow = Map<String, Json>;

/// The kind of a page for a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// A content page.
    #[default]
    Content,
    /// A list page.
    List,
}

/// A saved page's address and metadata, and what a rule is expected to find on it. Absent parts are
/// not compared; a null requires that there is no value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Address of the page, the base of its links.
    pub url: Url,
    /// When it was fetched: the base of "3 hours ago".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<Timestamp>,
    /// Its kind.
    #[serde(default)]
    pub kind: PageKind,
    /// Status of the answer.
    #[serde(default = "default_status")]
    pub status: u16,
    /// Headers of the answer; `content-type` decides the charset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// The records of a content page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<Vec<SampleRow>>,
    /// The items of a list page: `url`, and the fields read from the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<SampleRow>>,
    /// Address of the next page; null when there is to be none.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub next: Option<Option<String>>,
}

/// What a page yields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// Its records.
    pub records: Vec<SampleRow>,
    /// Its list items.
    pub items: Vec<SampleRow>,
    /// Its next page.
    pub next: Option<String>,
}

/// Why the JSON of a sample cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleError {
    /// It is not JSON, or not in the form of a sample.
    Form {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The error in the parser's words.
        reason: String,
    },
    /// A field has a value that no field can yield.
    Value {
        /// The field.
        field: String,
    },
}

impl Explain for SampleError {
    fn explain(&self) -> Message {
        match self {
            Self::Form {
                line,
                column,
                reason,
            } => Message::new("samples-form")
                .with("line", *line)
                .with("column", *column)
                .with("reason", reason.as_str()),
            Self::Value { field } => Message::new("samples-value").with("field", field.as_str()),
        }
    }
}

impl std::fmt::Display for SampleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&english(&self.explain()))
    }
}

impl std::error::Error for SampleError {}

impl Sample {
    /// Reads the JSON of a sample.
    ///
    /// # Errors
    /// [`SampleError`]: where it is wrong and how.
    pub fn parse(text: &str) -> Result<Self, SampleError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut sample: Self = serde_json::from_str(text).map_err(|error| SampleError::Form {
            line: error.line(),
            column: error.column(),
            reason: reason_of(&error),
        })?;
        let rows = sample.records.iter_mut().chain(&mut sample.items);
        for (field, value) in rows.flatten().flat_map(SampleRow::iter_mut) {
            *value = plain(value.take()).ok_or_else(|| SampleError::Value {
                field: field.clone(),
            })?;
        }
        if let Some(Some(next)) = &sample.next
            && next.trim().is_empty()
        {
            sample.next = Some(None);
        }
        Ok(sample)
    }

    /// The JSON as it is written to a file, with a line end after it.
    pub fn to_json(&self) -> String {
        // serde_json can write every value of these types.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Whether it has no expectations.
    pub fn expects_nothing(&self) -> bool {
        self.records.is_none() && self.items.is_none() && self.next.is_none()
    }

    /// The same sample with the observed values as expectations.
    #[must_use]
    pub fn expecting(&self, observed: &Observed) -> Self {
        let mut sample = self.clone();
        let list = sample.kind == PageKind::List;
        if !list || sample.records.is_some() {
            sample.records = Some(observed.records.clone());
        }
        if list || sample.items.is_some() {
            sample.items = Some(observed.items.clone());
        }
        if list || sample.next.is_some() || observed.next.is_some() {
            sample.next = Some(observed.next.clone());
        }
        sample
    }
}

/// A record as a row; a value whose field `keep` rejects counts as missing.
pub fn record_row(record: &Record, keep: &dyn Fn(&str) -> bool) -> SampleRow {
    let mut row = SampleRow::new();
    for column in DefaultColumn::ALL {
        let name = column.token();
        let value = if keep(name) {
            record.column(column)
        } else {
            ""
        };
        row.insert(name.to_owned(), text(value));
    }
    for (name, value) in &record.fields {
        let value = if keep(name) {
            json_of(value)
        } else {
            Json::Null
        };
        row.insert(name.clone(), value);
    }
    row
}

/// An item of a list as a row.
pub fn item_row(url: &str, fields: &[(String, Value)]) -> SampleRow {
    let mut row = SampleRow::new();
    row.insert(DefaultColumn::Url.token().to_owned(), text(url));
    for (name, value) in fields {
        row.insert(name.clone(), json_of(value));
    }
    row
}

/// A value of a row as one text; empty if there is none.
pub fn value_text(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => serde_json::from_value::<Value>(other.clone())
            .map_or_else(|_| other.to_string(), |value| value.joined()),
    }
}

fn json_of(value: &Value) -> Json {
    if value.is_blank() {
        return Json::Null;
    }
    serde_json::to_value(value).unwrap_or(Json::Null)
}

fn text(value: &str) -> Json {
    if value.trim().is_empty() {
        Json::Null
    } else {
        value.into()
    }
}

/// A value as extraction would yield it: numbers and booleans as texts, an empty one as null.
/// `None` for a value that no field yields.
fn plain(value: Json) -> Option<Json> {
    match value {
        Json::Null => Some(Json::Null),
        Json::String(value) => Some(text(&value)),
        Json::Number(_) | Json::Bool(_) => Some(value.to_string().into()),
        Json::Array(values) if values.is_empty() => Some(Json::Null),
        Json::Array(values) => {
            let values = values.into_iter().map(|value| match value {
                Json::String(text) => Some(text.into()),
                Json::Object(row) => plain_row(row),
                Json::Number(_) | Json::Bool(_) => Some(value.to_string().into()),
                Json::Null | Json::Array(_) => None,
            });
            values.collect::<Option<Vec<Json>>>().map(Json::Array)
        }
        Json::Object(_) => None,
    }
}

fn plain_row(row: SampleRow) -> Option<Json> {
    let cells = row.into_iter().map(|(name, cell)| match cell {
        Json::Null => Some((name, "".into())),
        Json::String(_) => Some((name, cell)),
        Json::Number(_) | Json::Bool(_) => Some((name, cell.to_string().into())),
        Json::Array(_) | Json::Object(_) => None,
    });
    cells.collect::<Option<SampleRow>>().map(Json::Object)
}

fn default_status() -> u16 {
    200
}

/// Distinguishes a key with null from an absent one.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The parser's message without the position, which is reported separately.
fn reason_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_read_and_written_without_loss() {
        let text = r#"{
            "url": "https://a.example/x", "fetched_at": "2026-01-05T10:20:00Z", "kind": "list",
            "headers": {"content-type": "text/html; charset=gbk"},
            "items": [{"url": "https://a.example/1", "price": 3, "tags": ["a", "b"], "old": null,
                       "rows": [{"k": "v", "n": 1}]}],
            "next": null
        }"#;
        let sample = Sample::parse(text).expect("a sample");
        assert_eq!(sample.kind, PageKind::List);
        assert_eq!(sample.next, Some(None));
        let items = sample.items.as_ref().expect("items");
        assert_eq!(items[0]["price"], "3", "numbers are texts to a rule");
        assert_eq!(items[0]["old"], Json::Null);
        assert_eq!(items[0]["rows"][0]["n"], "1");
        assert_eq!(Sample::parse(&sample.to_json()), Ok(sample));
    }

    #[track_caller]
    fn fails(text: &str, words: &[&str]) {
        let error = Sample::parse(text).expect_err("a fault");
        let told = error.to_string();
        for word in words {
            assert!(told.contains(word), "{told} lacks {word}");
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        fails("", &["Line 1"]);
        fails(
            "{\n  \"url\": \"https://a.example/\",\n  oops\n}",
            &["Line 3"],
        );
        fails("{\"url\": \"/x\"}", &["Line 1", "relative URL"]);
        fails(
            "{\"url\": \"https://a.example/\", \"record\": []}",
            &["record", "records"],
        );
        fails(
            "{\"url\": \"https://a.example/\", \"fetched_at\": \"yesterday\"}",
            &["Line 1"],
        );
        fails(
            "{\"url\": \"https://a.example/\", \"records\": [{\"price\": {\"a\": 1}}]}",
            &["price"],
        );
    }

    #[test]
    fn what_is_absent_is_told_from_what_is_to_be_absent() {
        let sample = Sample::parse("{\"url\": \"https://a.example/\"}").expect("a sample");
        assert!(sample.expects_nothing());
        assert_eq!(sample.next, None);
        let taken = sample.expecting(&Observed::default());
        assert_eq!(taken.records, Some(Vec::new()));
        assert_eq!(taken.items, None);
    }
}
