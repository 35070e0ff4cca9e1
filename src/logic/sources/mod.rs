//! Documents made for programs: feeds, sitemaps, JSON answers, lists of addresses. Input:
//! decoded text. Output: one normal form, JSON with `entries`, so that a rule reads all of them
//! alike; and related helpers: search addresses, links behind redirectors, traps. Nothing here fails on a damaged document: its complete parts are used.

mod addresses;
mod compressed;
mod embedded;
mod feed;
mod json;
mod markup;
mod requests;
mod sitemap;
mod traps;

pub use addresses::{AddressFault, ListedAddress, addresses};
pub use compressed::{MAX_UNPACKED, unpacked};
pub use embedded::{EmbeddedDocument, FLIGHT, LINKED_DATA};
pub(crate) use embedded::{
    MAX_NAME as MAX_DATA_NAME, PageScript, attributes_of, embedded_documents, named_document,
};
pub(crate) use feed::entry_parts::PART;
pub use feed::feed;
pub use json::json;
pub(crate) use json::size::read_json;
pub use requests::body::{address_and_body, is_json_template};
pub use requests::link_header::next_link;
pub use requests::parameters::with_parameters;
pub use requests::query::{Encoding, QueryBody, QueryTemplate, TemplateFault};
pub use requests::redirector::behind;
pub use sitemap::sitemap;
pub use traps::{Traps, is_likely_endless};
