//! Starts the guard, which starts the browser, with the two pipes of the DevTools protocol.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::watch;
use tokio::time::timeout;

pub(in crate::browser) use super::flags::Display;
use super::locate::BrowserProgram;
use super::{flags, guard, process_tree, profile};
use crate::browser::{BrowserError, BrowserLimits};
use crate::fetch::BrowserProblem;

/// A part of the memory of a process is the heap of its scripts.
const HEAP_PART: u64 = 2;
/// How long the guard may take to end everything.
const ENDING: Duration = Duration::from_secs(4);

/// A running browser with its guard. The guard ends it when this is dropped.
pub(in crate::browser) struct BrowserProcess {
    /// Its end tells the guard to end the browser.
    guard_stdin: Option<ChildStdin>,
    /// What the guard said in the end; nothing while it lives.
    ended: watch::Receiver<Option<String>>,
    /// The process id of the browser.
    pub(in crate::browser) browser_id: u32,
    /// The process id of the guard.
    pub(in crate::browser) guard_id: u32,
}

/// A guard that was just started.
struct Started {
    guard: Child,
    guard_stdin: ChildStdin,
    words: Lines<BufReader<ChildStdout>>,
}

/// Our ends of the pipes.
pub(in crate::browser) struct Pipes {
    /// To the browser.
    pub(in crate::browser) outgoing: PipeSender,
    /// From the browser.
    pub(in crate::browser) incoming: PipeReceiver,
}

#[cfg(not(unix))]
pub(in crate::browser) use tokio::io::{Empty as PipeReceiver, Sink as PipeSender};
#[cfg(unix)]
pub(in crate::browser) use tokio::net::unix::pipe::{
    Receiver as PipeReceiver, Sender as PipeSender,
};

/// Starts `program` with a new profile; its traffic goes through the proxy at `port`.
///
/// # Errors
/// [`BrowserError`] if it does not start.
pub(in crate::browser) async fn launch(
    program: &BrowserProgram,
    guard: &Path,
    port: u16,
    limits: &BrowserLimits,
    display: Display<'_>,
) -> Result<(BrowserProcess, Pipes), BrowserError> {
    let failed =
        |error: &dyn std::fmt::Display| BrowserError::new(BrowserProblem::Start, error.to_string());
    let path = program.path.clone();
    let profile =
        tokio::task::spawn_blocking(move || profile::create(&profile::folder_of_profiles(&path)?));
    let profile = profile.await.map_err(|error| failed(&error))?;
    let profile = profile.map_err(|error| failed(&error))?;
    let heap_mib = limits.process_bytes / HEAP_PART / (1024 * 1024);
    let arguments = flags::arguments(&profile, port, heap_mib, display);
    let (mut started, pipes) = spawn(guard, &profile, &program.path, &arguments)?;
    let browser_id = match timeout(limits.start, started.words.next_line()).await {
        Ok(Ok(Some(line))) => match line.split_once(' ') {
            Some(("started", id)) => id.parse().unwrap_or_default(),
            Some((_, reason)) => return Err(failed(&reason)),
            None => return Err(failed(&line)),
        },
        Ok(Ok(None)) => return Err(failed(&"the guard ended")),
        Ok(Err(error)) => return Err(failed(&error)),
        Err(_) => return Err(failed(&"the guard did not answer")),
    };
    let (ending, ended) = watch::channel(None);
    let process = BrowserProcess {
        guard_id: started.guard.id().unwrap_or_default(),
        guard_stdin: Some(started.guard_stdin),
        ended,
        browser_id,
    };
    let (guard, words) = (started.guard, started.words);
    tokio::spawn(async move {
        let said = watch_guard(guard, words, browser_id, &profile).await;
        let _ = ending.send(Some(said));
    });
    Ok((process, pipes))
}

/// Waits for the end of the guard, and returns its last words. A browser without its guard, which
/// somebody killed, is ended.
async fn watch_guard(
    mut guard: Child,
    mut words: Lines<BufReader<ChildStdout>>,
    browser_id: u32,
    profile: &Path,
) -> String {
    let mut last = String::new();
    while let Ok(Some(line)) = words.next_line().await {
        last = line;
    }
    let is_orderly = guard.wait().await.is_ok_and(|status| status.success());
    if !is_orderly {
        process_tree::kill_group_of(browser_id, profile);
        let profile = profile.to_owned();
        let _ = tokio::task::spawn_blocking(move || profile::remove(&profile)).await;
    }
    last.trim_start_matches("ended ").to_owned()
}

#[cfg(unix)]
fn spawn(
    guard: &Path,
    profile: &PathBuf,
    program: &PathBuf,
    arguments: &[String],
) -> Result<(Started, Pipes), BrowserError> {
    use command_fds::{CommandFdExt as _, FdMapping};
    use std::os::unix::process::CommandExt as _;
    use std::process::Stdio;

    let failed =
        |error: std::io::Error| BrowserError::new(BrowserProblem::Start, error.to_string());
    let (reads, writes) = std::io::pipe().map_err(failed)?;
    let (hears, answers) = std::io::pipe().map_err(failed)?;
    let mut command = std::process::Command::new(guard);
    command
        .arg(guard::COMMAND)
        .arg(profile)
        .arg(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // Not the group of the terminal: Ctrl+C must not end the guard before the browser.
        .process_group(0);
    let mapped = command.fd_mappings(vec![
        FdMapping {
            parent_fd: reads.into(),
            child_fd: 3,
        },
        FdMapping {
            parent_fd: answers.into(),
            child_fd: 4,
        },
    ]);
    mapped.map_err(|error| BrowserError::new(BrowserProblem::Start, error.to_string()))?;
    let mut command = tokio::process::Command::from(command);
    let mut child = command.spawn().map_err(failed)?;
    // Our copies of the browser's ends close with the command.
    drop(command);
    let (Some(guard_stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(BrowserError::new(BrowserProblem::Start, "no pipes"));
    };
    let started = Started {
        guard: child,
        guard_stdin,
        words: BufReader::new(stdout).lines(),
    };
    let pipes = Pipes {
        outgoing: PipeSender::from_owned_fd(writes.into()).map_err(failed)?,
        incoming: PipeReceiver::from_owned_fd(hears.into()).map_err(failed)?,
    };
    Ok((started, pipes))
}

/// The protocol's pipes are handles on Windows, which no safe code hands on.
#[cfg(not(unix))]
fn spawn(
    _guard: &Path,
    _profile: &PathBuf,
    _program: &PathBuf,
    _arguments: &[String],
) -> Result<(Started, Pipes), BrowserError> {
    Err(BrowserError::new(BrowserProblem::System, ""))
}

impl BrowserProcess {
    /// Has the guard end everything, and waits for it.
    pub(in crate::browser) async fn end(mut self) {
        self.guard_stdin = None;
        let _ = self.exit_reason().await;
    }

    /// Why the browser ended, as its guard says.
    pub(in crate::browser) async fn exit_reason(&mut self) -> String {
        let ended = timeout(ENDING, self.ended.wait_for(Option::is_some)).await;
        match ended {
            Ok(Ok(said)) => said.clone().unwrap_or_default(),
            _ => String::new(),
        }
    }
}
