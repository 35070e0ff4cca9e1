//! VB-PTC (Gong, Zhang, Du, Li and Wen: Visual block multi-record text extraction based on sensor
//! network page type conversion, IEEE Access 2020): the page is cleaned, the site's template and
//! link clusters are removed, and of the remaining visual blocks the one with the highest score by
//! density of text and symbols is the content. Input: node features, and which texts are
//! template. Output: text. The fields of paper pages, the other half of the paper, are in
//! `papers`.

mod blocks;

use crate::generic::features::{BodyTree, lines};
use blocks::VisualBlock;

/// From this score on (formula 2) a node is a link cluster. The paper gives no value; between 1 and
/// 3 little changes on collected pages.
const LINK_CLUSTER: f64 = 1.5;

/// And from this share of its words in links on: formula 2 alone grows with the number of links, so
/// the box around a whole portal page is a cluster too. With half of it a quarter of the Chinese
/// news pages lost all their text.
const LINKED_WORDS: f64 = 0.9;

/// From this share of the best score on, a block next to or below the best one is also content. The
/// paper takes one block, as for an abstract; an article has many.
const OF_BEST: f64 = 0.2;

/// The best block's box is replaced by the enclosing one while it has less than this share of that
/// one's words outside links: a text interrupted by advertisements is in several boxes. Articles
/// are best between 0.5 and 0.7 in English and Chinese alike.
const MAX_WORDS: f64 = 0.6;

/// A `<form>` with more than one in so many of the characters is kept: some servers put whole pages
/// into one, unlike the paper's journals.
const FORM_PARTS: usize = 2;

/// The content of the page by VB-PTC; `template` marks by item the texts that other pages of the
/// site also have (section IV-B), and is empty if no other page is known.
pub(crate) fn extract(tree: &BodyTree<'_>, template: &[bool]) -> String {
    let mut out = cleaned(tree);
    for (out, _) in out.iter_mut().zip(template).filter(|(_, mark)| **mark) {
        *out = true;
    }
    take_clusters_out(tree, &mut out);
    let blocks = blocks::blocks(tree, &out);
    let Some(best) = best(&blocks) else {
        return String::new();
    };
    let texts = chosen(tree, &blocks, best);
    let lines = lines::lines(tree, 0, |at| {
        let gone = out.get(at).copied().unwrap_or(false);
        let other = tree.get(at).is_some_and(|item| item.element.is_none())
            && !texts.get(at).copied().unwrap_or(false);
        gone || other
    });
    lines::join(&lines)
}

/// Page cleaning (section IV-A) beyond what the node features exclude (comments, scripts, styles
/// and the like): `<form>`, `<input>`, pictures and videos.
fn cleaned(tree: &BodyTree<'_>) -> Vec<bool> {
    let total = tree.get(0).map_or(0, |body| body.chars);
    let useless = |at: usize| {
        tree.get(at).is_some_and(|item| match item.name() {
            "form" => item.chars * FORM_PARTS <= total,
            "link" | "meta" | "input" | "video" | "img" | "picture" | "textarea" | "button" => true,
            _ => false,
        })
    };
    (0..tree.items.len()).map(useless).collect()
}

/// The counts of a node for formulas 1 to 3.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// T: words.
    words: f64,
    /// LT: words in links.
    link_words: f64,
    /// TG: tags.
    tags: f64,
    /// LTG: `<a>` tags.
    link_tags: f64,
    /// Sb: symbols.
    symbols: f64,
    /// Pnum: `<p>` tags.
    paragraphs: f64,
}

impl Counts {
    fn of_text(text: &str, in_link: bool) -> Self {
        let words = words(text);
        Self {
            words,
            link_words: if in_link { words } else { 0.0 },
            symbols: text.chars().filter(|c| is_symbol(*c)).count() as f64,
            ..Self::default()
        }
    }

    /// The counts of the tag itself. Fragment tags are merged into the text (section IV-A).
    fn of_tag(name: &str) -> Self {
        let fragment = matches!(name, "em" | "strong" | "b" | "sub" | "sup" | "i");
        Self {
            tags: if fragment { 0.0 } else { 1.0 },
            link_tags: if name == "a" { 1.0 } else { 0.0 },
            paragraphs: if name == "p" { 1.0 } else { 0.0 },
            ..Self::default()
        }
    }

    fn add(&mut self, other: Self) {
        self.words += other.words;
        self.link_words += other.link_words;
        self.tags += other.tags;
        self.link_tags += other.link_tags;
        self.symbols += other.symbols;
        self.paragraphs += other.paragraphs;
    }

