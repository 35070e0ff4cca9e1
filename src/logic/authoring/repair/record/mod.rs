//! The containers of records, such as a forum's posts: whether they are still found, and a selector
//! that would find them. Input: the ground. Output: a proposal, and for the fields the parts
//! of the new pages that they belong to.
//!
//! Below: the likely text of an unknown record.

mod container_repair;
pub(super) mod text;

pub(super) use container_repair::{RecordScope, joined, repair, scopes};
