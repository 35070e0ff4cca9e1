//! A document written as one list in which objects and arrays name their parts by number: the streams
//! of React Router and Remix, the state of Qwik. Input: the list. Output: the value that it stands for.
//! Bounded in depth and in bytes, so that what refers to itself, or to one text very often, ends.

use serde_json::{Map, Value};

use super::copy_budget::CopyBudget;
use crate::sources::json::size::fits;

/// The deepest nesting.
const MAX_DEPTH: usize = 60;

/// The value that the lines of a stream stand for; `None` if they are none.
pub(super) fn of_stream(text: &str, budget: &CopyBudget) -> Option<Value> {
    fits(text).then_some(())?;
    let mut lines = text.lines();
    let mut parts: Vec<Value> = serde_json::from_str(lines.next()?).ok()?;
    let mut promised = Map::new();
    // Further lines bring what was promised: `P3:[…]`; they go on in the same list.
    for line in lines {
        let Some((number, later)) = line.strip_prefix('P').and_then(|l| l.split_once(':')) else {
            continue;
        };
        match serde_json::from_str::<Value>(later) {
            Ok(Value::Array(mut later)) => {
                promised.insert(number.to_owned(), Value::from(parts.len()));
                parts.append(&mut later);
            }
            Ok(plain) => {
                promised.insert(number.to_owned(), plain);
            }
            Err(_) => {}
        }
    }
    let reading = Reading {
        parts: &parts,
        promised: &promised,
        budget,
    };
    let value = reading.streamed(0, 0);
    matches!(value, Value::Object(_) | Value::Array(_)).then_some(value)
}

/// The objects of a state of Qwik that no other one holds; `None` if `json` is none.
pub(super) fn of_state(json: &Value, budget: &CopyBudget) -> Option<Value> {
    let parts = json.get("objs")?.as_array()?;
    json.get("subs").or_else(|| json.get("refs"))?;
    let mut held = vec![false; parts.len()];
    for part in parts {
        let inner: Vec<&Value> = match part {
            Value::Object(map) => map.values().collect(),
            Value::Array(items) => items.iter().collect(),
            _ => continue,
        };
        for at in inner.into_iter().filter_map(number) {
            if let Some(held) = held.get_mut(at) {
                *held = true;
            }
        }
    }
    let none = Map::new();
    let reading = Reading {
        parts,
        promised: &none,
        budget,
    };
    let free = parts.iter().zip(held).enumerate();
    let free = free.filter(|(_, (part, held))| !held && (part.is_object() || part.is_array()));
    let free = free.take_while(|_| !budget.is_spent());
    let all: Vec<Value> = free.map(|(at, _)| reading.held(at, 0)).collect();
    (!all.is_empty()).then_some(Value::Array(all))
}

/// The place that Qwik writes in base 36, with `!` after what is to be resolved.
fn number(place: &Value) -> Option<usize> {
    let place = place.as_str()?.trim_end_matches('!');
    let is_number = !place.is_empty() && place.len() <= 6;
    is_number
        .then(|| usize::from_str_radix(place, 36).ok())
        .flatten()
}

struct Reading<'p> {
    parts: &'p [Value],
    promised: &'p Map<String, Value>,
    budget: &'p CopyBudget,
}

