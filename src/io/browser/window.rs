//! The browser in a window of its own, for a person: to log in, or to answer a question that a site
//! asks of its visitors. Nothing is clicked, typed or read on its pages; what it leaves are its
//! cookies. Its traffic goes through our proxy, so the site sees the address that runs come from.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;

use super::devtools::{AttachedToTarget, AuthRequired, Connection, Events, RequestPaused, Target};
use super::process::launch::{BrowserProcess, Display};
use super::process::locate::BrowserProgram;
use super::proxy::{BrowserProxy, Visitor};
use super::start::{Started, failed, start};
use super::{BrowserError, BrowserLimits};
use crate::fetch::{BrowserCookie, Fetcher, Session};

/// How often the cookies are read: what is known last counts when the person closes the window.
const COOKIE_INTERVAL: Duration = Duration::from_secs(1);

/// What became of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowState {
    Open,
    /// Its last tab was closed.
    Closed,
    /// The browser ended with its tabs open.
    Broken,
}

/// The user agent with which the window visits sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowUserAgent {
    /// The browser's own user agent, which the account takes over with the cookies.
    Browser,
    /// The session's: what the site hands out is often bound to the name it was handed to.
    Session,
}

/// A browser window that a person uses. Dropping it closes it.
pub struct BrowserWindow {
    process: Option<BrowserProcess>,
    connection: Connection,
    _proxy: BrowserProxy,
    user_agent: String,
    has_session: bool,
    cookies: Arc<Mutex<Vec<BrowserCookie>>>,
    state: watch::Receiver<WindowState>,
    tasks: [JoinHandle<()>; 2],
}

impl BrowserWindow {
    /// Opens a window that shows `url`, with the cookies of `session`, under the name `agent`.
    ///
    /// # Errors
    /// [`BrowserError`] if the browser does not start or the page cannot be asked for.
    pub(super) async fn open(
        program: &BrowserProgram,
        guard: &Path,
        fetcher: &Fetcher,
        limits: &BrowserLimits,
        (session, url): (&Session, &Url),
        agent: WindowUserAgent,
    ) -> Result<Self, BrowserError> {
        let agent = (agent == WindowUserAgent::Session).then(|| session.user_agent());
        let display = Display::Window(agent);
        let started = start(program, guard, fetcher, limits, display).await?;
        let Started {
            process,
            connection,
            events,
            proxy,
            version,
        } = started;
        let visitor = proxy.register(session).map_err(|error| failed(&error))?;
        visitor.begin_page(url);
        let browser = connection.browser();
        let agent = version.get("userAgent").and_then(Value::as_str);
        let cookies = session.cookies_for_browser(url);
        let mut has_session = true;
        if !cookies.is_empty() {
            let put = browser.call("Storage.setCookies", json!({ "cookies": cookies }));
            if let Err(error) = put.await {
                tracing::debug!(%error, "cookies are left out");
                has_session = false;
            }
        }
        let (closing, state) = watch::channel(WindowState::Open);
        let closing = Arc::new(closing);
        let tabs = Tabs {
            connection: connection.clone(),
            visitor,
            first: Mutex::new(Some(url.clone())),
            open: AtomicUsize::new(0),
            closing: Arc::clone(&closing),
        };
        let watching = tokio::spawn(watch_tabs(events, Arc::new(tabs)));
        let refused = json!({ "behavior": "deny" });
        let _ = browser.tell("Browser.setDownloadBehavior", refused).await;
        let attached = browser
            .call(
                "Target.setAutoAttach",
                json!({
                    "autoAttach": true,
                    "waitForDebuggerOnStart": true,
                    "flatten": true,
                    "filter": [{ "type": "page" }, { "exclude": true }],
                }),
            )
            .await;
        let kept = Arc::default();
        let reading = tokio::spawn(read_cookies(browser, Arc::clone(&kept), closing));
        let window = Self {
            process: Some(process),
            user_agent: agent.unwrap_or_default().to_owned(),
            has_session,
            connection,
            _proxy: proxy,
            cookies: kept,
            state,
            tasks: [watching, reading],
        };
        attached.map_err(|error| failed(&error))?;
        Ok(window)
    }

    /// What the browser calls itself to sites.
    pub fn user_agent(&self) -> &str {
        &self.user_agent
    }

    /// Whether it began with the cookies of the session, and the browser refused none of them.
    pub fn has_session(&self) -> bool {
        self.has_session
    }

    /// Waits until the window is closed; whether the person did it, and the browser did not break.
    pub async fn closed(&self) -> bool {
        let mut state = self.state.clone();
        let ended = state.wait_for(|state| *state != WindowState::Open).await;
        ended.is_ok_and(|state| *state == WindowState::Closed)
    }

