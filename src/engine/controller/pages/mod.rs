//! Pages opened in the workbench: loaded, drawn and kept, each with a thread of its own. Flows in:
//! commands about a page. Flows out: its text, picture and findings.

pub(in crate::controller) mod drawing;
pub(in crate::controller) mod earlier;
pub(in crate::controller) mod kept_pages;
pub(crate) mod open_pages;
pub(in crate::controller) mod opening;
pub(in crate::controller) mod page_commands;
pub(in crate::controller) mod page_resources;
pub(in crate::controller) mod page_thread;
