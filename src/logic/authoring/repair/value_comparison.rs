//! Compares values regardless of spelling: spaces, case, quotes, date formats, hosts. Input:
//! expected and found values. Output: an agreement between 0 and 1.

use std::collections::HashSet;

use jiff::Timestamp;
use url::Url;

use crate::model::Value;
use crate::rules::FieldType;

/// Appends `c` in lower case, with full-width letters and digits in their plain forms.
pub(super) fn squeeze_char(c: char, out: &mut String) {
    let plain = match u32::from(c) {
        wide @ 0xFF01..=0xFF5E => char::from_u32(wide - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    out.extend(plain.to_lowercase());
}

/// The letters and digits of `text` in lower case.
pub(super) fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .for_each(|c| squeeze_char(c, &mut out));
    out
}

/// Whether two texts have the same letters and digits, or are equal if they have none.
pub(super) fn same_text(a: &str, b: &str) -> bool {
    let (left, right) = (squeeze(a), squeeze(b));
    if left.is_empty() && right.is_empty() {
        return a.trim() == b.trim();
    }
    left == right
}

/// The non-blank texts of a value.
pub(super) fn texts(value: &Value) -> Vec<String> {
    let all: Vec<String> = match value {
        Value::One(text) => vec![text.clone()],
        Value::Many(texts) => texts.clone(),
        Value::Rows(rows) => rows
            .iter()
            .flatten()
            .map(|(_, text)| text.clone())
            .collect(),
    };
    all.into_iter().filter(|t| !t.trim().is_empty()).collect()
}

/// How well `found` agrees with `expected`, 0 to 1; both are normalised to `kind`.
pub(super) fn agreement(kind: FieldType, expected: &Value, found: &Value) -> f64 {
    match (expected, found) {
        (Value::One(expected), Value::One(found)) => one(kind, expected, found),
        (expected, found) => {
            let (expected, found) = (texts(expected), texts(found));
            if expected.is_empty() || found.is_empty() {
                return f64::from(u8::from(expected.is_empty() && found.is_empty()));
            }
            let hit = |from: &[String], of: &[String]| {
                let best = from.iter().map(|a| {
                    let fits = of.iter().map(|b| one(kind, a, b));
                    fits.fold(0.0, f64::max)
                });
                best.sum::<f64>() / count(from.len())
            };
            let (recall, precision) = (hit(&expected, &found), hit(&found, &expected));
            harmonic(recall, precision)
        }
    }
}

fn one(kind: FieldType, expected: &str, found: &str) -> f64 {
    match kind {
        FieldType::Date => dates(expected, found),
        FieldType::Number => f64::from(u8::from(expected.trim() == found.trim())),
        FieldType::Url => f64::from(u8::from(same_address(expected, found))),
        _ => plain(expected, found),
    }
}

/// Agreement of texts: equal, or one contained in a slightly longer one.
fn plain(expected: &str, found: &str) -> f64 {
    if same_text(expected, found) {
        return 1.0;
    }
    let (left, right) = (squeeze(expected), squeeze(found));
    let (short, long) = if left.len() <= right.len() {
        (&left, &right)
    } else {
        (&right, &left)
    };
    if short.is_empty() || !long.contains(short.as_str()) {
        return 0.0;
    }
    // "Ann" is close to "By Ann", but much less to a whole line that names her.
    0.85 * count(short.len()) / count(long.len())
}

/// Agreement of ISO 8601 dates: the same instant, otherwise the same day.
fn dates(expected: &str, found: &str) -> f64 {
    if expected == found {
        return 1.0;
    }
    let day = |text: &str| text.get(..10).map(str::to_owned);
    if let (Ok(a), Ok(b)) = (expected.parse::<Timestamp>(), found.parse::<Timestamp>()) {
        if a == b {
            return 1.0;
        }
        // To the minute, or without a time of day.
        let apart = (a.as_second() - b.as_second()).abs();
        return match apart {
            0..60 => 0.98,
            _ if day(expected) == day(found) => 0.9,
            _ => 0.0,
        };
    }
    f64::from(u8::from(
        day(expected).is_some() && day(expected) == day(found),
    )) * 0.95
}

/// Whether two addresses point to the same page, ignoring host and fragment.
pub(super) fn same_address(a: &str, b: &str) -> bool {
    a == b
        || match (Url::parse(a), Url::parse(b)) {
            (Ok(a), Ok(b)) => address_key(&a) == address_key(&b),
            _ => false,
        }
}

/// Identifies a page within a site: path without a trailing slash or `index.html`, and query.
pub(super) fn address_key(url: &Url) -> String {
    let path = url.path();
    let path = path
        .strip_suffix("index.html")
        .or_else(|| path.strip_suffix("index.htm"))
        .or_else(|| path.strip_suffix("index.php"))
        .unwrap_or(path);
    let path = path.trim_end_matches('/');
    match url.query().filter(|query| !query.is_empty()) {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    }
}

/// The common shape of similar addresses: the number of parts and which are fixed words.
pub(super) fn address_shape(url: &Url) -> String {
    let mut shape = String::new();
    let parts: Vec<&str> = url.path().split('/').filter(|p| !p.is_empty()).collect();
    let last = parts.len().saturating_sub(1);
    for (place, part) in parts.iter().enumerate() {
        shape.push('/');
        let varies = part.chars().any(|c| c.is_ascii_digit()) || part.contains(['-', '_', '%']);
        if place < last && !varies && part.len() <= 16 {
            shape.push_str(part);
        } else {
            let stem = part.split('.').next().unwrap_or_default();
            let digits = !stem.is_empty() && stem.chars().all(|c| c.is_ascii_digit());
            shape.push(if digits { '0' } else { '*' });
        }
        if place == last
            && let Some((_, extension)) = part.rsplit_once('.')
        {
            shape.push('.');
            shape.push_str(extension);
        }
    }
    let mut names: Vec<String> = url.query_pairs().map(|(k, _)| k.into_owned()).collect();
    names.sort();
    if !names.is_empty() {
        shape.push('?');
        shape.push_str(&names.join("&"));
    }
    shape
}

/// The share of `of` that is also in `within`.
pub(super) fn share<T: std::hash::Hash + Eq>(of: &HashSet<T>, within: &HashSet<T>) -> f64 {
    if of.is_empty() {
        return 0.0;
    }
    count(of.iter().filter(|t| within.contains(t)).count()) / count(of.len())
}

/// F-measure of two shares.
pub(super) fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 {
        2.0 * a * b / (a + b)
    } else {
        0.0
    }
}

