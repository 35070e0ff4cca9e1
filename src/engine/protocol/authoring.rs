//! The values that the window and the engine exchange about a page in the workbench. Plain data,
//! all of it serialisable; nothing here looks at a page.

use serde::Serialize;

use std::sync::Arc;

use crate::protocol::PageTicket;
use bowerbird_logic::learn::{Overview, PaginationKind, Ranked};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::Value;
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::rules::{Alternative, FieldSteps};

/// What an open page is to the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum PageRole {
    /// Its items link to pages of their own: `[list]`.
    List,
    /// It is one record: `[[field]]`, `[content]`.
    #[default]
    Article,
    /// It holds several records itself: `[record]`, `[[field]]`.
    Records,
}

/// A part of a rule as the workbench handles it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum BenchPart {
    /// What holds one item of a list, or one record.
    Item,
    /// The link of an item to its page.
    Link,
    /// The way to the next page.
    Next,
    /// The text: `[content]`.
    Content,
    /// A field by its name; on a list page a `[[list.field]]`.
    Field(String),
}

/// What a pick points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum BenchTarget {
    /// An element.
    Element(ElementIndex),
    /// A part of an element's text.
    Text {
        /// The element.
        element: ElementIndex,
        /// The part.
        text: String,
    },
}

/// Something picked by a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchPick {
    /// On which page.
    pub ticket: PageTicket,
    /// What that page is to the rule.
    pub role: PageRole,
    /// For which part of the rule.
    pub part: BenchPart,
    /// What was picked.
    pub target: BenchTarget,
    /// What of the element is the value, as in a rule file; found out when absent.
    pub take: Option<String>,
    /// Whether it must *not* be found.
    pub negative: bool,
}

/// What was learned from picks or taken from an offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Authored {
    /// The rule as it is now, comments kept.
    pub rule_toml: String,
    /// The part that was asked for.
    pub part: BenchPart,
    /// Ways to find the part, best first; the first few stand in the rule.
    pub ranked: Vec<Ranked>,
    /// What holds one item or record, where the page has several.
    pub record: Option<Ranked>,
    /// How many items or records the rule finds on the page now; of a field on an article, how
    /// many of the example pages have it.
    pub count: usize,
    /// Remarks that a person should read.
    pub notes: Vec<Message>,
}

/// Repeated records that a page offers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// What the page is to the rule when the offer is accepted: a list or records.
    pub role: PageRole,
    /// How many records.
    pub count: usize,
    /// The fields inside, by name.
    pub columns: Vec<String>,
    /// For comparing the offers of one page; above 0.
    pub score: f64,
    /// Reasons.
    pub why: Vec<Message>,
    /// The records.
    pub elements: Vec<ElementIndex>,
    /// The values of the first records, column by column; empty where there is none.
    pub first_rows: Vec<Vec<String>>,
}

/// A way in which a page goes on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextOffer {
    /// Where it leads.
    pub target: String,
    /// What the link says; empty where there is none.
    pub words: String,
    /// 0.5 to 1.
    pub confidence: f64,
    /// The link.
    pub element: Option<ElementIndex>,
    /// What finds the link here and on further pages.
    pub alternative: Option<Alternative>,
    /// What it leads to.
    pub kind: PaginationKind,
    /// Reasons.
    pub why: Vec<Message>,
}

/// What a page is and what may be made of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Understood {
    /// What it most likely is to a rule.
    pub role: PageRole,
    /// What was seen, in words, and what to do next.
    pub overview: Overview,
    /// Repeated records, the best first.
    pub offers: Vec<Offer>,
    /// How it goes on, the surest way first.
    pub next: Vec<NextOffer>,
    /// Feeds: itself first, when it is one, then those it names: address and title.
    pub feeds: Vec<(String, String)>,
}

/// What a rule makes of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageReading {
    /// As what it was read.
    pub role: PageRole,
    /// Names of the columns: of the cells of every row, in order.
    pub columns: Vec<String>,
    /// Items or records in page order, the first 2,000.
    pub rows: Vec<ReadRow>,
    /// How many there are.
    pub count: usize,
    /// The next page.
    pub next: Option<String>,
    /// Where the parts of the rule stand.
    pub marks: Vec<PartMarks>,
    /// Faults of the rule: line, column, text. With faults, nothing was read.
    pub errors: Vec<(usize, usize, Message)>,
    /// What the steps of the fields make of the values of the first rows that have some.
    pub steps: Vec<FieldSteps>,
    /// How long it took.
    pub ms: f32,
}

/// An item or a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReadRow {
    /// What holds it; `None` for a whole page.
    pub element: Option<ElementIndex>,
    /// Address of the page that an item links to.
    pub link: Option<String>,
    /// Its values, one a column.
    pub cells: Vec<ReadCell>,
}

/// A value with where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReadCell {
    /// The value.
    pub value: Option<Value>,
    /// The elements that hold it.
    pub elements: Vec<ElementIndex>,
    /// What found it.
    pub source: CellSource,
    /// What is wrong: required and missing, or found and not of its type.
    pub fault: Option<Message>,
}

/// What found a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum CellSource {
    /// Nothing.
    #[default]
    None,
    /// An alternative of the rule, counted from 0.
    Alternative(u32),
    /// The program, without a rule.
    Generic,
    /// The list page that led here.
    FromList,
    /// The field's default.
    Default,
    /// The text of the whole record.
    Whole,
}

/// Where a part of a rule stands on the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartMarks {
    /// The part.
    pub part: BenchPart,
    /// Its elements in page order.
    pub elements: Vec<ElementIndex>,
    /// Which alternative found them.
    pub alternative: u32,
}

/// One element in the tree view, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeLine {
    /// Its number.
    pub element: ElementIndex,
    /// How deep it lies; 0 is `html`.
    pub depth: u16,
    /// Tag name.
    pub tag: String,
    /// Its id; empty without one.
    pub id: String,
    /// Its classes as written, at most 120 characters.
    pub classes: String,
    /// The text directly in it, at most 80 characters.
    pub text: String,
    /// How many elements it holds directly.
    pub children: u32,
    /// Where it leads, when it is a link with an http address.
    pub link: Option<String>,
}

/// The source of a page with the places of its elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageSource {
    /// The source as it was parsed.
    pub text: Arc<str>,
    /// Elements with the byte at which their start tag begins, in the order of the source.
    /// Elements that the parser added have none.
    pub spans: Arc<Vec<(ElementIndex, u32)>>,
}
