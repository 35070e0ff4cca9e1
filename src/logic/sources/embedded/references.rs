//! The state of Apollo: objects stand once, by name, and others refer to them. Input: a document.
//! Output: the same, where the answers to queries hold the objects themselves, so that a list is
//! one. Bounded in depth and in what is brought in.

use serde_json::{Map, Value};

use super::literal::size;

/// The entry of the answers.
const QUERIES: &str = "ROOT_QUERY";
/// How deep such a state may lie in a document, and how deep references are followed.
const MAX_PLACE: usize = 5;
const MAX_DEPTH: usize = 8;
/// Values that may be brought in.
const MAX_BROUGHT: usize = 500_000;

/// Puts in place what the answers of queries in `json` refer to.
pub(super) fn resolve(json: &mut Value) {
    find(json, 0, &mut MAX_BROUGHT.clone());
}

fn find(json: &mut Value, depth: usize, left: &mut usize) {
    let Value::Object(map) = json else {
        return;
    };
    if let Some(queries) = map.get(QUERIES).filter(|queries| queries.is_object()) {
        let resolved = followed(queries, map, 0, left);
        map.insert(QUERIES.to_owned(), resolved);
    } else if depth < MAX_PLACE {
        map.values_mut()
            .for_each(|inner| find(inner, depth + 1, left));
    }
}

/// The name of the object that `value` refers to.
fn referred(value: &Map<String, Value>) -> Option<&str> {
    if let Some(Value::String(name)) = value.get("__ref") {
        return Some(name);
    }
    let is_id = value.get("type").and_then(Value::as_str) == Some("id");
    is_id.then(|| value.get("id")?.as_str()).flatten()
}

fn followed(value: &Value, all: &Map<String, Value>, depth: usize, left: &mut usize) -> Value {
    match value {
        Value::Object(map) => {
            if let Some(found) = referred(map).and_then(|name| all.get(name)) {
                let cost = size(found);
                if depth >= MAX_DEPTH || *left < cost {
                    return value.clone();
                }
                *left -= cost;
                return followed(found, all, depth + 1, left);
            }
            let inner = map.iter();
            let inner = inner.map(|(key, value)| (key.clone(), followed(value, all, depth, left)));
            Value::Object(inner.collect())
        }
        Value::Array(items) => {
            let items = items.iter();
            Value::Array(items.map(|item| followed(item, all, depth, left)).collect())
        }
        plain => plain.clone(),
    }
}
