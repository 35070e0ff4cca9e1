//! HTML source becomes a tree of bounded depth and size. html5ever does the work; this module sits
//! between its tokenizer and its tree builder and, like browsers, makes elements beyond
//! [`MAX_DEPTH`] siblings of each other. Otherwise a page of 100,000 nested elements takes time
//! quadratic in its depth, here and in every later ancestor match. No element and no text is lost.
//!
//! The size is bounded for the same reason. HTML reopens formatting elements that were left open in
//! each following paragraph (13.2.4.3, the list of active formatting elements): 500 of them and a
//! row of `<p>x` would make 500 elements of four bytes. So the list is kept short, elements that
//! one tag reopens beyond [`MAX_REOPENED`] are closed for good, and if the elements far outnumber
//! the tags of the source, formatting is dropped and its text kept. A page of more than
//! [`MAX_NODES`], or with a tag of more than [`MAX_ATTRIBUTES`], or very many of hardly fewer, is
//! truncated there and marked as such. Pages for human readers come nowhere near these limits.
//!
//! Below: the bounded tree during construction.

pub(super) mod formatting;
pub(super) mod tag_length;
mod tree_limits;
pub(super) mod tree_sink;
pub(super) mod xml_serialisation;

use std::cell::{Cell, RefCell};

use ego_tree::{NodeId, Tree};
use html5ever::interface::TreeSink as _;
use html5ever::tokenizer::{
    BufferQueue, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, tendril::StrTendril};
use scraper::{Html, Node};

use formatting::Formatting;
use tag_length::{MAX_ATTRIBUTES, OpenTag};
use tree_limits::{
    ELEMENTS_OF_TAG, FLAT_LOOKBACK, MAX_CLOSINGS, MAX_COMPARED, MAX_IMPLIED, MAX_REOPENED,
    SPARE_ELEMENTS,
};
pub use tree_limits::{MAX_DEPTH, MAX_NODES};
use tree_sink::DepthSink;
use xml_serialisation::is_xml_serialised;

/// Bytes of source given to the tokenizer at a time.
const PIECE: usize = 32 * 1024;

/// Parses `source` with scripting off, so that the content of `<noscript>` is markup.
///
/// If an XML tool wrote the page, `<span/>` is an empty element, as in XML.
pub fn parse(source: &str) -> Html {
    parse_whole(source).0
}

/// As [`parse`]; also returns whether the whole source was read. It is not if the tree would exceed
/// [`MAX_NODES`], or a tag does not end.
pub fn parse_whole(source: &str) -> (Html, bool) {
    let mut html = Html::new_document();
    // There are hardly more nodes than tags: space for all avoids moves as the tree grows.
    let tags = memchr::memchr_iter(b'<', source.as_bytes()).count();
    let room = tags.min(MAX_NODES);
    html.tree = Tree::with_capacity(Node::Document, room + room / 4 + 16);
    let sink = DepthSink::new(html);
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let limiter = DepthLimiter {
        builder: TreeBuilder::new(sink, options),
        flat: RefCell::new(Vec::new()),
        empties: is_xml_serialised(source),
        most: tags
            .saturating_mul(ELEMENTS_OF_TAG)
            .saturating_add(SPARE_ELEMENTS),
        formatting: Formatting::default(),
        closings: Cell::new(0),
        tokens: Cell::new(0),
        compared: Cell::new(0),
    };
    let tokenizer = Tokenizer::new(limiter, TokenizerOpts::default());
    let input = BufferQueue::default();
    let (mut rest, mut is_whole) = (source, true);
    // The previous piece, and the tag that spans pieces.
    let mut last = "";
    let mut open: Option<OpenTag> = None;
    while !rest.is_empty() && is_whole {
        let (piece, after) = split_near(rest, PIECE);
        let before = tokenizer.sink.tokens.get();
        input.push_back(StrTendril::from_slice(piece));
        // The tokenizer returns after each script; nothing is executed here, so it just continues.
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
        if tokenizer.sink.tokens.get() == before {
            match &mut open {
                Some(tag) => tag.read(piece),
                // It starts in the previous piece or in this one.
                None => open = Some(OpenTag::across(last, piece)),
            }
            is_whole = open
                .as_ref()
                .is_none_or(|tag| tag.attributes() <= MAX_ATTRIBUTES);
        } else {
            open = None;
            last = piece;
        }
        let is_full =
            tokenizer.sink.builder.sink.is_full() || tokenizer.sink.compared.get() > MAX_COMPARED;
        is_whole &= after.is_empty() || !is_full;
        rest = after;
    }
    tokenizer.end();
    (tokenizer.sink.builder.sink.finish(), is_whole)
}

