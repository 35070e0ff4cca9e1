//! The default method: the lines of a page that a trained model classifies as the article
//! (`line_selection`). Its main inputs are the rules here: CEVC on a page without menus, share bars and
//! comments, starting at a container named as the article, with its lines scored again. The page's
//! own JSON-LD replaces missing text. Input: node features. Output: text.

use super::line_features::Blocks;
use super::noise::{self, Flags, flag};
use super::{article_bounds, line_selection};
use crate::generic::features::BodyTree;
use crate::generic::features::lines::{self, TextLine};
use crate::generic::methods::cevc;
use crate::generic::words::noise_lines::is_noise_line;

/// Higher than in the thesis: without noise, stopping early costs nothing, and descending further
/// loses the paragraphs next to a long one.
const ALPHA: f64 = 0.8;

/// Without noise at least this many valid characters must remain, else the noise was the text.
const ENOUGH_CHARS: usize = 200;

/// The content of the page; `declared` is the article text in its JSON-LD, or empty.
pub(in crate::generic) fn extract(tree: &BodyTree<'_>, declared: &str, title: &str) -> String {
    judged(Blocks::of(tree, declared, title), declared).0
}

/// The content with its expected F1.
pub(in crate::generic) fn judged(blocks: Blocks, declared: &str) -> (String, f32) {
    let (lines, expected) = line_selection::article(blocks);
    (longer(lines::join(&lines), declared), expected)
}

/// The result of the rules alone: the text's box and its lines.
pub(super) struct Rough {
    /// The box; 0 for the whole page.
    pub block: usize,
    /// The lines.
    pub lines: Vec<TextLine>,
}

/// The article by rules: removes noise, descends to the box, scores its lines.
pub(super) fn rough(tree: &BodyTree<'_>, flags: &Flags, title: &str) -> Rough {
    let mut marks = noise::marks(tree, flags);
    let mut rough = Rough {
        block: 0,
        lines: Vec::new(),
    };
    for _ in 0..MAX_NOTICES {
        let clean = Clean::of(tree, &marks);
        if clean.valid(0) < ENOUGH_CHARS && tree.valid(0) >= 2 * ENOUGH_CHARS {
            return Rough {
                block: 0,
                lines: cevc::chosen(tree),
            };
        }
        rough.block = clean.text_block(tree, flags, title);
        rough.lines = text_of(tree, rough.block, &marks, title);
        let Some(mark) = marks.get_mut(rough.block) else {
            break;
        };
        // Notices may contain more text than the article, under unknown names.
        if rough.block == 0
            || noise::is_notice(title)
            || !noise::is_notice(&lines::join(&rough.lines))
        {
            break;
        }
        *mark = true;
    }
    rough
}

/// The maximum number of notices removed from one page.
const MAX_NOTICES: usize = 4;

/// `text`, or the declared text if it is much longer.
fn longer(text: String, declared: &str) -> String {
    // A page that is filled by scripts or shows only the beginning may declare the whole text.
    if count(&text) * 2 < count(declared) {
        return declared.to_owned();
    }
    text
}

