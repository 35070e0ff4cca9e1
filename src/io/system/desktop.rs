//! Notifications of the desktop (Desktop Notifications Specification 1.2, method `Notify`), over
//! the session bus, and opening files and addresses with the desktop's programs. Input: a title and a
//! text, a path, or an address. Output: the desktop's notification, or why there is none. Showing blocks, so it is called
//! from its own thread.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bowerbird_logic::messages::{Explain, Message};
#[cfg(target_os = "linux")]
use bowerbird_logic::text::printable;

/// Why the desktop shows nothing.
#[derive(Debug, thiserror::Error)]
#[error("no notification of the desktop: {}", reason.id)]
pub struct DesktopError {
    /// Why.
    pub reason: Message,
}

impl Explain for DesktopError {
    fn explain(&self) -> Message {
        Message::new("notify-desktop-failed").with("reason", self.reason.clone())
    }
}

/// Shows `title` and `body` (plain text) as a notification.
///
/// # Errors
/// When there is no session bus, or nothing on it that shows notifications.
#[cfg(target_os = "linux")]
pub fn show(title: &str, body: &str) -> Result<(), DesktopError> {
    use std::collections::HashMap;
    use std::time::Duration;

    use zbus::blocking::connection::Builder;
    use zbus::zvariant::Value;

    // A bus that does not answer must not block the thread forever.
    let connection = Builder::session()
        .and_then(|builder| builder.method_timeout(Duration::from_secs(5)).build())
        .map_err(|error| no_bus(&error))?;
    let no_actions: [&str; 0] = [];
    let hints: HashMap<&str, Value<'_>> = HashMap::from([
        ("urgency", Value::U8(1)),
        ("desktop-entry", Value::from("bowerbird")),
    ]);
    // They may contain names and titles from pages.
    let (title, body) = (printable(title), printable(body));
    // The body may be parsed as markup (specification, "Markup").
    let body = body
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    // No earlier notification is replaced, and the desktop decides how long it stays.
    let (replaces, how_long): (u32, i32) = (0, -1);
    let reply = connection.call_method(
        Some("org.freedesktop.Notifications"),
        "/org/freedesktop/Notifications",
        Some("org.freedesktop.Notifications"),
        "Notify",
        &(
            "Bowerbird",
            replaces,
            "bowerbird",
            title.as_ref(),
            body,
            no_actions,
            hints,
            how_long,
        ),
    );
    reply.map(|_| ()).map_err(|error| not_shown(&error))
}

/// The error when there is no session bus, as on a server.
#[cfg(target_os = "linux")]
pub(in crate::system) fn no_bus(error: &zbus::Error) -> DesktopError {
    tracing::debug!(%error, "no session bus");
    DesktopError {
        reason: Message::new("desktop-no-bus"),
    }
}

/// The error of the program that shows notifications or status items.
#[cfg(target_os = "linux")]
pub(in crate::system) fn not_shown(error: &zbus::Error) -> DesktopError {
    use zbus::names::ErrorName;

    let name = match error {
        zbus::Error::MethodError(name, ..) => Some(ErrorName::from(name.clone())),
        _ => None,
    };
    let is_nobody = name.is_some_and(|name| {
        ["ServiceUnknown", "NameHasNoOwner"]
            .iter()
            .any(|end| name.ends_with(end))
    });
    let reason = match is_nobody {
        true => Message::new("desktop-no-service"),
        false => Message::new("desktop-refused").with("detail", error.to_string()),
    };
    DesktopError { reason }
}

/// Shows `title` and `body` as a notification: not available on this system, which has no bus.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn show(_title: &str, _body: &str) -> Result<(), DesktopError> {
    Err(DesktopError {
        reason: Message::new("desktop-no-bus"),
    })
}

/// The program that opens a file with the program for its type.
const OPENER: &str = match cfg!(target_os = "windows") {
    true => "explorer",
    false if cfg!(target_os = "macos") => "open",
    false => "xdg-open",
};

/// How long it may take to say that nothing opens an address, and how often it is asked.
const SAYS_WITHIN: Duration = Duration::from_secs(2);
const ASKED_EVERY: Duration = Duration::from_millis(30);

/// Opens a file with the desktop's program for its type, or a folder with that for files. Does not
/// wait for it.
///
/// # Errors
/// When the desktop has nothing that opens files.
pub fn open(path: &Path) -> Result<(), DesktopError> {
    collect_later(OPENER, begun(OPENER, path.as_os_str())?)
}

/// Opens an address of the web in the user's browser. Blocks for the moment in which a desktop says that it
/// has none, so never on the window's thread.
///
/// # Errors
/// When the desktop has nothing that opens addresses.
pub fn open_address(url: &str) -> Result<(), DesktopError> {
    opened_by(OPENER, url, SAYS_WITHIN)
}

/// Gives an address to `program`, which has this long to say that it cannot.
fn opened_by(program: &str, url: &str, patience: Duration) -> Result<(), DesktopError> {
    let mut opener = begun(program, url.as_ref())?;
    let until = Instant::now() + patience;
    loop {
        let ended = opener.try_wait();
        match ended.map_err(|error| not_opened(program, &error))? {
            // The one of Windows says so of every address.
            Some(end) if end.success() || cfg!(target_os = "windows") => return Ok(()),
            Some(_) => {
                let reason = Message::new("desktop-no-browser");
                return Err(DesktopError { reason });
            }
            // It stays as long as the browser does.
            None if Instant::now() >= until => return collect_later(program, opener),
            None => std::thread::sleep(ASKED_EVERY),
        }
    }
}

fn begun(program: &str, what: &std::ffi::OsStr) -> Result<Child, DesktopError> {
    let mut command = Command::new(program);
    command.arg(what).stdin(Stdio::null());
    let begun = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    begun.map_err(|error| not_opened(program, &error))
}

/// It ends once the other program has the file; nobody else collects it.
fn collect_later(program: &str, mut opener: Child) -> Result<(), DesktopError> {
    let waits = std::thread::Builder::new().name("open-file".to_owned());
    let begun = waits.spawn(move || drop(opener.wait()));
    begun.map(drop).map_err(|error| not_opened(program, &error))
}

fn not_opened(program: &str, error: &std::io::Error) -> DesktopError {
    DesktopError {
        reason: match error.kind() {
            std::io::ErrorKind::NotFound => {
                Message::new("desktop-no-opener").with("program", program)
            }
            _ => Message::new("desktop-refused").with("detail", error.to_string()),
        },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_without_a_browser_says_so() {
        let said = |program: &str| {
            let opened = opened_by(program, "https://a.example/", Duration::from_secs(60));
            opened.map_err(|error| error.reason.id)
        };
        assert_eq!(said("true"), Ok(()));
        assert_eq!(said("false"), Err("desktop-no-browser".into()));
        assert_eq!(said("no-such-opener"), Err("desktop-no-opener".into()));
    }
}
