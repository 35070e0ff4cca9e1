//! Fetches pages by the cheapest way that works: a plain request, and the browser where the answer
//! is a shell that scripts are to fill. Input: a session, an address, the way that a rule or the
//! user chose. Output: an answer. By itself it never shows a page in the browser that was refused, or
//! that asks whether one is a person.

pub(crate) mod interface;
mod page_kinds;
mod shell;
mod way;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

use crate::context::signals::shipped_signals;
use crate::protocol::{PageWays, WayCost};
use bowerbird_io::browser::{
    Browser, BrowserError, BrowserLimits, BrowserWindow, PageRequest, RenderOptions,
    WindowUserAgent, browser_choice,
};
use bowerbird_io::fetch::{BrowserProblem, FetchError, Fetched, Fetcher, GetOptions, Session};
use bowerbird_logic::detect::Signals;
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::rules::{FetchMode, step_values, steps_with, with_step_values};
use page_kinds::{PageKinds, Way};
use shell::is_shell;
pub(crate) use way::{PageWay, RuleWays};

/// How long a missing browser is not looked for again.
const MISSING_BROWSER_REST: Duration = Duration::from_secs(60);

/// The way that the user chose on the command line, for all pages of this process.
static CHOSEN: AtomicU8 = AtomicU8::new(u8::MAX);

/// Fetches all pages of this process this way: the user's choice on the command line.
pub fn fetch_by(mode: FetchMode) {
    let number = FetchMode::ALL.iter().position(|known| *known == mode);
    let number = number.and_then(|number| u8::try_from(number).ok());
    CHOSEN.store(number.unwrap_or(u8::MAX), Ordering::Relaxed);
}

/// The way of this process, or else `mode`.
pub(crate) fn chosen_or(mode: FetchMode) -> FetchMode {
    let number = usize::from(CHOSEN.load(Ordering::Relaxed));
    FetchMode::ALL.get(number).copied().unwrap_or(mode)
}

/// A page, with the requests for data that its scripts made, if they were recorded.
#[derive(Clone, Debug)]
pub(crate) struct FetchedPage {
    pub(crate) fetched: Fetched,
    pub(crate) requests: Vec<PageRequest>,
    /// What it cost by each way that was tried.
    pub(crate) ways: PageWays,
    /// What a plain request brought, where a person asked for the browser instead.
    pub(crate) plain: Option<Box<Fetched>>,
}

/// A client for pages. Cheap to clone; clones share the browser and what is known of pages.
#[derive(Clone)]
pub(crate) struct PageClient {
    http: Fetcher,
    browser: Browser,
    known: Arc<Known>,
}

#[derive(Default)]
struct Known {
    kinds: Mutex<PageKinds>,
    /// When no browser was found, why, and which one was chosen then.
    absent: Mutex<Option<(Instant, Message, u32)>>,
}

impl PageClient {
    /// A client; `worker` is this program itself, which guards the browser.
    pub(crate) fn new(http: &Fetcher, worker: PathBuf) -> Self {
        Self {
            http: http.clone(),
            browser: Browser::new(worker, http.clone(), BrowserLimits::default()),
            known: Arc::default(),
        }
    }

    /// Fetches a page, as [`Self::get_page`] does, without its requests for data.
    pub(crate) async fn get(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
        way: PageWay,
    ) -> Result<Fetched, FetchError> {
        let page = self.get_page(session, url, options, way, false).await?;
        Ok(page.fetched)
    }

