//! Work on stored records: reruns over stored pages, texts, exports, evidence, what changed, find and replace,
//! answers to other programs. Input: a store. Output:
//! changes to the store, files.

pub(crate) mod add_by_hand;
pub mod changes;
pub mod date_by_hand;
pub mod evidence;
pub(crate) mod export_target;
pub mod exports;
pub mod filter_application;
pub mod merge;
pub mod replace;
pub mod rerun;
pub mod serve;
pub mod texts;
