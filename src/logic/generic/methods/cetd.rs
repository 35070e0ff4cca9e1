//! CETD, content extraction via text density (Sun, Song and Liao, SIGIR 2011, as the thesis
//! describes it in section 2.2.2), in its best form: composite density and DensitySum. Input:
//! node features. Output: the text of the densest block.

use std::f64::consts::E;

use crate::generic::features::{BodyTree, lines};

/// The content of the page by CETD: the item with the highest DensitySum. (The authors also mark
/// dense parts next to it; the thesis compares, and figure 2-7 shows, this one block.)
pub(crate) fn extract(tree: &BodyTree<'_>) -> String {
    let block = block(tree);
    lines::join(&lines::lines(tree, block, |at| is_form(tree, at)))
}

/// The item with the highest DensitySum.
pub(crate) fn block(tree: &BodyTree<'_>) -> usize {
    densest(&density_sums(tree))
}

/// DensitySum of every item (definition 2.3): the sum of the composite densities of its children,
/// including texts.
fn density_sums(tree: &BodyTree<'_>) -> Vec<f64> {
    let counts = counts(tree);
    let body = counts.first().copied().unwrap_or_default();
    let link_ratio = quotient(body.link_chars, body.chars);
    let mut sums = vec![0.0; counts.len()];
    for (item, own) in tree.items.iter().zip(&counts).skip(1) {
        if let Some(sum) = sums.get_mut(item.parent) {
            *sum += own.density(link_ratio);
        }
    }
    sums
}

/// The item with the highest sum; the outermost on a tie.
fn densest(sums: &[f64]) -> usize {
    let mut best = (0, 0.0);
    for (at, sum) in sums.iter().enumerate() {
        if *sum > best.1 {
            best = (at, *sum);
        }
    }
    best.0
}

/// Text of form fields: the thesis excludes `<textarea>` for CETD (section 2.4.5).
fn is_form(tree: &BodyTree<'_>, at: usize) -> bool {
    tree.get(at).is_some_and(|item| item.name() == "textarea")
}

#[derive(Clone, Copy, Default)]
struct Counts {
    chars: f64,
    tags: f64,
    link_chars: f64,
    link_tags: f64,
}

impl Counts {
    /// Formula 2-6. A denominator of 0 counts as 1, as in the paper; so does a text's number of
    /// tags, because DensitySum treats it like any other child.
    fn density(self, link_ratio: f64) -> f64 {
        if self.chars <= 0.0 {
            return 0.0;
        }
        let tags = self.tags.max(1.0);
        let spread = (self.chars / self.link_chars.max(1.0)) * (tags / self.link_tags.max(1.0));
        let plain = (self.chars - self.link_chars).max(1.0);
        let base = self.chars / plain * self.link_chars + link_ratio * self.chars + E;
        // Without any link on the page the base of the logarithm would be 1.
        let scale = base.ln().ln().max(MIN_SCALE);
        self.chars / tags * (spread.ln() / scale).max(0.0)
    }
}

/// Keeps the logarithm of formula 2-6 finite on pages with hardly any links.
const MIN_SCALE: f64 = 0.05;

fn counts(tree: &BodyTree<'_>) -> Vec<Counts> {
    let mut counts: Vec<Counts> = tree
        .items
        .iter()
        .map(|item| match item.element {
            None => Counts {
                chars: item.chars as f64,
                link_chars: item.link_chars as f64,
                ..Counts::default()
            },
            Some(_) => Counts {
                tags: 1.0,
                link_tags: if item.name() == "a" { 1.0 } else { 0.0 },
                ..Counts::default()
            },
        })
        .collect();
    for (at, item) in tree.items.iter().enumerate().skip(1).rev() {
        if (is_form(tree, at) || is_form(tree, item.parent))
            && let Some(own) = counts.get_mut(at)
        {
            *own = Counts::default();
        }
        let Some(own) = counts.get(at).copied() else {
            continue;
        };
        if let Some(above) = counts.get_mut(item.parent) {
            above.chars += own.chars;
            above.tags += own.tags;
            above.link_chars += own.link_chars;
            above.link_tags += own.link_tags;
        }
    }
    counts
}

fn quotient(part: f64, whole: f64) -> f64 {
    part / whole.max(1.0)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn text(html: &str) -> String {
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        extract(&BodyTree::of(&page))
    }

    const LONG: &str =
        "The vat is kept warm for a week, and nobody may open it before the blue has come.";

    #[test]
    fn dense_text_wins_over_links() {
        let menu = "<li><a href=/x>Dyes of the north</a></li>".repeat(20);
        let html = format!(
            "<body><ul>{menu}</ul><div><div id=text><p>{LONG}</p><p>{LONG}</p><p>Short.</p></div></div>\
             <p><a href=/>Imprint</a></p>"
        );
        assert_eq!(text(&html), format!("{LONG}\n{LONG}\nShort."));
    }

    #[test]
    fn a_form_field_full_of_code_is_no_content() {
        let code = "var dye = 1; ".repeat(200);
        let html = format!("<body><p>{LONG}</p><textarea>{code}</textarea><p>{LONG}</p>");
        assert_eq!(text(&html), format!("{LONG}\n{LONG}"));
    }

    #[test]
    fn composite_density_falls_with_links() {
        let dense = |link_chars, link_tags| {
            Counts {
                chars: 400.0,
                tags: 10.0,
                link_chars,
                link_tags,
            }
            .density(0.3)
        };
        assert!(dense(0.0, 0.0) > dense(100.0, 5.0));
        assert!(dense(100.0, 5.0) > dense(390.0, 9.0));
        assert!(dense(400.0, 10.0).is_finite());
    }
}
