//! JSONPath (RFC 9535), by the `serde_json_path` crate.
//!
//! Below: the JSON that a page is or carries, and how many steps a path takes.

pub(super) mod scripts;
pub(super) mod steps;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::{SelectorFault, StepCount, TooExpensive};
use crate::messages::Message;
use steps::Spread;

/// Longest path, in characters, and deepest nesting of brackets; the parser recurses.
const MAX_CHARS: usize = 2_000;
const MAX_DEPTH: usize = 40;

/// A compiled path.
#[derive(Debug)]
pub struct JsonPathProgram {
    path: JsonPath,
    spread: Spread,
}

/// Compiles `source`.
///
/// # Errors
/// A fault at the place that the parser names.
pub fn compile(source: &str) -> Result<JsonPathProgram, SelectorFault> {
    if source.trim().is_empty() {
        return Err(SelectorFault::whole(Message::new("select-empty")));
    }
    if source.chars().count() > MAX_CHARS {
        let reason = Message::new("select-long").with("limit", MAX_CHARS);
        return Err(SelectorFault::whole(reason));
    }
    if depth(source) > MAX_DEPTH {
        let reason = Message::new("select-deep").with("limit", MAX_DEPTH);
        return Err(SelectorFault::whole(reason));
    }
    if !source.starts_with('$') {
        return Err(SelectorFault::at(0, Message::new("select-jsonpath-root")));
    }
    let spread = Spread::of(source);
    let parsed = JsonPath::parse(source);
    parsed
        .map(|path| JsonPathProgram { path, spread })
        .map_err(|error| {
            let before = source.get(..error.position()).unwrap_or(source);
            let reason = match error.message() {
                // The parser's text when it has no specific reason.
                "" | "parser error" => Message::new("select-jsonpath-other"),
                detail => Message::new("select-jsonpath-syntax").with("detail", detail),
            };
            SelectorFault::at(before.chars().count(), reason)
        })
}

impl JsonPathProgram {
    /// The matches in the order in which RFC 9535 visits them.
    ///
    /// # Errors
    /// [`TooExpensive`] when it could take too many steps on this document.
    pub fn run<'a>(
        &self,
        json: &'a Value,
        steps: &StepCount,
    ) -> Result<Vec<&'a Value>, TooExpensive> {
        steps.add(self.spread.steps(json).ok_or(TooExpensive)?);
        Ok(self.path.query(json).all())
    }
}

/// The nesting depth of brackets; `!` counts too, since each recurses.
fn depth(source: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for c in source.chars() {
        match c {
            '(' | '[' | '!' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::fault::tests::check_fault;
    use super::super::{Selector, SelectorKind};

    const JSONPATH: SelectorKind = SelectorKind::JsonPath;

    #[test]
    fn paths_find_values() {
        let json = json!({"items": [{"title": "a", "n": 1}, {"title": "标题", "n": 2}]});
        let find = |source: &str| {
            let selector = Selector::compile(JSONPATH, source).unwrap();
            selector
                .select_json(&json)
                .into_iter()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(find("$.items[*].title"), ["a", "标题"]);
        assert_eq!(find("$..n"), [1, 2]);
        assert_eq!(find("$.items[?@.n > 1].title"), ["标题"]);
        assert!(find("$.none").is_empty());
        let deep = (0..60).fold(json!(1), |inner, _| json!([inner]));
        let selector = Selector::compile(JSONPATH, "$..*..*..*..*..*").unwrap();
        assert!(selector.try_select_json(&deep).is_err());
        assert!(selector.select_json(&deep).is_empty());
    }

    #[test]
    fn other_languages_find_nothing_in_json() {
        let css = Selector::compile(SelectorKind::Css, "a").unwrap();
        assert!(css.select_json(&json!({"a": 1})).is_empty());
    }

    #[test]
    fn faults_have_a_place_and_a_hint() {
        check_fault(JSONPATH, "", None, "select-empty");
        check_fault(JSONPATH, "items", Some(0), "select-jsonpath-root");
        check_fault(JSONPATH, "$.标题[", Some(4), "select-jsonpath-other");
        let deep = format!("$[?{}@.a{}]", "(".repeat(900), ")".repeat(900));
        check_fault(JSONPATH, &deep, None, "select-deep");
    }

    proptest::proptest! {
        #[test]
        fn anything_typed_is_answered(source in "\\$?([.\\[\\]*?@!()'\"a-z0-9:, &|<=-]|\\PC){0,16}") {
            if let Ok(selector) = Selector::compile(JSONPATH, &source) {
                selector.select_json(&json!({"a": [1, {"b": "c"}]}));
            }
        }
    }
}
