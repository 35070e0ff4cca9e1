//! The crawl itself: a queue in memory, each address once, and as many workers as concurrent
//! requests are allowed. A worker takes an address, visits it, and adds the links it found; the
//! queue is finished when it is empty and all workers are idle.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;
use url::Url;

use super::page::{CrawledPage, PageAddresses};
use super::queue::{Queue, SeenAddresses};
use super::scope::Scope;
use super::visit::{Crawled, Got, Visits, get, read_response};
use super::writer::{Format, Writer};
use super::{CrawlOptions, CrawlProgress, CrawlReport};
use crate::context::page_client::PageClient;
use crate::politeness::host_delay::Hosts;
use crate::politeness::pace::{AskedBy, Pace};
use crate::protocol::{EngineError, EngineOptions};
use crate::runtime::threads::cores;
use bowerbird_io::fetch::{FetchLimits, Fetcher, RobotsPolicy, Session};
use bowerbird_io::frontier::{Keys, UrlKey};
use bowerbird_logic::mask_secrets::without_credentials;
use bowerbird_logic::messages::{Message, english};
use bowerbird_logic::page::without_fragment;
use bowerbird_logic::sources::Traps;

/// The maximum number of answers being read or waiting for it.
const MAX_UNREAD: u32 = 32;
/// How often figures are reported.
const TICK: Duration = Duration::from_millis(250);

/// The state shared by the workers.
struct Crawl {
    visits: Arc<Visits>,
    keys: Keys,
    format: Format,
    start: String,
    max_pages: u64,
    max_depth: u32,
    state: Mutex<State>,
    /// Permits for answers being read or waiting for it.
    unread: Arc<Semaphore>,
    /// Notified when there is work, and when there will be no more.
    change: Notify,
}

struct State {
    queue: Queue,
    seen: SeenAddresses,
    traps: Traps,
    /// Until the end.
    writer: Option<Writer>,
    figures: CrawlProgress,
    /// Addresses taken from the queue and not settled yet.
    under_way: u64,
    /// The number of idle workers.
    idle: usize,
    stopped: bool,
    failed: Option<EngineError>,
    /// Why the start page yielded nothing, when it did.
    start_failed: Option<Message>,
}

/// Crawls until done or told to stop.
pub(super) async fn crawl(
    options: CrawlOptions,
    progress: &mut dyn FnMut(&CrawlProgress) -> bool,
) -> Result<CrawlReport, EngineError> {
    let at_once = options.concurrency.max(1);
    let crawl = Arc::new(Crawl::new(options, at_once).await?);
    let mut workers = JoinSet::new();
    for _ in 0..at_once {
        workers.spawn(work(Arc::clone(&crawl)));
    }
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stopped = false;
    loop {
        tokio::select! {
            joined = workers.join_next() => if joined.is_none() { break },
            _ = tick.tick() => {
                if !progress(&crawl.figures()) {
                    stopped = true;
                    break;
                }
            }
        }
    }
    workers.shutdown().await;
    // Received answers are read completely, which takes a moment.
    let _all_read = crawl.unread.acquire_many(MAX_UNREAD).await;
    let mut state = crawl.lock();
    if let Some(writer) = state.writer.take() {
        if state.failed.is_some() {
            writer.rescue();
        } else if state.figures.pages > 0 {
            writer.finish()?;
        } else {
            writer.discard();
        }
    }
    if let Some(error) = state.failed.take() {
        return Err(error);
    }
    progress(&state.figures);
    if let Some(why) = state.start_failed.take() {
        return Err(EngineError(why));
    }
    Ok(CrawlReport {
        progress: state.figures.clone(),
        stopped,
    })
}

/// Visits pages until there are none. Reading runs on another thread, so that the next request
/// starts at once; at the limit of waiting answers, the worker waits too.
async fn work(crawl: Arc<Crawl>) {
    while let Some(taken) = Arc::clone(&crawl).next().await {
        let Ok(url) = Url::parse(&taken.url) else {
            continue;
        };
        match get(&crawl.visits, &url).await {
            Got::Nothing(crawled) => crawl.settle(&taken, crawled),
            Got::Answer(fetched) => {
                let Ok(turn) = Arc::clone(&crawl.unread).acquire_owned().await else {
                    return;
                };
                tokio::spawn(async move {
                    let crawled = read_response(&taken.crawl.visits, &url, *fetched).await;
                    taken.crawl.settle(&taken, crawled);
                    drop(taken);
                    drop(turn);
                });
            }
        }
    }
}

/// An address taken from the queue; given up on drop, so that a worker that panics blocks no
/// others.
struct QueuedAddress {
    crawl: Arc<Crawl>,
    url: String,
    depth: u32,
}

impl Drop for QueuedAddress {
    fn drop(&mut self) {
        let mut state = self.crawl.lock();
        state.under_way -= 1;
        if state.idle > 0 {
            self.crawl.change.notify_waiters();
        }
    }
}

