//! Sends one JSON body by POST, signed according to Standard Webhooks 1.0
//! (<https://www.standardwebhooks.com>). The caller decides whether and when to retry.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use ring::hmac;
use url::Url;

use super::{Fetched, Fetcher, Session};
use crate::secrets::Secret;
use bowerbird_logic::messages::{Explain, Message};

/// A key that bodies are signed with.
pub(crate) struct SigningKey(hmac::Key);

impl SigningKey {
    /// The key in a secret: `whsec_` and base64, the usual form of such keys, or the text itself.
    pub(crate) fn of(secret: &Secret) -> Self {
        let text = secret.reveal().trim();
        let bytes = text
            .strip_prefix("whsec_")
            .and_then(|coded| STANDARD.decode(coded).ok())
            .unwrap_or_else(|| text.as_bytes().to_vec());
        Self(hmac::Key::new(hmac::HMAC_SHA256, &bytes))
    }

    fn signature(&self, id: &str, at: &str, body: &str) -> String {
        let tag = hmac::sign(&self.0, format!("{id}.{at}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(tag.as_ref()))
    }
}

/// Sends `body` once. `id` stays the same across retries.
pub(crate) async fn post_signed(
    fetcher: &Fetcher,
    url: &Url,
    key: Option<&SigningKey>,
    id: &str,
    body: &str,
) -> Result<(), DeliveryError> {
    let at = Timestamp::now().as_second().to_string();
    let signature = key.map(|key| key.signature(id, &at, body));
    let mut headers = vec![("webhook-id", id), ("webhook-timestamp", at.as_str())];
    headers.extend(signature.as_deref().map(|text| ("webhook-signature", text)));
    // The user chose the address itself, but not where it redirects to.
    let reach = fetcher.reach_of_named(url).await;
    let session = Session::new(None, None, None)
        .with_headers(headers)
        .reaching(reach);
    match fetcher.post_json(&session, url, &Secret::new(body)).await {
        Ok(answer) if (200..300).contains(&answer.status) => Ok(()),
        Ok(answer) => Err(DeliveryError::of(&answer)),
        Err(error) => Err(DeliveryError {
            reason: error.explain(),
            passes: !error.is_lasting(),
            asked: None,
        }),
    }
}

/// Why a body was rejected.
pub(crate) struct DeliveryError {
    /// The reason as a message.
    pub(crate) reason: Message,
    /// Whether a retry may succeed.
    pub(crate) passes: bool,
    /// How long the receiver asks to wait before a retry (RFC 9110 §10.2.3).
    pub(crate) asked: Option<Duration>,
}

impl DeliveryError {
    /// A reason that no retry changes.
    pub(crate) fn lasting(id: &str) -> Self {
        Self {
            reason: Message::new(id),
            passes: false,
            asked: None,
        }
    }

    pub(crate) fn of(answer: &Fetched) -> Self {
        let status = answer.status;
        Self {
            reason: Message::new("export-status").with("status", status),
            passes: status >= 500 || matches!(status, 408 | 425 | 429),
            asked: answer
                .header("retry-after")
                .and_then(|text| text.trim().parse().ok())
                .map(Duration::from_secs),
        }
    }
}
