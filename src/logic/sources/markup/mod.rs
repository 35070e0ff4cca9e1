//! A tolerant XML parser: mismatched end tags, bare ampersands, undeclared prefixes, text before
//! the root and truncated documents are all parsed as far as possible. Input: source. Output:
//! elements in document order with their parents. Entities declared by the document are never
//! expanded, so that none can grow; nothing recurses.
//!
//! Below: names of elements under the prefixes people know.

pub(super) mod namespaces;

use namespaces::Namespaces;

/// The maximum number of elements of a document.
const MAX_NODES: usize = 3_000_000;
/// Deepest level of elements: deeper ones become siblings of their parent.
const MAX_LEVELS: usize = 512;
/// How many levels up an end tag searches for its start tag.
const MAX_UNCLOSED: usize = 16;
/// The maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 64;
/// The maximum length of a tag or a declaration, in bytes; a longer one has lost its end.
const MAX_TAG: usize = 64 * 1024;
/// The maximum length of an entity's name, in bytes.
const MAX_ENTITY: usize = 32;

/// Elements that never nest: the start of one ends the previous one.
const NEVER_INSIDE: [&str; 4] = ["item", "entry", "url", "sitemap"];

/// Number of an element in document order.
pub(super) type NodeId = usize;

/// One element.
#[derive(Debug, Default)]
pub(super) struct MarkupElement {
    /// Its name in lower case, with the usual prefix of its namespace (none for those of feeds
    /// and sitemaps themselves).
    pub name: String,
    /// Attributes, names in lower case.
    pub attributes: Vec<(String, String)>,
    /// The text directly in it, entities resolved.
    pub text: String,
    /// Its parent element.
    pub parent: Option<NodeId>,
    /// Whether its end tag was found.
    pub closed: bool,
    /// The range of its content in the source.
    inside: (usize, usize),
}

impl MarkupElement {
    /// An attribute by its name in lower case.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(n, _)| n == name).map(|(_, v)| v.trim())
    }
}

/// A document.
pub(super) struct Markup<'s> {
    source: &'s str,
    nodes: Vec<MarkupElement>,
}

impl<'s> Markup<'s> {
    /// Reads `source`.
    pub fn read(source: &'s str) -> Self {
        let mut reader = Reader {
            source,
            at: 0,
            open: Vec::new(),
            nodes: Vec::new(),
            names: Namespaces::default(),
            declared: false,
        };
        while reader.nodes.len() < MAX_NODES && reader.step() {}
        let end = source.len();
        for node in std::mem::take(&mut reader.open) {
            if let Some(node) = reader.nodes.get_mut(node) {
                node.inside.1 = end;
            }
        }
        Self {
            source,
            nodes: reader.nodes,
        }
    }

    /// The elements in document order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &MarkupElement)> {
        self.nodes.iter().enumerate()
    }

    /// An element.
    pub fn node(&self, id: NodeId) -> Option<&MarkupElement> {
        self.nodes.get(id)
    }

    /// The elements directly in `parent`, in order.
    pub fn children(&self, parent: NodeId) -> impl Iterator<Item = (NodeId, &MarkupElement)> {
        self.below(parent)
            .filter(move |(_, node)| node.parent == Some(parent))
    }

    /// The elements below `top`, at any depth, in order.
    pub fn below(&self, top: NodeId) -> impl Iterator<Item = (NodeId, &MarkupElement)> {
        let end = self.node(top).map_or(0, |node| node.inside.1);
        let after = self.nodes.iter().enumerate().skip(top.saturating_add(1));
        after.take_while(move |(_, node)| node.inside.0 <= end)
    }

    /// The source between the tags of an element.
    pub fn inside(&self, id: NodeId) -> &'s str {
        let (start, end) = self.node(id).map_or((0, 0), |node| node.inside);
        self.source.get(start..end).unwrap_or_default()
    }

    /// For each element, whether it is inside one that `is_outer` accepts.
    pub fn all_inside(&self, is_outer: impl Fn(&MarkupElement) -> bool) -> Vec<bool> {
        let mut found: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // Parents come before their children.
            let parent = node
                .parent
                .and_then(|id| self.nodes.get(id).zip(found.get(id)));
            found.push(parent.is_some_and(|(parent, inside)| *inside || is_outer(parent)));
        }
        found
    }

    /// The elements around `id`, from its parent up.
    pub fn above(&self, id: NodeId) -> impl Iterator<Item = &MarkupElement> {
        let parent = move |id: &NodeId| self.node(*id)?.parent;
        std::iter::successors(parent(&id), move |id| parent(id)).filter_map(|id| self.node(id))
    }
}

