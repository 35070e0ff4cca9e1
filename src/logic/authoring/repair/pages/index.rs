//! A page parsed once for many queries: besides the nesting of elements, the range of the page's
//! text that each covers. Input: a page with its index. Output: texts and words of any
//! element without walking its subtree again. Its size depends on the page only.

use std::ops::Range;

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use crate::authoring::field_words::is_ideograph;
use crate::authoring::repair::candidates::thresholds::page_index::MAX_PLACES;
use crate::authoring::repair::value_comparison::{squeeze, squeeze_char};
use crate::page::{ElementIndex, Page, PageIndex, edges};

/// A page with its text laid out by element.
pub(crate) struct ElementTexts<'p> {
    /// The page itself.
    pub page: &'p Page,
    index: &'p PageIndex,
    /// Letters and digits of the page's title, lower case.
    pub title: String,
    /// Letters and digits of the page's text, lower case.
    squeezed: String,
    chars: Vec<Range<usize>>,
    /// Words (each ideograph counts as one), as hashes.
    words: Vec<u64>,
    spans: Vec<Range<usize>>,
    zones: Vec<Zone>,
}

/// The part of a page that an element is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Where the content may be.
    #[default]
    Main,
    /// The frame of every page: menus, side columns, the site's header and footer.
    Frame,
    /// `<head>`.
    Head,
}

impl<'p> ElementTexts<'p> {
    /// Parses `page`.
    pub fn of(page: &'p Page) -> Self {
        let mut builder = Builder::new(page);
        builder.run();
        builder.lens
    }

    /// The number of elements.
    pub fn len(&self) -> ElementIndex {
        ElementIndex::try_from(self.page.len()).unwrap_or(ElementIndex::MAX)
    }

    /// The parent of `element`; none for the root.
    pub fn parent(&self, element: ElementIndex) -> Option<ElementIndex> {
        self.index.parent(element)
    }

    /// `element` and its ancestors, nearest first.
    pub fn around(&self, element: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        self.index.around(element)
    }

    /// `element` and its descendants.
    pub fn within(&self, element: ElementIndex) -> Range<ElementIndex> {
        self.index.within(element)
    }

    /// The children of `element`.
    pub fn children(&self, element: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        self.index.children(element)
    }

    /// Letters and digits of the element's text, lower case.
    pub fn squeezed(&self, element: ElementIndex) -> &str {
        let range = self.chars.get(at(element)).cloned().unwrap_or_default();
        self.squeezed.get(range).unwrap_or_default()
    }

    /// The words of the page.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The range of [`ElementTexts::words`] that the element covers.
    pub fn span(&self, element: ElementIndex) -> Range<usize> {
        self.spans.get(at(element)).cloned().unwrap_or_default()
    }

    /// The part of the page that the element is in.
    pub fn zone(&self, element: ElementIndex) -> Zone {
        self.zones.get(at(element)).copied().unwrap_or_default()
    }

    /// The element.
    pub fn element(&self, element: ElementIndex) -> Option<ElementRef<'p>> {
        self.page.element(element)
    }

    /// Its tag name.
    pub fn tag(&self, element: ElementIndex) -> &'p str {
        self.element(element).map_or("", |e| e.value().name())
    }

    /// An attribute of it.
    pub fn attr(&self, element: ElementIndex, name: &str) -> Option<&'p str> {
        self.element(element)?.value().attr(name)
    }

    /// The smallest elements that contain `text` (squeezed), each with whether the text is all of
    /// its text.
    pub fn holding(&self, text: &str) -> Vec<(ElementIndex, bool)> {
        let mut found = Vec::new();
        if text.is_empty() {
            return found;
        }
        let mut from = 0;
        while found.len() < MAX_PLACES
            && let Some(rest) = self.squeezed.get(from..)
            && let Some(place) = rest.find(text)
        {
            let start = from + place;
            let range = start..start + text.len();
            if let Some(element) = self.smallest(&range) {
                let whole = self.chars.get(at(element)) == Some(&range);
                found.push((element, whole));
            }
            from = range.end;
        }
        found
    }

    /// The smallest element that covers a range of the squeezed text.
    fn smallest(&self, range: &Range<usize>) -> Option<ElementIndex> {
        let after = self.chars.partition_point(|c| c.start <= range.start);
        let last = ElementIndex::try_from(after.checked_sub(1)?).ok()?;
        self.around(last).find(|element| {
            self.chars
                .get(at(*element))
                .is_some_and(|c| c.start <= range.start && c.end >= range.end)
        })
    }

    /// The outermost element with the same text as `element`.
    pub fn widest(&self, element: ElementIndex) -> ElementIndex {
        let own = self.chars.get(at(element));
        self.around(element)
            .take_while(|e| self.chars.get(at(*e)) == own)
            .last()
            .unwrap_or(element)
    }
}

fn at(element: ElementIndex) -> usize {
    usize::try_from(element).unwrap_or(usize::MAX)
}

/// Builds a lens in one walk.
struct Builder<'p> {
    lens: ElementTexts<'p>,
    open: Vec<(ElementIndex, Zone)>,
    word: u64,
    in_word: bool,
}

