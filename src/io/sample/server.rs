//! The sample site over HTTP.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tokio::sync::oneshot;

use super::{Looks, pages};

/// What every visitor of the part that blocks gets.
const BLOCKED: &str = include_str!("../../../assets/sample-site/blocked.html");

/// Serves until `stop` fires or its sender is dropped, in these looks.
///
/// # Errors
/// When the runtime or the listener cannot be set up.
pub fn serve(
    listener: std::net::TcpListener,
    stop: oneshot::Receiver<()>,
    looks: Looks,
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        // No graceful shutdown: idle keep-alive connections would delay the thread.
        tokio::select! {
            result = async { axum::serve(listener, routes(looks)).await } => result,
            _ = stop => Ok(()),
        }
    })
}

#[derive(Deserialize)]
struct PageNumber {
    page: Option<usize>,
}

fn routes(looks: Looks) -> Router {
    Router::new()
        .route("/", get(first_list))
        .route("/page/{number}/", get(list))
        .route("/articles/{file}", get(article))
        .route("/review/", get(review_list))
        .route("/review/{file}", get(review_article))
        .route(
            "/exchange/",
            get(|| async { (StatusCode::FORBIDDEN, Html(BLOCKED)) }),
        )
        .route(
            "/forum/benches",
            get(|Query(query): Query<PageNumber>| async move {
                html(pages::forum(query.page.unwrap_or(1)))
            }),
        )
        .route("/feed.xml", get(feed))
        .route(
            "/robots.txt",
            get(|| async { typed("text/plain; charset=utf-8", "User-agent: *\nAllow: /\n") }),
        )
        .route(
            "/style.css",
            get(|| async {
                typed(
                    "text/css; charset=utf-8",
                    include_str!("../../../assets/sample-site/style.css"),
                )
            }),
        )
        .route(
            "/logo.svg",
            get(|| async {
                typed(
                    "image/svg+xml",
                    include_str!("../../../assets/sample-site/logo.svg"),
                )
            }),
        )
        .fallback(|| async { html(None) })
        .with_state(looks)
}

async fn first_list(State(looks): State<Looks>) -> Response {
    html(pages::list(1, looks.news.load(Ordering::Relaxed)))
}

async fn list(State(looks): State<Looks>, Path(number): Path<usize>) -> Response {
    html(pages::list(number, looks.news.load(Ordering::Relaxed)))
}

async fn article(State(looks): State<Looks>, Path(file): Path<String>) -> Response {
    let slug = file.strip_suffix(".html");
    html(slug.and_then(|slug| pages::article(slug, looks.news.load(Ordering::Relaxed))))
}

async fn review_list(State(looks): State<Looks>) -> Response {
    let page = pages::review_list(looks.review.load(Ordering::Relaxed));
    html(Some(page))
}

async fn review_article(State(looks): State<Looks>, Path(file): Path<String>) -> Response {
    let redesigned = looks.review.load(Ordering::Relaxed);
    let slug = file.strip_suffix(".html");
    html(slug.and_then(|slug| pages::review_article(slug, redesigned)))
}

async fn feed(headers: HeaderMap) -> Response {
    let host = headers
        .get(header::HOST)
        .and_then(|h| h.to_str().ok())
        .unwrap_or("127.0.0.1");
    typed(
        "application/rss+xml; charset=utf-8",
        pages::feed(&format!("http://{host}")),
    )
}

fn typed(content_type: &'static str, body: impl Into<String>) -> Response {
    ([(header::CONTENT_TYPE, content_type)], body.into()).into_response()
}

fn html(page: Option<String>) -> Response {
    match page {
        Some(page) => Html(page).into_response(),
        None => (
            StatusCode::NOT_FOUND,
            Html("<!DOCTYPE html><title>Not found</title><h1>Not found</h1><p>There is no such page here.</p>"),
        )
            .into_response(),
    }
}
