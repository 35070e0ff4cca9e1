//! A tab with one page: what it was told, what it reports, and the answers that its requests wait
//! for.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use url::Url;

use super::documents::Documents;
use super::record::Recorder;
use super::{BEFORE, RenderOptions, TabParts};
use crate::browser::devtools::{
    AttachedToTarget, AuthRequired, DetachedFromTarget, DialogOpening, Event, FrameNavigated,
    LifecycleEvent, LoadingFailed, LoadingFinished, ProtocolError, RequestPaused,
    RequestWillBeSent, ResponseReceived, Target,
};
use crate::fetch::FetchError;
use bowerbird_logic::rules::PageStep;

/// Maximum bytes of answers that the browser keeps for a page.
const KEPT_BYTES: u64 = 64 * 1024 * 1024;
/// The name of our scripts' world: pages do not see into it.
const WORLD: &str = "bowerbird";

/// Whether a document may be fetched.
struct Decision {
    /// Who asks.
    source: Target,
    request: RequestPaused,
    is_main: bool,
    result: Result<(), FetchError>,
}

/// A tab.
pub(super) struct Tab<'a> {
    pub(super) parts: TabParts<'a>,
    pub(super) documents: Documents,
    pub(super) recorder: Option<Recorder>,
    /// Requests on their way, with their beginnings.
    pub(super) in_flight: HashMap<String, Instant>,
    pub(super) last_activity: Instant,
    /// When the document was loaded.
    pub(super) loaded: Option<Instant>,
    pub(super) began: Instant,
    /// Why the page may not be fetched.
    pub(super) fault: Option<FetchError>,
    pub(super) crashed: bool,
    pub(super) too_large: bool,
    /// The sessions of its frames that have a process of their own.
    pub(super) frames: Vec<Target>,
    /// What is still to be done on the page.
    pub(super) steps: Vec<PageStep>,
    /// Whether a step that finds nothing ends the steps only.
    pub(super) until_failure: bool,
    pub(super) failed_step: Option<String>,
    pub(super) wants_picture: bool,
    pub(super) picture_until: Option<Instant>,
    url: Url,
    decisions: FuturesUnordered<BoxFuture<'a, Decision>>,
}

impl<'a> Tab<'a> {
    pub(super) fn new(parts: TabParts<'a>, url: &Url, options: &RenderOptions) -> Self {
        let now = Instant::now();
        Self {
            parts,
            documents: Documents::begin(url),
            recorder: options.record.then(Recorder::default),
            in_flight: HashMap::new(),
            last_activity: now,
            loaded: None,
            began: now,
            fault: None,
            crashed: false,
            too_large: false,
            frames: Vec::new(),
            steps: options.steps.clone(),
            until_failure: options.until_failure,
            failed_step: None,
            wants_picture: options.picture,
            picture_until: options.picture_until,
            url: url.clone(),
            decisions: FuturesUnordered::new(),
        }
    }

    /// Tells the tab how to behave, then lets it run.
    pub(super) async fn set_up(&mut self) -> Result<(), ProtocolError> {
        let tab = self.parts.tab.0.clone();
        self.instruct(&tab).await?;
        // Its answer tells that all of the above was heard.
        tab.call("Runtime.runIfWaitingForDebugger", json!({}))
            .await?;
        Ok(())
    }

    /// Tells the tab, or a frame with a process of its own, how to behave.
    async fn instruct(&mut self, target: &Target) -> Result<(), ProtocolError> {
        let session = self.parts.session;
        let mut patterns: Vec<Value> = ["Document", "Image", "Media", "Font"]
            .iter()
            .map(|kind| json!({ "urlPattern": "*", "resourceType": kind }))
            .collect();
        if let Some(pattern) = session.pattern_of_credentials() {
            patterns.push(json!({ "urlPattern": pattern }));
        }
        let mut agent = json!({ "userAgent": session.user_agent() });
        if let (Some(language), Some(agent)) = (session.language(), agent.as_object_mut()) {
            agent.insert("acceptLanguage".to_owned(), language.into());
        }
        let frames = json!({
            "autoAttach": true,
            "waitForDebuggerOnStart": true,
            "flatten": true,
            "filter": [{ "type": "iframe" }, { "exclude": true }],
        });
        let kept =
            json!({ "maxTotalBufferSize": KEPT_BYTES, "maxResourceBufferSize": KEPT_BYTES / 4 });
        let calls = [
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            ("Network.enable", kept),
            ("Network.setBypassServiceWorker", json!({ "bypass": true })),
            ("Emulation.setUserAgentOverride", agent),
            (
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": BEFORE }),
            ),
            ("Inspector.enable", json!({})),
            ("Target.setAutoAttach", frames),
            (
                "Fetch.enable",
                json!({ "patterns": patterns, "handleAuthRequests": true }),
            ),
        ];
        for (method, params) in calls {
            target.tell(method, params).await?;
        }
        Ok(())
    }

