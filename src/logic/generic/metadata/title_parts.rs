//! Where a title divides: the separators between its parts, such as " | " and " - ". Input: a
//! title. Output: its parts as ranges. Which part names the site is decided in `sites`. The name
//! proposed for a new site divides titles by signs of its own (`site_name` of the engine's
//! workbench), and so does the width of a title (`kind::hints`).

use std::sync::LazyLock;

use super::person_names::WORDS;
use crate::generic::words::is_wide;

/// Separators wherever they stand. The last is a Korean vowel that stands for a bar in titles, and
/// alone in no word.
const SEPARATORS: [char; 8] = ['|', '_', '»', '«', '•', '｜', '▷', 'ㅣ'];
/// Separators that also occur inside names and sentences, unless spaces surround them.
const SPACED: [&str; 10] = [
    " - ", " :: ", " : ", " / ", " -- ", "--", " ~ ", " – ", " — ", " · ",
];
/// Separators beside which `<title>` is searched for the name of an undeclared site, in this order.
pub(super) const SITE_SEPARATORS: [&str; 8] = [" - ", " | ", " – ", " — ", "_", "|", " :: ", " · "];

/// The parts of a title between separators, as ranges.
pub(super) fn parts(title: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut rest = title;
    let mut at = 0;
    while let Some(c) = rest.chars().next() {
        let spaced = SPACED.iter().find(|s| rest.starts_with(**s));
        let length = match spaced {
            Some(separator) => separator.len(),
            None if SEPARATORS.contains(&c) => c.len_utf8(),
            None if c == '-' && before_site(rest) => 1,
            None => {
                at += c.len_utf8();
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        parts.push((start, at));
        at += length;
        start = at;
        rest = rest.get(length..).unwrap_or_default();
    }
    parts.push((start, title.len()));
    parts.retain(|(start, end)| !part_of(title, (*start, *end)).trim().is_empty());
    parts
}

/// The text of a part.
pub(super) fn part_of(text: &str, (start, end): (usize, usize)) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Whether an unspaced hyphen precedes the last part of a Chinese title, which is a site's name.
fn before_site(rest: &str) -> bool {
    let name = rest.trim_start_matches('-').trim();
    !name.contains(['-', '_', '|']) && is_site_by_ending(name)
}

/// Whether a part of a title has the ending of a Chinese site or section name.
pub(super) fn is_site_by_ending(name: &str) -> bool {
    (2..=12).contains(&name.chars().count())
        && name.chars().any(is_wide)
        && ENDINGS.iter().any(|ending| name.ends_with(ending.as_str()))
}

static ENDINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    WORDS
        .as_ref()
        .map_or_else(Vec::new, |w| w.site_endings.clone())
});
