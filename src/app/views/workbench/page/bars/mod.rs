//! The bars of the page pane: the address above it, the views beside it, the path of the element
//! below it.

pub(super) mod bar;
pub(super) mod crumbs;
pub(super) mod view_bar;
