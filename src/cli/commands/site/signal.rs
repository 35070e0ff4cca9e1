//! `signal`: signals of block pages, both shipped ones and the user's own.

use std::path::{Path, PathBuf};

use crate::args::SignalSubcommand;
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::Session;
use bowerbird_engine::types::{Message, Signal};
use bowerbird_engine::{
    Command, EngineError, Event, SignalFile, SiteCommand, project, single_page,
};

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: SignalSubcommand) -> Outcome {
    match command {
        SignalSubcommand::List { own } => list(console, path, own),
        SignalSubcommand::Check { files } => {
            let texts = read(&files)?;
            let count = single_page::own_signals(&texts)?.own().count();
            console.print_message(&Message::new("cli-signals-good").with("count", count));
            Ok(())
        }
        SignalSubcommand::Add { files } => add(console, path, &files),
        SignalSubcommand::Show { name } => show(console, path, &name),
        SignalSubcommand::Remove { name } => {
            set(&Session::open(path)?, &name, None)?;
            console.print_message(&Message::new("cli-signals-removed").with("name", name));
            Ok(())
        }
    }
}

fn read(files: &[PathBuf]) -> Result<Vec<(String, String)>, EngineError> {
    let read = |file: &PathBuf| Ok((name_of(file), single_page::read_text(file)?));
    files.iter().map(read).collect()
}

/// The name of a signal file in a project.
fn name_of(file: &Path) -> String {
    file.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn add(console: &Console, path: &Path, files: &[PathBuf]) -> Outcome {
    let texts = read(files)?;
    // All files are checked before the project is changed.
    single_page::own_signals(&texts)?;
    let session = Session::open_or_create(path)?;
    for (name, text) in texts {
        set(&session, &name, Some(text))?;
        console.print_message(&Message::new("cli-signals-added").with("name", name));
    }
    Ok(())
}

fn set(session: &Session, name: &str, text: Option<String>) -> Result<(), EngineError> {
    let file = SignalFile {
        name: name.to_owned(),
        text,
    };
    session.perform(Command::Site(SiteCommand::SetSignals(file)), |event| {
        matches!(event, Event::SitesChanged)
    })
}

fn show(console: &Console, path: &Path, name: &str) -> Outcome {
    let files = project::read(path)?.signal_files()?;
    let text = files.iter().find(|(known, _)| known == name);
    let Some((_, text)) = text else {
        let known: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        return Err(EngineError(
            Message::new("cli-no-such-signals")
                .with("name", name)
                .with("known", known.join(", ")),
        )
        .into());
    };
    console.line(text.trim_end());
    Ok(())
}

fn list(console: &Console, path: &Path, own: bool) -> Outcome {
    // Without a project, only the shipped signals exist.
    let files = match project::must_exist(path) {
        Ok(()) => project::read(path)?.signal_files()?,
        Err(_) => Vec::new(),
    };
    let signals = single_page::own_signals(&files)?;
    let chosen: Vec<&Signal> = match own {
        true => signals.own().collect(),
        false => signals.iter().collect(),
    };
    if console.json {
        let rows: Vec<serde_json::Value> = chosen.iter().map(|signal| json(signal)).collect();
        console.print_json(&rows);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = chosen.iter().map(|signal| row(signal)).collect();
    console.table(
        &[
            "cli-head-id",
            "cli-head-place",
            "cli-head-state",
            "cli-head-strength",
            "cli-head-vendor",
            "cli-head-checked",
        ],
        &rows,
        "cli-no-signals",
    );
    Ok(())
}

fn row(signal: &Signal) -> Vec<String> {
    vec![
        signal.id.clone(),
        signal.place.token().to_owned(),
        signal.state.token().to_owned(),
        signal.strength.token().to_owned(),
        signal.vendor.clone().unwrap_or_default(),
        signal.date.clone(),
    ]
}

fn json(signal: &Signal) -> serde_json::Value {
    serde_json::json!({
        "id": signal.id,
        "place": signal.place.token(),
        "state": signal.state.token(),
        "strength": signal.strength.token(),
        "vendor": signal.vendor,
        "language": signal.language,
        "source": signal.source,
        "date": signal.date,
    })
}
