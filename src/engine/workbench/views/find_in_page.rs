//! Find in page: the smallest elements that show a text, or the matches of a typed selector.
//! Input: a page and the input. Output: element numbers in page order. One pass over the tree,
//! without recursion; invisible parts (head, scripts, styles) are not searched for texts.

use std::collections::HashSet;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use bowerbird_logic::page::{ElementIndex, Page, is_block, is_cell};
use bowerbird_logic::select::{Selector, SelectorKind, Take};

/// The maximum number of reported matches.
const MAX_FOUND: usize = 5_000;

/// The matches of `typed`: visible text, else the matches of a selector, if it looks like one.
pub(crate) fn find(page: &Page, typed: &str) -> Vec<ElementIndex> {
    let shown = find_text(page, typed);
    if shown.is_empty() {
        find_selected(page, typed)
    } else {
        shown
    }
}

/// The matches of `typed` as XPath or CSS. A bare word is not a selector here: a user who searches
/// for `table` and does not find it in the text means the word.
fn find_selected(page: &Page, typed: &str) -> Vec<ElementIndex> {
    let typed = typed.trim();
    let kind = SelectorKind::guess(typed);
    let marked = typed.contains(['.', '#', '[', '>', ':', '*']);
    let reads = match kind {
        SelectorKind::XPath => true,
        SelectorKind::Css => marked,
        _ => false,
    };
    if !reads {
        return Vec::new();
    }
    let found = Selector::compile(kind, typed)
        .and_then(|selector| selector.try_select(page, None, &Take::Html));
    let matches = found.unwrap_or_default().into_iter();
    let elements = matches.filter_map(|one| one.element);
    elements.take(MAX_FOUND).collect()
}

/// The smallest elements whose text contains `typed`, ignoring case and white space.
fn find_text(page: &Page, typed: &str) -> Vec<ElementIndex> {
    let wanted = folded(typed);
    if wanted.is_empty() {
        return Vec::new();
    }
    let shown = Shown::of(page);
    let mut found: Vec<ElementIndex> = Vec::new();
    let mut seen: HashSet<ElementIndex> = HashSet::new();
    for (from, _) in shown.text.match_indices(&wanted) {
        if found.len() >= MAX_FOUND {
            break;
        }
        let element = shown.around(page, from, from + wanted.len());
        found.extend(element.filter(|element| seen.insert(*element)));
    }
    found
}

/// The smallest element that shows exactly this text.
pub(crate) fn holding(page: &Page, text: &str) -> Option<ElementIndex> {
    let wanted = folded(text);
    if wanted.is_empty() {
        return None;
    }
    let shown = Shown::of(page);
    let places = shown.text.match_indices(&wanted).map(|(from, _)| from);
    let mut places = places.filter(|from| {
        let bytes = shown.text.as_bytes();
        let before = from.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(from + wanted.len());
        let edge = |byte: Option<&u8>| byte.is_none_or(|b| *b == b'\n' || *b == b' ');
        edge(before) && edge(after)
    });
    let first = places.next()?;
    shown.around(page, first, first + wanted.len())
}

/// The visible text, folded, with the element of each piece. Blocks are separated by line ends, so
/// that no match crosses their boundaries.
#[derive(Default)]
struct Shown {
    text: String,
    /// The start byte of each piece, and its element.
    pieces: Vec<(usize, NodeId)>,
}

impl Shown {
    fn of(page: &Page) -> Self {
        let mut shown = Self::default();
        let mut unseen = 0_usize;
        for edge in page.html().tree.root().traverse() {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Fragment => unseen += 1,
                    Node::Element(element) => {
                        if unseen > 0 || is_unseen(element.name()) {
                            unseen += 1;
                        } else if breaks(element.name()) {
                            shown.end_line();
                        }
                    }
                    Node::Text(text) if unseen == 0 => {
                        if let Some(parent) = node.parent() {
                            shown.piece(text, parent.id());
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => match node.value() {
                    Node::Element(element) => {
                        if unseen > 0 {
                            unseen -= 1;
                        } else if breaks(element.name()) {
                            shown.end_line();
                        }
                    }
                    Node::Fragment => unseen = unseen.saturating_sub(1),
                    _ => {}
                },
            }
        }
        shown
    }

    fn piece(&mut self, text: &str, parent: NodeId) {
        self.pieces.push((self.text.len(), parent));
        for c in text.chars() {
            if c.is_whitespace() {
                if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                    self.text.push(' ');
                }
            } else {
                self.text.extend(c.to_lowercase());
            }
        }
    }

    fn end_line(&mut self) {
        if self.text.ends_with(' ') {
            self.text.pop();
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// The smallest element around the bytes from `from` to `to`.
    fn around(&self, page: &Page, from: usize, to: usize) -> Option<ElementIndex> {
        let holder = |byte: usize| {
            let after = self.pieces.partition_point(|(start, _)| *start <= byte);
            let (_, id) = self.pieces.get(after.checked_sub(1)?)?;
            ElementRef::wrap(page.html().tree.get(*id)?)
        };
        let (first, last) = (holder(from)?, holder(to.saturating_sub(1))?);
        let mut around =
            std::iter::once(first).chain(first.ancestors().filter_map(ElementRef::wrap));
        let shared = around
            .find(|outer| *outer == last || last.ancestors().any(|node| node.id() == outer.id()));
        page.index_of(shared?)
    }
}

/// Lower case, white space as one blank, trimmed.
fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

fn breaks(name: &str) -> bool {
    is_block(name) || is_cell(name) || name == "br"
}

fn is_unseen(name: &str) -> bool {
    matches!(
        name,
        "head" | "script" | "style" | "template" | "noframes" | "iframe" | "object"
    )
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn tags(source: &str, typed: &str) -> Vec<String> {
        let page = Page::parse(source, &Url::parse("http://a.example/").expect("a URL"));
        let found = find(&page, typed).into_iter();
        let name = |index| Some(page.element(index)?.value().name().to_owned());
        found.filter_map(name).collect()
    }

    #[test]
    fn what_is_no_text_of_the_page_may_be_a_selector() {
        let source = "<table class=t><tr><td>one.two</td><td id=x>b</td></tr></table>";
        assert_eq!(tags(source, "one.two"), ["td"], "words come first");
        assert_eq!(tags(source, "td#x"), ["td"]);
        assert_eq!(tags(source, ".t td"), ["td", "td"]);
        assert_eq!(tags(source, "//tr/td[2]"), ["td"]);
        for typed in ["table", "td[", "//td[", "$.a", "no such words."] {
            assert_eq!(tags(source, typed), Vec::<String>::new(), "{typed}");
        }
    }

    #[test]
    fn the_smallest_element_around_a_text_is_found() {
        let source = "<title>Bees</title><p>All <b>BEES</b> fly</p><p>No   bees\n fly <i>here</i></p><script>bees</script>";
        assert_eq!(tags(source, "bees"), ["b", "p"]);
        assert_eq!(tags(source, "bees fly"), ["p", "p"]);
        assert_eq!(tags(source, "fly here"), ["p"]);
        assert_eq!(
            tags(source, "fly no"),
            Vec::<String>::new(),
            "two blocks are not one text"
        );
        assert_eq!(tags(source, "  "), Vec::<String>::new());
        assert_eq!(tags("<p>养<i>蜂</i>人</p>", "养蜂"), ["p"]);
    }
}
