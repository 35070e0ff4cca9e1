//! JSON as servers actually send it: plain JSON, JSON Lines, JSONP, and JSON after one of the
//! prefixes that prevent its execution as a script. Input: decoded text. Output: the JSON.
//!
//! Below: JSON within a bounded amount of memory.

pub(super) mod size;

use serde_json::Value;

use size::{fits, read_json};

/// Prefixes of JSON that prevent a script element from reading it.
const GUARDS: [&str; 6] = [")]}',", ")]}'", ")]}", "while(1);", "for(;;);", "throw 1;"];
/// The maximum length of a JSONP function's name, in characters.
const MAX_NAME: usize = 200;
/// The maximum number of lines of JSON Lines.
const MAX_LINES: usize = 250_000;

/// The JSON in `text`; JSON Lines become one array. `None` if it is not JSON.
pub fn json(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let guard = GUARDS.iter().find_map(|guard| text.strip_prefix(guard));
    let text = guard.unwrap_or(text).trim();
    if text.starts_with(['{', '['])
        && let Some(value) = read_json(text)
    {
        return Some(value);
    }
    wrapped(text).or_else(|| lines(text))
}

/// `name({…});`
fn wrapped(text: &str) -> Option<Value> {
    let text = text.strip_prefix("/**/").unwrap_or(text).trim_start();
    let (name, rest) = text.split_once('(')?;
    let name = name.trim();
    let in_name = |c: char| c.is_alphanumeric() || "_$.[]'\"".contains(c);
    let called = name.chars().last().is_some_and(in_name)
        && name.len() <= MAX_NAME
        && name.chars().all(|c| in_name(c) || " &;=!".contains(c));
    let end = rest.rfind(')')?;
    let body = rest.get(..end)?.trim();
    (called && body.starts_with(['{', '[']))
        .then(|| read_json(body))
        .flatten()
}

/// One value per line. A truncated last line is left out.
fn lines(text: &str) -> Option<Value> {
    if !fits(text) {
        return None;
    }
    let mut values = Vec::new();
    let mut bad = 0_usize;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if value.is_object() || value.is_array() => values.push(value),
            _ => bad += 1,
        }
        if bad > values.len() || values.len() >= MAX_LINES {
            break;
        }
    }
    (!values.is_empty() && bad < values.len()).then_some(Value::Array(values))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn json_is_found_in_what_is_around_it() {
        let check = |text: &str, expected: &str| {
            let found = json(text).map(|found| found.to_string());
            assert_eq!(
                found.as_deref(),
                (!expected.is_empty()).then_some(expected),
                "{text}"
            );
        };
        check("{\"a\":1}", "{\"a\":1}");
        check("\u{feff} [1,2] ", "[1,2]");
        check(")]}',\n{\"a\":1}", "{\"a\":1}");
        check("callback({\"a\":[1]});", "{\"a\":[1]}");
        check("/**/ typeof cb === 'function' && cb([1]);", "[1]");
        check("try{window.x({\"a\":1});}catch(e){}", "");
        check("{\"a\":1}\n{\"a\":2}\n\n{\"a\":", "[{\"a\":1},{\"a\":2}]");
        check("<html>(x)</html>", "");
        check("plain text", "");
        check("", "");
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in ".{0,60}") {
            let _ = json(&text);
        }
    }
}
