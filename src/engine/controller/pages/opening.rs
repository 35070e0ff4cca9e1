//! Opens one page in the workbench: from the network, the store or the disk to its text, its thread
//! and its picture.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use url::Url;

use super::drawing::{Drawing, Picture, Size};
use super::page_routes::{PageRoutes, ProxyOutcome, note_use};
use super::page_thread::{PageJob, PageText, serve};
use crate::context::page_client::PageWay;
use crate::context::page_client::interface::{self, interface_of};
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::authoring::page_job_queue::{PageJobQueue, QueuedPageJob};
use crate::crawl::PageVisit;
use crate::extract::no_page;
use crate::page_resources::{KeptResources, PageResources};
use crate::protocol::{AccountChoice, EngineError, PageTicket, PageWays};
use crate::workbench::{interface_choice, site_name};
use bowerbird_io::browser::PageRequest;
use bowerbird_io::fetch::{FetchError, Fetched, GetOptions, ProxyRoute, RobotsPolicy, Session};
use bowerbird_io::secrets::Secret;
use bowerbird_logic::detect::{Answer, Signals, TransportFault, judge, or_needs_browser};
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::model::{PageState, Proxy, SiteId, Verdict};
use bowerbird_logic::page::{Foreign, Page, decode, foreign, without_fragment};
use bowerbird_logic::rules::{PageStep, Sending};

/// How long a fetched page waits for robots.txt.
const ROBOTS_PATIENCE: Duration = Duration::from_secs(2);

/// A page as received, from any origin.
pub(in crate::controller) struct ReceivedPage {
    pub(in crate::controller) requested: Url,
    pub(in crate::controller) url: Url,
    pub(in crate::controller) html: String,
    pub(in crate::controller) encoding: &'static str,
    pub(in crate::controller) status: u16,
    pub(in crate::controller) headers: Vec<(String, String)>,
    pub(in crate::controller) bytes: usize,
    pub(in crate::controller) elapsed: Duration,
    /// The proxy of the pool that it was fetched through.
    pub(in crate::controller) proxy: Option<String>,
    /// As whom it was fetched, if its site has an account.
    pub(in crate::controller) shown_as: Option<AccountChoice>,
    /// The ways to what it shows, if it is one that its scripts make.
    pub(in crate::controller) ways: Option<Box<PageWays>>,
    /// The address and text that a plain request brought, where it was asked for in the browser.
    pub(in crate::controller) plain: Option<Box<(Url, String)>>,
    /// The reference time of the page.
    pub(in crate::controller) fetched_at: Timestamp,
    /// When it was fetched or saved, if known.
    pub(in crate::controller) read_at: Option<Timestamp>,
    /// Its file.
    pub(in crate::controller) file: Option<PathBuf>,
    /// The robots.txt rule against collecting it.
    pub(in crate::controller) robots: Option<Message>,
    /// What it is if it is a file of another kind: a picture, a PDF.
    pub(in crate::controller) foreign: Option<Foreign>,
    /// The browser that a person sent it from.
    pub(in crate::controller) sent_from: Option<String>,
}

impl ReceivedPage {
    /// What the answer is: the page, a block, an error, a page that only scripts fill.
    pub(in crate::controller) fn verdict(&self, signals: &Signals, page: &Page) -> Verdict {
        or_needs_browser(self.judged(signals, page), self.status, page)
    }

    fn judged(&self, signals: &Signals, page: &Page) -> Verdict {
        judge(
            signals,
            &Answer {
                requested_url: self.requested.as_str(),
                final_url: self.url.as_str(),
                status: self.status,
                headers: &self.headers,
                through_proxy: self.proxy.is_some(),
                body: &self.html,
                page: Some(page),
                now_s: self.fetched_at.as_second(),
                ..Answer::default()
            },
        )
    }
}

