//! A running browser: its tabs, and the profile of each visitor inside of it (a browser context with
//! cookies, storage and a password for the proxy of its own).

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::{Mutex as AsyncMutex, Semaphore};
use tokio::task::JoinHandle;
use url::Url;

use super::devtools::{AttachedToTarget, Connection, Events, ProtocolError, Target, TargetCrashed};
use super::idle_tabs::{IdleTab, IdleTabs, TabManner};
use super::page::{self, RenderOptions, Rendered, TabParts};
use super::process::launch::{BrowserProcess, Display};
use super::process::locate::BrowserProgram;
use super::proxy::{BrowserProxy, Visitor};
use super::start::{Started, failed, start};
use super::{BrowserError, BrowserLimits};
use crate::fetch::{BrowserCookie, BrowserProblem, FetchError, Fetcher, Session};

/// Maximum visitors whose profile is kept.
const MAX_VISITORS: usize = 12;
/// How long a new tab may take to appear.
const TAB_PATIENCE: Duration = Duration::from_secs(10);

/// A running browser.
pub(super) struct Running {
    process: AsyncMutex<Option<BrowserProcess>>,
    ids: (u32, u32),
    connection: Connection,
    proxy: BrowserProxy,
    profiles: AsyncMutex<Vec<Arc<Profile>>>,
    tabs: Arc<Tabs>,
    idle: IdleTabs,
    room: Semaphore,
    shown: AtomicU32,
    /// When it last had something to do.
    last_used: Mutex<Instant>,
    limits: BrowserLimits,
    fetcher: Fetcher,
    watching: JoinHandle<()>,
}

/// The profile of a visitor.
struct Profile {
    context: String,
    session: Session,
    visitor: Arc<Visitor>,
}

/// The tabs of the browser, as it reports them.
#[derive(Default)]
struct Tabs {
    attached: Mutex<HashMap<String, String>>,
    /// Tabs that are being opened: until then nobody knows whose a new one is.
    opening: AtomicU32,
    crashed: Mutex<Vec<String>>,
    has_news: tokio::sync::Notify,
    gone: AtomicBool,
}

impl Tabs {
    fn attached(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.attached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tabs that nobody opened: windows of pages.
    fn take_unrequested(&self) -> Vec<String> {
        match self.opening.load(Ordering::SeqCst) {
            0 => self.attached().drain().map(|(target, _)| target).collect(),
            _ => Vec::new(),
        }
    }
}

impl Running {
    /// Starts a browser.
    ///
    /// # Errors
    /// [`BrowserError`] if it does not start.
    pub(super) async fn start(
        program: &BrowserProgram,
        guard: &Path,
        fetcher: &Fetcher,
        limits: &BrowserLimits,
    ) -> Result<Self, BrowserError> {
        let started = start(program, guard, fetcher, limits, Display::Hidden).await?;
        let Started {
            process,
            connection,
            events,
            proxy,
            ..
        } = started;
        let browser = connection.browser();
        // Every new tab and worker waits until it is known whose it is.
        let waits = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
        let attached = browser.call("Target.setAutoAttach", waits).await;
        attached.map_err(|error| failed(&error))?;
        let tabs = Arc::new(Tabs::default());
        let watching = tokio::spawn(watch(browser, events, Arc::clone(&tabs)));
        tracing::debug!(version = %program.version, "browser started");
        Ok(Self {
            ids: (process.guard_id, process.browser_id),
            process: AsyncMutex::new(Some(process)),
            connection,
            proxy,
            profiles: AsyncMutex::default(),
            tabs,
            idle: IdleTabs::default(),
            room: Semaphore::new(limits.tabs),
            shown: AtomicU32::new(0),
            last_used: Mutex::new(Instant::now()),
            limits: limits.clone(),
            fetcher: fetcher.clone(),
            watching,
        })
    }

    /// The process ids of guard and browser.
    pub(super) fn process_ids(&self) -> (u32, u32) {
        self.ids
    }

    /// Whether it lives and may show more pages.
    pub(super) fn is_usable(&self) -> bool {
        !self.connection.is_closed() && self.shown.load(Ordering::Relaxed) < self.limits.pages
    }

    /// Whether it has had nothing to do for so long.
    pub(super) fn is_idle_for(&self, time: Duration) -> bool {
        let last = self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.room.available_permits() == self.limits.tabs && last.elapsed() >= time
    }

    fn note_use(&self) {
        let mut last = self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *last = Instant::now();
    }

    /// Ends it.
    pub(super) async fn close(&self) {
        if let Some(process) = self.process.lock().await.take() {
            process.end().await;
        }
    }

