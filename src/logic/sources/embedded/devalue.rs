//! The array form of `devalue`, in which Nuxt 3 writes its state: every value stands once in one
//! array, and objects and arrays name their parts by number. Input: an array. Output: the value.

use serde_json::{Map, Value};

use super::literal::MAX_VALUES;

/// The deepest nesting: what refers to itself ends there.
const MAX_DEPTH: usize = 60;

/// The value that `json` stands for; `None` if it is no such array. Where it is certain that it is one,
/// its root may be plain.
pub(super) fn restored(json: &Value, is_certain: bool) -> Option<Value> {
    let parts = json.as_array()?;
    let root = parts.first()?;
    let is_marked = match root {
        Value::Array(marked) => {
            let kind = marked.first()?.as_str()?;
            matches!(kind, "Reactive" | "ShallowReactive" | "Ref" | "ShallowRef")
        }
        Value::Object(_) => is_certain,
        _ => false,
    };
    if !is_marked || parts.len() < 2 {
        return None;
    }
    let mut left = MAX_VALUES;
    Some(part(parts, 0, 0, &mut left))
}

/// The value at `at`; `null` for what is not there, goes too deep or is too much.
fn part(parts: &[Value], at: i64, depth: usize, left: &mut usize) -> Value {
    let found = usize::try_from(at).ok().and_then(|at| parts.get(at));
    let Some(found) = found.filter(|_| depth <= MAX_DEPTH && *left > 0) else {
        return Value::Null;
    };
    *left -= 1;
    match found {
        Value::Array(items) => match items.first().and_then(Value::as_str) {
            Some(kind) => marked(parts, kind, items, depth, left),
            None => Value::Array(all(parts, items, depth, left)),
        },
        Value::Object(map) => {
            let mut inner = Map::new();
            for (key, at) in map {
                if let Some(at) = at.as_i64() {
                    inner.insert(key.clone(), part(parts, at, depth + 1, left));
                }
            }
            Value::Object(inner)
        }
        plain => plain.clone(),
    }
}

fn all(parts: &[Value], items: &[Value], depth: usize, left: &mut usize) -> Vec<Value> {
    let places = items.iter().map(|item| item.as_i64().unwrap_or(-1));
    places.map(|at| part(parts, at, depth + 1, left)).collect()
}

/// A value with its kind before it.
fn marked(parts: &[Value], kind: &str, items: &[Value], depth: usize, left: &mut usize) -> Value {
    let given = items.get(1).cloned().unwrap_or(Value::Null);
    match kind {
        "Date" | "BigInt" | "RegExp" | "URL" => given,
        "Set" => Value::Array(all(parts, items.get(1..).unwrap_or_default(), depth, left)),
        "Map" | "null" => {
            let mut map = Map::new();
            for pair in items.get(1..).unwrap_or_default().chunks(2) {
                let [key, at] = pair else {
                    continue;
                };
                let key = match key.as_i64() {
                    Some(at) => part(parts, at, depth + 1, left),
                    None => key.clone(),
                };
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                map.insert(key, part(parts, at.as_i64().unwrap_or(-1), depth + 1, left));
            }
            Value::Object(map)
        }
        // `Reactive`, `Ref` and the like only wrap one.
        _ => match given {
            Value::Number(at) => part(parts, at.as_i64().unwrap_or(-1), depth + 1, left),
            Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::Null),
            _ => Value::Null,
        },
    }
}
