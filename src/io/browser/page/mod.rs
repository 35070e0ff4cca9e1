//! One page in a tab: opened, waited for until it rests, read as source. Input: an address and a
//! session. Output: the page after its scripts, and the requests it made if they are wanted. Every
//! document is asked of robots.txt and the rule about private addresses; every wait has an end.

mod departure;
mod documents;
mod picture;
pub(super) mod record;
mod rest;
mod steps;
mod tab;

use std::time::{Duration, Instant};

use bowerbird_logic::rules::PageStep;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::BrowserLimits;
use super::devtools::{Connection, Events, ProtocolError, Target};
use super::proxy::Visitor;
use crate::fetch::{BrowserProblem, FetchError, Fetched, Fetcher, Session, Stage};
use record::PageRequest;
use tab::Tab;

/// The script that runs before those of each document.
const BEFORE: &str = include_str!("before.js");
/// The script that returns the source.
const SOURCE: &str = include_str!("source.js");
/// How long a script of ours may take.
const SCRIPT_PATIENCE: Duration = Duration::from_secs(6);

/// How a page is shown.
#[derive(Clone, Debug, Default)]
pub struct RenderOptions {
    /// Whether its requests for data are recorded, with their answers.
    pub record: bool,
    /// What is done on it before it is read.
    pub steps: Vec<PageStep>,
    /// Whether the page is read as it was when a step found nothing to act on, instead of failing: for a
    /// person who looks what is wrong.
    pub until_failure: bool,
    /// Whether a picture is taken of it. Its images and fonts are loaded then.
    pub picture: bool,
    /// Until when it may be taken: a page is not late because of its picture. `None` if there is time.
    pub picture_until: Option<Instant>,
}

/// A page as it was after its scripts.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// It as an answer: the body is its source, in UTF-8.
    pub fetched: Fetched,
    /// Its requests for data, if they were recorded.
    pub requests: Vec<PageRequest>,
    /// Bytes received for it, packed as they were sent.
    pub received: u64,
    /// Whether it came to rest; otherwise it was read as it was.
    pub rested: bool,
    /// The step that found nothing to act on, by its place and what it does.
    pub failed_step: Option<String>,
}

/// What a page in a tab needs.
pub(super) struct TabParts<'a> {
    pub(super) tab: (Target, Events),
    /// The id of its main frame, which is that of the tab.
    pub(super) frame: String,
    pub(super) browser: Target,
    pub(super) connection: &'a Connection,
    pub(super) visitor: &'a Visitor,
    pub(super) session: &'a Session,
    pub(super) fetcher: &'a Fetcher,
    pub(super) limits: &'a BrowserLimits,
    /// Whether the tab has shown nothing yet.
    pub(super) is_new: bool,
}

/// Shows a page. The tab comes back empty, unless something was wrong with it.
pub(super) async fn render(
    parts: TabParts<'_>,
    url: &Url,
    options: &RenderOptions,
) -> (Result<Rendered, FetchError>, Option<(Target, Events)>) {
    let started = Instant::now();
    let before = parts.visitor.received();
    let mut tab = Tab::new(parts, url, options);
    let shown = tab.show(started).await;
    let result = match shown {
        Ok(page) => Ok(Rendered {
            requests: tab.recorded().await,
            received: tab.parts.visitor.received().saturating_sub(before),
            rested: page.rested,
            failed_step: tab.failed_step.take(),
            fetched: page.fetched,
        }),
        Err(error) => Err(error),
    };
    let rested = result.as_ref().is_ok_and(|page| page.rested);
    if rested && tab.leave().await.is_ok() {
        return (result, Some(tab.parts.tab));
    }
    tab.forget();
    (result, None)
}

/// A page that was read.
pub(in crate::browser::page) struct ReadPage {
    fetched: Fetched,
    rested: bool,
}

/// What the script returns.
#[derive(Deserialize)]
struct Source {
    url: String,
    length: u64,
    html: String,
}

