//! The sample site, served on loopback from the binary: a list of three pages, articles in
//! English and Chinese, a feed, a forum thread. For the demo, the first start and the tests.

use std::net::{IpAddr, SocketAddr};

/// A running sample site; stops when dropped.
pub struct SampleSite {
    address: SocketAddr,
}

impl SampleSite {
    /// Serves the site on a free port of `127.0.0.1` (or `port`, when it is not 0) from a thread of its own.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn start(_port: u16) -> std::io::Result<Self> {
        todo!()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its front page, `http://127.0.0.1:PORT/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The shipped rule files for it (`rules/sample-*.toml`) with its address filled in: (file name, text).
    pub fn rules(&self) -> Vec<(String, String)> {
        todo!()
    }

    /// Whether `address` is a loopback one.
    pub fn is_loopback(address: IpAddr) -> bool {
        address.is_loopback()
    }
}