    /// LTD, formula 1: LTG/TG · LT/T · √LT.
    fn link_density(self) -> f64 {
        if self.words <= 0.0 || self.tags <= 0.0 {
            return 0.0;
        }
        self.link_tags / self.tags * self.link_words / self.words * self.link_words.sqrt()
    }

    /// TD, formula 3: (T − LT) / (TG − LTG), the divisor at least 1.
    fn density(self) -> f64 {
        (self.words - self.link_words) / (self.tags - self.link_tags).max(1.0)
    }

    /// SbD, formula 4: (T − LT) / (Sb + 1).
    fn symbol_density(self) -> f64 {
        (self.words - self.link_words) / (self.symbols + 1.0)
    }
}

/// Words separated by spaces, as in the paper; a Han or kana character is a word, since there are
/// no spaces between them.
fn words(text: &str) -> f64 {
    let mut count = 0.0;
    let mut inside = false;
    for c in text.chars() {
        let whole = matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}');
        let part = !whole && c.is_alphanumeric();
        if whole || part && !inside {
            count += 1.0;
        }
        inside = part || inside && !whole && !c.is_whitespace();
    }
    count
}

fn is_symbol(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{301F}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}')
}

/// Page-level noise reduction (section IV-C): removes link clusters, by score = log(SD) · LTD ·
/// log10(LTG + 2) (formula 2), where SD is the standard deviation of the link densities of the
/// page.
fn take_clusters_out(tree: &BodyTree<'_>, out: &mut [bool]) {
    let counts = counts(tree, out);
    let densities: Vec<f64> = counts
        .iter()
        .zip(&tree.items)
        .filter(|(own, item)| item.element.is_some() && own.words > 0.0)
        .map(|(own, _)| own.link_density())
        .collect();
    let spread = log_deviation(&densities);
    for (at, own) in counts.iter().enumerate().skip(1) {
        let score = spread * own.link_density() * (own.link_tags + 2.0).log10();
        let linked = own.link_words >= LINKED_WORDS * own.words;
        if score >= LINK_CLUSTER
            && linked
            && let Some(out) = out.get_mut(at)
        {
            *out = true;
        }
    }
}

/// The counts of every item that is not removed.
fn counts(tree: &BodyTree<'_>, out: &[bool]) -> Vec<Counts> {
    let mut counts: Vec<Counts> = tree
        .items
        .iter()
        .map(|item| match item.element {
            None => Counts::of_text(item.text, item.in_link),
            Some(_) => Counts::of_tag(item.name()),
        })
        .collect();
    for (at, item) in tree.items.iter().enumerate().skip(1).rev() {
        if out.get(at).copied().unwrap_or(false) {
            if let Some(own) = counts.get_mut(at) {
                *own = Counts::default();
            }
            continue;
        }
        let own = counts.get(at).copied().unwrap_or_default();
        // Empty nodes are deleted (section IV-A).
        if own.words <= 0.0 {
            continue;
        }
        if let Some(above) = counts.get_mut(item.parent) {
            above.add(own);
        }
    }
    counts
}

/// log(SD). It is the same for all nodes of a page and must not reverse their order, so a deviation
/// below e counts as e.
fn log_deviation(values: &[f64]) -> f64 {
    let count = (values.len() as f64).max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt().max(std::f64::consts::E).ln()
}

/// The block with the highest score (formula 5): log(SD) · TD · log10(Pnum + 2) · log(SbD), where
/// SD is the standard deviation of the text densities. The paper writes ND for TD once.
fn best(blocks: &[VisualBlock]) -> Option<usize> {
    let densities: Vec<f64> = blocks.iter().map(|block| block.counts.density()).collect();
    let spread = log_deviation(&densities);
    let mut best = None;
    for (at, block) in blocks.iter().enumerate() {
        let score = spread * score(block.counts);
        if score > best.map_or(0.0, |(_, most)| most) {
            best = Some((at, score));
        }
    }
    best.map(|(at, _)| at)
}

/// Formula 5 without log(SD).
fn score(counts: Counts) -> f64 {
    let symbols = counts.symbol_density();
    if symbols <= 1.0 {
        return 0.0;
    }
    counts.density() * (counts.paragraphs + 2.0).log10() * symbols.ln()
}

