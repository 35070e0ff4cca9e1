//! One request at a worker: fetched, read, packed. Whatever happens, there is an answer for the owner,
//! so that its retry policy decides and not the queue.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;
use url::Url;

use super::read_contexts::CompiledContext;
use super::service::Tools;
use crate::context::page_client::RuleWays;
use crate::crawl::client::{Client, ClientRequest, RunClient};
use crate::crawl::fetch::Response;
use crate::crawl::read::{ReadTask, read_for_owner};
use crate::crawl::remote::messages::{
    PictureHead, PortableAsk, RemoteAnswer, RemoteRequest, body_of,
};
use crate::runtime::threads::blocking;
use bowerbird_io::fetch::{CookieChanges, FetchError, Stage};
use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::{MAX_MESSAGE_BYTES, pack};
use bowerbird_logic::rules::FetchMode;

/// The longest time for one request: that of the slowest page, with room to spare.
const WHOLE: Duration = Duration::from_secs(300);
/// The time from the beginning of a request until which a picture may be taken: a page without one is
/// worth more than none.
const PICTURE: Duration = Duration::from_secs(240);

/// What one request led to.
pub(super) struct Done {
    head: RemoteAnswer,
    /// The body and the reading.
    bytes: Vec<u8>,
    url: Url,
}

impl Done {
    /// Whether the site answered.
    pub(super) fn is_answer(&self) -> bool {
        self.head.answer.is_ok()
    }

    /// As it travels; `None` if it is too large for that.
    pub(super) fn message(&self) -> Option<Vec<u8>> {
        pack(&self.head, &self.bytes)
    }

    /// Leaves the picture out, which the answer can do without; false if there is none.
    pub(super) fn leave_picture(&mut self) -> bool {
        let Some(picture) = self.head.picture.take() else {
            return false;
        };
        let rest = self.head.body_bytes.saturating_add(picture.bytes);
        if rest <= self.bytes.len() {
            self.bytes.drain(self.head.body_bytes..rest);
        }
        true
    }

    /// That the answer is too large to travel, as it travels.
    pub(super) fn too_large(self) -> Option<Vec<u8>> {
        let bytes = u64::try_from(self.head.body_bytes).unwrap_or(u64::MAX);
        let error = FetchError::TooLarge {
            url: self.url.to_string(),
            limit: u64::try_from(MAX_MESSAGE_BYTES).unwrap_or(u64::MAX),
            bytes,
        };
        let head = RemoteAnswer {
            answer: Err(error),
            body_bytes: 0,
            picture: None,
            ..self.head
        };
        pack(&head, &[])
    }

    /// Without an answer, because of `error`.
    fn failed(url: Url, error: FetchError, received_at: Timestamp) -> Self {
        let head = RemoteAnswer {
            answer: Err(error),
            body_bytes: 0,
            received_at,
            cookies: CookieChanges::default(),
            traffic: None,
            needs_browser: false,
            picture: None,
        };
        Self {
            head,
            bytes: Vec::new(),
            url,
        }
    }
}

/// Fetches and reads one request.
pub(super) async fn work(
    tools: &Tools,
    context: &Arc<CompiledContext>,
    request: RemoteRequest,
) -> Done {
    let (url, now) = (url_of(&request.ask).clone(), request.now);
    let job = Box::pin(whole(tools, context, request));
    match tokio::time::timeout(WHOLE, job).await {
        Ok(Some(done)) => done,
        Ok(None) => {
            let url_text = url.to_string();
            let error = FetchError::TooMuchWork { url: url_text };
            Done::failed(url, error, now)
        }
        Err(_) => {
            let error = FetchError::Timeout {
                url: url.to_string(),
                seconds: WHOLE.as_secs(),
                stage: Stage::Whole,
                bytes: 0,
            };
            Done::failed(url, error, now)
        }
    }
}

fn url_of(ask: &PortableAsk) -> &Url {
    match ask {
        PortableAsk::Get { url, .. }
        | PortableAsk::Form { url, .. }
        | PortableAsk::Json { url, .. } => url,
    }
}

