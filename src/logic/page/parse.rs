//! HTML source becomes a tree of bounded depth. html5ever does the work; this file stands between
//! its tokenizer and its tree builder and, as browsers do, lets elements beyond [`MAX_DEPTH`]
//! become siblings of each other. Without that a page of 100,000 nested elements takes time that
//! grows with the square of its depth, here and in every ancestor match afterwards. No element
//! and no text is lost.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::{NodeId, Tree};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tokenizer::{
    BufferQueue, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, tendril::StrTendril};
use scraper::{Html, HtmlTreeSink, Node};

use super::serialised::is_xml_serialised;

/// Deepest level of elements. Chromium's HTML parser flattens from the same depth on.
pub const MAX_DEPTH: usize = 512;

/// How far back an end tag is looked up among the flattened elements.
const FLAT_LOOKBACK: usize = 256;

/// Parses `source` with scripting off, so that the content of `<noscript>` is markup.
///
/// Where an XML tool wrote the page, `<span/>` is an empty element, as that tool meant it.
pub fn parse(source: &str) -> Html {
    let mut html = Html::new_document();
    // Hardly more nodes than tags: with room for all of them at once none is moved as the tree grows.
    let tags = memchr::memchr_iter(b'<', source.as_bytes()).count();
    html.tree = Tree::with_capacity(Node::Document, tags + tags / 4 + 16);
    let sink = DepthSink {
        inner: HtmlTreeSink::new(html),
        newest: Cell::new(None),
        path: RefCell::new(Vec::new()),
    };
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let limiter = DepthLimiter {
        builder: TreeBuilder::new(sink, options),
        flat: RefCell::new(Vec::new()),
        empties: is_xml_serialised(source),
    };
    let tokenizer = Tokenizer::new(limiter, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(source));
    // The tokenizer hands control back after each script; nothing runs here, so it just goes on.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.inner.finish()
}

/// Passes tokens on and closes what was opened too deep.
struct DepthLimiter {
    builder: TreeBuilder<NodeId, DepthSink>,
    /// Names of elements that were closed at once; their end tags are still to come.
    flat: RefCell<Vec<LocalName>>,
    /// Whether `/>` ends any element.
    empties: bool,
}

impl TokenSink for DepthLimiter {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<NodeId> {
        match token {
            TagToken(tag) if tag.kind == StartTag => self.start_tag(tag, line_number),
            TagToken(tag) if tag.kind == EndTag && self.closes_flat(&tag.name) => {
                TokenSinkResult::Continue
            }
            token => self.builder.process_token(token, line_number),
        }
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
    fn start_tag(&self, tag: Tag, line_number: u64) -> TokenSinkResult<NodeId> {
        let name = tag.name.clone();
        if self.empties && tag.self_closing && self.stays_open(&name) {
            // Raw text ends here as well, so the tokenizer's state is not to change.
            let _ = self.builder.process_token(TagToken(tag), line_number);
            let _ = self.builder.process_token(end_tag(name), line_number);
            return TokenSinkResult::Continue;
        }
        self.builder.sink.newest.set(None);
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

    /// Whether the end tag `name` belongs to a flattened element, and so has no work left.
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

/// An end tag for one of these would make a new element instead of closing one.
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

/// Scraper's sink, watched for the element that was put in last and for how deep it lies.
struct DepthSink {
    inner: HtmlTreeSink,
    newest: Cell<Option<NodeId>>,
    /// The newest node and some of those above it, each with its depth, the newest at the end:
    /// counting the ancestors of each element anew would be a tenth of all the work.
    path: RefCell<Vec<(NodeId, usize)>>,
}

impl DepthSink {
    fn newest_is_too_deep(&self, name: &LocalName) -> bool {
        let Some(newest) = self.newest.get() else {
            return false;
        };
        let too_deep = match self.path.borrow().last() {
            Some((node, depth)) if *node == newest => *depth >= MAX_DEPTH,
            _ => self.depth(newest) >= MAX_DEPTH,
        };
        too_deep && {
            let html = self.inner.0.borrow();
            let element = html.tree.get(newest).and_then(|n| n.value().as_element());
            element.is_some_and(|e| e.name.local == *name)
        }
    }

    /// How many nodes lie above `node`, counted no further than needed.
    fn depth(&self, node: NodeId) -> usize {
        let html = self.inner.0.borrow();
        let node = html.tree.get(node);
        node.map_or(0, |node| node.ancestors().take(MAX_DEPTH).count())
    }

    /// Takes note of a node that goes below `parent`.
    fn watch(&self, parent: NodeId, child: &NodeOrText<NodeId>) {
        let NodeOrText::AppendNode(id) = child else {
            return;
        };
        self.newest.set(Some(*id));
        let mut path = self.path.borrow_mut();
        while path.last().is_some_and(|(node, _)| *node != parent) {
            path.pop();
        }
        if path.is_empty() {
            path.push((parent, self.depth(parent)));
        }
        let depth = path.last().map_or(0, |(_, depth)| *depth);
        path.push((*id, depth + 1));
    }

    /// Takes note of a node whose place is not known, or of some that move.
    fn lose_way(&self, child: Option<&NodeOrText<NodeId>>) {
        if let Some(NodeOrText::AppendNode(id)) = child {
            self.newest.set(Some(*id));
        }
        self.path.borrow_mut().clear();
    }
}

impl TreeSink for DepthSink {
    type Handle = NodeId;
    type Output = Html;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Html {
        self.inner.finish()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.inner.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        self.inner.elem_name(target)
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> NodeId {
        self.inner.create_element(name, attributes, flags)
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.inner.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.inner.create_pi(target, data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.watch(*parent, &child);
        self.inner.append(parent, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        self.lose_way(Some(&child));
        self.inner
            .append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.inner.append_doctype_to_document(name, public, system);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.inner.get_template_contents(target)
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, node: NodeOrText<NodeId>) {
        self.lose_way(Some(&node));
        self.inner.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        self.inner.add_attrs_if_missing(target, attributes);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.lose_way(None);
        self.inner.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.lose_way(None);
        self.inner.reparent_children(node, new_parent);
    }
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
        // As browsers have it where a person wrote the page.
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
