//! The appearance of everything. Input: the tokens of the theme, the texts of the language.
//! Output: the styles that each view draws with.

pub mod checkboxes_and_radios;
pub mod drop_down;
pub mod fonts;
pub mod frames;
pub(super) mod links;
pub mod theme;
pub mod ui_context;
