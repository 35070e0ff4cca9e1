//! The window's transient and persistent state. Input: answers of the engine, the user's
//! choices. Output: plain state for the views, and small files that outlast the window.

pub mod app_state;
pub mod layout;
pub mod new_condition;
pub mod recent;
pub mod rule_editor;
pub mod settings;
pub mod site_filter;
pub mod start_view;
