//! The article of a page. Input: the features of a page and its declarations. Output: the
//! lines that a trained model classifies as its text.
//!
//! Below: `auto` puts all together; `line_features` measures lines, `line_classifier` scores them,
//! `line_selection` chooses them; `article_bounds` cuts start and end, `noise` removes the surroundings.

pub(super) mod article_bounds;
pub(super) mod default_method;
pub(super) mod line_classifier;
pub(super) mod line_features;
pub(super) mod line_selection;
pub(super) mod noise;
