//! The meaning of a link's label for the pages of a list, in the languages of
//! `assets/words/pagination.toml`.
//! Input: a short text as on a page, or a class name. Output: its meaning. Addresses and the text's
//! position on the page are not considered.

mod label_parts;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use self::label_parts::{LabelParts, arrow, is_unspaced};

const WORDS: &str = include_str!("../../../../../assets/words/pagination.toml");

/// The maximum length of a label, in characters.
pub const MAX_LABEL_CHARS: usize = 40;
/// The maximum number of words in a phrase.
const MAX_PHRASE_WORDS: usize = 6;
/// The number of characters that a label in a script without spaces may have besides its phrase.
const MAX_EXTRA_CHARS: usize = 4;

static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(WORDS).unwrap_or_default());

/// What a label means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabelMeaning {
    /// A neighbouring item, such as the next article: no page of this list.
    Item,
    /// The whole on one page.
    Single,
    /// The whole, for printing.
    Print,
    /// The last page.
    Last,
    /// The first page.
    First,
    /// The page before, or newer items.
    Previous,
    /// Older items: the continuation of lists that start with the newest.
    Older,
    /// The next page, by a word that may also refer to another next thing.
    Next,
    /// The next page, by a phrase with "page".
    NextPage,
    /// More of the same list.
    More,
}

/// The direction of an arrow in a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrow {
    /// There is none.
    #[default]
    None,
    /// To the right, once.
    Right,
    /// To the right twice, or with a bar.
    FarRight,
    /// To the left.
    Left,
}

/// A text parsed as the label of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkLabel {
    /// Its meaning.
    pub meaning: Option<LabelMeaning>,
    /// The words alone: lower case, no arrows, digits or punctuation.
    pub words: String,
    /// The page number, if it is nothing else.
    pub number: Option<u32>,
    /// The page and the number of pages, from "page 3 of 8" and "3 / 8".
    pub position: Option<(u32, u32)>,
    /// The arrow in it.
    pub arrow: Arrow,
}

impl LinkLabel {
    /// Parses `text`; texts longer than [`MAX_LABEL_CHARS`] have no meaning.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if text.chars().nth(MAX_LABEL_CHARS).is_some() {
            return Self::default();
        }
        let parts = LabelParts::of(text);
        let words = parts.words.join(" ");
        Self {
            meaning: BOOK.meaning(&parts.words, &words),
            number: BOOK.number(&parts),
            position: BOOK.position(&parts),
            arrow: arrow(text),
            words,
        }
    }
}

/// Whether a class, id or similar name means that its element links to the next page.
pub fn is_next_name(name: &str) -> bool {
    let (parts, whole) = name_parts(name);
    let names = &BOOK.names;
    let says = names.next.contains(&whole) || parts.iter().any(|p| names.next.contains(p));
    says && !parts.iter().any(|p| names.item.contains(p))
}

/// Whether a class name marks the entry of the open page.
pub fn is_current_name(name: &str) -> bool {
    let (parts, whole) = name_parts(name);
    let names = &BOOK.names;
    names.current.contains(&whole) || parts.iter().any(|p| names.current.contains(p))
}

/// The meaning of the names of an element around a link: a pager, or other navigation.
pub fn pager_box_meaning(name: &str) -> Option<bool> {
    let (parts, whole) = name_parts(name);
    let names = &BOOK.names;
    let any = |set: &HashSet<String>| set.contains(&whole) || parts.iter().any(|p| set.contains(p));
    if names.neighbours.contains(&whole) || any(&names.not) {
        Some(false)
    } else {
        any(&names.pager).then_some(true)
    }
}

/// The meaning of a part of an address: the whole on one page, or a print view.
pub fn address_meaning(part: &str) -> Option<LabelMeaning> {
    let lower = part.to_lowercase();
    if BOOK.names.single_address.contains(&lower) {
        Some(LabelMeaning::Single)
    } else {
        BOOK.names
            .print_address
            .contains(&lower)
            .then_some(LabelMeaning::Print)
    }
}

/// What a key of an address counts: `Some(true)` pages, `Some(false)` items.
pub fn key_counts_pages(key: &str) -> Option<bool> {
    let lower = key.to_lowercase();
    if BOOK.keys.page.contains(&lower) {
        Some(true)
    } else {
        BOOK.keys.offset.contains(&lower).then_some(false)
    }
}

