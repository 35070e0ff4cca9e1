//! Signs such as "¶" or "#" that link a heading to itself: they serve for copying the address and
//! are no words of the heading. Input: nodes of the tree. Output: whether a text is such a sign.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

/// The maximum length of such a text, in bytes.
const MAX_BYTES: usize = 24;
/// The maximum number of levels between the sign and its link.
const MAX_LEVELS: usize = 3;
/// The maximum number of levels between the link and its heading.
const MAX_ABOVE: usize = 3;
/// Words in the classes of such links.
const CLASSES: [&str; 7] = [
    "headerlink",
    "hash-link",
    "header-anchor",
    "heading-anchor",
    "heading-link",
    "anchor-link",
    "permalink",
];

/// Whether `node` is the text of a link in a heading that consists of a sign only, while the heading
/// has words besides it.
pub(crate) fn is_permalink_sign(node: NodeRef<'_, Node>) -> bool {
    let Some(text) = node.value().as_text() else {
        return false;
    };
    if text.len() > MAX_BYTES || !is_sign(text) {
        return false;
    }
    let around = || node.ancestors().filter_map(ElementRef::wrap);
    let is_link = |e: &ElementRef<'_>| e.value().name() == "a" && e.attr("href").is_some();
    let Some(link) = around().take(MAX_LEVELS).find(is_link) else {
        return false;
    };
    if !link
        .text()
        .all(|text| text.trim().is_empty() || is_sign(text))
    {
        return false;
    }
    let above = || link.ancestors().filter_map(ElementRef::wrap);
    let heading = above()
        .take(MAX_ABOVE)
        .find(|e| is_heading(e.value().name()));
    let heading = heading.or_else(|| above().next().filter(|_| is_called(link)));
    let has_words = |text: &str| !text.trim().is_empty() && !is_sign(text);
    heading.is_some_and(|heading| heading.text().any(has_words))
}

/// `text` of `element` without such signs at its ends.
pub(crate) fn without_permalink_signs(element: ElementRef<'_>, text: String) -> String {
    let ends = |c: char| is_sign_char(c) || c.is_whitespace();
    if text.starts_with(ends) || text.ends_with(ends) {
        let mut inside = element.descendants();
        if inside.any(is_permalink_sign) {
            return text.trim_matches(ends).to_owned();
        }
    }
    text
}

/// Whether a node is inside a link, so that its text is asked for itself.
pub(in crate::page) fn is_in_link(element: ElementRef<'_>) -> bool {
    let around = element.ancestors().filter_map(ElementRef::wrap);
    let mut levels = std::iter::once(element).chain(around).take(MAX_LEVELS);
    levels.any(|e| e.value().name() == "a")
}

fn is_sign(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(is_sign_char)
}

/// Signs in use, and the private characters of icon fonts.
fn is_sign_char(c: char) -> bool {
    matches!(
        c,
        '¶' | '#' | '§' | '🔗' | '⚓' | '∞' | '\u{FE0E}' | '\u{FE0F}' | '\u{E000}'..='\u{F8FF}'
    )
}

fn is_heading(name: &str) -> bool {
    matches!(
        name,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "caption"
    )
}

fn is_called(link: ElementRef<'_>) -> bool {
    let classes = link.attr("class").unwrap_or_default();
    classes
        .split_ascii_whitespace()
        .any(|c| CLASSES.contains(&c))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use crate::page::{Page, visible_text};

    fn check(html: &str, expected: &str) {
        let page = Page::parse(html, &Url::parse("http://example.org/").unwrap());
        assert_eq!(visible_text(&page), expected, "{html}");
    }

    #[test]
    fn a_heading_is_read_without_the_sign_that_links_to_it() {
        check("<h2>One <a href=#one>¶</a></h2><p>x</p>", "One\nx");
        check(
            "<h4><a href=/t/1>Two</a> <a href=/t/1#p1><span>#</span></a></h4>",
            "Two",
        );
        check("<h1><a class=x href=#a>🔗</a> Three</h1>", "Three");
        check(
            "<div class=name>Four<a class=headerlink href=#b>§</a></div>",
            "Four",
        );
        check(
            "<dl><dt>five()<a href=#c>\u{F0C1}</a><dd>y</dl>",
            "five()\ny",
        );
    }

    #[test]
    fn other_signs_are_words() {
        check("<h2>C #</h2>", "C #");
        check("<h2><a href=#n>#</a></h2><p>x</p>", "#\nx");
        check("<p>see <a href=#n>§</a> above</p>", "see § above");
        check("<h2><a href=/c>C#</a> and more</h2>", "C# and more");
    }
}
