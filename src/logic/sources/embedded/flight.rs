//! The parts that React sends its server components in: `self.__next_f.push([1,"…"])`. Their texts,
//! put together, are lines `number:JSON`, `number:Tlength,text` and others. Input: scripts in page
//! order. Output: one object of all lines that are data, by number; a reference to a text is
//! replaced by it.

use serde_json::{Map, Value};

use super::literal::Literals;
use crate::sources::json::size::read_json;

const PUSH: &str = "__next_f.push(";
/// The maximum length of all parts, in bytes, and the maximum number of lines.
const MAX_BYTES: usize = 20_000_000;
const MAX_LINES: usize = 50_000;
/// Bytes of text that references may bring in.
const MAX_BROUGHT: usize = 20_000_000;

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
    let mut left = MAX_BROUGHT;
    for value in data.values_mut() {
        insert_texts(value, &texts, &mut left);
    }
    (!data.is_empty()).then_some(Value::Object(data))
}

/// Replaces `"$1a"` by the text of that number. JSON is never deeper than its parser allows.
fn insert_texts(value: &mut Value, texts: &Map<String, Value>, left: &mut usize) {
    match value {
        Value::String(name) if name.starts_with('$') && name.len() <= 9 => {
            if let Some(Value::String(text)) = texts.get(name.as_str())
                && let Some(rest) = left.checked_sub(text.len())
            {
                *left = rest;
                *value = Value::String(text.clone());
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| insert_texts(item, texts, left)),
        Value::Object(map) => map
            .values_mut()
            .for_each(|item| insert_texts(item, texts, left)),
        _ => {}
    }
}
