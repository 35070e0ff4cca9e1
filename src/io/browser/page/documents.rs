//! The documents of a page: the addresses it led through, the last answer, and that answer as one of
//! HTTP.

use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::browser::devtools::Response;
use crate::fetch::{Fetched, plain_headers, without_credentials};

/// Headers that are no longer true of the source: it is whole, unpacked, and in UTF-8.
const OUTDATED: [&str; 5] = [
    "content-type",
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "etag",
];

/// The documents of the main frame.
pub(super) struct Documents {
    chain: Vec<Url>,
    /// The documents it asked for, redirects included.
    count: u32,
    request: String,
    answer: Option<Response>,
    /// How long the answer to the last one took.
    took: Duration,
    asked_at: Instant,
    error: Option<String>,
}

impl Documents {
    pub(super) fn begin(url: &Url) -> Self {
        Self {
            chain: vec![without_credentials(url)],
            count: 0,
            request: String::new(),
            answer: None,
            took: Duration::ZERO,
            asked_at: Instant::now(),
            error: None,
        }
    }

    /// The first address.
    pub(super) fn first(&self) -> Option<&Url> {
        self.chain.first().filter(|_| self.count > 1)
    }

    /// The last address.
    pub(super) fn last(&self) -> &Url {
        // The first one is always there.
        static NONE: std::sync::LazyLock<Url> = std::sync::LazyLock::new(|| {
            Url::parse("about:blank").unwrap_or_else(|_| unreachable!("a valid address"))
        });
        self.chain.last().unwrap_or(&NONE)
    }

    /// The last address as text.
    pub(super) fn shown(&self) -> String {
        self.last().to_string()
    }

    /// The id of the last request.
    pub(super) fn request(&self) -> &str {
        &self.request
    }

    /// The last answer.
    pub(super) fn answer(&self) -> Option<&Response> {
        self.answer.as_ref()
    }

    /// Why the last one failed.
    pub(super) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// How many were asked for.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Another one is asked for.
    pub(super) fn asked(&mut self, url: &Url) {
        self.count += 1;
        self.asked_at = Instant::now();
        let url = without_credentials(url);
        if self.last() != &url {
            self.chain.push(url);
        }
    }

    pub(super) fn answered(&mut self, request: &str, answer: Response) {
        request.clone_into(&mut self.request);
        self.answer = Some(answer);
        self.took = self.asked_at.elapsed();
        self.error = None;
    }

    pub(super) fn failed(&mut self, reason: &str) {
        if self.answer.is_none() {
            self.error = Some(reason.to_owned());
        }
    }

    /// The last answer with this body, as one of HTTP. `at` is where scripts say the page is.
    pub(super) fn fetched(
        &self,
        answer: &Response,
        body: Vec<u8>,
        at: Option<Url>,
        is_page: bool,
    ) -> Fetched {
        let mut headers = HeaderMap::new();
        for (name, value) in &answer.headers {
            let name = name.to_ascii_lowercase();
            if is_page && OUTDATED.contains(&name.as_str()) {
                continue;
            }
            let name = HeaderName::from_bytes(name.as_bytes());
            // Several values of one name come in lines.
            for value in value.lines() {
                if let (Ok(name), Ok(value)) = (&name, HeaderValue::from_str(value)) {
                    headers.append(name.clone(), value);
                }
            }
        }
        let mut headers = plain_headers(&headers);
        if is_page {
            let kind = "text/html; charset=utf-8".to_owned();
            headers.push(("content-type".to_owned(), kind));
        }
        let mut url_chain = self.chain.clone();
        if let Some(at) = at.filter(|at| {
            matches!(at.scheme(), "http" | "https") && at.origin() == self.last().origin()
        }) {
            let mut plain = at.clone();
            plain.set_fragment(None);
            let mut last = self.last().clone();
            last.set_fragment(None);
            if plain != last {
                url_chain.push(without_credentials(&at));
            }
        }
        Fetched {
            url_chain,
            status: answer.status,
            headers,
            body,
            // What it takes to show the page says nothing about the site.
            elapsed: self.took,
            left: false,
            shown: true,
            picture: None,
        }
    }
}
