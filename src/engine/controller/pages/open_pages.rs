//! Pages opened in the workbench: each stored as text with a thread that answers clicks, drawn by a
//! child process. Their commands are in `page_commands`. Longer work goes to the page job queue. Inactive
//! pages keep only their text, so that ten open pages cost little more than three.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, mpsc};

use tokio::sync::mpsc::{Sender, channel};
use tokio::task::JoinHandle;
use url::Url;

use super::drawing::{Drawing, Size};
use super::opening::{Opening, PageOrigin};
use super::page_resources;
use super::page_routes::PageRoutes;
use super::page_thread::{PageJob, PageText};
use super::sent::SentPages;
use crate::context::EngineContext;
use crate::controller::authoring::page_job_queue::{PageJobQueue, QueuedPageJob};
use crate::controller::authoring::sample_commands::Samples;
use crate::controller::authoring::try_rule::{PageTests, TestedPages};
use crate::controller::resolve_user_input::{find_site, typed_url};
use crate::controller::sites::account_sharing::share;
use crate::crawl::{PageVisit, site_session};
use crate::project_permission::secret_places;
use crate::protocol::{
    AccountChoice, EngineError, Event, PageEgress, PageLogin, PageTicket, SampleCommand, ShownLogin,
};
use bowerbird_io::fetch::{ProxyRoute, Session};
use bowerbird_logic::model::{LoginState, Proxy, Site, SiteId};
use bowerbird_logic::policy::pools::ProxyPolicy;
use bowerbird_logic::rules::{Rule, Sending, parse};

/// The maximum number of tiles of one page waiting to be painted.
const MAX_TILES_WAITING: usize = 256;
/// Pages that keep their tree and their child process: the visible one and the most recent ones.
const MAX_AWAKE: usize = 3;
/// The maximum number of further open pages used by a repair.
const MAX_BESIDE: usize = 6;

/// The open pages.
pub(in crate::controller) struct Pages {
    context: Arc<EngineContext>,
    pub(super) open: HashMap<PageTicket, OpenPage>,
    /// The active ones, the most recently viewed last.
    pub(super) awake: Vec<PageTicket>,
    bench: Arc<PageJobQueue>,
    routes: Arc<PageRoutes>,
    pub(in crate::controller) samples: Samples,
    tests: PageTests,
    /// Pages that browsers send.
    pub(super) sent: SentPages,
}

/// Dropping it ends the page's thread and kills its child process.
pub(super) struct OpenPage {
    jobs: mpsc::Sender<PageJob>,
    pub(super) drawings: Sender<Drawing>,
    task: JoinHandle<()>,
    text: Arc<OnceLock<Arc<PageText>>>,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        if let Some(text) = self.text.get() {
            text.closed.store(true, Ordering::Relaxed);
        }
        self.task.abort();
    }
}

impl Pages {
    pub(in crate::controller) fn new(context: Arc<EngineContext>) -> Self {
        Self {
            samples: Samples::new(Arc::clone(&context)),
            tests: PageTests::default(),
            sent: SentPages::new(&context),
            context,
            open: HashMap::new(),
            awake: Vec::new(),
            bench: Arc::default(),
            routes: Arc::default(),
        }
    }

    /// Takes pages that browsers send, if the person has turned that on.
    pub(in crate::controller) fn begin(&mut self) {
        self.sent.begin();
    }

    /// Executes a command about samples.
    pub(in crate::controller) fn sample_command(
        &self,
        command: SampleCommand,
    ) -> Result<(), EngineError> {
        self.samples.command(command, |ticket| self.text(ticket))
    }

    /// Tests a rule on further pages of its site.
    pub(in crate::controller) fn test(
        &mut self,
        site: Option<SiteId>,
        generation: u64,
        rule_toml: &str,
        pages: TestedPages,
    ) -> Result<(), EngineError> {
        // Pages of a host are tested as they are viewed.
        let first = pages.first().and_then(|url| typed_url(url).ok());
        let visit = match &first {
            Some(url) => self.visit(site, url, PageLogin::Usual)?,
            None => None,
        };
        let (mut session, _) = match visit {
            Some(visit) => visit.session(),
            None => self.session(site)?,
        };
        let candidates = first.map(|url| self.candidates(site, PageEgress::Usual, &url));
        let candidates = candidates.transpose()?;
        if let Some((_, route)) = candidates.into_iter().flatten().next() {
            session = session.through(Some(route));
        }
        self.tests.start(
            &self.context,
            &session,
            (site, generation),
            rule_toml,
            pages,
        )
    }

    /// Submits a job about a page to the page job queue. A page that could not be fetched has no text;
    /// nothing waits for its answers.
    pub(in crate::controller) fn bench_job(&self, ticket: PageTicket, mut job: QueuedPageJob) {
        let Some(text) = self.text(ticket) else {
            return;
        };
        self.bring_others(&text, &mut job);
        self.bench.submit(text, job);
    }

    /// Adds the texts of further pages to a job that needs them.
    fn bring_others(&self, text: &PageText, job: &mut QueuedPageJob) {
        match job {
            QueuedPageJob::Author {
                role,
                picks,
                others,
                ..
            } => {
                let mut seen = vec![text.ticket];
                for pick in picks.iter().filter(|pick| pick.role == *role) {
                    if !seen.contains(&pick.ticket) {
                        seen.push(pick.ticket);
                        others.extend(self.text(pick.ticket));
                    }
                }
            }
            QueuedPageJob::ProposeRepair { others, .. } => {
                let host = text.came.url.host_str();
                let beside = self.open.values().filter_map(|page| page.text.get());
                let beside = beside.filter(|other| {
                    other.ticket != text.ticket
                        && !other.from_store
                        && other.came.url.host_str() == host
                });
                others.extend(beside.take(MAX_BESIDE).cloned());
            }
            _ => {}
        }
    }

