//! The role of an element name in tree construction: which start tag closes what. Input: a name
//! as written. Output: its [`ElementRole`]. One table, indexed by a number derived from the
//! name, because a page has thousands of tags and only a dozen matter.

use std::sync::LazyLock;

/// A lower-case name as a number: its bytes, most significant first. All longer names share one
/// number that no element has.
pub(super) type Key = u128;

/// The number of `name`.
pub(super) const fn key(name: &[u8]) -> Key {
    if name.len() > 16 {
        return Key::MAX;
    }
    let mut rest = name;
    let mut key = 0;
    while let [first, others @ ..] = rest {
        key = key << 8 | first.to_ascii_lowercase() as Key;
        rest = others;
    }
    key
}

/// How an element affects those around it (WHATWG HTML, 13.2.6.4.7, "in body").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementRole {
    /// `a`.
    Anchor,
    /// `area`.
    Area,
    /// `base`.
    Base,
    /// `title`.
    Title,
    /// `h1`, and `h2` to `h6`.
    TopHeading,
    Heading,
    /// `p`.
    Paragraph,
    /// Closes an open `p`: `div`, `ul`.
    Block,
    /// Closes an open `p` and has no content: `hr`.
    Rule,
    /// Closes others of its kind: `li`, `dd`, `dt`.
    Item,
    /// `form`.
    Form,
    /// Shields outside open elements from tags inside: `button`, `object`.
    Scope,
    /// `template`.
    Template,
    /// `table` and its parts.
    Table,
    TablePart,
    /// `select` and its parts.
    Select,
    Choice,
    /// Special to the parser, but closes nothing: `noscript`.
    Special,
    /// No content: `br`.
    Void,
    /// The content is text without references: `style`. With them: `textarea`.
    Raw,
    Script,
    TextArea,
    /// `svg`, `math`.
    Foreign,
    /// `html`, `head`, `body`: their tags affect no open element.
    Structure,
    /// Elements that change the parser's state permanently or in unsupported ways.
    Odd,
    /// All others: `span`, `b`.
    Ordinary,
}

impl ElementRole {
    /// Whether the parser's category is "special" (§13.2.4.2), for elements that can be open.
    pub(super) fn is_special(self) -> bool {
        !matches!(self, Self::Anchor | Self::Ordinary)
    }
}

const NAMES: [(ElementRole, &[&str]); 24] = [
    (ElementRole::Anchor, &["a"]),
    (ElementRole::Area, &["area"]),
    (ElementRole::Base, &["base"]),
    (ElementRole::Title, &["title"]),
    (ElementRole::TopHeading, &["h1"]),
    (ElementRole::Heading, &["h2", "h3", "h4", "h5", "h6"]),
    (ElementRole::Paragraph, &["p"]),
    (
        ElementRole::Block,
        &[
            "address",
            "article",
            "aside",
            "blockquote",
            "center",
            "details",
            "dialog",
            "dir",
            "div",
            "dl",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "header",
            "hgroup",
            "listing",
            "main",
            "menu",
            "nav",
            "ol",
            "pre",
            "search",
            "section",
            "summary",
            "ul",
        ],
    ),
    (ElementRole::Rule, &["hr"]),
    (ElementRole::Item, &["li", "dd", "dt"]),
    (ElementRole::Form, &["form"]),
    (
        ElementRole::Scope,
        &["button", "object", "applet", "marquee"],
    ),
    (ElementRole::Template, &["template"]),
    (ElementRole::Table, &["table"]),
    (
        ElementRole::TablePart,
        &[
            "caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr",
        ],
    ),
    (ElementRole::Select, &["select"]),
    (ElementRole::Choice, &["option", "optgroup"]),
    (ElementRole::Special, &["noscript", "isindex"]),
    (
        ElementRole::Void,
        &[
            "basefont", "bgsound", "br", "embed", "image", "img", "input", "keygen", "link",
            "meta", "param", "source", "track", "wbr",
        ],
    ),
    (
        ElementRole::Raw,
        &["style", "xmp", "iframe", "noembed", "noframes"],
    ),
    (ElementRole::Script, &["script"]),
    (ElementRole::TextArea, &["textarea"]),
    (ElementRole::Foreign, &["svg", "math"]),
    (ElementRole::Structure, &["html", "head", "body"]),
];
const ODD: [&str; 8] = [
    "plaintext",
    "frameset",
    "frame",
    "nobr",
    "rb",
    "rt",
    "rtc",
    "rp",
];

/// Slots in the table; many more than names, so that most lookups end at the first.
const PLACES: usize = 512;

static TABLE: LazyLock<Vec<(Key, ElementRole)>> = LazyLock::new(|| {
    let mut table = vec![(0, ElementRole::Ordinary); PLACES];
    let odd = ODD.iter().map(|name| (ElementRole::Odd, name));
    let named = NAMES
        .iter()
        .flat_map(|(kind, names)| names.iter().map(move |name| (*kind, name)));
    for (kind, name) in named.chain(odd) {
        let key = key(name.as_bytes());
        let mut at = place(key);
        while table.get(at).is_some_and(|(taken, _)| *taken != 0) {
            at = (at + 1) % PLACES;
        }
        if let Some(free) = table.get_mut(at) {
            *free = (key, kind);
        }
    }
    table
});

/// The role of the name with this number.
pub(super) fn kind(key: Key) -> ElementRole {
    let mut at = place(key);
    loop {
        match TABLE.get(at) {
            Some((known, kind)) if *known == key => return *kind,
            Some((0, _)) | None => return ElementRole::Ordinary,
            Some(_) => at = (at + 1) % PLACES,
        }
    }
}

fn place(key: Key) -> usize {
    // Fibonacci hashing of both halves; the upper bits are the well-mixed ones.
    let folded = (key >> 64) as u64 ^ key as u64;
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case() {
        assert_eq!(kind(key(b"A")), ElementRole::Anchor);
        assert_eq!(kind(key(b"BlockQuote")), ElementRole::Block);
        assert_eq!(kind(key(b"figcaption")), ElementRole::Block);
        assert_eq!(kind(key(b"span")), ElementRole::Ordinary);
        assert_eq!(kind(key(b"")), ElementRole::Ordinary);
        assert_eq!(
            kind(key(b"a-very-long-element-name")),
            ElementRole::Ordinary
        );
        for (wanted, names) in NAMES {
            for name in names {
                assert_eq!(kind(key(name.as_bytes())), wanted, "{name}");
            }
        }
    }
}
