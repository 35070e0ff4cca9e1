//! The body of an answer: read within limits, kept as far as received, decoded or rejected.
//! Input: an answer whose headers have arrived. Output: the fetched answer, or why it is
//! incomplete.

use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use tokio::time::timeout;

use super::Run;
use crate::fetch::answer::{is_markup, plain_headers, text};
use crate::fetch::error::{Stage, shown};
use crate::fetch::exchange::classify_failure::Phase;
use crate::fetch::exchange::hops::{encoding_of, is_readable_text, is_whole, part_of};
use crate::fetch::{FetchError, Fetched};

/// Bodies of redirects up to this length are read, so that the connection can be reused.
const DRAIN_BYTES: u64 = 64 * 1024;
/// Maximum bytes kept of an incomplete body.
const MAX_PART_BYTES: usize = 256 * 1024;

impl Run<'_> {
    /// Reads and discards a short body so that its connection can be reused.
    pub(super) async fn drain(&self, response: Response) {
        if response.content_length().is_some_and(|n| n <= DRAIN_BYTES) {
            let _ = timeout(self.left(self.ask.limits.idle), response.bytes()).await;
        }
    }

    /// The answer with its body.
    pub(super) async fn finish(&mut self, mut response: Response) -> Result<Fetched, FetchError> {
        let status = response.status().as_u16();
        let part =
            (status == 206 && !is_whole(response.headers())).then(|| part_of(response.headers()));
        let mut headers = plain_headers(response.headers());
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.map(|value| text(value.as_bytes()));
        let good = response.status().is_success();
        let left = self.ask.options.pages_only && good && !is_markup(kind.as_deref());
        let mut body = Vec::new();
        let mut read = Ok(());
        if !left {
            read = self.read(&mut response, &mut body).await;
        }
        if let Some(reason) = part {
            read = Err(FetchError::Incomplete {
                url: shown(&self.at),
                reason,
                bytes: 0,
                received: None,
            });
        }
        if let Err(error) = read {
            let mut error = error.with_bytes(body.len());
            if let FetchError::Incomplete { received, .. } = &mut error {
                body.truncate(MAX_PART_BYTES);
                *received = Some(Box::new(self.fetched(status, headers, body, left)));
            }
            return Err(error);
        }
        // Decoding removes this header. If it is still there, the body has several encodings, an
        // unknown one, or one that the server announces but does not apply.
        let coded = response.headers().contains_key(CONTENT_ENCODING);
        // A compressed sitemap is unpacked by its consumer.
        let packed = !self.ask.options.pages_only && body.starts_with(&[0x1f, 0x8b]);
        if coded && !left && (self.raw || (is_markup(kind.as_deref()) && !packed)) {
            if !is_readable_text(&body) {
                return Err(FetchError::Garbled {
                    url: shown(&self.at),
                    reason: encoding_of(response.headers()),
                    bytes: body.len() as u64,
                });
            }
            headers.retain(|(name, _)| name != CONTENT_ENCODING.as_str());
        }
        Ok(self.fetched(status, headers, body, left))
    }

    fn fetched(
        &mut self,
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
        left: bool,
    ) -> Fetched {
        Fetched {
            url_chain: std::mem::take(&mut self.chain),
            status,
            headers,
            body,
            elapsed: self.started.elapsed(),
            left,
            shown: false,
            picture: None,
        }
    }

    /// Reads the body into `body`, which contains the received part if it is incomplete.
    async fn read(&self, response: &mut Response, body: &mut Vec<u8>) -> Result<(), FetchError> {
        let limit = self.ask.limits.max_bytes;
        let too_large = || FetchError::TooLarge {
            url: shown(&self.at),
            limit,
            bytes: 0,
        };
        // Absent for compressed bodies, whose length does not give the unpacked size.
        if !self.ask.cut && response.content_length().is_some_and(|n| n > limit) {
            return Err(too_large());
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let meter = self.session.proxy().map(|proxy| &proxy.meter);
        loop {
            let chunk = timeout(self.left(self.ask.limits.idle), response.chunk()).await;
            let chunk = chunk
                .map_err(|_| self.silence(Stage::Body))?
                .map_err(|e| self.failed(&e, Phase::Body))?;
            let Some(chunk) = chunk else { return Ok(()) };
            if let Some(meter) = meter {
                meter.carried(chunk.len());
            }
            let room = limit - body.len();
            body.extend(chunk.iter().take(room));
            match chunk.len() <= room {
                true => {}
                false if self.ask.cut => return Ok(()),
                false => return Err(too_large()),
            }
        }
    }
}
