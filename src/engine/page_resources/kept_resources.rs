//! The resources of a page kept in its project.

use super::PageResources;
use super::SessionResources;
use bowerbird_io::fetch::Session;
use bowerbird_io::preview::ResourceLoader;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::AbortHandle;
use url::Url;

/// A loader that requests each address once and caches the answer. A request continues when the
/// drawing that needed it no longer waits, so that the next drawing has it.
pub struct KeptResources {
    inner: Arc<SessionResources>,
    kept: Mutex<Kept>,
}

pub(super) type Answer = Option<Arc<Vec<u8>>>;

#[derive(Default)]
pub(super) struct Kept {
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