    /// Its cookies now, of all sites, as the JSON that browsers export; the last known ones after
    /// the window was closed.
    pub async fn cookies(&self) -> String {
        let is_open = *self.state.borrow() == WindowState::Open;
        if is_open {
            let browser = self.connection.browser();
            keep(&self.cookies, cookies_of(&browser).await);
        }
        let cookies = self.cookies.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::to_string(&*cookies).unwrap_or_default()
    }

    /// Closes it, and waits until nothing is left of it.
    pub async fn close(mut self) {
        if let Some(process) = self.process.take() {
            process.end().await;
        }
    }
}

impl Drop for BrowserWindow {
    fn drop(&mut self) {
        // The guard ends the browser when its pipe closes, with the process.
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The tabs of a window.
struct Tabs {
    connection: Connection,
    visitor: Arc<Visitor>,
    /// The page that the first tab opens.
    first: Mutex<Option<Url>>,
    open: AtomicUsize,
    closing: Arc<watch::Sender<WindowState>>,
}

/// Attends to each new tab, and tells when the last one is closed.
async fn watch_tabs(mut events: Events, tabs: Arc<Tabs>) {
    while let Some(event) = events.recv().await {
        match event.method.as_str() {
            "Target.attachedToTarget" => {
                let Some(attached) = event.read::<AttachedToTarget>() else {
                    continue;
                };
                tabs.open.fetch_add(1, Ordering::SeqCst);
                let tab = tabs.connection.session(&attached.session_id);
                let first = tabs.first.lock();
                let first = first.unwrap_or_else(PoisonError::into_inner).take();
                tokio::spawn(attend(tab, Arc::clone(&tabs.visitor), first));
            }
            "Target.detachedFromTarget" if tabs.open.fetch_sub(1, Ordering::SeqCst) <= 1 => {
                let _ = tabs.closing.send(WindowState::Closed);
            }
            _ => {}
        }
    }
    tabs.closing.send_if_modified(|state| {
        let was_open = *state == WindowState::Open;
        if was_open {
            *state = WindowState::Broken;
        }
        was_open
    });
}

/// Gives the tab the password for our proxy whenever it asks; its pages go as they come.
async fn attend((tab, mut events): (Target, Events), visitor: Arc<Visitor>, first: Option<Url>) {
    let documents = json!({
        "patterns": [{ "urlPattern": "*", "resourceType": "Document" }],
        "handleAuthRequests": true,
    });
    let _ = tab.tell("Fetch.enable", documents).await;
    let waits = json!({});
    let _ = tab.tell("Runtime.runIfWaitingForDebugger", waits).await;
    if let Some(url) = first {
        let _ = tab.tell("Page.navigate", json!({ "url": url })).await;
    }
    while let Some(event) = events.recv().await {
        let told = match event.method.as_str() {
            "Fetch.requestPaused" => {
                let Some(paused) = event.read::<RequestPaused>() else {
                    continue;
                };
                let request = json!({ "requestId": paused.request_id });
                tab.tell("Fetch.continueRequest", request).await
            }
            "Fetch.authRequired" => {
                let Some(required) = event.read::<AuthRequired>() else {
                    continue;
                };
                let answer = required.answer(&visitor.password, "Default");
                let answer =
                    json!({ "requestId": required.request_id, "authChallengeResponse": answer });
                tab.tell("Fetch.continueWithAuth", answer).await
            }
            _ => Ok(()),
        };
        if told.is_err() {
            return;
        }
    }
}

/// Keeps the cookies that are known last.
async fn read_cookies(
    browser: Target,
    kept: Arc<Mutex<Vec<BrowserCookie>>>,
    closing: Arc<watch::Sender<WindowState>>,
) {
    loop {
        tokio::time::sleep(COOKIE_INTERVAL).await;
        if *closing.borrow() != WindowState::Open {
            return;
        }
        keep(&kept, cookies_of(&browser).await);
    }
}

/// Keeps what was found. A browser that is closing has no cookies of its session left: an empty
/// answer says nothing about the person.
fn keep(kept: &Mutex<Vec<BrowserCookie>>, found: Option<Vec<BrowserCookie>>) {
    if let Some(found) = found.filter(|found| !found.is_empty()) {
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }
}

async fn cookies_of(browser: &Target) -> Option<Vec<BrowserCookie>> {
    let mut found = browser.call("Storage.getCookies", json!({})).await.ok()?;
    let cookies = found.get_mut("cookies").map(Value::take)?;
    serde_json::from_value(cookies).ok()
}
