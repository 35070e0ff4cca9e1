//! Words around the posts of a thread: post numbers, quotes and their authors, boxes outside the
//! text. Input: a class, a short text. Output: its meaning. The words are data in
//! `assets/generic/posts.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;

/// Maximum length of a notice, in bytes.
const MAX_NOTICE: usize = 240;
/// Maximum length of a post number and of a line that names a quote's author, in bytes.
const MAX_FLOOR: usize = 32;
/// See [`MAX_FLOOR`].
const MAX_QUOTED: usize = 160;

/// The compiled words.
pub(in crate::generic) struct PostWords {
    around: Regex,
    around_words: Vec<String>,
    besides: Regex,
    sidebars: Regex,
    talk: Regex,
    quotes: Regex,
    not_quotes: Regex,
    links: Regex,
    when: Regex,
    name_words: Vec<String>,
    people: RegexSet,
    addresses: RegexSet,
    no_names: RegexSet,
    joined: RegexSet,
    floors: Vec<Regex>,
    quoted: Vec<Regex>,
    quote_labels: RegexSet,
    notices: RegexSet,
    floor_names: HashMap<String, u32>,
}

/// The shipped words; a test loads them, so they are never missing.
pub(in crate::generic) static POST_WORDS: LazyLock<Option<PostWords>> =
    LazyLock::new(|| read(include_str!("../../../../assets/generic/posts.toml")).ok());

impl PostWords {
    /// Whether classes (lower case) name a box around a post's text.
    pub fn is_around(&self, names: &str) -> bool {
        self.around.is_match(names)
            || names
                .split_ascii_whitespace()
                .any(|name| self.around_words.iter().any(|word| word == name))
    }

    /// Whether classes (lower case) name a box outside the discussion's text.
    pub fn is_besides(&self, names: &str) -> bool {
        self.is_around(names) || self.besides.is_match(names)
    }

    /// Whether class or id (lower case) name a box next to a thread.
    pub fn is_sidebar(&self, names: &str) -> bool {
        self.sidebars.is_match(names)
    }

    /// Whether class or id (lower case) name a box in which somebody speaks.
    pub fn is_talk(&self, names: &str) -> bool {
        self.talk.is_match(names)
    }

    /// Whether classes (lower case) name a quote.
    pub fn is_quote(&self, names: &str) -> bool {
        self.quotes.is_match(names) && !self.not_quotes.is_match(names)
    }

    /// Whether classes or rel (lower case) name a permalink.
    pub fn is_link(&self, names: &str) -> bool {
        self.links.is_match(names)
    }

    /// Whether classes (lower case) name a date box.
    pub fn is_when(&self, names: &str) -> bool {
        !names.is_empty() && self.when.is_match(names)
    }

    /// Whether classes (lower case) contain a name class as whole words.
    pub fn is_named(&self, names: &str) -> bool {
        names
            .split_ascii_whitespace()
            .any(|name| self.name_words.iter().any(|word| word == name))
    }

    /// Whether an address is that of a person in a thread.
    pub fn is_person(&self, href: &str) -> bool {
        self.people.is_match(href)
    }

    /// Whether an address (lower case) is a permalink of a post.
    pub fn is_address(&self, href: &str) -> bool {
        self.addresses.is_match(href)
    }

    /// Whether a short text replaces a name: a rank, a link to a profile.
    pub fn is_no_name(&self, text: &str) -> bool {
        self.no_names.is_match(text.trim())
    }

    /// Whether a short text states when somebody joined.
    pub fn is_joined(&self, text: &str) -> bool {
        let text = text.trim();
        !text.is_empty() && text.len() <= MAX_QUOTED && self.joined.is_match(text)
    }

    /// The post number in a short text.
    pub fn floor(&self, text: &str) -> Option<u32> {
        let text = text.trim();
        if text.is_empty() || text.len() > MAX_FLOOR {
            return None;
        }
        if let Some(number) = self.floor_names.get(text) {
            return Some(*number);
        }
        if !text.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let found = self.floors.iter().find_map(|r| r.captures(text))?;
        let digits: String = found
            .get(1)?
            .as_str()
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        digits.parse().ok()
    }

    /// The author named in a line above a quote.
    pub fn quoted<'t>(&self, line: &'t str) -> Option<&'t str> {
        let line = line.trim();
        if line.is_empty() || line.len() > MAX_QUOTED {
            return None;
        }
        let found = self.quoted.iter().find_map(|r| r.captures(line))?;
        let name = found.get(1)?.as_str().trim();
        (!name.is_empty()).then_some(name)
    }

    /// Whether a line is a label of a quote, or a notice of the forum software.
    pub fn is_notice(&self, line: &str) -> bool {
        let line = line.trim();
        self.is_quote_label(line) || line.len() <= MAX_NOTICE && self.notices.is_match(line)
    }

    /// Whether a line is a label of a quote.
    pub fn is_quote_label(&self, line: &str) -> bool {
        line.len() <= 80 && self.quote_labels.is_match(line.trim())
    }
}

