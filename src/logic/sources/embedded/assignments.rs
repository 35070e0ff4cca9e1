//! Data that scripts assign to a name: `window.x = {…}`, `var x = JSON.parse("…")`. Input: a
//! script. Output: its data with the names. An assignment counts at the start of a script, or where
//! a statement begins and the name is one of the window or declared there. The work on what turns
//! out to be a program is bounded.

use serde_json::Value;

use super::copy_budget::CopyBudget;
use super::literal::Literals;
use super::{EmbeddedDocument, MAX_NAME};

/// Bytes that may be read in vain for each byte of a script, and at least.
const WASTED_BYTES_PER_BYTE: usize = 2;
const MIN_WASTED_BYTES: usize = 200_000;
/// The maximum number of documents of a script.
const MAX_FOUND: usize = 200;

/// The data that `script` assigns.
pub(super) fn assignments(script: &str, budget: &CopyBudget) -> Vec<EmbeddedDocument> {
    let mut found = Vec::new();
    let mut waste = script
        .len()
        .saturating_mul(WASTED_BYTES_PER_BYTE)
        .saturating_add(MIN_WASTED_BYTES);
    let (mut from, mut previous) = (0, 0);
    while let Some(next) = script
        .get(from..)
        .and_then(|rest| memchr::memchr(b'=', rest.as_bytes()))
    {
        let sign = from + next;
        from = sign + 1;
        let Some((name, is_first)) = assigned_name(script.get(previous..sign).unwrap_or("")) else {
            continue;
        };
        let is_first = is_first && previous == 0;
        let Some(name) = stable_name(name, is_first) else {
            continue;
        };
        let mut reader = Literals::new(script, from, budget);
        reader.space();
        let written = script.get(previous..sign).unwrap_or("").trim_end();
        reader.is_secondary = skips_earlier_value(&mut reader, written);
        if !may_be_data(reader.rest()) {
            continue;
        }
        let start = reader.at;
        let value = reader.value(0).filter(has_values);
        match value {
            Some(json) => {
                found.push(EmbeddedDocument {
                    name,
                    json,
                    is_plain: is_first,
                    is_secondary: reader.is_secondary,
                });
                (from, previous) = (reader.at, reader.at);
                if found.len() >= MAX_FOUND {
                    break;
                }
            }
            None => match waste.checked_sub(reader.at.saturating_sub(start)) {
                Some(left) => waste = left,
                None => break,
            },
        }
    }
    found
}

/// Goes on after what keeps an earlier value of the same name, if it comes next: `x = x || {…}`.
fn skips_earlier_value(reader: &mut Literals<'_>, written: &str) -> bool {
    let rest = reader.rest();
    let ahead = rest.get(..rest.floor_char_boundary(MAX_NAME)).unwrap_or("");
    let kept = ["||", "??"].into_iter().find_map(|sign| {
        let (kept, _) = ahead.split_once(sign)?;
        let name = kept.trim();
        (!name.is_empty() && written.ends_with(name)).then(|| kept.len() + sign.len())
    });
    if let Some(kept) = kept {
        reader.at += kept;
        reader.space();
    }
    kept.is_some()
}

fn may_be_data(rest: &str) -> bool {
    rest.starts_with(['{', '['])
        || ["JSON.parse(", "(function", "function(", "Object.freeze("]
            .iter()
            .any(|start| rest.starts_with(start))
}

fn has_values(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
        _ => false,
    }
}

/// The name at the end of `before`, and whether nothing stands before it; `None` where no statement
/// begins with it.
fn assigned_name(before: &str) -> Option<(&str, bool)> {
    let before = before.trim_end();
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '[' | ']' | '"' | '\'' | '-')
    };
    let start = before
        .char_indices()
        .rev()
        .take(MAX_NAME + 1)
        .take_while(|(_, c)| plain(*c))
        .last()
        .map(|(at, _)| at)?;
    let name = before.get(start..)?;
    if name.chars().nth(MAX_NAME).is_some() {
        return None;
    }
    let ahead = before.get(..start)?.trim_end_matches([' ', '\t', '\r']);
    for word in ["var", "let", "const"] {
        if let Some(ahead) = ahead.strip_suffix(word)
            && is_beginning(ahead)
        {
            return Some((before.get(ahead.len()..)?, ahead.trim().is_empty()));
        }
    }
    is_beginning(ahead).then(|| (name, ahead.trim().is_empty()))
}

/// Whether a statement begins after `ahead`.
fn is_beginning(ahead: &str) -> bool {
    let ahead = ahead.trim_end_matches([' ', '\t', '\r']);
    ahead
        .chars()
        .next_back()
        .is_none_or(|c| matches!(c, ';' | '\n' | '}' | '{' | ')' | ',' | '/'))
}

/// The name without what only says whose it is; `None` if it may be anyone's.
fn stable_name(name: &str, is_first: bool) -> Option<String> {
    let (mut rest, mut is_known) = (name, is_first);
    for word in ["var ", "let ", "const "] {
        if let Some(inner) = rest.strip_prefix(word) {
            (rest, is_known) = (inner.trim_start(), true);
        }
    }
    for owner in ["window", "self", "globalThis", "top"] {
        if let Some(inner) = rest.strip_prefix(owner)
            && inner.starts_with(['.', '['])
        {
            (rest, is_known) = (inner, true);
        }
    }
    let name = rest
        .trim_start_matches('.')
        .replace("['", ".")
        .replace("[\"", ".");
    let name = name.replace("']", "").replace("\"]", "");
    let name = name.trim_matches('.');
    let is_known = is_known || name.starts_with("__");
    (is_known && !name.is_empty()).then(|| name.to_owned())
}
