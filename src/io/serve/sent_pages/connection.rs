//! Connections, requests and their limits. A request that is refused is not read further. Who sends is
//! checked before the page is read; the key of a bookmark is in its form, so that bookmarks have limits of
//! their own: other forms cannot use up those of extensions.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::bookmark_answer::BookmarkAnswer;
use super::pairing_code::CodeCheck;
use super::sender_check::{extension_origin, is_for_here, is_in_a_tab, is_origin_of, token};
use super::sent_page::{DecodedPage, MAX_PAGE_BYTES, SentPage, read, read_form};
use super::{NotTaken, ReceiverSetup, SenderKind, is_open};

/// Connections at the same time; further ones are closed.
const MAX_CONNECTIONS: usize = 8;
/// Headers of a request, and bytes that a request's head may have.
const MAX_HEADERS: usize = 64;
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// Bytes of a request that brings no page.
const MAX_SMALL: usize = 4 * 1024;
/// Time for the head of a request, for a page, and for a connection as a whole.
const HEAD_TIME: Duration = Duration::from_secs(10);
const PAGE_TIME: Duration = Duration::from_secs(30);
const CONNECTION_TIME: Duration = Duration::from_secs(60);
/// After a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(50);
/// Pages that may come in a span of time.
const MAX_PAGES: usize = 30;
const SPAN: Duration = Duration::from_secs(60);
/// The longest number that a browser makes for a proof.
const MAX_NONCE: usize = 128;

/// What all connections share.
struct Shared {
    port: u16,
    setup: ReceiverSetup,
    /// Pages of extensions, and of bookmarks.
    extensions: PageFlow,
    bookmarks: PageFlow,
}

/// The pages of one kind of senders.
struct PageFlow {
    /// One page is read at a time.
    reading: Semaphore,
    /// When pages came.
    came: Mutex<VecDeque<Instant>>,
}

impl PageFlow {
    fn new() -> Self {
        Self {
            reading: Semaphore::new(1),
            came: Mutex::default(),
        }
    }

    /// Whether another page may come now; it counts.
    fn is_soon_enough(&self, now: Instant) -> bool {
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        came.retain(|at| now.saturating_duration_since(*at) < SPAN);
        let may = came.len() < MAX_PAGES;
        if may {
            came.push_back(now);
        }
        may
    }
}

type Answer = Response<Full<Bytes>>;

/// Takes connections for ever.
pub(super) async fn listen(
    listener: TcpListener,
    port: u16,
    setup: ReceiverSetup,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let shared = Arc::new(Shared {
        port,
        setup,
        extensions: PageFlow::new(),
        bookmarks: PageFlow::new(),
    });
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok(room) = Arc::clone(&room).try_acquire_owned() else {
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(&shared, request));
            let serving = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_headers(MAX_HEADERS)
                .max_buf_size(MAX_HEAD_BYTES)
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks is the other side's matter.
            let _ = tokio::time::timeout(CONNECTION_TIME, serving).await;
            drop(room);
        });
    }
}

async fn answer(shared: &Shared, request: Request<Incoming>) -> Result<Answer, Infallible> {
    if !is_for_here(request.headers(), shared.port) {
        return Ok(refusal(StatusCode::FORBIDDEN, "host"));
    }
    if request.uri().path() == "/bookmark" && request.method() == Method::POST {
        let answer = from_bookmark(shared, request).await;
        let html = answer.html(shared.setup.language);
        let status = StatusCode::from_u16(answer.status());
        let status = status.unwrap_or(StatusCode::BAD_REQUEST);
        return Ok(response(status, "text/html; charset=utf-8", html));
    }
    let Some(origin) = extension_origin(request.headers()).map(str::to_owned) else {
        return Ok(refusal(StatusCode::FORBIDDEN, "origin"));
    };
    let mut answer = from_extension(shared, request, &origin).await;
    if let Ok(value) = HeaderValue::from_str(&origin)
        && shared.may_read_answers(&origin)
    {
        let headers = answer.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, value);
        headers.insert(header::VARY, HeaderValue::from_static("Origin"));
    }
    Ok(answer)
}

async fn from_extension(shared: &Shared, request: Request<Incoming>, origin: &str) -> Answer {
    let path = request.uri().path().to_owned();
    let is_known = matches!(path.as_str(), "/pair" | "/greet" | "/page");
    if !is_known {
        return refusal(StatusCode::NOT_FOUND, "path");
    }
    match *request.method() {
        Method::OPTIONS => preflight(shared, origin),
        Method::POST => match path.as_str() {
            "/pair" => pair(shared, request, origin).await,
            "/greet" => greet(shared, request, origin).await,
            _ => page(shared, request, origin).await,
        },
        _ => {
            let mut answer = refusal(StatusCode::METHOD_NOT_ALLOWED, "method");
            let allowed = HeaderValue::from_static("POST");
            answer.headers_mut().insert(header::ALLOW, allowed);
            answer
        }
    }
}

