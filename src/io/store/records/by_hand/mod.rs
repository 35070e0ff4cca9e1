//! What a person puts right by hand: records that they delete, and values that they write. Input:
//! their orders. Output: rows that no later reading brings back or overwrites.
//!
//! Below: deleting and restoring (`deletion`), all rows of a record as one value (`kept_rows`), the
//! deleted records as a list (`deleted_list`), values that a person wrote (`edits`), records merged into one or moved to another site
//! (`merging`).

mod deleted_list;
mod deletion;
mod edits;
mod kept_rows;
mod merging;

pub(in crate::store) use deleted_list::{count_deleted, deleted_records};
pub(in crate::store) use deletion::{
    count as count_by_hand, delete, deleted_content, drop_old_content, is_deleted,
    is_deleted_by_hand, rekey_deleted,
};
pub(in crate::store) use edits::{
    as_page_says, awaits_reading, hand_values, has_hand_values, keep_by_hand, with_hand_values,
};
pub(in crate::store) use kept_rows::KeptRows;
