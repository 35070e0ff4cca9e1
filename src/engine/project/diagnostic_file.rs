//! The diagnostic file for a report of a fault: versions, machine, settings, counts and states, the
//! last panic, the end of the log. Input: a project or none, what the user ticked. Output: a text in
//! English, and a file of it that replaces no other. Unless ticked, it has no addresses, names,
//! titles or other contents; secrets are never in it, as nothing here reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::super::EngineError;
use super::log::{format_line, read, without_home};
use crate::protocol::file_error;
use bowerbird_io::files::private_files;
use bowerbird_io::log::panics::{self, PanicRecord};
use bowerbird_io::store::StoreReader;
use bowerbird_logic::mask_secrets::{without_contents, without_credentials};
use bowerbird_logic::messages::{Arg, Message, english};
use bowerbird_logic::model::{LogFilter, LogLevel, LogLine, Run, Site, Supervision};

/// Lines of the log.
const LINES: usize = 300;
/// Runs listed.
const RUNS: usize = 30;
/// Sites listed; the rest is counted by state.
const SITES: usize = 500;

/// What the user allows to be in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiagnosticParts {
    /// Names and addresses of sites, and why they are in their state.
    pub names: bool,
    /// The log as it is, instead of its kinds of lines and numbers.
    pub full_log: bool,
}

/// Settings of the window that name nothing of the user's.
const SETTINGS: [&str; 8] = [
    "language",
    "theme",
    "size",
    "maximised",
    "toured",
    "notify.on",
    "notify.desktop",
    "notify.recoveries",
];

/// Variables of the environment whose values say nothing of the user.
const VARIABLES: [&str; 7] = [
    "LANG",
    "LC_ALL",
    "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP",
    "BOWERBIRD_LOG",
    "RUST_BACKTRACE",
    "TZ",
];

/// The text of the file about `store`. Reads files: not for the window's thread.
pub fn diagnostic_text(store: Option<&StoreReader>, parts: DiagnosticParts) -> String {
    let mut text = String::new();
    let now = Timestamp::now().strftime("%Y-%m-%d %H:%M:%SZ");
    let _ = writeln!(text, "Bowerbird diagnostic file, {now}");
    let _ = writeln!(text, "version {}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "commit {}", panics::commit());
    machine(&mut text);
    settings(&mut text, &config_folder());
    let sites = store.map(|store| store.sites().unwrap_or_default());
    match (store, &sites) {
        (Some(store), Some(sites)) => project(&mut text, store, sites, parts),
        _ => text.push_str("\nNo project\n"),
    }
    last_panic(&mut text, panics::last(&bowerbird_io::log::state_folder()));
    log_lines(&mut text, sites.as_deref().unwrap_or_default(), parts);
    let clean = without_credentials(&text).into_owned();
    without_home(clean, std::env::var("HOME").ok())
}

/// A name for the file that is free as a rule.
pub fn diagnostic_name() -> String {
    let now = Timestamp::now().strftime("%Y%m%d-%H%M%S");
    format!("bowerbird-diagnostic-{now}.txt")
}

/// Writes `text` into a new private file at `path`.
///
/// # Errors
/// When there is a file already, or it cannot be written; then there is no half of it either.
pub fn write_diagnostic(path: &Path, text: &str) -> Result<(), EngineError> {
    let mut file = private_files::create_new(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            EngineError(Message::new("diagnostic-exists").with("path", path.display().to_string()))
        }
        _ => file_error("diagnostic-not-written", path, &error),
    })?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    written.map_err(|error| {
        let _ = std::fs::remove_file(path);
        file_error("diagnostic-not-written", path, &error)
    })
}

fn machine(text: &mut String) {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let _ = writeln!(text, "{os} {arch}, {cores} cores");
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease");
    let _ = writeln!(text, "kernel {}", kernel.unwrap_or_default().trim());
    let about = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = about
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let _ = writeln!(
        text,
        "system {}",
        name.unwrap_or_default().trim_matches('"')
    );
    for name in VARIABLES {
        if let Ok(value) = std::env::var(name) {
            let _ = writeln!(text, "{name}={value}");
        }
    }
    // Values of the others may be paths or secrets.
    let mut others: Vec<String> = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("BOWERBIRD_") && !VARIABLES.contains(&name.as_str()))
        .collect();
    others.sort();
    let _ = writeln!(text, "also set: {}", others.join(" "));
}

