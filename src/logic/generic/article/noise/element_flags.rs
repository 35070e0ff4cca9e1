//! Flags of elements from tag, role, class, id and style. Input: node features. Output: a few
//! bits per element, and the words of its names. Judges nothing: a flag is only evidence.

use super::DATA;
use crate::generic::features::{BodyTree, Item};
use crate::generic::words::hash::QuickMap;

/// What an element declares by its tag, role, class, id and style. One bit each; [`Flags::of`]
/// reads a whole page.
pub(in crate::generic) mod flag {
    /// A menu, by tag or role.
    pub const NAV: u32 = 1;
    /// `<aside>` or its role.
    pub const ASIDE: u32 = 1 << 1;
    /// `<footer>` or its role.
    pub const FOOTER: u32 = 1 << 2;
    /// `<header>`.
    pub const HEADER: u32 = 1 << 3;
    /// A form.
    pub const FORM: u32 = 1 << 4;
    /// A figure or its caption, by tag or name.
    pub const FIGURE: u32 = 1 << 5;
    /// A table.
    pub const TABLE: u32 = 1 << 6;
    /// A list.
    pub const LIST: u32 = 1 << 7;
    /// A quotation.
    pub const QUOTE: u32 = 1 << 8;
    /// Preformatted text or code.
    pub const CODE: u32 = 1 << 9;
    /// `<article>`.
    pub const ARTICLE: u32 = 1 << 10;
    /// The main part.
    pub const MAIN: u32 = 1 << 11;
    /// Microdata `articleBody`.
    pub const BODY: u32 = 1 << 12;
    /// A content name.
    pub const CONTENT: u32 = 1 << 13;
    /// A name of an article's surroundings.
    pub const NOISE: u32 = 1 << 14;
    /// A comments name.
    pub const COMMENT: u32 = 1 << 15;
    /// A further-reading name.
    pub const RELATED: u32 = 1 << 16;
    /// A share-buttons name.
    pub const SHARE: u32 = 1 << 17;
    /// A name of author, date or tags.
    pub const META: u32 = 1 << 18;
    /// A name of advertisements or offers.
    pub const OFFER: u32 = 1 << 19;
    /// Hidden.
    pub const HIDDEN: u32 = 1 << 20;
    /// A consent notice, by name, or `<dialog>`.
    pub const CONSENT: u32 = 1 << 21;
    /// A button, a label or a field.
    pub const CONTROL: u32 = 1 << 22;
    /// A name of a list or of a card in one.
    pub const CARD: u32 = 1 << 23;
    /// A role of an article's surroundings.
    pub const ROLE: u32 = 1 << 24;
    /// A text name.
    pub const TEXT: u32 = 1 << 25;
    /// A dialogue, by role.
    pub const DIALOG: u32 = 1 << 26;
    /// The number of flags.
    pub const COUNT: usize = 27;
}

/// The flags of every item of a tree, without those of its ancestors.
pub(in crate::generic) struct Flags {
    flags: Vec<u32>,
    /// The look of each item: its number among those that differ in tag, class or id.
    looks: Vec<u32>,
    /// The same by tag and class alone.
    kinds: Vec<u32>,
    /// The words of class and id by look.
    words: Vec<Vec<String>>,
}

impl Flags {
    /// Reads the page; elements with the same look are read once.
    pub fn of(tree: &BodyTree<'_>) -> Self {
        let mut kinds: QuickMap<(&str, &str), u32> = QuickMap::default();
        let mut known: QuickMap<(u32, &str), u32> = QuickMap::default();
        let mut named = vec![0];
        let mut found = Self {
            flags: Vec::with_capacity(tree.items.len()),
            looks: Vec::with_capacity(tree.items.len()),
            kinds: Vec::with_capacity(tree.items.len()),
            words: vec![Vec::new()],
        };
        let mut code_end = 0;
        for (at, item) in tree.items.iter().enumerate() {
            // In highlighted code, names describe the code: a comment in it is code.
            let coloured = at < code_end && matches!(item.name(), "span" | "i" | "b" | "em");
            if item.element.is_none() || coloured {
                found.push(0, 0, 0);
                continue;
            }
            if matches!(item.name(), "pre" | "code") {
                code_end = code_end.max(item.end);
            }
            let class = item.attr("class").unwrap_or_default();
            let id = item.attr("id").unwrap_or_default();
            let fresh = u32::try_from(kinds.len() + 1).unwrap_or(0);
            let kind = *kinds.entry((item.name(), class)).or_insert(fresh);
            let fresh = u32::try_from(found.words.len()).unwrap_or(0);
            let look = *known.entry((kind, id)).or_insert(fresh);
            if look == fresh && fresh > 0 {
                let own: Vec<String> = names(item).flat_map(words_of).collect();
                named.push(flags_of_name(item, &own));
                found.words.push(own);
            }
            let by_name = named.get(look as usize).copied().unwrap_or(0);
            found.push(by_name | flags_of_attributes(item), look, kind);
        }
        found
    }

    fn push(&mut self, flags: u32, look: u32, kind: u32) {
        self.flags.push(flags);
        self.looks.push(look);
        self.kinds.push(kind);
    }

