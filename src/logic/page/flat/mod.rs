//! The page as flat arrays in document order, for selectors: every node has its parent and the end
//! of its subtree, the texts are in one string (so the text of an element is a slice of it), and
//! elements and attributes are indexed by name. Built from the tree on first use; contains exactly
//! what XPath sees: no doctype, no template contents, elements without namespaces. Independent of
//! any selector language. It also numbers texts and comments, so its numbers differ from those of
//! [`PageIndex`](super::PageIndex), which are of elements.

mod build;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use html5ever::LocalName;

use super::ElementIndex;

/// A node of the flat page: its position in document order, 0 for the document itself.
pub type FlatNode = u32;

/// Number of a name on this page.
pub type NameId = u32;

/// The value for "none" wherever a number is stored.
pub const NONE: u32 = u32::MAX;

/// The value of [`Entry::name`] for nodes that are not elements.
const DOCUMENT: NameId = u32::MAX - 1;
const TEXT: NameId = u32::MAX - 2;
const COMMENT: NameId = u32::MAX - 3;

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of an element, or a marker of another node kind.
    name: NameId,
    /// The parent, [`NONE`] for the document.
    pub parent: FlatNode,
    /// One past the last node of its subtree.
    pub end: FlatNode,
    /// The previous sibling, [`NONE`] for the first one.
    pub previous: FlatNode,
    /// The element's number on the page, [`NONE`] for other nodes.
    pub number: ElementIndex,
    /// The offset of its text among all texts, in bytes.
    text: u32,
    /// Its first attribute; a comment stores its text as one.
    attributes: u32,
}

/// The entry after the last node, also returned for a node that does not exist.
const BEHIND: Entry = Entry {
    name: NONE,
    parent: NONE,
    end: 0,
    previous: NONE,
    number: NONE,
    text: 0,
    attributes: 0,
};

impl Entry {
    /// Whether it is an element.
    pub fn is_element(self) -> bool {
        self.name < COMMENT
    }

    /// Whether it is an element with this name.
    pub fn is_named(self, name: NameId) -> bool {
        self.name == name
    }

    /// The name of an element.
    pub fn name(self) -> Option<NameId> {
        self.is_element().then_some(self.name)
    }

    /// Whether it is a text.
    pub fn is_text(self) -> bool {
        self.name == TEXT
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        self.name == COMMENT
    }

    /// Whether it is the document.
    pub fn is_document(self) -> bool {
        self.name == DOCUMENT
    }
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct FlatAttribute {
    /// Its name.
    pub name: NameId,
    /// Its element.
    pub owner: FlatNode,
    from: u32,
    to: u32,
}

/// The namespace of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// None, the usual case.
    Plain,
    /// `xml:`.
    Xml,
    /// `xlink:`.
    Xlink,
}

type Atoms<K> = HashMap<K, NameId, BuildHasherDefault<AtomHasher>>;

/// The flat page.
#[derive(Debug, Default)]
pub struct Flat {
    entries: Vec<Entry>,
    attributes: Vec<FlatAttribute>,
    texts: String,
    values: String,
    elements: Vec<FlatNode>,
    element_names: Vec<LocalName>,
    element_ids: Atoms<LocalName>,
    attribute_names: Vec<(Space, LocalName)>,
    attribute_ids: Atoms<(Space, LocalName)>,
    elements_by_name: ByName,
    attributes_by_name: ByName,
    /// The number of child elements of each node, computed on first use.
    children: OnceLock<Vec<u32>>,
}

impl Flat {
    /// The number of child elements of `node`. The first call counts all.
    pub fn children(&self, node: FlatNode) -> u32 {
        let children = self.children.get_or_init(|| {
            let mut children = vec![0_u32; self.entries.len()];
            for element in &self.elements {
                let parent = self.entry(*element).parent as usize;
                if let Some(count) = children.get_mut(parent) {
                    *count += 1;
                }
            }
            children
        });
        children.get(node as usize).copied().unwrap_or(0)
    }