    /// Fetches a page. `record` for the requests for data that it makes in the browser.
    pub(crate) async fn get_page(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
        way: PageWay,
        record: bool,
    ) -> Result<FetchedPage, FetchError> {
        match chosen_or(way.mode) {
            // Without its steps it is another page.
            FetchMode::Http if !way.steps.is_empty() => Err(FetchError::browser(
                url,
                BrowserProblem::LeftOut,
                String::new(),
            )),
            FetchMode::Http => self.plain(session, url, options).await,
            FetchMode::Browser => self.shown(session, url, (&way, record)).await,
            FetchMode::Auto if !way.steps.is_empty() => {
                self.shown(session, url, (&way, record)).await
            }
            FetchMode::Auto if way.asked => {
                self.shown_as_asked(session, url, options, (&way, record))
                    .await
            }
            FetchMode::Auto if way.picture => match self.absence() {
                absent @ Some(_) => {
                    let mut plain = self.plain(session, url, options).await?;
                    plain.ways.absent = absent;
                    Ok(plain)
                }
                None => {
                    self.shown_if_any(session, url, options, (&way, record))
                        .await
                }
            },
            FetchMode::Auto if self.kinds(|kinds| kinds.way(url)) == Way::Browser => {
                self.shown_if_any(session, url, options, (&way, record))
                    .await
            }
            FetchMode::Auto => {
                let plain_first = self.plain_first(session, url, options, (&way, record));
                plain_first.await
            }
        }
    }

    /// Opens `url` in a window of the browser, for a person.
    ///
    /// # Errors
    /// [`BrowserError`] if no browser can open a window here.
    pub(crate) async fn open_window(
        &self,
        session: &Session,
        url: &Url,
        agent: WindowUserAgent,
    ) -> Result<BrowserWindow, BrowserError> {
        self.browser.open_window(session, url, agent).await
    }

    async fn plain(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
    ) -> Result<FetchedPage, FetchError> {
        let fetched = self.http.get_with_options(session, url, options).await?;
        let plain = Some(WayCost {
            took: fetched.elapsed,
            bytes: fetched.body.len() as u64,
        });
        Ok(FetchedPage {
            fetched,
            requests: Vec::new(),
            ways: PageWays {
                plain,
                ..PageWays::default()
            },
            plain: None,
        })
    }

    /// The page in the browser, or a plain request where there is none.
    async fn shown_if_any(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
        shown: (&PageWay, bool),
    ) -> Result<FetchedPage, FetchError> {
        match self.shown(session, url, shown).await {
            Err(error) if is_absent(&error) => {
                let absent = Some(self.note_absence(url, &error));
                let mut plain = self.plain(session, url, options).await?;
                plain.ways.absent = absent;
                Ok(plain)
            }
            other => other,
        }
    }

    async fn shown(
        &self,
        session: &Session,
        url: &Url,
        (way, record): (&PageWay, bool),
    ) -> Result<FetchedPage, FetchError> {
        let (opened, values) = step_values(url);
        let options = RenderOptions {
            record,
            steps: steps_with(&way.steps, &values),
            until_failure: way.until_failure,
            picture: way.picture,
            picture_until: way.picture_until,
        };
        let began = Instant::now();
        let mut rendered = self.browser.render(session, &opened, &options).await?;
        // What the page shows with one value is another page than with the next.
        if !values.is_empty()
            && let Some(last) = rendered.fetched.url_chain.last_mut()
        {
            *last = with_values_of(last, &values);
        }
        let browser = Some(WayCost {
            took: began.elapsed(),
            bytes: rendered.received,
        });
        Ok(FetchedPage {
            fetched: rendered.fetched,
            requests: rendered.requests,
            ways: PageWays {
                browser,
                failed_step: rendered.failed_step.map(|step| {
                    Message::new("fetch-browser-fault")
                        .with("problem", BrowserProblem::Step.token())
                        .with("detail", step)
                }),
                ..PageWays::default()
            },
            plain: None,
        })
    }

    /// The page in the browser because a person asked for it, with what a plain request brings; only
    /// the latter where there is no browser.
    async fn shown_as_asked(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
        (way, record): (&PageWay, bool),
    ) -> Result<FetchedPage, FetchError> {
        let plain = self.plain(session, url, options).await;
        tokio::time::sleep(way.pause).await;
        match self.shown(session, url, (way, record)).await {
            Ok(mut shown) => {
                shown.ways.asked = true;
                // A plain request that fails brings nothing.
                if let Ok(plain) = plain {
                    shown.ways.plain = plain.ways.plain;
                    shown.plain = Some(Box::new(plain.fetched));
                }
                Ok(shown)
            }
            Err(error) if is_absent(&error) => {
                let mut plain = plain?;
                plain.ways.absent = Some(self.note_absence(url, &error));
                Ok(plain)
            }
            Err(error) => Err(error),
        }
    }

