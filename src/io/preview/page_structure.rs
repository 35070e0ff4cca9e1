//! The page as plain structure, for pages without a picture: headings, paragraphs, links, list
//! items and images in reading order, each with its element, so that picking still works. One walk
//! over the tree, without recursion.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};
use serde::{Deserialize, Serialize};

use bowerbird_logic::page::{ElementIndex, Page, collapse, join};

/// The type of a line of the structural view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StructureKind {
    /// `h1` to `h6`.
    Heading(u8),
    /// A paragraph or other text.
    Paragraph,
    /// A link.
    Link {
        /// Absolute address.
        href: String,
    },
    /// A list item.
    ListItem,
    /// An image with its `alt`.
    Image,
}

/// One line of the structural view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureItem {
    /// The element.
    pub element: ElementIndex,
    /// Its type.
    pub kind: StructureKind,
    /// Its text.
    pub text: String,
}

/// The page as plain structure, in reading order. A line of text is followed by its links and
/// images; text that is one link alone gives the link only (headings give both).
pub fn structure(page: &Page) -> Vec<StructureItem> {
    let mut walk = Walk {
        page,
        items: Vec::new(),
        blocks: Vec::new(),
        line: String::new(),
        inside: Vec::new(),
        link: None,
    };
    let mut skipped = 0_usize;
    for edge in page.html().tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => {
                    if skipped > 0 || is_unseen(element.name()) {
                        skipped += 1;
                    } else if let Some(element) = ElementRef::wrap(node) {
                        walk.open(element);
                    }
                }
                Node::Text(text) if skipped == 0 => walk.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if let Some(element) = ElementRef::wrap(node) {
                    if skipped > 0 {
                        skipped -= 1;
                    } else {
                        walk.close(element);
                    }
                }
            }
        }
    }
    walk.end_line();
    walk.items
}

struct Walk<'a> {
    page: &'a Page,
    items: Vec<StructureItem>,
    /// The block elements around the current position, innermost last.
    blocks: Vec<(ElementIndex, StructureKind)>,
    /// Text since the last line end.
    line: String,
    /// Links and images of the current line.
    inside: Vec<StructureItem>,
    /// The open link: its number, its address, and where its text starts in the line.
    link: Option<(ElementIndex, String, usize)>,
}

impl Walk<'_> {
    fn open(&mut self, element: ElementRef<'_>) {
        let Some(index) = self.page.index_of(element) else {
            return;
        };
        let name = element.value().name();
        if let Some(kind) = block_kind(name) {
            self.end_line();
            self.blocks.push((index, kind));
        } else if name == "a" {
            if let Some(url) = self.joined(element, "href") {
                self.end_link();
                self.link = Some((index, url, self.line.len()));
            }
        } else if name == "img" {
            self.inside.push(StructureItem {
                element: index,
                kind: StructureKind::Image,
                text: collapse(element.value().attr("alt").unwrap_or_default()),
            });
        } else if name == "br" {
            self.line.push(' ');
        }
    }

    fn close(&mut self, element: ElementRef<'_>) {
        let name = element.value().name();
        if block_kind(name).is_some() {
            self.end_line();
            self.blocks.pop();
        } else if name == "a" {
            self.end_link();
        }
    }

    fn text(&mut self, text: &str) {
        self.line.push_str(text);
    }

    fn end_link(&mut self) {
        if let Some((element, href, start)) = self.link.take() {
            let text = collapse(self.line.get(start..).unwrap_or_default());
            if !text.is_empty() {
                self.inside.push(StructureItem {
                    element,
                    kind: StructureKind::Link { href },
                    text,
                });
            }
        }
    }

    /// Emits the current line as an item of the innermost block, then its contained items.
    fn end_line(&mut self) {
        // A link around blocks continues in the next line.
        let goes_on = self.link.clone();
        self.end_link();
        let text = collapse(&self.line);
        self.line.clear();
        if let Some((element, kind)) = self.blocks.last()
            && !text.is_empty()
        {
            let alone = matches!(self.inside.as_slice(), [only] if only.text == text)
                && !matches!(kind, StructureKind::Heading(_));
            if !alone {
                self.items.push(StructureItem {
                    element: *element,
                    kind: kind.clone(),
                    text,
                });
            }
        }
        self.items.append(&mut self.inside);
        self.link = goes_on.map(|(element, href, _)| (element, href, 0));
    }

    fn joined(&self, element: ElementRef<'_>, attribute: &str) -> Option<String> {
        let raw = element.value().attr(attribute)?;
        join(self.page.base(), raw).map(String::from)
    }
}

