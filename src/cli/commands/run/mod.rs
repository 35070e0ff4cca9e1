//! `run`: runs sites, shows progress, reports how each ended.
//!
//! Below: what a site asks of a person, the runs of a project, commands to them, and runs without a project.

mod answer;
pub mod control;
pub mod crawl;
pub mod demo;
pub mod dry_run;
pub mod runs;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use answer::Questions;
pub use answer::answer;

use crate::args::{ChosenSites, RunArguments};
use crate::commands::chosen_sites::chosen_sites;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::types::{
    Message, PageState, RunCause, RunEnd, RunOptions, RunProgress, Site, SiteId, StoreReader,
    clock_text,
};
use bowerbird_engine::{Command, EngineError, Event, RunCommand, project_permission};

/// How the run of a site ended.
#[derive(serde::Serialize)]
pub struct EndedRun {
    site: String,
    end: RunEnd,
    progress: RunProgress,
    state: Option<String>,
    message: Option<Message>,
    /// The reason as text, for scripts that print it.
    reason: Option<String>,
}

impl EndedRun {
    /// The number of new records.
    pub fn records_new(&self) -> u64 {
        self.progress.records_new
    }

    /// Whether the run ended without a problem.
    pub fn is_success(&self) -> bool {
        matches!(
            self.end,
            RunEnd::Finished
                | RunEnd::Incomplete
                | RunEnd::Limited
                | RunEnd::Stopped
                | RunEnd::Paused
                | RunEnd::Cancelled
        )
    }
}

/// Runs the command.
pub fn run(console: &Console, project: &Path, arguments: &RunArguments) -> Outcome {
    if arguments.dry_run {
        return dry_run::run(console, project, arguments);
    }
    let session = Session::open(project)?;
    let sites = session.engine().query().sites()?;
    if arguments.sites.is_empty() && arguments.tags.is_empty() {
        project_permission::must_be_allowed(session.engine().query())?;
        note_paused(console, &sites);
    }
    let ids = chosen(session.engine().query(), arguments)?;
    if project_permission::review(session.engine().query())?.is_at_rest() {
        let path = project.display().to_string();
        console.note(&Message::new("plan-run-by-hand").with("path", path));
    }
    if sites.is_empty() {
        return Err(EngineError(Message::new("cli-no-sites")).into());
    }
    let left_out = note_closed(console, &session, &ids)?;
    session.engine().send(Command::Run(RunCommand::Start {
        sites: ids,
        options: options_of(arguments),
    }));
    to_the_end(console, &session)?;
    if left_out > 0 {
        return Err(Failure::Incomplete);
    }
    Ok(())
}

/// Watches runs until all have ended, and reports on them. A failed run is an error.
///
/// # Errors
/// When the engine cannot run them.
pub fn to_the_end(console: &Console, session: &Session) -> Outcome {
    conclude(console, &watch_runs(console, session)?)
}

fn conclude(console: &Console, ended: &[EndedRun]) -> Outcome {
    match console.json {
        true => console.print_json(&ended),
        false => report(console, ended),
    }
    if !ended.iter().all(EndedRun::is_success) {
        return Err(Failure::Told);
    }
    match ended.iter().any(|run| run.end == RunEnd::Incomplete) {
        true => Err(Failure::Incomplete),
        false => Ok(()),
    }
}

/// The named sites; empty when all are wanted.
///
/// # Errors
/// For a name or tag that no site has.
pub fn chosen(store: &StoreReader, arguments: &RunArguments) -> Result<Vec<SiteId>, Failure> {
    if arguments.sites.is_empty() && arguments.tags.is_empty() {
        return Ok(Vec::new());
    }
    let which = ChosenSites {
        names: arguments.sites.clone(),
        tags: arguments.tags.clone(),
        ..ChosenSites::default()
    };
    let sites = chosen_sites(store, &which)?;
    Ok(sites.iter().map(|site| site.id).collect())
}

/// The run options from the arguments.
pub fn options_of(arguments: &RunArguments) -> RunOptions {
    let limits = arguments.limits.limits();
    RunOptions {
        max_pages: limits.pages,
        now: arguments.now,
        max_seconds: limits.seconds,
        max_bytes: limits.bytes,
        max_errors: limits.errors,
        failed_only: arguments.failed,
        refresh_older_than: arguments.refresh,
        only_pages: arguments.pages.clone(),
        record: arguments.record.clone(),
        person_wait: arguments.wait_for_person,
        cause: if arguments.failed {
            RunCause::Retry
        } else {
            RunCause::ByHand
        },
        ..RunOptions::default()
    }
}

/// Reports which paused sites a run of all sites skips.
fn note_paused(console: &Console, sites: &[Site]) {
    for site in sites.iter().filter(|site| site.enabled && site.paused) {
        console.note(&Message::new("cli-run-left-paused").with("site", site.name.as_str()));
    }
}

/// Reports which sites are currently closed. A run of all sites leaves them to their probes; a run
/// that names them tries them. Returns how many are skipped.
fn note_closed(
    console: &Console,
    session: &Session,
    named: &[SiteId],
) -> Result<usize, EngineError> {
    let mut left_out = 0;
    let store = session.engine().query();
    for site in store.supervisions()?.iter().filter(|site| site.is_closed()) {
        let is_named = named.contains(&site.site);
        let known = store.site(site.site)?;
        let Some(known) = known.filter(|known| known.enabled && (is_named || named.is_empty()))
        else {
            continue;
        };
        let id = if is_named {
            "cli-run-closed"
        } else {
            left_out += 1;
            "cli-run-left-closed"
        };
        console.note(
            &Message::new(id)
                .with("site", known.name)
                .with("phase", site.phase.name())
                .with("rule", site.rule.clone()),
        );
    }
    Ok(left_out)
}

