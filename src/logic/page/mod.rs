//! Bytes become one page tree: charset, HTML, element numbers, links, text. Input: a body with
//! its headers. Output: a [`Page`] with the same element numbers for selectors, extractors and
//! the preview. Never fails on bad markup and never recurses over the tree (nesting is unbounded).

mod access_counter;
mod bounded_replacement;
mod charset;
mod file_kinds;
mod flat;
mod index;
mod links;
mod outline;
mod parse;
mod text;
mod tree;
mod walk;
mod xml;

pub(crate) use access_counter::count_visits;
#[cfg(any(test, feature = "counting"))]
pub use access_counter::visits_of;
pub use bounded_replacement::replaced;
pub use charset::{CharsetSource, Decoded, decode, decode_owned};
pub use file_kinds::{Archive, Foreign, archive, foreign};
pub(crate) use flat::{Entry, Flat, FlatNode, NONE, NameId, Space};
pub use index::PageIndex;
pub use links::actions::{ActionLinks, action_of};
pub use links::canonical::{Canonical, Names, claim, is_public_suffix, registrable, same_site};
pub use links::link_joiner::{Joined, Joiner};
pub(crate) use links::permalink_signs::{is_permalink_sign, without_permalink_signs};
pub(crate) use links::picture_address::{picture, shown_picture};
pub use links::{MAX_ADDRESS_BYTES, join, join_encoded, without_fragment};
pub use outline::{Link, Outline};
pub(crate) use parse::parse as parse_html;
pub use parse::{MAX_DEPTH, MAX_NODES};
pub use text::{collapse, inner_text, is_block, is_cell, own_text, visible_text};
pub use tree::{ElementIndex, Page};
pub(crate) use walk::{edges, edges_without};
pub(crate) use xml::{XLINK_NAMESPACE, XML_NAMESPACE, number_of};
