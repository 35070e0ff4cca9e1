//! Commands for single parts of the engine, and their reports.

pub(super) mod account;
pub(super) mod alert;
pub(super) mod export;
pub(super) mod proxy;
pub(super) mod rerun_commands;
pub(super) mod task;
pub(super) mod text;
