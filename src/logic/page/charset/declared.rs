//! Charsets as pages declare them: in the `Content-Type` header, an XML declaration or a `<meta>`.
//! Only parses them; the caller decides whether they are correct.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// The number of bytes searched for a `<meta charset>`. Browsers scan 1,024 and continue while
/// parsing; some pages have whole style sheets before theirs.
const META_SEARCH_BYTES: usize = 64 * 1024;

/// The charset in a `Content-Type` value.
pub fn header_charset(content_type: &str) -> Option<&'static Encoding> {
    for parameter in content_type.split(';').skip(1) {
        if let Some((name, value)) = parameter.split_once('=')
            && name.trim().eq_ignore_ascii_case("charset")
        {
            return label(value.trim().trim_matches(['"', '\'']).as_bytes());
        }
    }
    None
}

/// The charset in an XML declaration or the first usable `<meta>`.
pub fn meta_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..META_SEARCH_BYTES).unwrap_or(bytes);
    if let Some(rest) = head.trim_ascii_start().strip_prefix(b"<?xml")
        && let Some(end) = position(rest, b">")
        && let Some(encoding) = attribute_value(rest.get(..end)?, b"encoding").and_then(label)
    {
        return Some(as_declared_in_ascii(encoding));
    }
    let mut rest = head;
    while let Some(start) = rest.iter().position(|b| *b == b'<') {
        rest = rest.get(start..)?;
        if rest.starts_with(b"<!--") {
            let end = position(rest, b"-->")?;
            rest = rest.get(end..)?;
        } else if rest
            .get(..5)
            .is_some_and(|t| t.eq_ignore_ascii_case(b"<meta"))
        {
            let end = position(rest, b">").unwrap_or(rest.len());
            if let Some(encoding) = attribute_value(rest.get(..end)?, b"charset").and_then(label) {
                return Some(as_declared_in_ascii(encoding));
            }
        }
        rest = rest.get(1..)?;
    }
    None
}

/// The value after `name` `=` in a tag, also inside another attribute's value, as in
/// `content="text/html; charset=gb2312"`.
fn attribute_value<'a>(tag: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut rest = tag;
    loop {
        let at = rest
            .windows(name.len())
            .position(|w| w.eq_ignore_ascii_case(name))?;
        rest = rest.get(at + name.len()..)?;
        let Some(value) = rest.trim_ascii_start().strip_prefix(b"=") else {
            continue;
        };
        let value = value.trim_ascii_start();
        let value = match value.first() {
            Some(b'"' | b'\'') => value.get(1..)?,
            _ => value,
        };
        let end = value
            .iter()
            .position(|b| b.is_ascii_whitespace() || b"\"';,/>?".contains(b))
            .unwrap_or(value.len());
        return value.get(..end);
    }
}

fn label(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).filter(|e| *e != REPLACEMENT)
}

/// WHATWG HTML, "prescan a byte stream": a declaration readable as ASCII cannot be UTF-16.
fn as_declared_in_ascii(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|w| w == wanted)
}
