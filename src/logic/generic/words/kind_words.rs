//! Words and patterns that distinguish kinds of pages. Input: a short text, a name, an address.
//! Output: whether it matches. The words are data in `assets/generic/kinds.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::generic::words::word_lists_in_names::WordAutomaton;
use crate::generic::words::wording::Wording;

/// Maximum length of a date or a label, in bytes.
const MAX_LABEL: usize = 120;

/// Maximum length of a post label, in bytes.
const MAX_POST_LABEL: usize = 80;

/// Maximum length of a price and of an offer to buy, in bytes.
const MAX_PRICE: usize = 40;

/// Maximum length of a day in Latin letters without a digit, in bytes.
const MAX_DAY: usize = 16;

/// The compiled words.
pub(crate) struct KindVocabulary {
    dates: Wording,
    day_words: Vec<String>,
    posts: Wording,
    prices: Wording,
    buy: Wording,
    people: Wording,
    threads: Wording,
    lists: Wording,
    articles: Wording,
    names: WordAutomaton,
    software: Software,
    declared: Declared,
}

/// Bits for matches in box names: an author's box.
const AUTHOR: u32 = 1;
/// See [`AUTHOR`]: a box next to the content.
const BESIDE: u32 = 2;
/// See [`AUTHOR`]: a box of comments.
const REMARK: u32 = 4;
/// See [`AUTHOR`]: a box with a post's text.
const BODY: u32 = 8;

/// The matches in the names of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NameHints(u32);

impl NameHints {
    /// Whether they name an author's box.
    pub fn is_author(self) -> bool {
        self.0 & AUTHOR != 0
    }

    /// Whether they name a box next to the content.
    pub fn is_beside(self) -> bool {
        self.0 & BESIDE != 0
    }

    /// Whether they name comments below a text.
    pub fn is_remark(self) -> bool {
        self.0 & REMARK != 0
    }
}

/// The shipped words; a test loads them, so they are never missing.
pub(crate) static WORDS: LazyLock<Option<KindVocabulary>> =
    LazyLock::new(|| read(include_str!("../../../../assets/generic/kinds.toml")).ok());

impl KindVocabulary {
    /// Whether a short text (trimmed or not) contains a day or a time.
    pub fn is_date(&self, text: &str) -> bool {
        let text = text.trim();
        // Most texts are not short or contain neither a digit nor a day word; English sentences may
        // start with such a word.
        (2..=MAX_LABEL).contains(&text.len())
            && (has_digit(text)
                || (text.len() <= MAX_DAY || !text.is_ascii()) && self.has_day_word(text))
            && self.dates.is_match(text)
    }

    fn has_day_word(&self, text: &str) -> bool {
        // English and German ones start the text.
        let begins = |word: &str| {
            text.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        self.day_words.iter().any(|word| {
            if word.is_ascii() {
                begins(word)
            } else {
                !text.is_ascii() && text.contains(word.as_str())
            }
        })
    }

    /// Whether a short text is a label that forums put around posts.
    pub fn is_post_label(&self, text: &str) -> bool {
        let text = text.trim();
        (1..=MAX_POST_LABEL).contains(&text.len()) && self.posts.is_match(text)
    }

    /// Whether a short text contains a price.
    pub fn is_price(&self, text: &str) -> bool {
        text.len() <= MAX_PRICE
            && text.bytes().any(|b| b.is_ascii_digit())
            && self.prices.is_match(text.trim())
    }

    /// Whether a short text is an offer to buy.
    pub fn is_buy(&self, text: &str) -> bool {
        text.len() <= MAX_PRICE && self.buy.is_match(text.trim())
    }

    /// Whether an address is that of a person.
    pub fn is_person(&self, href: &str) -> bool {
        self.people.is_match(href)
    }

    /// Matches class, id and similar names.
    pub fn named<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> NameHints {
        NameHints(self.names.read(names))
    }

    /// Whether a class, id or rel names an author's box.
    pub fn is_author(&self, name: &str) -> bool {
        self.named([name]).is_author()
    }

    /// Whether a class or itemprop names the box of a post's text.
    pub fn is_body(&self, name: &str) -> bool {
        self.names.read([name]) & BODY != 0
    }

    /// Whether a class or id names comments below a text.
    pub fn is_remark(&self, name: &str) -> bool {
        self.named([name]).is_remark()
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

    /// Whether `generator` (lower case) is documentation software.
    pub fn is_documentation(&self, generator: &str) -> bool {
        self.software
            .documentation
            .iter()
            .any(|name| generator.contains(name.as_str()))
    }

    /// The kind of a declared type (lower case, without `https://schema.org/`).
    pub fn declared(&self, name: &str) -> Option<DeclaredKind> {
        let holds = |list: &[String]| list.iter().any(|known| known == name);
        let said = &self.declared;
        if holds(&said.article) {
            Some(DeclaredKind::Article)
        } else if holds(&said.thread) {
            Some(DeclaredKind::Thread)
        } else if holds(&said.list) {
            Some(DeclaredKind::List)
        } else if holds(&said.product) {
            Some(DeclaredKind::Product)
        } else {
            None
        }
    }
}

/// The kind that a page declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclaredKind {
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
    day_words: Vec<String>,
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

/// A pattern whose word boundaries are those of Latin letters and digits. The fast matcher does not
/// support Unicode word boundaries, so each Chinese text would go through the slow one; and a date
/// right after a Chinese word is a date.
pub(crate) fn plain_words(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)")
}

/// Whether there is a digit of any script.
fn has_digit(text: &str) -> bool {
    if text.is_ascii() {
        return text.bytes().any(|b| b.is_ascii_digit());
    }
    // Han numerals are not digits, and most characters of such texts are Han.
    let is_han = |c: char| ('\u{3400}'..='\u{9FFF}').contains(&c);
    text.chars()
        .any(|c| c.is_ascii_digit() || !c.is_ascii() && !is_han(c) && c.is_numeric())
}

fn read(source: &str) -> Result<KindVocabulary, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let set =
        |patterns: &[String]| Wording::of(patterns.iter().map(|pattern| plain_words(pattern)));
    Ok(KindVocabulary {
        dates: set(&file.texts.dates)?,
        day_words: file.texts.day_words,
        posts: set(&file.texts.posts)?,
        prices: set(&file.texts.prices)?,
        buy: set(&file.texts.buy)?,
        people: set(&file.names.people)?,
        threads: set(&file.addresses.threads)?,
        lists: set(&file.addresses.lists)?,
        articles: set(&file.addresses.articles)?,
        // In bit order.
        names: WordAutomaton::of(&[
            &file.names.authors,
            &file.names.beside,
            &file.names.remarks,
            &file.names.bodies,
        ]),
        software: file.software,
        declared: file.declared,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_day_is_passed_over_for_want_of_a_digit() {
        let words = WORDS.as_ref().unwrap();
        for day in [
            "昨天",
            "几小时前",
            "半年前",
            "Gestern",
            "today at noon",
            "３小时前",
            "前天",
        ] {
            assert!(words.is_date(day), "{day}");
        }
        for text in ["To all of you", "前几名", "今年", "yes"] {
            assert!(!words.is_date(text), "{text}");
        }
    }

    #[test]
    fn the_shipped_words_load_and_tell() {
        let words = read(include_str!("../../../../assets/generic/kinds.toml"))
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