/// The folder of the window's settings.
fn config_folder() -> PathBuf {
    std::env::var_os("BOWERBIRD_CONFIG_DIR").map_or_else(
        || {
            directories::ProjectDirs::from("", "", "bowerbird")
                .map_or_else(PathBuf::new, |dirs| dirs.config_dir().to_owned())
        },
        PathBuf::from,
    )
}

fn settings(text: &mut String, folder: &Path) {
    text.push_str("\nSettings of the window\n");
    let stored = std::fs::read_to_string(folder.join("window.toml")).unwrap_or_default();
    let table: toml::Table = match toml::from_str(&stored) {
        Ok(table) => table,
        Err(_) => return text.push_str("unreadable\n"),
    };
    for name in SETTINGS {
        let mut keys = name.split('.');
        let first = keys.next().and_then(|key| table.get(key));
        let found = keys.fold(first, |value, key| value.and_then(|value| value.get(key)));
        if let Some(value) = found {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    for name in ["scheduled", "recent.projects", "recent.pages"] {
        let mut keys = name.split('.');
        let first = keys.next().and_then(|key| table.get(key));
        let found = keys.fold(first, |value, key| value.and_then(|value| value.get(key)));
        let count = found.and_then(toml::Value::as_array).map_or(0, Vec::len);
        let _ = writeln!(text, "{name}: {count}");
    }
}

fn project(text: &mut String, store: &StoreReader, sites: &[Site], parts: DiagnosticParts) {
    text.push_str("\nProject\n");
    let bytes = std::fs::metadata(store.path()).map_or(0, |meta| meta.len());
    let records: u64 = sites.iter().map(|site| site.records).sum();
    let pages = store.snapshot_counts().unwrap_or_default();
    let _ = writeln!(
        text,
        "{} MB, {} sites, {records} records",
        bytes / 1_000_000,
        sites.len()
    );
    let saved = (pages.pages, pages.bytes / 1_000_000);
    let _ = writeln!(text, "{} saved pages, {} MB", saved.0, saved.1);
    let archives = store.archives().map_or(0, |found| found.len());
    let tasks = store.tasks().unwrap_or_default();
    let paused = tasks.iter().filter(|task| task.paused).count();
    let proxies = store.proxies().unwrap_or_default();
    let used = proxies.iter().filter(|proxy| proxy.enabled).count();
    let accounts = store.accounts().unwrap_or_default();
    let in_use = accounts.iter().filter(|account| account.enabled).count();
    let _ = writeln!(text, "{archives} archives");
    let _ = writeln!(text, "{} tasks, {paused} paused", tasks.len());
    let _ = writeln!(text, "{} proxies, {used} enabled", proxies.len());
    let _ = writeln!(text, "{} accounts, {in_use} enabled", accounts.len());
    if let Ok(plan) = store.alert_plan() {
        let channels: Vec<_> = plan
            .channels()
            .iter()
            .map(|channel| channel.token())
            .collect();
        let channels = channels.join(" ");
        let _ = writeln!(text, "{} alerts, sent by: {channels}", plan.rules.len());
    }
    let watched = store.supervisions().unwrap_or_default();
    text.push_str("\nSites\n");
    for (number, site) in sites.iter().enumerate().take(SITES) {
        let supervision = watched.iter().find(|watched| watched.site == site.id);
        let missing = store.missing_count(site.id).unwrap_or_default();
        site_line(text, (number + 1, site), supervision, missing, parts.names);
    }
    if sites.len() > SITES {
        let mut states = BTreeMap::<&str, usize>::new();
        for site in sites {
            *states.entry(state_of(site)).or_default() += 1;
        }
        let _ = writeln!(text, "… {states:?}");
    }
    text.push_str("\nLast runs\n");
    for run in store.runs(None, RUNS).unwrap_or_default() {
        run_line(text, &run, sites);
    }
}

fn state_of(site: &Site) -> &'static str {
    site.status
        .as_ref()
        .map_or("new", |status| status.state.token())
}

fn site_line(
    text: &mut String,
    (number, site): (usize, &Site),
    supervision: Option<&Supervision>,
    missing: u64,
    names: bool,
) {
    let phase = supervision.map_or("none", |watched| watched.phase.token());
    let _ = write!(
        text,
        "site {number}: {} {}, phase {phase}, {} records, {missing} missing",
        site.kind.token(),
        state_of(site),
        site.records,
    );
    for (is, word) in [(!site.enabled, "disabled"), (site.paused, "paused")] {
        if is {
            let _ = write!(text, ", {word}");
        }
    }
    // The names of sections come from the program, their values do not.
    let rule: toml::Table = toml::from_str(&site.rule_toml).unwrap_or_default();
    let sections: Vec<&str> = rule.keys().map(String::as_str).collect();
    let _ = writeln!(text, "; rule: {}", sections.join(" "));
    if names {
        let _ = writeln!(text, "  {} <{}>", site.name, site.start);
        if let Some(status) = &site.status {
            let _ = writeln!(text, "  {} <{}>", english(&status.reason), status.url);
        }
    }
}

fn run_line(text: &mut String, run: &Run, sites: &[Site]) {
    let of = sites.iter().position(|site| site.id == run.site);
    let site = of.map_or_else(
        || "a removed site".to_owned(),
        |at| format!("site {}", at + 1),
    );
    let end = run.end.map_or("not ended", |end| end.token());
    let found = &run.progress;
    let _ = writeln!(
        text,
        "run {} of {site}, {}, {}: {end}; {} read, {} failed, {} blocked, {} new, {} known, {} left",
        run.id.0,
        run.started_at.strftime("%Y-%m-%d %H:%M:%SZ"),
        run.cause.token(),
        found.pages_ok,
        found.pages_failed,
        found.pages_blocked,
        found.records_new,
        found.records_known,
        found.queued,
    );
    if let Some(message) = &run.message {
        let _ = writeln!(text, "  {}", kind_of(message));
    }
}

fn last_panic(text: &mut String, found: Option<PanicRecord>) {
    let Some(found) = found else {
        return text.push_str("\nNo panic recorded\n");
    };
    text.push_str("\nLast panic\n");
    let at = found.at.strftime("%Y-%m-%d %H:%M:%SZ");
    let _ = writeln!(
        text,
        "{at}, version {}, commit {}",
        found.version, found.commit
    );
    let _ = writeln!(text, "thread {} at {}", found.thread, found.place);
    let _ = writeln!(text, "{}\n{}", found.message, found.backtrace.trim_end());
}

fn log_lines(text: &mut String, sites: &[Site], parts: DiagnosticParts) {
    let filter = LogFilter {
        least: LogLevel::Info,
        ..LogFilter::default()
    };
    let mut lines = read(&filter, LINES);
    lines.reverse();
    let _ = writeln!(text, "\nLast {} lines of the log", lines.len());
    for line in &lines {
        let line = match parts.full_log {
            true => format_line(line, None),
            false => masked_line(line, sites, parts.names),
        };
        let _ = writeln!(text, "{line}");
    }
}

/// A line without what it tells of sites: what kind of event it was, and its numbers.
fn masked_line(line: &LogLine, sites: &[Site], names: bool) -> String {
    let what = match &line.message {
        Some(message) => kind_of(message),
        None => {
            let mut what = line.text.clone();
            for (number, site) in sites.iter().enumerate() {
                what = what.replace(&site.name, &format!("site {}", number + 1));
            }
            without_contents(&what)
        }
    };
    let of = line.site.as_ref().map(|name| {
        let number = sites.iter().position(|site| site.name == *name);
        match (names, number) {
            (true, _) => name.clone(),
            (false, Some(number)) => format!("site {}", number + 1),
            (false, None) => "another site".to_owned(),
        }
    });
    let masked = LogLine {
        site: of,
        text: what,
        ..line.clone()
    };
    format_line(&masked, None)
}

/// The id of a message with its numbers, and those of the messages in it.
fn kind_of(message: &Message) -> String {
    let mut kind: String = message
        .id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    for (name, value) in &message.args {
        match value {
            Arg::Number(number) => {
                let _ = write!(kind, " {name}={number}");
            }
            Arg::Nested(inner) => {
                let _ = write!(kind, " {name}=({})", kind_of(inner));
            }
            Arg::Text(_) | Arg::List(_) => {}
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_told_by_its_kind_and_its_numbers() {
        let inner = Message::new("page-failed").with("url", "https://a.example/");
        let message = Message::new("log-run-ended-why")
            .with("pages", 3_u64)
            .with("site", "Gazette")
            .with("why", inner);
        assert_eq!(
            kind_of(&message),
            "log-run-ended-why pages=3 why=(page-failed)"
        );
    }

    #[test]
    fn no_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_diagnostic(&path, "one").unwrap();
        let error = write_diagnostic(&path, "two").unwrap_err();
        assert_eq!(error.0.id, "diagnostic-exists");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        let nowhere = folder.path().join("none/a.txt");
        let error = write_diagnostic(&nowhere, "one").unwrap_err();
        assert_eq!(error.0.id, "diagnostic-not-written");
    }
}