struct Reader<'s> {
    source: &'s str,
    at: usize,
    open: Vec<NodeId>,
    nodes: Vec<MarkupElement>,
    names: Namespaces,
    /// Whether the document type was declared; only the first declaration counts.
    declared: bool,
}

impl<'s> Reader<'s> {
    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Reads one piece of text or one tag; returns whether there was any.
    fn step(&mut self) -> bool {
        let rest = self.rest();
        if rest.is_empty() {
            return false;
        }
        let Some(open) = rest.find('<') else {
            self.text(rest);
            self.at = self.source.len();
            return false;
        };
        if open > 0 {
            self.text(rest.get(..open).unwrap_or_default());
            self.at += open;
            return true;
        }
        self.tag(rest);
        true
    }

    fn tag(&mut self, rest: &'s str) {
        if let Some(body) = rest.strip_prefix("<![CDATA[") {
            let (text, length) = match body.find("]]>") {
                Some(end) => (body.get(..end), end + "<![CDATA[]]>".len()),
                None => (Some(body), rest.len()),
            };
            self.push(text.unwrap_or_default());
            self.at += length;
        } else if let Some(body) = rest.strip_prefix("<!--") {
            self.at += body.find("-->").map_or(rest.len(), |end| end + 7);
        } else if rest.starts_with("<?") {
            self.at += rest.find("?>").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with("<!") {
            self.at += match self.declared {
                // Brackets are searched once, instead of repeatedly up to the same place.
                true => rest.find('>').map_or(rest.len(), |end| end + 1),
                false => doctype_end(rest),
            };
            self.declared = true;
        } else if let Some(body) = rest.strip_prefix("</") {
            let end = body.find('>').unwrap_or(body.len());
            let name = body.get(..end).unwrap_or_default().trim();
            let start = self.at;
            self.at += (end + 3).min(rest.len());
            self.close(name, start);
        } else if rest.chars().nth(1).is_some_and(starts_name) {
            self.element(rest);
        } else {
            // A bare sign that should have been escaped.
            self.push("<");
            self.at += 1;
        }
    }

    fn element(&mut self, rest: &'s str) {
        let end = tag_end(rest);
        let whole = rest.get(..end).unwrap_or_default();
        let inner = whole.trim_start_matches('<').trim_end_matches('>');
        let empty = inner.ends_with('/');
        let inner = inner.trim_end_matches('/');
        let name_end = inner
            .find(|c: char| c.is_whitespace())
            .unwrap_or(inner.len());
        let (name, attributes) = inner.split_at_checked(name_end).unwrap_or((inner, ""));
        let attributes = read_attributes(attributes);
        for (key, value) in &attributes {
            self.names.declare(key, value);
        }
        let name = self.names.usual(name);
        if NEVER_INSIDE.contains(&name.as_str()) {
            self.close_usual(&name, self.at);
        }
        self.at += end;
        let id = self.nodes.len();
        self.nodes.push(MarkupElement {
            name,
            attributes,
            text: String::new(),
            parent: self.open.last().copied(),
            closed: empty,
            inside: (self.at, self.at),
        });
        if !empty && self.open.len() < MAX_LEVELS {
            self.open.push(id);
        }
    }

    /// Closes the nearest open element of that name; an end tag without a start tag is ignored.
    fn close(&mut self, name: &str, at: usize) {
        let name = self.names.usual(name);
        self.close_usual(&name, at);
    }

    fn close_usual(&mut self, name: &str, at: usize) {
        let named = |id: &NodeId| self.nodes.get(*id).is_some_and(|node| node.name == name);
        let Some(up) = self.open.iter().rev().take(MAX_UNCLOSED).position(named) else {
            return;
        };
        for _ in 0..=up {
            if let Some(node) = self.open.pop().and_then(|id| self.nodes.get_mut(id)) {
                node.inside.1 = at;
                node.closed = true;
            }
        }
    }

    fn text(&mut self, text: &str) {
        if text.contains('&') {
            self.push(&resolved(text));
        } else {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(node) = self.open.last().and_then(|id| self.nodes.get_mut(*id)) {
            node.text.push_str(text);
        }
    }
}

/// The first `most` bytes, cut at a character boundary.
fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev();
    let mut ends = end.filter_map(|end| text.get(..end));
    ends.next().unwrap_or_default()
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | ':')
}

