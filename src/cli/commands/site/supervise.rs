//! `supervise`: the phase of a site, its timeline and actions; probes; replays of recordings.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::args::SuperviseSubcommand;
use crate::commands::pools::session_tables::{number, sessions_json, show_sessions};
use crate::commands::run::control::send;
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::project::{self, ProjectOwner};
use bowerbird_engine::supervise::{Recording, replay};
use bowerbird_engine::types::{
    Message, Phase, RemoteCommandKind, Site, SiteAction, SiteEvent, SiteId, SiteSupervisionCommand,
    Store, StoreReader, Supervision,
};
use bowerbird_engine::{Command, EngineError, Event, RunCommand, SiteCommand};

/// The number of actions that `status` shows per site.
const FEW: u64 = 3;
/// Longest wait for a probe by another process, which does not report its end.
const PATIENCE: Duration = Duration::from_secs(60);
/// Interval between checks for its result.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: &SuperviseSubcommand) -> Outcome {
    match command {
        SuperviseSubcommand::Show { site, limit } => show(console, path, site, *limit),
        SuperviseSubcommand::Probe { site } => probe(console, path, site),
        SuperviseSubcommand::Replay { file } => replay_file(console, file),
    }
}

fn show(console: &Console, path: &Path, name: &str, limit: u64) -> Outcome {
    let store = project::read(path)?;
    let site = find_site(&store.sites()?, name)?.clone();
    let known = store.supervision(site.id)?;
    let events = store.site_events(site.id, limit)?;
    let actions = store.site_actions(site.id, limit)?;
    if console.json {
        let moves: Vec<_> = events.iter().map(|one| event_json(console, one)).collect();
        let tried: Vec<_> = actions
            .iter()
            .map(|one| action_json(console, one))
            .collect();
        let watched: Vec<Supervision> = known.into_iter().collect();
        let json = supervision_json(console, &store, &watched, site.id)?;
        let json = with(json, "site", json!(site.name));
        let sessions = sessions_json(console, &store, site.id)?;
        let json = with(json, "sessions", json!(sessions));
        let json = with(json, "events", json!(moves));
        console.print_json(&with(json, "actions", json!(tried)));
        return Ok(());
    }
    let Some(known) = known else {
        console.print_message(&Message::new("cli-supervise-nothing").with("site", site.name));
        return Ok(());
    };
    console.line(&site.name);
    show_phase(console, &known);
    let rows: Vec<Vec<String>> = events
        .iter()
        .map(|event| {
            vec![
                time_text(event.at),
                console.text(&event.from.name()),
                console.text(&event.to.name()),
                console.text(&event.state.name()),
                number(event.session),
                console.text(&event.rule),
            ]
        })
        .collect();
    let heads = [
        "cli-head-when",
        "cli-head-from",
        "cli-head-to",
        "cli-head-answer",
        "cli-head-session",
        "cli-head-reason",
    ];
    console.line("");
    console.table(&heads, &rows, "cli-supervise-no-events");
    let rows: Vec<Vec<String>> = actions
        .iter()
        .map(|action| {
            vec![
                time_text(action.at),
                console.text(&action.kind.name()),
                console.text(&action.outcome.name()),
                number(action.session),
                console.text(&action.why),
            ]
        })
        .collect();
    let heads = [
        "cli-head-when",
        "cli-head-action",
        "cli-head-outcome",
        "cli-head-session",
        "cli-head-reason",
    ];
    console.line("");
    console.table(&heads, &rows, "cli-supervise-no-actions");
    console.line("");
    show_sessions(console, &store.site_sessions(site.id)?);
    Ok(())
}

/// Returns a JSON object with one more member.
pub(crate) fn with(mut json: Value, name: &str, value: Value) -> Value {
    if let Some(object) = json.as_object_mut() {
        object.insert(name.to_owned(), value);
    }
    json
}

fn probe(console: &Console, path: &Path, name: &str) -> Outcome {
    let site = find_site(&project::read(path)?.sites()?, name)?.clone();
    let phase = match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            let since = Timestamp::now();
            send(path, RemoteCommandKind::Probe, Some(site.id))?;
            probed_elsewhere(path, site.id, since)?
        }
        ProjectOwner::Here(store) => probed_here(store, &site)?,
    };
    let id = match phase {
        Phase::Healthy | Phase::Suspect | Phase::Restored => "cli-supervise-open",
        _ => "cli-supervise-closed",
    };
    let store = project::read(path)?;
    let known = store.supervision(site.id)?;
    if console.json {
        let watched: Vec<Supervision> = known.into_iter().collect();
        let json = supervision_json(console, &store, &watched, site.id)?;
        console.print_json(&json);
    } else {
        console.print_message(&Message::new(id).with("site", site.name.as_str()));
        if let Some(known) = &known {
            show_phase(console, known);
        }
    }
    match id {
        "cli-supervise-open" => Ok(()),
        _ => Err(Failure::Told),
    }
}

fn probed_here(store: Store, site: &Site) -> Result<Phase, EngineError> {
    let session = Session::on(store)?;
    let command = Command::Site(SiteCommand::Supervise {
        site: site.id,
        order: SiteSupervisionCommand::ProbeNow,
    });
    // The end of the probe is reported with the sites. Runs that start automatically then are
    // stopped.
    session.perform(command, |event| matches!(event, Event::SitesChanged))?;
    session.engine().send(Command::Run(RunCommand::StopAll));
    let known = session.engine().query().supervision(site.id)?;
    Ok(known.map_or(Phase::Healthy, |known| known.phase))
}

