//! Why a mail server did not take a message, in words that say what to do: the port and its
//! security, the certificate, the password, or what the server answers itself. Input: the error of a
//! delivery. Output: a message.

use std::error::Error as _;

use lettre::transport::smtp::Error;

use super::mail::REPLY_TIMEOUT;
use bowerbird_logic::messages::Message;

/// Replies that refuse a login or ask for one (RFC 4954 §6, RFC 3207 §4).
const OF_LOGIN: [u16; 4] = [530, 534, 535, 538];

/// What the library says where a server takes no addresses outside of ASCII (RFC 6531); its other
/// refusals before anything is sent are of the login and of encryption.
const OF_ADDRESSES: &str = "SMTPUTF8";

/// Why it did not take it.
pub(super) fn reason(error: &Error) -> Message {
    let words = words_of(error);
    if let Some(code) = error.status() {
        let code = u16::from(code);
        let id = match code {
            _ if OF_LOGIN.contains(&code) => "alert-mail-login",
            400..500 => "alert-mail-later",
            _ => "alert-mail-answered",
        };
        return Message::new(id).with("code", code).with("said", words);
    }
    if error.is_client() {
        let id = match words.contains(OF_ADDRESSES) {
            true => "alert-mail-unable",
            false => "alert-mail-no-login",
        };
        return Message::new(id).with("said", words);
    }
    match tls_fault(error) {
        Some(rustls::Error::InvalidCertificate(_)) => {
            return Message::new("alert-mail-certificate").with("said", words);
        }
        Some(_) => return Message::new("alert-mail-no-tls").with("said", words),
        None => {}
    }
    if error.is_timeout() || is_silence(error) {
        return Message::new("alert-mail-silent").with("seconds", REPLY_TIMEOUT.as_secs());
    }
    Message::new("alert-mail-unreachable").with("said", words)
}

/// What the server or the network says, without what kind of error it is.
fn words_of(error: &Error) -> String {
    match error.source() {
        Some(source) => source.to_string(),
        None => error.to_string(),
    }
}

fn io_error(error: &Error) -> Option<&std::io::Error> {
    error.source()?.downcast_ref()
}

/// The error of TLS inside one of the network.
fn tls_fault(error: &Error) -> Option<&rustls::Error> {
    io_error(error)?.get_ref()?.downcast_ref()
}

/// Whether the server did not answer in time: a socket reports that as an answer to wait for.
fn is_silence(error: &Error) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    io_error(error).is_some_and(|error| matches!(error.kind(), TimedOut | WouldBlock))
}