/// Whether a word of an address names a part of a page that has pages of its own: its comments.
pub fn is_part_with_pages(word: &str) -> bool {
    BOOK.keys.parts.contains(&word.to_lowercase())
}

/// Whether a key of an address only identifies the client.
pub fn is_session_key(key: &str) -> bool {
    BOOK.keys.session.contains(&key.to_lowercase())
}

/// The word file as written.
#[derive(Deserialize)]
struct File {
    names: NameLists,
    keys: Keys,
    #[serde(flatten)]
    languages: HashMap<String, Lists>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    next: Vec<String>,
    older: Vec<String>,
    previous: Vec<String>,
    first: Vec<String>,
    last: Vec<String>,
    more: Vec<String>,
    single: Vec<String>,
    print: Vec<String>,
    page: Vec<String>,
    many: Vec<String>,
    item: Vec<String>,
    filler: Vec<String>,
    of: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameLists {
    next: HashSet<String>,
    item: HashSet<String>,
    current: HashSet<String>,
    pager: HashSet<String>,
    not: HashSet<String>,
    neighbours: HashSet<String>,
    single_address: HashSet<String>,
    print_address: HashSet<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    page: HashSet<String>,
    offset: HashSet<String>,
    parts: HashSet<String>,
    session: HashSet<String>,
}

/// The role of a phrase in a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Says(LabelMeaning),
    PageNoun,
    ManyNoun,
    ItemNoun,
    Filler,
    Of,
}

#[derive(Default)]
struct Book {
    /// One map per language, from phrases to their roles.
    languages: Vec<HashMap<String, Role>>,
    /// Phrases of scripts without spaces, longest first.
    unspaced: Vec<(String, LabelMeaning)>,
    names: NameLists,
    keys: Keys,
}

impl Book {
    fn read(source: &str) -> Result<Self, toml::de::Error> {
        let file: File = toml::from_str(source)?;
        let mut book = Self {
            names: squeezed_names(file.names),
            keys: file.keys,
            ..Self::default()
        };
        let mut languages: Vec<_> = file.languages.into_iter().collect();
        languages.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, lists) in languages {
            book.add(lists);
        }
        book.unspaced
            .sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        Ok(book)
    }

    fn add(&mut self, lists: Lists) {
        let mut roles = HashMap::new();
        let said = [
            (LabelMeaning::Single, lists.single),
            (LabelMeaning::Print, lists.print),
            (LabelMeaning::Last, lists.last),
            (LabelMeaning::First, lists.first),
            (LabelMeaning::Previous, lists.previous),
            (LabelMeaning::Older, lists.older),
            (LabelMeaning::Next, lists.next),
            (LabelMeaning::More, lists.more),
        ];
        let said = said.map(|(meaning, words)| (Role::Says(meaning), words));
        let nouns = [
            (Role::PageNoun, lists.page),
            (Role::ManyNoun, lists.many),
            (Role::ItemNoun, lists.item),
            (Role::Of, lists.of),
            (Role::Filler, lists.filler),
        ];
        for (role, words) in said.into_iter().chain(nouns) {
            for word in words {
                let phrase = LabelParts::of(&word).words.join(" ");
                if phrase.is_empty() {
                    continue;
                }
                if is_unspaced(&phrase) {
                    let meaning = match role {
                        Role::Says(LabelMeaning::Next) => Some(LabelMeaning::NextPage),
                        Role::Says(meaning) => Some(meaning),
                        Role::ItemNoun => Some(LabelMeaning::Item),
                        _ => None,
                    };
                    self.unspaced
                        .extend(meaning.map(|meaning| (phrase.replace(' ', ""), meaning)));
                }
                roles.entry(phrase).or_insert(role);
            }
        }
        self.languages.push(roles);
    }

    fn meaning(&self, parts: &[String], words: &str) -> Option<LabelMeaning> {
        if parts.is_empty() {
            return None;
        }
        if is_unspaced(words) {
            return self.unspaced_meaning(&words.replace(' ', ""));
        }
        let mut found: Vec<LabelMeaning> = self
            .languages
            .iter()
            .filter_map(|roles| composed(roles, parts))
            .collect();
        // If one language reads a neighbour or a previous page, no other may override it.
        found.sort_unstable();
        found.first().copied()
    }

    fn unspaced_meaning(&self, words: &str) -> Option<LabelMeaning> {
        let chars = words.chars().count();
        let exact = self.unspaced.iter().find(|(phrase, _)| phrase == words);
        let inside = || {
            self.unspaced.iter().find(|(phrase, _)| {
                let own = phrase.chars().count();
                own >= 2 && chars <= own + MAX_EXTRA_CHARS && words.contains(phrase.as_str())
            })
        };
        exact.or_else(inside).map(|(_, meaning)| *meaning)
    }

    /// Whether all words are nouns for pages, fillers or "of" in one language.
    fn only_page_words(&self, parts: &[String]) -> bool {
        parts.is_empty()
            || self.languages.iter().any(|roles| {
                roles_of(roles, parts).is_some_and(|found| {
                    let fits =
                        |role: &Role| matches!(role, Role::PageNoun | Role::Filler | Role::Of);
                    found.iter().all(fits) && found.contains(&Role::PageNoun)
                })
            })
            || parts
                .iter()
                .all(|p| matches!(p.as_str(), "第" | "页" | "頁" | "ページ" | "페이지"))
    }

    fn number(&self, parts: &LabelParts) -> Option<u32> {
        match parts.numbers.as_slice() {
            [number] if *number > 0 && self.only_page_words(&parts.words) => Some(*number),
            // Items 21 to 40 are page 2.
            [from, to] if parts.dash && parts.words.is_empty() && to > from && *from > 0 => {
                let step = to - from + 1;
                ((from - 1) % step == 0).then(|| (from - 1) / step + 1)
            }
            _ => None,
        }
    }

    fn position(&self, parts: &LabelParts) -> Option<(u32, u32)> {
        match parts.numbers.as_slice() {
            [at, all] if *at > 0 && at <= all => {
                let says = parts.slash || !parts.words.is_empty();
                (says && self.only_position_words(&parts.words)).then_some((*at, *all))
            }
            _ => None,
        }
    }

    fn only_position_words(&self, parts: &[String]) -> bool {
        self.languages.iter().any(|roles| {
            roles_of(roles, parts).is_some_and(|found| {
                let fits = |role: &Role| matches!(role, Role::PageNoun | Role::Filler | Role::Of);
                found.iter().all(fits)
            })
        }) || parts
            .iter()
            .all(|p| p.chars().all(|c| "第页頁共中の페이지쪽ページ".contains(c)))
    }
}