/// Whether the element and its contents are never shown.
fn is_unseen(name: &str) -> bool {
    matches!(
        name,
        "head" | "script" | "style" | "template" | "title" | "svg" | "math" | "select"
    )
}

/// The kind of text directly inside a block of this name; `None` for inline elements.
fn block_kind(name: &str) -> Option<StructureKind> {
    Some(match name {
        "h1" => StructureKind::Heading(1),
        "h2" => StructureKind::Heading(2),
        "h3" => StructureKind::Heading(3),
        "h4" => StructureKind::Heading(4),
        "h5" => StructureKind::Heading(5),
        "h6" => StructureKind::Heading(6),
        "li" | "dt" | "dd" => StructureKind::ListItem,
        "html" | "body" | "address" | "article" | "aside" | "blockquote" | "caption" | "center"
        | "details" | "dialog" | "div" | "dl" | "fieldset" | "figcaption" | "figure" | "footer"
        | "form" | "header" | "hgroup" | "legend" | "main" | "menu" | "nav" | "ol" | "p"
        | "pre" | "search" | "section" | "summary" | "table" | "tbody" | "td" | "tfoot" | "th"
        | "thead" | "tr" | "ul" => StructureKind::Paragraph,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(html: &str) -> Vec<String> {
        let url = match url::Url::parse("http://127.0.0.1/dir/page") {
            Ok(url) => url,
            Err(error) => panic!("{error}"),
        };
        let page = Page::parse(html, &url);
        structure(&page)
            .into_iter()
            .map(|item| {
                let tag = page
                    .element(item.element)
                    .map(|e| e.value().name().to_owned())
                    .unwrap_or_default();
                match item.kind {
                    StructureKind::Link { href } => format!("{tag} {} -> {href}", item.text),
                    _ => format!("{tag} {}", item.text),
                }
            })
            .collect()
    }

    #[test]
    fn a_page_reads_top_down() {
        let got = lines(
            "<title>T</title><body><script>var x</script><h2><a href=a>标题</a></h2>\
             <p>One <a href='../b'>two</a> three<br>four<p>five\
             <ul><li><a href=/c>six</a><li>seven</ul><img alt=eight src=x><div>nine<p>ten</p>eleven",
        );
        assert_eq!(
            got,
            [
                "h2 标题",
                "a 标题 -> http://127.0.0.1/dir/a",
                "p One two three four",
                "a two -> http://127.0.0.1/b",
                "p five",
                "a six -> http://127.0.0.1/c",
                "li seven",
                "img eight",
                "div nine",
                "p ten",
                "div eleven",
            ]
        );
    }

    #[test]
    fn a_link_around_blocks_is_a_link_in_each() {
        assert_eq!(
            lines("<body><a href=/x><h3>Head</h3><p>Text</p></a>"),
            [
                "h3 Head",
                "a Head -> http://127.0.0.1/x",
                "a Text -> http://127.0.0.1/x",
            ]
        );
    }

    #[test]
    fn deep_nesting_and_nothing_at_all_are_no_trouble() {
        assert_eq!(lines(""), Vec::<String>::new());
        let deep = "<div>".repeat(50_000) + "deep";
        assert_eq!(lines(&deep), ["div deep"]);
    }
}
