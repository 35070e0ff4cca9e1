//! `log`: log lines, and a report for support.

use std::path::Path;
use std::time::Duration;

use jiff::{Span, Timestamp};

use crate::args::{Level, LogArguments};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::project;
use bowerbird_engine::project::log;
use bowerbird_engine::types::{LogFilter, LogLevel, LogLine, Message, RunId};

/// Interval between checks for new lines.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Runs the command. The log covers all projects of this user.
pub fn run(console: &Console, path: &Path, arguments: &LogArguments) -> Outcome {
    if arguments.report {
        // Without a project, the report still contains the rest.
        let store = project::read(path).ok();
        console.line(log::report(store.as_ref(), &[]).trim_end());
        return Ok(());
    }
    let mut filter = LogFilter {
        // A run's number is only meaningful within its project.
        project: arguments.run.map(|_| path.display().to_string()),
        site: arguments.site.clone(),
        run: arguments.run.map(RunId),
        least: level(arguments.level),
        text: arguments.text.clone(),
        since: since(arguments.since.as_deref())?,
        language: console.catalogue.language(),
    };
    let mut lines = log::read(&filter, arguments.most);
    lines.reverse();
    show(console, &lines);
    if !arguments.follow {
        if lines.is_empty() {
            let folder = log::folder().display().to_string();
            console.note(&Message::new("log-none").with("folder", folder));
        }
        return Ok(());
    }
    let mut last = lines.last().map_or_else(Timestamp::now, |line| line.at);
    loop {
        std::thread::sleep(POLL_INTERVAL);
        // Lines with the same timestamp are printed only once.
        filter.since = Some(last);
        let mut new = log::read(&filter, arguments.most);
        new.retain(|line| line.at > last);
        new.reverse();
        if let Some(newest) = new.last() {
            last = newest.at;
        }
        show(console, &new);
    }
}

fn show(console: &Console, lines: &[LogLine]) {
    for line in lines {
        if console.json {
            console.line(&serde_json::to_string(line).unwrap_or_default());
        } else {
            let language = console.catalogue.language();
            console.line(&log::format_line(line, Some(language)));
        }
    }
}

fn level(level: Level) -> LogLevel {
    match level {
        Level::Debug => LogLevel::Debug,
        Level::Info => LogLevel::Info,
        Level::Warn => LogLevel::Warn,
        Level::Error => LogLevel::Error,
    }
}

/// Parses a time, or a time span before now.
fn since(text: Option<&str>) -> Result<Option<Timestamp>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let back = text.parse::<Span>().ok().and_then(|span| {
        let span = span
            .to_duration(jiff::SpanRelativeTo::days_are_24_hours())
            .ok()?;
        Timestamp::now().checked_sub(span).ok()
    });
    let day = || {
        let date = text.parse::<jiff::civil::Date>().ok()?;
        let start = date.to_zoned(jiff::tz::TimeZone::system()).ok()?;
        Some(start.timestamp())
    };
    back.or_else(|| text.parse().ok())
        .or_else(day)
        .map(Some)
        .ok_or_else(|| Failure::Usage(Message::new("log-bad-time").with("text", text)))
}
