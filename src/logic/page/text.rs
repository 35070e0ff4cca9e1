//! Text of elements as a person reads it.

use super::{ElementIndex, Page};

/// All text inside `element`, white space collapsed, block elements and `<br>` as line breaks;
/// scripts, styles and templates left out.
pub fn inner_text(_page: &Page, _element: ElementIndex) -> String {
    todo!()
}

/// The text directly inside `element`, without that of its children.
pub fn own_text(_page: &Page, _element: ElementIndex) -> String {
    todo!()
}

/// The whole page's text as [`inner_text`] of its body.
pub fn visible_text(_page: &Page) -> String {
    todo!()
}

/// Runs of white space (CJK space included) become one space; ends trimmed.
pub fn collapse(_text: &str) -> String {
    todo!()
}
