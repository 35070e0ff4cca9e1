//! Who has which request. Pure: values and times in, a choice out. A host stays with a worker while
//! requests to it are under way there, and as long as its connection is warm; elsewhere it is asked
//! only when its delay has passed since the last request can have begun.
//!
//! A worker has lost a request when it says so twice: it does not name the request, has taken all that
//! waited for it, and wrote this well after the request was stored, both by the server's clock. How
//! long its words lay in the queue, or a request before a busy worker, does not matter.

use bowerbird_logic::policy::defaults::WORKER_SILENT;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::work::DueRequest;
use bowerbird_io::work_queue::{AcceptedWorker, PublicKey, Seal, SessionId, Token};

/// How long the connection to a host stays warm.
const WARM: Duration = Duration::from_secs(30);
/// The milliseconds after which a worker that has room must name a request among those that it has.
const TO_ARRIVE_MS: u64 = 6_000;
/// How often a worker may not name it before it counts as lost.
const MAX_MISSED: u32 = 2;
/// The number of former starts of a worker that are remembered.
const MAX_FORMER: usize = 64;
/// The share of the queue's bytes that requests may take.
const WORK_SHARE: u64 = 4;
/// The number of hosts above which those that rest are forgotten.
const MAX_HOSTS: usize = 10_000;
/// The number of requests that are remembered after they were given up.
const MAX_GIVEN_UP: usize = 4_096;

/// What comes back for a request.
pub(super) enum WorkerReply {
    /// A worker read it.
    Reading(Vec<u8>),
    /// The worker that had it is gone, or lost it.
    Lost,
    /// It was not begun: a blob is missing.
    Missing,
}

/// A worker as the owner knows it.
pub(super) struct Worker {
    pub(super) accepted: AcceptedWorker,
    pub(super) seal: Arc<Seal>,
    /// Its present start, when it last said something, and what it can do.
    pub(super) here: Option<Presence>,
    pub(super) busy: usize,
    /// Its newest start.
    pub(super) session: Option<SessionId>,
    /// The newest state of it that was taken.
    pub(super) count: Option<u64>,
    /// Its former starts: what they said may come again, but not count again.
    pub(super) former: VecDeque<SessionId>,
}

impl Worker {
    /// A worker that is accepted and has not said anything.
    pub(super) fn new(accepted: AcceptedWorker, seal: Arc<Seal>) -> Self {
        Self {
            accepted,
            seal,
            here: None,
            busy: 0,
            session: None,
            count: None,
            former: VecDeque::new(),
        }
    }
}

/// What a worker says of itself.
pub(super) struct Heartbeat<'a> {
    pub(super) here: Presence,
    /// How many states it said before.
    pub(super) count: u64,
    /// Whether it has taken all that waited for it since then.
    pub(super) drained: bool,
    /// The requests that it has.
    pub(super) held: &'a [Token],
    /// When this was stored, by the server's clock.
    pub(super) stored_ms: u64,
}

/// A worker that is there.
#[derive(Clone, Copy)]
pub(super) struct Presence {
    pub(super) session: SessionId,
    pub(super) seen: Instant,
    pub(super) jobs: usize,
    pub(super) browser: bool,
}

/// A request that a worker has.
struct Outstanding {
    worker: PublicKey,
    host: String,
    bytes: u64,
    /// When it was sent; `None` until then.
    sent: Option<Instant>,
    /// When it was stored in the queue, by the server's clock in milliseconds, as far as known.
    stored_ms: Option<u64>,
    waiter: Option<oneshot::Sender<WorkerReply>>,
    missed: u32,
}

/// Where a host is asked from.
struct HostPlace {
    worker: PublicKey,
    under_way: usize,
    /// The latest time at which the last request can have begun.
    began: Instant,
}

/// Where a request goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// To this worker, not before this time.
    Worker(PublicKey, Instant),
    /// It waits until a worker has room.
    Wait,
    /// No worker can do it: here.
    Here,
}