impl<'p> Reading<'p> {
    /// The part at `at`, if it is not too deep.
    fn part(&self, at: usize, depth: usize) -> Option<&'p Value> {
        self.parts.get(at).filter(|_| depth <= MAX_DEPTH)
    }

    /// The value of a part of a stream; negative numbers stand for `null`, `undefined` and the like.
    fn streamed(&self, at: i64, depth: usize) -> Value {
        if !self.budget.takes(0) {
            return Value::Null;
        }
        let found = usize::try_from(at).ok().and_then(|at| self.part(at, depth));
        match found {
            Some(Value::Object(map)) => self.members(map, depth),
            Some(Value::Array(items)) => match items.first() {
                Some(Value::String(kind)) => self.marked(kind, items, depth),
                _ => Value::Array(self.all(items, depth)),
            },
            Some(plain) => self.copied(plain),
            None => Value::Null,
        }
    }

    fn copied(&self, value: &Value) -> Value {
        self.budget.copied(value).unwrap_or_default()
    }

    /// An object whose keys are places too: `{"_4": 7}`.
    fn members(&self, map: &Map<String, Value>, depth: usize) -> Value {
        let mut inner = Map::new();
        for (key, value) in map {
            let key = key.strip_prefix('_').and_then(|key| key.parse().ok());
            let key = key.and_then(|key: usize| self.parts.get(key)?.as_str());
            let (Some(key), Some(value)) = (key, value.as_i64()) else {
                continue;
            };
            let Some(key) = self.budget.text(key) else {
                break;
            };
            inner.insert(key, self.streamed(value, depth + 1));
        }
        Value::Object(inner)
    }

    fn all(&self, items: &[Value], depth: usize) -> Vec<Value> {
        let places = items.iter().map(|item| item.as_i64().unwrap_or(-1));
        let places = places.take_while(|_| !self.budget.is_spent());
        places.map(|at| self.streamed(at, depth + 1)).collect()
    }

    /// A value with its kind before it.
    fn marked(&self, kind: &str, items: &[Value], depth: usize) -> Value {
        let given = items.get(1).unwrap_or(&Value::Null);
        let rest = items.get(1..).unwrap_or_default();
        match kind {
            // Milliseconds since 1970, addresses, large numbers.
            "D" | "U" | "B" => self.copied(given),
            "S" => Value::Array(self.all(rest, depth)),
            "M" => {
                let pairs = rest.chunks(2).take_while(|_| self.budget.takes(0));
                let pairs = pairs.map(|pair| Value::Array(self.all(pair, depth)));
                Value::Array(pairs.collect())
            }
            "N" => match given {
                Value::Object(map) => self.members(map, depth),
                _ => Value::Null,
            },
            "Z" => self.streamed(given.as_i64().unwrap_or(-1), depth + 1),
            "P" => {
                let number = given.as_u64().map(|number| number.to_string());
                let later = number.and_then(|number| self.promised.get(&number)?.as_i64());
                self.streamed(later.unwrap_or(-1), depth + 1)
            }
            _ => Value::Null,
        }
    }

    /// The value of a part of a state.
    fn held(&self, at: usize, depth: usize) -> Value {
        match self.part(at, depth) {
            Some(Value::Object(map)) => {
                let mut inner = Map::new();
                for (key, place) in map {
                    let Some(key) = self.budget.text(key) else {
                        break;
                    };
                    inner.insert(key, self.held_at(place, depth));
                }
                Value::Object(inner)
            }
            Some(Value::Array(items)) => {
                let places = items.iter().take_while(|_| self.budget.takes(0));
                Value::Array(places.map(|place| self.held_at(place, depth)).collect())
            }
            // Functions, signals and what is not defined begin with a control character.
            Some(Value::String(text)) if text.starts_with(|c: char| c.is_control()) => Value::Null,
            Some(plain) => self.copied(plain),
            None => Value::Null,
        }
    }

    fn held_at(&self, place: &Value, depth: usize) -> Value {
        number(place).map_or(Value::Null, |at| self.held(at, depth + 1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::copy_budget::tests::{is_bounded, small};
    use super::*;

    #[test]
    fn a_stream_is_put_together_with_what_was_promised() {
        let first = json!([{"_1": 2, "_9": -5}, "loaderData", {"_3": 4}, "routes/list", {"_5": 6, "_11": 12},
            "posts", [7, 10], {"_8": 13}, "title", "none", {"_8": 14}, "more", ["P", 12], "One", "Two"]);
        let text = format!("{first}\nP12:[[16],{{\"_8\":17}},\"Three\"]\n");
        let value = of_stream(&text, &small()).unwrap();
        let list = &value["loaderData"]["routes/list"];
        assert_eq!(list["posts"], json!([{"title": "One"}, {"title": "Two"}]));
        assert_eq!(list["more"], json!([{"title": "Three"}]));
        assert_eq!(value["none"], json!(null));
        assert_eq!(of_stream("{}", &small()), None);
        assert_eq!(of_stream("", &small()), None);
    }

    #[test]
    fn kinds_of_values_are_known() {
        let text = json!([{"_1": 2, "_3": 4, "_5": 6}, "at", ["D", 1_700_000_000_000_i64], "set", ["S", 7, 7],
            "map", ["M", 7, 7], "x"]);
        let value = of_stream(&text.to_string(), &small()).unwrap();
        assert_eq!(
            value,
            json!({"at": 1_700_000_000_000_i64, "set": ["x", "x"], "map": [["x", "x"]]})
        );
    }

    #[test]
    fn a_state_is_put_together() {
        let state = json!({"refs": {}, "ctx": {}, "subs": [],
            "objs": [{"posts": "1", "run": "6"}, ["2", "3"], {"title": "4"}, {"title": "5"}, "One", "Two", "\u{2}q"]});
        let expected = json!([{"posts": [{"title": "One"}, {"title": "Two"}], "run": null}]);
        assert_eq!(of_state(&state, &small()), Some(expected));
        assert_eq!(of_state(&json!({"objs": [{"a": "0"}]}), &small()), None);
    }

    #[test]
    fn what_refers_to_itself_or_multiplies_ends() {
        assert!(of_stream("[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]", &small()).is_some());
        let doubling: Vec<Value> = (1..64).map(|n| json!([n, n])).collect();
        assert!(of_stream(&Value::Array(doubling).to_string(), &small()).is_some());
        let state = json!({"refs": 1, "objs": [["1", "1"], ["0", "0", "0"]]});
        let _ = of_state(&state, &small());
    }

    #[track_caller]
    fn check_bounded(list: &Value) {
        let stream = format!("{list}\nP1:{list}\nPx:1\nP2:7");
        let state = json!({"refs": 0, "objs": list});
        for value in [of_stream(&stream, &small()), of_state(&state, &small())] {
            assert!(value.is_none_or(|value| is_bounded(&value, &stream)));
        }
    }

    #[test]
    fn what_is_named_often_ends() {
        let text = "x".repeat(100_000);
        check_bounded(&json!([vec![1; 3_000], text]));
        check_bounded(&json!([vec![1; 3_000], ["U", text]]));
        check_bounded(&json!([vec!["1"; 3_000], text]));
        check_bounded(&json!([vec![0; 100_000]]));
        check_bounded(&json!([vec![0; 1_000], vec![-1; 100_000]]));
        check_bounded(&json!([vec!["1"; 1_000], vec!["0"; 100_000]]));
        check_bounded(&json!([{"_1": 2}, text, vec![0; 1_000]]));
    }

    proptest! {
        #[test]
        fn any_list_is_bounded(parts in prop::collection::vec((0_u8..8, -3_i64..9, -3_i64..9, 1_usize..400), 0..9)) {
            let parts: Vec<Value> = parts.into_iter().map(|(kind, a, b, many)| match kind {
                0 => json!([a, b].repeat(many)),
                1 => json!({format!("_{a}"): b}),
                2 => json!(["M", a, b]),
                3 => json!(["P", a]),
                4 => json!(vec![[a.to_string(), b.to_string()]; many].concat()),
                5 => json!({"k".repeat(many): a.to_string()}),
                6 => json!(["Z", a]),
                _ => json!("text".repeat(many)),
            }).collect();
            check_bounded(&Value::Array(parts));
        }
    }
}