    /// Shows a page.
    pub(super) async fn render(
        &self,
        session: &Session,
        url: &Url,
        options: &RenderOptions,
    ) -> Result<Rendered, FetchError> {
        let _room = self.room.acquire().await;
        self.shown.fetch_add(1, Ordering::Relaxed);
        self.note_use();
        let profile = self.profile(session).await;
        let profile = profile.map_err(|error| error.at(url))?;
        profile.visitor.begin_page(url);
        let cookies = session.cookies_for_browser(url);
        let context = json!({ "browserContextId": profile.context, "cookies": cookies });
        if !cookies.is_empty() {
            let put = self
                .connection
                .browser()
                .call("Storage.setCookies", context)
                .await;
            if let Err(error) = put {
                tracing::debug!(%error, "cookies are left out");
            }
        }
        let manner = TabManner::of(session, &profile.context);
        let (target, tab, pages) = match self.idle.take(&manner) {
            Some(IdleTab {
                target, tab, pages, ..
            }) => (target, tab, pages),
            None => match self.open_tab(&profile.context).await {
                Ok((target, tab)) => (target, tab, 0),
                Err(error) => return Err(self.fault(error).await.at(url)),
            },
        };
        let parts = TabParts {
            tab,
            frame: target.clone(),
            browser: self.connection.browser(),
            connection: &self.connection,
            visitor: &profile.visitor,
            session,
            fetcher: &self.fetcher,
            limits: &self.limits,
            is_new: pages == 0,
        };
        let mut closing = Closing {
            running: self,
            target: Some(&target),
        };
        let (rendered, left) = page::render(parts, url, options).await;
        let crashed = self
            .tabs
            .crashed
            .lock()
            .is_ok_and(|all| all.contains(&target));
        if let Some(tab) = left.filter(|_| !crashed) {
            closing.target = None;
            let kept = (target.clone(), tab);
            let over = self.idle.keep(kept, pages + 1, manner, self.limits.tabs);
            self.end_idle(over).await;
        }
        drop(closing);
        self.note_use();
        self.take_cookies(&profile, session).await;
        match rendered {
            Err(FetchError::Browser { problem, .. })
                if problem == BrowserProblem::Died || self.connection.is_closed() =>
            {
                Err(self.fault(ProtocolError::Closed).await.at(url))
            }
            Err(FetchError::Browser { problem, .. })
                if crashed && problem == BrowserProblem::Hung =>
            {
                Err(BrowserError::new(BrowserProblem::Crashed, "").at(url))
            }
            other => other,
        }
    }

    /// The cookies that the page set belong to the session, as those of other answers do.
    async fn take_cookies(&self, profile: &Profile, session: &Session) {
        let context = json!({ "browserContextId": profile.context });
        let browser = self.connection.browser();
        let Ok(mut found) = browser.call("Storage.getCookies", context).await else {
            return;
        };
        let cookies = found.get_mut("cookies").map(Value::take);
        let cookies = serde_json::from_value::<Vec<BrowserCookie>>(cookies.unwrap_or_default());
        session.take_cookies_of_browser(&cookies.unwrap_or_default());
    }

    /// Why a call failed; of a dead browser, what its guard says.
    async fn fault(&self, error: ProtocolError) -> BrowserError {
        match error {
            ProtocolError::Closed => match self.process.lock().await.as_mut() {
                Some(process) => {
                    let words = process.exit_reason().await;
                    BrowserError::new(BrowserProblem::Died, words)
                }
                None => BrowserError::died(),
            },
            ProtocolError::Late => BrowserError::new(BrowserProblem::Hung, ""),
            ProtocolError::Refused(reason) => BrowserError::new(BrowserProblem::Protocol, reason),
        }
    }

    /// The profile of a visitor; a new one is empty.
    async fn profile(&self, session: &Session) -> Result<Arc<Profile>, BrowserError> {
        let mut profiles = self.profiles.lock().await;
        if let Some(at) = profiles
            .iter()
            .position(|p| p.session.is_same_visitor(session))
        {
            let known = profiles.remove(at);
            profiles.push(Arc::clone(&known));
            return Ok(known);
        }
        while profiles.len() >= MAX_VISITORS {
            let unused = profiles.iter().position(|p| Arc::strong_count(p) == 1);
            let Some(at) = unused else {
                break;
            };
            self.dispose(&profiles.remove(at)).await;
        }
        let visitor = self.proxy.register(session);
        let visitor =
            visitor.map_err(|error| BrowserError::new(BrowserProblem::Start, error.to_string()))?;
        let made = self.make_context().await;
        let context = match made {
            Ok(context) => context,
            Err(error) => return Err(self.fault(error).await),
        };
        let profile = Arc::new(Profile {
            context,
            session: session.clone(),
            visitor,
        });
        profiles.push(Arc::clone(&profile));
        Ok(profile)
    }

