//! The crawl itself: a queue in memory, each address once.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use url::Url;

use super::page::{CrawledPage, read_page};
use super::scope::Scope;
use super::writer::Writer;
use super::{CrawlOptions, CrawlProgress, CrawlReport};
use crate::engine::EngineError;
use crate::engine::crawl::hosts::{Hosts, Pace};
use crate::engine::ground::cores;
use crate::io::fetch::{FetchLimits, Fetched, Fetcher, Session};
use crate::logic::messages::{Explain, Message};
use crate::logic::page::without_fragment;
use crate::logic::select::Selector;

/// Tries of a page that fails for a passing reason.
const TRIES: u32 = 3;
/// Waits for a host that limits us, one page's worth; doubles from the first.
const FIRST_WAIT: Duration = Duration::from_secs(2);
/// The longest of them.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often figures are told.
const TICK: Duration = Duration::from_millis(250);

/// What all requests share.
struct Shared {
    fetcher: Fetcher,
    session: Session,
    hosts: Hosts,
    scope: Scope,
    fields: Vec<(String, Selector)>,
    parsers: Arc<Semaphore>,
    pace: Pace,
    robots: bool,
}

/// What came of one address.
enum Crawled {
    Page {
        page: Box<CrawledPage>,
        found: Vec<Url>,
        bytes: u64,
    },
    /// Not in scope after redirects, no HTML, or forbidden by robots.txt.
    Skipped(Message),
    Failed(Message),
}

/// Crawls until done or told to stop.
pub(super) async fn crawl(
    options: CrawlOptions,
    progress: &mut dyn FnMut(&CrawlProgress) -> bool,
) -> Result<CrawlReport, EngineError> {
    let start = start_url(&options.start)?;
    let names = options
        .fields
        .iter()
        .map(|(name, _)| name.clone())
        .collect();
    let at_once = options.concurrency.max(1);
    let shared = Arc::new(Shared {
        fetcher: Fetcher::new(FetchLimits::default()),
        session: Session::new(None, None, None),
        hosts: Hosts::default(),
        scope: Scope::new(&start, &options.allow, &options.deny)?,
        fields: options.fields,
        parsers: Arc::new(Semaphore::new(cores())),
        pace: Pace {
            delay: options.delay,
            from_robots: false,
            at_once: u32::try_from(at_once).unwrap_or(u32::MAX),
        },
        robots: options.robots,
    });
    let mut crawler = Crawler {
        writer: Writer::create(&options.out, names)?,
        queue: VecDeque::from([start.clone()]),
        seen: HashSet::from([start.to_string()]),
        written: HashSet::new(),
        report: CrawlReport::default(),
        max_pages: options.max_pages.unwrap_or(u64::MAX),
        at_once,
        start: start.into(),
        start_failed: None,
        tasks: JoinSet::new(),
        shared,
    };
    let ended = crawler.run(progress).await;
    crawler.tasks.shutdown().await;
    if crawler.report.progress.pages > 0 {
        crawler.writer.finish()?;
    } else {
        crawler.writer.discard();
    }
    ended?;
    progress(&crawler.report.progress);
    if let Some(why) = crawler.start_failed {
        return Err(EngineError(why));
    }
    Ok(crawler.report)
}

struct Crawler {
    shared: Arc<Shared>,
    writer: Writer,
    queue: VecDeque<Url>,
    seen: HashSet<String>,
    /// Addresses after redirects that have a record.
    written: HashSet<String>,
    report: CrawlReport,
    max_pages: u64,
    at_once: usize,
    start: String,
    /// Why the start page yielded nothing, when it did.
    start_failed: Option<Message>,
    tasks: JoinSet<(Url, Crawled)>,
}

