//! `status`: sites with their states, reasons and next actions; runs; pools.

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use crate::commands::pools::proxy_tables::{json_of, summary};
use crate::commands::pools::session_tables::{sessions_json, show_last};
use crate::commands::run::runs::show_runs;
use crate::commands::schedule::task_tables::show_scheduler;
use crate::commands::site::supervise::{show_supervision, supervision_json, with};
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::types::{
    Message, Run, RunEnd, Site, SiteId, SiteQuestion, StoreReader, Task, outlook, page_reason,
};
use bowerbird_engine::{EngineError, project};

/// The number of runs shown.
const RUNS: usize = 10;
/// Maximum number of missing pages of a site: named in JSON, and shown to a person.
const MISSING: usize = 1_000;
const MISSING_SHOWN: usize = 5;

/// Runs the command.
pub fn run(console: &Console, path: &Path) -> Outcome {
    let store = project::read(path)?;
    let (sites, runs) = (store.sites()?, store.runs(None, RUNS)?);
    let (proxies, accounts) = (store.proxies()?, store.accounts()?);
    let tasks = store.tasks()?;
    let watched = store.supervisions()?;
    let scheduler = project::scheduler(&store, path)?;
    if console.json {
        let sites: Vec<serde_json::Value> = sites
            .iter()
            .map(|s| {
                let json = site_json(console, s, &runs, &tasks);
                let supervision = supervision_json(console, &store, &watched, s.id)?;
                let json = with(json, "supervision", supervision);
                let json = with(json, "missing", missing_json(console, &store, s.id)?);
                let sessions = sessions_json(console, &store, s.id)?;
                Ok(with(json, "sessions", json!(sessions)))
            })
            .collect::<Result<_, EngineError>>()?;
        let proxies: Vec<_> = proxies.iter().map(|proxy| json_of(proxy, None)).collect();
        console.print_json(&json!({
            "sites": sites, "runs": runs, "proxies": proxies, "accounts": accounts,
            "scheduler": scheduler,
        }));
        return Ok(());
    }
    show_sites(console, &sites, &runs, &tasks, &|site| {
        show_missing(console, &store, site)?;
        show_supervision(console, &store, &watched, site)?;
        show_last(console, &store.site_sessions(site)?);
        Ok(())
    })?;
    if scheduler.is_some() || !tasks.is_empty() {
        console.line("");
        show_scheduler(console, scheduler.as_ref());
    }
    if !runs.is_empty() {
        console.line("");
        show_runs(console, &runs);
    }
    if !proxies.is_empty() {
        console.line("");
        console.line(&summary(console, &proxies));
    }
    crate::commands::pools::account_tables::show_accounts(console, &accounts);
    Ok(())
}

fn site_json(console: &Console, site: &Site, runs: &[Run], tasks: &[Task]) -> serde_json::Value {
    let status = site.status.as_ref();
    json!({
        "name": site.name,
        "enabled": site.enabled,
        "paused": site.paused,
        "left": site.left,
        "records": site.records,
        "state": status.map(|s| s.state.token()),
        "since": status.map(|s| s.since),
        "reason": status.map(|s| console.text(&s.reason)),
        "next": status.and_then(|s| s.next.as_ref()).map(|m| console.text(m)),
        "evidence": status.map(|s| &s.evidence),
        "url": status.map(|s| &s.url),
        "last_run_at": site.last_run_at,
        "news_per_day": site.news_per_day,
        "next_visit": next_visit(site, tasks),
        "waiting": waiting(site, runs).map(|message| console.text(&message)),
        "question": question(site, runs),
    })
}

/// The missing pages of a site: how many, which, and why.
fn missing_json(
    console: &Console,
    store: &StoreReader,
    site: SiteId,
) -> Result<serde_json::Value, EngineError> {
    let pages = store.missing(site, MISSING)?;
    let pages: Vec<_> = pages
        .iter()
        .map(|page| {
            let why = page_reason(&page.verdict, &page.url);
            json!({ "url": page.url, "state": page.state.token(), "why": console.text(&why) })
        })
        .collect();
    Ok(json!({ "count": store.missing_count(site)?, "pages": pages }))
}

