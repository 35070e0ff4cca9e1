//! The texts of the sample site, loaded from its data files.

use std::sync::LazyLock;

use serde::Deserialize;

/// One article.
#[derive(Clone, Debug, Deserialize)]
pub struct Article {
    /// Last part of its address.
    pub slug: String,
    /// `en` or `zh`.
    pub language: String,
    /// Headline.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// Publication date, ISO 8601 with offset.
    pub date: String,
    /// Subjects.
    pub tags: Vec<String>,
    /// Paragraphs, separated by empty lines.
    pub body: String,
}

impl Article {
    /// Its paragraphs.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        self.body
            .split("\n\n")
            .map(str::trim)
            .filter(|p| !p.is_empty())
    }
}

/// One forum post.
#[derive(Clone, Debug, Deserialize)]
pub struct Post {
    /// Who wrote it.
    pub author: String,
    /// Date, ISO 8601 with offset.
    pub date: String,
    /// The quoted text that it replies to.
    pub quote: Option<String>,
    /// Its text.
    pub text: String,
}

/// The forum thread.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Thread {
    /// Its title.
    pub title: String,
    /// Its posts, oldest first.
    #[serde(rename = "post")]
    pub posts: Vec<Post>,
}

#[derive(Default, Deserialize)]
struct Articles {
    article: Vec<Article>,
}

static ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
    toml::from_str::<Articles>(include_str!("../../../assets/sample-site/articles.toml"))
        .unwrap_or_default()
        .article
});

static THREAD: LazyLock<Thread> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../assets/sample-site/forum.toml")).unwrap_or_default()
});

/// All articles, newest first.
pub fn articles() -> &'static [Article] {
    &ARTICLES
}

/// The forum thread.
pub fn thread() -> &'static Thread {
    &THREAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_files_hold_what_the_room_promises() {
        assert_eq!(articles().len(), crate::sample::ARTICLES);
        assert_eq!(thread().posts.len(), crate::sample::POSTS);
        assert!(articles().iter().any(|a| a.language == "zh"));
        for article in articles() {
            assert!(article.paragraphs().count() >= 3, "{}", article.slug);
            assert!(article.date.parse::<jiff::Timestamp>().is_ok());
        }
        let dates: Vec<jiff::Timestamp> = articles()
            .iter()
            .filter_map(|a| a.date.parse().ok())
            .collect();
        assert!(dates.windows(2).all(|w| w[0] > w[1]), "newest first");
    }
}