/// Shows the progress of runs until all have ended. Ctrl-C stops them cleanly.
///
/// # Errors
/// When the engine cannot run them.
pub fn watch_runs(console: &Console, session: &Session) -> Result<Vec<EndedRun>, EngineError> {
    watch(console, session, Questions::default())
}

fn watch(
    console: &Console,
    session: &Session,
    mut questions: Questions,
) -> Result<Vec<EndedRun>, EngineError> {
    let names: HashMap<SiteId, String> = session
        .engine()
        .query()
        .sites()?
        .into_iter()
        .map(|site| (site.id, site.name))
        .collect();
    let name = |site: &SiteId| names.get(site).cloned().unwrap_or_default();
    let mut ended = Vec::new();
    let mut locked = HashSet::new();
    session.wait(
        |event| {
            match event {
                Event::RunProgress { site, progress, .. } => {
                    questions.note(console, (*site, &name(site)), progress);
                    console.progress(&progress_message(&name(site), progress), event);
                }
                Event::SiteState { .. } | Event::RunStarted { .. } => {
                    if let Event::RunStarted {
                        site,
                        resumed: true,
                        ..
                    } = event
                    {
                        console.note(&Message::new("cli-run-resumed").with("site", name(site)));
                    }
                }
                Event::LoginWindow(window) if !questions.window(console, window) => {
                    session.engine().send(Command::Run(RunCommand::StopAll));
                }
                // A run that goes on without the proxy says so while there is time to stop it.
                Event::PassphraseNeeded { site, .. } if locked.insert(*site) => {
                    console.note(&Message::new("cli-run-locked").with("site", name(site)));
                }
                Event::RunEnded {
                    site,
                    end,
                    progress,
                    message,
                    ..
                } => ended.push(EndedRun {
                    site: name(site),
                    end: *end,
                    progress: progress.clone(),
                    state: None,
                    reason: message.as_ref().map(|m| console.text(m)),
                    message: message.clone(),
                }),
                _ => {}
            }
            matches!(event, Event::RunsEnded)
        },
        || {
            console.note(&Message::new("cli-run-stopping"));
            session.engine().send(Command::Run(RunCommand::StopAll));
        },
    )?;
    let states: HashMap<String, (Option<String>, u64)> = session
        .engine()
        .query()
        .sites()?
        .into_iter()
        .map(|site| {
            let token = site.status.map(|s| s.state.token().to_owned());
            (site.name, (token, site.records))
        })
        .collect();
    for run in &mut ended {
        let Some((state, records)) = states.get(&run.site) else {
            continue;
        };
        run.state.clone_from(state);
        if run.end == RunEnd::Finished && run.progress.found_nothing() {
            // Nothing on the lists is new: all that is stored is known.
            run.progress.records_known = *records;
        }
    }
    Ok(ended)
}

/// Prints a line per run, with the reason where it did not go well.
pub fn report(console: &Console, ended: &[EndedRun]) {
    for run in ended {
        console.print_message(
            &Message::new(ended_id(run))
                .with("site", run.site.as_str())
                .with("new", run.progress.records_new)
                .with("known", run.progress.records_known)
                .with("pages", run.progress.pages_ok)
                .with("failed", run.progress.pages_failed)
                .with("missing", run.progress.missing)
                .with("queued", run.progress.queued),
        );
        if let Some(parts) = run.progress.changes_in_words() {
            let message = Message::new("run-changes").with("parts", parts);
            console.line(&format!("  {}", console.text(&message)));
        }
        let skipped = run.progress.records_skipped;
        if skipped > 0 {
            let message = Message::new("cli-run-skipped").with("count", skipped);
            console.line(&format!("  {}", console.text(&message)));
        }
        for message in run.progress.missing_screenshots() {
            console.line(&format!("  {}", console.text(&message)));
        }
        if let Some(reason) = &run.reason {
            console.line(&format!("  {reason}"));
        }
    }
}

/// The message id for how a run ended. A redesign is not a failure: a repair follows.
fn ended_id(run: &EndedRun) -> String {
    let redesigned = run.state.as_deref() == Some(PageState::LayoutChanged.token());
    match run.end {
        RunEnd::Failed if redesigned => "cli-run-redesigned".to_owned(),
        end => format!("cli-run-{}", end.token()),
    }
}

fn progress_message(site: &str, progress: &RunProgress) -> Message {
    let mut line = Message::new("cli-run-progress")
        .with("site", site)
        .with("pages", progress.pages_ok)
        .with("queued", progress.queued)
        .with("records", progress.records_new)
        .with("failed", progress.pages_failed)
        .with("blocked", progress.pages_blocked);
    if progress.rate_average > 0.0 {
        line = Message::new("cli-run-rates")
            .with("line", line)
            .with("now", format!("{:.1}", progress.rate_now))
            .with("average", format!("{:.1}", progress.rate_average));
    }
    if let Some(left) = progress.seconds_left {
        line = Message::new("cli-run-left")
            .with("line", line)
            .with("left", clock_text(left));
    }
    match &progress.waiting {
        Some(waiting) => Message::new("cli-run-waiting")
            .with("line", line)
            .with("waiting", waiting.clone()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redesign_is_no_failure() {
        let ended = |end, state: Option<&str>| EndedRun {
            site: String::new(),
            end,
            progress: RunProgress::default(),
            state: state.map(str::to_owned),
            reason: None,
            message: None,
        };
        let id = |end, state| ended_id(&ended(end, state));
        assert_eq!(
            id(RunEnd::Failed, Some("layout_changed")),
            "cli-run-redesigned"
        );
        assert_eq!(id(RunEnd::Failed, Some("outage")), "cli-run-failed");
        assert_eq!(id(RunEnd::Finished, None), "cli-run-finished");
    }
}
