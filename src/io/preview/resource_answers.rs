//! The child's requests for style sheets, images and fonts, and the loader's answers.

use std::collections::{BTreeSet, VecDeque};
use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::time::{Instant, sleep_until};
use url::Url;

use super::limits::LOADS_AT_ONCE;
use super::{PreviewLimits, ResourceLoader};

/// The child's requests for style sheets and images. Each gets exactly one answer: its bytes, or
/// none when it is missing, too large, over the limit or late.
pub(super) struct Answers<'a> {
    loader: &'a dyn ResourceLoader,
    waiting: VecDeque<(u64, Url)>,
    loading: FuturesUnordered<Loaded<'a>>,
    unanswered: BTreeSet<u64>,
    began: Instant,
    time: Duration,
    deadline: Option<Instant>,
    late: bool,
    gave_up: bool,
    left: usize,
    most_bytes: usize,
}

impl<'a> Answers<'a> {
    /// No requests yet. The time starts now, and a third of it is reserved for the first request,
    /// however long parsing the page took.
    pub(super) fn new(loader: &'a dyn ResourceLoader, limits: &PreviewLimits) -> Self {
        Self {
            loader,
            waiting: VecDeque::new(),
            loading: FuturesUnordered::new(),
            unanswered: BTreeSet::new(),
            began: Instant::now(),
            time: limits.resource_time,
            deadline: None,
            late: false,
            gave_up: false,
            left: limits.resources,
            most_bytes: limits.resource_bytes,
        }
    }

    /// Whether a request was answered with nothing because the time was up.
    pub(super) fn timed_out(&self) -> bool {
        self.gave_up
    }

    /// Receives a request of the child.
    pub(super) fn ask(&mut self, id: u64, url: Url) {
        let (began, time) = (self.began, self.time);
        self.deadline
            .get_or_insert_with(|| (began + time).max(Instant::now() + time / 3));
        self.unanswered.insert(id);
        if self.left > 0 {
            self.left -= 1;
            self.waiting.push_back((id, url));
            self.fill();
        } else {
            self.loading
                .push(Box::pin(std::future::ready((id, Vec::new()))));
        }
    }

    /// The next answer. Never completes while there is none.
    pub(super) async fn next(&mut self) -> (u64, Vec<u8>) {
        loop {
            if self.late {
                self.waiting.clear();
                self.loading.clear();
                match self.unanswered.pop_first() {
                    Some(id) => {
                        self.gave_up = true;
                        return (id, Vec::new());
                    }
                    None => std::future::pending().await,
                }
            }
            tokio::select! {
                () = passed(self.deadline) => self.late = true,
                Some((id, bytes)) = self.loading.next(), if !self.loading.is_empty() => {
                    self.fill();
                    if self.unanswered.remove(&id) {
                        return (id, bytes);
                    }
                }
            }
        }
    }

    fn fill(&mut self) {
        while self.loading.len() < LOADS_AT_ONCE
            && let Some((id, url)) = self.waiting.pop_front()
        {
            let (loader, most) = (self.loader, self.most_bytes);
            self.loading.push(Box::pin(async move {
                let bytes = loader.load(url).await.unwrap_or_default();
                (
                    id,
                    if bytes.len() > most {
                        Vec::new()
                    } else {
                        bytes
                    },
                )
            }));
        }
    }
}

async fn passed(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

type Loaded<'a> = Pin<Box<dyn Future<Output = (u64, Vec<u8>)> + Send + 'a>>;