    /// A plain request, then the browser if the answer is a shell.
    async fn plain_first(
        &self,
        session: &Session,
        url: &Url,
        options: GetOptions<'_>,
        (way, record): (&PageWay, bool),
    ) -> Result<FetchedPage, FetchError> {
        let plain = self.plain(session, url, options).await?;
        if self.kinds(|kinds| kinds.stays_empty(url)) {
            return Ok(plain);
        }
        let absence = self.absence();
        // A run goes on without a closer look; a person is told what would help.
        if absence.is_some() && !record {
            return Ok(plain);
        }
        let (mut plain, is_empty) = judged(plain, session, way).await;
        if !is_empty {
            self.kinds(|kinds| kinds.needs_none(url));
            return Ok(plain);
        }
        if absence.is_some() {
            plain.ways.absent = absence;
            return Ok(plain);
        }
        tokio::time::sleep(way.pause).await;
        match self.shown(session, url, (way, record)).await {
            Ok(shown) => {
                let (mut shown, is_empty) = judged(shown, session, way).await;
                self.kinds(|kinds| kinds.needs_browser(url, !is_empty));
                Ok(match is_empty {
                    // What the browser shows is no better.
                    true => plain,
                    false => {
                        shown.ways.plain = plain.ways.plain;
                        shown
                    }
                })
            }
            Err(error) if is_absent(&error) => {
                plain.ways.absent = Some(self.note_absence(url, &error));
                Ok(plain)
            }
            Err(error) => Err(error),
        }
    }

    fn kinds<T>(&self, work: impl FnOnce(&mut PageKinds) -> T) -> T {
        let kinds = self.known.kinds.lock();
        work(&mut kinds.unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes that no browser was found, and returns why.
    fn note_absence(&self, url: &Url, error: &FetchError) -> Message {
        tracing::warn!(%url, %error, "a page needs a browser");
        let why = error.explain();
        let absent = self.known.absent.lock();
        *absent.unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), why.clone(), browser_choice()));
        why
    }

    /// Why no browser was found lately.
    fn absence(&self) -> Option<Message> {
        let absent = self.known.absent.lock();
        let absent = absent.unwrap_or_else(PoisonError::into_inner);
        let (at, why, choice) = absent.as_ref()?;
        (at.elapsed() < MISSING_BROWSER_REST && *choice == browser_choice()).then(|| why.clone())
    }
}

fn with_values_of(url: &Url, values: &[(String, String)]) -> Url {
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    with_step_values(url, &values)
}

/// Whether there is no browser that could show anything.
fn is_absent(error: &FetchError) -> bool {
    use BrowserProblem::{Missing, NoBrowser, NotThere, Start, System, TooOld};
    matches!(
        error,
        FetchError::Browser {
            problem: Missing | NotThere | NoBrowser | TooOld | System | Start,
            ..
        }
    )
}

/// An answer, and whether it is a shell without content. Work for another thread, where it is any.
async fn judged(page: FetchedPage, session: &Session, way: &PageWay) -> (FetchedPage, bool) {
    if !shell::may_be_shell(&page.fetched) {
        return (page, false);
    }
    let kept = page.clone();
    let through_proxy = session.proxy().is_some();
    let is_content = way.data_is_content;
    let work = move || {
        let signals = shipped_signals().ok();
        let judge = |signals: Signals| is_shell(&signals, &page.fetched, through_proxy, is_content);
        let is_shell = signals.is_some_and(judge);
        (page, is_shell)
    };
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or((kept, false))
}
