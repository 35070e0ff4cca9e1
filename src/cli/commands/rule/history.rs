//! `rule history`, `rule diff`, `rule restore`: the versions of a site's rule.

use std::path::Path;

use serde_json::json;

use crate::commands::rule::rule_additions::confirm;
use crate::commands::rule::rule_text::{origin_name, version_line};
use crate::console::{Console, time_text};
use crate::failure::Outcome;
use crate::session::{Session, find_site};
use bowerbird_engine::project_permission::rule_additions::{RuleEvent, news_of};
use bowerbird_engine::types::{
    Message, RuleChange, RuleChangeKind, RuleVersion, Site, StoreReader, rule_changes, unified,
};
use bowerbird_engine::{Command, EngineError, Event, SiteCommand, project};

/// Lists the versions, newest first.
pub fn history(console: &Console, project: &Path, name: &str) -> Outcome {
    let store = project::read(project)?;
    let site = site(&store, name)?;
    let versions = store.rule_versions(site.id)?;
    let changed = |at: usize| {
        let before = versions.get(at + 1)?;
        let after = versions.get(at)?;
        rule_changes(&before.rule_toml, &after.rule_toml)
    };
    if console.json {
        let entries = versions.iter().enumerate().map(|(at, version)| {
            json!({
                "version": version.number,
                "saved_at": version.saved_at,
                "origin": version.origin,
                "changes": changed(at),
            })
        });
        console.print_json(&entries.collect::<Vec<_>>());
        return Ok(());
    }
    let rows: Vec<Vec<String>> = versions
        .iter()
        .enumerate()
        .map(|(at, version)| {
            vec![
                version.number.to_string(),
                time_text(version.saved_at),
                origin_name(console, version.origin),
                summary(console, at + 1 < versions.len(), changed(at)),
            ]
        })
        .collect();
    console.table(
        &[
            "cli-head-version",
            "cli-head-saved",
            "cli-head-origin",
            "cli-head-changes",
        ],
        &rows,
        "cli-no-versions",
    );
    Ok(())
}

/// Shows a diff: the latest version against the one before it, `from` against the latest, or `from`
/// against `to`.
pub fn diff(
    console: &Console,
    project: &Path,
    name: &str,
    from: Option<u32>,
    to: Option<u32>,
) -> Outcome {
    let store = project::read(project)?;
    let site = site(&store, name)?;
    let after = match to {
        Some(number) => version(&store, site.id, number)?,
        None => store
            .latest_rule_version(site.id)?
            .ok_or_else(|| no_version(1))?,
    };
    let before = match from {
        Some(number) => version(&store, site.id, number)?,
        None if after.number > 1 => version(&store, site.id, after.number - 1)?,
        None => {
            console
                .print_message(&Message::new("cli-diff-only-one").with("name", site.name.as_str()));
            return Ok(());
        }
    };
    let changes = rule_changes(&before.rule_toml, &after.rule_toml);
    let names = (
        format!("{} · {}", site.name, before.number),
        format!("{} · {}", site.name, after.number),
    );
    let text = unified((&names.0, &names.1), &before.rule_toml, &after.rule_toml);
    if console.json {
        console.print_json(&json!({
            "site": site.name,
            "from": before.number,
            "to": after.number,
            "changes": changes,
            "unified": text,
        }));
        return Ok(());
    }
    console.line(&format!(
        "{} → {}",
        console.text(&version_line(console, &before)),
        console.text(&version_line(console, &after)),
    ));
    match changes {
        _ if text.is_empty() => console.print_message(&Message::new("cli-diff-same")),
        Some(changes) if changes.is_empty() => {
            console.print_message(&Message::new("cli-diff-layout"))
        }
        Some(changes) => show_changes(console, &changes),
        None => {}
    }
    if !text.is_empty() {
        console.line("");
        console.line(text.trim_end());
    }
    Ok(())
}

/// Makes an older version the newest one.
pub fn restore(
    console: &Console,
    project: &Path,
    (name, number): (&str, u32),
    yes: bool,
) -> Outcome {
    let session = Session::open(project)?;
    let store = session.engine().query();
    let site = site(store, name)?;
    let older = version(store, site.id, number)?;
    let news = RuleEvent {
        site: site.name.clone(),
        is_known: true,
        parts: news_of(Some(&site.rule_toml), &older.rule_toml, &[]),
    };
    confirm(console, &[news], yes)?;
    let before = store.latest_rule_version(site.id)?;
    let command = Command::Site(SiteCommand::RestoreRule {
        site: site.id,
        version: number,
    });
    session.perform(command, |event| matches!(event, Event::SitesChanged))?;
    let after = session.engine().query().latest_rule_version(site.id)?;
    let same = before.map(|v| v.number) == after.as_ref().map(|v| v.number);
    let id = if same {
        "cli-restored-same"
    } else {
        "cli-restored"
    };
    console.print_message(
        &Message::new(id)
            .with("name", site.name.as_str())
            .with("number", number)
            .with("new", after.map_or(0, |v| v.number)),
    );
    Ok(())
}

/// Prints changes grouped by section.
pub(super) fn show_changes(console: &Console, changes: &[RuleChange]) {
    let mut section = "";
    for change in changes {
        if change.section != section || change.key.is_empty() {
            section = &change.section;
            console.line("");
            console.line(section);
        }
        let mark = match change.kind {
            RuleChangeKind::Added => "+",
            RuleChangeKind::Removed => "-",
            RuleChangeKind::Changed => "~",
            RuleChangeKind::Moved => "↕",
        };
        let key = if change.key.is_empty() {
            String::new()
        } else {
            format!("{} = ", change.key)
        };
        match change.kind {
            RuleChangeKind::Added => console.line(&format!("  {mark} {key}{}", change.after)),
            RuleChangeKind::Removed => console.line(&format!("  {mark} {key}{}", change.before)),
            RuleChangeKind::Changed | RuleChangeKind::Moved => {
                console.line(&format!("  {mark} {key}{}", change.before));
                console.line(&format!("    → {}", change.after));
            }
        }
    }
}

/// The changed sections, in one line.
fn summary(console: &Console, has_before: bool, changes: Option<Vec<RuleChange>>) -> String {
    let Some(changes) = changes.filter(|_| has_before) else {
        return "—".to_owned();
    };
    if changes.is_empty() {
        return console.catalogue.get("cli-diff-layout");
    }
    let mut sections: Vec<&str> = Vec::new();
    for change in &changes {
        if !sections.contains(&change.section.as_str()) {
            sections.push(&change.section);
        }
    }
    sections.join(", ")
}

fn site(store: &StoreReader, name: &str) -> Result<Site, EngineError> {
    find_site(&store.sites()?, name).cloned()
}

fn version(
    store: &StoreReader,
    site: bowerbird_engine::types::SiteId,
    number: u32,
) -> Result<RuleVersion, EngineError> {
    store
        .rule_version(site, number)?
        .ok_or_else(|| no_version(number))
}

fn no_version(number: u32) -> EngineError {
    EngineError(Message::new("engine-no-such-version").with("version", number))
}