/// A count as a float.
pub(in crate::authoring) fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: FieldType, expected: &str, found: &str, range: std::ops::RangeInclusive<f64>) {
        let one = |text: &str| Value::One(text.to_owned());
        let got = agreement(kind, &one(expected), &one(found));
        assert!(range.contains(&got), "{expected} / {found}: {got}");
    }

    #[test]
    fn spelling_does_not_matter() {
        check(FieldType::Text, "“A  title”", "\"a title\" ¶", 1.0..=1.0);
        check(FieldType::Text, "Ａ１", "a1", 1.0..=1.0);
        check(FieldType::Text, "Ann", "By Ann", 0.3..=0.8);
        check(FieldType::Text, "Ann", "Bob", 0.0..=0.0);
        check(FieldType::Number, "1.5", "15", 0.0..=0.0);
        check(
            FieldType::Url,
            "http://a.b/x/?q=1",
            "https://c.d/x?q=1",
            1.0..=1.0,
        );
    }

    #[test]
    fn dates_agree_by_instant_then_by_day() {
        let date = FieldType::Date;
        check(
            date,
            "2026-01-05T08:30:00+00:00",
            "2026-01-05T16:30:00+08:00",
            1.0..=1.0,
        );
        check(date, "2026-01-05T08:30:00+00:00", "2026-01-05", 0.9..=0.99);
        check(date, "2026-01-05", "2026-01-06", 0.0..=0.0);
    }

    #[test]
    fn addresses_have_shapes() {
        let shape = |text: &str| address_shape(&Url::parse(text).unwrap());
        assert_eq!(shape("http://a/category/faq.html"), "/category/*.html");
        assert_eq!(shape("http://a/2026/01/some-slug/"), "/0/0/*");
        assert_eq!(shape("http://a/thread/12?page=2&b"), "/thread/0?b&page");
    }
}