impl Crawler {
    async fn run(
        &mut self,
        progress: &mut dyn FnMut(&CrawlProgress) -> bool,
    ) -> Result<(), EngineError> {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.fill();
            if self.tasks.is_empty() {
                return Ok(());
            }
            tokio::select! {
                Some(joined) = self.tasks.join_next() => {
                    if let Ok((url, crawled)) = joined {
                        self.take(&url, crawled)?;
                    }
                }
                _ = tick.tick() => {
                    self.writer.flush()?;
                    if !progress(&self.report.progress) {
                        self.report.stopped = true;
                        return Ok(());
                    }
                }
            }
        }
    }

    fn fill(&mut self) {
        while self.tasks.len() < self.at_once {
            let under_way = u64::try_from(self.tasks.len()).unwrap_or(u64::MAX);
            if self.report.progress.pages.saturating_add(under_way) >= self.max_pages {
                break;
            }
            let Some(url) = self.queue.pop_front() else {
                break;
            };
            let shared = Arc::clone(&self.shared);
            self.tasks.spawn(async move {
                let crawled = get(&shared, &url).await;
                (url, crawled)
            });
        }
        self.report.progress.queued = u64::try_from(self.queue.len()).unwrap_or(u64::MAX);
    }

    fn take(&mut self, url: &Url, crawled: Crawled) -> Result<(), EngineError> {
        let figures = &mut self.report.progress;
        match crawled {
            Crawled::Page { page, found, bytes } => {
                figures.bytes += bytes;
                if self.written.insert(page.url.clone()) {
                    figures.pages += 1;
                    self.writer.write(&page)?;
                }
                self.seen.insert(page.url);
                for url in found {
                    if !self.seen.contains(url.as_str()) {
                        self.seen.insert(url.as_str().to_owned());
                        self.queue.push_back(url);
                    }
                }
            }
            Crawled::Skipped(why) => self.note_start(url, why),
            Crawled::Failed(why) => {
                figures.failed += 1;
                tracing::warn!(%url, why = %crate::logic::messages::english(&why), "page failed");
                self.note_start(url, why);
            }
        }
        Ok(())
    }

    fn note_start(&mut self, url: &Url, why: Message) {
        if url.as_str() == self.start {
            self.start_failed = Some(why);
        }
    }
}

/// Gets and reads one page, with patience for passing faults.
async fn get(shared: &Arc<Shared>, url: &Url) -> Crawled {
    let mut pace = shared.pace;
    if shared.robots {
        let robots = shared.fetcher.robots(&shared.session, url).await;
        if let Some(asked) = robots.crawl_delay.filter(|asked| *asked > pace.delay) {
            pace.delay = asked;
            pace.from_robots = true;
        }
        if !robots.allowed && !robots.unreachable {
            let rule = robots.rule.unwrap_or_default();
            return Crawled::Skipped(
                Message::new("engine-reason-robots")
                    .with("url", url.as_str())
                    .with("rule", rule),
            );
        }
        if robots.unreachable {
            return Crawled::Failed(
                Message::new("engine-robots-unreachable").with("url", url.as_str()),
            );
        }
    }
    let mut tries = 0;
    loop {
        tries += 1;
        let turn = shared.hosts.turn(url, pace, |_, _| {}).await;
        let answer = shared.fetcher.get(&shared.session, url).await;
        drop(turn);
        match answer {
            Ok(fetched) if matches!(fetched.status, 429 | 503) && tries <= TRIES => {
                let wait = asked_wait(&fetched, tries);
                shared.hosts.pause(url, Instant::now() + wait);
            }
            Ok(fetched) => return look(shared, url, fetched).await,
            Err(error) if tries >= TRIES => return Crawled::Failed(error.explain()),
            Err(_) => tokio::time::sleep(Duration::from_millis(300) * tries).await,
        }
    }
}

fn asked_wait(fetched: &Fetched, tries: u32) -> Duration {
    let asked = fetched
        .header("retry-after")
        .and_then(|text| text.trim().parse::<u64>().ok())
        .map(Duration::from_secs);
    asked
        .unwrap_or(FIRST_WAIT * 2_u32.saturating_pow(tries - 1))
        .min(LONGEST_WAIT)
}

/// Only HTML pages that came with status 200 become records.
async fn look(shared: &Arc<Shared>, url: &Url, fetched: Fetched) -> Crawled {
    let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
    if fetched.status != 200 {
        return Crawled::Failed(
            Message::new("engine-page-status")
                .with("url", last.as_str())
                .with("status", fetched.status),
        );
    }
    let is_html = fetched.header("content-type").is_none_or(|kind| {
        let kind = kind.to_ascii_lowercase();
        kind.contains("html")
    });
    if !is_html || !shared.scope.same_origin(&last) {
        return Crawled::Skipped(Message::new("engine-page-skipped").with("url", last.as_str()));
    }
    let bytes = u64::try_from(fetched.body.len()).unwrap_or(u64::MAX);
    let Ok(turn) = Arc::clone(&shared.parsers).acquire_owned().await else {
        return Crawled::Failed(Message::new("engine-page-skipped").with("url", last.as_str()));
    };
    let for_reading = Arc::clone(shared);
    let target = last.clone();
    let read = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let content_type = fetched.header("content-type");
        read_page(
            &fetched.body,
            content_type,
            &target,
            &for_reading.fields,
            &for_reading.scope,
        )
    })
    .await;
    match read {
        Ok((page, found)) => Crawled::Page {
            page: Box::new(page),
            found,
            bytes,
        },
        Err(_) => {
            Crawled::Failed(Message::new("engine-page-unreadable").with("url", last.as_str()))
        }
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
