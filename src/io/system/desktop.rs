//! Notifications of the desktop (Desktop Notifications Specification 1.2, method `Notify`), over
//! the session bus. Input: a title and a text. Output: the desktop's notification, or why
//! there is none. Blocks, so it is called from its own thread.

use bowerbird_logic::messages::{Explain, Message};
#[cfg(target_os = "linux")]
use bowerbird_logic::text::printable;

/// Why the desktop shows nothing.
#[derive(Debug, thiserror::Error)]
#[error("no notification of the desktop: {reason}")]
pub struct DesktopError {
    /// The error that the bus reports.
    pub reason: String,
}

impl Explain for DesktopError {
    fn explain(&self) -> Message {
        Message::new("notify-desktop-failed").with("reason", self.reason.as_str())
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

    let failed = |error: zbus::Error| DesktopError {
        reason: error.to_string(),
    };
    // A bus that does not answer must not block the thread forever.
    let connection = Builder::session()
        .and_then(|builder| builder.method_timeout(Duration::from_secs(5)).build())
        .map_err(failed)?;
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
    reply.map(|_| ()).map_err(failed)
}

/// Shows `title` and `body` as a notification: not available on this system, which has no bus.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn show(_title: &str, _body: &str) -> Result<(), DesktopError> {
    Err(DesktopError {
        reason: "D-Bus".to_owned(),
    })
}
