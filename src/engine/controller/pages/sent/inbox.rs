//! Pages that wait for an answer, and those that were opened in the workbench, so that they can be
//! loaded again. They are in memory only: what nobody said yes to is gone when the project closes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::protocol::{
    EngineError, Event, PairedBrowserLine, SentPageId, SentPagesState, ShownCode, WaitingPage,
};
use bowerbird_io::secrets::Secret;
use bowerbird_io::serve::sent_pages::{NotTaken, PairedBrowsers, Receiver, SentPage, SharedCode};
use bowerbird_logic::model::SiteId;

/// The most pages that wait, and their size together in bytes.
const MAX_WAITING: usize = 10;
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The most pages that stay for the workbench to load again.
const MAX_OPENED: usize = 10;

/// A page with its number and the time it came.
struct Arrived {
    id: SentPageId,
    page: Arc<SentPage>,
    at: Timestamp,
    sites: Vec<SiteId>,
    is_being_kept: bool,
}

#[derive(Default)]
struct Pages {
    last: u64,
    waiting: Vec<Arrived>,
    opened: VecDeque<Arrived>,
    port: Option<u16>,
    bookmark: Option<Secret>,
}

/// The pages.
pub(super) struct Inbox {
    /// The server may outlive the engine for a moment.
    context: Weak<EngineContext>,
    browsers: Option<PairedBrowsers>,
    code: SharedCode,
    pages: Mutex<Pages>,
    /// Held while the state is reported, so that an older one never follows a newer one.
    reporting: Mutex<()>,
}

impl Inbox {
    /// An empty one.
    pub(super) fn new(context: &Arc<EngineContext>, browsers: Option<PairedBrowsers>) -> Self {
        Self {
            context: Arc::downgrade(context),
            browsers,
            code: SharedCode::default(),
            pages: Mutex::default(),
            reporting: Mutex::default(),
        }
    }

    /// The open code.
    pub(super) fn code(&self) -> SharedCode {
        Arc::clone(&self.code)
    }

    pub(super) fn set_port(&self, port: Option<u16>) {
        self.pages().port = port;
    }

    pub(super) fn set_bookmark(&self, bookmark: Option<Secret>) {
        self.pages().bookmark = bookmark;
    }

    /// Drops a page.
    pub(super) fn discard(&self, id: SentPageId) {
        self.pages().waiting.retain(|page| page.id != id);
    }

    /// A page for the workbench, with the time it came: one that waits, which then waits no longer, or
    /// one that was opened before.
    pub(super) fn open(&self, id: SentPageId) -> Option<(Arc<SentPage>, Timestamp)> {
        let mut pages = self.pages();
        let waits = pages.waiting.iter().position(|page| page.id == id);
        if let Some(at) = waits {
            let page = pages.waiting.remove(at);
            pages.opened.push_back(page);
            if pages.opened.len() > MAX_OPENED {
                pages.opened.pop_front();
            }
        }
        let page = pages.opened.iter().find(|page| page.id == id)?;
        Some((Arc::clone(&page.page), page.at))
    }

    /// A page whose records are to be kept; it still waits, marked as being kept. `None` if it does not
    /// wait, or is being kept already.
    pub(super) fn begin_keeping(&self, id: SentPageId) -> Option<(Arc<SentPage>, Timestamp)> {
        let mut pages = self.pages();
        let page = pages.waiting.iter_mut().find(|page| page.id == id)?;
        if std::mem::replace(&mut page.is_being_kept, true) {
            return None;
        }
        Some((Arc::clone(&page.page), page.at))
    }

    /// The page waits no longer if it was kept, else it waits again.
    pub(super) fn end_keeping(&self, id: SentPageId, is_kept: bool) {
        let mut pages = self.pages();
        if is_kept {
            pages.waiting.retain(|page| page.id != id);
        } else if let Some(page) = pages.waiting.iter_mut().find(|page| page.id == id) {
            page.is_being_kept = false;
        }
    }

    /// Tells the window of a failure.
    pub(super) fn tell(&self, error: EngineError) {
        if let Some(context) = self.context.upgrade() {
            context.publish(Event::CommandFailed { message: error.0 });
        }
    }

    /// Reports the state.
    pub(super) fn publish(&self) {
        let _turn = self.reporting.lock();
        if let Some(context) = self.context.upgrade() {
            context.publish(Event::SentPages(Box::new(self.state())));
        }
    }

    fn state(&self) -> SentPagesState {
        let known = self.browsers.as_ref();
        let known = known.and_then(|browsers| browsers.load().ok());
        let known = known.unwrap_or_default();
        let lines = known.browsers.into_iter().map(|browser| PairedBrowserLine {
            id: browser.id,
            name: browser.name,
            kind: browser.kind,
            paired_at: browser.paired_at,
            used_at: browser.used_at,
        });
        let pages = self.pages();
        SentPagesState {
            on: known.on,
            port: pages.port,
            code: self.shown_code(),
            bookmark: pages.bookmark.clone(),
            browsers: lines.collect(),
            waiting: pages.waiting.iter().map(line).collect(),
        }
    }

    fn shown_code(&self) -> Option<ShownCode> {
        let code = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let code = code.as_ref().filter(|code| code.is_open(now))?;
        let left = SignedDuration::try_from(code.left(now)).ok()?;
        Some(ShownCode {
            text: Secret::new(code.shown()),
            until: Timestamp::now().checked_add(left).ok()?,
        })
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Receiver for Inbox {
    fn page(&self, page: SentPage) -> Result<(), NotTaken> {
        let Some(context) = self.context.upgrade() else {
            return Err(NotTaken::TooManyWait);
        };
        let sites = sites_of(&context, &page);
        {
            let mut pages = self.pages();
            let held: usize = pages.waiting.iter().map(|one| one.page.html.len()).sum();
            let is_full = pages.waiting.len() >= MAX_WAITING;
            if is_full || held.saturating_add(page.html.len()) > MAX_BYTES {
                return Err(NotTaken::TooManyWait);
            }
            pages.last += 1;
            let id = SentPageId(pages.last);
            pages.waiting.push(Arrived {
                id,
                page: Arc::new(page),
                at: Timestamp::now(),
                sites,
                is_being_kept: false,
            });
        }
        self.publish();
        Ok(())
    }

    fn pairing_changed(&self) {
        self.publish();
    }
}

/// The sites whose rules are for the address of a page.
fn sites_of(context: &EngineContext, page: &SentPage) -> Vec<SiteId> {
    let sites = context.store.sites().unwrap_or_else(|error| {
        tracing::warn!(%error, "the sites of a sent page are unknown");
        Vec::new()
    });
    let its = sites.iter();
    let its = its.filter(|site| secret_places::is_place_of(site, &page.url));
    its.map(|site| site.id).collect()
}

fn line(arrived: &Arrived) -> WaitingPage {
    let page = &arrived.page;
    WaitingPage {
        id: arrived.id,
        url: page.url.to_string(),
        title: page.title.clone(),
        bytes: u64::try_from(page.html.len()).unwrap_or(u64::MAX),
        browser: page.browser.clone(),
        by_bookmark: page.by_bookmark,
        sites: arrived.sites.clone(),
        is_being_kept: arrived.is_being_kept,
    }
}