/// Marks the texts of the content: the best block, and blocks with similar scores in its box.
fn chosen(tree: &BodyTree<'_>, blocks: &[VisualBlock], best: usize) -> Vec<bool> {
    let mut texts = vec![false; tree.items.len()];
    let Some(best) = blocks.get(best) else {
        return texts;
    };
    let outer = box_of(tree, blocks, best.within);
    let end = tree.get(outer).map_or(0, |item| item.end);
    let least = OF_BEST * score(best.counts);
    for block in blocks {
        let score = score(block.counts);
        // Short lines between the paragraphs of the same box have low but positive scores.
        let beside = block.within == best.within && score > 0.0;
        if beside || (outer..end).contains(&block.within) && score >= least {
            for at in &block.texts {
                if let Some(text) = texts.get_mut(*at) {
                    *text = true;
                }
            }
        }
    }
    texts
}

/// The box of the content at `within`: its outermost ancestor whose child on the way down has less
/// than [`MAX_WORDS`] of its words.
fn box_of(tree: &BodyTree<'_>, blocks: &[VisualBlock], within: usize) -> usize {
    let mut words = vec![0.0; tree.items.len()];
    for block in blocks {
        if let Some(sum) = words.get_mut(block.within) {
            *sum += (block.counts.words - block.counts.link_words).max(0.0);
        }
    }
    for (at, item) in tree.items.iter().enumerate().skip(1).rev() {
        let own = words.get(at).copied().unwrap_or(0.0);
        if let Some(above) = words.get_mut(item.parent) {
            *above += own;
        }
    }
    let words = |at: usize| words.get(at).copied().unwrap_or(0.0);
    let (mut outer, mut at) = (within, within);
    while at != 0 {
        let above = tree.get(at).map_or(0, |item| item.parent);
        if words(at) < MAX_WORDS * words(above) {
            outer = above;
        }
        at = above;
    }
    outer
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    const FIRST: &str =
        "The vat is kept warm for a week, and nobody may open it before the blue has come.";
    const SECOND: &str =
        "Then the wool is laid in, and it is turned with a long stick until it is wet through.";

    fn text(html: &str) -> String {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        extract(&BodyTree::of(&page), &[])
    }

    fn counted(words: f64, link_words: f64, tags: f64, link_tags: f64) -> Counts {
        Counts {
            words,
            link_words,
            tags,
            link_tags,
            symbols: 3.0,
            paragraphs: 8.0,
        }
    }

    #[test]
    fn formulas_as_printed() {
        let cluster = counted(40.0, 36.0, 10.0, 5.0);
        assert!((cluster.link_density() - 0.5 * 0.9 * 6.0).abs() < 1e-9);
        assert!((cluster.density() - 4.0 / 5.0).abs() < 1e-9);
        let text = counted(84.0, 4.0, 10.0, 2.0);
        assert!((text.symbol_density() - 20.0).abs() < 1e-9);
        assert!((score(text) - 10.0 * 20.0_f64.ln()).abs() < 1e-9);
        assert!(score(counted(0.0, 0.0, 0.0, 0.0)).abs() < 1e-9);
    }

    #[test]
    fn a_word_is_a_run_of_letters_or_a_han_character() {
        for (text, count) in [
            ("the vat, kept", 3.0),
            ("染缸 pH7", 3.0),
            (" – ", 0.0),
            ("don't", 1.0),
        ] {
            assert!((words(text) - count).abs() < 1e-9, "{text}");
        }
    }

    #[test]
    fn clusters_of_links_go_and_the_densest_block_stays() {
        let links =
            "<li><a href=/x>What the dyers of the north have known for many years</a>".repeat(12);
        let html = format!(
            "<body><div><ul>{links}</ul></div><div><div id=text><p>{FIRST}</p><p>{SECOND}</p></div></div>\
             <div>Imprint</div>"
        );
        assert_eq!(text(&html), format!("{FIRST}\n{SECOND}"));
    }

    #[test]
    fn a_text_in_several_boxes_is_one() {
        let html = format!(
            "<body><div><div><p>{FIRST}</p></div><div><p>{SECOND}</p></div><div><p>{FIRST} {SECOND}</p></div></div>"
        );
        assert_eq!(text(&html), format!("{FIRST}\n{SECOND}\n{FIRST} {SECOND}"));
    }

    #[test]
    fn a_page_inside_a_form_is_read() {
        let html =
            format!("<body><form><div><p>{FIRST}</p><p>{SECOND}</p></div></form><p>Imprint</p>");
        assert_eq!(text(&html), format!("{FIRST}\n{SECOND}"));
        let html = format!("<body><form><p>Search in all of it</p></form><div>{FIRST}</div>");
        assert_eq!(text(&html), FIRST);
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for html in [
            "",
            "<body>",
            "<body><a href=/>all of it</a>",
            "<frameset><frame src=x>",
        ] {
            assert_eq!(text(html), "", "{html}");
        }
    }
}
