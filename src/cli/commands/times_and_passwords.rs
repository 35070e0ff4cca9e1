//! What several commands read from a person: times, passwords, standard input.

use std::io::{IsTerminal, Read};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::console::Console;
use crate::failure::Failure;
use bowerbird_engine::types::{Message, Secret};

/// Parses an ISO 8601 time, or a date as its first instant in the local zone.
///
/// # Errors
/// [`Failure::Usage`] with an example.
pub fn parse_time(text: &str) -> Result<Timestamp, Failure> {
    text.parse::<Timestamp>()
        .or_else(|_| {
            text.parse::<Date>()
                .and_then(|date| date.to_zoned(TimeZone::system()))
                .map(|zoned| zoned.timestamp())
        })
        .map_err(|_| Failure::Usage(Message::new("cli-bad-time").with("text", text)))
}

/// What is on standard input, at most `longest` bytes.
///
/// # Errors
/// When it cannot be read as text.
pub fn from_stdin(longest: u64) -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .take(longest)
        .read_to_string(&mut text)
        .map_err(|_| Failure::Usage(Message::new("cli-no-secret")))?;
    Ok(text)
}

/// Reads the password of `user` from standard input when `stdin` is set, else from a prompt.
///
/// # Errors
/// When neither is available, or the password is empty.
pub fn read_secret(console: &Console, user: &str, stdin: bool) -> Result<Secret, Failure> {
    let text = if stdin {
        let text = from_stdin(64 * 1024)?;
        text.trim_end_matches(['\r', '\n']).to_owned()
    } else if std::io::stdin().is_terminal() {
        let prompt = console.text(&Message::new("cli-ask-password").with("user", user));
        rpassword::prompt_password(prompt)
            .map_err(|_| Failure::Usage(Message::new("cli-no-secret")))?
    } else {
        String::new()
    };
    if text.is_empty() {
        return Err(Failure::Usage(Message::new("cli-no-secret")));
    }
    Ok(Secret::new(text))
}
