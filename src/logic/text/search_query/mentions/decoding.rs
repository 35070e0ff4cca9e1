//! Undoes the escapes of addresses (`%4A`), HTML (`&uuml;`, `&#252;`) and JSON (`\u00fc`), one layer at
//! a time, and takes markup out. For finding only: what the text meant there is not kept.

use std::borrow::Cow;

use encoding_rs::{GB18030, WINDOWS_1252};

/// The longest name of an entity that is known.
const MAX_NAME: usize = 10;
/// The entities of Latin-1 from U+00A0 on (HTML 4.01, section 24.2).
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];
/// Other entities that stand in names and addresses.
const OTHERS: [(&str, char); 22] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("commat", '@'),
    ("period", '.'),
    ("lowbar", '_'),
    ("hyphen", '-'),
    ("ndash", '-'),
    ("rsquo", '\''),
    ("lsquo", '\''),
    ("sol", '/'),
    ("colon", ':'),
    ("plus", '+'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Zcaron", 'Ž'),
    ("zcaron", 'ž'),
    ("Yuml", 'Ÿ'),
];

/// The text with one layer of escapes undone; `None` if there are none.
pub(super) fn decoded(text: &str) -> Option<String> {
    memchr::memchr3(b'%', b'&', b'\\', text.as_bytes())?;
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = memchr::memchr3(b'%', b'&', b'\\', rest.as_bytes()) {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        result.push_str(before);
        let read = match escape.as_bytes().first() {
            Some(b'%') => percent(escape),
            Some(b'&') => entity(escape),
            _ => backslash(escape),
        };
        let (meant, length) = match read {
            Some(read) => {
                changed = true;
                read
            }
            None => (Cow::Borrowed(escape.get(..1).unwrap_or_default()), 1),
        };
        result.push_str(&meant);
        rest = escape.get(length..).unwrap_or_default();
    }
    result.push_str(rest);
    changed.then_some(result)
}

/// The text without tags, `joint` in their places.
pub(super) fn without_tags(text: &str, joint: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'<', rest.as_bytes()) {
        let (before, tag) = rest.split_at_checked(at).unwrap_or((rest, ""));
        result.push_str(before);
        let opens = tag.chars().nth(1);
        let is_tag = opens.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
        match memchr::memchr(b'>', tag.as_bytes()).filter(|_| is_tag) {
            Some(end) => {
                result.push_str(joint);
                rest = tag.get(end + 1..).unwrap_or_default();
            }
            None => {
                result.push('<');
                rest = tag.get(1..).unwrap_or_default();
            }
        }
    }
    result.push_str(rest);
    result
}

/// What an escape stands for, and its length in bytes.
type Escape<'a> = Option<(Cow<'a, str>, usize)>;

/// A run of `%XX`, in UTF-8 or in the charsets of older Chinese and western pages.
fn percent(text: &str) -> Escape<'_> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [b'%', high, low, after @ ..] = rest {
        let Some(byte) = hex(*high, *low) else {
            break;
        };
        bytes.push(byte);
        rest = after;
    }
    if bytes.is_empty() {
        return None;
    }
    let length = bytes.len() * 3;
    let meant = match String::from_utf8(bytes) {
        Ok(meant) => meant,
        Err(error) => {
            let bytes = error.into_bytes();
            match GB18030.decode_without_bom_handling_and_without_replacement(&bytes) {
                Some(meant) => meant.into_owned(),
                None => WINDOWS_1252
                    .decode_without_bom_handling(&bytes)
                    .0
                    .into_owned(),
            }
        }
    };
    Some((Cow::Owned(meant), length))
}

/// An entity of HTML.
fn entity(text: &str) -> Escape<'_> {
    let inner = text.get(1..)?;
    let name: &str = inner
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '#')
        .map_or(inner, |end| inner.get(..end).unwrap_or_default());
    if name.is_empty() || name.len() > MAX_NAME {
        return None;
    }
    let meant = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = match hex {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
        None => named(name)?,
    };
    let ends = inner.get(name.len()..)?.starts_with(';');
    Some((
        Cow::Owned(meant.to_string()),
        1 + name.len() + usize::from(ends),
    ))
}

fn named(name: &str) -> Option<char> {
    let other = OTHERS.iter().find(|(known, _)| *known == name);
    if let Some((_, meant)) = other {
        return Some(*meant);
    }
    let place = LATIN.iter().position(|known| *known == name)?;
    char::from_u32(0xA0 + u32::try_from(place).ok()?)
}

/// An escape of JSON or a script.
fn backslash(text: &str) -> Escape<'_> {
    let plain = |meant: &'static str| Some((Cow::Borrowed(meant), 2));
    match text.as_bytes().get(1)? {
        b'u' => unicode(text),
        b'x' => {
            let digits = text.get(2..4)?;
            let code = u32::from_str_radix(digits, 16).ok()?;
            Some((Cow::Owned(char::from_u32(code)?.to_string()), 4))
        }
        b'n' | b'r' | b't' => plain(" "),
        b'/' => plain("/"),
        b'"' => plain("\""),
        b'\'' => plain("'"),
        b'\\' => plain("\\"),
        _ => None,
    }
}

/// `\uXXXX`, of one or two units of UTF-16.
fn unicode(text: &str) -> Escape<'_> {
    let unit = |at: usize| -> Option<u16> {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(0)?;
    let units: Vec<u16> = match (0xD800..0xDC00).contains(&first) {
        true => vec![first, unit(6)?],
        false => vec![first],
    };
    let meant = String::from_utf16(&units).ok()?;
    Some((Cow::Owned(meant), units.len() * 6))
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |sign: u8| char::from(sign).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}
