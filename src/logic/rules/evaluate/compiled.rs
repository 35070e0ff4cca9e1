//! The parts of a rule as they run: selectors and patterns compiled, names resolved. Built only
//! by the checker, so that whatever is in here is known to work.

use regex::Regex;

use super::transform::CompiledTransform;
use crate::generic::TextFormat;
use crate::rules::FieldType;
use crate::rules::sources::compiled_source::CompiledSource;
use crate::select::{Selector, Take};

/// One compiled alternative.
pub(crate) struct Finder {
    /// What it looks for.
    pub what: What,
    /// What it takes of a match.
    pub taking: MatchTake,
}

impl Finder {
    /// Whether its values have a form that white space is part of.
    pub fn has_form(&self) -> bool {
        matches!(self.what, What::Page(Fact::Content(_)))
            || matches!(self.taking, MatchTake::Written(_))
    }
}

/// What a finder looks for.
pub(crate) enum What {
    /// Elements of the tree.
    Tree(Selector),
    /// The value next to a label.
    Label(Selector),
    /// Text.
    Regex(GroupRegex),
    /// Values of JSON.
    Json(Selector),
    /// A text that is always the same.
    Constant(String),
    /// A fact about the page.
    Page(Fact),
}

/// A regular expression with the group that is the value.
pub(crate) struct GroupRegex {
    /// The expression.
    pub regex: Regex,
    /// What searching one byte costs.
    pub steps_a_byte: u64,
    /// Number of the group.
    pub group: usize,
    /// Whether it searches the visible text, not the source.
    pub on_text: bool,
}

/// What is known of a page beside its content.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact {
    /// Its address.
    Url,
    /// When it was fetched.
    FetchedAt,
    /// Its title.
    Title,
    /// What it says about itself, or shows to be so, by its name in [`Metadata`].
    ///
    /// [`Metadata`]: crate::generic::Metadata
    Said(&'static str),
    /// What generic extraction finds in it.
    Content(TextFormat),
}

/// What a finder takes of a match.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum MatchTake {
    /// Text, HTML or an attribute.
    Plain(Take),
    /// The address the match points to, joined to the page's.
    Address,
    /// The address of the picture that the match shows.
    Picture,
    /// The rows of the table that the match is.
    Table,
    /// The match with its form: headings, lists, tables, links, pictures.
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
    /// By whatever looks like the link.
    Auto,
    /// By counting.
    Numbered(Numbered),
    /// By a cursor in the answer, put into a parameter.
    Cursor(Finder, String),
    /// By the keys of the items, the oldest put into a parameter.
    Older(String),
}

/// Addresses made from numbers.
pub(crate) struct Numbered {
    /// What stands before the number.
    pub before: String,
    /// What stands after it.
    pub after: String,
    /// Number of the second page.
    pub from: u32,
    /// Number of the last page.
    pub to: Option<u32>,
    /// From one to the next.
    pub step: u32,
}

/// A compiled `[list]`.
pub(crate) struct List {
    /// Container of one item.
    pub item: Option<Finder>,
    /// Link to the content page.
    pub link: Finder,
    /// The way to the next list page.
    pub next: Option<Next>,
    /// Patterns of which a link must match one, when there are any.
    pub allow: Vec<Regex>,
    /// Patterns of which a link must match none.
    pub deny: Vec<Regex>,
    /// Fields read off an item.
    pub fields: Vec<Field>,
    /// What is particular to lists that are no plain list pages.
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
    /// Elements that go before text is read.
    pub strip: Vec<Finder>,
    /// The way to further pages of one article.
    pub next: Option<Next>,
    /// Link to the whole article on one page.
    pub single_page: Option<Finder>,
    /// The form of the text.
    pub format: TextFormat,
}
