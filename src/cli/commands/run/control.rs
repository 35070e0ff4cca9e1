//! `pause`, `resume`, `stop`, `cancel`: commands to runs, also to those of another process. If a
//! process owns the project, the command is left for it in the project file, and its answer is
//! awaited. Otherwise nothing runs, and the project itself is changed.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use super::to_the_end;
use crate::args::{CancelArguments, ChosenSites, SitesArguments, StopArguments};
use crate::commands::chosen_sites::{chosen_sites, show_dry_run};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::Session;
use bowerbird_engine::project::{self, ProjectOwner};
use bowerbird_engine::types::{
    Message, RemoteCommand, RemoteCommandKind, RunOptions, Site, SiteId, Store,
};
use bowerbird_engine::{Command, EngineError, RunCommand, send_command};

/// How long the owner may take to accept a command.
const PATIENCE: Duration = Duration::from_secs(10);

/// `pause`.
pub fn pause(console: &Console, path: &Path, arguments: &SitesArguments) -> Outcome {
    let sites = sites_of(path, &arguments.sites)?;
    if arguments.sites.dry_run {
        return show_dry_run(console, &sites);
    }
    let kind = RemoteCommandKind::Pause;
    match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => sites
            .iter()
            .try_for_each(|site| send(path, kind, Some(site.id)))?,
        ProjectOwner::Here(store) => {
            let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
            project::pause(&store, &ids)?;
        }
    }
    for site in &sites {
        print_control(console, kind, site);
    }
    Ok(())
}

/// `stop`.
pub fn stop(console: &Console, path: &Path, arguments: &StopArguments) -> Outcome {
    if !arguments.sites.is_empty() || arguments.sites.dry_run {
        let sites = sites_of(path, &arguments.sites)?;
        if arguments.sites.dry_run {
            return show_dry_run(console, &sites);
        }
        return for_each(console, path, &sites, RemoteCommandKind::Stop, &|_, _| {
            Ok(false)
        });
    }
    match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            send(path, RemoteCommandKind::Stop, None)?;
            console.print_message(&Message::new("cli-control-stop-all"));
        }
        ProjectOwner::Here(_) => console.print_message(&Message::new("cli-control-none-runs")),
    }
    Ok(())
}

/// `resume`.
pub fn resume(console: &Console, path: &Path, arguments: &SitesArguments) -> Outcome {
    let sites = sites_of(path, &arguments.sites)?;
    if arguments.sites.dry_run {
        return show_dry_run(console, &sites);
    }
    let store = match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            for site in &sites {
                send(path, RemoteCommandKind::Resume, Some(site.id))?;
                print_control(console, RemoteCommandKind::Resume, site);
            }
            return Ok(());
        }
        ProjectOwner::Here(store) => store,
    };
    let session = Session::on(store)?;
    let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
    session.engine().send(Command::Run(RunCommand::Start {
        sites: ids,
        options: RunOptions::default(),
    }));
    to_the_end(console, &session)
}

/// `cancel`.
pub fn cancel(console: &Console, path: &Path, arguments: &CancelArguments) -> Outcome {
    let sites = sites_of(path, &arguments.sites)?;
    if arguments.sites.dry_run {
        return show_dry_run(console, &sites);
    }
    if arguments.undo {
        let each = |store: &Store, site: &Site| Ok(store.restore_queue(site.id)? > 0);
        return for_each(console, path, &sites, RemoteCommandKind::Restore, &each);
    }
    if !arguments.yes && !is_meant(console, path, &sites)? {
        return Err(Failure::Told);
    }
    let each = |store: &Store, site: &Site| Ok(project::drop_queue(store, site.id)? > 0);
    for_each(console, path, &sites, RemoteCommandKind::Cancel, &each)
}

/// Asks whether to drop the queues.
fn is_meant(console: &Console, path: &Path, sites: &[Site]) -> Result<bool, Failure> {
    let store = project::read(path)?;
    let mut queued = 0;
    for site in sites {
        queued += store.queue_length(site.id)?.0;
    }
    if queued == 0 {
        return Ok(true);
    }
    let names: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
    let about = |id: &'static str| {
        Message::new(id)
            .with("sites", names.clone())
            .with("queued", queued)
    };
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage(about("cli-cancel-needs-yes")));
    }
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "{} ", console.text(&about("cli-cancel-question")));
    let _ = err.flush();
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    let yes = ["y", "yes", "是", "j"];
    Ok(yes.contains(&answer.trim().to_lowercase().as_str()))
}

/// Applies a command to each site: through the owner of the project, or here where there is none.
/// `here` returns whether there was anything to do.
fn for_each(
    console: &Console,
    path: &Path,
    sites: &[Site],
    kind: RemoteCommandKind,
    here: &dyn Fn(&Store, &Site) -> Result<bool, EngineError>,
) -> Outcome {
    match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            for site in sites {
                send(path, kind, Some(site.id))?;
                print_control(console, kind, site);
            }
        }
        ProjectOwner::Here(store) => {
            for site in sites {
                match here(&store, site)? {
                    true => print_control(console, kind, site),
                    false => {
                        let id = format!("cli-control-{}-nothing", kind.token());
                        console.print_message(&Message::new(id).with("site", site.name.as_str()));
                    }
                }
            }
        }
    }
    Ok(())
}

fn print_control(console: &Console, kind: RemoteCommandKind, site: &Site) {
    let id = format!("cli-control-{}", kind.token());
    console.print_message(&Message::new(id).with("site", site.name.as_str()));
}

/// Sends the owner of the project a command about `site`, or about all sites, and waits until it is
/// done.
pub(crate) fn send(
    path: &Path,
    kind: RemoteCommandKind,
    site: Option<SiteId>,
) -> Result<(), EngineError> {
    let text = None;
    send_any(path, &RemoteCommand { kind, site, text })
}

/// Sends the owner any command and waits until it is done.
pub(crate) fn send_any(path: &Path, command: &RemoteCommand) -> Result<(), EngineError> {
    match send_command(path, command, PATIENCE)? {
        true => Ok(()),
        false => Err(EngineError(Message::new("cli-control-no-answer"))),
    }
}

fn sites_of(path: &Path, which: &ChosenSites) -> Result<Vec<Site>, Failure> {
    chosen_sites(&project::read(path)?, which)
}
