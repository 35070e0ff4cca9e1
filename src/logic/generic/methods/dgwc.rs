//! DGWC's two stages (distributed generic web crawler, section III): a linear classifier marks each
//! line of the source as topical or not, a sliding window collects topical lines into blocks, and
//! blocks with a high score are the text. Input: node features. Output: text. The trained
//! data is in `assets/generic/dgwc.toml`; `benches/train.rs` generates it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::generic::features::BodyTree;
use crate::generic::features::source_lines::{self, SourceLine};

/// φ, the length of the sliding window in lines (section III-C).
const WINDOW: usize = 5;

/// Names of the features, in the order of [`values`].
pub const FEATURES: [&str; 5] = ["text", "output", "density", "links", "images"];

/// The trained parameters.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DgwcModel {
    /// F.Low of each feature: below it a value is Low.
    pub low: [f64; 5],
    /// F.High of each feature: above it a value is High.
    pub high: [f64; 5],
    /// Weight of Low, Middle and High of each feature.
    pub weights: [[f64; 3]; 5],
    /// Constant term.
    pub bias: f64,
    /// Minimum score of a block (formula 5). The paper has 1.5 on its own scale.
    pub least_score: f64,
}

/// Shipped data; a test loads it, so it is never missing.
static MODEL: LazyLock<Option<DgwcModel>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../assets/generic/dgwc.toml")).ok());

/// The content of the page by DGWC.
pub(crate) fn extract(tree: &BodyTree<'_>) -> String {
    MODEL
        .as_ref()
        .map(|model| source_lines::join(model.content(&rows_with_text(tree))))
        .unwrap_or_default()
}

/// Lines with their features, for training: the text of each line and its [`values`].
pub(crate) fn lines(tree: &BodyTree<'_>) -> Vec<(String, [f64; 5])> {
    let rows = rows_with_text(tree).into_iter();
    rows.map(|row| (row.text.clone(), values(&row))).collect()
}

/// The text that `model` extracts, for training.
pub(crate) fn extract_with(tree: &BodyTree<'_>, model: &DgwcModel) -> String {
    source_lines::join(model.content(&rows_with_text(tree)))
}

/// Lines of tags alone have no text and would only widen the gaps between paragraphs.
fn rows_with_text(tree: &BodyTree<'_>) -> Vec<SourceLine> {
    let rows = source_lines::rows(tree, |_| false).into_iter();
    rows.filter(|row| !row.text.is_empty()).collect()
}

/// Features of a line: TextLength, OutputTextLength (the text that would be returned, outside
/// links), Density (text to bytes of markup), LinkNum, ImgNum. The part of the paper that defines
/// them is lost; this reading follows from the names and formula 4.
fn values(row: &SourceLine) -> [f64; 5] {
    let bytes = row.text.len() as f64;
    [
        row.chars as f64,
        row.chars.saturating_sub(row.link_chars) as f64,
        bytes / (row.bytes as f64).max(bytes).max(1.0),
        row.links as f64,
        row.images as f64,
    ]
}

/// Low, Middle, High (figure 4).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Low,
    Middle,
    High,
}

impl DgwcModel {
    fn scopes(&self, values: [f64; 5]) -> [Scope; 5] {
        let mut scopes = [Scope::Low; 5];
        let cuts = self.low.iter().zip(&self.high);
        for ((scope, value), (low, high)) in scopes.iter_mut().zip(values).zip(cuts) {
            *scope = if value > *high {
                Scope::High
            } else if value > *low {
                Scope::Middle
            } else {
                Scope::Low
            };
        }
        scopes
    }

    /// M_i: whether a line is topical.
    #[must_use]
    pub fn is_topical(&self, values: [f64; 5]) -> bool {
        let scopes = self.scopes(values);
        let weighed = scopes.iter().zip(&self.weights);
        let sum: f64 = weighed.filter_map(|(s, w)| w.get(*s as usize)).sum();
        sum + self.bias > 0.0
    }

    /// Formula 4, with Low, Middle and High as 0, ½ and 1.
    fn score(&self, values: [f64; 5]) -> f64 {
        let parts = self.scopes(values).map(|scope| match scope {
            Scope::Low => 0.0,
            Scope::Middle => 0.5,
            Scope::High => 1.0,
        });
        let [text, output, density, links, images] = parts;
        text + output + density - links - images
    }

    /// The lines of the informative blocks.
    fn content<'r>(&self, rows: &'r [SourceLine]) -> Vec<&'r SourceLine> {
        let topical: Vec<usize> = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| self.is_topical(values(row)))
            .map(|(at, _)| at)
            .collect();
        blocks(&topical)
            .into_iter()
            .filter_map(|(first, last)| rows.get(first..=last))
            .filter(|block| self.block_score(block) > self.least_score)
            .flatten()
            .collect()
    }

    /// Formula 5.
    fn block_score(&self, block: &[SourceLine]) -> f64 {
        let sum: f64 = block.iter().map(|row| self.score(values(row))).sum();
        sum / block.len().max(1) as f64
    }
}

/// Topical blocks: first and last line of runs of topical lines with fewer than φ others between
/// two of them.
fn blocks(topical: &[usize]) -> Vec<(usize, usize)> {
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for at in topical {
        match blocks.last_mut() {
            Some((_, last)) if at - *last <= WINDOW => *last = *at,
            _ => blocks.push((*at, *at)),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    #[test]
    fn the_shipped_model_loads() {
        let model: DgwcModel =
            toml::from_str(include_str!("../../../../assets/generic/dgwc.toml")).unwrap();
        assert!(model.is_topical([400.0, 400.0, 0.9, 0.0, 0.0]));
        assert!(!model.is_topical([8.0, 0.0, 0.2, 1.0, 1.0]));
    }

    #[test]
    fn gaps_shorter_than_the_window_are_bridged() {
        assert_eq!(blocks(&[3, 4, 9, 15, 16]), [(3, 9), (15, 16)]);
        assert!(blocks(&[]).is_empty());
    }

    #[test]
    fn a_block_of_long_lines_is_content() {
        let long = "The vat is kept warm for a week, and nobody may open it before the blue has come. It takes a week or two, and then the wool is laid in. ".repeat(3);
        let menu = "<li><a href=/x>Dyes</a></li>\n".repeat(12);
        let html = format!(
            "<body>\n<ul>\n{menu}</ul>\n<p>{long}</p>\n<p>Short.</p>\n<p>{long}</p>\n<ul>\n{menu}</ul>"
        );
        let page = Page::parse(&html, &Url::parse("http://example.com/").unwrap());
        let text = extract(&BodyTree::of(&page));
        let long = long.trim();
        assert_eq!(text, format!("{long}\nShort.\n{long}"));
    }
}
