//! Connections: how many, how long, how large. A request that is refused is not read further.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use percent_encoding::percent_decode_str;
use tokio::sync::Semaphore;

use super::access::{Access, Refused};
use super::{Answer, Handler, Question};

/// Connections at the same time; further ones are closed.
const MAX_CONNECTIONS: usize = 32;
/// Headers of a request, and bytes that a request's head may have.
const MAX_HEADERS: usize = 64;
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// Parameters of a request.
const MAX_PARAMETERS: usize = 64;
/// Time for the head of a request, and for a connection as a whole.
const HEAD_TIME: Duration = Duration::from_secs(10);
const CONNECTION_TIME: Duration = Duration::from_secs(120);
/// After a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections for ever.
pub(super) async fn listen(
    listener: TcpListener,
    access: Arc<Access>,
    handler: Handler,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok(room) = Arc::clone(&room).try_acquire_owned() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let (access, handler) = (Arc::clone(&access), Arc::clone(&handler));
        tokio::spawn(async move {
            let service = service_fn(|request| answer(&access, &handler, request));
            let serving = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_headers(MAX_HEADERS)
                .max_buf_size(MAX_HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks is the other side's matter.
            let _ = tokio::time::timeout(CONNECTION_TIME, serving).await;
            drop(room);
        });
    }
}

async fn answer(
    access: &Access,
    handler: &Handler,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if let Err(refused) = access.check(request.headers()) {
        let (status, why) = match refused {
            Refused::Elsewhere => (StatusCode::FORBIDDEN, "not asked by a name of this machine"),
            Refused::Token => (StatusCode::UNAUTHORIZED, "the token is missing or wrong"),
        };
        return Ok(refusal(status, why));
    }
    if request.method() != Method::GET {
        return Ok(refusal(
            StatusCode::METHOD_NOT_ALLOWED,
            "only GET is answered",
        ));
    }
    let Some(question) = question(&request) else {
        return Ok(refusal(StatusCode::BAD_REQUEST, "too many parameters"));
    };
    let handler = Arc::clone(handler);
    let looked_up = tokio::task::spawn_blocking(move || handler(&question)).await;
    Ok(match looked_up {
        Ok(answer) => response(answer),
        Err(error) => {
            tracing::error!(%error, "no answer");
            refusal(StatusCode::INTERNAL_SERVER_ERROR, "no answer")
        }
    })
}

/// What a request asks for; `None` if it has too many parameters.
fn question(request: &Request<Incoming>) -> Option<Question> {
    let uri = request.uri();
    let query = uri.query().unwrap_or_default();
    let parameters: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes())
        .take(MAX_PARAMETERS + 1)
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    let path = percent_decode_str(uri.path())
        .decode_utf8_lossy()
        .into_owned();
    (parameters.len() <= MAX_PARAMETERS).then_some(Question { path, parameters })
}

fn refusal(status: StatusCode, why: &str) -> Response<Full<Bytes>> {
    let body = serde_json::json!({ "error": why }).to_string();
    response(Answer {
        status: status.as_u16(),
        media_type: "application/json",
        body: body.into_bytes(),
    })
}

fn response(answer: Answer) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(answer.body)));
    let status = StatusCode::from_u16(answer.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut say = |name, value| headers.insert(name, HeaderValue::from_static(value));
    say(header::CONTENT_TYPE, answer.media_type);
    say(header::CACHE_CONTROL, "no-store");
    // What pages said is data: no browser is to run or guess at it, no page to take it in.
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; sandbox",
    );
    say(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    match status {
        StatusCode::UNAUTHORIZED => {
            say(header::WWW_AUTHENTICATE, "Basic realm=\"Bowerbird\"");
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            say(header::ALLOW, "GET");
        }
        _ => {}
    }
    response
}
