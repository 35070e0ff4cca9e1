//! Pages opened in the workbench: loaded, drawn and stored, each with its own thread. Input:
//! commands about a page. Output: its text, picture and results.

pub(in crate::controller) mod drawing;
pub(in crate::controller) mod earlier_rules;
pub(crate) mod open_pages;
pub(in crate::controller) mod opening;
pub(in crate::controller) mod page_commands;
pub(in crate::controller) mod page_resources;
pub(in crate::controller) mod page_routes;
pub(in crate::controller) mod page_thread;
mod sent;
pub(in crate::controller) mod stored_pages;
pub(in crate::controller) mod version_pages;
