//! The state of Apollo: objects stand once, by name, and others refer to them. Input: a document.
//! Output: the same, where the answers to queries hold the objects themselves, so that a list is
//! one. Bounded in depth and in what is brought in.

use serde_json::{Map, Value};

use super::copy_budget::CopyBudget;

/// The entry of the answers.
const QUERIES: &str = "ROOT_QUERY";
/// How deep such a state may lie in a document, and how deep references are followed.
const MAX_PLACE: usize = 5;
const MAX_DEPTH: usize = 8;

/// Puts in place what the answers of queries in `json` refer to.
pub(super) fn resolve(json: &mut Value, budget: &CopyBudget) {
    find(json, 0, budget);
}

fn find(json: &mut Value, depth: usize, budget: &CopyBudget) {
    let Value::Object(map) = json else {
        return;
    };
    if let Some(queries) = map.get_mut(QUERIES).filter(|queries| queries.is_object()) {
        let mut queries = queries.take();
        follow(&mut queries, map, 0, budget);
        map.insert(QUERIES.to_owned(), queries);
    } else if depth < MAX_PLACE {
        map.values_mut()
            .for_each(|inner| find(inner, depth + 1, budget));
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

/// Puts in place what `value` refers to, while there is room for it.
fn follow(value: &mut Value, all: &Map<String, Value>, depth: usize, budget: &CopyBudget) {
    match value {
        Value::Object(map) => {
            let found = referred(map).and_then(|name| all.get(name));
            let Some(found) = found else {
                map.values_mut()
                    .for_each(|inner| follow(inner, all, depth, budget));
                return;
            };
            if depth < MAX_DEPTH
                && !budget.is_spent()
                && let Some(mut copy) = budget.copied(found)
            {
                follow(&mut copy, all, depth + 1, budget);
                *value = copy;
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| follow(item, all, depth, budget)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::copy_budget::tests::{is_bounded, small};
    use super::*;

    #[track_caller]
    fn check_bounded(mut state: Value) {
        let source = state.to_string();
        resolve(&mut state, &small());
        assert!(is_bounded(&state, &source));
    }

    #[test]
    fn what_is_named_often_ends() {
        let names = vec![json!({"__ref": "a"}); 3_000];
        let text = "x".repeat(100_000);
        check_bounded(json!({"ROOT_QUERY": {"all": names}, "a": {"text": text}}));
        check_bounded(json!({"ROOT_QUERY": {"all": names}, "a": {"all": names}}));
    }

    #[test]
    fn what_does_not_fit_stays_a_reference() {
        let names = vec![json!({"__ref": "a"}); 100];
        let mut state = json!({"ROOT_QUERY": {"all": names}, "a": {"text": "x".repeat(100_000)}});
        resolve(&mut state, &small());
        let all = &state["ROOT_QUERY"]["all"];
        assert!(all[0]["text"].is_string());
        assert_eq!(all[99], json!({"__ref": "a"}));
    }

    proptest! {
        #[test]
        fn any_state_is_bounded(places in prop::collection::vec((0_u8..4, 1_usize..400), 4)) {
            let value = |at: usize| {
                let (to, many) = places.get(at).copied().unwrap_or_default();
                json!({"all": vec![json!({"__ref": to.to_string()}); many], "text": "x".repeat(many)})
            };
            check_bounded(json!({"ROOT_QUERY": value(0), "0": value(1), "1": value(2), "2": value(3)}));
        }
    }
}
