//! How much of what a page carries may be written again where something refers to it. A page of a
//! few megabytes can name one long text a million times. Input: texts and values. Output: copies
//! while there is room. One budget serves all documents of a page.

use std::cell::Cell;

use serde_json::Value;

/// Bytes of all copies of a page.
const MAX_BYTES: usize = 64_000_000;
/// What a value takes besides its text, in bytes.
const VALUE_BYTES: usize = 32;

/// The bytes left for copies. What does not fit spends the rest, so that loops end.
#[derive(Debug)]
pub(super) struct CopyBudget(Cell<usize>);

impl Default for CopyBudget {
    fn default() -> Self {
        Self(Cell::new(MAX_BYTES))
    }
}

impl CopyBudget {
    /// Whether no further value fits.
    pub fn is_spent(&self) -> bool {
        self.0.get() < VALUE_BYTES
    }

    /// Deducts one value with that many bytes of text; whether it fits.
    pub fn takes(&self, text: usize) -> bool {
        let cost = text.saturating_add(VALUE_BYTES);
        let left = self.0.get().checked_sub(cost);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// A copy of `text`; `None` if it does not fit.
    pub fn text(&self, text: &str) -> Option<String> {
        self.takes(text.len()).then(|| text.to_owned())
    }

    /// A copy of `value` with all its parts; `None` if it does not fit.
    pub fn copied(&self, value: &Value) -> Option<Value> {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let text = match value {
                Value::String(text) => text.len(),
                Value::Object(map) => map.keys().map(String::len).sum(),
                _ => 0,
            };
            if !self.takes(text) {
                return None;
            }
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(map) => open.extend(map.values()),
                _ => {}
            }
        }
        Some(value.clone())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// The bytes of a small budget.
    const SMALL: usize = 1_000_000;

    /// A budget that is spent soon.
    pub(crate) fn small() -> CopyBudget {
        CopyBudget(Cell::new(SMALL))
    }

    /// The bytes that `value` takes by the same count.
    pub(crate) fn weight(value: &Value) -> usize {
        let budget = CopyBudget(Cell::new(usize::MAX));
        let _ = budget.copied(value);
        usize::MAX - budget.0.get()
    }

    /// Whether `value` is no more than what `source` writes itself, and a small budget.
    pub(crate) fn is_bounded(value: &Value, source: &str) -> bool {
        weight(value) <= SMALL + source.len() * VALUE_BYTES
    }

    /// The same with the budget of a page, for the weight of all its documents.
    pub(crate) fn is_page_bounded(weight: usize, source: &str) -> bool {
        weight <= MAX_BYTES + source.len() * VALUE_BYTES
    }

    #[test]
    fn texts_names_and_values_count() {
        assert_eq!(weight(&json!({"ab": ["cde", null]})), 4 * VALUE_BYTES + 5);
        let budget = CopyBudget(Cell::new(3 * VALUE_BYTES));
        assert_eq!(budget.copied(&json!([1])), Some(json!([1])));
        assert_eq!(budget.text("a"), None);
        assert!(budget.is_spent());
        assert_eq!(budget.copied(&json!(null)), None);
    }
}