impl Crawl {
    async fn new(options: CrawlOptions, at_once: usize) -> Result<Self, EngineError> {
        let start = start_url(&options.start)?;
        let fetcher = Fetcher::new(FetchLimits::default());
        let reach = fetcher.reach_of_named(&start).await;
        let names = options.fields.iter().map(|(name, _)| name.clone());
        let format = Format::of(&options.out, names.collect());
        let visits = Visits {
            pages: PageClient::new(&fetcher, EngineOptions::default().worker),
            fetcher,
            session: Session::new(None, None, None).reaching(reach).with_robots(
                match options.robots {
                    true => RobotsPolicy::Redirects,
                    false => RobotsPolicy::Ignored,
                },
            ),
            hosts: Hosts::default(),
            scope: Scope::new(&start, &options)?,
            fields: options.fields,
            parsers: Arc::new(Semaphore::new(cores())),
            pace: Pace {
                delay: options.delay,
                asked_by: AskedBy::Rule,
                // No delay also means no adaptive delay.
                adaptive: !options.delay.is_zero(),
                at_once: u32::try_from(at_once).unwrap_or(u32::MAX),
            },
            robots: options.robots,
        };
        let keys = Keys::default();
        let mut state = State {
            queue: Queue::default(),
            seen: SeenAddresses::default(),
            traps: Traps::default(),
            writer: Some(Writer::create(&options.out, &format)?),
            figures: CrawlProgress::default(),
            under_way: 0,
            idle: 0,
            stopped: false,
            failed: None,
            start_failed: None,
        };
        state.seen.insert(keys.of(start.as_str()));
        state.queue.push(start.as_str(), 0);
        Ok(Self {
            visits: Arc::new(visits),
            keys,
            format,
            start: start.into(),
            max_pages: options.max_pages.unwrap_or(u64::MAX),
            max_depth: options.max_depth.unwrap_or(u32::MAX),
            state: Mutex::new(state),
            unread: Arc::new(Semaphore::new(MAX_UNREAD as usize)),
            change: Notify::new(),
        })
    }

    /// The next address to visit; waits for one while others may still find some.
    async fn next(self: Arc<Self>) -> Option<QueuedAddress> {
        loop {
            let changed = self.change.notified();
            tokio::pin!(changed);
            {
                let mut state = self.lock();
                if state.stopped {
                    return None;
                }
                let may_yield = state.figures.pages.saturating_add(state.under_way);
                if may_yield < self.max_pages
                    && let Some((url, depth)) = state.queue.pop()
                {
                    state.under_way += 1;
                    return Some(QueuedAddress {
                        crawl: Arc::clone(&self),
                        url,
                        depth,
                    });
                }
                if state.under_way == 0 {
                    state.stopped = true;
                    self.change.notify_waiters();
                    return None;
                }
                state.idle += 1;
                // Before the lock is released, so that no notification is missed.
                changed.as_mut().enable();
            }
            changed.await;
            self.lock().idle -= 1;
        }
    }

    /// Records the result of an address.
    fn settle(&self, taken: &QueuedAddress, crawled: Crawled) {
        match crawled {
            Crawled::Page { page, found, bytes } => self.take_page(&page, &found, bytes, taken),
            Crawled::Skipped(why) => self.note_start(taken, why),
            Crawled::Failed(why) => {
                let url = without_credentials(&taken.url);
                tracing::warn!(%url, why = %english(&why), "page failed");
                self.lock().figures.failed += 1;
                self.note_start(taken, why);
            }
        }
    }

    fn take_page(
        &self,
        page: &CrawledPage,
        found: &PageAddresses,
        bytes: u64,
        taken: &QueuedAddress,
    ) {
        // As much as possible before the lock.
        let line = self.format.line(page);
        let key = self.keys.of(&page.url);
        let (here, said) = (Url::parse(&page.url), found.said);
        let found: Vec<(UrlKey, &str)> = found.iter().map(|url| (self.keys.of(url), url)).collect();
        let mut state = self.lock();
        state.figures.bytes += bytes;
        if state.seen.write(key) {
            state.figures.pages += 1;
            let written = state
                .writer
                .as_mut()
                .map_or(Ok(()), |writer| writer.write(&line));
            if let Err(error) = written {
                self.fail(&mut state, error);
            }
        }
        if let Ok(here) = here
            && state.traps.note(&here, said)
        {
            tracing::warn!(
                url = page.url,
                "pages like this one say the same again and again"
            );
        }
        let before = state.queue.len();
        let depth = taken.depth.saturating_add(1);
        for (key, url) in found {
            if depth > self.max_depth {
                // Not marked as seen: a shorter path may still lead there.
                state.figures.left += 1;
            } else if state.seen.insert(key) {
                // New ones are few, so parsing them is cheap.
                if Url::parse(url).is_ok_and(|url| state.traps.admits(&url)) {
                    state.queue.push(url, depth);
                } else {
                    state.figures.left += 1;
                }
            }
        }
        if state.idle > 0 && state.queue.len() > before {
            self.change.notify_waiters();
        }
    }

    fn note_start(&self, taken: &QueuedAddress, why: Message) {
        if taken.url == self.start {
            self.lock().start_failed = Some(why);
        }
    }

    /// The current figures; flushes the file.
    fn figures(&self) -> CrawlProgress {
        let mut state = self.lock();
        let flushed = state.writer.as_mut().map_or(Ok(()), Writer::flush);
        if let Err(error) = flushed {
            self.fail(&mut state, error);
        }
        state.figures.queued = u64::try_from(state.queue.len()).unwrap_or(u64::MAX);
        state.figures.clone()
    }

    fn fail(&self, state: &mut State, error: EngineError) {
        state.failed.get_or_insert(error);
        state.stopped = true;
        self.change.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Consistent after every step: a worker that panicked leaves counts, not half an address.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn start_url(text: &str) -> Result<Url, EngineError> {
    let failed = |reason: String| {
        EngineError(
            Message::new("engine-bad-url")
                .with("url", text)
                .with("reason", reason),
        )
    };
    let url = Url::parse(text).map_err(|error| failed(error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(failed(url.scheme().to_owned()));
    }
    Ok(without_fragment(&url))
}
