//! The guard process: starts the browser in a process group of its own, and ends all of it when the
//! browser ends or when its parent does, however that happens (`kill -9` too: the pipe on standard
//! input then ends). Removes the profile at the end. Says what happened in lines on standard
//! output: `started PID`, `failed REASON`, `ended STATUS`.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{process_tree, profile};

/// The name under which the program starts itself as a guard.
pub const COMMAND: &str = "browser-guard";

/// How often the guard looks whether the browser has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long processes are ended again until none is left.
const ENDING: Duration = Duration::from_secs(2);

/// The main function of the guard: `browser-guard PROFILE PROGRAM ARGUMENT…`. Descriptors 3 and 4,
/// the pipes of the protocol, are inherited by the browser.
pub fn guard_main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(2);
    let (Some(profile), Some(program)) = (arguments.next(), arguments.next()) else {
        return ExitCode::FAILURE;
    };
    let profile = PathBuf::from(profile);
    let result = guard(&profile, Path::new(&program), arguments);
    let code = match &result {
        Ok(status) => {
            say(&format!("ended {status}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&format!("failed {error}"));
            ExitCode::FAILURE
        }
    };
    profile::remove(&profile);
    code
}

fn guard(
    profile: &Path,
    program: &Path,
    arguments: impl Iterator<Item = OsString>,
) -> io::Result<String> {
    let _lock = profile::take(profile)?;
    adopt_orphans();
    let errors = File::create(profile.join(profile::ERRORS))?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut browser = command.spawn()?;
    say(&format!("started {}", browser.id()));
    let (parent_gone, gone) = channel();
    let watching = thread::Builder::new()
        .name("parent".to_owned())
        .spawn(move || wait_for_parent(&parent_gone));
    let status = loop {
        if let Some(status) = browser.try_wait()? {
            break status.to_string();
        }
        if watching.is_err() || gone.recv_timeout(POLL_INTERVAL).is_ok() {
            break "by its parent".to_owned();
        }
    };
    end(&mut browser);
    Ok(match status.contains(": 0") || status.starts_with("by") {
        true => status,
        false => format!("{status}: {}", last_errors(profile)),
    })
}

/// Returns when standard input ends: the parent closed it, or is dead.
fn wait_for_parent(gone: &Sender<()>) {
    let mut buffer = [0; 64];
    loop {
        match io::stdin().lock().read(&mut buffer) {
            Ok(0) => break,
            Err(error) if error.kind() != io::ErrorKind::Interrupted => break,
            _ => {}
        }
    }
    let _ = gone.send(());
}

/// Processes that lose their parent become children of the guard, so that none escapes it.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Ends the browser and everything that descends from it.
fn end(browser: &mut Child) {
    let leader = browser.id();
    let until = Instant::now() + ENDING;
    loop {
        process_tree::kill_group(leader);
        let _ = browser.try_wait();
        #[cfg(target_os = "linux")]
        {
            let left = process_tree::descendants(std::process::id());
            left.iter().copied().for_each(process_tree::kill);
            let options = rustix::process::WaitOptions::NOHANG;
            while let Ok(Some(_)) = rustix::process::wait(options) {}
            if left.is_empty() {
                return;
            }
        }
        if Instant::now() > until {
            return;
        }
        thread::sleep(Duration::from_millis(10));
        if cfg!(not(target_os = "linux")) {
            return;
        }
    }
}

/// The end of what the browser wrote about errors.
fn last_errors(profile: &Path) -> String {
    const MOST: usize = 400;
    let text = std::fs::read(profile.join(profile::ERRORS)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let skipped = text.chars().count().saturating_sub(MOST);
    text.chars().skip(skipped).collect()
}

fn say(line: &str) {
    let mut output = io::stdout().lock();
    // Without a parent nobody hears it.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
