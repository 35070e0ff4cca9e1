//! Style sheets and images of a previewed page, fetched through the page's own session and under
//! separate limits: the child process that draws has no network. Resources are cached while the
//! page is open, so that it can be redrawn without new requests to the site.

mod resource_limits;
pub(super) mod stored_resources;

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use url::Url;

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

/// A loader that requests each address once and caches the answer. A request continues when the
/// drawing that needed it no longer waits, so that the next drawing has it.
pub struct KeptResources {
    inner: Arc<SessionResources>,
    kept: Mutex<Kept>,
}

type Answer = Option<Arc<Vec<u8>>>;

#[derive(Default)]
struct Kept {
    answers: HashMap<Url, Shared<BoxFuture<'static, Answer>>>,
    requests: Vec<AbortHandle>,
}

impl KeptResources {
    /// A loader that uses `session`.
    pub fn new(session: Session) -> Self {
        Self {
            inner: Arc::new(SessionResources::new(session)),
            kept: Mutex::default(),
        }
    }

    fn answer(&self, url: Url) -> Shared<BoxFuture<'static, Answer>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.answers.get(&url) {
            return known.clone();
        }
        let (inner, wanted) = (Arc::clone(&self.inner), url.clone());
        let request = tokio::spawn(async move { inner.fetch(wanted).await.map(Arc::new) });
        kept.requests.push(request.abort_handle());
        let answer = async move { request.await.ok().flatten() }.boxed().shared();
        kept.answers.insert(url, answer.clone());
        answer
    }
}

impl ResourceLoader for KeptResources {
    fn load(&self, url: Url) -> Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send + '_>> {
        let answer = self.answer(url);
        Box::pin(async move { answer.await.map(|bytes| bytes.as_ref().clone()) })
    }
}

impl PageResources for KeptResources {
    fn came(&self) -> Vec<(Url, Arc<Vec<u8>>)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut came: Vec<_> = kept
            .answers
            .iter()
            .filter_map(|(url, answer)| {
                let bytes = answer.clone().now_or_never().flatten()?;
                Some((url.clone(), bytes))
            })
            .collect();
        came.sort_by(|one, other| one.0.cmp(&other.0));
        came
    }
}

impl Drop for KeptResources {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        for request in &kept.requests {
            request.abort();
        }
    }
}
