//! The source view: where in the source each element's start tag begins. Input: a page.
//! Output: its source with those positions. The parser stores no positions, so the tags of the source
//! are parsed again and aligned with the tree: both are in the same order, except for elements that
//! the parser added or moved, which get no position. Linear in the source.

use std::sync::Arc;

use scraper::ElementRef;

use crate::protocol::authoring::PageSource;
use bowerbird_logic::page::{ElementIndex, Page};

/// How far ahead a tag is searched when the parser has dropped some.
const LOOK_AHEAD: usize = 40;

/// The source of `page` with the places of its elements.
pub(crate) fn source_of(page: &Page) -> PageSource {
    let source = page.source();
    let tags = start_tags(source);
    PageSource {
        spans: Arc::new(aligned(page, &tags)),
        text: source.into(),
    }
}

/// A start tag in the source.
#[derive(Debug, PartialEq, Eq)]
struct Tag<'s> {
    at: usize,
    name: &'s str,
    /// Everything after the name.
    rest: &'s str,
}

/// Pairs elements and tags in order. A tag without a matching element was dropped by the parser, an
/// element without a matching tag nearby was added by it.
fn aligned(page: &Page, tags: &[Tag<'_>]) -> Vec<(ElementIndex, u32)> {
    let mut spans = Vec::with_capacity(page.len());
    let mut next = 0_usize;
    for (index, element) in (0..).zip(page.elements()) {
        let near = tags.iter().enumerate().skip(next).take(LOOK_AHEAD);
        let mut near = near.filter(|(_, tag)| fits(element, tag));
        let Some((at, tag)) = near.next() else {
            continue;
        };
        // Elements added by the parser have no attributes; a distant tag of its name is another
        // one.
        let bare = element.value().attrs.is_empty();
        if at > next && bare && is_implied(element.value().name()) {
            continue;
        }
        if let Ok(place) = u32::try_from(tag.at) {
            spans.push((index, place));
        }
        next = at + 1;
    }
    spans
}

fn fits(element: ElementRef<'_>, tag: &Tag<'_>) -> bool {
    let value = element.value();
    let same_name = value.name().eq_ignore_ascii_case(tag.name)
        || (value.name() == "img" && tag.name.eq_ignore_ascii_case("image"));
    same_name
        && value.attrs().take(4).all(|(name, value)| {
            let value = value.split(['&', '\r', '\n', '"', '\'']).next();
            has(tag.rest, name) && value.is_none_or(|value| tag.rest.contains(value.trim()))
        })
        && (value.attrs.is_empty() == (!tag.rest.contains('=') || is_frame(value.name()))
            || !value.attrs.is_empty()
            || tag.rest.trim_matches(['/', ' ']).is_empty())
}

/// Elements whose attributes may come from several tags.
fn is_frame(name: &str) -> bool {
    matches!(name, "html" | "body")
}

fn is_implied(name: &str) -> bool {
    matches!(
        name,
        "html" | "head" | "body" | "tbody" | "colgroup" | "tr" | "p"
    )
}

/// Whether `text` contains `name`, case-insensitively.
fn has(text: &str, name: &str) -> bool {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    name.is_empty()
        || text
            .windows(name.len())
            .any(|w| w.eq_ignore_ascii_case(name))
}

/// The start tags of `source` in order, those in comments, scripts and templates left out.
fn start_tags(source: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    let mut templates = 0_usize;
    while let Some(found) = source.get(at..).and_then(|rest| rest.find('<')) {
        let open = at + found;
        let rest = source.get(open..).unwrap_or_default();
        if rest.starts_with("<!--") {
            let end = rest.get(4..).and_then(|r| r.find("-->"));
            at = end.map_or(source.len(), |end| open + 4 + end + 3);
            continue;
        }
        let closing = rest.starts_with("</");
        let name_from = if closing { 2 } else { 1 };
        let inside = rest.get(name_from..).unwrap_or_default();
        let length = inside
            .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
            .unwrap_or(inside.len());
        let name = inside.get(..length).unwrap_or_default();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            at = open + 1;
            continue;
        }
        let behind = inside.get(length..).unwrap_or_default();
        let end = end_of_tag(behind);
        at = open + name_from + length + end;
        if name.eq_ignore_ascii_case("template") {
            if closing {
                templates = templates.saturating_sub(1);
                continue;
            }
            templates += 1;
            if templates > 1 {
                continue;
            }
        } else if templates > 0 || closing {
            continue;
        }
        tags.push(Tag {
            at: open,
            name,
            rest: behind.get(..end.saturating_sub(1)).unwrap_or_default(),
        });
        if is_raw(name) {
            at = raw_end(source, at, name);
        }
    }
    tags
}

/// The length of a tag after its name, with its closing bracket; quoted values may contain
/// brackets.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    let mut after_equals = false;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '>' => return at + 1,
            None if after_equals && matches!(c, '"' | '\'') => quote = Some(c),
            None => {}
        }
        if !c.is_ascii_whitespace() {
            after_equals = c == '=' && quote.is_none();
        }
    }
    text.len()
}

/// Elements whose content is always text.
fn is_raw(name: &str) -> bool {
    let raw = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ];
    raw.iter().any(|raw| name.eq_ignore_ascii_case(raw))
}

/// Where the end tag of a raw element begins.
fn raw_end(source: &str, from: usize, name: &str) -> usize {
    let mut at = from;
    while let Some(found) = source.get(at..).and_then(|rest| rest.find("</")) {
        let close = at + found;
        let named = source.get(close + 2..close + 2 + name.len());
        if named.is_some_and(|named| named.eq_ignore_ascii_case(name)) {
            return close;
        }
        at = close + 2;
    }
    source.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://a.example/").expect("a URL"))
    }

    /// Checks that every element with a position is there under its own name.
    fn placed_tags(source: &str) -> Vec<(String, String)> {
        let page = page(source);
        let places = source_of(&page);
        let spans = places.spans.iter();
        spans
            .map(|(index, at)| {
                let name = page.element(*index).expect("an element").value().name();
                let at = usize::try_from(*at).expect("a place");
                let text = source
                    .get(at..)
                    .unwrap_or_default()
                    .chars()
                    .take(name.len() + 6)
                    .collect();
                (name.to_owned(), text)
            })
            .collect()
    }

    #[test]
    fn elements_are_found_in_the_source() {
        let source = "<!doctype html><!-- <p> --><title>A <b></title><script>x = '<p>'</script>\n\
            <table><tr><td class=a>1<td title='>'>2</table><template><p>no</template><p id=x>yes<p>more";
        let found = placed_tags(source);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "title", "script", "table", "tr", "td", "td", "template", "p", "p",
        ];
        assert_eq!(names, expected);
        assert!(found[7].1.starts_with("<p id=x"));
        for (name, text) in &found {
            assert!(text.starts_with(&format!("<{name}")), "{name}: {text}");
        }
    }

    proptest! {
        #[test]
        fn any_source_gets_places_in_order(source in "(<[a-z]{1,4}( [a-z]=\"[<>a-z]{0,3}\")?>|</[a-z]{1,4}>|[a-z<>&\"' -]|<!--|-->|é){0,40}") {
            let places = source_of(&page(&source));
            prop_assert!(places.spans.is_sorted());
            for (_, at) in places.spans.iter() {
                let at = usize::try_from(*at).expect("a place");
                prop_assert!(source.get(at..).unwrap_or_default().starts_with('<'));
            }
        }
    }
}
