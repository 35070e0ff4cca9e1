//! The appearance of everything. Flows in: the tokens of the theme, the texts of the language.
//! Flows out: the styles that each view draws with.

pub mod frames;
pub(super) mod links;
pub mod theme;
pub mod ui_context;
