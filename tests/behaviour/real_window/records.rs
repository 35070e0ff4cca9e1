//! What a run has to bring: the articles of a site, as its texts say, beside what the window wrote.

use std::path::Path;

use serde::Deserialize;

/// An article as its author wrote it.
#[derive(Clone, Debug, Deserialize)]
pub struct Article {
    /// In its address.
    pub slug: String,
    /// Headline.
    pub title: String,
    /// Who wrote it.
    #[serde(default)]
    pub author: String,
    /// When: ten letters of day, more when more is known.
    pub date: String,
    /// All paragraphs.
    pub body: String,
}

#[derive(Deserialize)]
struct Articles {
    article: Vec<Article>,
}

/// The articles of the sample site, in the order of its lists.
pub fn sample_site() -> Vec<Article> {
    let text = include_str!("../../../assets/sample-site/articles.toml");
    toml::from_str::<Articles>(text).expect("the texts").article
}

/// Every article came once, in the order of the lists, with its link, title, day, author and text.
pub fn compare(csv: &Path, articles: &[Article]) {
    let bytes = std::fs::read(csv).expect("the export");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let header = reader.headers().expect("a header").clone();
    let column = |name: &str| {
        let place = header.iter().position(|column| column == name);
        place.unwrap_or_else(|| panic!("a column {name} among {header:?}"))
    };
    let [url, title, date, author, words] = ["url", "title", "date", "author", "text"].map(column);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), articles.len(), "every article once");
    for (row, article) in rows.iter().zip(articles) {
        assert!(
            row[url].contains(&article.slug),
            "{} is not {row:?}",
            article.slug
        );
        assert_eq!(squeezed(&row[title]), squeezed(&article.title));
        assert_eq!(row[date].get(..10), article.date.get(..10), "{row:?}");
        assert_eq!(row[author], article.author, "{row:?}");
        assert_eq!(letters(&row[words]), letters(&article.body), "{row:?}");
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without what browsers and authors put between letters.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}