/// `None` if reading the page failed as no page may make it fail.
async fn whole(
    tools: &Tools,
    context: &Arc<CompiledContext>,
    request: RemoteRequest,
) -> Option<Done> {
    let begun = Instant::now();
    let client = client_of(tools, context, request.mode, begun + PICTURE);
    let session = request.session.into_session();
    let before = session.cookies_before();
    let target = url_of(&request.ask).clone();
    let condition = match &request.ask {
        PortableAsk::Get { condition, .. } => condition.clone(),
        PortableAsk::Form { .. } | PortableAsk::Json { .. } => None,
    };
    let is_conditional = condition.is_some();
    let ask = match request.ask {
        PortableAsk::Get {
            pages_only,
            place,
            pictureless,
            ..
        } => ClientRequest::Get {
            url: &target,
            condition: condition.as_ref(),
            pages_only,
            place,
            pictureless,
        },
        PortableAsk::Form { url, body } => ClientRequest::Form {
            url,
            body: Secret::new(body),
        },
        PortableAsk::Json { url, body } => ClientRequest::Json {
            url,
            body: Secret::new(body),
        },
    };
    let answer = client.fetch(&session, &ask).await;
    let elapsed = SignedDuration::try_from(begun.elapsed()).unwrap_or_default();
    let received_at = request.now.checked_add(elapsed).unwrap_or(request.now);
    let task = ReadTask {
        request: request.request,
        purpose: request.purpose,
        rule: Arc::clone(&context.rule),
        signals: context.signals.clone(),
    };
    let response = Response {
        confirmed: None,
        visitor: None,
        through_proxy: request.through_proxy,
        since_last: request.since_last,
        received_at,
        reading: None,
        session: session.clone(),
        answer,
    };
    // Confirmed answers are at the owner.
    let status = response.answer.as_ref().map(|fetched| fetched.status);
    let is_stored = is_conditional && matches!(status, Ok(NOT_MODIFIED));
    let _turn = tools.parsers.acquire().await.ok()?;
    let read = blocking(move || {
        let reading = match is_stored {
            true => None,
            false => read_for_owner(&task, &response),
        };
        (reading, response.answer)
    });
    let (reading, mut answer) = read.await?;
    let is_shell = reading.as_ref().is_some_and(|reading| reading.is_shell());
    let reading = reading.and_then(|reading| serde_json::to_vec(&reading).ok());
    let mut bytes = body_of(&mut answer).map(std::mem::take).unwrap_or_default();
    let body_bytes = bytes.len();
    let picture = answer.as_mut().ok().and_then(|page| page.picture.take());
    if let Some(picture) = &picture {
        bytes.extend_from_slice(&picture.jpeg);
    }
    let head = RemoteAnswer {
        answer,
        body_bytes,
        picture: picture.as_ref().map(PictureHead::of),
        received_at,
        cookies: session.cookie_changes(&before),
        traffic: session.proxy().map(|proxy| proxy.meter.take()),
        needs_browser: is_shell && request.mode == FetchMode::Auto && !tools.browser,
    };
    bytes.extend(reading.unwrap_or_default());
    Some(Done {
        head,
        bytes,
        url: target,
    })
}

/// The status of an answer that the owner has already.
const NOT_MODIFIED: u16 = 304;

/// The client for the pages of a rule.
fn client_of(
    tools: &Tools,
    context: &CompiledContext,
    mode: FetchMode,
    picture_until: Instant,
) -> RunClient {
    let rule = &context.rule;
    let mode = match tools.browser {
        true => mode,
        false => FetchMode::Http,
    };
    RunClient {
        pages: tools.pages.clone(),
        http: tools.fetcher.clone(),
        ways: RuleWays::of(rule, rule.delay())
            .by(mode)
            .until(picture_until.into_std()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_io::work_queue::unpack;

    #[test]
    fn an_answer_can_do_without_its_picture() {
        let url = Url::parse("https://a.example/").expect("an address");
        let error = FetchError::TooMuchWork {
            url: url.to_string(),
        };
        let mut done = Done::failed(url, error, Timestamp::UNIX_EPOCH);
        done.head.body_bytes = 4;
        done.head.picture = Some(PictureHead {
            bytes: 3,
            width: 1,
            height: 1,
            words: String::new(),
        });
        done.bytes = b"bodyjpgread".to_vec();
        assert!(done.leave_picture());
        let message = done.message().expect("packed");
        let (head, bytes) = unpack::<RemoteAnswer>(&message).expect("unpacked");
        assert!(head.picture.is_none() && head.body_bytes == 4);
        assert_eq!(bytes, b"bodyread");
        assert!(!done.leave_picture(), "only once");
    }
}
