//! The picture of the page. Flows in: boxes and painted strips. Flows out: the pointed elements, by
//! mouse or keyboard.

pub(super) mod boxes;
pub(super) mod canvas;
pub(super) mod held;
pub(super) mod keys;
pub(super) mod overlays;
pub(super) mod pointing;
pub(super) mod tiles;
pub(super) mod zoom;