    /// The number of nodes, including the document but not attributes.
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).map_or(NONE, |len| len.saturating_sub(1))
    }

    /// The entry of `node`; if it does not exist, an entry that matches nothing.
    pub fn entry(&self, node: FlatNode) -> Entry {
        self.entries.get(node as usize).copied().unwrap_or(BEHIND)
    }

    /// The node of element number `index`.
    pub fn element(&self, index: ElementIndex) -> Option<FlatNode> {
        let number = |node: &FlatNode| self.entry(*node).number;
        // Numbers have gaps only after elements were removed.
        if let Some(node) = self.elements.get(index as usize)
            && number(node) == index
        {
            return Some(*node);
        }
        let at = self.elements.binary_search_by_key(&index, number).ok()?;
        self.elements.get(at).copied()
    }

    /// The elements from `first` up to `end`, in document order.
    pub fn elements_between(&self, first: FlatNode, end: FlatNode) -> &[FlatNode] {
        inside(&self.elements, first, end)
    }

    /// The elements named `name` from `first` up to `end`, in document order.
    pub fn named_between(&self, name: NameId, first: FlatNode, end: FlatNode) -> &[FlatNode] {
        inside(self.elements_by_name.of(name), first, end)
    }

    /// The text of `node`: all texts in an element or the document, or its own content.
    pub fn text(&self, node: FlatNode) -> &str {
        let entry = self.entry(node);
        if entry.is_comment() {
            return self
                .attribute(entry.attributes)
                .map_or("", |a| self.value(a));
        }
        let end = self.entry(entry.end).text;
        self.texts
            .get(entry.text as usize..end as usize)
            .unwrap_or_default()
    }

    /// The attribute with number `at`.
    pub fn attribute(&self, at: u32) -> Option<FlatAttribute> {
        self.attributes.get(at as usize).copied()
    }

    /// An attribute's value.
    pub fn value(&self, attribute: FlatAttribute) -> &str {
        self.values
            .get(attribute.from as usize..attribute.to as usize)
            .unwrap_or_default()
    }

    /// The attribute numbers of `node`.
    pub fn attributes_of(&self, node: FlatNode) -> std::ops::Range<u32> {
        let entry = self.entry(node);
        if !entry.is_element() {
            return 0..0;
        }
        entry.attributes..self.entry(node + 1).attributes
    }

    /// The number of the attribute `name` of `node`.
    pub fn attribute_named(&self, node: FlatNode, name: NameId) -> Option<u32> {
        let range = self.attributes_of(node);
        let list = self
            .attributes
            .get(range.start as usize..range.end as usize)?;
        let at = list.iter().position(|a| a.name == name)?;
        Some(range.start + u32::try_from(at).ok()?)
    }

    /// The value of the attribute `name` of `node`.
    pub fn value_named(&self, node: FlatNode, name: NameId) -> Option<&str> {
        let at = self.attribute_named(node, name)?;
        Some(self.value(self.attribute(at)?))
    }

    /// The attributes named `name` of nodes from `first` up to `end`, by number.
    pub fn attributes_between(&self, name: NameId, first: FlatNode, end: FlatNode) -> &[u32] {
        let list = self.attributes_by_name.of(name);
        let before = |limit: FlatNode| {
            list.partition_point(|at| self.attribute(*at).is_some_and(|a| a.owner < limit))
        };
        list.get(before(first)..before(end)).unwrap_or_default()
    }

    /// The number of an element name on this page.
    pub fn element_name(&self, name: &LocalName) -> Option<NameId> {
        self.element_ids.get(name).copied()
    }

    /// The number of an attribute name on this page.
    pub fn attribute_name(&self, space: Space, name: &LocalName) -> Option<NameId> {
        self.attribute_ids.get(&(space, name.clone())).copied()
    }

    /// The name of an element.
    pub fn name_of(&self, name: NameId) -> &str {
        self.element_names.get(name as usize).map_or("", |n| n)
    }

    /// The name of an attribute without prefix, and its namespace.
    pub fn attribute_name_of(&self, name: NameId) -> (Space, &str) {
        let found = self.attribute_names.get(name as usize);
        found.map_or((Space::Plain, ""), |(space, local)| (*space, local))
    }
}