/// Waits until another process has probed a site.
fn probed_elsewhere(path: &Path, site: SiteId, since: Timestamp) -> Result<Phase, EngineError> {
    let until = Instant::now() + PATIENCE;
    loop {
        let known = project::read(path)?.supervision(site)?;
        if let Some(known) = known.filter(|known| known.since >= since)
            && known.phase != Phase::Probing
        {
            return Ok(known.phase);
        }
        if Instant::now() >= until {
            return Err(EngineError(Message::new("cli-control-no-answer")));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

fn replay_file(console: &Console, path: &Path) -> Outcome {
    let unreadable = |error: &dyn std::error::Error| {
        EngineError(
            Message::new("cli-supervise-unreadable")
                .with("path", path.display().to_string())
                .with("reason", error.to_string()),
        )
    };
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let recording = Recording::read(BufReader::new(file)).map_err(|error| unreadable(&error))?;
    let replayed = replay(&recording);
    if console.json {
        console.print_json(&replayed);
    } else {
        for difference in &replayed.differences {
            console.print_message(
                &Message::new("cli-supervise-differs")
                    .with("line", difference.line)
                    .with("recorded", difference.recorded.as_str())
                    .with("replayed", difference.replayed.as_str()),
            );
        }
        let message = match replayed.differences.len() {
            0 => Message::new("cli-supervise-same"),
            count => Message::new("cli-supervise-differences").with("differences", count),
        };
        console.print_message(&message.with("answers", replayed.answers));
    }
    match replayed.differences.is_empty() {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

/// Shows how a site is supervised, if there is anything to show.
pub fn show_supervision(
    console: &Console,
    store: &StoreReader,
    watched: &[Supervision],
    site: SiteId,
) -> Result<(), EngineError> {
    let Some(known) = watched.iter().find(|known| known.site == site) else {
        return Ok(());
    };
    if known.phase == Phase::Healthy && known.memory.slowdown == 0 {
        return Ok(());
    }
    show_phase(console, known);
    for action in store.site_actions(site, FEW)? {
        console.line(&format!(
            "    {}  {}: {}",
            time_text(action.at),
            console.text(&action.why),
            console.text(&action.outcome.name())
        ));
    }
    Ok(())
}

fn show_phase(console: &Console, known: &Supervision) {
    let message = Message::new("cli-supervise-phase")
        .with("phase", known.phase.name())
        .with("since", time_text(known.since))
        .with("rule", known.rule.clone());
    console.line(&format!("  ◆ {}", console.text(&message)));
    if let Some(words) = known.outlook(Timestamp::now(), &TimeZone::system()) {
        let watch = match known.next {
            Some(_) => console.catalogue.get("cli-supervise-needs-watch"),
            None => String::new(),
        };
        console.line(format!("  ▸ {} {watch}", console.text(&words)).trim_end());
    }
    if let Some(hourly) = known.memory.hourly {
        let message = Message::new("cli-supervise-paced").with("pages", hourly);
        console.line(&format!("  ▸ {}", console.text(&message)));
    }
    if let Some(most) = known.memory.at_once {
        let message = Message::new("cli-supervise-at-once").with("most", most);
        console.line(&format!("  ▸ {}", console.text(&message)));
    }
    if known.memory.slowdown > 0 {
        let factor = known.memory.slowdown + 1;
        let message = Message::new("cli-supervise-slowed").with("factor", factor);
        console.line(&format!("  ▸ {}", console.text(&message)));
    }
}

/// How a site is supervised, for `--json`.
///
/// # Errors
/// From the store.
pub fn supervision_json(
    console: &Console,
    store: &StoreReader,
    watched: &[Supervision],
    site: SiteId,
) -> Result<Value, EngineError> {
    let Some(known) = watched.iter().find(|known| known.site == site) else {
        // A site that was never asked is in no phase.
        return Ok(json!({ "phase": Value::Null }));
    };
    let actions = store.site_actions(site, FEW)?;
    let actions: Vec<_> = actions
        .iter()
        .map(|action| action_json(console, action))
        .collect();
    let next = known.next.as_ref();
    Ok(json!({
        "phase": known.phase.token(),
        "since": known.since,
        "state": known.state.token(),
        "rule": known.rule.id,
        "reason": console.text(&known.rule),
        "url": known.url,
        "closed": known.is_closed(),
        "next": next.map(|next| next.kind.token()),
        "next_at": next.map(|next| next.at),
        "outlook": known.outlook(Timestamp::now(), &TimeZone::system()).map(|words| console.text(&words)),
        "slowdown": known.memory.slowdown + 1,
        "pages_per_hour": known.memory.hourly,
        "setbacks": known.memory.setbacks,
        "actions": actions,
    }))
}

fn event_json(console: &Console, event: &SiteEvent) -> Value {
    json!({
        "at": event.at,
        "run": event.run,
        "from": event.from.token(),
        "to": event.to.token(),
        "state": event.state.token(),
        "rule": event.rule.id,
        "reason": console.text(&event.rule),
        "evidence": event.evidence,
        "url": event.url,
        "snapshot_at": event.snapshot_at,
        "session": event.session,
    })
}

fn action_json(console: &Console, action: &SiteAction) -> Value {
    json!({
        "at": action.at,
        "run": action.run,
        "action": action.kind.token(),
        "state": action.state.token(),
        "why": console.text(&action.why),
        "outcome": action.outcome.token(),
        "ended_at": action.ended_at,
        "session": action.session,
    })
}
