//! An alert as JSON by POST, signed like the webhook of exports.

use tokio::runtime::Builder;
use url::Url;

use super::{AlertError, persist};
use crate::fetch::signed_post::{SigningKey, post_signed};
use crate::fetch::{FetchLimits, Fetcher};
use crate::secrets::Secret;
use bowerbird_logic::messages::Message;

/// Checks whether this can be a webhook address: http or https, without a password, because it is
/// stored unencrypted.
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

/// Sends `body`. `id` lets a receiver drop duplicates. `patient`: retry for a while.
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
    // Uses its own runtime: the engine's may be shutting down.
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

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn what_is_refused_for_now_is_sent_again_under_the_same_id() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let mut ids = Vec::new();
            for status in ["503 Later", "200 OK"] {
                let (mut stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let (mut line, mut length) = (String::new(), 0);
                while reader.read_line(&mut line).unwrap() > 2 {
                    if let Some(("webhook-id", id)) = line.trim_end().split_once(": ") {
                        ids.push(id.to_owned());
                    }
                    if let Some(("content-length", n)) = line.trim_end().split_once(": ") {
                        length = n.parse().unwrap();
                    }
                    line.clear();
                }
                reader.read_exact(&mut vec![0; length]).unwrap();
                let answer =
                    format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).unwrap();
            }
            ids
        });
        let body = serde_json::json!({ "type": "test" });
        post(&address, None, "alert_1", &body, true, &|| true).unwrap();
        assert_eq!(server.join().unwrap(), ["alert_1", "alert_1"]);
        let closed = post(&address, None, "alert_2", &body, true, &|| false);
        assert!(matches!(closed, Err(AlertError::CalledOff)), "{closed:?}");
        let impatient = post(&address, None, "alert_3", &body, false, &|| true);
        assert!(matches!(impatient, Err(AlertError::Webhook { .. })));
    }
}
