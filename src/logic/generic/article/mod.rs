//! The article of a page. Input: the features of a page and its declarations. Output: the
//! lines that a trained model classifies as its text.

pub(super) mod auto;
pub(super) mod blocks;
pub(super) mod bounds;
pub(super) mod choose;
pub(super) mod line_place;
pub(super) mod line_text;
pub(super) mod model;
pub(super) mod noise;
