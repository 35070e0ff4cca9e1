//! `runs`: the runs of a project as a table, and the pages of one run with their causes. Its options are in
//! `args/run.rs`.

use std::path::Path;

use serde_json::json;

use crate::args::RunsArguments;
use crate::console::{Console, shorten, time_text};
use crate::failure::Outcome;
use crate::session::find_site;
use bowerbird_engine::single_page::evidence_page;
use bowerbird_engine::types::{
    Message, PageAnswer, PageFilter, PageOutcomeKind, Run, RunCause, RunEnd, RunId, RunLimits,
    RunPage, StoreReader, clock_text, grouped_pages, page_cause, size_text,
};
use bowerbird_engine::{EngineError, project};

/// Width of a cause on a terminal.
const CAUSE_WIDTH: usize = 90;

/// Maximum number of pages grouped per run.
const MAX_GROUPED: usize = 1_000_000;

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &RunsArguments) -> Outcome {
    let store = project::read(path)?;
    if let Some(run) = arguments.run {
        return one(console, &store, RunId(run), arguments);
    }
    let site = match &arguments.site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let runs = store.runs(site, arguments.limit)?;
    if console.json {
        console.print_json(&runs);
    } else {
        show_runs(console, &runs);
    }
    Ok(())
}

/// Prints a run with its pages.
fn one(console: &Console, store: &StoreReader, run: RunId, arguments: &RunsArguments) -> Outcome {
    let Some(found) = store.run(run)? else {
        let message = Message::new("cli-no-such-run").with("run", run.0.to_string());
        return Err(EngineError(message).into());
    };
    if let Some(url) = &arguments.page {
        return received(console, store, &found, url);
    }
    if arguments.errors {
        return errors(console, store, run);
    }
    let filter = match arguments.failed {
        true => PageFilter::Wrong,
        false => PageFilter::All,
    };
    let pages = store.run_pages(run, filter, arguments.limit)?;
    if console.json {
        let pages: Vec<serde_json::Value> = pages
            .iter()
            .map(|page| {
                json!({
                    "url": page.url,
                    "outcome": page.outcome.token(),
                    "records": page.records,
                    "answer": page.answer,
                    "at": page.at,
                    "state": page.verdict.as_ref().map(|verdict| verdict.state.token()),
                    "cause": page_cause(page).map(|cause| console.text(&cause)),
                    "evidence": page.verdict.as_ref().map(|verdict| &verdict.evidence),
                })
            })
            .collect();
        console.print_json(&json!({ "run": found, "pages": pages }));
        return Ok(());
    }
    show_runs(console, std::slice::from_ref(&found));
    console.line("");
    // If other pages are kept, the message must not say that none are.
    let kept = pages.is_empty() && !store.run_pages(run, PageFilter::All, 1)?.is_empty();
    let none = match kept {
        true => "cli-no-wrong-pages",
        false => "cli-no-pages",
    };
    show_pages(console, &pages, none);
    Ok(())
}

/// Prints a page as it was received, without a request to the site.
fn received(console: &Console, store: &StoreReader, run: &Run, url: &str) -> Outcome {
    let pages = store.run_pages(run.id, PageFilter::All, MAX_GROUPED)?;
    let page = pages.into_iter().find(|page| page.url == url);
    let verdict = page.as_ref().and_then(|page| page.verdict.clone());
    let evidence = verdict.map(|verdict| verdict.evidence).unwrap_or_default();
    let Some(kept) = evidence_page(store, run.site, url, &evidence)? else {
        return Err(EngineError(Message::new("cli-page-not-kept").with("url", url)).into());
    };
    let cause = page.as_ref().and_then(page_cause);
    if console.json {
        console.print_json(&json!({
            "url": url,
            "url_chain": kept.url_chain,
            "status": kept.status,
            "headers": kept.headers,
            "fetched_at": kept.fetched_at,
            "is_evidence": kept.is_evidence,
            "cause": cause.map(|cause| console.text(&cause)),
            "evidence": evidence,
            "source": &*kept.source,
        }));
        return Ok(());
    }
    console.line(&format!("{}  {}", kept.status, time_text(kept.fetched_at)));
    for address in &kept.url_chain {
        console.line(address);
    }
    if let Some(cause) = cause {
        console.print_message(&cause);
    }
    for piece in &evidence {
        console.line(&format!("  {}: {}", piece.signal, piece.matched));
    }
    console.line("");
    for (name, value) in &kept.headers {
        console.line(&format!("{name}: {value}"));
    }
    console.line("");
    console.line(&kept.source);
    Ok(())
}

