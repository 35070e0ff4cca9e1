//! The search for a selector: places that may hold the value on some pages give forms, and the
//! form that is right on all pages wins. Input: sites (pages, or records on them) with what is
//! known of their values. Output: forms with a score, best first.
//! Whether one is good enough to be offered is decided by each part with `thresholds`.
//!
//! Words such as "author" and 作者 that stand beside a value are in `assets/words/field-words.toml`.
//!
//! Below: where values stand, ways to write that down, and the proof of a proposal.

pub(super) mod confirmation;
mod field_search;
pub(super) mod places;
pub(super) mod selector_forms;
pub(super) mod thresholds;
pub(super) mod trial_rule;
pub(super) mod value_transforms;

pub(super) use field_search::{Expected, FieldSearch, SearchScope, Tried};
