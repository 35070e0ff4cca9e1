//! The values that the window and the engine exchange about a page in the workbench. Plain data,
//! all of it serialisable; nothing here reads a page.

use serde::Serialize;

use std::sync::Arc;
use std::time::Duration;

use crate::protocol::{PageTicket, SourceChoice};
use bowerbird_logic::authoring::learn::{Overview, PaginationKind, Ranked};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::Value;
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::rules::{Alternative, FieldSteps};

/// The role of an open page for the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum PageRole {
    /// Its items link to their own pages: `[list]`.
    List,
    /// It is one record: `[[field]]`, `[content]`.
    #[default]
    Article,
    /// It contains several records: `[record]`, `[[field]]`.
    Records,
}

/// A part of a rule, as used by the workbench.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum WorkbenchPart {
    /// The container of one item of a list, or of one record.
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

/// The target of a pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum WorkbenchTarget {
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

/// A pick by a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkbenchPick {
    /// Its page.
    pub ticket: PageTicket,
    /// The role of that page.
    pub role: PageRole,
    /// The part of the rule.
    pub part: WorkbenchPart,
    /// The picked target.
    pub target: WorkbenchTarget,
    /// What is extracted from the element, as in a rule file; detected when absent.
    pub take: Option<String>,
    /// Whether it must *not* be matched.
    pub negative: bool,
}

/// The result of learning from picks or accepting an offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Authored {
    /// The updated rule, comments kept.
    pub rule_toml: String,
    /// The requested part.
    pub part: WorkbenchPart,
    /// Alternatives for the part, best first; the rule has the first few.
    pub ranked: Vec<Ranked>,
    /// The container of one item or record, if the page has several.
    pub record: Option<Ranked>,
    /// The number of items or records that the rule now finds on the page; for a field on an
    /// article, the number of example pages that have it.
    pub count: usize,
    /// Notes for the user.
    pub notes: Vec<Message>,
}

/// An offer of repeated records on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The page's role when the offer is accepted: a list or records.
    pub role: PageRole,
    /// The number of records.
    pub count: usize,
    /// The fields inside, by name.
    pub columns: Vec<String>,
    /// A score to compare the offers of one page; above 0.
    pub score: f64,
    /// Reasons.
    pub why: Vec<Message>,
    /// The records.
    pub elements: Vec<ElementIndex>,
    /// The values of the first records, column by column; empty if missing.
    pub first_rows: Vec<Vec<String>>,
}

/// A link from a page to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextOffer {
    /// Its target.
    pub target: String,
    /// The text of the link; empty if there is none.
    pub words: String,
    /// 0.5 to 1.
    pub confidence: f64,
    /// The link.
    pub element: Option<ElementIndex>,
    /// The alternative that finds the link here and on further pages.
    pub alternative: Option<Alternative>,
    /// The kind of pagination.
    pub kind: PaginationKind,
    /// Reasons.
    pub why: Vec<Message>,
}

/// The analysis of a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedPage {
    /// Its most likely role for a rule.
    pub role: PageRole,
    /// The findings, in words, and the next steps.
    pub overview: Overview,
    /// Repeated records, best first.
    pub offers: Vec<Offer>,
    /// The links to the next page, most reliable first.
    pub next: Vec<NextOffer>,
    /// Feeds: the page itself first, if it is one, then those it links to: address and title.
    pub feeds: Vec<(String, String)>,
    /// The entries of a page that is a feed, a sitemap or the JSON of an interface itself, as a site of it would collect them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Box<PageReading>>,
    /// How long reading them took.
    #[serde(skip)]
    pub entries_took: Option<Duration>,
    /// The ready rule for the page's software, if it finds something here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<Box<SourceChoice>>,
}

/// The result of a rule on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageReading {
    /// The role it was read in.
    pub role: PageRole,
    /// The names of the columns, in the order of each row's cells.
    pub columns: Vec<String>,
    /// Items or records in page order, the first 2,000.
    pub rows: Vec<ReadRow>,
    /// The total number.
    pub count: usize,
    /// The next page.
    pub next: Option<String>,
    /// The places of the rule's parts on the page.
    pub marks: Vec<PartMarks>,
    /// Faults of the rule: line, column, text. With faults, nothing is read.
    pub errors: Vec<(usize, usize, Message)>,
    /// The results of the fields' steps for the first rows with values.
    pub steps: Vec<FieldSteps>,
    /// In a test of further pages: the default columns that most records of the site have so far.
    pub usual: Vec<String>,
    /// What the page calls the elements of the rule's page steps, by their selectors.
    pub controls: Vec<(String, String)>,
    /// Whether the page was opened in the browser, and a plain request brings less of it.
    pub needs_browser: bool,
    /// The time taken.
    pub ms: f32,
}

impl PageReading {
    /// The number of items or records, and of what was found of them.
    pub fn found(&self) -> (usize, usize) {
        let of_row = |row: &ReadRow| {
            let filled = row.cells.iter().filter(|cell| cell.value.is_some());
            filled.count() + usize::from(row.link.is_some())
        };
        (self.count, self.rows.iter().map(of_row).sum())
    }
}

/// An item or a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReadRow {
    /// Its container; `None` for a whole page.
    pub element: Option<ElementIndex>,
    /// Address of the page that an item links to.
    pub link: Option<String>,
    /// Its values, one per column.
    pub cells: Vec<ReadCell>,
}

/// A value with its source.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReadCell {
    /// The value.
    pub value: Option<Value>,
    /// The elements that hold it.
    pub elements: Vec<ElementIndex>,
    /// Its source.
    pub source: CellSource,
    /// Its fault: required and missing, or found but not of its type.
    pub fault: Option<Message>,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum CellSource {
    /// Nothing.
    #[default]
    None,
    /// An alternative of the rule, counted from 0.
    Alternative(u32),
    /// Generic extraction, without a rule.
    Generic,
    /// The list page that linked here.
    FromList,
    /// The field's default.
    Default,
    /// The text of the whole record.
    Whole,
}

/// The places of a part of a rule on the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartMarks {
    /// The part.
    pub part: WorkbenchPart,
    /// Its elements in page order.
    pub elements: Vec<ElementIndex>,
    /// The alternative that found them.
    pub alternative: u32,
}

/// One element in the tree view, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeLine {
    /// Its number.
    pub element: ElementIndex,
    /// Its depth; 0 is `html`.
    pub depth: u16,
    /// Tag name.
    pub tag: String,
    /// Its id; empty without one.
    pub id: String,
    /// Its classes as written, at most 120 characters.
    pub classes: String,
    /// The text directly in it, at most 80 characters.
    pub text: String,
    /// The number of its child elements.
    pub children: u32,
    /// Its target, if it is a link with an http address.
    pub link: Option<String>,
}

/// The source of a page with the positions of its elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageSource {
    /// The source as it was parsed.
    pub text: Arc<str>,
    /// Elements with the byte at which their start tag begins, in source order. Elements that the
    /// parser added have none.
    pub spans: Arc<Vec<(ElementIndex, u32)>>,
}
