//! The fields of repeated records: which parts of them are fields, under which names.
//!
//! Below: `choose_fields` puts it together; values equal in all records, parts shown twice, the text box
//! of a post, and dates in titles.

mod choose_fields;
mod constant_values;
mod dated_titles;
mod post_text;
mod repeated_fields;

pub(super) use choose_fields::fields;
pub(super) use constant_values::varies;