/// Answers whether a script of the extension may send a request.
fn preflight(shared: &Shared, origin: &str) -> Answer {
    if !shared.may_read_answers(origin) {
        return refusal(StatusCode::FORBIDDEN, "origin");
    }
    let mut answer = response(StatusCode::NO_CONTENT, "application/json", String::new());
    let headers = answer.headers_mut();
    let mut say = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    say(header::ACCESS_CONTROL_ALLOW_METHODS, "POST");
    say(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        "authorization, content-type",
    );
    answer
}

/// What the extension says to be paired.
#[derive(Deserialize)]
struct PairRequest {
    code: String,
    #[serde(default)]
    name: String,
}

async fn pair(shared: &Shared, request: Request<Incoming>, origin: &str) -> Answer {
    if !is_open(&shared.setup.code, Instant::now()) {
        return refusal(StatusCode::FORBIDDEN, "no-code");
    }
    let Some(asked) = small::<PairRequest>(request).await else {
        return refusal(StatusCode::BAD_REQUEST, "body");
    };
    let checked = {
        let code = shared.setup.code.lock();
        let mut code = code.unwrap_or_else(PoisonError::into_inner);
        // It may have ended while the request was read.
        let open = code.as_mut().filter(|open| open.is_open(Instant::now()));
        let checked = open.map(|open| open.check(&asked.code));
        if matches!(checked, Some(CodeCheck::Right | CodeCheck::Wrong(0))) {
            // A code counts once.
            *code = None;
        }
        checked
    };
    match checked {
        None => return refusal(StatusCode::FORBIDDEN, "no-code"),
        Some(CodeCheck::Wrong(left)) => {
            shared.setup.receiver.pairing_changed();
            let answer = json!({ "error": "code", "left": left });
            return said(StatusCode::FORBIDDEN, &answer);
        }
        Some(CodeCheck::Right) => {}
    }
    let kind = SenderKind::Extension;
    let browsers = &shared.setup.browsers;
    let paired = browsers.pair(kind, (&asked.name, origin), Timestamp::now());
    shared.setup.receiver.pairing_changed();
    match paired {
        Ok((id, token)) => {
            let answer = json!({ "id": id, "token": token.reveal() });
            said(StatusCode::OK, &answer)
        }
        Err(error) => broken(&error),
    }
}

/// What the extension says to know whether this is the program that it was paired with.
#[derive(Deserialize)]
struct Greeting {
    id: String,
    nonce: String,
}

async fn greet(shared: &Shared, request: Request<Incoming>, origin: &str) -> Answer {
    let greeting = small::<Greeting>(request).await;
    let Some(greeting) = greeting.filter(|one| one.nonce.len() <= MAX_NONCE) else {
        return refusal(StatusCode::BAD_REQUEST, "body");
    };
    match shared.setup.browsers.known(&greeting.id, origin) {
        Ok(Some(known)) => {
            let proof = known.proof(&greeting.nonce, shared.port);
            said(StatusCode::OK, &json!({ "proof": proof }))
        }
        Ok(None) => refusal(StatusCode::UNAUTHORIZED, "token"),
        Err(error) => broken(&error),
    }
}

async fn page(shared: &Shared, request: Request<Incoming>, origin: &str) -> Answer {
    let token = token(request.headers()).unwrap_or_default();
    let kind = SenderKind::Extension;
    let browser = match shared.setup.browsers.of_token(kind, (token, origin)) {
        Ok(Some(browser)) => browser,
        Ok(None) => return refusal(StatusCode::UNAUTHORIZED, "token"),
        Err(error) => return broken(&error),
    };
    let body = match shared.body(request, &shared.extensions).await {
        Ok(body) => body,
        Err(NotRead::TooMany) => return refusal(StatusCode::TOO_MANY_REQUESTS, "many"),
        Err(NotRead::TooLarge) => return refusal(StatusCode::PAYLOAD_TOO_LARGE, "large"),
        Err(NotRead::Broken) => return refusal(StatusCode::BAD_REQUEST, "body"),
    };
    let Ok(page) = read(&body) else {
        return refusal(StatusCode::BAD_REQUEST, "body");
    };
    match shared.hand_over(page, (&browser.id, browser.name, false)) {
        Ok(()) => said(StatusCode::ACCEPTED, &json!({})),
        Err(NotTaken::TooManyWait) => refusal(StatusCode::TOO_MANY_REQUESTS, "waiting"),
    }
}

