//! Commands available anywhere in the window, used by menus, buttons, tooltips, the palette, the
//! shortcut sheet and the keyboard: `commands` has the table of commands with their keys, `view` the
//! views, `keys` what was pressed, `view_start` where Tab begins in a view.

mod commands;
mod keys;
mod view;
mod view_start;

pub use commands::{FURTHER_KEYS, Group, UiCommand};
pub use keys::{composing, shown_key};
pub use view::View;
pub use view_start::{begin_at_start, tab_from_start};
