//! How likely the words of a page are those of a refusal, whoever wrote it. Input: an answer and its
//! readable parts. Output: a likelihood, the kind of refusal, and the sentence that says most of it.
//! Known products have signals of their own (`../signals/`); this is for all the others.
//!
//! Below: the `concepts` of such pages in many languages, the `features` of a page, and the
//! `classifier` that was learned from labelled pages.

pub(super) mod classifier;
pub(super) mod concepts;
pub(super) mod features;
mod markup;
