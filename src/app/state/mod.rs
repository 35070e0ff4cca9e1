//! What the window knows and remembers. Flows in: answers of the engine, what the person opens and
//! sets. Flows out: plain state for the views, and small files that outlast the window.

pub mod app_state;
pub mod layout;
pub mod recent;
pub mod rule_editor;
pub mod settings;
pub mod site_chip;
