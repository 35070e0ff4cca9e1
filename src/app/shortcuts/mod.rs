//! Commands available anywhere in the window, used by menus, buttons, tooltips, the palette, the
//! shortcut sheet and the keyboard: `commands` has the table of commands with their keys, `view` the
//! views, `keys` what was pressed.

mod commands;
mod keys;
mod view;

pub use commands::{FURTHER_KEYS, Group, UiCommand};
pub use keys::{composing, shown_key};
pub use view::View;