/// The length of a tag with its brackets, in bytes; quotes may contain brackets. A tag without an
/// end extends to the next one.
fn tag_end(rest: &str) -> usize {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().take(MAX_TAG).skip(1) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'<') => return at,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    // A quote that is never closed is not a quote.
    rest.find('>').map_or(rest.len(), |at| at + 1)
}

/// The length of a declaration in bytes, including an internal subset in brackets.
fn doctype_end(rest: &str) -> usize {
    let rest = head(rest, MAX_TAG);
    let close = rest.find('>');
    let subset = rest
        .find('[')
        .filter(|open| close.is_none_or(|c| *open < c));
    let end = match subset {
        Some(_) => rest.find("]>").map(|at| at + 2),
        None => close.map(|at| at + 1),
    };
    end.or(close.map(|at| at + 1)).unwrap_or(rest.len())
}

fn read_attributes(mut rest: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while found.len() < MAX_ATTRIBUTES {
        rest = rest.trim_start();
        let Some((name, after)) = rest.split_once('=') else {
            return found;
        };
        let name = name.trim().rsplit(char::is_whitespace).next().unwrap_or("");
        let after = after.trim_start();
        let (value, left) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let body = after.get(1..).unwrap_or_default();
                body.split_once(quote).unwrap_or((body, ""))
            }
            _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.to_ascii_lowercase(), resolved(value)));
        rest = left;
    }
    found
}

/// `text` with XML entities and character references resolved. HTML entity names stay: only a later
/// HTML parser knows them.
pub(super) fn resolved(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let name = head(from, MAX_ENTITY).get(1..);
        let name = name.and_then(|name| name.split_once(';'));
        match name.and_then(|(name, _)| Some((entity(name)?, name.len()))) {
            Some((character, length)) => {
                out.push(character);
                rest = from.get(length + 2..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number).filter(|c| *c != '\0')?
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(source: &str) -> Vec<String> {
        let markup = Markup::read(source);
        let show =
            |(_, node): (NodeId, &MarkupElement)| format!("{}={}", node.name, node.text.trim());
        markup.nodes().map(show).collect()
    }

    #[test]
    fn damaged_documents_are_read_as_far_as_they_make_sense() {
        let check =
            |source: &str, expected: &[&str]| assert_eq!(shown(source), expected, "{source}");
        check("<a><b>1</b><c/></a>", &["a=", "b=1", "c="]);
        check("junk <a x=1>&amp;&#65;&#x42;&nbsp;</a>", &["a=&AB&nbsp;"]);
        check("<a>x & y < z</a>", &["a=x & y < z"]);
        check("<a><b>1</a>", &["a=", "b=1"]);
        check("<a></z><b>1</b>", &["a=", "b=1"]);
        check("<a><![CDATA[<p>&amp;]]></a>", &["a=<p>&amp;"]);
        check("<a><![CDATA[cut", &["a=cut"]);
        check("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", &["a=&x;"]);
        check("<a t='>'>1</a>", &["a=1"]);
        check("<a><!-- <b> -->1</a>", &["a=1"]);
        check("<a b", &["a="]);
        check("<", &[]);
    }

    #[test]
    fn elements_know_what_is_in_them() {
        let markup = Markup::read("<a><b><c>1</c></b><b>2</b></a><d/>");
        let names = |found: Vec<(NodeId, &MarkupElement)>| -> Vec<String> {
            found
                .into_iter()
                .map(|(_, node)| node.name.clone())
                .collect()
        };
        assert_eq!(names(markup.children(0).collect()), ["b", "b"]);
        assert_eq!(names(markup.below(0).collect()), ["b", "c", "b"]);
        assert_eq!(markup.inside(1), "<c>1</c>");
        assert_eq!(markup.above(2).count(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_read(source in "[<>/!?a-c=\"' &;\\[\\]#x0-9-]{0,80}") {
            let markup = Markup::read(&source);
            for (id, _) in markup.nodes() {
                prop_assert!(markup.children(id).count() <= markup.below(id).count());
                prop_assert!(markup.inside(id).len() <= source.len());
            }
        }
    }
}
