//! Which lines of a thread somebody says in it: a learned judgement like that of articles, from pages
//! of forums. Flows in: the lines of a page with their numbers. Flows out: how likely any line is said.
//! What was learned is data in `assets/generic/thread-lines.txt`, made by the same command.

use std::sync::LazyLock;

use crate::generic::article::blocks::Blocks;
use crate::generic::article::model::ArticleModel;
use crate::generic::features::lines::TextLine;

/// Shipped data; a test loads it, so that it is never missing.
pub(crate) static MODEL: LazyLock<Option<ArticleModel>> = LazyLock::new(|| {
    ArticleModel::read(include_str!("../../../../assets/generic/thread-lines.txt")).ok()
});

/// How likely the lines of a page are said in its thread.
#[derive(Default)]
pub(crate) struct Likely {
    /// First node, one past the last, words and likelihood, in page order.
    lines: Vec<(usize, usize, f32, f32)>,
}

impl Likely {
    /// What `model` thinks of the lines.
    pub fn of(blocks: &Blocks, model: &ArticleModel) -> Self {
        let likely = model.first_round(blocks).into_iter();
        let lines = blocks.lines.iter().zip(likely).enumerate();
        let lines = lines.map(|(at, (line, p))| (line.from, line.to, blocks.weight(at), p));
        Self {
            lines: lines.collect(),
        }
    }

    /// How likely a line is said, wherever other lines were told apart in it; 1 where nobody judged it.
    pub fn line(&self, line: &TextLine) -> f32 {
        let first = self.lines.partition_point(|(_, to, ..)| *to <= line.from);
        let within = self.lines.iter().skip(first);
        let within = within.take_while(|(from, ..)| *from < line.to);
        let (sum, words) = within.fold((0.0, 0.0), |(sum, all), (_, _, words, p)| {
            let words = words.max(1.0);
            (sum + words * p, all + words)
        });
        if words > 0.0 { sum / words } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_loads() {
        let model = ArticleModel::read(include_str!("../../../../assets/generic/thread-lines.txt"));
        let model = model.map_err(|e| panic!("{e}")).unwrap();
        assert!(!model.first.trees.is_empty() && !model.worth.is_empty());
    }

    #[test]
    fn a_line_is_as_likely_as_the_words_in_it() {
        let likely = Likely {
            lines: vec![(4, 6, 1.0, 0.1), (6, 9, 3.0, 0.9), (12, 13, 5.0, 0.4)],
        };
        let of = |from, to| {
            likely.line(&TextLine {
                from,
                to,
                ..TextLine::default()
            })
        };
        assert!((of(12, 13) - 0.4).abs() < 1e-6);
        assert!((of(4, 9) - 0.7).abs() < 1e-6);
        // Nobody judged it.
        assert!((of(9, 12) - 1.0).abs() < 1e-6);
    }
}
