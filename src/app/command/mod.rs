//! Commands available anywhere in the window, used by menus, buttons, tooltips, the palette, the
//! shortcut sheet and the keyboard: `shortcuts` has the table of commands with their keys, `view` the
//! views, `keys` what was pressed.

mod keys;
mod shortcuts;
mod view;

pub use keys::{composing, shown_key};
pub use shortcuts::{FURTHER_KEYS, Group, UiCommand};
pub use view::View;
