//! CETR, content extraction via tag ratios (Weninger, Hsu and Han, WWW 2010, as the thesis
//! describes it in section 2.2.1), in its two-dimensional form. Input: node features, converted
//! to the lines of the source. Output: the text of the lines that do not cluster at the origin.

use super::stats::{kernel, smoothed};
use crate::generic::features::BodyTree;
use crate::generic::features::source_lines::{self, SourceLine};

/// Radius of the smoothing in lines; the authors' default.
const SIGMA: f64 = 1.0;

/// How many lines ahead the derivative looks (α of formula 2-4); the authors' default.
const AHEAD: usize = 3;

/// The maximum number of clustering rounds; it converges within a dozen.
const MAX_ROUNDS: usize = 50;

/// The content of the page by CETR.
pub(crate) fn extract(tree: &BodyTree<'_>) -> String {
    let rows = source_lines::rows(tree, |_| false);
    let ratios: Vec<f64> = rows.iter().map(tag_ratio).collect();
    let smooth = smoothed(&ratios, &kernel(SIGMA), |_, _| 1.0);
    let slopes = slopes(&smooth);
    let points: Vec<Point> = smooth.iter().copied().zip(slopes).collect();
    let content = content(&points);
    source_lines::join(rows.iter().zip(content).filter(|(_, c)| *c).map(|(r, _)| r))
}

/// Characters outside tags per tag; only the characters if there is no tag.
fn tag_ratio(row: &SourceLine) -> f64 {
    row.chars as f64 / row.tags.max(1) as f64
}

/// The absolute smoothed derivatives Ĝ (formula 2-4, then 2-3 again).
fn slopes(values: &[f64]) -> Vec<f64> {
    let raw: Vec<f64> = (0..values.len())
        .map(|at| {
            let ahead = values.get(at..(at + AHEAD).min(values.len()));
            let ahead = ahead.unwrap_or_default();
            let here = ahead.first().copied().unwrap_or(0.0);
            ahead.iter().sum::<f64>() / ahead.len().max(1) as f64 - here
        })
        .collect();
    let smooth = smoothed(&raw, &kernel(SIGMA), |_, _| 1.0);
    smooth.into_iter().map(f64::abs).collect()
}

type Point = (f64, f64);

/// Whether each point is content: k-means with three clusters, one of them fixed at the origin. The
/// two free ones start at the point farthest out and at the one farthest from both, so that the
/// result is deterministic.
fn content(points: &[Point]) -> Vec<bool> {
    let origin = (0.0, 0.0);
    let far = farthest(points, &[origin]);
    let second = farthest(points, &[origin, far]);
    let mut centres = [origin, far, second];
    let mut nearest = vec![0; points.len()];
    for _ in 0..MAX_ROUNDS {
        let now: Vec<usize> = points.iter().map(|p| closest(&centres, *p)).collect();
        let settled = now == nearest;
        nearest = now;
        if settled {
            break;
        }
        for (cluster, centre) in centres.iter_mut().enumerate().skip(1) {
            *centre = middle(points, &nearest, cluster).unwrap_or(*centre);
        }
    }
    nearest.into_iter().map(|cluster| cluster != 0).collect()
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)
}

fn farthest(points: &[Point], from: &[Point]) -> Point {
    let away = |p: &Point| {
        from.iter()
            .map(|f| distance(*p, *f))
            .fold(f64::INFINITY, f64::min)
    };
    points
        .iter()
        .copied()
        .max_by(|a, b| away(a).total_cmp(&away(b)))
        .unwrap_or((0.0, 0.0))
}

fn closest(centres: &[Point], point: Point) -> usize {
    centres
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| distance(**a, point).total_cmp(&distance(**b, point)))
        .map_or(0, |(cluster, _)| cluster)
}

fn middle(points: &[Point], nearest: &[usize], cluster: usize) -> Option<Point> {
    let mut sum = (0.0, 0.0);
    let mut count = 0.0;
    for (point, _) in points.iter().zip(nearest).filter(|(_, c)| **c == cluster) {
        sum = (sum.0 + point.0, sum.1 + point.1);
        count += 1.0;
    }
    (count > 0.0).then(|| (sum.0 / count, sum.1 / count))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    #[test]
    fn lines_of_much_text_and_few_tags_are_content() {
        let long = "The vat is kept warm for a week, and nobody may open it before the blue has come. It takes a week or two.";
        let menu = "<li><a href=/x>Dyes</a></li>\n".repeat(12);
        let html = format!(
            "<body>\n<ul>\n{menu}</ul>\n<div>\n<p>{long}</p>\n<p>{long}</p>\n<p>{long}</p>\n</div>\n<ul>\n{menu}</ul>"
        );
        let page = Page::parse(&html, &Url::parse("http://example.com/").unwrap());
        let text = extract(&BodyTree::of(&page));
        assert_eq!(text, format!("{long}\n{long}\n{long}"));
    }

    #[test]
    fn what_lies_at_the_origin_is_noise() {
        let points = [(0.1, 0.0), (0.2, 0.1), (9.0, 1.0), (10.0, 0.5), (40.0, 3.0)];
        assert_eq!(content(&points), [false, false, true, true, true]);
        assert!(content(&[]).is_empty());
    }
}
