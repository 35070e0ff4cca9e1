//! `crawl`: crawls a whole site without a project.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::args::CrawlArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::crawl::{CrawlOptions, crawl_site};
use bowerbird_engine::types::{Message, Selector, SelectorKind, Within, parse_duration};

/// Runs the command. Ctrl-C ends it cleanly.
pub fn run(console: &Console, arguments: CrawlArguments) -> Outcome {
    let options = CrawlOptions {
        start: arguments.url,
        out: arguments.out.clone(),
        concurrency: arguments.concurrency.max(1),
        delay: read_delay(&arguments.delay)?,
        robots: !arguments.ignore_robots,
        fields: arguments
            .fields
            .iter()
            .map(|field| parse_field(field))
            .collect::<Result<_, Failure>>()?,
        allow: arguments.allow,
        deny: arguments.deny,
        stay: Within::from_token(&arguments.stay).unwrap_or_default(),
        paths: arguments.paths,
        endings: arguments.endings,
        max_pages: arguments.max_pages,
        max_depth: arguments.max_depth,
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    if let Err(error) = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst)) {
        tracing::warn!(%error, "Ctrl-C will not stop cleanly");
    }
    let report = crawl_site(options, &mut |progress| {
        console.progress(
            &Message::new("cli-crawl-progress")
                .with("pages", progress.pages)
                .with("queued", progress.queued)
                .with("failed", progress.failed),
            progress,
        );
        !interrupted.load(Ordering::SeqCst)
    })?;
    if console.json {
        console.print_json(&report);
    } else {
        let id = if report.stopped {
            "cli-crawl-stopped"
        } else {
            "cli-crawl-done"
        };
        console.print_message(
            &Message::new(id)
                .with("pages", report.progress.pages)
                .with("failed", report.progress.failed)
                .with("path", arguments.out.display().to_string()),
        );
    }
    if report.progress.left > 0 && !console.json {
        console.print_message(&Message::new("cli-crawl-left").with("left", report.progress.left));
    }
    if report.progress.pages == 0 {
        return Err(Failure::Told);
    }
    Ok(())
}

/// Parses a duration. A bare number means seconds, as in other crawlers.
fn read_delay(text: &str) -> Result<Duration, Failure> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .or_else(|| parse_duration(text))
        .ok_or_else(|| Failure::Usage(Message::new("cli-bad-duration").with("text", text)))
}

/// Parses `NAME=SELECTOR`. A selector that begins with `/` or `(` is XPath, anything else CSS.
fn parse_field(text: &str) -> Result<(String, Selector), Failure> {
    let Some((name, source)) = text.split_once('=') else {
        return Err(Failure::Usage(
            Message::new("cli-bad-field").with("text", text),
        ));
    };
    let kind = if source.starts_with(['/', '(']) {
        SelectorKind::XPath
    } else {
        SelectorKind::Css
    };
    Ok((name.to_owned(), Selector::compile(kind, source)?))
}