/// A bookmark opens a tab with a form: scripts of the page can see its key, so it opens nothing but a
/// question in the window.
async fn from_bookmark(shared: &Shared, request: Request<Incoming>) -> BookmarkAnswer {
    if !is_in_a_tab(request.headers()) {
        return BookmarkAnswer::Unknown;
    }
    // Its key is in the form: without a paired bookmark nothing is read.
    let known = shared.setup.browsers.load();
    let has_bookmark = known.is_ok_and(|known| {
        let mut browsers = known.browsers.iter();
        browsers.any(|browser| browser.kind == SenderKind::Bookmark)
    });
    if !has_bookmark {
        return BookmarkAnswer::Unknown;
    }
    let headers: HeaderMap = request.headers().clone();
    let body = match shared.body(request, &shared.bookmarks).await {
        Ok(body) => body,
        Err(NotRead::TooMany) => return BookmarkAnswer::TooMany(None),
        Err(NotRead::TooLarge) => return BookmarkAnswer::TooLarge,
        Err(NotRead::Broken) => return BookmarkAnswer::Unknown,
    };
    let page = match read_form(&body) {
        Ok(page) => page,
        Err(why) => return BookmarkAnswer::NoPage(why),
    };
    let browsers = &shared.setup.browsers;
    let browser = browsers.of_token(SenderKind::Bookmark, (&page.key, ""));
    let (Ok(Some(browser)), true) = (browser, is_origin_of(&headers, &page.url)) else {
        return BookmarkAnswer::Unknown;
    };
    match shared.hand_over(page, (&browser.id, browser.name, true)) {
        Ok(()) => BookmarkAnswer::Asked,
        Err(why) => BookmarkAnswer::TooMany(Some(why)),
    }
}

/// Why the body of a page was not read.
enum NotRead {
    TooMany,
    TooLarge,
    Broken,
}

impl Shared {
    /// Whether a script of this origin may read what it is answered.
    fn may_read_answers(&self, origin: &str) -> bool {
        is_open(&self.setup.code, Instant::now())
            || self.setup.browsers.is_paired(origin).unwrap_or_default()
    }

    /// Reads a page; one at a time, and so many in a span of time.
    async fn body(&self, request: Request<Incoming>, flow: &PageFlow) -> Result<Bytes, NotRead> {
        // JSON writes some characters as six.
        let most = MAX_PAGE_BYTES.saturating_add(MAX_PAGE_BYTES / 4);
        let said = request.body().size_hint().lower();
        if said > u64::try_from(most).unwrap_or(u64::MAX) {
            return Err(NotRead::TooLarge);
        }
        let Ok(_turn) = flow.reading.try_acquire() else {
            return Err(NotRead::TooMany);
        };
        if !flow.is_soon_enough(Instant::now()) {
            return Err(NotRead::TooMany);
        }
        let reading = Limited::new(request.into_body(), most).collect();
        match tokio::time::timeout(PAGE_TIME, reading).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
                Err(NotRead::TooLarge)
            }
            _ => Err(NotRead::Broken),
        }
    }

    fn hand_over(
        &self,
        page: DecodedPage,
        (id, browser, by_bookmark): (&str, String, bool),
    ) -> Result<(), NotTaken> {
        let DecodedPage {
            url, title, html, ..
        } = page;
        self.setup.receiver.page(SentPage {
            url,
            title,
            html,
            browser,
            by_bookmark,
        })?;
        if let Err(error) = self.setup.browsers.note_use(id, Timestamp::now()) {
            tracing::warn!(%error, "the use of a paired browser is not noted");
        }
        self.setup.receiver.pairing_changed();
        Ok(())
    }
}

/// A small body of JSON.
async fn small<T: for<'de> Deserialize<'de>>(request: Request<Incoming>) -> Option<T> {
    let reading = Limited::new(request.into_body(), MAX_SMALL).collect();
    let read = tokio::time::timeout(HEAD_TIME, reading).await.ok()?.ok()?;
    serde_json::from_slice(&read.to_bytes()).ok()
}

fn broken(error: &super::PairedBrowsersError) -> Answer {
    tracing::error!(%error, "paired browsers cannot be read");
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "broken")
}

fn refusal(status: StatusCode, why: &str) -> Answer {
    said(status, &json!({ "error": why }))
}

fn said(status: StatusCode, answer: &Value) -> Answer {
    response(status, "application/json", answer.to_string())
}

fn response(status: StatusCode, media_type: &'static str, body: String) -> Answer {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut say = |name, value| headers.insert(name, HeaderValue::from_static(value));
    say(header::CONTENT_TYPE, media_type);
    say(header::CACHE_CONTROL, "no-store");
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::REFERRER_POLICY, "no-referrer");
    say(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; form-action 'none'; sandbox",
    );
    response
}