/// How many messages were dropped, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DroppedMessages {
    /// Not by an accepted worker, not authentic, too large, or no message.
    pub forged: u64,
    /// Readings that nobody asked for.
    pub unasked: u64,
    /// Readings of requests that were given up before.
    pub late: u64,
}

/// Who has which request.
#[derive(Default)]
pub(super) struct PoolState {
    pub(super) workers: BTreeMap<PublicKey, Worker>,
    /// Workers for which lost requests may still wait in the queue: they get none until these are
    /// deleted, so that no new one is deleted with them.
    pub(super) stale: BTreeSet<PublicKey>,
    outstanding: HashMap<Token, Outstanding>,
    given_up: VecDeque<Token>,
    hosts: HashMap<String, HostPlace>,
    pub(super) dropped: DroppedMessages,
    /// Requests that were handed out a second time.
    pub(super) again: u64,
    pub(super) limit_bytes: u64,
}

impl PoolState {
    /// Where `work` goes now.
    pub(super) fn choose(&self, work: &DueRequest, now: Instant) -> Placement {
        let usable = |worker: &Worker| {
            let accepted = &worker.accepted;
            let fits = |here: &Presence| here.browser || !work.needs_browser;
            !accepted.paused
                && !accepted.draining
                && (accepted.secrets || !work.has_secrets)
                && accepted.is_for(&work.site, &work.tags)
                && worker.here.as_ref().is_some_and(fits)
        };
        let place = self.hosts.get(&work.host);
        let from_elsewhere = place.map_or(now, |place| now.max(place.began + work.gap));
        if !self.workers.values().any(usable) {
            return Placement::Here;
        }
        let bytes: u64 = self.outstanding.values().map(|one| one.bytes).sum();
        let size = u64::try_from(work.message.len()).unwrap_or(u64::MAX);
        if bytes > 0 && bytes.saturating_add(size) > self.limit_bytes / WORK_SHARE {
            return Placement::Wait;
        }
        let is_free = |worker: &Worker| {
            !self.stale.contains(&worker.accepted.key)
                && worker.here.is_some_and(|here| worker.busy < here.jobs)
        };
        if let Some(place) = place {
            let its_own = self.workers.get(&place.worker);
            let warm =
                its_own.is_some_and(usable) && (place.under_way > 0 || now < place.began + WARM);
            if warm && its_own.is_some_and(is_free) {
                return Placement::Worker(place.worker, now);
            }
            // Two machines cannot keep the time between their requests.
            if place.under_way > 0 && !work.gap.is_zero() {
                return Placement::Wait;
            }
        }
        let free = self.workers.iter();
        let free = free.filter(|(_, worker)| usable(worker) && is_free(worker));
        let least = free.min_by_key(|(_, worker)| {
            let jobs = worker.here.map_or(1, |here| here.jobs.max(1));
            worker.busy * 1_000 / jobs
        });
        match least {
            Some((key, _)) => Placement::Worker(*key, from_elsewhere),
            None => Placement::Wait,
        }
    }

    /// When `host` may be asked from here, if workers have asked it; it counts as asked then.
    pub(super) fn take_turn(&mut self, host: &str, gap: Duration, now: Instant) -> Instant {
        let Some(place) = self.hosts.get_mut(host) else {
            return now;
        };
        let at = now.max(place.began + gap);
        place.began = at;
        at
    }

