//! The best the program has: CEVC on a page from which menus, share bars and comments are taken
//! out first, started at a container that calls itself the article, its lines weighed once more,
//! and the page's own JSON-LD where the text itself is missing. Flows in: node features. Flows
//! out: text.

use super::cevc;
use super::features::Tree;
use super::lines::{self, Line};
use super::noise;

/// Higher than in the thesis: with the noise gone, stopping early costs nothing, and going on
/// loses the paragraphs beside a long one.
const ALPHA: f64 = 0.8;

/// Without the noise there must be this many valid characters left, else the noise was the text.
const ENOUGH_CHARS: usize = 200;

/// The content of the page; `declared` is the article text that its JSON-LD holds, or empty.
pub(super) fn extract(tree: &Tree<'_>, declared: &str) -> String {
    let marks = noise::mark(tree);
    let clean = Clean::of(tree, &marks);
    let text = if clean.valid(0) >= ENOUGH_CHARS || tree.valid(0) < 2 * ENOUGH_CHARS {
        clean.text(tree, &marks)
    } else {
        cevc::extract(tree)
    };
    // A page that is filled by scripts, or shows the beginning only, may declare the whole.
    if count(&text) * 2 < count(declared) {
        return declared.to_owned();
    }
    text
}

/// Characters without spaces.
fn count(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Valid characters by node, noise left out.
struct Clean {
    valid: Vec<usize>,
}

impl Clean {
    fn of(tree: &Tree<'_>, marks: &[bool]) -> Self {
        let mut valid = vec![0; tree.items.len()];
        // Children have higher numbers than their parents: one pass backwards adds everything up.
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

    fn text(&self, tree: &Tree<'_>, marks: &[bool]) -> String {
        let start = self.container(tree).unwrap_or(0);
        let block = self.block(tree, start);
        let lines = lines::lines(tree, block, |at| marks.get(at).copied().unwrap_or(false));
        lines::join(&choose(lines))
    }

    /// CEVC's way down, but never into a paragraph whose neighbours hold text too.
    fn block(&self, tree: &Tree<'_>, start: usize) -> usize {
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

    /// The element that calls itself the article and holds most of the text: the innermost one
    /// with at least [`SHARE`] of it.
    fn container(&self, tree: &Tree<'_>) -> Option<usize> {
        let total = self.valid(0);
        let mut best: Option<(u8, usize, usize)> = None;
        for (at, item) in tree.items.iter().enumerate() {
            if item.element.is_none() || self.valid(at) * 100 < total * SHARE_PERCENT {
                continue;
            }
            let rank = match item.name() {
                _ if item
                    .attr("itemprop")
                    .is_some_and(|p| p.eq_ignore_ascii_case("articleBody")) =>
                {
                    4
                }
                _ if noise::is_content_name(item) => 3,
                "article" => 2,
                "main" => 1,
                _ if item.attr("role") == Some("main") => 1,
                _ => continue,
            };
            // Later ones of the same rank lie deeper: two that each hold most are nested.
            if best.is_none_or(|(known, ..)| rank >= known) {
                best = Some((rank, at, self.valid(at)));
            }
        }
        best.map(|(_, at, _)| at)
    }
}

/// A container must hold this share of the valid characters.
const SHARE_PERCENT: usize = 55;

/// The lines that belong to the article.
fn choose(lines: Vec<Line>) -> Vec<Line> {
    let mut kept: Vec<Line> = lines.into_iter().filter(is_text).collect();
    // A heading at the end heads something that was left out.
    while kept
        .last()
        .is_some_and(|line| line.heading && line.valid == 0)
    {
        kept.pop();
    }
    kept
}

fn is_text(line: &Line) -> bool {
    if noise::is_noise_line(&line.text) {
        return false;
    }
    if line.heading {
        return line.link_share() < 0.9 || line.chars > 20;
    }
    // Teasers and menus are links; a paragraph may well end in some.
    let most_links = line.link_share() > 0.6;
    !(most_links && line.valid < 20)
}
