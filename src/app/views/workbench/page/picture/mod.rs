//! The picture of the page. Input: boxes and painted strips. Output: the pointed elements, by
//! mouse or keyboard.
//!
//! `boxes` finds the element at a point; the boxes are measured by `io::preview::worker`
//! (`box_geometry`).

pub(super) mod boxes;
pub(super) mod canvas;
pub(super) mod click_modifiers;
mod element_list;
pub(super) mod keys;
pub(super) mod marks_and_tags;
pub(super) mod pointed_element;
pub(super) mod tiles;
pub(super) mod zoom;
