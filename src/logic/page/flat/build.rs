//! Builds the flat page from the tree in one walk without recursion.

use ego_tree::iter::Edge;
use html5ever::{LocalName, ns};
use scraper::node::Element as HtmlElement;
use scraper::{Html, Node};

use super::{
    Atoms, BEHIND, ByName, COMMENT, DOCUMENT, Entry, Flat, FlatAttribute, FlatNode, NONE, NameId,
    Space, TEXT,
};
use crate::page::walk::edges;

impl Flat {
    /// Flattens `html`, which lacks the elements marked in `taken_out`, by number.
    pub fn new(html: &Html, taken_out: &[bool]) -> Self {
        let mut builder = Builder {
            taken_out: taken_out.to_vec(),
            ..Builder::default()
        };
        builder.open(DOCUMENT);
        for edge in edges(html) {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Element(element) => builder.element(element),
                    Node::Text(text) => builder.text(text),
                    Node::Comment(comment) => builder.comment(comment),
                    Node::Document
                    | Node::Fragment
                    | Node::Doctype(_)
                    | Node::ProcessingInstruction(_) => {}
                },
                Edge::Close(node) if node.value().is_element() => builder.close(),
                Edge::Close(_) => {}
            }
        }
        builder.finish()
    }
}

#[derive(Default)]
struct Builder {
    flat: Flat,
    /// Open nodes, each with its last child so far.
    open: Vec<(FlatNode, FlatNode)>,
    /// Which elements were removed from the page, by number.
    taken_out: Vec<bool>,
    /// Number of the next element.
    number: u32,
    /// Attribute names from the parser, with their namespace if any.
    raw: Atoms<(Space, LocalName)>,
}

impl Builder {
    fn element(&mut self, element: &HtmlElement) {
        let name = self.element_name(&element.name.local);
        let node = self.open(name);
        self.flat.elements.push(node);
        let first = self.flat.attributes.len();
        for (name, value) in &element.attrs {
            let space = if name.ns == ns!(xml) {
                Space::Xml
            } else if name.ns == ns!(xlink) {
                Space::Xlink
            } else {
                Space::Plain
            };
            let name = self.attribute_name(space, &name.local);
            // Of two attributes with the same name the later one is kept, at its own position.
            let prefixed = self.flat.attribute_name_of(name).0 != Space::Plain;
            let written = self.flat.attributes.get(first..).unwrap_or_default();
            if prefixed && let Some(at) = written.iter().position(|a| a.name == name) {
                self.flat.attributes.remove(first + at);
            }
            self.attribute(name, node, value);
        }
    }

    fn text(&mut self, text: &str) {
        // The root element has only white space next to it, and no data model keeps that.
        if self.open.len() > 1 {
            self.open(TEXT);
            self.flat.texts.push_str(text);
            self.close();
        }
    }

    fn comment(&mut self, comment: &str) {
        let node = self.open(COMMENT);
        self.attribute(NONE, node, comment);
        self.close();
    }

    fn open(&mut self, name: NameId) -> FlatNode {
        let node = count(self.flat.entries.len());
        let (parent, previous) = match self.open.last_mut() {
            Some((parent, last)) => (*parent, std::mem::replace(last, node)),
            None => (NONE, NONE),
        };
        let mut number = NONE;
        if name < COMMENT {
            while self.taken_out.get(self.number as usize) == Some(&true) {
                self.number += 1;
            }
            number = self.number;
            self.number += 1;
        }
        self.flat.entries.push(Entry {
            name,
            parent,
            end: node + 1,
            previous,
            number,
            text: count(self.flat.texts.len()),
            attributes: count(self.flat.attributes.len()),
        });
        self.open.push((node, NONE));
        node
    }

    fn close(&mut self) {
        let end = count(self.flat.entries.len());
        if let Some((node, _)) = self.open.pop()
            && let Some(entry) = self.flat.entries.get_mut(node as usize)
        {
            entry.end = end;
        }
    }

    fn attribute(&mut self, name: NameId, owner: FlatNode, value: &str) {
        let from = count(self.flat.values.len());
        self.flat.values.push_str(value);
        let to = count(self.flat.values.len());
        self.flat.attributes.push(FlatAttribute {
            name,
            owner,
            from,
            to,
        });
    }

    fn element_name(&mut self, name: &LocalName) -> NameId {
        if let Some(id) = self.flat.element_ids.get(name) {
            return *id;
        }
        let id = count(self.flat.element_names.len());
        self.flat.element_names.push(name.clone());
        self.flat.element_ids.insert(name.clone(), id);
        id
    }

    fn attribute_name(&mut self, space: Space, name: &LocalName) -> NameId {
        let raw = (space, name.clone());
        if let Some(id) = self.raw.get(&raw) {
            return *id;
        }
        // On HTML elements the parser keeps `xml:lang` as one name.
        let meant = match name.split_once(':') {
            Some(("xml", rest)) => (Space::Xml, LocalName::from(rest)),
            Some(("xlink", rest)) => (Space::Xlink, LocalName::from(rest)),
            _ => raw.clone(),
        };
        let names = &mut self.flat.attribute_names;
        let id = *self
            .flat
            .attribute_ids
            .entry(meant)
            .or_insert_with_key(|meant| {
                names.push(meant.clone());
                count(names.len() - 1)
            });
        self.raw.insert(raw, id);
        id
    }

    fn finish(mut self) -> Flat {
        while !self.open.is_empty() {
            self.close();
        }
        let mut flat = self.flat;
        flat.entries.push(Entry {
            text: count(flat.texts.len()),
            attributes: count(flat.attributes.len()),
            ..BEHIND
        });
        let named = flat.elements.iter().map(|node| {
            let entry = flat.entries.get(*node as usize).copied();
            (entry.map_or(NONE, |e| e.name), *node)
        });
        flat.elements_by_name = ByName::new(flat.element_names.len(), named);
        let named = flat.attributes.iter().zip(0..).map(|(a, at)| (a.name, at));
        let named = named.filter(|(name, _)| *name != NONE);
        flat.attributes_by_name = ByName::new(flat.attribute_names.len(), named);
        flat
    }
}

/// Pages are capped far below 4 GB; text beyond that would be empty, never wrong.
fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(COMMENT - 1)
}
