//! How everything looks and reads. Flows in: the tokens of the theme, the texts of the language.
//! Flows out: what each view draws itself with.

pub mod frames;
pub(super) mod links;
pub mod theme;
pub mod ui_context;
