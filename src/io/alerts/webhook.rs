//! An alert as JSON by POST, signed like the webhook of exports.

use tokio::runtime::Builder;
use url::Url;

use super::{AlertError, persist};
use crate::io::fetch::{FetchLimits, Fetcher};
use crate::io::secrets::Secret;
use crate::io::webhook::{SigningKey, post_signed};
use crate::logic::messages::Message;

/// Whether that can be an address of a webhook: http or https, and no password in it, for it is
/// stored in clear.
///
/// # Errors
/// [`AlertError::Address`].
pub fn check(address: &str) -> Result<(), AlertError> {
    url_of(address).map(|_| ())
}

fn url_of(address: &str) -> Result<Url, AlertError> {
    Url::parse(address.trim())
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .ok_or(AlertError::Address)
}

/// Sends `body`; `id` lets a receiver drop what it has. `patient`: try again for a while.
///
/// # Errors
/// [`AlertError`].
pub fn post(
    address: &str,
    key: Option<&Secret>,
    id: &str,
    body: &serde_json::Value,
    patient: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<(), AlertError> {
    let url = url_of(address)?;
    let failed = |reason: Message| AlertError::Webhook {
        host: url.host_str().unwrap_or_default().to_owned(),
        reason: Box::new(reason),
    };
    // A runtime of its own: the engine's may be closing.
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            failed(Message::new("engine-no-threads").with("reason", error.to_string()))
        })?;
    let fetcher = Fetcher::new(FetchLimits::default());
    let key = key.map(SigningKey::of);
    let body = body.to_string();
    persist(patient, go_on, || {
        let sent = post_signed(&fetcher, &url, key.as_ref(), id, &body);
        runtime
            .block_on(sent)
            .map_err(|fault| (failed(fault.reason), fault.passes, fault.asked))
    })
}
