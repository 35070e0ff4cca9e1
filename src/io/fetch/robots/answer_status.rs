//! What the status of an answer to the request for robots.txt allows (RFC 9309 §2.3.1).

use super::Robots;

/// What an answer to the request for robots.txt allows: the file where there is one, nothing while
/// the server fails (RFC 9309 §2.3.1.4), everything where there is no file (§2.3.1.3).
pub(super) fn allowed_by_answer(status: u16, body: &[u8]) -> Option<Robots> {
    match status {
        200..=299 => Some(Robots::parse(&String::from_utf8_lossy(body))),
        500.. => None,
        _ => Some(Robots::default()),
    }
}
