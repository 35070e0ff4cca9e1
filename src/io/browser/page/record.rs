//! The requests for data that a page makes while it is shown, with their answers.

use std::time::{Duration, Instant};

use super::tab::Tab;
use crate::browser::devtools::{RequestWillBeSent, ResponseReceived};

/// Maximum requests that are recorded.
const MAX_REQUESTS: usize = 120;
/// Maximum bytes of a recorded answer.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
/// Maximum bytes of a recorded body that was sent.
const MAX_SENT: usize = 64 * 1024;

/// A request that a script of a page made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// `GET` or `POST`.
    pub method: String,
    /// Its address.
    pub url: String,
    /// Headers that the script set or the browser added.
    pub headers: Vec<(String, String)>,
    /// The body that was sent.
    pub body: Option<String>,
    /// Its answer.
    pub answer: Option<RecordedAnswer>,
}

/// The answer to a request of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAnswer {
    /// Status.
    pub status: u16,
    /// Content type.
    pub mime_type: String,
    /// Its body.
    pub body: Vec<u8>,
    /// How long it took to begin.
    pub took: Duration,
}

/// Requests by the browser's ids, in order.
#[derive(Default)]
pub(super) struct Recorder {
    requests: Vec<(String, Instant, PageRequest)>,
}

impl Recorder {
    pub(super) fn sent(&mut self, event: &RequestWillBeSent) {
        let is_data = event
            .kind
            .as_deref()
            .is_some_and(|kind| kind == "XHR" || kind == "Fetch");
        let is_full = self.requests.len() >= MAX_REQUESTS;
        if !is_data || is_full || event.request.method == "OPTIONS" {
            return;
        }
        let request = &event.request;
        self.requests.push((
            event.request_id.clone(),
            Instant::now(),
            PageRequest {
                method: request.method.clone(),
                url: request.url.clone(),
                headers: request.headers.clone().into_iter().collect(),
                body: request
                    .post_data
                    .clone()
                    .filter(|body| body.len() <= MAX_SENT),
                answer: None,
            },
        ));
    }

    pub(super) fn answered(&mut self, event: &ResponseReceived) {
        let request = self
            .requests
            .iter_mut()
            .rev()
            .find(|(id, ..)| *id == event.request_id);
        if let Some((_, sent, request)) = request {
            request.answer = Some(RecordedAnswer {
                status: event.response.status,
                mime_type: event.response.mime_type.clone(),
                body: Vec::new(),
                took: sent.elapsed(),
            });
        }
    }
}

impl Tab<'_> {
    /// The recorded requests, with the bodies of their answers.
    pub(super) async fn recorded(&mut self) -> Vec<PageRequest> {
        let Some(recorder) = self.recorder.take() else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for (id, _, mut request) in recorder.requests {
            if let Some(answer) = &mut request.answer {
                let body = self.answer_body(&id).await.unwrap_or_default();
                if body.len() <= MAX_ANSWER {
                    answer.body = body;
                }
            }
            all.push(request);
        }
        all
    }
}
