//! JSON in attributes of elements, as programs on the server leave it for scripts: `data-page` of
//! Inertia, `props` of Astro, `wire:snapshot` of Livewire, `data-props` and others. Input: source, with
//! what lies in scripts left out. Output: the attributes whose values begin as JSON, with the entities
//! in them replaced.

use super::PageScript;

/// Bytes from which a value is worth reading: shorter ones are settings.
const MIN_BYTES: usize = 60;
/// The maximum number of attributes.
const MAX_FOUND: usize = 500;
/// The maximum length of an entity, with its marks.
const MAX_ENTITY: usize = 12;

/// Adds the attributes of `part`.
pub(super) fn collect(part: &str, found: &mut Vec<PageScript>) {
    let bytes = part.as_bytes();
    let mut from = 0;
    while found.len() < MAX_FOUND
        && let Some(next) = bytes
            .get(from..)
            .and_then(|rest| memchr::memchr(b'=', rest))
    {
        let sign = from + next;
        from = sign + 1;
        let Some((quote @ (b'"' | b'\''), b'{' | b'[')) = bytes
            .get(sign + 1)
            .copied()
            .zip(bytes.get(sign + 2).copied())
        else {
            continue;
        };
        let Some(name) = name_before(part, sign) else {
            continue;
        };
        let Some(length) = bytes
            .get(sign + 2..)
            .and_then(|rest| memchr::memchr(quote, rest))
        else {
            continue;
        };
        let value = part.get(sign + 2..sign + 2 + length).unwrap_or("");
        from = sign + 2 + length;
        if length < MIN_BYTES {
            continue;
        }
        found.push(PageScript {
            id: format!("@{name}"),
            kind: super::ATTRIBUTE.to_owned(),
            text: unescaped(value),
        });
    }
}

/// The name of the attribute that ends at `end`; `None` for one that holds no data.
fn name_before(part: &str, end: usize) -> Option<String> {
    let before = part.get(..end)?;
    let is_part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '@');
    let length = before
        .chars()
        .rev()
        .take(super::MAX_NAME)
        .take_while(is_part)
        .count();
    let name = before.get(before.len() - length..)?.to_ascii_lowercase();
    let is_attribute = before
        .get(..before.len() - length)
        .is_some_and(|ahead| ahead.ends_with([' ', '\n', '\t', '\r', '"', '\'', '/']));
    let is_code = name.starts_with("on") || name.starts_with('@') || name == "style";
    (is_attribute && !name.is_empty() && !is_code).then_some(name)
}

/// The text with its entities replaced.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        let end = after.bytes().take(MAX_ENTITY).position(|b| b == b';');
        let entity = end.and_then(|end| Some((after.get(1..end)?, end)));
        match entity.and_then(|(name, end)| Some((character(name)?, end))) {
            Some((c, end)) => {
                plain.push(c);
                rest = after.get(end + 1..).unwrap_or("");
            }
            None => {
                plain.push('&');
                rest = after.get(1..).unwrap_or("");
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// The character of an entity; the short names are those of Angular's states.
fn character(name: &str) -> Option<char> {
    Some(match name {
        "quot" | "q" => '"',
        "apos" | "s" => '\'',
        "amp" | "a" => '&',
        "lt" | "l" => '<',
        "gt" | "g" => '>',
        "nbsp" => '\u{a0}',
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(part: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        collect(part, &mut found);
        found.into_iter().map(|one| (one.id, one.text)).collect()
    }

    #[test]
    fn values_that_begin_as_json_are_taken_with_their_entities() {
        let long = "x".repeat(MIN_BYTES);
        let page = format!(
            "<div id=app data-page='[&#x22;{long}&quot;]'></div><p style='{{{long}' onclick=\"{{{long}\" \
             a='{{}}'><x :posts=\"[{long}&amp;&unknown;\">"
        );
        assert_eq!(
            found(&page),
            [
                ("@data-page".to_owned(), format!("[\"{long}\"]")),
                ("@:posts".to_owned(), format!("[{long}&&unknown;")),
            ]
        );
    }

    proptest! {
        #[test]
        fn any_source_is_read(text in "(<| |=|\"|'|\\{|\\[|&|#|x|;|q|a|\\PC|.{60}){0,30}") {
            found(&text);
            unescaped(&text);
        }

        #[test]
        fn what_is_escaped_comes_back(text in "\\PC{0,80}") {
            let escaped = text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            prop_assert_eq!(unescaped(&escaped), text);
        }
    }
}
