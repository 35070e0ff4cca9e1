//! The parts that React sends its server components in: `self.__next_f.push([1,"…"])`. Their texts,
//! put together, are lines `number:JSON`, `number:Tlength,text` and others. Input: scripts in page
//! order. Output: one object of all lines that are data, by number; a reference to a text or to another
//! line is replaced by it, and what only others refer to stands nowhere else.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::literal::{Literals, size};
use crate::sources::json::size::read_json;

const PUSH: &str = "__next_f.push(";
/// The maximum length of all parts, in bytes, and the maximum number of lines.
const MAX_BYTES: usize = 20_000_000;
const MAX_LINES: usize = 50_000;
/// Bytes of text, and values of lines, that references may bring in.
const MAX_BROUGHT: usize = 20_000_000;
const MAX_VALUES: usize = 500_000;
/// How deep references are followed.
const MAX_DEPTH: usize = 8;
/// Marks of dates, large numbers and what is not defined before a value.
const DATE: &str = "$D";
const LARGE: &str = "$n";
const NONE: &str = "$undefined";

/// Adds the parts of `script` to `pushed`.
pub(super) fn collect(script: &str, pushed: &mut String) {
    let mut rest = script;
    while let Some(at) = rest.find(PUSH) {
        let mut reader = Literals::new(rest, at + PUSH.len());
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
pub(super) fn document(pushed: &str) -> Option<Value> {
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
    let mut references = References {
        lines: &data,
        texts: &texts,
        bytes: MAX_BROUGHT,
        values: MAX_VALUES,
        brought: HashSet::new(),
    };
    let mut put_together = Map::new();
    for (number, value) in &data {
        let value = references.followed(value, 0);
        put_together.insert(number.clone(), value);
    }
    let brought = std::mem::take(&mut references.brought);
    put_together.retain(|number, value| !(value.is_array() && brought.contains(number)));
    Some(Value::Object(put_together))
}

/// What references stand for, and how much of it may still be brought in.
struct References<'d> {
    lines: &'d Map<String, Value>,
    texts: &'d Map<String, Value>,
    bytes: usize,
    values: usize,
    /// The lines that were brought in whole.
    brought: HashSet<String>,
}

impl References<'_> {
    /// `value` with its references replaced. JSON is never deeper than its parser allows.
    fn followed(&mut self, value: &Value, depth: usize) -> Value {
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
    fn referred(&mut self, name: &str, depth: usize) -> Value {
        let same = || Value::from(name);
        if let Some(Value::String(text)) = self.texts.get(name) {
            let Some(left) = self.bytes.checked_sub(text.len()) else {
                return same();
            };
            self.bytes = left;
            return Value::from(text.as_str());
        }
        if name == NONE {
            return Value::Null;
        }
        if let Some(plain) = name.strip_prefix("$$") {
            return Value::from(format!("${plain}"));
        }
        for kind in [DATE, LARGE] {
            let plain = name.strip_prefix(kind);
            if let Some(plain) = plain.filter(|p| p.starts_with(|c: char| c.is_ascii_digit())) {
                return Value::from(plain);
            }
        }
        let mut steps = name.get(1..).unwrap_or("").split(':');
        let number = steps.next().unwrap_or("");
        let lines = self.lines;
        let Some(mut found) = lines.get(number).filter(|_| depth < MAX_DEPTH) else {
            return same();
        };
        let is_whole = !name.contains(':');
        for step in steps {
            let inner = match (found, step.parse::<usize>()) {
                (Value::Array(parts), Ok(at)) => parts.get(at),
                // An element is a list of its mark, kind, key and properties.
                (Value::Array(parts), Err(_)) if step == "props" => parts.get(3),
                (found, _) => found.get(step),
            };
            match inner {
                Some(inner) => found = inner,
                None => return same(),
            }
        }
        let Some(left) = self.values.checked_sub(size(found)) else {
            return same();
        };
        self.values = left;
        if is_whole {
            self.brought.insert(number.to_owned());
        }
        self.followed(found, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn references_between_lines_are_followed() {
        let pushed = "0:[\"$\",\"main\",null,{\"posts\":\"$1\",\"first\":\"$1:0:title\",\"later\":\"$L2\"}]\n\
            1:[{\"title\":\"One\",\"at\":\"$D2026-01-02T00:00:00.000Z\",\"none\":\"$undefined\"},{\"title\":\"$$2\"}]\n\
            2:[\"$\",\"p\",null,{\"children\":\"$0:props:first\"}]\n";
        let found = document(pushed).unwrap();
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
    fn lines_that_refer_to_themselves_or_multiply_end() {
        assert!(document("0:[\"$0\",\"$0\",\"$0\"]\n").is_some());
        let doubling: String = (0..60)
            .map(|n| {
                let next = n + 1;
                format!("{n:x}:[\"${next:x}\",\"${next:x}\",\"${next:x}\",\"${next:x}\"]\n")
            })
            .collect();
        let found = document(&doubling).unwrap();
        assert!(size(&found) < 10 * MAX_VALUES);
    }

    proptest! {
        #[test]
        fn any_lines_are_read(text in "(0|1|2|:|\\[|\\]|\\{|\\}|\"\\$0\"|\"\\$1:a:0\"|\"\\$1\"|\"a\"|,|\n|T1,|\\PC){0,40}") {
            let _ = document(&text);
        }
    }
}
