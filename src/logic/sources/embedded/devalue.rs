//! The array form of `devalue`, in which Nuxt 3 writes its state: every value stands once in one
//! array, and objects and arrays name their parts by number. Input: an array. Output: the value.

use serde_json::{Map, Value};

use super::copy_budget::CopyBudget;
use crate::sources::json::size::read_json;

/// The deepest nesting: what refers to itself ends there.
const MAX_DEPTH: usize = 60;

/// The value that `json` stands for; `None` if it is no such array. Where it is certain that it is one,
/// its root may be plain.
pub(super) fn restored(json: &Value, is_certain: bool, budget: &CopyBudget) -> Option<Value> {
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
    Some(part(parts, 0, 0, budget))
}

/// The value at `at`; `null` for what is not there, goes too deep or is too much.
fn part(parts: &[Value], at: i64, depth: usize, budget: &CopyBudget) -> Value {
    let found = usize::try_from(at).ok().and_then(|at| parts.get(at));
    let fits = budget.takes(0);
    let Some(found) = found.filter(|_| depth <= MAX_DEPTH && fits) else {
        return Value::Null;
    };
    match found {
        Value::Array(items) => match items.first().and_then(Value::as_str) {
            Some(kind) => marked(parts, kind, items, depth, budget),
            None => Value::Array(all(parts, items, depth, budget)),
        },
        Value::Object(map) => {
            let mut inner = Map::new();
            for (key, at) in map {
                let Some(at) = at.as_i64() else {
                    continue;
                };
                let Some(key) = budget.text(key) else {
                    break;
                };
                inner.insert(key, part(parts, at, depth + 1, budget));
            }
            Value::Object(inner)
        }
        plain => budget.copied(plain).unwrap_or_default(),
    }
}

fn all(parts: &[Value], items: &[Value], depth: usize, budget: &CopyBudget) -> Vec<Value> {
    let mut all = Vec::new();
    for item in items {
        if budget.is_spent() {
            break;
        }
        all.push(part(parts, item.as_i64().unwrap_or(-1), depth + 1, budget));
    }
    all
}

/// A value with its kind before it.
fn marked(
    parts: &[Value],
    kind: &str,
    items: &[Value],
    depth: usize,
    budget: &CopyBudget,
) -> Value {
    let given = items.get(1).unwrap_or(&Value::Null);
    let rest = items.get(1..).unwrap_or_default();
    match kind {
        "Date" | "BigInt" | "RegExp" | "URL" => budget.copied(given).unwrap_or_default(),
        "Set" => Value::Array(all(parts, rest, depth, budget)),
        "Map" | "null" => {
            let mut map = Map::new();
            for pair in rest.chunks(2) {
                let [key, at] = pair else {
                    continue;
                };
                let key = match key.as_i64() {
                    Some(at) => Some(part(parts, at, depth + 1, budget)),
                    None => budget.copied(key),
                };
                let Some(key) = key.filter(|_| !budget.is_spent()) else {
                    break;
                };
                // Written out, keys that hold others would grow with each level.
                let key = match key {
                    Value::String(key) => key,
                    Value::Array(_) | Value::Object(_) => continue,
                    key => key.to_string(),
                };
                let at = at.as_i64().unwrap_or(-1);
                map.insert(key, part(parts, at, depth + 1, budget));
            }
            Value::Object(map)
        }
        // `Reactive`, `Ref` and the like only wrap one.
        _ => match given {
            Value::Number(at) => part(parts, at.as_i64().unwrap_or(-1), depth + 1, budget),
            Value::String(text) if budget.takes(text.len()) => {
                let json: Value = read_json(text).unwrap_or_default();
                budget.copied(&json).unwrap_or_default()
            }
            _ => Value::Null,
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::copy_budget::tests::{is_bounded, small};
    use super::*;

    #[track_caller]
    fn check_bounded(list: &Value) {
        let value = restored(list, true, &small());
        assert!(value.is_none_or(|value| is_bounded(&value, &list.to_string())));
    }

    #[test]
    fn what_is_named_often_ends() {
        let text = "x".repeat(100_000);
        let many = |at: u32| vec![at; 3_000];
        check_bounded(&json!([["Reactive", 1], many(2), text]));
        check_bounded(&json!([["Reactive", 1], many(2), ["Date", text]]));
        check_bounded(&json!([
            ["Reactive", 1],
            many(2),
            ["Ref", json!(text).to_string()]
        ]));
        check_bounded(&json!([["Reactive", 1], vec![1; 100_000]]));
        check_bounded(&json!([["Reactive", 1], vec![-1; 100_000]]));
    }

    proptest! {
        #[test]
        fn any_array_is_bounded(parts in prop::collection::vec((0_u8..5, -2_i64..7, -2_i64..7, 1_usize..1_000), 0..7)) {
            let mut list = vec![json!(["Reactive", 1])];
            list.extend(parts.into_iter().map(|(kind, a, b, many)| match kind {
                0 => json!(vec![a; many]),
                1 => json!({"k".repeat(many): a, "b": b}),
                2 => json!(["Map", a, b]),
                3 => json!(["Ref", a]),
                _ => json!("x".repeat(many)),
            }));
            check_bounded(&Value::Array(list));
        }
    }
}
