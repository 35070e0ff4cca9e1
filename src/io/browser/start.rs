//! Starts a browser: its proxy, its process in a guard, and the protocol's connection, over which it
//! has said its version.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::devtools::{Connection, Events, ProtocolError};
use super::process::launch::{BrowserProcess, Display, launch};
use super::process::locate::BrowserProgram;
use super::proxy::BrowserProxy;
use super::{BrowserError, BrowserLimits};
use crate::fetch::{BrowserProblem, Fetcher};

/// How long a call to the browser itself may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// A browser that was just started.
pub(super) struct Started {
    pub(super) process: BrowserProcess,
    pub(super) connection: Connection,
    pub(super) events: Events,
    pub(super) proxy: BrowserProxy,
    /// What it said to `Browser.getVersion`.
    pub(super) version: Value,
}

/// Starts `program`, hidden or in a window.
///
/// # Errors
/// [`BrowserError`] if it does not start; nothing is left of it then.
pub(super) async fn start(
    program: &BrowserProgram,
    guard: &Path,
    fetcher: &Fetcher,
    limits: &BrowserLimits,
    display: Display<'_>,
) -> Result<Started, BrowserError> {
    let proxy = BrowserProxy::start(fetcher).await;
    let proxy = proxy.map_err(|error| failed(&error))?;
    let (mut process, pipes) = launch(program, guard, proxy.port(), limits, display).await?;
    let (connection, events) = Connection::open(pipes, PATIENCE);
    let browser = connection.browser();
    let version = browser
        .call_within("Browser.getVersion", json!({}), limits.start)
        .await;
    match version {
        Ok(version) => Ok(Started {
            process,
            connection,
            events,
            proxy,
            version,
        }),
        Err(error) => {
            let reason = match error {
                ProtocolError::Closed => process.exit_reason().await,
                error => error.to_string(),
            };
            process.end().await;
            Err(failed(&reason))
        }
    }
}

/// The error of a browser that does not start.
pub(super) fn failed(reason: &dyn std::fmt::Display) -> BrowserError {
    BrowserError::new(BrowserProblem::Start, reason.to_string())
}
