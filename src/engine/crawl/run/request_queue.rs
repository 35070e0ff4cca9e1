//! The requests of one run: those in the frontier, those that wait for their host, and those in
//! progress. Input: capacity. Output: the next request, and the results of started ones.

use std::collections::HashMap;
use std::future::Future;

use jiff::Timestamp;
use tokio::task::{Id, JoinError, JoinSet};
use tracing::Instrument as _;

use super::next_request::ByHost;
use crate::crawl::decide::FinishedRequest;
use crate::crawl::pipeline::RequestResult;
use crate::protocol::EngineError;
use bowerbird_io::frontier::{Frontier, Next};
use bowerbird_io::store::Queued;
use bowerbird_logic::model::RequestId;

/// The queue's answer to a run with capacity.
pub(in crate::crawl) enum LeaseResult {
    /// The next request, now in progress.
    Request(Queued),
    /// No host has capacity.
    Busy,
    /// Nothing is due.
    Idle {
        /// When something is.
        until: Option<Timestamp>,
    },
}

/// The result of a task.
type Joined = Result<(Id, (u32, RequestResult)), JoinError>;

/// The requests of a run.
pub(in crate::crawl) struct RequestQueue {
    pub(in crate::crawl) frontier: Frontier,
    pub(in crate::crawl) by_host: ByHost,
    tasks: JoinSet<(u32, RequestResult)>,
    /// The request of each task.
    under_way: HashMap<Id, Queued>,
}

impl RequestQueue {
    pub(in crate::crawl) fn new(frontier: Frontier, by_host: ByHost) -> Self {
        Self {
            frontier,
            by_host,
            tasks: JoinSet::new(),
            under_way: HashMap::new(),
        }
    }

    /// The number of requests in progress.
    pub(in crate::crawl) fn in_flight(&self) -> usize {
        self.tasks.len()
    }

    /// Whether no request is in progress.
    pub(in crate::crawl) fn is_idle(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The number of queued requests, including those in progress.
    pub(in crate::crawl) fn len(&self) -> u64 {
        tokio::task::block_in_place(|| self.frontier.len())
    }

    /// The next request whose host has capacity.
    pub(in crate::crawl) fn lease(&mut self, now: Timestamp) -> Result<LeaseResult, EngineError> {
        loop {
            let mut none = Some(LeaseResult::Busy);
            if self.by_host.can_hold_more() {
                none = match tokio::task::block_in_place(|| self.frontier.lease(now))? {
                    Next::Request(queued) => {
                        self.by_host.hold(*queued);
                        None
                    }
                    Next::EmptyForNow { until } => Some(LeaseResult::Idle { until }),
                    Next::Finished => Some(LeaseResult::Idle { until: None }),
                };
            }
            if none.is_none() && self.by_host.takes_from_end() {
                continue;
            }
            if let Some(queued) = self.by_host.begin() {
                return Ok(LeaseResult::Request(queued));
            }
            if let Some(none) = none {
                return Ok(none);
            }
        }
    }

    /// Starts `queued` with the task that returns its answer and the number of its egress.
    pub(in crate::crawl) fn begin(
        &mut self,
        queued: Queued,
        task: impl Future<Output = (u32, RequestResult)> + Send + 'static,
    ) {
        let task = self.tasks.spawn(task.in_current_span());
        self.under_way.insert(task.id(), queued);
    }

    /// Waits for the next request that ends; `None` if none is in progress. Cancel-safe.
    pub(in crate::crawl) async fn next_ended(&mut self) -> Option<FinishedRequest> {
        loop {
            let joined = self.tasks.join_next_with_id().await?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// Handles the end of a task. One that panicked loses its page, but frees its host's capacity;
    /// an aborted one is ignored: its lease is released at the end.
    fn ended(&mut self, joined: Joined) -> Option<FinishedRequest> {
        let id = joined.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        let queued = self.under_way.remove(&id)?;
        self.by_host.ended(&queued);
        let answer = match joined {
            Ok((_, answer)) => Some(answer),
            Err(error) if error.is_panic() => None,
            Err(_) => return None,
        };
        Some(FinishedRequest {
            beside: self.by_host.beside(&queued),
            queued,
            answer,
        })
    }

    /// Renews the leases of all requests in progress here, and of `others`; lost ones are repeated.
    pub(in crate::crawl) fn renew(
        &mut self,
        others: impl Iterator<Item = RequestId>,
        now: Timestamp,
    ) {
        let tasks = self.under_way.values().map(|queued| queued.id);
        let alive = tasks.chain(self.by_host.held()).chain(others);
        self.frontier.renew(alive, now);
    }

    /// A request that has ended, if there is one now.
    pub(in crate::crawl) fn try_ended(&mut self) -> Option<FinishedRequest> {
        loop {
            let joined = self.tasks.try_join_next_with_id()?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// Aborts the requests in progress, and returns them and those that wait for their host to the
    /// frontier.
    pub(in crate::crawl) async fn call_back(&mut self) -> Result<(), EngineError> {
        self.tasks.shutdown().await;
        let mut back = self.by_host.take_held();
        for (_, queued) in self.under_way.drain() {
            self.by_host.ended(&queued);
            back.push(queued);
        }
        let back: Vec<RequestId> = back.iter().map(|queued| queued.id).collect();
        Ok(tokio::task::block_in_place(|| {
            self.frontier.give_back(&back)
        })?)
    }

    /// Aborts the requests in progress.
    pub(in crate::crawl) async fn shut_down(&mut self) {
        self.tasks.shutdown().await;
    }
}