/// The origin of a page.
pub(in crate::controller) enum PageOrigin {
    /// Its site, through a session that may use a proxy, and an account.
    Fetched(Box<Fetching>, Option<Box<PageVisit>>),
    /// A stored page; nothing is requested from its site, not even style sheets.
    Kept(Opener),
}

/// A page to be fetched.
pub(in crate::controller) struct Fetching {
    pub(in crate::controller) session: Session,
    /// The proxy of `session`.
    pub(in crate::controller) proxy: Option<String>,
    /// The proxies to try instead, best first.
    pub(in crate::controller) candidates: Vec<(Proxy, ProxyRoute)>,
    pub(in crate::controller) url: Url,
    /// The request settings of the site's rule.
    pub(in crate::controller) sending: Sending,
    /// The site with which its style sheets are stored.
    pub(in crate::controller) site: Option<SiteId>,
    /// Whether a person asked for it in the browser.
    pub(in crate::controller) in_browser: bool,
    /// What is done on it in the browser before it is shown.
    pub(in crate::controller) steps: Arc<[PageStep]>,
}

/// A stored page, and the function that loads its stored style sheets and pictures.
pub(in crate::controller) struct OpenedSnapshot {
    pub(in crate::controller) came: ReceivedPage,
    pub(in crate::controller) resources: Arc<dyn PageResources>,
}

/// Loads a stored page; it may take a moment and runs on its own thread.
pub(in crate::controller) type Opener =
    Box<dyn FnOnce(&EngineContext) -> Result<OpenedSnapshot, EngineError> + Send>;

/// A page being opened, and then drawn until it is closed.
pub(in crate::controller) struct Opening {
    pub(in crate::controller) context: Arc<EngineContext>,
    pub(in crate::controller) bench: Arc<PageJobQueue>,
    pub(in crate::controller) text: Arc<OnceLock<Arc<PageText>>>,
    pub(in crate::controller) routes: Arc<PageRoutes>,
    pub(in crate::controller) ticket: PageTicket,
    pub(in crate::controller) size: Size,
}

impl Opening {
    /// Loads the page, starts its thread, lays it out and paints tiles until it is closed.
    pub(in crate::controller) async fn open(
        &self,
        wanted: PageOrigin,
        jobs: mpsc::Receiver<PageJob>,
        drawings: Receiver<Drawing>,
    ) -> Result<(), EngineError> {
        let from_store = matches!(wanted, PageOrigin::Kept(_));
        let (kept, site) = match wanted {
            PageOrigin::Fetched(mut fetching, visit) => {
                if fetching.site.is_none() {
                    // Typed by a person, who may mean a page of their own network. Resources of the
                    // page cannot reach further than the page itself.
                    let reach = self.context.fetcher.reach_of_named(&fetching.url).await;
                    fetching.session = fetching.session.reaching(reach);
                }
                let heeds = fetching.site.is_none() || fetching.session.respects_robots();
                // Style sheets too are for the person who views the page.
                fetching.session = fetching.session.with_robots(RobotsPolicy::Ignored);
                let came = match visit {
                    Some(visit) => self.fetched_as(*visit, &mut fetching, heeds).await?,
                    None => self.fetched_through_pool(&mut fetching, heeds).await?,
                };
                if let Some(kind) = came.foreign {
                    return Err(no_page(came.url.as_str(), kind));
                }
                let resources = Arc::new(KeptResources::new(fetching.session));
                (OpenedSnapshot { came, resources }, fetching.site)
            }
            PageOrigin::Kept(read) => {
                let context = Arc::clone(&self.context);
                let kept = spawn_cpu_now(move || read(&context)).await;
                let kept = kept.ok_or_else(|| {
                    EngineError(Message::new("engine-page-unreadable").with("url", ""))
                })?;
                (kept?, None)
            }
        };
        let text = self.text_of(kept, from_store, site);
        let (told, opened) = oneshot::channel();
        let source = Arc::clone(&text);
        std::thread::Builder::new()
            .name("page".to_owned())
            .spawn(move || serve(&source, &jobs, told))
            .map_err(|error| {
                EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
            })?;
        let picture = Picture {
            context: Arc::clone(&self.context),
            ticket: self.ticket,
            text: Arc::clone(&text),
            size: self.size,
        };
        let (drawn, ()) = tokio::join!(picture.first(), async {
            // A page is reported as opened before its analysis or picture, however fast those are.
            let _ = opened.await;
            self.bench.submit(text, QueuedPageJob::Understand);
        });
        picture.serve(drawn, drawings).await;
        Ok(())
    }

