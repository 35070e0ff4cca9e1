//! What the outcome of the rule says of an answer that nothing blocks.

pub(super) mod nothing_found;
pub(super) mod repeated_body;
