//! What a rule's `[network]` says of every request: its user agent, its headers, its local address.
//! Input: that section. Output: a session without cookies or proxy. What a session sends beyond that
//! is in `io::fetch::session`.

use std::net::IpAddr;

use bowerbird_io::fetch::Session;
use bowerbird_logic::rules::Network;

/// A session with the user agent and the headers of a rule.
pub(crate) fn session_of(network: &Network, local_address: Option<IpAddr>) -> Session {
    let headers = network.headers.iter();
    Session::new(None, local_address, network.user_agent.clone())
        .with_headers(headers.map(|(name, value)| (name.as_str(), value.as_str())))
}
