//! The parts that React sends its server components in: `self.__next_f.push([1,"…"])`. Their texts,
//! put together, are lines `number:JSON`, `number:Tlength,text` and others. Input: scripts in page
//! order. Output: one object of the lines that are data, by number.
//!
//! Each line stands once: where a line that stands already first refers to it, else under its number.
//! Other references to it stay names. A reference to a text is replaced by it; so is one to a part of a
//! line, unless that holds a list, which would stand twice. References deeper than a limit, and those
//! for whose copies there is no room, stay names.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::{Map, Value};

use super::copy_budget::CopyBudget;
use super::literal::Literals;
use crate::sources::json::size::{fits, read_json};

const PUSH: &str = "__next_f.push(";
/// The maximum length of all parts, in bytes, and the maximum number of lines.
const MAX_BYTES: usize = 20_000_000;
const MAX_LINES: usize = 50_000;
/// How deep references are followed.
const MAX_DEPTH: usize = 8;
/// Marks of dates, large numbers and what is not defined before a value.
const DATE: &str = "$D";
const LARGE: &str = "$n";
const NONE: &str = "$undefined";

/// Adds the parts of `script` to `pushed`.
pub(super) fn collect(script: &str, pushed: &mut String, budget: &CopyBudget) {
    let mut rest = script;
    while let Some(at) = rest.find(PUSH) {
        let mut reader = Literals::new(rest, at + PUSH.len(), budget);
        let Some(value) = reader.value(0) else {
            rest = rest.get(at + PUSH.len()..).unwrap_or("");
            continue;
        };
        if let [kind, Value::String(text)] = value.as_array().map_or(&[][..], Vec::as_slice)
            && kind.as_u64() == Some(1)
            && pushed.len().saturating_add(text.len()) <= MAX_BYTES
        {
            pushed.push_str(text);
        }
        rest = reader.rest();
    }
}

/// The lines of `pushed`; `None` if none is data.
pub(super) fn document(pushed: &str, budget: &CopyBudget) -> Option<Value> {
    fits(pushed).then_some(())?;
    let (mut data, mut texts) = (Map::new(), Map::new());
    let mut rest = pushed;
    for _ in 0..MAX_LINES {
        let Some((number, line)) = rest.split_once(':') else {
            break;
        };
        let number = number.trim();
        let is_number = number.len() <= 8 && number.bytes().all(|b| b.is_ascii_hexdigit());
        if let Some((length, text)) = line.strip_prefix('T').and_then(|t| t.split_once(','))
            && let Ok(length) = usize::from_str_radix(length, 16)
            && is_number
        {
            let end = text.floor_char_boundary(length);
            let (text, after) = text.split_at_checked(end).unwrap_or((text, ""));
            texts.insert(format!("${number}"), Value::String(text.to_owned()));
            rest = after;
            continue;
        }
        let (line, after) = line.split_once('\n').unwrap_or((line, ""));
        rest = after;
        if is_number
            && line.starts_with(['{', '['])
            && let Some(json) = read_json::<Value>(line)
        {
            data.insert(number.to_owned(), json);
        }
    }
    if data.is_empty() {
        return None;
    }
    Some(put_together(&data, &texts, budget))
}

/// The lines, each where it is first referred to.
fn put_together(
    data: &Map<String, Value>,
    texts: &Map<String, Value>,
    budget: &CopyBudget,
) -> Value {
    let mut lines = Lines {
        data,
        texts,
        budget,
        placed: HashSet::new(),
        cut: VecDeque::new(),
    };
    let mut tops = HashMap::new();
    let referred = referred_lines(data);
    for (number, line) in data {
        if !referred.contains(number.as_str()) {
            lines.place(number, line, &mut tops);
        }
    }
    // What only a circle of references leads to.
    for (number, line) in data {
        lines.place(number, line, &mut tops);
    }
    let in_order = data.keys();
    let in_order =
        in_order.filter_map(|number| Some((number.clone(), tops.remove(number.as_str())?)));
    Value::Object(in_order.collect())
}

/// The numbers of the lines that other lines refer to.
fn referred_lines(data: &Map<String, Value>) -> HashSet<&str> {
    let mut referred = HashSet::new();
    for (number, line) in data {
        let mut open = vec![line];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(map) => open.extend(map.values()),
                Value::String(name) => {
                    let other = name.strip_prefix('$').filter(|other| other != number);
                    referred.extend(other.filter(|other| data.contains_key(*other)));
                }
                _ => {}
            }
        }
    }
    referred
}