/// The part of the sorted `list` from `first` up to `end`.
fn inside(list: &[FlatNode], first: FlatNode, end: FlatNode) -> &[FlatNode] {
    let from = list.partition_point(|node| *node < first);
    let rest = list.get(from..).unwrap_or_default();
    // Most lists end with the subtree of the whole page.
    let to = match rest.last() {
        Some(last) if *last >= end => rest.partition_point(|node| *node < end),
        _ => rest.len(),
    };
    rest.get(..to).unwrap_or_default()
}

/// Numbers grouped by name, each group in document order.
#[derive(Debug, Default)]
struct ByName {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl ByName {
    fn new(names: usize, named: impl Iterator<Item = (NameId, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; names + 1];
        for (name, _) in named.clone() {
            if let Some(count) = starts.get_mut(name as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut list = vec![0; sum as usize];
        for (name, number) in named {
            if let Some(at) = next.get_mut(name as usize)
                && let Some(place) = list.get_mut(*at as usize)
            {
                *place = number;
                *at += 1;
            }
        }
        Self { starts, list }
    }

    fn of(&self, name: NameId) -> &[u32] {
        let bound = |at: usize| self.starts.get(at).map(|start| *start as usize);
        let range = bound(name as usize).zip(bound((name as usize).saturating_add(1)));
        range
            .and_then(|(from, to)| self.list.get(from..to))
            .unwrap_or_default()
    }
}

/// A hasher that uses the hash stored in atoms.
#[derive(Default)]
struct AtomHasher(u64);

impl Hasher for AtomHasher {
    fn finish(&self) -> u64 {
        // The hash table uses bits from both ends.
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = self.0.rotate_left(32) ^ u64::from(number);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(32) ^ number;
    }

    fn write_isize(&mut self, number: isize) {
        self.0 = self.0.rotate_left(32) ^ (number.unsigned_abs() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn flat(source: &str) -> Flat {
        Flat::new(&parse::parse(source), &[])
    }

    fn named(flat: &Flat, name: &str) -> Vec<FlatNode> {
        let id = flat.element_name(&LocalName::from(name)).unwrap();
        flat.named_between(id, 0, flat.len()).to_vec()
    }

    #[test]
    fn nodes_know_their_places() {
        let flat = flat("<!--c--><p id=a>x<b>y</b>z</p><template><i>no</i></template><p>w");
        let [first, second] = *named(&flat, "p") else {
            panic!("two paragraphs");
        };
        let entry = flat.entry(first);
        assert_eq!(flat.text(first), "xyz");
        assert_eq!(flat.text(0), "xyzw");
        assert_eq!(flat.text(1), "c", "the comment before the page");
        assert_eq!(entry.end, first + 5);
        assert_eq!(flat.entry(entry.end).previous, first);
        assert_eq!(flat.entry(second).previous, entry.end, "the empty template");
        assert_eq!(flat.element(entry.number), Some(first));
        assert!(flat.entry(first + 1).is_text());
        assert!(flat.entry(flat.len()).name().is_none());
        assert!(flat.element_name(&LocalName::from("i")).is_none());
    }

    #[test]
    fn attributes_are_found_by_element_and_by_name() {
        let flat = flat("<p id=1 xml:lang=de lang=en><a id=2 href=x></a></p><svg xml:lang=fr>");
        let id = flat
            .attribute_name(Space::Plain, &LocalName::from("id"))
            .unwrap();
        let p = named(&flat, "p")[0];
        assert_eq!(flat.value_named(p, id), Some("1"));
        let all = flat.attributes_between(id, 0, flat.len());
        let values: Vec<_> = all
            .iter()
            .map(|at| flat.value(flat.attribute(*at).unwrap()))
            .collect();
        assert_eq!(values, ["1", "2"]);
        assert_eq!(flat.attributes_between(id, p + 1, flat.len()).len(), 1);
        let language = flat
            .attribute_name(Space::Xml, &LocalName::from("lang"))
            .unwrap();
        assert_eq!(flat.value_named(p, language), Some("de"));
        assert_eq!(flat.attributes_between(language, 0, flat.len()).len(), 2);
    }
}
