//! Work on stored records: reruns over stored pages, texts, exports. Input: a store. Output:
//! changes to the store, files.

pub(crate) mod export_target;
pub mod exports;
pub mod rerun;
pub mod texts;