    /// A frame of another site has a process of its own: it waits until it is told how to behave.
    async fn frame_attached(&mut self, attached: &AttachedToTarget) -> Result<(), ProtocolError> {
        let connection = self.parts.connection;
        let tab = self.parts.tab.0.session();
        let frame = connection.session_within(tab, &attached.session_id);
        self.instruct(&frame).await?;
        frame
            .tell("Runtime.runIfWaitingForDebugger", json!({}))
            .await?;
        self.frames.push(frame);
        Ok(())
    }

    /// The tab, or the frame of it, that reported `event`.
    fn source_of(&self, event: &Event) -> Target {
        let mut frames = self.frames.iter();
        let frame = frames.find(|frame| frame.session() == event.session);
        frame.unwrap_or(&self.parts.tab.0).clone()
    }

    /// Goes to the page; what it answers is an event.
    pub(super) async fn navigate(&mut self) -> Result<(), FetchError> {
        let goes = json!({ "url": self.url.as_str() });
        let told = self.parts.tab.0.tell("Page.navigate", goes).await;
        told.map_err(|error| self.failed(error))
    }

    /// Handles what the tab reports for some time.
    pub(super) async fn wait(&mut self, time: Duration) -> Result<(), FetchError> {
        let slept = self.during_call(tokio::time::sleep(time)).await;
        slept.map_err(|error| self.failed(error))
    }

    /// Awaits `work` while the tab is attended to.
    pub(super) async fn during_call<T>(
        &mut self,
        work: impl Future<Output = T>,
    ) -> Result<T, ProtocolError> {
        tokio::pin!(work);
        loop {
            tokio::select! {
                biased;
                event = self.parts.tab.1.recv() => match event {
                    Some(event) => self.take(&event).await?,
                    None => return Err(ProtocolError::Closed),
                },
                Some(decision) = self.decisions.next() => self.decided(decision).await?,
                done = &mut work => return Ok(done),
            }
            if self.crashed {
                return Err(ProtocolError::Closed);
            }
        }
    }

    /// Runs a script in a world of its own, and returns its result.
    pub(super) async fn evaluate(
        &mut self,
        script: &str,
        patience: Duration,
    ) -> Result<Value, ProtocolError> {
        let tab = self.parts.tab.0.clone();
        let frame = self.parts.frame.clone();
        let script = script.to_owned();
        let work = async move {
            let world = json!({ "frameId": frame, "worldName": WORLD });
            let made = tab
                .call_within("Page.createIsolatedWorld", world, patience)
                .await?;
            let context = made.get("executionContextId").cloned();
            let run = json!({
                "expression": script,
                "contextId": context,
                "returnByValue": true,
                "awaitPromise": true,
            });
            let result = tab.call_within("Runtime.evaluate", run, patience).await?;
            if let Some(thrown) = result.get("exceptionDetails") {
                return Err(ProtocolError::Refused(thrown.to_string()));
            }
            let value = result.get("result").and_then(|result| result.get("value"));
            Ok(value.cloned().unwrap_or_default())
        };
        self.during_call(work).await?
    }

    /// The body of an answer.
    pub(super) async fn answer_body(&mut self, request: &str) -> Option<Vec<u8>> {
        let tab = self.parts.tab.0.clone();
        let id = json!({ "requestId": request });
        let work = async move { tab.call("Network.getResponseBody", id).await };
        let found = self.during_call(work).await.ok()?.ok()?;
        let text = found.get("body")?.as_str()?;
        match found.get("base64Encoded").and_then(Value::as_bool) {
            Some(true) => STANDARD.decode(text).ok(),
            _ => Some(text.as_bytes().to_vec()),
        }
    }

