//! The sample site over HTTP.

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tokio::sync::oneshot;

use super::pages;

/// Serves until `stop` fires or its sender is dropped.
///
/// # Errors
/// When the runtime or the listener cannot be set up.
pub fn serve(listener: std::net::TcpListener, stop: oneshot::Receiver<()>) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        // Not the graceful way: idle keep-alive connections would hold the thread up.
        tokio::select! {
            result = async { axum::serve(listener, routes()).await } => result,
            _ = stop => Ok(()),
        }
    })
}

#[derive(Deserialize)]
struct PageNumber {
    page: Option<usize>,
}

fn routes() -> Router {
    Router::new()
        .route("/", get(|| async { html(pages::list(1)) }))
        .route(
            "/page/{number}/",
            get(|Path(number): Path<usize>| async move { html(pages::list(number)) }),
        )
        .route(
            "/articles/{file}",
            get(|Path(file): Path<String>| async move {
                html(file.strip_suffix(".html").and_then(pages::article))
            }),
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
