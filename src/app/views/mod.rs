//! The views, one folder each: a state that can be made by hand in a test, and a function that
//! draws it and pushes actions. Views only access the UI context, the app state and their own
//! state.

pub mod accounts;
pub mod changes;
pub mod log;
pub mod monitor;
pub mod no_site;
mod pasted_addresses;
pub mod proxies;
pub mod results;
pub mod runs;
pub mod settings;
pub mod sites;
pub mod start;
pub mod tasks;
pub mod workbench;
