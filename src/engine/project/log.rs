//! The log of the engine: writes reported events, reads stored lines, and creates reports for
//! support. Input: events. Output: lines, a text.

use std::fmt::Write as _;
use std::path::Path;

use jiff::Timestamp;

use super::super::{Event, ExportEvent};
use bowerbird_io::log;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::mask_secrets::without_credentials;
use bowerbird_logic::messages::{Language, Message, english};
use bowerbird_logic::model::{LogFilter, LogLevel, LogLine, RunEnd, SiteId};

pub use bowerbird_io::log::{folder, heard, listen, wake_with};

/// Lines of a report.
const REPORT_LINES: usize = 60;

/// The newest `most` lines that pass `filter`, newest first. Reads files: not for the window's
/// thread.
pub fn read(filter: &LogFilter, most: usize) -> Vec<LogLine> {
    let project = filter.project.as_deref().map(Path::new);
    let filter = LogFilter {
        project: project.map(log::name_of),
        ..filter.clone()
    };
    log::read(&folder(), &filter, most)
}

/// Logs what an event reports of runs, sites and failures.
pub(crate) fn note(store: &StoreReader, event: &Event) {
    let name = |site: SiteId| match store.site(site) {
        Ok(Some(site)) => site.name,
        _ => format!("#{}", site.0),
    };
    match event {
        Event::RunStarted { run, site, resumed } => {
            let said = Message::new(match resumed {
                true => "log-run-resumed",
                false => "log-run-started",
            });
            let (text, said) = told(&said);
            tracing::info!(site = name(*site), run = run.0, said, "{text}");
        }
        Event::RunEnded {
            run,
            site,
            end,
            progress,
            message,
        } => {
            let (site, run) = (name(*site), run.0);
            let mut said = Message::new("log-run-ended")
                .with("end", Message::new(format!("cli-end-{}", end.token())))
                .with("pages", progress.pages_ok)
                .with("failed", progress.pages_failed)
                .with("new", progress.records_new);
            if let Some(why) = message {
                said.id.push_str("-why");
                said = said.with("why", why.clone());
            }
            let (text, said) = told(&said);
            match end {
                RunEnd::Failed => tracing::error!(site, run, said, "{text}"),
                RunEnd::Blocked | RunEnd::Interrupted => tracing::warn!(site, run, said, "{text}"),
                _ => tracing::info!(site, run, said, "{text}"),
            }
        }
        Event::SitePhase { site, event } => {
            let run = event.run.map_or(0, |run| run.0);
            let said = Message::new("log-site-phase")
                .with("from", event.from.name())
                .with("to", event.to.name())
                .with("rule", event.rule.clone());
            let (text, said) = told(&said);
            tracing::info!(site = name(*site), run, url = %event.url, said, "{text}");
        }
        Event::RuleRestored(restored) => {
            let (text, said) = told(&restored.why);
            tracing::info!(site = name(restored.site), said, "{text}");
        }
        Event::Exports(ExportEvent::Written { path, rows, .. }) => {
            let said = Message::new("log-exported")
                .with("count", *rows)
                .with("path", path.display().to_string());
            let (text, said) = told(&said);
            tracing::info!(said, "{text}");
        }
        Event::Exports(ExportEvent::BackedUp(Some(taken))) => {
            let backup = &taken.backup;
            let said =
                Message::new("log-backed-up").with("path", backup.manifest.display().to_string());
            let (text, said) = told(&said);
            tracing::info!(bytes = backup.packed, said, "{text}");
        }
        other => {
            if let Some(message) = other.failure() {
                let (text, said) = told(message);
                tracing::warn!(said, "{text}");
            }
        }
    }
}

/// A message in English for the file, and as it is for those who read it in their language.
fn told(said: &Message) -> (String, String) {
    let json = serde_json::to_string(said).unwrap_or_default();
    (english(said), json)
}

/// A support report without secrets: version, system, the project in numbers, `about` (the
/// settings, one per line), and the last warnings and errors. Reads files: not for the window's
/// thread.
pub fn report(store: Option<&StoreReader>, about: &[String]) -> String {
    let mut text = String::new();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let _ = writeln!(text, "Bowerbird {}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "{}", Timestamp::now().strftime("%Y-%m-%d %H:%M:%SZ"));
    let _ = writeln!(
        text,
        "{} {}, {cores} cores",
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    if let Some(store) = store {
        let _ = writeln!(text, "{}", project(store));
    }
    for line in about {
        let _ = writeln!(text, "{line}");
    }
    let filter = LogFilter {
        least: LogLevel::Warn,
        ..LogFilter::default()
    };
    let lines = read(&filter, REPORT_LINES);
    let _ = writeln!(text, "\nLast {} warnings and errors:", lines.len());
    for line in lines {
        let _ = writeln!(text, "{}", format_line(&line, None));
    }
    let clean = without_credentials(&text).into_owned();
    without_home(clean, std::env::var("HOME").ok())
}

/// A line formatted for reading, with what happened in `language`; without one, as it is in the file.
pub fn format_line(line: &LogLine, language: Option<Language>) -> String {
    let mut text = format!(
        "{} {:5} {}",
        line.at.strftime("%Y-%m-%d %H:%M:%S%.3fZ"),
        line.level.token(),
        line.part
    );
    if let Some(site) = &line.site {
        let _ = write!(text, " [{site}]");
    }
    if let Some(run) = line.run.filter(|run| run.0 != 0) {
        let _ = write!(text, " run {}", run.0);
    }
    match language {
        Some(language) => format!("{text} {}", line.told(language)),
        None => format!("{text} {}", line.text),
    }
}

fn project(store: &StoreReader) -> String {
    let sites = store.sites().unwrap_or_default();
    let mut states = std::collections::BTreeMap::<&str, usize>::new();
    for site in &sites {
        let state = site.status.as_ref().map_or("new", |s| s.state.token());
        *states.entry(state).or_default() += 1;
    }
    let states: Vec<String> = states.iter().map(|(s, n)| format!("{n} {s}")).collect();
    let bytes = std::fs::metadata(store.path()).map_or(0, |meta| meta.len());
    format!(
        "project: {} sites ({}), {} MB",
        sites.len(),
        states.join(", "),
        bytes / 1_000_000
    )
}

/// Replaces the home folder, which reveals the user's name.
pub(super) fn without_home(text: String, home: Option<String>) -> String {
    match home.filter(|home| home.len() > 1) {
        Some(home) => text.replace(&home, "~"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::model::RunId;

    #[test]
    fn a_line_is_told_with_site_and_run() {
        let line = LogLine {
            at: Timestamp::UNIX_EPOCH,
            level: LogLevel::Warn,
            part: "engine::crawl".to_owned(),
            site: Some("Gazette".to_owned()),
            run: Some(RunId(3)),
            project: None,
            text: "refused".to_owned(),
            message: None,
        };
        let told = format_line(&line, None);
        assert_eq!(
            told,
            "1970-01-01 00:00:00.000Z warn  engine::crawl [Gazette] run 3 refused"
        );
    }

    #[test]
    fn a_home_folder_is_not_told() {
        let text = without_home(
            "kept in /home/ann/news".to_owned(),
            Some("/home/ann".to_owned()),
        );
        assert_eq!(text, "kept in ~/news");
    }
}
