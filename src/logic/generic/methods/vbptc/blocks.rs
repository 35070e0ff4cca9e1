//! Visual blocks (VB-PTC, section V-B): headings, lists, the smallest boxes with text, and the
//! content of the gaps between them. Input: node features and the removed nodes. Output:
//! blocks in page order with their counts.

use super::Counts;
use crate::generic::features::BodyTree;

/// One visual block.
pub(super) struct VisualBlock {
    /// The box around it: the innermost one for a gap, the next one out for a block of its own.
    pub within: usize,
    /// Numbers of its texts.
    pub texts: Vec<usize>,
    /// Its counts.
    pub counts: Counts,
}

/// The blocks of the page.
pub(super) fn blocks(tree: &BodyTree<'_>, out: &[bool]) -> Vec<VisualBlock> {
    let splits = splits(tree, out);
    let mut blocks: Vec<VisualBlock> = Vec::new();
    // Open boxes: the end and number of each.
    let mut open: Vec<(usize, usize)> = vec![(usize::MAX, 0)];
    let mut going_on = false;
    let mut at = 1;
    while let Some(item) = tree.get(at) {
        while open.last().is_some_and(|(end, _)| *end <= at) {
            open.pop();
            going_on = false;
        }
        if out.get(at).copied().unwrap_or(false) {
            at = item.end;
            continue;
        }
        let within = open.last().map_or(0, |(_, number)| *number);
        let is_box = is_box(item.name());
        if is_heading_or_list(item.name()) || is_box && !splits.get(at).copied().unwrap_or(false) {
            let block = whole(tree, out, at, within);
            if !block.texts.is_empty() {
                blocks.push(block);
                going_on = false;
            }
            at = item.end;
            continue;
        }
        if is_box {
            open.push((item.end, at));
            going_on = false;
            at += 1;
            continue;
        }
        if !going_on {
            blocks.push(VisualBlock {
                within,
                texts: Vec::new(),
                counts: Counts::default(),
            });
            going_on = true;
        }
        if let Some(block) = blocks.last_mut() {
            block.add(tree, at);
        }
        at += 1;
    }
    blocks.retain(|block| block.counts.words > 0.0);
    blocks
}

impl VisualBlock {
    fn add(&mut self, tree: &BodyTree<'_>, at: usize) {
        let Some(item) = tree.get(at) else { return };
        if item.element.is_some() {
            if item.chars > 0 {
                self.counts.add(Counts::of_tag(item.name()));
            }
        } else if item.chars > 0 {
            self.counts.add(Counts::of_text(item.text, item.in_link));
            self.texts.push(at);
        }
    }
}

/// Everything inside `root` as one block.
fn whole(tree: &BodyTree<'_>, out: &[bool], root: usize, within: usize) -> VisualBlock {
    let mut block = VisualBlock {
        within,
        texts: Vec::new(),
        counts: Counts::default(),
    };
    let end = tree.get(root).map_or(root, |item| item.end);
    let mut at = root;
    while at < end {
        let Some(item) = tree.get(at) else { break };
        if out.get(at).copied().unwrap_or(false) {
            at = item.end;
            continue;
        }
        block.add(tree, at);
        at += 1;
    }
    block
}

/// By item, whether a box with text is inside: such a box is split.
fn splits(tree: &BodyTree<'_>, out: &[bool]) -> Vec<bool> {
    let mut splits = vec![false; tree.items.len()];
    for (at, item) in tree.items.iter().enumerate().skip(1).rev() {
        let inner = splits.get(at).copied().unwrap_or(false);
        let gone = out.get(at).copied().unwrap_or(false);
        if !gone
            && (inner || is_box(item.name()) && item.chars > 0)
            && let Some(above) = splits.get_mut(item.parent)
        {
            *above = true;
        }
    }
    splits
}

fn is_heading_or_list(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol")
}

/// `<div>`, and its equivalents since the paper: named boxes of HTML5, and the cells of layout
/// tables.
fn is_box(name: &str) -> bool {
    matches!(
        name,
        "div"
            | "section"
            | "article"
            | "main"
            | "aside"
            | "header"
            | "footer"
            | "nav"
            | "td"
            | "center"
            | "body"
    )
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    #[test]
    fn headings_lists_smallest_boxes_and_gaps() {
        let page = Page::parse(
            "<body><div>one<h2>two</h2><p>three</p>four<div>five <p>six</p></div><p>seven</p>\
             <ul><li>eight<li>nine</ul></div>",
            &Url::parse("http://example.com/").unwrap(),
        );
        let tree = BodyTree::of(&page);
        let blocks = blocks(&tree, &vec![false; tree.items.len()]);
        let texts = |block: &VisualBlock| -> String {
            let texts = block.texts.iter().filter_map(|at| tree.get(*at));
            texts
                .map(|item| item.text.trim())
                .collect::<Vec<_>>()
                .join("+")
        };
        let found: Vec<String> = blocks.iter().map(texts).collect();
        assert_eq!(
            found,
            [
                "one",
                "two",
                "three+four",
                "five+six",
                "seven",
                "eight+nine"
            ]
        );
        assert!(
            blocks.iter().all(|block| block.within == 1),
            "all in the one outer box"
        );
    }
}
