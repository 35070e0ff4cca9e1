//! Rules from clicks: what a picked element is, and selectors that find it again.

mod describe;

pub use describe::{Picked, describe};
