//! Words and patterns that tell kinds of pages apart. Flows in: a short text, a name, an address.
//! Flows out: whether it says something. The words are data in `assets/generic/kinds.toml`.

use std::sync::LazyLock;

use regex::{RegexSet, RegexSetBuilder};
use serde::Deserialize;

/// Longest text that is a date or a label, in bytes.
const MAX_LABEL: usize = 120;

/// The words, ready to be asked.
pub(super) struct Words {
    dates: RegexSet,
    posts: RegexSet,
    prices: RegexSet,
    buy: RegexSet,
    people: RegexSet,
    threads: RegexSet,
    lists: RegexSet,
    articles: RegexSet,
    authors: Vec<String>,
    beside: Vec<String>,
    remarks: Vec<String>,
    bodies: Vec<String>,
    software: Software,
    declared: Declared,
}

/// The shipped words; a test loads them, so that they are never missing.
pub(super) static WORDS: LazyLock<Option<Words>> =
    LazyLock::new(|| read(include_str!("../../../assets/generic/kinds.toml")).ok());

impl Words {
    /// Whether a short text holds a day or a time.
    pub fn is_date(&self, text: &str) -> bool {
        let text = text.trim();
        // Most texts are neither short nor have a digit, or a Chinese or German word for a day.
        text.len() <= MAX_LABEL
            && text.len() >= 2
            && (text.bytes().any(|b| b.is_ascii_digit() || b >= 0x80) || text.len() <= 16)
            && self.dates.is_match(text)
    }

    /// Whether a short text is what forums write around posts.
    pub fn is_post_label(&self, text: &str) -> bool {
        let text = text.trim();
        (1..=80).contains(&text.len()) && self.posts.is_match(text)
    }

    /// Whether a short text holds a price.
    pub fn is_price(&self, text: &str) -> bool {
        text.len() <= 40
            && text.bytes().any(|b| b.is_ascii_digit())
            && self.prices.is_match(text.trim())
    }

    /// Whether a short text asks to buy.
    pub fn is_buy(&self, text: &str) -> bool {
        text.len() <= 40 && self.buy.is_match(text.trim())
    }

    /// Whether an address is that of a person.
    pub fn is_person(&self, href: &str) -> bool {
        self.people.is_match(href)
    }

    /// Whether a class, id or rel (lower case) names a box with somebody's name.
    pub fn is_author(&self, name: &str) -> bool {
        self.authors.iter().any(|word| name.contains(word.as_str()))
    }

    /// Whether a class or id (lower case) names a box beside the content.
    pub fn is_beside(&self, name: &str) -> bool {
        self.beside.iter().any(|word| name.contains(word.as_str()))
    }

    /// Whether a class or itemprop (lower case) names the box of a post's text.
    pub fn is_body(&self, name: &str) -> bool {
        self.bodies.iter().any(|word| name.contains(word.as_str()))
    }

    /// Whether a class or id (lower case) names remarks under a text.
    pub fn is_remark(&self, name: &str) -> bool {
        self.remarks.iter().any(|word| name.contains(word.as_str()))
    }

    /// Whether an address (host, path and query, lower case) is that of a thread, a list, an
    /// article.
    pub fn address(&self, host: &str, path: &str) -> [bool; 3] {
        [
            self.threads.is_match(path) || self.threads.is_match(host),
            self.lists.is_match(path),
            self.articles.is_match(path),
        ]
    }

    /// Whether `generator` (lower case) is forum software.
    pub fn is_forum(&self, generator: &str) -> bool {
        self.software
            .forum
            .iter()
            .any(|name| generator.contains(name.as_str()))
    }

    /// Whether `generator` (lower case) makes documentation.
    pub fn is_documentation(&self, generator: &str) -> bool {
        self.software
            .documentation
            .iter()
            .any(|name| generator.contains(name.as_str()))
    }

    /// What a declared type (lower case, without `https://schema.org/`) says.
    pub fn declared(&self, name: &str) -> Option<Said> {
        let holds = |list: &[String]| list.iter().any(|known| known == name);
        let said = &self.declared;
        if holds(&said.article) {
            Some(Said::Article)
        } else if holds(&said.thread) {
            Some(Said::Thread)
        } else if holds(&said.list) {
            Some(Said::List)
        } else if holds(&said.product) {
            Some(Said::Product)
        } else {
            None
        }
    }
}

/// What a page calls itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// One text.
    Article,
    /// Posts of several people.
    Thread,
    /// A list.
    List,
    /// Something to buy.
    Product,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    texts: Texts,
    names: Names,
    addresses: Addresses,
    software: Software,
    declared: Declared,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    dates: Vec<String>,
    posts: Vec<String>,
    prices: Vec<String>,
    buy: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    authors: Vec<String>,
    people: Vec<String>,
    beside: Vec<String>,
    remarks: Vec<String>,
    bodies: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Addresses {
    threads: Vec<String>,
    lists: Vec<String>,
    articles: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Software {
    forum: Vec<String>,
    documentation: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declared {
    article: Vec<String>,
    thread: Vec<String>,
    list: Vec<String>,
    product: Vec<String>,
}

fn read(source: &str) -> Result<Words, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let set = |patterns: &[String]| {
        RegexSetBuilder::new(patterns)
            .case_insensitive(true)
            .build()
            .map_err(|e| e.to_string())
    };
    Ok(Words {
        dates: set(&file.texts.dates)?,
        posts: set(&file.texts.posts)?,
        prices: set(&file.texts.prices)?,
        buy: set(&file.texts.buy)?,
        people: set(&file.names.people)?,
        threads: set(&file.addresses.threads)?,
        lists: set(&file.addresses.lists)?,
        articles: set(&file.addresses.articles)?,
        authors: file.names.authors,
        beside: file.names.beside,
        remarks: file.names.remarks,
        bodies: file.names.bodies,
        software: file.software,
        declared: file.declared,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_words_load_and_tell() {
        let words = read(include_str!("../../../assets/generic/kinds.toml"))
            .map_err(|e| panic!("{e}"))
            .unwrap();
        for date in [
            "2024-05-06 10:00",
            "5 May 2024",
            "3 hours ago",
            "3小时前",
            "昨天 12:30",
            "2d",
        ] {
            assert!(words.is_date(date), "{date}");
        }
        for text in ["Home", "The 3 best of them", "图片"] {
            assert!(!words.is_date(text), "{text}");
        }
        for label in ["Reply", "回复", "#12", "3楼", "Joined: Mar 2012"] {
            assert!(words.is_post_label(label), "{label}");
        }
        assert!(words.is_price("$ 12.50") && words.is_price("12 元") && !words.is_price("12"));
        assert!(words.is_person("/members/ann.12/") && !words.is_person("/news/ann"));
        assert_eq!(
            words.address("a.example", "/thread-12-1-1.html"),
            [true, false, false]
        );
        assert_eq!(words.address("a.example", "/page/2/"), [false, true, false]);
        assert!(words.address("a.example", "/2024/05/06/why-the-vat-is-warm")[2]);
    }
}
