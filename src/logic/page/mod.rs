//! Bytes become one page tree: charset, HTML, element numbers, links, text. Flows in: a body with
//! its headers. Flows out: a [`Page`] that selectors, extractors and the preview all number alike.
//! Never fails on bad markup and never recurses over the tree (pages may nest without end).

mod charset;
mod links;
mod text;
mod tree;

pub use charset::{CharsetSource, Decoded, decode};
pub use links::{join, without_fragment};
pub use text::{collapse, inner_text, own_text, visible_text};
pub use tree::{ElementIndex, Page};
