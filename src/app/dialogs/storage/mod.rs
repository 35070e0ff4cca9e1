//! Dialogs about the project's files as a whole: restoring a backup, and removing for good what
//! mentions somebody.

pub mod erasure_dialog;
pub mod restore_dialog;