/// What references stand for.
struct Lines<'d> {
    data: &'d Map<String, Value>,
    texts: &'d Map<String, Value>,
    budget: &'d CopyBudget,
    /// The numbers of the lines that stand somewhere.
    placed: HashSet<&'d str>,
    /// The lines whose references were too deep.
    cut: VecDeque<(&'d str, &'d Value)>,
}

impl<'d> Lines<'d> {
    /// Puts a line under its number, unless it stands already; and those that would stand too deep in it.
    fn place(&mut self, number: &'d str, line: &'d Value, tops: &mut HashMap<&'d str, Value>) {
        let mut next = Some((number, line));
        while let Some((number, line)) = next {
            if self.placed.insert(number) {
                let value = self.followed(line, 0);
                tops.insert(number, value);
            }
            next = self.cut.pop_front();
        }
    }

    /// `value` with its references replaced. JSON is never deeper than its parser allows.
    fn followed(&mut self, value: &'d Value, depth: usize) -> Value {
        match value {
            Value::String(name) if name.starts_with('$') => self.referred(name, depth),
            Value::Array(items) => {
                let items = items.iter().map(|item| self.followed(item, depth));
                Value::Array(items.collect())
            }
            Value::Object(map) => {
                let mut inner = Map::new();
                for (key, value) in map {
                    inner.insert(key.clone(), self.followed(value, depth));
                }
                Value::Object(inner)
            }
            plain => plain.clone(),
        }
    }

    /// What `name` stands for: `"$1a"` for a text or a line, `"$1a:props:0"` for a part of one. Elements
    /// (`"$"`) and lines that are shown later (`"$L1a"`) stay names.
    fn referred(&mut self, name: &'d str, depth: usize) -> Value {
        if let Some(plain) = self.plain(name) {
            return plain;
        }
        let line = name
            .get(1..)
            .and_then(|number| self.data.get_key_value(number));
        let found = match line {
            Some((number, line)) if depth >= MAX_DEPTH => {
                self.cut.push_back((number, line));
                None
            }
            Some((number, line)) => self
                .placed
                .insert(number)
                .then(|| self.followed(line, depth + 1)),
            None => self.part(name, depth),
        };
        found.unwrap_or_else(|| Value::from(name))
    }

    /// A text, a date, a large number, or what is written after `$$`; `None` for other names.
    fn plain(&self, name: &str) -> Option<Value> {
        if let Some(Value::String(text)) = self.texts.get(name) {
            return self.budget.text(text).map(Value::String);
        }
        if name == NONE {
            return Some(Value::Null);
        }
        if let Some(plain) = name.strip_prefix("$$") {
            return self
                .budget
                .takes(name.len())
                .then(|| Value::from(format!("${plain}")));
        }
        let plain = [DATE, LARGE]
            .iter()
            .find_map(|kind| name.strip_prefix(kind))?;
        let is_number = plain.starts_with(|c: char| c.is_ascii_digit());
        is_number.then(|| self.budget.text(plain).map(Value::String))?
    }

    /// A part of a line, by the way to it.
    fn part(&self, name: &str, depth: usize) -> Option<Value> {
        let (number, steps) = name.get(1..)?.split_once(':')?;
        if depth >= MAX_DEPTH || self.budget.is_spent() {
            return None;
        }
        let mut found = self.data.get(number)?;
        for step in steps.split(':') {
            found = match (found, step.parse::<usize>()) {
                (Value::Array(parts), Ok(at)) => parts.get(at),
                // An element is a list of its mark, kind, key and properties.
                (Value::Array(parts), Err(_)) if step == "props" => parts.get(3),
                (found, _) => found.get(step),
            }?;
        }
        self.without_lists(found, depth + 1)
    }

