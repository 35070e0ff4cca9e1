//! The part of a reading that needs the tree of a page: most of the work. A worker on another machine
//! does it and sends the result; the rest of a reading is made of the answer itself.

use serde::{Deserialize, Serialize};

use super::reading::PageFacts;
use super::{ReadTask, RuleResult, read_tree, unpacked_body};
use crate::crawl::fetch::Response;
use bowerbird_logic::detect::Judgement;
use bowerbird_logic::model::Verdict;
use bowerbird_logic::page::decode;

/// What was read of a page's tree, or why nothing was.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::crawl) enum TreeReading {
    /// It was read.
    Read(Box<TreeParts>),
    /// It has more elements than any real page.
    TooManyElements,
    /// The rule would need more work on it than on any real page.
    TooMuchWork,
}

/// What was read of a page's tree.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::crawl) struct TreeParts {
    pub(in crate::crawl) found: RuleResult,
    pub(in crate::crawl) page: Option<PageFacts>,
    pub(in crate::crawl) sent_to_login: Option<Verdict>,
    pub(in crate::crawl) judgement: Judgement,
}

impl TreeReading {
    /// The reading in these bytes; `None` if it is none.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Whether the page carries no content without scripts.
    pub(in crate::crawl) fn is_shell(&self) -> bool {
        match self {
            Self::Read(parts) => parts.page.as_ref().is_some_and(|page| page.shell.is_some()),
            Self::TooManyElements | Self::TooMuchWork => false,
        }
    }
}

/// Reads an answer for the owner of a project; `None` if there is no body to read.
pub(in crate::crawl) fn read_for_owner(
    task: &ReadTask,
    response: &Response,
) -> Option<TreeReading> {
    let fetched = response.answer.as_ref().ok()?;
    let url = fetched.url()?;
    if fetched.left {
        return None;
    }
    let body = unpacked_body(task, fetched);
    let text = decode(&body, fetched.header("content-type")).text;
    Some(read_tree(task, response, (fetched, url), (&body, &text)))
}