/// Compiles a search for any of some parts of names.
fn any_of(parts: &[String]) -> Result<Regex, String> {
    let parts: Vec<String> = parts.iter().map(|part| regex::escape(part)).collect();
    Regex::new(&parts.join("|")).map_err(|e| e.to_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: Names,
    texts: Texts,
    floor_names: HashMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    around: Vec<String>,
    around_words: Vec<String>,
    besides: Vec<String>,
    sidebars: Vec<String>,
    talk: Vec<String>,
    quotes: Vec<String>,
    not_quotes: Vec<String>,
    links: Vec<String>,
    when: Vec<String>,
    name_words: Vec<String>,
    people: Vec<String>,
    addresses: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    floors: Vec<String>,
    quoted: Vec<String>,
    quote_labels: Vec<String>,
    notices: Vec<String>,
    no_names: Vec<String>,
    joined: Vec<String>,
}

fn read(source: &str) -> Result<PostWords, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let each = |patterns: &[String]| -> Result<Vec<Regex>, String> {
        let one = |pattern: &String| {
            RegexBuilder::new(pattern)
                .case_insensitive(true)
                .build()
                .map_err(|e| e.to_string())
        };
        patterns.iter().map(one).collect()
    };
    let set = |patterns: &[String]| {
        RegexSetBuilder::new(patterns)
            .case_insensitive(true)
            .build()
            .map_err(|e| e.to_string())
    };
    Ok(PostWords {
        floors: each(&file.texts.floors)?,
        quoted: each(&file.texts.quoted)?,
        quote_labels: set(&file.texts.quote_labels)?,
        notices: set(&file.texts.notices)?,
        around: any_of(&file.names.around)?,
        around_words: file.names.around_words,
        besides: any_of(&file.names.besides)?,
        sidebars: any_of(&file.names.sidebars)?,
        talk: any_of(&file.names.talk)?,
        quotes: any_of(&file.names.quotes)?,
        not_quotes: any_of(&file.names.not_quotes)?,
        links: any_of(&file.names.links)?,
        when: any_of(&file.names.when)?,
        name_words: file.names.name_words,
        people: set(&file.names.people)?,
        addresses: set(&file.names.addresses)?,
        no_names: set(&file.texts.no_names)?,
        joined: set(&file.texts.joined)?,
        floor_names: file.floor_names,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> PostWords {
        read(include_str!("../../../../assets/generic/posts.toml"))
            .map_err(|e| panic!("{e}"))
            .unwrap()
    }

    #[test]
    fn numbers_of_posts() {
        let words = words();
        for (text, number) in [
            ("#12", 12),
            ("# 1,204", 1204),
            ("第3楼", 3),
            ("12楼", 12),
            ("7#", 7),
            ("Post #5", 5),
            ("Beitrag 9 von 20", 9),
            ("沙发", 2),
            ("楼主", 1),
        ] {
            assert_eq!(words.floor(text), Some(number), "{text}");
        }
        for text in ["", "12", "#tag", "12:30", "2024-05-06", "Posts: 12"] {
            assert_eq!(words.floor(text), None, "{text}");
        }
    }

    #[test]
    fn who_is_quoted() {
        let words = words();
        for (line, name) in [
            ("Ann said:", "Ann"),
            ("Bert Brown wrote: ↑", "Bert Brown"),
            ("On 5/3/2024 at 2:50 AM, avicenna said:", "avicenna"),
            ("Originally Posted by HOSTLAR", "HOSTLAR"),
            ("Zitat von Karl", "Karl"),
            ("Karl schrieb:", "Karl"),
            ("张三 发表于 2024-5-6 10:00", "张三"),
        ] {
            assert_eq!(words.quoted(line), Some(name), "{line}");
        }
        assert_eq!(words.quoted("The vat is kept warm."), None);
        for line in [
            "You must be logged in to reply to this topic.",
            "This topic has 4 replies, 2 voices, and was last updated 1 year ago by Ann.",
            "Viewing 15 posts - 1 through 15 (of 20 total)",
            "您需要登录后才可以回帖 登录 | 立即注册",
            "共 8 条回复",
            "Du musst angemeldet sein, um zu antworten",
        ] {
            assert!(words.is_notice(line), "{line}");
        }
        assert!(!words.is_notice("This topic has been on my mind for a week."));
        assert!(words.is_quote_label("Click to expand...") && !words.is_quote_label("Click it"));
    }

    #[test]
    fn boxes_are_told_by_their_names() {
        let words = words();
        assert!(words.is_quote("bbcodeblock bbcodeblock--quote"));
        assert!(words.is_quote("quotebox") && !words.is_quote("message-body js-selecttoquote"));
        assert!(words.is_around("post-signature") && !words.is_around("postbody"));
    }
}
