//! Bounded replacement by a pattern: the replacement may be longer than the match, and a few such
//! steps in a row could grow a text without limit.

use regex::Captures;

/// `value` with every match replaced by `by`, in which `$1` or `$name` refers to a group; `None` if
/// the result would exceed `max_bytes` bytes.
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