/// Compares names without the separators between their parts.
fn squeezed_names(mut names: NameLists) -> NameLists {
    names.neighbours = names.neighbours.iter().map(|n| name_parts(n).1).collect();
    names
}

/// The roles of all parts in one language; `None` if it does not know one of them.
fn roles_of(roles: &HashMap<String, Role>, parts: &[String]) -> Option<Vec<Role>> {
    let mut found = Vec::new();
    let mut rest = parts;
    while !rest.is_empty() {
        let longest = rest.len().min(MAX_PHRASE_WORDS);
        let (role, taken) = (1..=longest).rev().find_map(|length| {
            let phrase = rest.get(..length)?.join(" ");
            Some((*roles.get(&phrase)?, length))
        })?;
        found.push(role);
        rest = rest.get(taken..).unwrap_or_default();
    }
    Some(found)
}

/// The combined meaning of the parts in one language.
fn composed(roles: &HashMap<String, Role>, parts: &[String]) -> Option<LabelMeaning> {
    let found = roles_of(roles, parts)?;
    let mut meaning = None;
    for role in &found {
        if let Role::Says(said) = role {
            match meaning {
                None => meaning = Some(*said),
                Some(before) if before == *said => {}
                Some(_) => return None,
            }
        }
    }
    let meaning = meaning?;
    let has = |role| found.contains(&role);
    let many = has(Role::PageNoun) || has(Role::ManyNoun);
    let way = matches!(
        meaning,
        LabelMeaning::Next
            | LabelMeaning::Older
            | LabelMeaning::Previous
            | LabelMeaning::First
            | LabelMeaning::Last
    );
    Some(if has(Role::ItemNoun) && !many {
        if !way {
            return None;
        }
        LabelMeaning::Item
    } else if meaning == LabelMeaning::Next && many {
        LabelMeaning::NextPage
    } else {
        meaning
    })
}

/// A name's parts, split at signs, digits and capitals, and the whole without signs and digits.
fn name_parts(name: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        let ends = !c.is_alphabetic() || (c.is_uppercase() && was_lower);
        if ends && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphabetic() {
            part.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    if !part.is_empty() {
        parts.push(part);
    }
    let whole = parts.concat();
    (parts, whole)
}

#[cfg(test)]
mod tests;
