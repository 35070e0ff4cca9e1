//! The executable parts of a rule: compiled selectors and patterns, resolved names. Only the
//! checker builds them, so everything here is valid.

use regex::Regex;

use crate::generic::TextFormat;
use crate::rules::FieldType;
use crate::rules::sources::compiled_source::CompiledSource;
use crate::rules::value_steps::CompiledTransform;
use crate::select::{Selector, Take};

/// One compiled alternative.
pub(crate) struct Finder {
    /// Its target.
    pub what: What,
    /// The value it takes from a match.
    pub taking: MatchTake,
    /// Tried in order when it finds nothing.
    pub fallbacks: Vec<Finder>,
}

impl Finder {
    /// It and its fallbacks, in the order they are tried.
    pub fn ranked(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.fallbacks)
    }

    /// Whether white space is significant in its values.
    pub fn has_form(&self) -> bool {
        matches!(self.what, What::Page(Fact::Content(_)))
            || matches!(self.taking, MatchTake::Written(_))
    }
}

/// The target of a finder.
pub(crate) enum What {
    /// Elements of the tree.
    Tree(Selector),
    /// The value next to a label.
    Label(Selector),
    /// Text.
    Regex(GroupRegex),
    /// Values of JSON.
    Json(Selector),
    /// A constant text.
    Constant(String),
    /// A fact about the page.
    Page(Fact),
}

/// A regular expression with its value group.
pub(crate) struct GroupRegex {
    /// The expression.
    pub regex: Regex,
    /// The cost of searching one byte.
    pub steps_a_byte: u64,
    /// Number of the group.
    pub group: usize,
    /// Whether it searches the visible text, not the source.
    pub on_text: bool,
}

/// A fact about a page besides its content.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact {
    /// Its address.
    Url,
    /// When it was fetched.
    FetchedAt,
    /// Its title.
    Title,
    /// Its own metadata, stated or visible, by its name in [`Metadata`].
    ///
    /// [`Metadata`]: crate::generic::Metadata
    Said(&'static str),
    /// The result of generic extraction.
    Content(TextFormat),
}

/// The value a finder takes from a match.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum MatchTake {
    /// Text, HTML or an attribute.
    Plain(Take),
    /// The absolute address of the match.
    Address,
    /// The address of the picture in the match.
    Picture,
    /// The rows of the matched table.
    Table,
    /// The match with its structure: headings, lists, tables, links, pictures.
    Written(TextFormat),
}

/// A compiled field.
pub(crate) struct Field {
    /// Its column.
    pub name: String,
    /// Alternatives in order.
    pub alternatives: Vec<Finder>,
    /// Container and fields of the small records that are its value.
    pub nested: Option<Nested>,
    /// Whether a record needs it.
    pub required: bool,
    /// Whether it takes all matches.
    pub many: bool,
    /// Value when nothing is found.
    pub default: Option<String>,
    /// Type of its values.
    pub kind: FieldType,
    /// Steps in order.
    pub steps: Vec<CompiledTransform>,
}

/// A list of small records.
pub(crate) struct Nested {
    /// Container of one.
    pub item: Finder,
    /// Its fields, none of them nested.
    pub fields: Vec<Field>,
}

/// A compiled `next`.
pub(crate) struct Next {
    /// How further pages are found.
    pub way: NextPageMethod,
}

/// How further pages are found.
pub(crate) enum NextPageMethod {
    /// By a link.
    Link(Finder),
    /// By detecting the link.
    Auto,
    /// By counting.
    Numbered(Numbered),
    /// By a cursor in the answer, sent in a parameter.
    Cursor(Finder, String),
    /// By the keys of the items, the oldest sent in a parameter.
    Older(String),
}

/// Addresses made from numbers.
pub(crate) struct Numbered {
    /// The part before the number.
    pub before: String,
    /// The part after it.
    pub after: String,
    /// Number of the second page.
    pub from: u32,
    /// Number of the last page.
    pub to: Option<u32>,
    /// The increment.
    pub step: u32,
}

/// A compiled `[list]`.
pub(crate) struct List {
    /// Container of one item.
    pub item: Option<Finder>,
    /// Link to the content page.
    pub link: Finder,
    /// What differs when the content page has changed.
    pub changed: Option<Finder>,
    /// The way to the next list page.
    pub next: Option<Next>,
    /// Patterns, one of which a link must match, if there are any.
    pub allow: Vec<Regex>,
    /// Patterns, none of which a link may match.
    pub deny: Vec<Regex>,
    /// The text of the parts that name links, lower case: links that do something are followed only
    /// if it has their word. `None` follows all.
    pub named: Option<String>,
    /// Fields read from an item.
    pub fields: Vec<Field>,
    /// Settings of lists that are not plain list pages.
    pub ways: CompiledSource,
}

/// A compiled `[record]`.
pub(crate) struct Records {
    /// Container of one record.
    pub item: Finder,
    /// The way to the next page of the same content.
    pub next: Option<Next>,
}

/// A compiled `[content]`.
#[derive(Default)]
pub(crate) struct CompiledContent {
    /// Alternatives for the text.
    pub select: Vec<Finder>,
    /// Elements removed before text is read.
    pub strip: Vec<Finder>,
    /// The way to further pages of one article.
    pub next: Option<Next>,
    /// Link to the whole article on one page.
    pub single_page: Option<Finder>,
    /// The format of the text.
    pub format: TextFormat,
}