/// Prints the faults of a run, one line per group.
fn errors(console: &Console, store: &StoreReader, run: RunId) -> Outcome {
    let pages = store.run_pages(run, PageFilter::Wrong, MAX_GROUPED)?;
    let groups = grouped_pages(&pages);
    if console.json {
        console.print_json(&groups);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = groups
        .iter()
        .map(|group| {
            let cause = group.cause.as_ref().map(|cause| console.text(cause));
            vec![
                group.count.to_string(),
                console.catalogue.get(outcome_id(group.outcome)),
                shorten(&cause.unwrap_or_default(), CAUSE_WIDTH),
                group.example.clone(),
            ]
        })
        .collect();
    console.table(
        &[
            "cli-head-pages",
            "cli-head-outcome",
            "cli-head-reason",
            "cli-head-example",
        ],
        &rows,
        "cli-no-wrong-pages",
    );
    Ok(())
}

fn show_pages(console: &Console, pages: &[RunPage], none: &str) {
    let rows: Vec<Vec<String>> = pages
        .iter()
        .map(|page| {
            let cause = page_cause(page).map(|cause| console.text(&cause));
            vec![
                time_text(page.at),
                console.catalogue.get(outcome_id(page.outcome)),
                figure(page, |answer| {
                    (answer.status > 0).then(|| answer.status.to_string())
                }),
                figure(page, |answer| {
                    (answer.took_ms > 0).then(|| format!("{} ms", answer.took_ms))
                }),
                figure(page, |answer| {
                    (answer.bytes > 0).then(|| size_text(answer.bytes))
                }),
                figure(page, |answer| Some(answer.matches.to_string())),
                page.records.to_string(),
                page.url.clone(),
                shorten(&cause.unwrap_or_default(), CAUSE_WIDTH),
            ]
        })
        .collect();
    console.table(
        &[
            "cli-head-time",
            "cli-head-outcome",
            "cli-head-status",
            "cli-head-took",
            "cli-head-size",
            "cli-head-found",
            "cli-head-new",
            "cli-head-address",
            "cli-head-reason",
        ],
        &rows,
        none,
    );
}

/// A figure of the answer; runs of earlier versions have none.
fn figure(page: &RunPage, of: impl Fn(&PageAnswer) -> Option<String>) -> String {
    page.answer
        .as_ref()
        .and_then(of)
        .unwrap_or_else(|| "–".to_owned())
}

fn outcome_id(outcome: PageOutcomeKind) -> &'static str {
    match outcome {
        PageOutcomeKind::Read => "cli-page-read",
        PageOutcomeKind::Unchanged => "cli-page-unchanged",
        PageOutcomeKind::Empty => "cli-page-empty",
        PageOutcomeKind::Again => "cli-page-again",
        PageOutcomeKind::Failed => "cli-page-failed",
        PageOutcomeKind::Missing => "cli-page-missing",
    }
}

/// Prints runs as a table.
pub fn show_runs(console: &Console, runs: &[Run]) {
    let rows: Vec<Vec<String>> = runs.iter().map(|run| row(console, run)).collect();
    console.table(
        &[
            "cli-head-run",
            "cli-head-started",
            "cli-head-site",
            "cli-head-cause",
            "cli-head-end",
            "cli-head-pages",
            "cli-head-new",
            "cli-head-changed",
            "cli-head-failed",
            "cli-head-blocked",
            "cli-head-unchanged",
            "cli-head-received",
            "cli-head-rate",
            "cli-head-took",
            "cli-head-limits",
            "cli-head-reason",
        ],
        &rows,
        "cli-no-runs",
    );
}

fn row(console: &Console, run: &Run) -> Vec<String> {
    let progress = &run.progress;
    vec![
        run.id.0.to_string(),
        time_text(run.started_at),
        run.site_name.clone(),
        cause_text(console, run),
        end_text(console, run),
        progress.pages_ok.to_string(),
        progress.records_new.to_string(),
        progress.records_updated.to_string(),
        progress.pages_failed.to_string(),
        progress.pages_blocked.to_string(),
        progress.unchanged.to_string(),
        size_text(progress.bytes),
        format!("{:.1}", progress.rate_average),
        clock_text(progress.milliseconds / 1_000),
        limits_text(console, &run.limits),
        run.message
            .as_ref()
            .map(|m| shorten(&console.text(m), 60))
            .unwrap_or_default(),
    ]
}

fn cause_text(console: &Console, run: &Run) -> String {
    let cause = console.catalogue.get(match run.cause {
        RunCause::ByHand => "cli-cause-by-hand",
        RunCause::Schedule => "cli-cause-schedule",
        RunCause::Supervised => "supervise-cause",
        RunCause::Retry => "cli-cause-retry",
    });
    let cause = match run.made_up {
        Some(due) => console.text(
            &Message::new("cli-cause-made-up")
                .with("cause", cause)
                .with("time", time_text(due)),
        ),
        None => cause,
    };
    match run.resumed {
        true => console.text(&Message::new("cli-cause-resumed").with("cause", cause)),
        false => cause,
    }
}

/// How a run ended; for one in progress, its speed and the remaining time.
fn end_text(console: &Console, run: &Run) -> String {
    let Some(end) = run.end else {
        let progress = &run.progress;
        let open = Message::new("cli-run-open-figures")
            .with("rate", format!("{:.1}", progress.rate_now))
            .with("queued", progress.queued)
            .with(
                "left",
                progress.seconds_left.map_or("?".to_owned(), clock_text),
            );
        return match progress.milliseconds {
            0 => console.catalogue.get("cli-run-open"),
            _ => console.text(&open),
        };
    };
    console.catalogue.get(end_id(end))
}

/// The message id for how a run ended, in one word.
pub fn end_id(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Finished => "cli-end-finished",
        RunEnd::Incomplete => "cli-end-incomplete",
        RunEnd::Limited => "cli-end-limited",
        RunEnd::Stopped => "cli-end-stopped",
        RunEnd::Blocked => "cli-end-blocked",
        RunEnd::Failed => "cli-end-failed",
        RunEnd::Paused => "cli-end-paused",
        RunEnd::Interrupted => "cli-end-interrupted",
        RunEnd::Cancelled => "cli-end-cancelled",
    }
}

fn limits_text(console: &Console, limits: &RunLimits) -> String {
    let part = |id: &'static str, most: Option<String>| {
        most.map(|most| console.text(&Message::new(id).with("most", most)))
    };
    let count = |id: &'static str, most: Option<u64>| {
        most.map(|most| console.text(&Message::new(id).with("most", most)))
    };
    let parts = [
        count("cli-limit-pages", limits.pages),
        part("cli-limit-time", limits.seconds.map(clock_text)),
        part("cli-limit-bytes", limits.bytes.map(size_text)),
        count("cli-limit-errors", limits.errors),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
