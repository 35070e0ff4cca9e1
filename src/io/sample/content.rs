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
    /// The folder of its address.
    #[serde(skip, default = "news_folder")]
    pub folder: &'static str,
}

/// The folder of the articles of the news.
const NEWS: &str = "articles";
/// The folder of the articles of the review.
pub const REVIEW: &str = "review";

fn news_folder() -> &'static str {
    NEWS
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

static REVIEW_ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/sample-site/review.toml");
    let mut articles = toml::from_str::<Articles>(text).unwrap_or_default().article;
    for article in &mut articles {
        article.folder = REVIEW;
    }
    articles
});

static THREAD: LazyLock<Thread> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../assets/sample-site/forum.toml")).unwrap_or_default()
});

/// All articles of the news, newest first.
pub fn articles() -> &'static [Article] {
    &ARTICLES
}

/// All articles of the review, newest first.
pub fn review() -> &'static [Article] {
    &REVIEW_ARTICLES
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
        assert_eq!(review().len(), crate::sample::REVIEWS);
        for article in articles().iter().chain(review()) {
            assert!(article.paragraphs().count() >= 3, "{}", article.slug);
            assert!(article.date.parse::<jiff::Timestamp>().is_ok());
        }
        for list in [articles(), review()] {
            let dates: Vec<jiff::Timestamp> =
                list.iter().filter_map(|a| a.date.parse().ok()).collect();
            assert!(dates.windows(2).all(|w| w[0] > w[1]), "newest first");
        }
    }
}