    /// Fetches with an account of the site, which logs in when the rule or the page asks for it;
    /// `wanted` then has its session.
    async fn fetched_as(
        &self,
        mut visit: PageVisit,
        wanted: &mut Fetching,
        heeds: bool,
    ) -> Result<ReceivedPage, EngineError> {
        if visit.must_log_in_first() {
            visit.log_in(&mut wanted.session, None).await?;
        }
        let mut came = self.fetched_through_pool(wanted, heeds).await?;
        let asks = self.state_of(&came) == PageState::LoginRequired
            || visit.is_sent_to_login(&came.requested, &came.url);
        let login_page = (came.url != came.requested).then_some(came.url.as_str());
        if asks
            && visit
                .log_in_for_page(&mut wanted.session, login_page)
                .await?
        {
            came = self.fetched(wanted, heeds).await?;
        }
        came.shown_as = visit.shown_as();
        Ok(came)
    }

    /// Fetches through one candidate after the other until one gets the page; `wanted` then has its
    /// session. The last result counts if none does.
    async fn fetched_through_pool(
        &self,
        wanted: &mut Fetching,
        heeds: bool,
    ) -> Result<ReceivedPage, EngineError> {
        let candidates = std::mem::take(&mut wanted.candidates);
        let mut last = None;
        for (proxy, route) in candidates {
            wanted.session = wanted.session.through(Some(route.clone()));
            wanted.proxy = Some(proxy.name.clone());
            let result = self.fetched(wanted, heeds).await;
            let outcome = match &result {
                Ok(came) => ProxyOutcome::Answered(self.state_of(came)),
                Err(error) => match error.fault() {
                    TransportFault::Proxy(_) => ProxyOutcome::Fault(error.explain()),
                    // Another proxy gets no other answer.
                    _ => return Ok(result?),
                },
            };
            let passed = matches!(&outcome, ProxyOutcome::Answered(state) if !state.is_refusal());
            note_use(&self.context, wanted.site, (&proxy, &route), outcome);
            let url = &wanted.url;
            self.routes.remember(&self.context, url, &proxy, passed);
            last = Some(result);
            if passed {
                break;
            }
        }
        match last {
            Some(result) => Ok(result?),
            None => Ok(self.fetched(wanted, heeds).await?),
        }
    }

    /// The state of a page as it came.
    fn state_of(&self, came: &ReceivedPage) -> PageState {
        tokio::task::block_in_place(|| {
            let page = Page::parse(&came.html, &came.url);
            came.verdict(&self.context.signals, &page).state
        })
    }

