//! One request of the browser to the proxy: a tunnel for what is encrypted, an exchange for plain
//! http.

use std::sync::Arc;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION,
    TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use tokio::io::copy_bidirectional;
use url::Url;

use super::counted::CountedStream;
use super::{Shared, Visitor};
use crate::fetch::FetchError;

type Body = BoxBody<Bytes, hyper::Error>;

/// Headers that concern one connection only (RFC 9110 §7.6.1).
const HOP_BY_HOP: [HeaderName; 6] = [
    CONNECTION,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// Answers a request.
///
/// # Errors
/// The fault of an exchange, after which hyper closes the connection: the browser then reports an
/// empty response, and the kept fault says why.
pub(super) async fn answer(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Response<Body>, FetchError> {
    let header = request.headers().get(PROXY_AUTHORIZATION);
    let visitor = header.and_then(|header| shared.visitor(header.as_bytes()));
    let Some(visitor) = visitor else {
        return Ok(proxy_authentication_required());
    };
    if request.method() == Method::CONNECT {
        return Ok(tunnel(shared, visitor, request).await);
    }
    let Some(url) = Url::parse(&request.uri().to_string())
        .ok()
        .filter(|url| url.scheme() == "http")
    else {
        return Ok(status(StatusCode::BAD_REQUEST));
    };
    if visitor.blocks(&url) {
        return Ok(status(StatusCode::FORBIDDEN));
    }
    let forwarded = forward(&shared, &visitor, request, &url).await;
    forwarded.inspect_err(|fault| {
        tracing::debug!(%url, %fault, "not answered to the browser");
        visitor.keep_fault(&url, fault.clone());
    })
}

fn status(code: StatusCode) -> Response<Body> {
    let mut response = Response::new(Empty::new().map_err(|never| match never {}).boxed());
    *response.status_mut() = code;
    response
}

fn proxy_authentication_required() -> Response<Body> {
    let mut response = status(StatusCode::PROXY_AUTHENTICATION_REQUIRED);
    let challenge = HeaderValue::from_static("Basic realm=\"bowerbird\"");
    response.headers_mut().insert(PROXY_AUTHENTICATE, challenge);
    response
}

/// Opens a tunnel to the host that the browser names.
async fn tunnel(
    shared: Arc<Shared>,
    visitor: Arc<Visitor>,
    request: Request<Incoming>,
) -> Response<Body> {
    let url = request
        .uri()
        .authority()
        .and_then(|authority| Url::parse(&format!("https://{authority}/")).ok());
    let Some(url) = url else {
        return status(StatusCode::BAD_REQUEST);
    };
    if visitor.blocks(&url) {
        return status(StatusCode::FORBIDDEN);
    }
    let session = visitor.session();
    let opened = match shared.fetcher.tunnel(&session, &url, true).await {
        Ok(opened) => opened,
        Err(fault) => {
            tracing::debug!(%url, %fault, "no tunnel for the browser");
            visitor.keep_fault(&url, fault);
            return status(StatusCode::BAD_GATEWAY);
        }
    };
    let mut site = CountedStream {
        stream: opened.stream,
        visitor,
        session,
    };
    tokio::spawn(async move {
        if let Ok(browser) = hyper::upgrade::on(request).await {
            // Ends when either side does.
            let _ = copy_bidirectional(&mut TokioIo::new(browser), &mut site).await;
        }
    });
    status(StatusCode::OK)
}

/// Sends a plain request on, and its answer back.
async fn forward(
    shared: &Shared,
    visitor: &Arc<Visitor>,
    request: Request<Incoming>,
    url: &Url,
) -> Result<Response<Body>, FetchError> {
    let session = visitor.session();
    let opened = shared.fetcher.tunnel(&session, url, false).await?;
    let stream = CountedStream {
        stream: opened.stream,
        visitor: Arc::clone(visitor),
        session,
    };
    let dropped = |error: hyper::Error| FetchError::Dropped {
        url: url.to_string(),
        reason: error.to_string(),
    };
    let (mut sender, connection) = hyper::client::conn::http1::Builder::new()
        .preserve_header_case(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(dropped)?;
    tokio::spawn(async move {
        let _ = connection.await;
    });
    let (mut parts, body) = request.into_parts();
    clean(&mut parts.headers);
    if let Some(header) = &opened.forward {
        let header = header.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(mut header)) = header {
            header.set_sensitive(true);
            parts.headers.insert(PROXY_AUTHORIZATION, header);
        }
    } else if let Ok(path) =
        url[url::Position::BeforePath..url::Position::AfterQuery].parse::<Uri>()
    {
        parts.uri = path;
    }
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    if let Ok(host) = HeaderValue::from_str(host) {
        parts.headers.insert(HOST, host);
    }
    let answer = sender.send_request(Request::from_parts(parts, body)).await;
    let mut answer = answer.map_err(dropped)?;
    clean(answer.headers_mut());
    Ok(answer.map(|body| body.boxed()))
}

fn clean(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| HeaderName::from_bytes(name.trim().as_bytes()).ok())
        .collect();
    for name in HOP_BY_HOP.iter().chain(&named) {
        headers.remove(name);
    }
    headers.remove("proxy-connection");
    headers.remove("keep-alive");
}
