//! Words for yes and no, in the languages of the sites. Input: a value. Output: its meaning,
//! if any.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct YesNoWords {
    yes: Vec<String>,
    no: Vec<String>,
}

static WORDS: LazyLock<HashMap<String, bool>> = LazyLock::new(|| {
    let file: Option<YesNoWords> =
        toml::from_str(include_str!("../../../../assets/words/yes-no.toml")).ok();
    file.into_iter()
        .flat_map(|words| {
            let yes = words.yes.into_iter().map(|word| (word, true));
            yes.chain(words.no.into_iter().map(|word| (word, false)))
        })
        .collect()
});

/// The meaning of `text`; `None` if it is neither yes nor no. In a longer text the words before its
/// first punctuation mark decide ("Yes, in two colours").
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    let text = text.trim().to_lowercase();
    let bare =
        text.trim_matches(|c: char| c.is_ascii_punctuation() || "。，！“”（）【】".contains(c));
    let part = text
        .split([
            ',', '.', ';', '(', '，', '。', '；', '（', '!', '！', ':', '：',
        ])
        .next();
    [text.as_str(), bare, part.unwrap_or("").trim()]
        .into_iter()
        .find_map(|candidate| WORDS.get(candidate).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_load() {
        assert!(WORDS.len() > 60);
        assert!(WORDS.keys().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn yes_and_no_are_told() {
        for yes in [
            "yes",
            "Yes",
            " TRUE ",
            "1",
            "是",
            "是的",
            "√",
            "✓",
            "有",
            "On",
            "ja",
            "да",
            "Yes, in blue",
            "(yes)",
            "In stock (7 left)",
        ] {
            assert_eq!(yes_or_no(yes), Some(true), "{yes}");
        }
        for no in [
            "no",
            "False",
            "0",
            "否",
            "×",
            "✗",
            "无",
            "off",
            "нет",
            "Out of stock",
            "缺货",
            "不是",
        ] {
            assert_eq!(yes_or_no(no), Some(false), "{no}");
        }
        for neither in ["", "maybe", "42", "看情况"] {
            assert_eq!(yes_or_no(neither), None, "{neither}");
        }
    }
}
