//! qRead (Wang and Wang; "Big data text automation on small machines", section on generic article
//! extraction): no tree, only text. Menus and tags are removed, the text is split into segments at
//! runs of empty lines, and the segments with the highest word density and similarity to the title
//! are the article. Input: node features and the title. Output: text.

use std::collections::HashMap;

use crate::generic::features::source_lines::{self, SourceLine};
use crate::generic::features::{BodyTree, Item};
use crate::generic::words::has_stop_word;

/// This many empty lines separate two segments; "in practice, 3 is sufficient".
const EMPTY_LINES: usize = 3;

/// Segments of at least this share of the highest density may also belong to the article. The paper
/// gives no value; on labelled articles 0.3 does better than 0.5, because boxes inside a text now
/// leave empty lines.
const NEARLY_AS_DENSE: f64 = 0.3;

/// Minimum cosine with the title from which such a segment is part of the article. The paper gives
/// no value.
const LIKE_TITLE: f64 = 0.05;

/// The content of the page by qRead; `title` may be empty.
pub(crate) fn extract(tree: &BodyTree<'_>, title: &str) -> String {
    let rows = source_lines::rows(tree, is_menu);
    let segments = segments(&rows);
    let highest = segments.iter().map(Segment::density).fold(0.0, f64::max);
    let title = words(title);
    let dense: Vec<(&Segment<'_>, f64)> = segments
        .iter()
        .filter(|s| s.words > 0 && s.density() >= highest * NEARLY_AS_DENSE)
        .map(|segment| (segment, cosine(&title, &segment.bag())))
        .collect();
    // A short report is less dense than a long notice, but only the report matches its title.
    let main = dense.iter().max_by(|(a, like_a), (b, like_b)| {
        let weight = |segment: &Segment<'_>, like: f64| segment.density() * (like + LIKE_TITLE);
        weight(a, *like_a).total_cmp(&weight(b, *like_b))
    });
    let Some((main, _)) = main else {
        return String::new();
    };
    let chosen = dense
        .iter()
        .filter(|(segment, like)| std::ptr::eq(*segment, *main) || *like >= LIKE_TITLE)
        .flat_map(|(segment, _)| segment.rows.iter().copied());
    source_lines::join(chosen)
}

/// The paper removes these: lists of links in boxes with a menu or navigation class.
fn is_menu(item: &Item<'_>) -> bool {
    item.name() == "nav"
        || item.attr("class").is_some_and(|class| {
            class.split_whitespace().any(|name| {
                let name = name.to_ascii_lowercase();
                name.starts_with("menu") || name.starts_with("nav")
            })
        })
}

/// Lines between two gaps.
#[derive(Default)]
struct Segment<'r> {
    rows: Vec<&'r SourceLine>,
    words: usize,
    lines: usize,
}

impl Segment<'_> {
    /// d(S): words per non-empty line.
    fn density(&self) -> f64 {
        self.words as f64 / self.lines.max(1) as f64
    }

    fn bag(&self) -> HashMap<String, f64> {
        let mut bag = HashMap::new();
        for row in &self.rows {
            count(&row.text, &mut bag);
        }
        bag
    }
}

fn segments(rows: &[SourceLine]) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let mut segment = Segment::default();
    let mut empty = 0;
    for row in rows {
        // If boxes split the lines, two edges equal one empty line of a tidy source.
        empty += row.breaks / 2;
        if row.text.is_empty() {
            empty += 1;
            continue;
        }
        if empty >= EMPTY_LINES && segment.lines > 0 {
            segments.push(std::mem::take(&mut segment));
        }
        empty = 0;
        segment.lines += row.text.lines().count();
        segment.words += number_of_words(&row.text);
        segment.rows.push(row);
    }
    if segment.lines > 0 {
        segments.push(segment);
    }
    segments
}

/// w(L): words separated by spaces; every Han character is a word.
fn number_of_words(text: &str) -> usize {
    let han = text.chars().filter(|c| is_han(*c)).count();
    let spaced = text.split_whitespace();
    let other = spaced.filter(|w| w.chars().any(|c| c.is_alphanumeric() && !is_han(c)));
    han + other.count()
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{3040}'..='\u{30FF}')
}

fn words(text: &str) -> HashMap<String, f64> {
    let mut bag = HashMap::new();
    count(text, &mut bag);
    bag
}

/// Adds the words of `text` to `bag`, without stop words, which match any title; every Han
/// character is a word.
fn count(text: &str, bag: &mut HashMap<String, f64>) {
    let mut add = |word: String| {
        if !word.is_empty() && !has_stop_word(&word) {
            *bag.entry(word).or_default() += 1.0;
        }
    };
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() && !is_han(c) {
            word.extend(c.to_lowercase());
            continue;
        }
        add(std::mem::take(&mut word));
        if is_han(c) {
            add(c.to_string());
        }
    }
}

fn cosine(a: &HashMap<String, f64>, b: &HashMap<String, f64>) -> f64 {
    let dot: f64 = a.iter().map(|(w, n)| n * b.get(w).unwrap_or(&0.0)).sum();
    let length = |bag: &HashMap<String, f64>| bag.values().map(|n| n * n).sum::<f64>().sqrt();
    let lengths = length(a) * length(b);
    if lengths > 0.0 { dot / lengths } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn text(html: &str, title: &str) -> String {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        extract(&BodyTree::of(&page), title)
    }

    const LONG: &str =
        "The vat is kept warm for a week, and nobody may open it before the blue has come.";

    #[test]
    fn the_densest_segment_is_the_article() {
        let html = format!(
            "<body>\n<ul>\n<li>Home</li>\n<li>Dyes</li>\n</ul>\n\n\n<p>{LONG}</p>\n\n<p>{LONG}</p>\n</div>\n\n\n<p>Imprint</p>"
        );
        assert_eq!(text(&html, ""), format!("{LONG}\n{LONG}"));
    }

    #[test]
    fn between_alike_segments_the_title_decides() {
        let notice = "All of what is shown here belongs to us, and to nobody else, wherever you are in the world.";
        let html = format!("<body><p>{LONG}</p>\n\n\n\n\n<p>{notice}</p>");
        assert_eq!(text(&html, "The vat and the blue"), LONG);
    }

    #[test]
    fn han_characters_are_words() {
        assert_eq!(number_of_words("染料 woad, 2026"), 4);
        assert_eq!(text("<body>", "x"), "");
    }
}
