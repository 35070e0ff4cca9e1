//! The selectors of a webscraper.io sitemap as a graph of parents and children. Input: the
//! document. Output: nodes with their children in file order. Cycles other than a selector that
//! is its own parent are an error.

use std::collections::{BTreeMap, BTreeSet};

use crate::authoring::import::json::JsonNode;
use crate::authoring::import::{ImportError, SourcePlace};

/// The parent of the selectors on the start pages.
pub(super) const ROOT: &str = "_root";

/// The maximum number of selectors in one sitemap.
const MOST: usize = 2_000;

/// Words in the selector of what leads to another page.
const PAGE_WORDS: [&str; 5] = ["next", "pag", "下一", "下页", "翻页"];

/// One selector.
#[derive(Clone, Debug)]
pub(super) struct SelectorNode<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its type, such as `SelectorText`.
    pub kind: &'a str,
    /// Its CSS.
    pub selector: &'a str,
    /// Whether it may match more than once.
    pub multiple: bool,
    /// Whether it is its own parent: a pagination.
    pub recursive: bool,
    /// Names of its parents, except itself.
    pub parents: Vec<&'a str>,
    /// Its JSON.
    pub at: JsonNode<'a>,
}

impl SelectorNode<'_> {
    /// Its place.
    pub fn place(&self) -> SourcePlace {
        self.at.place()
    }

    /// Whether it links to further list pages.
    pub fn is_pagination(&self) -> bool {
        self.kind == "SelectorPagination" || (self.kind == "SelectorLink" && self.recursive)
    }

    /// Whether it is a pagination that is clicked.
    pub fn is_clicked_pagination(&self) -> bool {
        let kind = self.at.text("paginationType").unwrap_or_default();
        self.is_pagination() && kind.to_lowercase().starts_with("click")
    }

    /// Whether it is a pagination by a button that adds more to what is there. A link, and what is
    /// called the next page, replaces it instead.
    pub fn is_load_more(&self) -> bool {
        let selector = self.selector.to_lowercase();
        let replaces = PAGE_WORDS.iter().any(|word| selector.contains(word));
        self.is_clicked_pagination()
            && self.is_clicked_often()
            && !replaces
            && !finds_link(self.selector)
    }

    /// Whether its button is pressed again and again, not each button once.
    pub fn is_clicked_often(&self) -> bool {
        let kinds = ["clickType", "paginationType"].map(|key| self.at.text(key));
        let mut kinds = kinds.into_iter().flatten();
        kinds.any(|kind| kind.eq_ignore_ascii_case("clickMore"))
    }

    /// Whether it links to other pages.
    pub fn is_link(&self) -> bool {
        matches!(self.kind, "SelectorLink" | "SelectorPopupLink") && !self.recursive
    }

    /// Whether it contains other selectors on the same page.
    pub fn is_container(&self) -> bool {
        matches!(
            self.kind,
            "SelectorElement" | "SelectorElementScroll" | "SelectorElementClick"
        )
    }
}

/// All selectors.
pub(super) struct Graph<'a> {
    nodes: Vec<SelectorNode<'a>>,
}

impl<'a> Graph<'a> {
    /// Reads the selectors of a sitemap.
    ///
    /// # Errors
    /// If selectors form a cycle of parents.
    pub fn read(sitemap: &JsonNode<'a>) -> Result<Self, ImportError> {
        let nodes = sitemap
            .list("selectors")
            .into_iter()
            .take(MOST)
            .filter_map(node)
            .collect();
        let graph = Self { nodes };
        graph.check_cycles()?;
        Ok(graph)
    }

    /// All selectors.
    pub fn nodes(&self) -> &[SelectorNode<'a>] {
        &self.nodes
    }

