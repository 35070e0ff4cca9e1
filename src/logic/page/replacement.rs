//! Replacing by a pattern, within a bound: what replaces may be longer than what it replaces, and a
//! few such steps one after the other would grow a text without end.

use regex::Captures;

/// `value` with every match in it replaced by `by`, in which `$1` or `$name` stands for a group;
/// `None` where that would have more than `max_bytes` bytes.
pub fn replaced<'v>(
    matches: impl Iterator<Item = Captures<'v>>,
    value: &'v str,
    by: &str,
    max_bytes: usize,
) -> Option<String> {
    let mut text = String::with_capacity(value.len().min(max_bytes));
    let groups = by.matches('$').count();
    let mut end = 0;
    for found in matches {
        let whole = found.get(0)?;
        if by.len().saturating_add(whole.len().saturating_mul(groups)) > max_bytes {
            return None;
        }
        text.push_str(value.get(end..whole.start())?);
        found.expand(by, &mut text);
        end = whole.end();
        if text.len() > max_bytes {
            return None;
        }
    }
    text.push_str(value.get(end..)?);
    (text.len() <= max_bytes).then_some(text)
}