/// Characters without spaces.
pub(in crate::generic) fn count(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Valid characters by node without noise.
struct Clean {
    valid: Vec<usize>,
}

impl Clean {
    fn of(tree: &BodyTree<'_>, marks: &[bool]) -> Self {
        let mut valid = vec![0; tree.items.len()];
        // Children have higher numbers than their parents: one backward pass sums everything up.
        for (at, item) in tree.items.iter().enumerate().rev() {
            let own = if item.element.is_none() {
                item.valid
            } else {
                0
            };
            let noise = marks.get(at).copied().unwrap_or(false);
            let sum = match valid.get_mut(at) {
                Some(sum) if noise => {
                    *sum = 0;
                    0
                }
                Some(sum) => {
                    *sum += own;
                    *sum
                }
                None => 0,
            };
            if item.parent != at
                && let Some(parent) = valid.get_mut(item.parent)
            {
                *parent += sum;
            }
        }
        Self { valid }
    }

    fn valid(&self, at: usize) -> usize {
        self.valid.get(at).copied().unwrap_or(0)
    }

    /// The box that contains the text.
    fn text_block(&self, tree: &BodyTree<'_>, flags: &Flags, title: &str) -> usize {
        let start = self.container(tree, flags, title).unwrap_or(0);
        self.block(tree, start)
    }

    /// CEVC's descent, but never into a paragraph whose siblings also contain text.
    fn block(&self, tree: &BodyTree<'_>, start: usize) -> usize {
        let mut block = cevc::content_block(tree, start, ALPHA, |at| self.valid(at));
        while block != start
            && let Some(item) = tree.get(block)
            && matches!(
                item.name(),
                "" | "p"
                    | "li"
                    | "blockquote"
                    | "pre"
                    | "td"
                    | "span"
                    | "b"
                    | "strong"
                    | "em"
                    | "i"
                    | "font"
                    | "a"
                    | "h1"
                    | "h2"
                    | "h3"
                    | "h4"
                    | "figure"
                    | "ul"
                    | "ol"
                    | "tr"
                    | "tbody"
                    | "table"
            )
        {
            block = item.parent;
        }
        block
    }

    /// The element named as the article: the innermost one with most of the text; or the only one
    /// with such a name, however short, for a short report among long teasers.
    fn container(&self, tree: &BodyTree<'_>, flags: &Flags, title: &str) -> Option<usize> {
        let total = self.valid(0);
        let mut named: Vec<(u8, usize)> = Vec::new();
        for at in 0..tree.items.len() {
            if let Some(rank) = rank_of(flags.get(at)).filter(|_| self.valid(at) > 0) {
                named.push((rank, at));
            }
        }
        for rank in [BODY, CONTENT, ARTICLE, MAIN] {
            let mut peers = named.iter().filter(|(r, _)| *r == rank).map(|(_, at)| *at);
            // Two that each contain most of the text are nested: the last one is the innermost.
            let holds_most = |at: &usize| self.valid(*at) * 100 >= total * SHARE_PERCENT;
            if let Some(at) = peers.clone().rfind(holds_most) {
                return Some(at);
            }
            let Some(first) = peers.next() else { continue };
            let end = tree.get(first).map_or(first, |item| item.end);
            let alone = peers.all(|at| at < end);
            let enough = self.valid(first) >= LONE_CHARS
                && (self.valid(first) * LONE_PARTS >= total || is_headed(tree, first, title));
            if alone && rank >= ARTICLE && enough {
                return Some(first);
            }
        }
        None
    }
}

/// Whether a heading equal to the title is in a container or shortly before it.
fn is_headed(tree: &BodyTree<'_>, container: usize, title: &str) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let title = letters(title);
    let end = tree.get(container).map_or(container, |item| item.end);
    !title.is_empty()
        && (container.saturating_sub(SHORTLY)..end).any(|at| {
            tree.get(at).is_some_and(|item| {
                matches!(item.name(), "h1" | "h2" | "h3")
                    && letters(&lines::join(&lines::lines(tree, at, |_| false))) == title
            })
        })
}

/// The maximum number of nodes between a title and its text.
const SHORTLY: usize = 120;

/// The article's text in `block`.
fn text_of(tree: &BodyTree<'_>, block: usize, marks: &[bool], title: &str) -> Vec<TextLine> {
    let lines = lines::lines(tree, block, |at| marks.get(at).copied().unwrap_or(false));
    article_bounds::trimmed(choose(lines), title)
}

/// Ranks of containers: microdata `articleBody`, a significant name, `<article>`, the main part.
const BODY: u8 = 4;
const CONTENT: u8 = 3;
const ARTICLE: u8 = 2;
const MAIN: u8 = 1;

fn rank_of(flags: u32) -> Option<u8> {
    [
        (flag::BODY, BODY),
        (flag::CONTENT, CONTENT),
        (flag::ARTICLE, ARTICLE),
        (flag::MAIN, MAIN),
    ]
    .into_iter()
    .find(|(bit, _)| flags & bit != 0)
    .map(|(_, rank)| rank)
}

/// A container among others of its kind needs this share of the valid characters.
const SHARE_PERCENT: usize = 55;

/// A container that is the only one of its kind needs this many.
const LONE_CHARS: usize = 150;

/// And at least one part in so many of all, unless the title is in or before it: otherwise it is a
/// box next to the article with a significant name.
const LONE_PARTS: usize = 10;

/// Selects the lines of the article.
fn choose(lines: Vec<TextLine>) -> Vec<TextLine> {
    let mut kept: Vec<TextLine> = lines.into_iter().filter(is_text).collect();
    // A heading at the end belongs to something that was removed.
    while kept
        .last()
        .is_some_and(|line| line.heading && line.valid == 0)
    {
        kept.pop();
    }
    kept
}

fn is_text(line: &TextLine) -> bool {
    if is_noise_line(&line.text) {
        return false;
    }
    if line.heading {
        return line.link_share() < 0.9 || line.chars > 20;
    }
    // Teasers and menus are links; a paragraph may also end in some.
    let most_links = line.link_share() > 0.6;
    !(most_links && line.valid < 20)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn check(html: &str, expected: &str) {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        assert_eq!(extract(&BodyTree::of(&page), "", ""), expected, "{html}");
    }

    const FIRST: &str =
        "The vat is kept warm for a week, and nobody may open it before the blue has come.";
    const SECOND: &str =
        "Then the wool is laid in, and it is turned with a long stick until it is wet through.";

    #[test]
    fn what_surrounds_an_article_is_left_out() {
        let html = format!(
            "<body><nav><p>All of the news that is on this site</p></nav><div class=wrap><h1>Woad</h1>\
             <div class='post'><p>{FIRST}</p><div class=share-bar>Share it with the others</div><p>{SECOND}</p>\
             <h3>Related articles</h3><ul><li><a href=/1>Madder is the red of the poor</a></ul></div></div>\
             <div id=comments><p>This is what I think of the vat and of the wool in it.</p></div>\
             <footer>All of this is ours</footer>"
        );
        check(&html, &format!("{FIRST}\n{SECOND}"));
    }

    #[test]
    fn a_container_that_is_alone_wins_over_longer_teasers() {
        let teasers = format!("<p>{FIRST} {SECOND}</p>").repeat(9);
        let html = format!(
            "<body><article><p>{FIRST}</p><p>{SECOND}</p><p>{SECOND}</p></article><div>{teasers}</div>"
        );
        let page = Page::parse(&html, &Url::parse("http://example.com/").unwrap());
        let tree = BodyTree::of(&page);
        let found = rough(&tree, &Flags::of(&tree), "");
        assert_eq!(
            lines::join(&found.lines),
            format!("{FIRST}\n{SECOND}\n{SECOND}")
        );
    }

    #[test]
    fn a_name_does_not_take_the_text_away() {
        let html = format!("<body><div class=sidebar><p>{FIRST}</p><p>{SECOND}</p></div>");
        check(&html, &format!("{FIRST}\n{SECOND}"));
    }

    #[test]
    fn declared_text_stands_in_for_missing_text() {
        let page = Page::parse(
            "<body><p>The rest is for subscribers.</p>",
            &Url::parse("http://example.com/").unwrap(),
        );
        let whole = format!("{FIRST}\n{SECOND}");
        assert_eq!(extract(&BodyTree::of(&page), &whole, ""), whole);
    }
}
