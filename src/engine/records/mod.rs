//! Work on stored records: rules run again over kept pages, texts, exports. Flows in: a store.
//! Flows out: the store changed, files.

pub mod exports;
pub mod rerun;
pub mod texts;