    async fn take(&mut self, event: &Event) -> Result<(), ProtocolError> {
        match event.method.as_str() {
            "Fetch.requestPaused" => {
                if let Some(paused) = event.read() {
                    let source = self.source_of(event);
                    return self.paused(source, paused).await;
                }
            }
            "Fetch.authRequired" => {
                if let Some(required) = event.read() {
                    let source = self.source_of(event);
                    return self.asked_for_password(&source, &required).await;
                }
            }
            "Page.javascriptDialogOpening" => {
                let leaves = event
                    .read::<DialogOpening>()
                    .is_some_and(|dialog| dialog.kind == "beforeunload");
                let answer = json!({ "accept": leaves });
                let source = self.source_of(event);
                return source.tell("Page.handleJavaScriptDialog", answer).await;
            }
            "Network.requestWillBeSent" => {
                if let Some(sent) = event.read() {
                    self.sent(&sent, event.session == self.parts.tab.0.session());
                }
            }
            "Network.responseReceived" => {
                if let Some(received) = event.read() {
                    self.received(received);
                }
            }
            "Network.loadingFinished" => {
                if let Some(done) = event.read::<LoadingFinished>() {
                    self.ended(&done.request_id);
                }
            }
            "Network.loadingFailed" => {
                if let Some(failed) = event.read::<LoadingFailed>() {
                    // In a tab that showed another page before, that one's requests may still fail.
                    if self.ended(&failed.request_id) || self.parts.is_new {
                        self.documents_failed(&failed);
                    }
                }
            }
            "Page.lifecycleEvent" => {
                if let Some(event) = event.read::<LifecycleEvent>() {
                    self.lifecycle(&event);
                }
            }
            "Page.frameNavigated" => {
                let navigated = event.read::<FrameNavigated>();
                let is_main =
                    navigated.is_some_and(|navigated| navigated.frame.parent_id.is_none());
                self.last_activity = match is_main {
                    true => Instant::now(),
                    false => self.last_activity,
                };
            }
            "Target.attachedToTarget" => {
                if let Some(attached) = event.read::<AttachedToTarget>() {
                    return self.frame_attached(&attached).await;
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(detached) = event.read::<DetachedFromTarget>() {
                    self.parts.connection.forget(&detached.session_id);
                    self.frames
                        .retain(|frame| frame.session() != detached.session_id);
                }
            }
            // A frame that crashes takes nothing else along.
            "Inspector.targetCrashed" if event.session == self.parts.tab.0.session() => {
                self.crashed = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn lifecycle(&mut self, event: &LifecycleEvent) {
        if event.frame_id != self.parts.frame || self.documents.answer().is_none() {
            return;
        }
        let now = Instant::now();
        match event.name.as_str() {
            "init" => self.loaded = None,
            "load" => self.loaded = Some(now),
            // A page whose pictures and styles never come has its content all the same.
            "DOMContentLoaded" if self.loaded.is_none() => self.loaded = Some(now),
            _ => return,
        }
        self.last_activity = now;
    }

    fn sent(&mut self, event: &RequestWillBeSent, is_own: bool) {
        let is_main = event.frame_id.as_deref() == Some(&self.parts.frame);
        if event.kind.as_deref() == Some("Document") && is_main {
            if let Ok(url) = Url::parse(&event.request.url) {
                self.documents.asked(&url);
            }
            if event.redirect_response.is_none() {
                self.loaded = None;
            }
        }
        let waits_for_news = matches!(
            event.kind.as_deref(),
            Some("EventSource" | "WebSocket" | "Ping" | "Image" | "Media" | "Font")
        );
        if !waits_for_news && !event.request.url.starts_with("data:") {
            let now = Instant::now();
            self.in_flight.insert(event.request_id.clone(), now);
            self.last_activity = now;
        }
        // What frames of other sites ask for is not the interface of this page.
        if let Some(recorder) = self.recorder.as_mut().filter(|_| is_own) {
            recorder.sent(event);
        }
    }

    fn received(&mut self, event: ResponseReceived) {
        if let Some(recorder) = &mut self.recorder {
            recorder.answered(&event);
        }
        let is_main = event.frame_id.as_deref() == Some(&self.parts.frame);
        if event.kind == "Document" && is_main && event.response.url.starts_with("http") {
            self.documents.answered(&event.request_id, event.response);
            self.last_activity = Instant::now();
        }
    }

    /// Whether it was on its way.
    fn ended(&mut self, request: &str) -> bool {
        let was_on_its_way = self.in_flight.remove(request).is_some();
        if was_on_its_way {
            self.last_activity = Instant::now();
        }
        was_on_its_way
    }

    fn documents_failed(&mut self, failed: &LoadingFailed) {
        // Before the first answer, whatever fails is the document.
        self.documents.failed(&failed.error_text);
    }

    /// A request waits for a word: documents are checked, what is not needed is refused.
    async fn paused(&mut self, source: Target, paused: RequestPaused) -> Result<(), ProtocolError> {
        let url = Url::parse(&paused.request.url).ok();
        let is_web = url
            .as_ref()
            .is_some_and(|url| matches!(url.scheme(), "http" | "https"));
        match paused.resource_type.as_str() {
            "Image" | "Font" if self.wants_picture && is_web => {
                self.go_on(&source, &paused, false).await
            }
            "Image" | "Media" | "Font" => self.refuse(&source, &paused.request_id).await,
            "Document" => match url {
                Some(url) if is_web => {
                    self.check(source, paused, url);
                    Ok(())
                }
                Some(url) if matches!(url.scheme(), "about" | "data" | "blob") => {
                    self.go_on(&source, &paused, false).await
                }
                _ => self.refuse(&source, &paused.request_id).await,
            },
            _ => self.go_on(&source, &paused, false).await,
        }
    }

    /// Asks whether a document may be fetched; the answer comes later.
    fn check(&mut self, source: Target, request: RequestPaused, url: Url) {
        let is_main = request.frame_id == self.parts.frame;
        let (fetcher, session) = (self.parts.fetcher, self.parts.session);
        // Frames count as what the page led to.
        let first = match is_main {
            true => self.documents.first().cloned(),
            false => Some(self.url.clone()),
        };
        self.decisions.push(Box::pin(async move {
            let result = match fetcher.may_reach(session, &url) {
                Ok(()) => fetcher.check_robots(session, &url, first.as_ref()).await,
                refused => refused,
            };
            Decision {
                source,
                request,
                is_main,
                result,
            }
        }));
    }

    async fn decided(&mut self, decision: Decision) -> Result<(), ProtocolError> {
        let (source, request) = (&decision.source, &decision.request);
        match decision.result {
            Ok(()) => self.go_on(source, request, decision.is_main).await,
            Err(fault) => {
                if decision.is_main && self.fault.is_none() {
                    self.fault = Some(fault);
                }
                self.refuse(source, &request.request_id).await
            }
        }
    }

    async fn go_on(
        &mut self,
        source: &Target,
        paused: &RequestPaused,
        is_main: bool,
    ) -> Result<(), ProtocolError> {
        let mut params = json!({ "requestId": paused.request_id });
        let added = Url::parse(&paused.request.url)
            .map(|url| self.parts.session.headers_for_browser(&url, is_main))
            .unwrap_or_default();
        if !added.is_empty()
            && let Some(params) = params.as_object_mut()
        {
            let own = paused.request.headers.iter();
            let own =
                own.filter(|(name, _)| !added.iter().any(|(a, _)| a.eq_ignore_ascii_case(name)));
            let headers: Vec<Value> = own
                .map(|(name, value)| json!({ "name": name, "value": value }))
                .chain(
                    added
                        .iter()
                        .map(|(name, value)| json!({ "name": name, "value": value })),
                )
                .collect();
            params.insert("headers".to_owned(), headers.into());
        }
        source.tell("Fetch.continueRequest", params).await
    }

    async fn refuse(&mut self, source: &Target, request: &str) -> Result<(), ProtocolError> {
        let params = json!({ "requestId": request, "errorReason": "BlockedByClient" });
        source.tell("Fetch.failRequest", params).await
    }

    async fn asked_for_password(
        &mut self,
        source: &Target,
        required: &AuthRequired,
    ) -> Result<(), ProtocolError> {
        let answer = required.answer(&self.parts.visitor.password, "CancelAuth");
        let params = json!({ "requestId": required.request_id, "authChallengeResponse": answer });
        source.tell("Fetch.continueWithAuth", params).await
    }
}