    /// Reserves room at a worker for the request `token`.
    pub(super) fn reserve(
        &mut self,
        token: Token,
        worker: PublicKey,
        (work, now): (&DueRequest, Instant),
    ) -> oneshot::Receiver<WorkerReply> {
        let (waiter, answer) = oneshot::channel();
        if let Some(known) = self.workers.get_mut(&worker) {
            known.busy += 1;
        }
        if self.hosts.len() >= MAX_HOSTS {
            let used = |place: &HostPlace| place.under_way > 0 || now < place.began + WARM;
            self.hosts.retain(|_, place| used(place));
        }
        let place = self.hosts.entry(work.host.clone()).or_insert(HostPlace {
            worker,
            under_way: 0,
            began: now,
        });
        place.worker = worker;
        place.under_way += 1;
        self.outstanding.insert(
            token,
            Outstanding {
                worker,
                host: work.host.clone(),
                bytes: u64::try_from(work.message.len()).unwrap_or(u64::MAX),
                sent: None,
                stored_ms: None,
                waiter: Some(waiter),
                missed: 0,
            },
        );
        answer
    }

    /// A request is about to be sent; false if its worker has gone since room was reserved, so that
    /// it must not be sent: nobody would answer it.
    pub(super) fn note_sent(&mut self, token: Token, now: Instant) -> bool {
        let Some(one) = self.outstanding.get_mut(&token) else {
            return false;
        };
        let worker = self.workers.get(&one.worker);
        if worker.is_none_or(|worker| worker.here.is_none()) {
            return false;
        }
        one.sent = Some(now);
        // Until its reading says more, it may begin at any time from now on.
        if let Some(place) = self.hosts.get_mut(&one.host) {
            place.began = place.began.max(now);
        }
        true
    }

    /// A request was stored in the queue at `stored_ms`, by the server's clock.
    pub(super) fn note_stored(&mut self, token: Token, stored_ms: u64) {
        if let Some(one) = self.outstanding.get_mut(&token) {
            one.stored_ms = Some(stored_ms);
        }
    }

    /// Nobody waits for a request any more. If it was not sent, it is forgotten; else its worker
    /// still has it.
    pub(super) fn abandon(&mut self, token: Token) {
        let Some(one) = self.outstanding.get_mut(&token) else {
            return;
        };
        one.waiter = None;
        // Whether it was stored is not known: it counts as stored long ago.
        one.stored_ms.get_or_insert(0);
        if one.sent.is_none() {
            self.end(token, None);
        }
    }

    /// A worker says what it has. False if it said the same before: whoever writes it into the queue
    /// again must not keep a dead worker there.
    pub(super) fn note_state(&mut self, from: PublicKey, said: &Heartbeat<'_>) -> bool {
        let Some(worker) = self.workers.get_mut(&from) else {
            return false;
        };
        let here = said.here;
        let known = worker.session;
        let is_next = known != Some(here.session);
        if is_next && worker.former.contains(&here.session)
            || !is_next && worker.count.is_some_and(|count| said.count <= count)
        {
            self.dropped.late += 1;
            return false;
        }
        worker.session = Some(here.session);
        worker.count = Some(said.count);
        worker.here = Some(here);
        if let Some(former) = known.filter(|_| is_next) {
            if worker.former.len() >= MAX_FORMER {
                worker.former.pop_front();
            }
            worker.former.push_back(former);
            self.stale.insert(from);
            self.lose_all_of(from);
            return true;
        }
        let held: HashSet<Token> = said.held.iter().copied().collect();
        let mut lost = Vec::new();
        for (token, one) in &mut self.outstanding {
            let arrived = |stored: u64| said.stored_ms >= stored.saturating_add(TO_ARRIVE_MS);
            if one.worker != from || !one.stored_ms.is_some_and(arrived) {
                continue;
            }
            match (held.contains(token), said.drained) {
                (true, _) => one.missed = 0,
                (false, true) => one.missed += 1,
                (false, false) => {}
            }
            if one.missed >= MAX_MISSED {
                lost.push(*token);
            }
        }
        for token in lost {
            self.lose(token);
        }
        true
    }

