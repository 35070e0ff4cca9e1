//! Documents that are made for programs: feeds, sitemaps, JSON answers, lists of addresses. Flows
//! in: decoded text. Flows out: one plain form, JSON with `entries`, so that a rule reads all of
//! them alike; and the small arts around them: addresses of searches, links behind redirectors,
//! limits told in headers, traps. Nothing here fails on a damaged document: what is whole is taken.

mod addresses;
mod body;
mod feed;
mod feed_entry;
mod feed_json;
mod json;
mod json_size;
mod limits;
mod link_header;
mod markup;
mod namespaces;
mod packed;
mod parameters;
mod plain;
mod query;
mod redirector;
mod sitemap;
mod traps;

pub use addresses::{Address, AddressFault, addresses};
pub use body::{address_and_body, is_json_template};
pub use feed::feed;
pub use json::json;
pub(crate) use json_size::{Room as JsonRoom, read_json};
pub use limits::pause_asked;
pub use link_header::next_link;
pub use packed::{MAX_UNPACKED, unpacked};
pub use parameters::with_parameters;
pub use query::{Encoding, QueryBody, QueryTemplate, TemplateFault};
pub use redirector::behind;
pub use sitemap::sitemap;
pub use traps::{Traps, looks_endless};
