//! An alert as a message of a service such as Slack or ntfy. Sends the requests that
//! `logic::policy::alert_services` makes. The address is a secret: no error names more of it than
//! the host.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use super::{AlertError, persist};
use crate::fetch::signed_post::DeliveryError;
use crate::fetch::{FetchLimits, Fetched, Fetcher, Session};
use crate::secrets::Secret;
use bowerbird_logic::messages::{Arg, Explain, Message};
use bowerbird_logic::policy::alert_services::{
    ServiceAddress, ServiceMessage, ServiceRequest, refusal, room_of,
};

/// The largest answer that is read, in bytes: services answer with a few words.
const MAX_ANSWER: u64 = 64 * 1024;

/// Sends `message` to `address`. `id` lets a service drop duplicates where it can. `patient`: retry
/// for a while.
///
/// # Errors
/// [`AlertError`].
pub fn send(
    address: &ServiceAddress,
    message: &ServiceMessage,
    id: &str,
    patient: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<(), AlertError> {
    let failed = |reason: Message| AlertError::Service {
        service: address.kind,
        reason: Box::new(without_paths(reason, address)),
    };
    // Uses its own runtime: the engine's may be shutting down.
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            failed(Message::new("engine-no-threads").with("reason", error.to_string()))
        })?;
    // A redirect would carry the message, and the key to the service, elsewhere.
    let fetcher = Fetcher::new(FetchLimits {
        max_redirects: 0,
        max_bytes: MAX_ANSWER,
        total: Duration::from_secs(30),
        ..FetchLimits::default()
    });
    persist(patient, go_on, || {
        deliver(&runtime, &fetcher, address, message, id)
            .map_err(|fault| (failed(fault.reason), fault.passes, fault.asked))
    })
}

fn deliver(
    runtime: &Runtime,
    fetcher: &Fetcher,
    address: &ServiceAddress,
    message: &ServiceMessage,
    id: &str,
) -> Result<(), DeliveryError> {
    let room = match address.room_request() {
        None => None,
        Some(request) => {
            let answer = runtime.block_on(request_once(fetcher, &request))?;
            let room = room_of(&String::from_utf8_lossy(&answer.body));
            Some(room.ok_or_else(|| DeliveryError::lasting("alert-service-no-room"))?)
        }
    };
    let request = address.request(message, id, room.as_deref());
    let answer = runtime.block_on(request_once(fetcher, &request))?;
    match refusal(address.kind, &String::from_utf8_lossy(&answer.body)) {
        None => Ok(()),
        Some(said) => Err(DeliveryError {
            reason: Message::new("alert-service-refused").with("said", said),
            passes: false,
            asked: None,
        }),
    }
}

async fn request_once(
    fetcher: &Fetcher,
    request: &ServiceRequest,
) -> Result<Fetched, DeliveryError> {
    // The user chose the address itself, but not what it leads to.
    let reach = fetcher.reach_of_named(&request.url).await;
    let authorization = request.authorization.as_deref();
    let session = Session::new(None, None, None)
        .with_headers(authorization.map(|value| ("authorization", value)))
        .reaching(reach);
    let body = Secret::new(request.body.to_string());
    let sent = fetcher.send_json(&session, request.method, &request.url, &body);
    match sent.await {
        Ok(answer) if (200..300).contains(&answer.status) => Ok(answer),
        Ok(answer) => Err(DeliveryError::of(&answer)),
        Err(error) => Err(DeliveryError {
            reason: error.explain(),
            passes: !error.is_lasting(),
            asked: None,
        }),
    }
}

/// `reason` without the paths of addresses, which hold the key.
fn without_paths(mut reason: Message, address: &ServiceAddress) -> Message {
    for value in reason.args.iter_mut().map(|(_, value)| value) {
        if let Arg::Text(text) = value
            && text.contains("://")
        {
            *text = address.origin().into();
        }
    }
    reason
}
