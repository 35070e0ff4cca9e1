//! `worker`: fetches and reads for the owner of a project on another machine.

use std::path::PathBuf;

use crate::args::WorkerArguments;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::project;
use bowerbird_engine::types::{Message, ServiceManager};
use bowerbird_engine::workers::{self, WorkerOptions, WorkerReport, WorkerStop};

/// Runs the command.
pub fn run(console: &Console, arguments: &WorkerArguments) -> Outcome {
    let (address, in_address) = workers::parse_address(&arguments.redis)?;
    let password = arguments.password_file.as_deref();
    let password = password.map(project::passphrase_in).transpose()?;
    let name = arguments
        .name
        .clone()
        .filter(|name| !name.trim().is_empty());
    let options = WorkerOptions {
        address,
        password: password.or(in_address),
        name: name.unwrap_or_else(workers::machine_name),
        jobs: usize::from(arguments.jobs),
        browser: arguments.browser,
        folder: arguments.key_folder.clone().unwrap_or_else(workers::folder),
        owners: arguments.owner.clone(),
        program: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bowerbird")),
    };
    let stop = WorkerStop::default();
    let stopper = stop.clone();
    let listening = ctrlc::set_handler(move || stopper.stop());
    if let Err(error) = listening {
        tracing::warn!(%error, "Ctrl-C will not stop cleanly");
    }
    let mut manager = ServiceManager::of_environment();
    manager.ready();
    let report = |report: WorkerReport| console.note(&Message::from(&report));
    let ended = workers::work(options, &stop, report);
    manager.stopping();
    ended?;
    console.note(&Message::new("worker-stopped"));
    Ok(())
}
