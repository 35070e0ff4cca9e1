//! Looking up names, with a time limit of its own, so that a name server that is silent is told
//! from a site that is. Flows in: a name. Flows out: addresses, or why there are none in time.

use std::net::SocketAddr;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::phases;

/// The name server did not answer in time.
#[derive(Debug)]
pub(super) struct NameTimeout {
    /// Seconds waited.
    pub(super) seconds: u64,
}

impl std::fmt::Display for NameTimeout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no answer from the name server in {} s", self.seconds)
    }
}

impl std::error::Error for NameTimeout {}

/// The system's names, for so long.
pub(super) struct Names {
    pub(super) limit: Duration,
}

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let limit = self.limit;
        Box::pin(async move {
            let host = name.as_str().to_owned();
            phases::looking();
            // The port is set by who asks.
            let looked_up = tokio::net::lookup_host((host, 0));
            let found = within(limit, looked_up).await??;
            let addresses: Vec<SocketAddr> = found.collect();
            phases::found(addresses.len());
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// `work`, or that it took too long.
async fn within<T>(limit: Duration, work: impl Future<Output = T>) -> Result<T, NameTimeout> {
    let late = |_| NameTimeout {
        seconds: limit.as_secs().max(1),
    };
    tokio::time::timeout(limit, work).await.map_err(late)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_silent_name_server_is_named() {
        let limit = Duration::from_millis(1);
        let late = within(limit, std::future::pending::<()>()).await;
        assert_eq!(late.unwrap_err().seconds, 1);
        let limit = Duration::from_secs(8);
        assert_eq!(within(limit, async { 7 }).await.unwrap(), 7);
    }
}
