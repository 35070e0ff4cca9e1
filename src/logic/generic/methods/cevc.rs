//! CEVC, content extraction via valid characters (Harbin Institute of Technology master's thesis on
//! multi-channel web crawling, chapter 2). Text outside links with a stop word is "valid"; from the
//! body down, the algorithm enters the child with most valid characters as long as it represents
//! its parent. Input: node features. Output: the content block and its text.

use crate::generic::features::lines::{self, TextLine};
use crate::generic::features::{BodyTree, ratio};

/// The threshold α of section 2.4.3. The thesis finds F1 flat between 0.3 and 0.6 on news of 2016
/// and takes 0.5; on collected English and Chinese articles the upper end keeps more of the text
/// (F1 up by 0.5 to 2.7 points on each of six sets).
pub(crate) const ALPHA: f64 = 0.6;

/// The content of the page by CEVC.
pub(crate) fn extract(tree: &BodyTree<'_>) -> String {
    lines::join(&chosen(tree))
}

/// Its lines.
pub(crate) fn chosen(tree: &BodyTree<'_>) -> Vec<TextLine> {
    let block = content_block(tree, 0, ALPHA, |at| tree.valid(at));
    output(tree, block)
}

/// Algorithm 2.2, stepInto, as a loop: from `from` down, with `valid` as the valid characters of a
/// node. Stops where MCR, the share of the heaviest child (definition 2.7, formula 2-12), falls
/// below `alpha`; at a leaf it goes back one step, for content of a single paragraph (line 19).
pub(crate) fn content_block(
    tree: &BodyTree<'_>,
    from: usize,
    alpha: f64,
    valid: impl Fn(usize) -> usize,
) -> usize {
    let mut at = from;
    loop {
        let total = valid(at);
        let heaviest = tree
            .children(at)
            .map(|child| (valid(child), child))
            .filter(|(chars, _)| *chars > 0)
            // The first on a tie, as with the algorithm's strict comparison.
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        match heaviest {
            None => return tree.get(at).map_or(at, |leaf| leaf.parent.max(from)),
            Some((chars, _)) if ratio(chars, total) < alpha => return at,
            Some((_, child)) => at = child,
        }
    }
}

/// The procedure "output" of section 2.3.3 returns the valid characters of the block. This one
/// returns a whole line if it has any: the links and names inside a sentence belong to it.
fn output(tree: &BodyTree<'_>, block: usize) -> Vec<TextLine> {
    let mut lines = lines::lines(tree, block, |_| false);
    lines.retain(|line| line.valid > 0);
    lines
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn block_name(html: &str) -> (String, usize) {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        let tree = BodyTree::of(&page);
        let block = content_block(&tree, 0, ALPHA, |at| tree.valid(at));
        let item = tree.get(block).unwrap();
        let name = item.attr("id").unwrap_or(item.name()).to_owned();
        (name, item.valid)
    }

    #[test]
    fn valid_characters_are_outside_links_and_in_sentences() {
        // "thevat" in the link and "Home" without a stop word do not count: definition 2.6.
        let (_, valid) =
            block_name("<body><p>It is warm</p><p><a href=/>the vat</a></p><p>Home</p>");
        assert_eq!(valid, 8);
    }

    #[test]
    fn the_way_down_stops_where_no_child_stands_for_its_parent() {
        let html = "<body><div><a href=/>menu</a> this is the menu</div><div id=wrap><div id=text>\
            <p>the first paragraph is here, and it is long</p>\
            <p>the second paragraph is here, and it is long</p>\
            <p>the third paragraph is here, and it is long</p></div><p>by the author</p></div>";
        assert_eq!(block_name(html).0, "text");
    }

    #[test]
    fn a_single_paragraph_is_its_own_block() {
        assert_eq!(
            block_name("<body><div><p id=only>this is all there is</p></div>").0,
            "only"
        );
    }

    #[test]
    fn lines_are_put_out_whole() {
        let html = "<body><p>the <a href=/d>dyer</a> is here</p><p>and so is the other</p><p>Share</p><p>but the vat is cold</p>";
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        assert_eq!(
            extract(&BodyTree::of(&page)),
            "the dyer is here\nand so is the other\nbut the vat is cold"
        );
    }

    #[test]
    fn pages_without_text_have_no_content() {
        for html in [
            "",
            "<body></body>",
            "<body><img src=x>",
            "<frameset></frameset>",
        ] {
            let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
            assert_eq!(extract(&BodyTree::of(&page)), "", "{html}");
        }
    }
}
