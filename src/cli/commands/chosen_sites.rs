//! Which sites a command is about: by name, by tag, or all; and the commands that change several.

use std::collections::BTreeSet;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use crate::args::{ChosenSites, TagArguments};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::types::{Message, Site, SiteId, StoreReader};
use bowerbird_engine::{Command, EngineError, Event, SiteBatch, SiteCommand};

/// The sites that `which` means, each once, in the order of their names where not named.
///
/// # Errors
/// For a name or tag that no site has, and when nothing is named.
pub fn chosen_sites(store: &StoreReader, which: &ChosenSites) -> Result<Vec<Site>, Failure> {
    if which.is_empty() {
        return Err(Failure::Usage(Message::new("cli-sites-which")));
    }
    let sites = store.sites()?;
    if which.all {
        return Ok(sites);
    }
    let mut ids: Vec<SiteId> = Vec::new();
    for name in &which.names {
        ids.push(find_site(&sites, name)?.id);
    }
    let tags = store.site_tags()?;
    for wanted in &which.tags {
        let tagged = tags.iter().filter(|(tag, ..)| tag == wanted);
        let tagged: Vec<SiteId> = tagged.map(|(_, site, _)| *site).collect();
        if tagged.is_empty() {
            let known: BTreeSet<&str> = tags.iter().map(|(tag, ..)| tag.as_str()).collect();
            let known: Vec<&str> = known.into_iter().collect();
            let none = Message::new("cli-no-such-tag").with("tag", wanted.as_str());
            return Err(EngineError(none.with("known", known.join(", "))).into());
        }
        ids.extend(tagged);
    }
    let mut seen = BTreeSet::new();
    let ids = ids.into_iter().filter(|id| seen.insert(*id));
    let found = ids.filter_map(|id| sites.iter().find(|site| site.id == id).cloned());
    Ok(found.collect())
}

/// Shows which sites a command would change.
pub fn show_dry_run(console: &Console, sites: &[Site]) -> Outcome {
    let names: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
    if console.json {
        console.print_json(&serde_json::json!({ "dry_run": true, "sites": names }));
        return Ok(());
    }
    for name in names {
        console.line(name);
    }
    console.note(&Message::new("cli-sites-dry-run").with("count", sites.len()));
    Ok(())
}

/// Enables or disables sites.
pub fn enable(console: &Console, path: &Path, which: &ChosenSites, enabled: bool) -> Outcome {
    let done = match enabled {
        true => "cli-site-enabled",
        false => "cli-site-disabled",
    };
    change(console, path, which, done, |sites| SiteBatch::Enable {
        sites: ids(sites),
        enabled,
    })
}

/// Removes sites; those that are not named one by one only when the user confirms it.
pub fn remove(console: &Console, path: &Path, which: &ChosenSites, yes: bool) -> Outcome {
    if !which.dry_run && !yes && (which.all || !which.tags.is_empty()) {
        let store = bowerbird_engine::project::read(path)?;
        confirm_removal(console, &chosen_sites(&store, which)?)?;
    }
    change(console, path, which, "cli-site-removed", |sites| {
        SiteBatch::Remove(ids(sites))
    })
}

/// Adds tags to sites and removes tags from them.
pub fn tag(console: &Console, path: &Path, given: &TagArguments) -> Outcome {
    let store = bowerbird_engine::project::read(path)?;
    let tags = store.site_tags()?;
    drop(store);
    change(
        console,
        path,
        &given.sites,
        "cli-site-tags-changed",
        |sites| {
            let tags = sites.iter().map(|site| {
                let own = tags.iter();
                let own = own.filter(|(_, of, from_rule)| *of == site.id && !from_rule);
                let mut own: Vec<String> = own.map(|(tag, ..)| tag.clone()).collect();
                own.retain(|tag| !given.remove.contains(tag));
                for tag in &given.add {
                    if !own.contains(tag) {
                        own.push(tag.clone());
                    }
                }
                (site.id, own)
            });
            SiteBatch::Tags(tags.collect())
        },
    )
}

/// Carries out a change of several sites and says so for each.
pub fn change(
    console: &Console,
    path: &Path,
    which: &ChosenSites,
    done: &str,
    batch: impl FnOnce(&[Site]) -> SiteBatch,
) -> Outcome {
    if which.dry_run {
        let store = bowerbird_engine::project::read(path)?;
        return show_dry_run(console, &chosen_sites(&store, which)?);
    }
    let session = Session::open(path)?;
    let sites = chosen_sites(session.engine().query(), which)?;
    perform(&session, batch(&sites))?;
    for site in &sites {
        console.print_message(&Message::new(done).with("name", site.name.as_str()));
    }
    Ok(())
}

/// Carries out a change of several sites.
pub fn perform(session: &Session, batch: SiteBatch) -> Result<(), EngineError> {
    let command = Command::Site(SiteCommand::Batch(batch));
    session.perform(command, |event| matches!(event, Event::SitesChanged))
}

fn confirm_removal(console: &Console, sites: &[Site]) -> Outcome {
    let records: u64 = sites.iter().map(|site| site.records).sum();
    let about = |id: &'static str| {
        Message::new(id)
            .with("count", sites.len())
            .with("records", records)
    };
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage(about("cli-sites-remove-needs-yes")));
    }
    let mut err = std::io::stderr().lock();
    let _ = write!(
        err,
        "{} ",
        console.text(&about("cli-sites-remove-question"))
    );
    let _ = err.flush();
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    match ["y", "yes", "是"].contains(&answer.trim().to_lowercase().as_str()) {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}

fn ids(sites: &[Site]) -> Vec<SiteId> {
    sites.iter().map(|site| site.id).collect()
}
