//! Commands about a person's own signals. Input: signal files. Output: the same, stored in
//! the project once they pass the checks; later runs use them.

use crate::context::EngineContext;
use crate::context::signals::with_own;
use crate::protocol::{EngineError, Event, SignalFile};

/// Stores or removes a signal file. All files are checked together: no id may occur in two of them.
pub(in crate::controller) fn set(
    context: &EngineContext,
    file: &SignalFile,
) -> Result<(), EngineError> {
    if let Some(text) = &file.text {
        let mut files = context.store.signal_files()?;
        files.retain(|(name, _)| *name != file.name);
        files.push((file.name.clone(), text.clone()));
        with_own(&context.signals, &files)?;
    }
    context
        .store
        .set_signal_file(&file.name, file.text.as_deref())?;
    context.publish(Event::SitesChanged);
    Ok(())
}
