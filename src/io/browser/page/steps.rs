//! What is done on a page before it is read: clicks, words, keys, scrolling, as a person does them.
//! Input: the steps of a rule, whose names and checks are in `logic::rules::page_steps`. Output: the page as it is
//! after them, or which step failed.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::tab::Tab;
use crate::browser::devtools::ProtocolError;
use crate::fetch::{BrowserProblem, FetchError};
use bowerbird_logic::rules::{PageStep, StepKind};

/// The functions that steps call in the page.
const SCRIPT: &str = include_str!("steps.js");
/// What closes questions about cookies.
const OVERLAYS: &str = include_str!("../../../../assets/browser/overlays.json");
/// How often it is looked for an element.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a script may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long all steps of a page may take.
const ALL_STEPS: Duration = Duration::from_secs(300);
/// How long something new is waited for after a repeated step.
const NEW_CONTENT_TIMEOUT: Duration = Duration::from_millis(1500);

/// Where an element is in the window.
#[derive(Deserialize)]
struct Place {
    x: f64,
    y: f64,
    /// Whether something else lies over it.
    covered: bool,
}

/// What became of a step.
enum Outcome {
    Done,
    /// Its element isn't there, or has no such option.
    Lacks,
}

impl Tab<'_> {
    /// Does all steps; true if the page rested in the end.
    pub(super) async fn do_steps(&mut self, steps: &[PageStep]) -> Result<bool, FetchError> {
        let end = Instant::now() + ALL_STEPS;
        let mut rested = true;
        for (number, step) in steps.iter().enumerate() {
            match self.do_step(step, end).await? {
                Outcome::Lacks if !step.optional => {
                    let detail = format!("{} ({})", number + 1, step.named());
                    if self.until_failure {
                        self.failed_step = Some(detail);
                        return Ok(rested);
                    }
                    let url = self.documents.last();
                    return Err(FetchError::browser(url, BrowserProblem::Step, detail));
                }
                Outcome::Lacks => {}
                Outcome::Done => rested = self.rest_again().await?,
            }
        }
        Ok(rested)
    }

    async fn do_step(&mut self, step: &PageStep, end: Instant) -> Result<Outcome, FetchError> {
        let css = step.css.as_deref().unwrap_or_default();
        let text = step.text.as_deref().unwrap_or_default();
        match step.kind {
            StepKind::Wait if css.is_empty() => {
                self.wait(step.patience()).await?;
                Ok(Outcome::Done)
            }
            StepKind::Wait => Ok(match self.place(css, step.patience()).await? {
                Some(_) => Outcome::Done,
                None => Outcome::Lacks,
            }),
            StepKind::Click => self.click_step(step, css, end).await,
            StepKind::Type => {
                let Some(place) = self.place(css, step.patience()).await? else {
                    return Ok(Outcome::Lacks);
                };
                self.click(css, &place).await?;
                self.in_page(&format!("focus({})", json!(css))).await?;
                self.tell("Input.insertText", json!({ "text": text }))
                    .await?;
                Ok(Outcome::Done)
            }
            StepKind::Choose => {
                if self.place(css, step.patience()).await?.is_none() {
                    return Ok(Outcome::Lacks);
                }
                let call = format!("choose({}, {})", json!(css), json!(text));
                Ok(match self.in_page(&call).await?.as_bool() {
                    Some(true) => Outcome::Done,
                    _ => Outcome::Lacks,
                })
            }
            StepKind::Press => {
                if !css.is_empty() {
                    if self.place(css, step.patience()).await?.is_none() {
                        return Ok(Outcome::Lacks);
                    }
                    self.in_page(&format!("focus({})", json!(css))).await?;
                }
                self.press(step.key.as_deref().unwrap_or_default()).await?;
                Ok(Outcome::Done)
            }
            StepKind::Scroll => {
                for _ in 0..step.times() {
                    let before = self.in_page("amount()").await?;
                    self.in_page("toEnd()").await?;
                    if !self.has_news(&before).await? || Instant::now() > end {
                        break;
                    }
                }
                Ok(Outcome::Done)
            }
            StepKind::Close => {
                match css.is_empty() {
                    true => self.in_page(&format!("closeOverlays({OVERLAYS})")).await?,
                    false => self.in_page(&format!("press({})", json!(css))).await?,
                };
                Ok(Outcome::Done)
            }
        }
    }

    /// Clicks; repeated, until the element is gone or nothing new comes.
    async fn click_step(
        &mut self,
        step: &PageStep,
        css: &str,
        end: Instant,
    ) -> Result<Outcome, FetchError> {
        for time in 0..step.times() {
            let patience = match time {
                0 => step.patience(),
                _ => Duration::ZERO,
            };
            let Some(place) = self.place(css, patience).await? else {
                return Ok(match time {
                    0 => Outcome::Lacks,
                    _ => Outcome::Done,
                });
            };
            let before = self.in_page("amount()").await?;
            self.click(css, &place).await?;
            let is_last = time + 1 == step.times();
            if !is_last && (!self.has_news(&before).await? || Instant::now() > end) {
                break;
            }
        }
        Ok(Outcome::Done)
    }

    /// Waits for the page to rest once more, with its full time.
    async fn rest_again(&mut self) -> Result<bool, FetchError> {
        let now = Instant::now();
        self.began = now;
        self.last_activity = now;
        self.loaded = self.loaded.map(|_| now);
        self.rest().await
    }

    /// Whether the page rests with more, or other, content than `before`.
    async fn has_news(&mut self, before: &Value) -> Result<bool, FetchError> {
        let until = Instant::now() + NEW_CONTENT_TIMEOUT;
        loop {
            self.rest_again().await?;
            let amount = self.in_page("amount()").await?;
            if amount != *before {
                return Ok(true);
            }
            if Instant::now() >= until {
                return Ok(false);
            }
        }
    }

    /// Where the first visible element is; waits for it.
    async fn place(&mut self, css: &str, patience: Duration) -> Result<Option<Place>, FetchError> {
        let until = Instant::now() + patience;
        loop {
            let found = self.in_page(&format!("place({})", json!(css))).await?;
            if let Ok(place) = serde_json::from_value::<Place>(found) {
                return Ok(Some(place));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            self.wait(POLL_INTERVAL).await?;
        }
    }

    async fn click(&mut self, css: &str, place: &Place) -> Result<(), FetchError> {
        if place.covered {
            self.in_page(&format!("press({})", json!(css))).await?;
            return Ok(());
        }
        let mut event = json!({ "type": "mouseMoved", "x": place.x, "y": place.y });
        self.tell("Input.dispatchMouseEvent", event.clone()).await?;
        for kind in ["mousePressed", "mouseReleased"] {
            if let Some(event) = event.as_object_mut() {
                event.insert("type".to_owned(), kind.into());
                event.insert("button".to_owned(), "left".into());
                event.insert("clickCount".to_owned(), 1.into());
            }
            self.tell("Input.dispatchMouseEvent", event.clone()).await?;
        }
        Ok(())
    }

    async fn press(&mut self, key: &str) -> Result<(), FetchError> {
        let (name, code, number, text) = key_of(key);
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({
                "type": kind,
                "key": name,
                "code": code,
                "windowsVirtualKeyCode": number,
            });
            if kind == "keyDown"
                && !text.is_empty()
                && let Some(event) = event.as_object_mut()
            {
                event.insert("text".to_owned(), text.into());
            }
            self.tell("Input.dispatchKeyEvent", event).await?;
        }
        Ok(())
    }

    /// Tells the tab something, and waits until it heard it.
    async fn tell(&mut self, method: &str, params: Value) -> Result<(), FetchError> {
        let tab = self.parts.tab.0.clone();
        let work = async move { tab.call_within(method, params, PATIENCE).await };
        let done = self.during_call(work).await;
        match done.and_then(|result| result) {
            // A click may end the document that it is made in.
            Ok(_) | Err(ProtocolError::Late | ProtocolError::Refused(_)) => Ok(()),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Calls a function of ours in the page.
    async fn in_page(&mut self, call: &str) -> Result<Value, FetchError> {
        let script = format!("{SCRIPT}.{call}");
        match self.evaluate(&script, PATIENCE).await {
            Ok(value) => Ok(value),
            // The page goes on to another document.
            Err(ProtocolError::Refused(_)) => Ok(Value::Null),
            Err(error) => Err(self.failed(error)),
        }
    }
}

/// A key's name, code, number and text.
fn key_of(key: &str) -> (&str, &str, u32, &str) {
    match key {
        "Enter" => (key, key, 13, "\r"),
        "Escape" => (key, key, 27, ""),
        "Tab" => (key, key, 9, ""),
        "Space" => (" ", key, 32, " "),
        "Backspace" => (key, key, 8, ""),
        "ArrowDown" => (key, key, 40, ""),
        "ArrowUp" => (key, key, 38, ""),
        "ArrowLeft" => (key, key, 37, ""),
        "ArrowRight" => (key, key, 39, ""),
        "PageDown" => (key, key, 34, ""),
        "PageUp" => (key, key, 33, ""),
        _ => ("End", "End", 35, ""),
    }
}
