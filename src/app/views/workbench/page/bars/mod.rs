//! The bars of the page pane: the address above it, the views beside it, the path of the element
//! below it.

pub(super) mod address_bar;
pub(super) mod ancestor_bar;
pub(super) mod view_bar;