    /// A number for the tag and the class of the item.
    pub fn kind(&self, at: usize) -> u32 {
        self.kinds.get(at).copied().unwrap_or(0)
    }

    /// The flags of the item numbered `at`.
    pub fn get(&self, at: usize) -> u32 {
        self.flags.get(at).copied().unwrap_or(0)
    }

    /// Whether the item has one of `flags`.
    pub fn has(&self, at: usize, flags: u32) -> bool {
        self.get(at) & flags != 0
    }

    /// The look of each item, and the words of class and id by look.
    pub fn into_appearances(self) -> (Vec<u32>, Vec<Vec<String>>) {
        (self.looks, self.words)
    }
}

fn flags_of_name(item: &Item<'_>, words: &[String]) -> u32 {
    let mut flags = match item.name() {
        "nav" | "menu" => flag::NAV,
        "aside" => flag::ASIDE,
        "footer" => flag::FOOTER,
        "header" => flag::HEADER,
        "form" | "fieldset" => flag::FORM,
        "figure" | "figcaption" | "caption" => flag::FIGURE,
        "table" => flag::TABLE,
        "ul" | "ol" | "dl" => flag::LIST,
        "blockquote" => flag::QUOTE,
        "pre" | "code" => flag::CODE,
        "article" => flag::ARTICLE,
        "main" => flag::MAIN,
        "button" | "input" | "textarea" | "label" => flag::CONTROL,
        "dialog" => flag::CONSENT,
        "body" | "html" => return 0,
        _ => 0,
    };
    let Some(data) = DATA.as_ref() else {
        return flags;
    };
    let parts = data.parts.read(names(item));
    for (part, flag) in [
        (PART, flag::NOISE),
        (CONTENT, flag::CONTENT),
        (CONSENT, flag::CONSENT),
    ] {
        if parts & part != 0 {
            flags |= flag;
        }
    }
    for word in words {
        // A word in the middle of another does not count.
        if parts & WORD != 0 && data.words.contains(word) {
            flags |= flag::NOISE;
        }
        flags |= data.groups.get(word).copied().unwrap_or(0);
    }
    flags
}

fn flags_of_attributes(item: &Item<'_>) -> u32 {
    let mut flags = 0;
    if is_hidden(item) {
        flags |= flag::HIDDEN;
    }
    if item
        .attr("itemprop")
        .is_some_and(|p| p.eq_ignore_ascii_case("articleBody"))
    {
        flags |= flag::BODY;
    }
    flags
        | match item.attr("role").unwrap_or_default() {
            "main" => flag::MAIN,
            "navigation" | "menu" | "menubar" => flag::ROLE | flag::NAV,
            "complementary" => flag::ROLE | flag::ASIDE,
            "contentinfo" => flag::ROLE | flag::FOOTER,
            "banner" | "search" | "toolbar" => flag::ROLE,
            "dialog" | "alertdialog" => flag::ROLE | flag::DIALOG,
            _ => 0,
        }
}

/// Hidden by its own attributes; a page hides a whole article only until scripts have run.
fn is_hidden(item: &Item<'_>) -> bool {
    if item.attr("hidden").is_some() {
        return !is_streamed(item);
    }
    let hides = |declaration: &str| {
        let (name, value) = declaration.split_once(':').unwrap_or_default();
        let begins = |word: &str| {
            let value = value.trim_start();
            value
                .get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let name = name.trim();
        name.eq_ignore_ascii_case("display") && begins("none")
            || name.eq_ignore_ascii_case("visibility") && begins("hidden")
    };
    item.attr("style")
        .is_some_and(|style| style.split(';').any(hides))
}

/// A part that a server sends late and a script moves into place at once (React's `S:` parts).
fn is_streamed(item: &Item<'_>) -> bool {
    item.attr("id")
        .and_then(|id| id.strip_prefix("S:"))
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_hexdigit()))
}

/// The classes and the id of an element.
fn names<'i>(item: &'i Item<'_>) -> impl Iterator<Item = &'i str> {
    item.attr("class")
        .unwrap_or_default()
        .split_whitespace()
        .chain(item.attr("id"))
        .take(24)
}

/// `relatedPosts-list_2` → related, posts, list.
fn words_of(name: &str) -> impl Iterator<Item = String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before_lower = false;
    for c in name.chars() {
        let cut = !c.is_ascii_alphabetic() || (c.is_ascii_uppercase() && before_lower);
        if cut && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        before_lower = c.is_ascii_lowercase();
        if c.is_ascii_alphabetic() {
            word.push(c.to_ascii_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words.into_iter()
}

/// Bits for matches in names: a noise part.
pub(super) const PART: u32 = 1;
/// See [`PART`]: a content name.
pub(super) const CONTENT: u32 = 2;
/// See [`PART`]: a consent notice name.
pub(super) const CONSENT: u32 = 4;
/// See [`PART`]: the letters of a noise word, possibly within another word.
pub(super) const WORD: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words() {
        let words: Vec<String> = words_of("relatedPosts-list_2 X").collect();
        assert_eq!(words, ["related", "posts", "list", "x"]);
    }
}
