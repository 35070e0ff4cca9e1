//! Repairs the content: which part of a new page is the text that the old rule extracted. Input:
//! the ground and the rule as repaired so far. Output: a proposal for `[content]` that strips
//! what does not belong to the text.
//!
//! Below: finding the part of a page that shows a known text, what to strip from it, and the text that
//! generic extraction finds where no part is it.

mod generic_text;
pub(super) mod strip;
pub(super) mod text_coverage;
mod text_element;

pub(super) use text_element::{ContentSelection, Target, repair};

use crate::authoring::repair::candidates::thresholds::content::LEAST;
use text_element::ContentRepair;
