//! The tree view: one line per element, in page order. Input: a page. Output: lines. Their
//! texts are short, so that a page of 100,000 elements stays within a few megabytes.

use scraper::{ElementRef, Node};

use crate::protocol::authoring::TreeLine;
use bowerbird_logic::page::{Page, join};

/// Longest text of a line, in characters.
const MAX_TEXT_CHARS: usize = 80;
/// Longest address of a link, in bytes.
const MAX_LINK_BYTES: usize = 4_000;
/// Longest list of classes, in characters.
const MAX_CLASS_CHARS: usize = 120;

/// The elements of `page` as lines.
pub(crate) fn tree_of(page: &Page) -> Vec<TreeLine> {
    let mut lines: Vec<TreeLine> = Vec::with_capacity(page.len());
    for (index, element) in (0..).zip(page.elements()) {
        let above = page.index().parent(index);
        let above = above.and_then(|parent| lines.get_mut(usize::try_from(parent).ok()?));
        let depth = match above {
            Some(parent) => {
                parent.children += 1;
                parent.depth.saturating_add(1)
            }
            None => 0,
        };
        lines.push(TreeLine {
            element: index,
            depth,
            tag: element.value().name().to_owned(),
            id: short(element.attr("id").unwrap_or_default(), MAX_CLASS_CHARS),
            classes: short(element.attr("class").unwrap_or_default(), MAX_CLASS_CHARS),
            text: own_text(element),
            children: 0,
            link: link(page, element),
        });
    }
    lines
}

/// The target of a link.
fn link(page: &Page, element: ElementRef<'_>) -> Option<String> {
    if !matches!(element.value().name(), "a" | "area") {
        return None;
    }
    let target = join(page.base(), element.attr("href")?)?;
    let followed = matches!(target.scheme(), "http" | "https");
    (followed && target.as_str().len() <= MAX_LINK_BYTES).then(|| target.into())
}

/// The beginning of the text directly in an element.
fn own_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    let mut chars = 0;
    for child in element.children() {
        let Node::Text(piece) = child.value() else {
            continue;
        };
        for word in piece.split_whitespace() {
            if chars >= MAX_TEXT_CHARS {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            let room = MAX_TEXT_CHARS.saturating_sub(chars);
            text.extend(word.chars().take(room));
            chars += word.chars().count() + 1;
        }
    }
    text
}

fn short(text: &str, most: usize) -> String {
    let collapsed = bowerbird_logic::page::collapse(text);
    collapsed.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn lines_follow_the_numbers_of_the_page() {
        let source = "<div id=a class='x  y'>one <b>two</b> three</div><p>four</p>";
        let page = Page::parse(source, &Url::parse("http://a.example/").expect("a URL"));
        let lines = tree_of(&page);
        let told: Vec<String> = lines
            .iter()
            .map(|l| format!("{} {} {}{} {}", l.depth, l.tag, l.id, l.classes, l.text))
            .collect();
        let expected = [
            "0 html  ",
            "1 head  ",
            "1 body  ",
            "2 div ax y one three",
            "3 b  two",
            "2 p  four",
        ];
        assert_eq!(told, expected);
        assert_eq!(lines[2].children, 2);
        let linked = Page::parse(
            "<base href='/x/'><a href='y?z'>1</a><a href='javascript:go()'>2</a>",
            &Url::parse("http://a.example/").expect("a URL"),
        );
        let lead: Vec<Option<String>> = tree_of(&linked).into_iter().map(|l| l.link).collect();
        let told = lead.iter().flatten().collect::<Vec<_>>();
        assert_eq!(told, ["http://a.example/x/y?z"]);
        assert!((0..).zip(&lines).all(|(index, line)| line.element == index));
    }
}