    async fn make_context(&self) -> Result<String, ProtocolError> {
        let browser = self.connection.browser();
        let proxy = json!({
            "disposeOnDetach": true,
            "proxyServer": format!("http://127.0.0.1:{}", self.proxy.port()),
            "proxyBypassList": "<-loopback>",
        });
        let made = browser.call("Target.createBrowserContext", proxy).await?;
        let context = text_of(&made, "browserContextId");
        let refused = json!({ "behavior": "deny", "browserContextId": context });
        browser.tell("Browser.setDownloadBehavior", refused).await?;
        // Granting nothing refuses everything else.
        let nothing = json!({ "permissions": [], "browserContextId": context });
        browser.tell("Browser.grantPermissions", nothing).await?;
        Ok(context)
    }

    /// Closes empty tabs.
    async fn end_idle(&self, tabs: Vec<IdleTab>) {
        for idle in tabs {
            self.connection.forget(idle.tab.0.session());
            self.close_target(&idle.target).await;
        }
    }

    async fn dispose(&self, profile: &Profile) {
        self.proxy.unregister(&profile.visitor);
        self.end_idle(self.idle.of_context(&profile.context)).await;
        let context = json!({ "browserContextId": profile.context });
        let browser = self.connection.browser();
        let _ = browser.tell("Target.disposeBrowserContext", context).await;
    }

    /// Opens an empty tab; returns its id and its session.
    async fn open_tab(&self, context: &str) -> Result<(String, (Target, Events)), ProtocolError> {
        self.tabs.opening.fetch_add(1, Ordering::SeqCst);
        let opened = self.attached_tab(context).await;
        self.tabs.opening.fetch_sub(1, Ordering::SeqCst);
        for unrequested in self.tabs.take_unrequested() {
            self.close_target(&unrequested).await;
        }
        opened
    }

    async fn attached_tab(
        &self,
        context: &str,
    ) -> Result<(String, (Target, Events)), ProtocolError> {
        let browser = self.connection.browser();
        let empty = json!({ "url": "about:blank", "browserContextId": context });
        let made = browser.call("Target.createTarget", empty).await?;
        let target = text_of(&made, "targetId");
        let until = Instant::now() + TAB_PATIENCE;
        loop {
            let news = self.tabs.has_news.notified();
            if let Some(session) = self.tabs.attached().remove(&target) {
                return Ok((target, self.connection.session(&session)));
            }
            if self.tabs.gone.load(Ordering::Relaxed) {
                return Err(ProtocolError::Closed);
            }
            let left = until.saturating_duration_since(Instant::now());
            if tokio::time::timeout(left.min(Duration::from_millis(200)), news)
                .await
                .is_err()
                && left.is_zero()
            {
                return Err(ProtocolError::Late);
            }
        }
    }

    async fn close_target(&self, target: &str) {
        let target = json!({ "targetId": target });
        let _ = self
            .connection
            .browser()
            .tell("Target.closeTarget", target)
            .await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The guard ends the browser when its pipe closes, with the process above.
        self.watching.abort();
    }
}

/// Closes a tab when its page is done, or when nobody waits for it any more, unless it is kept.
struct Closing<'a> {
    running: &'a Running,
    target: Option<&'a str>,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let Some(target) = self.target else {
            return;
        };
        let browser = self.running.connection.browser();
        let target = json!({ "targetId": target });
        tokio::spawn(async move {
            let _ = browser.tell("Target.closeTarget", target).await;
        });
    }
}

fn text_of(value: &Value, key: &str) -> String {
    let text = value.get(key).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

/// Takes the events of the browser itself: new tabs are noted, windows of pages and workers that
/// outlive their page are closed before they run.
async fn watch(browser: Target, mut events: Events, tabs: Arc<Tabs>) {
    while let Some(event) = events.recv().await {
        match event.method.as_str() {
            "Target.attachedToTarget" => {
                let Some(attached) = event.read::<AttachedToTarget>() else {
                    continue;
                };
                let target = attached.target_info.target_id;
                if attached.target_info.kind != "page" {
                    let target = json!({ "targetId": target });
                    let _ = browser.tell("Target.closeTarget", target).await;
                    continue;
                }
                tabs.attached().insert(target, attached.session_id);
                for unrequested in tabs.take_unrequested() {
                    let target = json!({ "targetId": unrequested });
                    let _ = browser.tell("Target.closeTarget", target).await;
                }
                tabs.has_news.notify_waiters();
            }
            "Target.targetCrashed" => {
                if let (Some(crashed), Ok(mut all)) =
                    (event.read::<TargetCrashed>(), tabs.crashed.lock())
                {
                    all.push(crashed.target_id);
                }
            }
            _ => {}
        }
    }
    tabs.gone.store(true, Ordering::Relaxed);
    tabs.has_news.notify_waiters();
}
