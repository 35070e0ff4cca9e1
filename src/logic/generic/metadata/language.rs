//! The language of a page: the declared one, unless its text is clearly in another. Input:
//! declarations and text. Output: a BCP 47 tag, empty if unknown.

use std::sync::LazyLock;

use crate::generic::features::BodyTree;
use crate::generic::metadata::declared::Declared;
use crate::generic::words::hash::QuickMap;

/// Characters of running text that are inspected.
const MAX_CHARS: usize = 3_000;
/// Stop words from which a language is certain.
const ENOUGH_WORDS: usize = 6;

/// The language of the text in `tree`.
pub(super) fn language(declared: &Declared, tree: &BodyTree<'_>) -> String {
    let said = [
        declared.language.as_str(),
        declared.article.language.as_str(),
    ]
    .into_iter()
    .chain(declared.meta_of(&["content-language", "dc.language", "og:locale", "language"]))
    .find_map(tag);
    let seen = detected(tree);
    match (said, seen) {
        // An English theme declares English whatever language its author writes.
        (Some(said), Some(seen)) if is_other(&said, seen) => seen.to_owned(),
        (Some(said), _) => said,
        (None, Some(seen)) => seen.to_owned(),
        (None, None) => String::new(),
    }
}

fn is_other(said: &str, seen: &str) -> bool {
    let primary = said.split('-').next().unwrap_or_default();
    let same = primary == seen || matches!((primary, seen), ("yue" | "cmn" | "wuu", "zh"));
    !same
        && matches!(seen, "zh" | "ja" | "ko" | "ru" | "el" | "en")
        && (seen != "en" || matches!(primary, "zh" | "ja" | "ko"))
}

/// `en_US` as `en-US`; `None` if it is not a language.
fn tag(text: &str) -> Option<String> {
    let text = text.split([',', ';']).next()?.trim().replace('_', "-");
    let mut parts = text.split('-');
    let primary = parts.next()?;
    let fits = (2..=3).contains(&primary.len()) && primary.chars().all(|c| c.is_ascii_alphabetic());
    let rest = parts.all(|part| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    });
    (fits && rest && text.len() <= 20).then(|| {
        let (first, rest) = text.split_at(primary.len());
        format!("{}{rest}", first.to_ascii_lowercase())
    })
}

/// The language detected from the script or stop words of the running text.
fn detected(tree: &BodyTree<'_>) -> Option<&'static str> {
    let mut text = String::new();
    for item in tree
        .items
        .iter()
        .filter(|i| i.element.is_none() && i.valid > 0)
    {
        text.push_str(item.text);
        text.push(' ');
        if text.len() > 3 * MAX_CHARS {
            break;
        }
    }
    text_language(&text)
}

/// The language of a text by its script and its stop words (ISO 639-1); `None` if it is too short
/// or too mixed to decide.
pub fn text_language(text: &str) -> Option<&'static str> {
    let (mut han, mut kana, mut hangul, mut letters) = (0, 0, 0, 0);
    for c in text.chars() {
        match c {
            '\u{3040}'..='\u{30FF}' => kana += 1,
            '\u{3400}'..='\u{9FFF}' => han += 1,
            '\u{AC00}'..='\u{D7A3}' => hangul += 1,
            c if c.is_alphabetic() => letters += 1,
            _ => {}
        }
    }
    let wide: usize = han + kana + hangul;
    // A character is worth a few letters.
    if wide >= 10 && wide * 3 > letters {
        return Some(if kana * 10 > wide {
            "ja"
        } else if hangul * 3 > wide {
            "ko"
        } else {
            "zh"
        });
    }
    let mut counts: QuickMap<&'static str, usize> = QuickMap::default();
    let mut lower = String::new();
    let not_letter = |c: char| !c.is_alphabetic();
    for word in text.split(not_letter).filter(|word| !word.is_empty()) {
        lower.clear();
        if word.is_ascii() {
            lower.push_str(word);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&word.to_lowercase());
        }
        // Lower-casing may add a combining mark, which is not a letter.
        for word in lower.split(not_letter) {
            for language in STOP_WORDS.get(word).into_iter().flatten() {
                *counts.entry(language).or_default() += 1;
            }
        }
    }
    let mut ranked: Vec<(usize, &'static str)> = counts.into_iter().map(|(l, n)| (n, l)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let (first, language) = ranked.first().copied()?;
    let second = ranked.get(1).map_or(0, |(count, _)| *count);
    (first >= ENOUGH_WORDS && first * 10 > second * 12).then_some(language)
}

/// Stop words with the languages that have them.
static STOP_WORDS: LazyLock<QuickMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: QuickMap<&'static str, Vec<&'static str>> = QuickMap::default();
    let lines = include_str!("../../../../assets/generic/stopwords.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let Some((language, list)) = line.split_once(':') else {
            continue;
        };
        if matches!(language, "zh" | "ja" | "ko") {
            continue;
        }
        for word in list.split_whitespace() {
            words.entry(word).or_default().push(language);
        }
    }
    words
});
