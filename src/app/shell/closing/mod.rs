//! Closing the window or the project: what would be lost (`unsaved_changes`), and the question that
//! is asked before (`close_dialog`).

pub mod close_dialog;
mod unsaved_changes;
