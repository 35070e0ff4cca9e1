//! Commands about a person's own signals. Flows in: signal files. Flows out: the same, kept in the
//! project once they pass the checks; the runs that begin then go by them.

use serde::{Deserialize, Serialize};

use super::{EngineError, Event};
use crate::context::EngineContext;
use bowerbird_logic::detect::Signals;

/// A signal file of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignalFile {
    /// Its name.
    pub name: String,
    /// Its TOML text; the file is removed when absent.
    pub text: Option<String>,
}

/// Keeps or removes a signal file. All files are checked together: no id may stand in two of them.
pub(super) fn set(context: &EngineContext, file: &SignalFile) -> Result<(), EngineError> {
    if let Some(text) = &file.text {
        let mut files = context.store.signal_files()?;
        files.retain(|(name, _)| *name != file.name);
        files.push((file.name.clone(), text.clone()));
        checked(&context.signals, &files)?;
    }
    context
        .store
        .set_signal_file(&file.name, file.text.as_deref())?;
    context.tell(Event::SitesChanged);
    Ok(())
}

/// `signals` with those of `files`.
pub(crate) fn checked(
    signals: &Signals,
    files: &[(String, String)],
) -> Result<Signals, EngineError> {
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    Ok(signals.with_files(&files)?)
}