    /// A worker answers a request; false if it does not have it.
    pub(super) fn note_answer(
        &mut self,
        from: PublicKey,
        token: Token,
        (answer, took, now): (WorkerReply, Duration, Instant),
    ) -> bool {
        let known = self.outstanding.get(&token);
        let Some(one) = known.filter(|one| one.worker == from && one.sent.is_some()) else {
            match self.given_up.contains(&token) {
                true => self.dropped.late += 1,
                false => self.dropped.unasked += 1,
            }
            return false;
        };
        if let Some(here) = self
            .workers
            .get_mut(&from)
            .and_then(|one| one.here.as_mut())
        {
            here.seen = here.seen.max(now);
        }
        let sent = one.sent.unwrap_or(now);
        let began = now.checked_sub(took).unwrap_or(sent).max(sent);
        let waiter = self.end(token, Some(began));
        if let Some(waiter) = waiter {
            // Who waited may have gone meanwhile.
            let _ = waiter.send(answer);
        }
        true
    }

    /// Ends a request whose last possible beginning is known, or that was never sent.
    fn end(
        &mut self,
        token: Token,
        began: Option<Instant>,
    ) -> Option<oneshot::Sender<WorkerReply>> {
        let one = self.outstanding.remove(&token)?;
        if let Some(worker) = self.workers.get_mut(&one.worker) {
            worker.busy = worker.busy.saturating_sub(1);
        }
        if let Some(place) = self.hosts.get_mut(&one.host) {
            place.under_way = place.under_way.saturating_sub(1);
            place.began = place.began.max(began.unwrap_or(place.began));
        }
        one.waiter
    }

    /// A request is lost: it may have begun at any time until now.
    pub(super) fn lose(&mut self, token: Token) {
        if self.given_up.len() >= MAX_GIVEN_UP {
            self.given_up.pop_front();
        }
        self.given_up.push_back(token);
        if let Some(waiter) = self.end(token, Some(Instant::now())) {
            self.again += 1;
            let _ = waiter.send(WorkerReply::Lost);
        }
    }

    /// All requests of a worker are lost; those that were not sent yet are forgotten, and
    /// [`Self::note_sent`] refuses them.
    fn lose_all_of(&mut self, worker: PublicKey) {
        let of_it = self.outstanding.iter();
        let of_it = of_it.filter(|(_, one)| one.worker == worker);
        let of_it: Vec<(Token, bool)> = of_it
            .map(|(token, one)| (*token, one.sent.is_some()))
            .collect();
        for (token, sent) in of_it {
            match sent {
                true => self.lose(token),
                false => drop(self.end(token, None)),
            }
        }
    }

    /// Takes out the workers that say nothing any more; returns them.
    pub(super) fn expire(&mut self, now: Instant) -> Vec<PublicKey> {
        let silent = |worker: &Worker| {
            let here = worker.here.as_ref();
            here.is_some_and(|here| now >= here.seen + WORKER_SILENT)
        };
        let workers = self.workers.iter();
        let gone: Vec<PublicKey> = workers
            .filter(|(_, worker)| silent(worker))
            .map(|(key, _)| *key)
            .collect();
        for key in &gone {
            if let Some(worker) = self.workers.get_mut(key) {
                worker.here = None;
            }
            self.stale.insert(*key);
            self.lose_all_of(*key);
        }
        gone
    }

    /// This machine was asleep: silence until now says nothing.
    pub(super) fn forgive(&mut self, now: Instant) {
        for worker in self.workers.values_mut() {
            if let Some(here) = &mut worker.here {
                here.seen = now;
            }
        }
    }

    /// Takes a worker out that is no longer accepted.
    pub(super) fn remove(&mut self, key: PublicKey) {
        self.stale.insert(key);
        self.lose_all_of(key);
        self.workers.remove(&key);
    }

    /// Forgets all workers: their seals and streams are of one session of the owner, and the next
    /// session gets to know them anew.
    pub(super) fn forget_all(&mut self) {
        let keys: Vec<PublicKey> = self.workers.keys().copied().collect();
        for key in keys {
            self.lose_all_of(key);
        }
        self.workers.clear();
        self.stale.clear();
    }
}

#[cfg(test)]
mod tests;
