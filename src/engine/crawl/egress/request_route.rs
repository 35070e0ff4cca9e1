//! One egress: how a request leaves the machine.

use std::time::Duration;

use bowerbird_io::fetch::Session;

/// The path of an outgoing request.
#[derive(Clone)]
pub(in crate::crawl) struct RequestRoute {
    pub(in crate::crawl) session: Session,
    /// Counts the changes of proxy and login, to distinguish late answers from new ones.
    pub(in crate::crawl) generation: u32,
    pub(in crate::crawl) through_proxy: bool,
    /// Name of that proxy.
    pub(in crate::crawl) proxy: Option<String>,
    /// Least delay while this egress is in use.
    pub(in crate::crawl) least_delay: Duration,
}
