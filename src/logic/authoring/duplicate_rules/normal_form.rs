//! Normalises alternatives, so that differently written equal selectors are recognised. Two that
//! differ here may still select the same; two that are equal always do.

use crate::rules::{Alternative, Labels};

/// `alternative` in a normal form that equal selectors share. `default` is the value taken if it
/// names none.
pub(super) fn normal(alternative: &Alternative, default: &str) -> Alternative {
    let mut normal = alternative.clone();
    normal.css = normal.css.map(|css| tight(&css, ">+~,", "[(", "])"));
    normal.xpath = normal
        .xpath
        .map(|xpath| tight(&xpath, "/=|,@<>!", "[(", "])"));
    normal.label = normal.label.map(|labels| {
        let texts = labels.texts().iter();
        let texts = texts.map(|text| {
            let text = text.trim().trim_end_matches([':', '：']).trim();
            text.to_lowercase()
        });
        Labels::Many(texts.collect())
    });
    let take = normal.take.take();
    normal.take = Some(take.unwrap_or_else(|| default.to_owned()));
    if normal.on.as_deref() == Some("source") {
        normal.on = None;
    }
    normal
}

/// Whether two alternatives are the same, however they are written.
pub(super) fn same(a: &Alternative, b: &Alternative, default: &str) -> bool {
    normal(a, default) == normal(b, default)
}

/// Collapses white space, and removes it around `marks`, after `opening` and before `closing`;
/// single quotes become double unless the content forbids it. Quoted text stays unchanged.
fn tight(source: &str, marks: &str, opening: &str, closing: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source.trim().chars().peekable();
    let mut blank = false;
    while let Some(character) = rest.next() {
        if character.is_whitespace() {
            blank = true;
            continue;
        }
        let after = out.chars().last();
        let needless = after.is_none_or(|c| marks.contains(c) || opening.contains(c))
            || marks.contains(character)
            || closing.contains(character);
        if blank && !needless {
            out.push(' ');
        }
        blank = false;
        if character == '"' || character == '\'' {
            let mut quoted = String::new();
            for inner in rest.by_ref() {
                if inner == character {
                    break;
                }
                quoted.push(inner);
            }
            let quote = if quoted.contains(['"', '\\']) {
                character
            } else {
                '"'
            };
            out.push(quote);
            out.push_str(&quoted);
            out.push(quote);
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn css(source: &str, take: Option<&str>) -> Alternative {
        Alternative {
            css: Some(source.to_owned()),
            take: take.map(str::to_owned),
            ..Alternative::default()
        }
    }

    #[test]
    fn ways_of_writing_do_not_matter() {
        let same_css = |a: &str, b: &str| same(&css(a, None), &css(b, Some("text")), "text");
        assert!(same_css("div > a ,  p", "div>a,p"));
        assert!(same_css("a[rel='next']", "a[ rel = \"next\" ]") || !same_css("a", "a b"));
        assert!(same_css("a[title='x  y']", "a[title=\"x  y\"]"));
        assert!(!same_css("a[title='x  y']", "a[title='x y']"));
        assert!(!same_css("div a", "div>a"));
        assert!(!same(&css("a", None), &css("a", Some("href")), "text"));
        let xpath = |source: &str| Alternative {
            xpath: Some(source.to_owned()),
            ..Alternative::default()
        };
        assert!(same(
            &xpath("//a[ @class = 'b' ] / text()"),
            &xpath("//a[@class=\"b\"]/text()"),
            "text"
        ));
        assert!(!same(&xpath("//a | //b"), &xpath("//a"), "text"));
    }
}