impl<'p> Builder<'p> {
    fn new(page: &'p Page) -> Self {
        let lens = ElementTexts {
            page,
            title: squeeze(&page.title()),
            index: page.index(),
            squeezed: String::new(),
            chars: Vec::with_capacity(page.len()),
            words: Vec::new(),
            spans: Vec::with_capacity(page.len()),
            zones: Vec::with_capacity(page.len()),
        };
        Self {
            lens,
            open: Vec::new(),
            word: 0,
            in_word: false,
        }
    }

    fn run(&mut self) {
        let mut silent = 0_usize;
        for edge in edges(self.lens.page.html()) {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Element(element) => {
                        self.enter(element);
                        silent += usize::from(is_silent(element.name()));
                    }
                    Node::Text(text) if silent == 0 => self.feed(text),
                    _ => {}
                },
                Edge::Close(node) => {
                    if let Node::Element(element) = node.value() {
                        self.leave(element.name());
                        silent = silent.saturating_sub(usize::from(is_silent(element.name())));
                    }
                }
            }
        }
        self.flush();
    }

    fn enter(&mut self, element: &scraper::node::Element) {
        if !is_inline(element.name()) {
            self.flush();
        }
        let index = ElementIndex::try_from(self.lens.zones.len()).unwrap_or(ElementIndex::MAX);
        let around = self.open.last().copied();
        let zone = zone(
            element,
            around.map(|(_, zone)| zone).unwrap_or_default(),
            || {
                self.open
                    .iter()
                    .any(|(e, _)| matches!(self.lens.tag(*e), "article" | "main"))
            },
        );
        let chars = self.lens.squeezed.len();
        self.lens.chars.push(chars..chars);
        let words = self.lens.words.len();
        self.lens.spans.push(words..words);
        self.lens.zones.push(zone);
        self.open.push((index, zone));
    }

    fn leave(&mut self, name: &str) {
        if !is_inline(name) {
            self.flush();
        }
        let Some((index, _)) = self.open.pop() else {
            return;
        };
        if let Some(chars) = self.lens.chars.get_mut(at(index)) {
            chars.end = self.lens.squeezed.len();
        }
        if let Some(span) = self.lens.spans.get_mut(at(index)) {
            span.end = self.lens.words.len().max(span.start);
        }
    }

    fn feed(&mut self, text: &str) {
        for c in text.chars() {
            if !c.is_alphanumeric() {
                if !matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{AD}') {
                    self.flush();
                }
                continue;
            }
            if is_ideograph(c) {
                self.flush();
            }
            squeeze_char(c, &mut self.lens.squeezed);
            // FNV-1a over the characters.
            for lower in c.to_lowercase() {
                self.word = (self.word ^ u64::from(lower)).wrapping_mul(0x0100_0000_01B3);
            }
            self.in_word = true;
            if is_ideograph(c) {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        if self.in_word {
            self.lens.words.push(self.word);
        }
        self.in_word = false;
        self.word = 0xCBF2_9CE4_8422_2325;
    }
}

/// Elements whose text is not displayed.
fn is_silent(name: &str) -> bool {
    matches!(name, "head" | "script" | "style" | "template" | "noframes")
}

fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "mark"
            | "q"
            | "ruby"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

/// The zone of an element whose parent is in `around`.
fn zone(element: &scraper::node::Element, around: Zone, in_article: impl Fn() -> bool) -> Zone {
    if around != Zone::Main {
        return around;
    }
    let frame = match element.name() {
        "head" => return Zone::Head,
        "nav" | "menu" => true,
        // A featured article may be in a side column; then the article is content.
        "aside" => true,
        "header" | "footer" => !in_article(),
        _ => matches!(
            element.attr("role"),
            Some("navigation" | "complementary" | "contentinfo" | "banner" | "search")
        ),
    };
    if frame { Zone::Frame } else { Zone::Main }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html, &Url::parse("http://example.org/").unwrap())
    }

    #[test]
    fn texts_belong_to_their_elements() {
        let page = page("<h1>A <a>B c</a></h1><p>d<template>x</template></p><p></p>");
        let lens = ElementTexts::of(&page);
        let texts: Vec<&str> = (0..lens.len()).map(|e| lens.squeezed(e)).collect();
        assert_eq!(texts, ["abcd", "", "abcd", "abc", "bc", "d", "", ""]);
        assert_eq!(lens.parent(4), Some(3));
        assert_eq!(lens.children(2).collect::<Vec<_>>(), [3, 5, 7]);
        assert_eq!(lens.span(3).len(), 3);
        assert_eq!(lens.holding("bc"), [(4, true)]);
        assert_eq!(lens.holding("ab"), [(3, false)]);
        assert_eq!(lens.holding("d"), [(5, true)]);
        assert_eq!(lens.words().len(), 4);
    }

    #[test]
    fn frames_are_told_from_content() {
        let page =
            page("<header>a</header><article><header>b</header></article><nav><a>c</a></nav>");
        let lens = ElementTexts::of(&page);
        let zones: Vec<Zone> = (2..lens.len()).map(|e| lens.zone(e)).collect();
        let (main, frame) = (Zone::Main, Zone::Frame);
        assert_eq!(zones, [main, frame, main, main, frame, frame]);
    }
}
