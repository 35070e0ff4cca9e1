//! From a leased request to its answer: robots.txt, the host's turn, the exchange, revalidation.
//! Input: a request and the egress. Output: a response, or why there is none. Reads no page
//! and decides nothing. Redirects are followed in `io::fetch::exchange`; logins and their accounts are
//! in `crawl::egress`, the decision to log in again in `crawl::decide`.

pub(in crate::crawl) mod response;
pub(in crate::crawl) mod revalidation;
pub(in crate::crawl) mod robots;
pub(in crate::crawl) mod send_request;
mod sitemaps;

pub(in crate::crawl) use response::{Fetch, Purpose, Response};
pub(in crate::crawl) use send_request::{MAX_REST, MIN_REST, fetch, fetch_beside};
