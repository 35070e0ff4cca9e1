//! Whether a page fetched through a proxy is the requested page. Input: the same address
//! requested directly and through the proxy. A proxy or its network may replace every answer with a
//! page of its own, with status 200; a site may answer each visitor slightly differently, even in
//! another language.

use std::collections::HashSet;

use crate::page::Page;

/// The compared features of a page.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    title: String,
    links: HashSet<String>,
    words: HashSet<String>,
}

/// The maximum number of words read of a page.
const MAX_WORDS: usize = 5_000;
/// The share of common words from which two pages count as alike.
const ALIKE: f64 = 0.5;

impl Appearance {
    /// The features of `page` with this source.
    pub fn of(source: &str, page: &Page) -> Self {
        let links = page.links();
        Self {
            title: page.title().trim().to_lowercase(),
            links: links
                .into_iter()
                .filter(|link| link.path() != "/" || link.query().is_some())
                .map(String::from)
                .collect(),
            words: source
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| word.len() > 2)
                .take(MAX_WORDS)
                .map(str::to_lowercase)
                .collect(),
        }
    }

    /// Whether `other` can be an answer of the same site: the same title, a common link, or mostly
    /// the same words (including class names).
    pub fn is_like(&self, other: &Self) -> bool {
        let titled = !self.title.is_empty() && self.title == other.title;
        titled || !self.links.is_disjoint(&other.links) || self.shared_words(other) >= ALIKE
    }

    /// Jaccard's coefficient of the words.
    #[expect(clippy::cast_precision_loss, reason = "a few thousand words at most")]
    fn shared_words(&self, other: &Self) -> f64 {
        let shared = self.words.intersection(&other.words).count();
        let all = self.words.len() + other.words.len() - shared;
        if all == 0 {
            1.0
        } else {
            shared as f64 / all as f64
        }
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn of(source: &str) -> Appearance {
        let url = Url::parse("http://news.example/").unwrap();
        Appearance::of(source, &Page::parse(source, &url))
    }

    #[test]
    fn a_page_of_somebody_else_is_told_from_one_in_another_language() {
        let direct = of("<title>News</title><a href=/a1>One bridge</a><p>More of today");
        let german = of("<title>Nachrichten</title><a href=/a1>Eine Brücke</a><p>Mehr von heute");
        let changed = of("<title>News</title><p>Nothing at all is left of it");
        let portal = of(
            "<title>Welcome</title><form action='http://login.example/go'>\
            <p>Please accept the terms of this network</form>",
        );
        assert!(direct.is_like(&german) && direct.is_like(&changed));
        assert!(!direct.is_like(&portal));
        assert!(of("").is_like(&of("")));
    }
}