fn show_missing(console: &Console, store: &StoreReader, site: SiteId) -> Result<(), EngineError> {
    let missing = store.missing_count(site)?;
    let Some(known) = store.site(site)?.filter(|_| missing > 0) else {
        return Ok(());
    };
    let words = Message::new("cli-status-missing")
        .with("missing", missing)
        .with("site", known.name);
    console.line(&format!("  {}", console.text(&words)));
    for page in store.missing(site, MISSING_SHOWN)? {
        let why = console.text(&page_reason(&page.verdict, &page.url));
        console.line(&format!("    {}  {why}", page.url));
    }
    Ok(())
}

fn show_sites(
    console: &Console,
    sites: &[Site],
    runs: &[Run],
    tasks: &[Task],
    supervision: &dyn Fn(SiteId) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    if sites.is_empty() {
        console.line(&console.catalogue.get("cli-no-sites"));
    }
    for site in sites {
        let trouble = runs
            .iter()
            .find(|run| run.site == site.id)
            .filter(|run| run.end == Some(RunEnd::Failed))
            .and_then(|run| run.message.as_ref())
            // Usually the site's state says the same already.
            .filter(|message| site.status.as_ref().is_none_or(|s| s.reason != **message));
        let stopped = site.stopped_with().map(|left| {
            let told = Message::new("site-stopped-left").with("count", left);
            console.text(&told)
        });
        let state = match &site.status {
            _ if let Some(stopped) = &stopped => stopped.clone(),
            Some(status) => console.text(&status.state.name()),
            None => console.catalogue.get("cli-state-new"),
        };
        let disabled = if site.enabled {
            String::new()
        } else {
            format!(" ({})", console.catalogue.get("cli-state-disabled"))
        };
        console.line(&format!(
            "{}  {state}{disabled}  {}",
            site.name,
            console.text(&Message::new("cli-status-records").with("records", site.records))
        ));
        if stopped.is_some() {
            let message = Message::new("cli-site-stopped").with("site", site.name.as_str());
            console.line(&format!("  → {}", console.text(&message)));
        } else if let Some(status) = &site.status {
            console.line(&format!("  {}", console.text(&status.reason)));
            if let Some(next) = &status.next {
                console.line(&format!("  → {}", console.text(next)));
            }
        }
        supervision(site.id)?;
        if let Some(words) = outlook(next_visit(site, tasks), site.news_per_day, Timestamp::now()) {
            console.line(&format!("  ◷ {}", console.text(&words)));
        }
        if site.paused {
            let message = Message::new("cli-site-paused").with("site", site.name.as_str());
            console.line(&format!("  {}", console.text(&message)));
        }
        if let Some(message) = trouble {
            console.line(&format!("  {}", console.text(message)));
        }
        if let Some(waiting) = waiting(site, runs) {
            console.line(&format!("  … {}", console.text(&waiting)));
        }
    }
    Ok(())
}

/// When a task next runs the site, while the scheduler is on.
fn next_visit(site: &Site, tasks: &[Task]) -> Option<Timestamp> {
    let own = tasks.iter().filter(|task| task.runs(site.id));
    let next = own
        .filter(|task| !task.paused)
        .filter_map(|task| task.next_at);
    next.min().filter(|_| site.enabled && !site.paused)
}

/// What the site asks of a person, while its run waits for one.
fn question<'a>(site: &Site, runs: &'a [Run]) -> Option<&'a SiteQuestion> {
    let run = runs.iter().find(|run| run.site == site.id)?;
    let waits = run.ended_at.is_none() && run.progress.waiting_at(Timestamp::now()).is_some();
    run.progress.question.as_ref().filter(|_| waits)
}

/// What the site's current run is waiting for.
fn waiting(site: &Site, runs: &[Run]) -> Option<Message> {
    let run = runs.iter().find(|run| run.site == site.id)?;
    match run.ended_at {
        None => run.progress.waiting_at(Timestamp::now()),
        Some(_) => None,
    }
}