    /// Stores the looks of open pages of a new site's host: they were used to create it. Its runs use
    /// the account that one of them is shown with.
    pub(in crate::controller) fn site_added(&self, site: &Site) {
        let Ok(start) = typed_url(&site.start) else {
            return;
        };
        let texts = self.open.values().filter_map(|page| page.text.get());
        let its = texts.filter(|text| text.came.url.host() == start.host());
        let mut shown = None;
        for text in its {
            // Those of another site's pages are stored with that site.
            if text.site.is_none() {
                page_resources::keep_beside(text, site.id);
            }
            let logged_in = |shown: &&AccountChoice| shown.login == ShownLogin::LoggedIn;
            shown = shown.or_else(|| text.came.shown_as.as_ref().filter(logged_in));
        }
        if let Some(shown) = shown
            && let Err(error) = share(&self.context, shown.account, site.id)
        {
            self.context
                .publish(Event::CommandFailed { message: error.0 });
        }
    }

    fn text(&self, ticket: PageTicket) -> Option<Arc<PageText>> {
        self.open.get(&ticket)?.text.get().cloned()
    }

    /// Closes all pages.
    pub(in crate::controller) fn close_all(&mut self) {
        self.open.clear();
        self.tests.stop();
        self.sent.close();
    }

    /// A page that could not be fetched has no thread; nothing waits for its answers.
    pub(in crate::controller) fn job(&self, ticket: PageTicket, job: PageJob) {
        if let Some(page) = self.open.get(&ticket) {
            let _ = page.jobs.send(job);
        }
    }

    /// Marks a page as viewed; the least recently viewed one becomes inactive.
    pub(super) fn mark_viewed(&mut self, ticket: PageTicket) {
        self.awake.retain(|awake| *awake != ticket);
        self.awake.push(ticket);
        if self.awake.len() <= MAX_AWAKE {
            return;
        }
        let longest = self.awake.remove(0);
        if let Some(page) = self.open.get(&longest) {
            // A page whose tiles are still being painted is in use after all.
            let _ = page.drawings.try_send(Drawing::Rest);
            let _ = page.jobs.send(PageJob::Rest);
        }
    }

    pub(super) fn open(
        &mut self,
        ticket: PageTicket,
        wanted: Result<PageOrigin, EngineError>,
        (width, scale): (u32, f32),
    ) {
        let (jobs, jobs_in) = mpsc::channel();
        let (drawings, drawings_in) = channel(MAX_TILES_WAITING);
        let text = Arc::new(OnceLock::new());
        let opening = Opening {
            context: Arc::clone(&self.context),
            bench: Arc::clone(&self.bench),
            text: Arc::clone(&text),
            routes: Arc::clone(&self.routes),
            ticket,
            size: Size { width, scale },
        };
        let task = tokio::spawn(async move {
            let opened = match wanted {
                Ok(wanted) => Box::pin(opening.open(wanted, jobs_in, drawings_in)).await,
                Err(error) => Err(error),
            };
            if let Err(error) = opened {
                opening.context.publish(Event::PageFailed {
                    ticket,
                    message: error.0,
                });
            }
        });
        let page = OpenPage {
            jobs,
            drawings,
            task,
            text,
        };
        self.open.insert(ticket, page);
        self.mark_viewed(ticket);
    }

    /// The request settings of a run of the site for `url`. An invalid rule has none.
    pub(super) fn sending(&self, site: Option<SiteId>, url: &Url) -> Sending {
        self.rule(site)
            .map(|rule| rule.sending(url))
            .unwrap_or_default()
    }

    /// The proxies to try for `url`, as the site's rule allows them; fails as
    /// [`PageRoutes::candidates`].
    pub(super) fn candidates(
        &self,
        site: Option<SiteId>,
        egress: PageEgress,
        url: &Url,
    ) -> Result<Vec<(Proxy, ProxyRoute)>, EngineError> {
        let rule = self.rule(site);
        let policy = rule.and_then(|rule| ProxyPolicy::parse(&rule.file().network.proxy));
        let policy = policy.unwrap_or(ProxyPolicy::WhenBlocked);
        self.routes
            .candidates(&self.context, egress, url, (site, &policy))
    }

    fn rule(&self, site: Option<SiteId>) -> Option<Rule> {
        let site = find_site(&self.context, site?).ok()?;
        parse(&site.rule_toml).ok()
    }

    /// A visit to `url` with an account: of `site` if it has one, else of a site whose accounts may
    /// be used there. `None` if there is no such account.
    pub(super) fn visit(
        &self,
        site: Option<SiteId>,
        url: &Url,
        login: PageLogin,
    ) -> Result<Option<PageVisit>, EngineError> {
        let mut accounts = self.context.store.accounts()?;
        accounts.retain(|account| account.enabled);
        // One that is logged in already first.
        accounts.sort_by_key(|account| {
            let own = Some(account.site) == site;
            (!own, account.state != LoginState::LoggedIn, account.id)
        });
        for account in accounts {
            let its = find_site(&self.context, account.site)?;
            if Some(its.id) == site || secret_places::of_site(&its).allows(url) {
                return PageVisit::begin(&self.context, &its, login).map(Some);
            }
        }
        Ok(None)
    }

    pub(super) fn session(
        &self,
        site: Option<SiteId>,
    ) -> Result<(Session, Option<String>), EngineError> {
        match site {
            Some(site) => site_session(&self.context, &find_site(&self.context, site)?),
            None => Ok((Session::new(None, None, None), None)),
        }
    }
}
