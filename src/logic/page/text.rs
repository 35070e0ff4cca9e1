//! Text of elements as a person reads it. Input: a page and an element. Output: text with
//! collapsed white space and one line per block. Walks the tree without recursion.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;

use super::links::permalink_signs::{is_in_link, is_permalink_sign};
use super::{ElementIndex, Page};
use crate::page::walk::edges_without;

/// All text inside `element`, white space collapsed, with line breaks for blocks and `<br>`,
/// without scripts, styles and templates (a picked `<script>` returns its own text, which may be
/// data). `<pre>` and `<textarea>` keep their white space. A sign such as "¶" by which a heading
/// links to itself is left out. Empty for an unknown element.
pub fn inner_text(page: &Page, element: ElementIndex) -> String {
    let Some(element) = page.element(element) else {
        return String::new();
    };
    if is_raw(element.value().name()) {
        return element.text().collect::<String>().trim().to_owned();
    }
    let mut text = TextBuilder::default();
    let keeps_signs = is_in_link(element);
    let is_left_out = |node| is_skipped(node) || !keeps_signs && is_permalink_sign(node);
    for edge in edges_without(*element, is_left_out) {
        match edge {
            Edge::Open(node) => text.open(node.value()),
            Edge::Close(node) => text.close(node.value()),
        }
    }
    text.finish()
}

/// The text directly inside `element` without its children; `<br>` and child blocks break the line.
pub fn own_text(page: &Page, element: ElementIndex) -> String {
    let Some(element) = page.element(element) else {
        return String::new();
    };
    if is_raw(element.value().name()) {
        return inner_text(page, page.index_of(element).unwrap_or_default());
    }
    let mut text = TextBuilder {
        kept: usize::from(keeps_space(element.value().name())),
        ..TextBuilder::default()
    };
    for child in element.children().filter(|c| !is_skipped(*c)) {
        match child.value() {
            Node::Text(_) => text.open(child.value()),
            Node::Element(inner) if is_block(inner.name()) => text.gap(Gap::Line),
            _ => {}
        }
    }
    text.finish()
}

/// The text of the whole page, as [`inner_text`] of its body.
pub fn visible_text(page: &Page) -> String {
    let body = page
        .elements()
        .find(|e| matches!(e.value().name(), "body" | "frameset"))
        .and_then(|e| page.index_of(e));
    inner_text(page, body.unwrap_or(0))
}

/// Collapses runs of white space (CJK space included) into one space; trims the ends. Removes
/// zero-width characters that only mark positions (U+200B, U+FEFF).
pub fn collapse(text: &str) -> String {
    let mut builder = TextBuilder::default();
    builder.flowing(text);
    builder.finish()
}

/// The separator between the text so far and the next piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
}

#[derive(Default)]
struct TextBuilder {
    out: String,
    gap: Gap,
    /// The number of open elements that preserve white space.
    kept: usize,
}

impl TextBuilder {
    fn open(&mut self, node: &Node) {
        match node {
            Node::Text(text) if self.kept > 0 => self.preformatted(text),
            Node::Text(text) => self.flowing(text),
            Node::Element(element) => {
                self.around(element.name());
                self.kept += usize::from(keeps_space(element.name()));
            }
            _ => {}
        }
    }

    fn close(&mut self, node: &Node) {
        if let Node::Element(element) = node {
            self.around(element.name());
            let keeps = usize::from(keeps_space(element.name()));
            self.kept = self.kept.saturating_sub(keeps);
        }
    }

    fn around(&mut self, name: &str) {
        if is_block(name) {
            self.gap(Gap::Line);
        } else if is_cell(name) {
            self.gap(Gap::Space);
        }
    }

    fn gap(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    fn flowing(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\u{200B}' | '\u{FEFF}' => {}
                c if c.is_whitespace() => self.gap(Gap::Space),
                c => {
                    self.bridge();
                    self.out.push(c);
                }
            }
        }
    }

    fn preformatted(&mut self, text: &str) {
        if !text.is_empty() {
            self.bridge();
            self.out.push_str(text);
        }
    }

    fn bridge(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if self.out.is_empty() {
            return;
        }
        match gap {
            Gap::None => {}
            Gap::Space => self.out.push(' '),
            Gap::Line if self.out.ends_with('\n') => {}
            Gap::Line => self.out.push('\n'),
        }
    }

    fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        self.out
    }
}

/// Elements whose text is data or code.
fn is_raw(name: &str) -> bool {
    matches!(name, "script" | "style")
}

fn is_skipped(node: NodeRef<'_, Node>) -> bool {
    node.value()
        .as_element()
        .is_some_and(|e| is_raw(e.name()) || matches!(e.name(), "template" | "noframes"))
}

fn keeps_space(name: &str) -> bool {
    matches!(name, "pre" | "textarea" | "listing" | "plaintext" | "xmp")
}

/// Whether this is a table cell, whose text is separate from its neighbour's.
pub fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th")
}

/// Whether it starts a new line (WHATWG HTML, "Rendering", flow content, lists and tables).
pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "br"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "textarea"
            | "tfoot"
            | "thead"
            | "title"
            | "tr"
            | "ul"
            | "xmp"
    )
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html, &Url::parse("http://example.org/").unwrap())
    }

    fn check(html: &str, expected: &str) {
        assert_eq!(visible_text(&page(html)), expected, "{html}");
    }

    #[test]
    fn blocks_are_lines_and_inline_text_flows() {
        check("<p>a <b>b</b>c</p> <p> d\n e<br>f</p>", "a bc\nd e\nf");
        check("<ul><li>一<li>　二　</ul>三", "一\n二\n三");
        check("<table><tr><td>1<td>2<tr><td>3</table>", "1 2\n3");
        check("<div><div><div>x</div></div></div><br><br>y", "x\ny");
        check("a&nbsp;&#x200b;b", "a b");
        check("", "");
    }

    #[test]
    fn code_and_templates_are_no_text() {
        check(
            "<style>p{}</style>a<script>1<2</script><template><p>t</template>b",
            "ab",
        );
        check("<noscript><p>no</p></noscript>a", "no\na");
        let page = page("<body><script> {\"a\": 1} </script>");
        let script = page
            .elements()
            .find(|e| e.value().name() == "script")
            .unwrap();
        let script = page.index_of(script).unwrap();
        assert_eq!(inner_text(&page, script), "{\"a\": 1}");
        assert_eq!(own_text(&page, script), "{\"a\": 1}");
    }

    #[test]
    fn preformatted_text_keeps_its_space() {
        check("a<pre>\n x\n\n  y\n</pre>b", "a\n x\n\n  y\nb");
    }

    #[test]
    fn own_text_leaves_children_out() {
        let page = page("<p>9<b>x</b>8 元<br>a<div>");
        let p = page.elements().find(|e| e.value().name() == "p").unwrap();
        assert_eq!(own_text(&page, page.index_of(p).unwrap()), "98 元\na");
        assert_eq!(own_text(&page, 99), "");
        assert_eq!(inner_text(&page, 99), "");
    }

    #[test]
    fn spaces_collapse() {
        assert_eq!(
            collapse("\u{FEFF} a \t\n b\u{3000}\u{3000}中\u{A0}"),
            "a b 中"
        );
    }

    proptest::proptest! {
        #[test]
        fn collapsed_text_is_stable(text: String) {
            let once = collapse(&text);
            proptest::prop_assert_eq!(&collapse(&once), &once);
            proptest::prop_assert!(!once.contains("  ") && once.trim() == once);
        }
    }
}