impl Tab<'_> {
    /// Sets the tab up, goes to the page, waits for it and reads it.
    async fn show(&mut self, started: Instant) -> Result<ReadPage, FetchError> {
        if self.parts.is_new {
            self.set_up().await.map_err(|error| self.failed(error))?;
        }
        self.navigate().await?;
        let mut rested = self.rest().await?;
        let steps = std::mem::take(&mut self.steps);
        if !steps.is_empty()
            && self
                .documents
                .answer()
                .is_some_and(|answer| answer.status < 400)
        {
            rested = self.do_steps(&steps).await?;
        }
        let Some(answer) = self.documents.answer().cloned() else {
            return Err(self.nothing(started));
        };
        let is_page = answer.mime_type.contains("html") || answer.mime_type.is_empty();
        let (body, at) = match is_page {
            true => self.source().await?,
            false => (self.body().await?, None),
        };
        let mut fetched = self.documents.fetched(&answer, body, at, is_page);
        if self.wants_picture && is_page && answer.status < 400 {
            fetched.picture = self.picture().await;
        }
        Ok(ReadPage { fetched, rested })
    }

    /// The source of the page. A page that keeps its thread busy is interrupted once.
    async fn source(&mut self) -> Result<(Vec<u8>, Option<Url>), FetchError> {
        let most = self.parts.limits.max_bytes;
        let script = format!("{SOURCE}({most})");
        let mut tries = 0;
        let text = loop {
            match self.evaluate(&script, SCRIPT_PATIENCE).await {
                Ok(text) => break text,
                Err(ProtocolError::Closed) => return Err(self.failed(ProtocolError::Closed)),
                Err(error) if tries >= 2 => return Err(self.failed(error)),
                Err(ProtocolError::Late) => self.interrupt().await,
                // The page went on to another document meanwhile.
                Err(ProtocolError::Refused(_)) => {
                    self.rest().await?;
                }
            }
            tries += 1;
        };
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let source: Source = serde_json::from_str(text.as_str().unwrap_or_default())
            .map_err(|error| self.failed(ProtocolError::Refused(error.to_string())))?;
        if source.length > most {
            return Err(FetchError::TooLarge {
                url: self.documents.shown(),
                limit: most,
                bytes: source.length,
            });
        }
        Ok((source.html.into_bytes(), Url::parse(&source.url).ok()))
    }

    /// The body of what is no page: JSON, a feed, plain text.
    async fn body(&mut self) -> Result<Vec<u8>, FetchError> {
        let id = self.documents.request().to_owned();
        let most = self.parts.limits.max_bytes;
        match self.answer_body(&id).await {
            Some(body) if body.len() as u64 <= most => Ok(body),
            Some(body) => Err(FetchError::TooLarge {
                url: self.documents.shown(),
                limit: most,
                bytes: body.len() as u64,
            }),
            None => Err(self.failed(ProtocolError::Refused("no body".to_owned()))),
        }
    }

    /// There was no document: the kept fault of the proxy says why, else the browser's words do.
    fn nothing(&mut self, started: Instant) -> FetchError {
        let url = self.documents.last().clone();
        if let Some(fault) = self.fault.take() {
            return fault;
        }
        if let Some(fault) = self.parts.visitor.take_fault(&url) {
            return fault;
        }
        match self.documents.error() {
            Some(reason) if reason.contains("ERR_CERT") || reason.contains("ERR_SSL") => {
                FetchError::Tls {
                    host: url.host_str().unwrap_or_default().to_owned(),
                    problem: crate::fetch::TlsProblem::Other,
                    reason: reason.to_owned(),
                }
            }
            Some(reason) if reason.contains("ERR_TOO_MANY_REDIRECTS") => FetchError::RedirectLoop {
                url: self.documents.shown(),
            },
            Some(reason) => FetchError::Dropped {
                url: self.documents.shown(),
                reason: reason.to_owned(),
            },
            None => FetchError::Timeout {
                url: self.documents.shown(),
                seconds: started.elapsed().as_secs().max(1),
                stage: Stage::Answer,
                bytes: 0,
            },
        }
    }

    /// Stops the script that keeps the page busy.
    async fn interrupt(&mut self) {
        let tab = self.parts.tab.0.clone();
        let patience = Duration::from_secs(2);
        let stop = tab.call_within("Runtime.terminateExecution", json!({}), patience);
        let _ = self.during_call(stop).await;
    }

    /// A failure of the protocol as that of the page.
    fn failed(&self, error: ProtocolError) -> FetchError {
        let url = self.documents.last();
        match (error, self.too_large) {
            (_, true) => FetchError::browser(url, BrowserProblem::Memory, String::new()),
            (ProtocolError::Closed, _) if self.crashed => {
                FetchError::browser(url, BrowserProblem::Crashed, String::new())
            }
            (ProtocolError::Closed, _) if self.parts.connection.is_closed() => {
                FetchError::browser(url, BrowserProblem::Died, String::new())
            }
            // It made more events than anybody reads.
            (ProtocolError::Closed, _) => {
                FetchError::browser(url, BrowserProblem::Crashed, String::new())
            }
            (ProtocolError::Late, _) => {
                FetchError::browser(url, BrowserProblem::Hung, String::new())
            }
            (ProtocolError::Refused(reason), _) => {
                FetchError::browser(url, BrowserProblem::Protocol, reason)
            }
        }
    }
}
