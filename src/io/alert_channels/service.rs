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
    ServiceAddress, ServiceMessage, ServiceRequest, asked_wait, refusal, room_of, said_of,
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
            let answer = runtime.block_on(request_once(fetcher, address, &request))?;
            let room = room_of(&String::from_utf8_lossy(&answer.body));
            Some(room.ok_or_else(|| DeliveryError::lasting("alert-service-no-room"))?)
        }
    };
    let request = address.request(message, id, room.as_deref());
    let mut answer = runtime.block_on(ask(fetcher, &request))?;
    // A room known by its id is entered only when that is needed: after an invitation.
    if answer.status == 403
        && let Some(enter) = address.enter_request()
    {
        runtime.block_on(request_once(fetcher, address, &enter))?;
        answer = runtime.block_on(ask(fetcher, &request))?;
    }
    let answer = taken(address, answer)?;
    match refusal(address.kind, &String::from_utf8_lossy(&answer.body)) {
        None => Ok(()),
        Some(said) => Err(DeliveryError {
            reason: Message::new("alert-service-refused").with("said", address.without_key(&said)),
            passes: false,
            asked: None,
        }),
    }
}

async fn request_once(
    fetcher: &Fetcher,
    address: &ServiceAddress,
    request: &ServiceRequest,
) -> Result<Fetched, DeliveryError> {
    taken(address, ask(fetcher, request).await?)
}

/// The answer if its status is good; else why it was refused, in the words of the service if it has
/// some, and how long it asks to wait.
fn taken(address: &ServiceAddress, answer: Fetched) -> Result<Fetched, DeliveryError> {
    let status = answer.status;
    if (200..300).contains(&status) {
        return Ok(answer);
    }
    let body = String::from_utf8_lossy(&answer.body);
    let mut error = DeliveryError::of(&answer);
    error.asked = error.asked.or_else(|| asked_wait(&body));
    let said = said_of(&body).map(|said| address.without_key(&said));
    error.reason = match said {
        _ if status == 401 => Message::new("alert-service-key").with("status", status),
        Some(said) => Message::new("alert-service-said")
            .with("status", status)
            .with("said", said),
        None => error.reason,
    };
    Err(error)
}

async fn ask(fetcher: &Fetcher, request: &ServiceRequest) -> Result<Fetched, DeliveryError> {
    // The user chose the address itself, but not what it leads to.
    let reach = fetcher.reach_of_named(&request.url).await;
    let authorization = request.authorization.as_deref();
    let session = Session::new(None, None, None)
        .with_headers(authorization.map(|value| ("authorization", value)))
        .reaching(reach);
    let body = Secret::new(request.body.to_string());
    let sent = fetcher.send_json(&session, request.method, &request.url, &body);
    sent.await.map_err(|error| DeliveryError {
        reason: error.explain(),
        passes: !error.is_lasting(),
        asked: None,
    })
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

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Gives these answers one after the other; what was asked comes back.
    fn served(answers: Vec<(u16, &'static str)>) -> (String, std::thread::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let mut asked = Vec::new();
            for (status, body) in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let (mut line, mut length) = (String::new(), 0);
                reader.read_line(&mut line).unwrap();
                asked.push(line.split(' ').take(2).collect::<Vec<_>>().join(" "));
                while line.len() > 2 {
                    line.clear();
                    reader.read_line(&mut line).unwrap();
                    if let Some(("content-length", n)) = line.trim_end().split_once(": ") {
                        length = n.parse().unwrap();
                    }
                }
                reader.read_exact(&mut vec![0; length]).unwrap();
                let answer = format!(
                    "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
                     Connection: close\r\n\r\n{body}",
                    body.len()
                );
                stream.write_all(answer.as_bytes()).unwrap();
            }
            asked
        });
        (host, server)
    }

    fn sent(host: &str, patient: bool) -> Result<(), AlertError> {
        let address = format!("matrix://syt_secret@{host}/!r:h");
        let address = ServiceAddress::parse(&address, None).unwrap();
        let message = ServiceMessage {
            title: "T".to_owned(),
            lines: vec!["L".to_owned()],
        };
        send(&address, &message, "a1", patient, &|| true)
    }

    fn reason(result: Result<(), AlertError>) -> Message {
        match result {
            Err(AlertError::Service { reason, .. }) => *reason,
            other => panic!("no refusal: {other:?}"),
        }
    }

    const OUTSIDE: &str = r#"{"errcode":"M_FORBIDDEN","error":"User not in room"}"#;

    #[test]
    fn a_room_one_is_invited_to_is_entered_and_written_into() {
        let (host, server) = served(vec![(403, OUTSIDE), (200, "{}"), (200, "{}")]);
        sent(&host, false).unwrap();
        let into = "PUT /_matrix/client/v3/rooms/!r:h/send/m.room.message/a1";
        let enter = "POST /_matrix/client/v3/join/!r:h";
        assert_eq!(server.join().unwrap(), [into, enter, into]);
        let (host, server) = served(vec![
            (403, OUTSIDE),
            (403, r#"{"error":"You are not invited to this room."}"#),
        ]);
        let refused = reason(sent(&host, false));
        assert_eq!(refused.id, "alert-service-said");
        let said = Arg::Text("You are not invited to this room.".to_owned());
        assert!(refused.args.iter().any(|(_, arg)| *arg == said));
        assert_eq!(server.join().unwrap().len(), 2);
    }

    #[test]
    fn a_refused_key_is_named_and_a_rate_is_kept_to() {
        let (host, _server) = served(vec![(401, r#"{"error":"Invalid access token passed."}"#)]);
        assert_eq!(reason(sent(&host, true)).id, "alert-service-key");
        let limited =
            r#"{"errcode":"M_LIMIT_EXCEEDED","error":"Too Many Requests","retry_after_ms":10}"#;
        let (host, server) = served(vec![(429, limited), (200, "{}")]);
        sent(&host, true).unwrap();
        assert_eq!(server.join().unwrap().len(), 2);
        let (host, _server) = served(vec![(502, "<html>Bad gateway</html>")]);
        assert_eq!(reason(sent(&host, false)).id, "export-status");
    }
}
