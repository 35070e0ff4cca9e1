//! The views, one folder each: a state that can be made by hand in a test, and a function that
//! draws it and pushes actions. Views know the look, the world and their own state; nothing else.

pub mod accounts;
pub mod log;
pub mod monitor;
pub mod proxies;
pub mod results;
pub mod runs;
pub mod settings;
pub mod sites;
pub mod start;
pub mod tasks;
pub mod workbench;
