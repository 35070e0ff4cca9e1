//! The values that Astro and Livewire write into attributes, with their kinds beside them: `[0, value]`,
//! `[value, {"s": "arr"}]`. Input: JSON. Output: the plain values. JSON is never deeper than its parser
//! allows.

use serde_json::{Map, Value};

/// Kinds that Astro writes before values: plain, array, expression, date, map, set, number, address, bytes.
const KINDS: u64 = 12;

/// The plain form of Astro's properties; `None` if `json` is something else.
pub(super) fn properties(json: &Value) -> Option<Value> {
    let map = json.as_object()?;
    let all = !map.is_empty() && map.values().all(is_marked);
    all.then(|| members(map))
}

fn is_marked(value: &Value) -> bool {
    let parts = value.as_array().map_or(&[][..], Vec::as_slice);
    matches!(parts, [kind] | [kind, _] if kind.as_u64().is_some_and(|kind| kind < KINDS))
}

fn members(map: &Map<String, Value>) -> Value {
    let plain = map
        .iter()
        .map(|(key, value)| (key.clone(), unmarked(value)));
    Value::Object(plain.collect())
}

fn unmarked(value: &Value) -> Value {
    let (kind, given) = match value.as_array().map(Vec::as_slice) {
        Some([kind, given]) if is_marked(value) => (kind.as_u64(), given),
        Some([_]) if is_marked(value) => return Value::Null,
        _ => return value.clone(),
    };
    // The members of maps and sets are written as arrays are.
    match (kind, given) {
        (Some(0), Value::Object(map)) => members(map),
        (Some(1 | 4 | 5), Value::Array(items)) => {
            Value::Array(items.iter().map(unmarked).collect())
        }
        (Some(1 | 4 | 5), Value::String(text)) => match serde_json::from_str::<Value>(text) {
            Ok(Value::Array(items)) => Value::Array(items.iter().map(unmarked).collect()),
            _ => Value::Null,
        },
        _ => given.clone(),
    }
}

/// The data of a component of Livewire; `None` if `json` is something else.
pub(super) fn snapshot(json: &Value) -> Option<Value> {
    let memo = json.get("memo")?.is_object();
    memo.then(|| without_kinds(json.get("data").unwrap_or(&Value::Null)))
}

fn without_kinds(value: &Value) -> Value {
    match value {
        Value::Array(items) => match items.as_slice() {
            [given, Value::Object(kind)] if kind.get("s").is_some_and(Value::is_string) => {
                without_kinds(given)
            }
            items => Value::Array(items.iter().map(without_kinds).collect()),
        },
        Value::Object(map) => {
            let plain = map.iter();
            let plain = plain.map(|(key, value)| (key.clone(), without_kinds(value)));
            Value::Object(plain.collect())
        }
        plain => plain.clone(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn properties_of_islands_lose_their_kinds() {
        let given = json!({"posts": [1, [[0, {"title": [0, "One"], "at": [3, "2026-01-02T00:00:00.000Z"]}],
            [0, {"title": [0, "Two"], "tags": [1, [[0, "a"]]]}]]], "none": [0], "flag": [0, true]});
        assert_eq!(
            properties(&given),
            Some(
                json!({"posts": [{"title": "One", "at": "2026-01-02T00:00:00.000Z"},
                {"title": "Two", "tags": ["a"]}], "none": null, "flag": true})
            )
        );
        assert_eq!(properties(&json!({"a": 1})), None);
        assert_eq!(properties(&json!({})), None);
    }

    #[test]
    fn data_of_components_loses_its_kinds() {
        let given = json!({"data": {"posts": [[[{"title": "One"}, {"s": "arr"}],
            [{"title": "Two"}, {"s": "arr"}]], {"s": "arr"}], "page": 1},
            "memo": {"id": "x"}, "checksum": "y"});
        assert_eq!(
            snapshot(&given),
            Some(json!({"posts": [{"title": "One"}, {"title": "Two"}], "page": 1}))
        );
        assert_eq!(snapshot(&json!({"data": {}})), None);
    }

    proptest! {
        #[test]
        fn anything_is_read(text in "(\\[|\\]|\\{|\\}|\"s\"|\"a\"|:|,|0|1|3){0,40}") {
            if let Ok(json) = serde_json::from_str::<Value>(&text) {
                let _ = properties(&json!({"a": [1, json]}));
                let _ = snapshot(&json!({"memo": {}, "data": json}));
            }
        }
    }
}
