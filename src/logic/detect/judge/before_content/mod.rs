//! Evidence that counts before the content: how the connection ended, a proxy on the way, headers, the final
//! address.

mod captive_portal;
mod headers_and_address;
mod proxy_error;
mod transport_fault;

pub(super) use headers_and_address::{of_address, of_another_host, of_headers};
pub(super) use proxy_error::of_proxy;
pub(super) use transport_fault::of_transport;