    /// The children of `id`.
    pub fn children(&self, id: &str) -> Vec<&SelectorNode<'a>> {
        self.nodes
            .iter()
            .filter(|node| node.parents.contains(&id))
            .collect()
    }

    /// The children of any of `ids`, each once.
    pub fn children_of(&self, ids: &[&str]) -> Vec<&SelectorNode<'a>> {
        self.nodes
            .iter()
            .filter(|node| node.parents.iter().any(|parent| ids.contains(parent)))
            .collect()
    }

    /// Whether a selector is on pages that a link leads to.
    pub fn is_behind_link(&self, node: &SelectorNode<'a>) -> bool {
        let mut open: Vec<&str> = node.parents.clone();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !known.insert(id) {
                continue;
            }
            for parent in self.nodes.iter().filter(|other| other.id == id) {
                if parent.is_link() || parent.kind == "SelectorSitemapXmlLink" {
                    return true;
                }
                open.extend(&parent.parents);
            }
        }
        false
    }

    fn check_cycles(&self) -> Result<(), ImportError> {
        let index: BTreeMap<&str, &SelectorNode<'a>> =
            self.nodes.iter().map(|node| (node.id, node)).collect();
        // 1: on the path up from a selector, 2: known to end at a root.
        let mut state: BTreeMap<&str, u8> = BTreeMap::new();
        for start in &self.nodes {
            let mut way: Vec<(&SelectorNode<'a>, usize)> = vec![(start, 0)];
            while let Some((node, next)) = way.pop() {
                if next == 0 {
                    if state.contains_key(node.id) {
                        continue;
                    }
                    state.insert(node.id, 1);
                }
                let Some(parent) = node.parents.get(next) else {
                    state.insert(node.id, 2);
                    continue;
                };
                way.push((node, next + 1));
                let Some(parent) = index.get(parent) else {
                    continue;
                };
                match state.get(parent.id) {
                    Some(1) => return Err(cycle(&way, parent)),
                    Some(_) => {}
                    None => way.push((parent, 0)),
                }
            }
        }
        Ok(())
    }
}

/// Whether CSS, perhaps with additions of jQuery, may find an element `a`.
pub(super) fn finds_link(css: &str) -> bool {
    let (mut depth, mut quote) = (0_u32, None);
    let (mut name, mut is_in_name) = (String::new(), true);
    let mut found = false;
    for sign in css.trim().chars() {
        match (quote, sign) {
            (Some(open), sign) if open == sign => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(sign),
            (None, '(' | '[') => (depth, is_in_name) = (depth + 1, false),
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, _) if depth > 0 => {}
            (None, ',') => {
                found |= name.eq_ignore_ascii_case("a");
                (name, is_in_name) = (String::new(), true);
            }
            (None, ' ' | '>' | '+' | '~' | '\n' | '\t') => {
                (name, is_in_name) = (String::new(), true);
            }
            (None, sign) if is_in_name && (sign.is_alphanumeric() || sign == '-') => {
                name.push(sign);
            }
            (None, _) => is_in_name = false,
        }
    }
    found || name.eq_ignore_ascii_case("a")
}

fn cycle(way: &[(&SelectorNode<'_>, usize)], parent: &SelectorNode<'_>) -> ImportError {
    let from = way.iter().position(|(node, _)| node.id == parent.id);
    let names = way.iter().skip(from.unwrap_or(0)).map(|(node, _)| node.id);
    let mut chain: Vec<String> = names
        .take(20)
        .map(crate::authoring::import::draft::shown)
        .collect();
    chain.push(crate::authoring::import::draft::shown(parent.id));
    ImportError::Cycle {
        place: parent.at.place_of("parentSelectors"),
        chain: chain.join(" → "),
    }
}

fn node(at: JsonNode<'_>) -> Option<SelectorNode<'_>> {
    let id = at.text("id")?;
    let parents: Vec<&str> = at
        .texts("parentSelectors")
        .into_iter()
        .map(|(_, parent)| parent)
        .collect();
    let recursive = parents.contains(&id);
    let mut others: Vec<&str> = parents.into_iter().filter(|parent| *parent != id).collect();
    if others.is_empty() && !recursive {
        others.push(ROOT);
    }
    Some(SelectorNode {
        id,
        kind: at.text("type").unwrap_or(""),
        selector: at.text("selector").unwrap_or(""),
        multiple: at.flag("multiple"),
        recursive,
        parents: others,
        at,
    })
}
