//! Parses JSON sources: the document with error positions, values by key, and their paths. Nothing
//! here recurses deeper than the parser allows (128 levels).

use serde_json::{Map, Value};

use super::{ImportError, SourcePlace};

/// A value with its path.
#[derive(Clone, Debug)]
pub(super) struct JsonNode<'a> {
    /// The value.
    pub value: &'a Value,
    path: String,
}

/// The document.
///
/// # Errors
/// With line and column if it is not JSON.
pub(super) fn read(text: &str) -> Result<Value, ImportError> {
    serde_json::from_str(text).map_err(|error| {
        let words = error.to_string();
        // The parser's message ends with the position, which the error already has.
        let reason = words.split(" at line ").next().unwrap_or("").to_owned();
        ImportError::Json {
            line: error.line(),
            column: error.column(),
            reason,
        }
    })
}

impl<'a> JsonNode<'a> {
    /// The document itself.
    pub fn root(value: &'a Value) -> Self {
        Self {
            value,
            path: "$".to_owned(),
        }
    }

    /// The elements of a document that is a list, otherwise the document alone.
    pub fn each(document: &'a Value) -> Vec<Self> {
        let root = Self::root(document);
        if document.is_array() {
            root.elements()
        } else {
            vec![root]
        }
    }

    /// Its place.
    pub fn place(&self) -> SourcePlace {
        SourcePlace::Path(self.path.clone())
    }

    /// The value of a key, unless it is null.
    pub fn get(&self, key: &str) -> Option<JsonNode<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(JsonNode {
            value,
            path: self.under(key),
        })
    }

    /// The place of a key, present or not.
    pub fn place_of(&self, key: &str) -> SourcePlace {
        SourcePlace::Path(self.under(key))
    }

    fn under(&self, key: &str) -> String {
        if is_name(key) {
            format!("{}.{key}", self.path)
        } else {
            let key: String = key.chars().take(60).collect();
            format!("{}['{}']", self.path, key.replace(['\'', '\n', '\r'], " "))
        }
    }

    /// The text of a key; blank texts count as absent.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        let text = self.value.get(key)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// The text or number of a key, as a text.
    pub fn word(&self, key: &str) -> Option<String> {
        match self.value.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// The number of a key, even if written as a text.
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.value.get(key)? {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Whether a key is set to a true value.
    pub fn flag(&self, key: &str) -> bool {
        match self.value.get(key) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            Some(Value::String(text)) => matches!(text.as_str(), "true" | "1" | "yes"),
            _ => false,
        }
    }

    /// The elements of a key, if it is a list.
    pub fn list(&self, key: &str) -> Vec<JsonNode<'a>> {
        self.get(key)
            .map(|list| list.elements())
            .unwrap_or_default()
    }

    /// Its own elements, if it is a list.
    pub fn elements(&self) -> Vec<JsonNode<'a>> {
        let elements = self.value.as_array().map(Vec::as_slice).unwrap_or_default();
        elements
            .iter()
            .enumerate()
            .map(|(number, value)| JsonNode {
                value,
                path: format!("{}[{number}]", self.path),
            })
            .collect()
    }

    /// The texts of a key: a list of them, or one.
    pub fn texts(&self, key: &str) -> Vec<(SourcePlace, &'a str)> {
        let Some(at) = self.get(key) else {
            return Vec::new();
        };
        if let Some(text) = at.value.as_str() {
            return vec![(at.place(), text)];
        }
        at.elements()
            .into_iter()
            .filter_map(|element| Some((element.place(), element.value.as_str()?)))
            .collect()
    }

    /// Its non-empty keys that are not in `known`.
    pub fn other_keys(&self, known: &[&str]) -> Vec<&'a str> {
        let Some(map) = self.value.as_object() else {
            return Vec::new();
        };
        map.iter()
            .filter(|(key, value)| !known.contains(&key.as_str()) && is_set(value))
            .map(|(key, _)| key.as_str())
            .collect()
    }
}

/// Whether a value is non-empty.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !Map::is_empty(map),
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::Bool(true) => true,
    }
}

fn is_name(key: &str) -> bool {
    !key.is_empty()
        && key.len() < 60
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// A dotted path, such as `data.items.0.title`, as JSONPath; `None` if it is not one.
pub(super) fn from_dots(path: &str) -> Option<String> {
    let path = path.trim();
    let path = path
        .strip_prefix("$.")
        .or(path.strip_prefix('$'))
        .unwrap_or(path);
    let mut made = "$".to_owned();
    for segment in path.split('.').filter(|segment| !segment.is_empty()) {
        let (name, brackets) = match segment.find('[') {
            Some(at) => (segment.get(..at)?, segment.get(at..)?),
            None => (segment, ""),
        };
        if name == "*" {
            made.push_str("[*]");
        } else if !name.is_empty() && name.chars().all(|c| c.is_ascii_digit()) {
            made.push_str(&format!("[{name}]"));
        } else if !name.is_empty() {
            if name.contains(['\'', '"', '\\', '{', '}', '(', ')', '&'])
                || name.contains(char::is_control)
            {
                return None;
            }
            made.push_str(&format!("['{}']", name.trim()));
        }
        let inner = brackets.trim_matches(['[', ']']);
        let index =
            inner == "*" || (!inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit()));
        if !brackets.is_empty() {
            if !index {
                return None;
            }
            made.push_str(&format!("[{inner}]"));
        }
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dotted_paths_become_jsonpath() {
        for (dots, path) in [
            ("items", "$['items']"),
            ("data.items[0].title", "$['data']['items'][0]['title']"),
            ("$.a.1.b", "$['a'][1]['b']"),
            ("list[*]", "$['list'][*]"),
            ("", "$"),
        ] {
            assert_eq!(from_dots(dots).as_deref(), Some(path), "{dots}");
        }
        assert_eq!(from_dots("a & b.c'd"), None);
    }

    #[test]
    fn broken_json_has_a_place() {
        let error = read("{\n  \"a\": hunter2\n}").unwrap_err();
        let ImportError::Json { line, reason, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(*line, 2);
        assert!(!reason.contains("hunter2"), "{reason}");
    }
}
