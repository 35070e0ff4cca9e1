//! Rules from clicks: what a picked element is, and selectors that find it again. Flows in: a
//! page and an element's number. Flows out: a description with selectors that were run and found
//! to match what they are said to match.

mod alike;
mod compound;
mod describe;
mod headlines;
mod names;
mod next_link;
mod paging;
mod unique;

pub use describe::{Picked, describe};
pub use paging::{Kind as PaginationKind, Pagination, next_page, pagination};