/// The first `most` bytes, or a few less to end at a character boundary, and the rest.
fn split_near(text: &str, most: usize) -> (&str, &str) {
    let end = text.floor_char_boundary(most);
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Forwards tokens and closes elements that are too deep.
struct DepthLimiter {
    builder: TreeBuilder<NodeId, DepthSink>,
    /// Names of elements that were closed at once; their end tags are still to come.
    flat: RefCell<Vec<LocalName>>,
    /// Whether `/>` ends any element.
    empties: bool,
    /// The number of elements after which formatting is dropped.
    most: usize,
    formatting: Formatting,
    /// How often formatting was closed in bulk.
    closings: Cell<usize>,
    tokens: Cell<u64>,
    /// Pairs of attributes that the tokenizer has compared, approximately.
    compared: Cell<usize>,
}

impl TokenSink for DepthLimiter {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<NodeId> {
        self.tokens.set(self.tokens.get() + 1);
        let before = self.builder.sink.made();
        let result = match token {
            TagToken(tag) if tag.kind == StartTag => self.start_tag(tag, line_number),
            TagToken(tag) if tag.kind == EndTag && self.closes_flat(&tag.name) => {
                TokenSinkResult::Continue
            }
            token => self.builder.process_token(token, line_number),
        };
        let made = self.builder.sink.made().saturating_sub(before);
        if made > MAX_REOPENED || (made > MAX_IMPLIED && self.leaves_formatting_out()) {
            self.close_formatting();
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl DepthLimiter {
    /// Whether the page has disproportionately many elements for its tags.
    fn leaves_formatting_out(&self) -> bool {
        self.builder.sink.made() > self.most || self.closings.get() >= MAX_CLOSINGS
    }

    /// Closes all formatting elements, as if the page had done so.
    fn close_formatting(&self) {
        self.closings.set(self.closings.get() + 1);
        for (name, count) in self.formatting.opened() {
            for _ in 0..count {
                let _ = self.builder.process_token(end_tag(name.clone()), 0);
            }
        }
        self.formatting.closed(&self.builder);
    }

    fn start_tag(&self, tag: Tag, line_number: u64) -> TokenSinkResult<NodeId> {
        let name = tag.name.clone();
        let pairs = tag.attrs.len().saturating_mul(tag.attrs.len()) / 2;
        self.compared.set(self.compared.get().saturating_add(pairs));
        if self.formatting.opens(&name) {
            if self.leaves_formatting_out() {
                return TokenSinkResult::Continue;
            }
            if self.formatting.is_crowded(&self.builder) {
                self.close_formatting();
            }
        }
        if self.empties && tag.self_closing && self.stays_open(&name) {
            // Raw text ends here as well, so the tokenizer's state must not change.
            let _ = self.builder.process_token(TagToken(tag), line_number);
            let _ = self.builder.process_token(end_tag(name), line_number);
            return TokenSinkResult::Continue;
        }
        self.builder.sink.forget_newest();
        let result = self.builder.process_token(TagToken(tag), line_number);
        // Raw text (scripts, styles, titles) changes the tokenizer's state and cannot nest.
        if matches!(result, TokenSinkResult::Continue)
            && !is_void(&name)
            && self.builder.sink.newest_is_too_deep(&name)
        {
            self.flat.borrow_mut().push(name.clone());
            return self.builder.process_token(end_tag(name), line_number);
        }
        result
    }

    /// Whether HTML leaves the element open in spite of `/>`.
    fn stays_open(&self, name: &LocalName) -> bool {
        !is_void(name)
            && !matches!(
                &**name,
                "html" | "head" | "body" | "frameset" | "svg" | "math"
            )
            && !self.adjusted_current_node_present_but_not_in_html_namespace()
    }

    /// Whether the end tag `name` belongs to a flattened element, and is therefore ignored.
    fn closes_flat(&self, name: &LocalName) -> bool {
        let mut flat = self.flat.borrow_mut();
        let found = flat
            .iter()
            .rev()
            .take(FLAT_LOOKBACK)
            .position(|n| n == name);
        if let Some(back) = found {
            let kept = flat.len() - back - 1;
            flat.truncate(kept);
        }
        found.is_some()
    }
}

fn end_tag(name: LocalName) -> Token {
    TagToken(Tag {
        kind: EndTag,
        name,
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    })
}

/// Void elements: an end tag for one would create a new element instead of closing one.
fn is_void(name: &LocalName) -> bool {
    matches!(
        &**name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "image"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(html: &Html) -> usize {
        html.tree
            .nodes()
            .map(|n| n.ancestors().count())
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn ordinary_pages_parse_as_scraper_parses_them() {
        for source in [
            "<!doctype html><title>t</title><p>a<p>b<table><tr><td>c</table><script>x</script>d",
            "<b><p>x</b>y</p><a href=1>z<a href=2>",
            "<svg><title>a</title><foreignObject><p>b</svg>c<template><td>d</template>",
            "<frameset><frame src=a></frameset>",
        ] {
            let ours = parse(source).html();
            assert_eq!(ours, Html::parse_document(source).html(), "{source}");
        }
    }

    #[test]
    fn empty_elements_of_xml_tools_are_empty() {
        let voids = "<br/><hr/><img src='a'/>".repeat(4);
        let source = format!(
            "<body>{voids}<ol><li><a name='p1'/><span/><p>one</p></li><li><script src='x'/>two</li></ol><svg><g><path/></g></svg><i/>"
        );
        let html = parse(&source).html();
        let expected = "<li><a name=\"p1\"></a><span></span><p>one</p></li><li><script src=\"x\"></script>two</li>";
        assert!(html.contains(expected), "{html}");
        assert!(
            html.contains("<svg><g><path></path></g></svg><i></i>"),
            "{html}"
        );
        // Hand-written pages are parsed as in browsers.
        let open = parse("<p><span/>a</p>").html();
        assert!(open.contains("<span>a</span>"), "{open}");
    }

    #[test]
    fn noscript_is_markup() {
        let html = parse("<body><noscript><p class=a>x</p></noscript>");
        assert!(
            html.html()
                .contains("<noscript><p class=\"a\">x</p></noscript>")
        );
    }

    #[test]
    fn deep_nesting_is_flattened_and_nothing_is_lost() {
        const LEVELS: usize = 3_000;
        let mut source = String::new();
        for level in 0..LEVELS {
            source.push_str(&format!("<div id=d{level}>{level} "));
        }
        source.push_str(&"</div>".repeat(LEVELS));
        source.push_str("<p id=after>after</p>");
        let html = parse(&source);
        assert!(depth(&html) <= MAX_DEPTH + 2, "{}", depth(&html));
        let elements: Vec<_> = html.root_element().descendent_elements().collect();
        assert_eq!(elements.len(), LEVELS + 4);
        let words: Vec<_> = html.root_element().text().collect();
        assert_eq!(words.len(), LEVELS + 1);
        let after = elements.last().unwrap();
        assert_eq!(after.attr("id"), Some("after"));
        assert_eq!(
            after.ancestors().count(),
            3,
            "end tags found their own elements"
        );
    }

    #[test]
    fn hostile_nesting_stays_flat() {
        for open in [
            "<b>",
            "<table><tr><td>",
            "<svg><g>",
            "<ul><li>",
            "<button><p>",
            "<template>",
            "<object><a href=x>",
            "<select><option>",
            "<p><span><br>",
        ] {
            let html = parse(&open.repeat(1_500));
            assert!(depth(&html) <= MAX_DEPTH + 16, "{open}: {}", depth(&html));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_markup_parses(parts in proptest::collection::vec(part(), 0..40)) {
            let html = parse(&parts.concat());
            proptest::prop_assert_eq!(html.root_element().value().name(), "html");
        }
    }

    fn part() -> impl proptest::strategy::Strategy<Value = String> {
        proptest::prop_oneof![
            "</?(p|b|a|table|tr|td|div|svg|math|mi|template|select|form|frameset|script|html|body|li)[ />]?>?",
            "[\\x00-\\x7f]{0,6}",
            "\\PC{0,3}",
            "<!(--|doctype|\\[CDATA\\[)?",
        ]
    }
}
