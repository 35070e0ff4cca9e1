//! Waits until a page rests: it is loaded, has nothing on its way, and does not change. A page that
//! never rests is read as it is after a bounded time. How long it must be
//! quiet, and how long one that never rests is waited for: `quiet` and `unrest` of
//! [`BrowserLimits`](crate::browser::BrowserLimits).

use std::time::{Duration, Instant};

use super::tab::Tab;
use crate::browser::devtools::ProtocolError;
use crate::browser::process::{kill, memory_of};
use crate::fetch::{BrowserProblem, FetchError};

/// The script that waits for the document to stay as it is.
const REST: &str = include_str!("rest.js");
/// How often it is looked whether a page rests.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How often the memory of the browser is looked at.
const MEMORY_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// A request that takes longer is one that waits for news, and is not waited for.
const LONG_REQUEST: Duration = Duration::from_secs(5);

impl Tab<'_> {
    /// Waits for the page; false if it was still busy in the end.
    pub(super) async fn rest(&mut self) -> Result<bool, FetchError> {
        let limits = self.parts.limits;
        let deadline = self.began + limits.page;
        let mut weighed = Instant::now();
        loop {
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
            if self.documents.count() > limits.documents {
                let url = self.documents.last();
                return Err(FetchError::browser(
                    url,
                    BrowserProblem::Restless,
                    String::new(),
                ));
            }
            let now = Instant::now();
            let waited_enough = self.loaded.is_some_and(|at| now >= at + limits.unrest);
            if now >= deadline || waited_enough {
                return Ok(false);
            }
            if self.is_stuck(now) {
                return Ok(false);
            }
            if self.is_broken() {
                return Ok(true);
            }
            if now >= weighed + MEMORY_CHECK_INTERVAL {
                weighed = now;
                self.weigh().await;
            }
            if self.is_quiet(now) {
                let quiet = limits.quiet.as_millis();
                let most = (limits.unrest / 3).as_millis();
                let script = REST
                    .replace("QUIET", &quiet.to_string())
                    .replace("MOST", &most.to_string());
                let patience = limits.unrest / 3 + Duration::from_secs(2);
                match self.evaluate(&script, patience).await {
                    Ok(rested) if self.is_idle(Instant::now()) => {
                        return Ok(rested.as_bool().unwrap_or_default());
                    }
                    Err(ProtocolError::Closed) => return Err(self.failed(ProtocolError::Closed)),
                    // It is busy; reading its source interrupts it.
                    Err(ProtocolError::Late) => return Ok(false),
                    // It asked for more, or went on to another document.
                    Ok(_) | Err(ProtocolError::Refused(_)) => {}
                }
            }
            self.wait(POLL_INTERVAL).await?;
        }
    }

    /// Whether there will be no document: the main one failed.
    fn is_broken(&self) -> bool {
        self.documents.answer().is_none() && self.documents.error().is_some()
    }

    /// Whether its scripts keep it from being loaded: nothing is on its way, and nothing happens.
    fn is_stuck(&self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last_activity);
        let begun = self.documents.answer().is_some() && self.loaded.is_none();
        begun && self.is_idle(now) && since >= self.parts.limits.unrest
    }

    /// Whether nothing that counts is on its way.
    fn is_idle(&self, now: Instant) -> bool {
        !self
            .in_flight
            .values()
            .any(|begun| now < *begun + LONG_REQUEST)
    }

    fn is_quiet(&self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last_activity);
        self.loaded.is_some() && self.is_idle(now) && since >= self.parts.limits.quiet / 2
    }

    /// Ends a process that takes more memory than is allowed.
    async fn weigh(&mut self) {
        let browser = self.parts.browser.clone();
        let asked = browser.call("SystemInfo.getProcessInfo", serde_json::json!({}));
        let Ok(Ok(info)) = self.during_call(asked).await else {
            return;
        };
        let all = info.get("processInfo").and_then(|info| info.as_array());
        for process in all.into_iter().flatten() {
            let kind = process.get("type").and_then(|kind| kind.as_str());
            let id = process.get("id").and_then(serde_json::Value::as_u64);
            let id = id.and_then(|id| u32::try_from(id).ok());
            let (Some("renderer"), Some(id)) = (kind, id) else {
                continue;
            };
            if memory_of(id).is_some_and(|bytes| bytes > self.parts.limits.process_bytes) {
                tracing::debug!(id, "a page takes too much memory");
                self.too_large = true;
                kill(id);
            }
        }
    }
}
