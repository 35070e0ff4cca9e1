//! Style sheets and images of a previewed page, fetched through the page's own session and under
//! limits of its own: the child process that draws has no network.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use url::Url;

use crate::io::fetch::{FetchLimits, Fetcher, Session};
use crate::io::preview::ResourceLoader;

/// Bytes of one resource at most.
const MAX_RESOURCE_BYTES: u64 = 8 * 1024 * 1024;
/// Bytes of all resources of a page at most.
const MAX_TOTAL_BYTES: u64 = 32 * 1024 * 1024;
/// Resources of a page at most.
const MAX_RESOURCES: u64 = 300;
/// Resources fetched at once, as browsers do.
const AT_ONCE: usize = 6;

/// The loader of one page.
pub struct SessionResources {
    fetcher: Fetcher,
    session: Session,
    turns: Semaphore,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl SessionResources {
    /// A loader that uses `session`.
    pub fn new(session: Session) -> Self {
        let fetcher = Fetcher::new(FetchLimits {
            connect: Duration::from_secs(4),
            idle: Duration::from_secs(4),
            total: Duration::from_secs(8),
            max_bytes: MAX_RESOURCE_BYTES,
            max_redirects: 4,
        });
        Self {
            fetcher,
            session,
            turns: Semaphore::new(AT_ONCE),
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    async fn fetch(&self, url: Url) -> Option<Vec<u8>> {
        if !matches!(url.scheme(), "http" | "https")
            || self.requests.fetch_add(1, Ordering::Relaxed) >= MAX_RESOURCES
        {
            return None;
        }
        let _turn = self.turns.acquire().await.ok()?;
        if self.bytes.load(Ordering::Relaxed) >= MAX_TOTAL_BYTES {
            return None;
        }
        let fetched = self.fetcher.get(&self.session, &url).await.ok()?;
        let size = u64::try_from(fetched.body.len()).unwrap_or(u64::MAX);
        self.bytes.fetch_add(size, Ordering::Relaxed);
        (fetched.status == 200).then_some(fetched.body)
    }
}

impl ResourceLoader for SessionResources {
    fn load(&self, url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>> {
        Box::pin(self.fetch(url))
    }
}
