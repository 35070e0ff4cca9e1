//! `evidence`: pages of records as they were, in a file that replay programs read; hashes in a list that is
//! kept elsewhere.

use std::path::Path;

use serde_json::json;

use super::chosen::chosen_records;
use crate::args::EvidenceSubcommand;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::records::evidence;
use bowerbird_engine::types::Message;
use bowerbird_engine::{EngineError, project};

/// Runs the command. It only reads, also while another process owns the project.
pub fn run(console: &Console, path: &Path, command: &EvidenceSubcommand) -> Outcome {
    match command {
        EvidenceSubcommand::Write { chosen, out, list } => {
            let store = project::read(path)?;
            let found = chosen_records(&store, chosen, false)?;
            if chosen.dry_run {
                console.note(&Message::new("evidence-would").with("count", found.len()));
                return Ok(());
            }
            let done = evidence::write(&store, found, out, &mut |_| true)?;
            let listed = match list {
                Some(list) => Some(evidence::list(list, out)?),
                None => None,
            };
            if console.json {
                let hash = listed.as_ref().map(|line| &line.hash);
                console.print_json(&json!({ "path": out, "pages": done.rows, "sha256": hash }));
            } else {
                console.print_message(
                    &Message::new("evidence-written")
                        .with("count", done.rows)
                        .with("path", out.display().to_string()),
                );
            }
            done.notes.iter().for_each(|note| console.note(note));
            Ok(())
        }
        EvidenceSubcommand::Verify { file, list } => {
            let Some(line) = evidence::verify(list, file)? else {
                let message = Message::new("evidence-not-listed");
                let message = message.with("path", file.display().to_string());
                return Err(EngineError(message.with("list", list.display().to_string())).into());
            };
            if console.json {
                let told = json!({ "at": line.at, "sha256": line.hash, "name": line.name });
                console.print_json(&told);
            } else {
                console.print_message(
                    &Message::new("evidence-listed")
                        .with("path", file.display().to_string())
                        .with("time", line.at),
                );
            }
            Ok(())
        }
    }
}
