//! Work on stored records: reruns over stored pages, texts, exports. Flows in: a store. Flows out:
//! changes to the store, files.

pub mod exports;
pub mod rerun;
pub mod texts;