    async fn fetched(&self, wanted: &Fetching, heeds: bool) -> Result<ReceivedPage, FetchError> {
        let url = &wanted.url;
        let (fetcher, session) = (&self.context.fetcher, &wanted.session);
        let (mut ways, mut plain) = (None, None);
        let (asked, fetched) = match &wanted.sending {
            Sending::Get => {
                let way = PageWay {
                    steps: Arc::clone(&wanted.steps),
                    until_failure: true,
                    asked: wanted.in_browser && wanted.steps.is_empty(),
                    ..PageWay::without_rule(Duration::ZERO)
                };
                let pages = &self.context.pages;
                let options = GetOptions::default();
                let page = pages.get_page(session, url, options, way, true).await?;
                plain = page.plain.as_deref().and_then(text_of_plain).map(Box::new);
                let requests = interface::allowed(fetcher, session, page.requests).await;
                ways = tokio::task::block_in_place(|| {
                    with_interfaces(page.ways, &page.fetched, &requests)
                });
                (url.clone(), page.fetched)
            }
            Sending::Json { address, body } => {
                let body = Secret::new(body.clone());
                let fetched = fetcher.post_json(session, address, &body).await?;
                (address.clone(), fetched)
            }
            Sending::Form(form) => {
                let page = without_fragment(url);
                let body = Secret::new(form.clone());
                let fetched = fetcher.post_form(session, &page, &body, &page).await?;
                (page, fetched)
            }
        };
        let robots = match heeds {
            true => self.forbidden(session, &fetched.url_chain).await,
            false => None,
        };
        // Parameters of a body become part of the address by which the page is reopened.
        let moved = fetched.url().filter(|last| **last != asked);
        let last = moved.unwrap_or(url).clone();
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let now = Timestamp::now();
        Ok(ReceivedPage {
            requested: url.clone(),
            url: last,
            html: decoded.text,
            encoding: decoded.encoding,
            status: fetched.status,
            headers: fetched.headers,
            bytes: fetched.body.len(),
            elapsed: fetched.elapsed,
            proxy: wanted.proxy.clone(),
            shown_as: None,
            ways,
            plain,
            fetched_at: now,
            read_at: Some(now),
            file: None,
            robots,
            foreign: foreign(&fetched.body),
            sent_from: None,
        })
    }

    /// Which of the redirected addresses robots.txt excludes from collecting. This is reported, not
    /// enforced.
    async fn forbidden(&self, session: &Session, chain: &[Url]) -> Option<Message> {
        let ask = async {
            for url in chain {
                let said = self.context.fetcher.robots(session, url).await;
                if !said.allowed && !said.unreachable {
                    return Some(
                        Message::new("engine-bench-robots-open")
                            .with("url", url.as_str())
                            .with("rule", said.rule.unwrap_or_default()),
                    );
                }
            }
            None
        };
        tokio::time::timeout(ROBOTS_PATIENCE, ask).await.ok()?
    }

    /// The text shared by all threads, set once per page.
    fn text_of(
        &self,
        kept: OpenedSnapshot,
        from_store: bool,
        site: Option<SiteId>,
    ) -> Arc<PageText> {
        let text = Arc::new(PageText {
            context: Arc::clone(&self.context),
            ticket: self.ticket,
            came: kept.came,
            from_store,
            resources: kept.resources,
            site,
            closed: AtomicBool::new(false),
            grasp: OnceLock::new(),
            repair: Mutex::new(None),
        });
        // It is set only here.
        let _ = self.text.set(Arc::clone(&text));
        text
    }
}

/// The address and the text of what a plain request brought.
fn text_of_plain(fetched: &Fetched) -> Option<(Url, String)> {
    let decoded = decode(&fetched.body, fetched.header("content-type"));
    Some((fetched.url()?.clone(), decoded.text))
}

/// The ways to a page with the interfaces among the requests that it made in the browser; `None` for
/// an ordinary page.
fn with_interfaces(
    mut ways: PageWays,
    fetched: &Fetched,
    requests: &[PageRequest],
) -> Option<Box<PageWays>> {
    if let Some(url) = fetched.url().filter(|_| !requests.is_empty()) {
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let page = Page::parse(&decoded.text, url);
        if let Some(found) = interface_of(&page, requests) {
            let name = site_name(&page.title(), url.as_str());
            let choice = interface_choice(&found, &name, Timestamp::now());
            let cost = interface::cost_of(&found, requests);
            ways.interfaces.extend(choice.map(|choice| (choice, cost)));
        }
    }
    (!ways.is_empty()).then(|| Box::new(ways))
}