    /// A copy of `value`; `None` if it holds a list. Lines in it stay names.
    fn without_lists(&self, value: &Value, depth: usize) -> Option<Value> {
        match value {
            Value::Array(_) => {
                self.budget.takes(0);
                None
            }
            Value::String(name) if name.starts_with('$') => {
                let found = self.plain(name).or_else(|| self.part(name, depth));
                found.or_else(|| self.budget.text(name).map(Value::String))
            }
            Value::Object(map) => {
                self.budget.takes(0).then_some(())?;
                let mut inner = Map::new();
                for (key, value) in map {
                    inner.insert(self.budget.text(key)?, self.without_lists(value, depth)?);
                }
                Some(Value::Object(inner))
            }
            plain => self.budget.copied(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::copy_budget::tests::{is_bounded, small};
    use super::*;

    fn read(pushed: &str) -> Value {
        let found = document(pushed, &small()).unwrap_or_default();
        assert!(is_bounded(&found, pushed));
        found
    }

    #[test]
    fn references_between_lines_are_followed() {
        let pushed = "0:[\"$\",\"main\",null,{\"posts\":\"$1\",\"first\":\"$1:0:title\",\"later\":\"$L2\"}]\n\
            1:[{\"title\":\"One\",\"at\":\"$D2026-01-02T00:00:00.000Z\",\"none\":\"$undefined\"},{\"title\":\"$$2\"}]\n\
            2:[\"$\",\"p\",null,{\"children\":\"$0:props:first\"}]\n";
        let found = read(pushed);
        let main = &found["0"][3];
        assert_eq!(
            main["posts"],
            json!([{"title": "One", "at": "2026-01-02T00:00:00.000Z", "none": null}, {"title": "$2"}])
        );
        assert_eq!(
            (&main["first"], &main["later"]),
            (&json!("One"), &json!("$L2"))
        );
        assert_eq!(found["2"][3]["children"], json!("One"));
        assert!(found.get("1").is_none());
    }

    #[test]
    fn a_line_stands_where_it_is_first_referred_to() {
        let found = read(
            "1:{\"posts\":[{\"by\":\"$2\"},{\"by\":\"$2\"}]}\n2:{\"name\":\"Ann\"}\n\
             0:[{\"data\":\"$1\"},{\"again\":\"$1\",\"posts\":\"$1:posts\"}]\n3:{\"x\":1}\n",
        );
        let posts = json!([{"by": {"name": "Ann"}}, {"by": "$2"}]);
        assert_eq!(
            found,
            json!({"0": [{"data": {"posts": posts}}, {"again": "$1", "posts": "$1:posts"}], "3": {"x": 1}})
        );
    }

    #[test]
    fn parts_without_lists_are_repeated() {
        let found =
            read("0:{\"a\":{\"by\":{\"name\":\"$4\",\"at\":\"$D1\"}},\"b\":\"$0:a:by\"}\n4:T3,Ann");
        assert_eq!(found["0"]["b"], json!({"name": "Ann", "at": "1"}));
    }

    #[test]
    fn lines_in_circles_and_long_chains_are_kept() {
        let found = read("0:[\"$1\",\"a\"]\n1:[\"$0\",\"b\"]\n2:[\"$2\",\"c\"]\n");
        assert_eq!(found, json!({"0": [["$0", "b"], "a"], "2": ["$2", "c"]}));
        let chain: String = (0..60)
            .map(|n| format!("{n:x}:[\"${:x}\",\"text {n}.\"]\n", n + 1))
            .collect();
        let found = read(&chain).to_string();
        for n in 0..60 {
            assert_eq!(found.matches(&format!("\"text {n}.\"")).count(), 1, "{n}");
        }
    }

    #[test]
    fn what_is_named_often_ends() {
        assert_eq!(read("0:[\"$0\",\"$0\"]\n"), json!({"0": ["$0", "$0"]}));
        let doubling: String = (0..60)
            .map(|n| format!("{n:x}:{}\n", json!(vec![format!("${:x}", n + 1); 4])))
            .collect();
        read(&doubling);
        let text = "x".repeat(100_000);
        let line = json!(vec!["$1"; 3_000]);
        read(&format!("1:T{:x},{text}0:{line}\n", text.len()));
        for part in [
            json!({"a": text}),
            json!({"a": {"b": text}}),
            json!({"a": format!("$${text}")}),
        ] {
            let line = json!(vec!["$1:a"; 3_000]);
            read(&format!("1:{part}\n0:{line}\n"));
        }
        let own: Map<String, Value> = (0..50).map(|n| (n.to_string(), json!("$0:a"))).collect();
        read(&format!("0:{}\n", json!({"a": own})));
    }

    proptest! {
        #[test]
        fn any_lines_are_bounded(text in "(0|1|2|:|\\[|\\]|\\{|\\}|\"\\$0\"|\"\\$1:a:0\"|\"\\$1\"|\"a\"|,|\n|T1,|\\PC){0,40}") {
            read(&text);
        }

        #[test]
        fn no_line_is_lost_or_doubled(lines in prop::collection::vec(prop::collection::vec(0_usize..14, 0..4), 1..14)) {
            let pushed: String = lines.iter().enumerate().map(|(n, to)| {
                let to: Vec<String> = to.iter().map(|to| format!("${to:x}")).collect();
                format!("{n:x}:{}\n", json!({"own": format!("line {n}."), "to": to}))
            }).collect();
            let found = read(&pushed).to_string();
            for n in 0..lines.len() {
                prop_assert_eq!(found.matches(&format!("\"line {n}.\"")).count(), 1);
            }
        }
    }
}
