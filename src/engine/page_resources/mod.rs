//! Style sheets and images of a previewed page, fetched through the page's own session and under
//! separate limits: the child process that draws has no network. Resources are cached while the
//! page is open, so that it can be redrawn without new requests to the site.

mod kept_resources;
mod resource_limits;
pub(super) mod stored_resources;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Semaphore;
use url::Url;

pub use kept_resources::KeptResources;

use bowerbird_io::fetch::{Fetcher, Session};
use bowerbird_io::preview::ResourceLoader;
use resource_limits::{AT_ONCE, MAX_RESOURCES, MAX_TOTAL_BYTES, limits};

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
        Self::by(Fetcher::new(limits()), session)
    }

    /// The same for a session that respects robots.txt, with the cache of `fetcher`.
    pub fn knowing(fetcher: &Fetcher, session: Session) -> Self {
        Self::by(fetcher.limited(limits()), session)
    }

    fn by(fetcher: Fetcher, session: Session) -> Self {
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

/// The style sheets and pictures of one page, and those loaded so far.
pub trait PageResources: ResourceLoader {
    /// The resources loaded so far, by address.
    fn came(&self) -> Vec<(Url, Arc<Vec<u8>>)> {
        Vec::new()
    }
}
