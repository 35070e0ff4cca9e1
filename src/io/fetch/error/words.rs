//! The causes that libraries and the system give, in own words. Input: their English texts. Output:
//! messages. A text that is not known stays as it is.

use bowerbird_logic::messages::{Arg, Message};

/// What texts contain, and the message that says it.
const WORDS: [(&str, &str); 32] = [
    ("Connection refused", "fetch-why-refused"),
    ("connection refused", "fetch-why-refused"),
    ("Connection reset", CLOSED),
    ("Broken pipe", CLOSED),
    ("connection closed", CLOSED),
    ("channel closed", CLOSED),
    ("unexpected end of file", CLOSED),
    ("unexpected EOF", CLOSED),
    ("end of file before message length", CLOSED),
    ("early eof", CLOSED),
    ("invalid HTTP", NO_HTTP),
    ("invalid HTTP version", NO_HTTP),
    ("InvalidMessage", NO_HTTP),
    ("received corrupt message", NO_HTTP),
    ("No route to host", "fetch-why-no-route"),
    ("host unreachable", "fetch-why-no-route"),
    ("Network is unreachable", "fetch-why-no-route"),
    ("network unreachable", "fetch-why-no-route"),
    ("deadline has elapsed", "fetch-why-late"),
    ("timed out", "fetch-why-late"),
    ("proxy authorization required", "fetch-why-proxy-password"),
    ("no further cause given", "fetch-why-unknown"),
    ("credentials not accepted", "fetch-why-proxy-password"),
    ("user/pass authentication", "fetch-why-proxy-no-password"),
    ("connection not allowed", "fetch-why-proxy-forbids"),
    ("ident service", "fetch-why-proxy-forbids"),
    ("not supported", "fetch-why-proxy-cannot"),
    ("to acceptable address type", "fetch-why-proxy-cannot"),
    ("failed parsing server response", NO_SOCKS),
    ("io error during SOCKS handshake", NO_SOCKS),
    // What else the libraries say about proxies says no more than this.
    ("SOCKS error: ", "fetch-why-proxy-failed"),
    ("tunnel error: ", "fetch-why-proxy-failed"),
];
const CLOSED: &str = "fetch-why-closed";
const NO_HTTP: &str = "fetch-why-no-http";
const NO_SOCKS: &str = "fetch-why-no-socks";

/// The cause as an argument of a message.
pub(super) fn cause(reason: &str) -> Arg {
    match known(reason) {
        Some(id) => Arg::from(Message::new(id)),
        None => Arg::from(reason),
    }
}

/// The message about a proxy that failed with this cause: its password is in question only if it
/// spoke.
pub(super) fn about_proxy(reason: &str) -> &'static str {
    match known(reason) {
        Some(CLOSED) => "fetch-proxy-closed",
        Some(NO_HTTP | NO_SOCKS) => "fetch-proxy-garbled",
        _ => "fetch-proxy",
    }
}

fn known(reason: &str) -> Option<&'static str> {
    let found = WORDS.iter().find(|(part, _)| reason.contains(part));
    found.map(|(_, id)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_say_is_said_in_own_words() {
        let check = |reason: &str, id: &str| assert_eq!(known(reason), Some(id), "{reason}");
        check("Connection refused (os error 111)", "fetch-why-refused");
        check("connection closed before message completed", CLOSED);
        check("Connection reset by peer (os error 104)", CLOSED);
        check("invalid HTTP version parsed", NO_HTTP);
        let other = "fetch-why-proxy-failed";
        check("tunnel error: unsuccessful", other);
        check("SOCKS error: general server failure", other);
        check("SOCKS error: network unreachable", "fetch-why-no-route");
        check(
            "SOCKS error: credentials not accepted",
            "fetch-why-proxy-password",
        );
        check(
            "SOCKS error: connection not allowed",
            "fetch-why-proxy-forbids",
        );
        check(
            "SOCKS error: command not supported",
            "fetch-why-proxy-cannot",
        );
        assert_eq!(known("something new"), None);
        assert_eq!(
            about_proxy("connection closed before message completed"),
            "fetch-proxy-closed"
        );
        assert_eq!(
            about_proxy("invalid HTTP version parsed"),
            "fetch-proxy-garbled"
        );
        assert_eq!(about_proxy("tunnel error: unsuccessful"), "fetch-proxy");
    }
}
