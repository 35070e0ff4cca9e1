//! Code as written, without line numbers, and its language if declared. Input: node features.
//! Output: plain text.

use super::super::features::{BodyTree, Item};
use crate::page::is_block;

/// The code in element `at` as written, and its language if declared.
pub(super) fn code(tree: &BodyTree<'_>, at: usize) -> (String, String) {
    let end = tree.get(at).map_or(at, |item| item.end);
    let mut code = String::new();
    let mut inner = at + 1;
    while inner < end {
        let Some(item) = tree.get(inner) else { break };
        if item.element.is_none() {
            code.push_str(item.text);
        } else if is_gutter(item) {
            inner = item.end;
            continue;
        } else if (item.name() == "br" || is_block(item.name()))
            && !code.is_empty()
            && !code.ends_with('\n')
        {
            code.push('\n');
        }
        inner += 1;
    }
    let code = code
        .trim_start_matches(['\n', '\r'])
        .trim_end()
        .replace("\r\n", "\n");
    let code: String = code
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect();
    // A column of line numbers beside the code.
    let is_numbers = code.lines().count() > 1
        && code
            .lines()
            .all(|line| line.trim().chars().all(|c| c.is_ascii_digit()));
    if is_numbers {
        return (String::new(), String::new());
    }
    let language = language(tree, at, end);
    (code, language)
}

fn is_gutter(item: &Item<'_>) -> bool {
    let class = item.attr("class").unwrap_or_default().to_ascii_lowercase();
    [
        "lineno",
        "line-number",
        "linenumber",
        "gutter",
        "rouge-gutter",
    ]
    .iter()
    .any(|name| class.contains(name))
}

/// The language declared by the element, the code in it or its surroundings.
fn language(tree: &BodyTree<'_>, at: usize, end: usize) -> String {
    let mut looked = vec![at];
    looked.extend(
        (at + 1..end.min(at + 4)).filter(|n| tree.get(*n).is_some_and(|i| i.name() == "code")),
    );
    let mut above = at;
    for _ in 0..4 {
        above = tree.get(above).map_or(0, |item| item.parent);
        looked.push(above);
    }
    looked
        .into_iter()
        .filter_map(|at| language_of(tree.get(at)?))
        .next()
        .unwrap_or_default()
}

fn language_of(item: &Item<'_>) -> Option<String> {
    let named = |text: &str| {
        let text = text.trim().to_ascii_lowercase();
        let fits = (1..=30).contains(&text.len())
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+#._-".contains(c))
            && !matches!(
                text.as_str(),
                "plaintext" | "text" | "none" | "nohighlight" | "plain" | "txt"
            );
        fits.then_some(text)
    };
    let by_attribute = ["data-lang", "data-language"]
        .iter()
        .find_map(|name| named(item.attr(name)?));
    by_attribute.or_else(|| {
        let class = item.attr("class")?;
        if let Some((_, after)) = class.split_once("brush:") {
            return named(after.trim().split([' ', ';']).next()?);
        }
        class.split_whitespace().find_map(|word| {
            [
                "language-",
                "lang-",
                "highlight-source-",
                "highlight-text-",
                "highlight-",
                "code-",
            ]
            .iter()
            .find_map(|prefix| named(word.strip_prefix(prefix)?))
            .filter(|name| {
                !matches!(
                    name.as_str(),
                    "block" | "wrapper" | "toolbar" | "container" | "box"
                )
            })
        })
    })
}
