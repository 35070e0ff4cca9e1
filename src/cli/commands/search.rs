//! `search`: records that hold the words.

use std::path::Path;

use crate::cli::Outcome;
use crate::cli::console::Console;
use crate::cli::session::find_site;
use crate::engine::project;
use crate::engine::types::{Message, RecordFilter, snippet};

/// Characters of text shown around the first match.
const SNIPPET_CHARS: usize = 160;

/// Runs the command.
pub fn run(console: &Console, path: &Path, query: &str, site: Option<&str>, limit: u64) -> Outcome {
    let store = project::read(path)?;
    let site = match site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let filter = RecordFilter {
        site,
        search: Some(query.to_owned()),
        ..RecordFilter::default()
    };
    let mut found = store.records(&filter, 0, limit)?;
    let room = limit.saturating_sub(found.len() as u64);
    let archived = store.archived_records(&filter, room)?;
    let from_archives = archived.len();
    found.extend(archived);
    if console.json {
        console.print_json(&found);
        return Ok(());
    }
    let count = store.count_records(&filter)?;
    console.note(
        &Message::new("cli-search-count")
            .with("count", count)
            .with("query", query),
    );
    if from_archives > 0 {
        console.note(&Message::new("cli-search-archived").with("count", from_archives));
    }
    for stored in &found {
        let record = &stored.record;
        console.line(&format!(
            "{}  {}  {}",
            record.date.get(..10).unwrap_or(&record.date),
            record.title,
            stored.site_name
        ));
        console.line(&format!("  {}", record.url));
        let words = snippet(&record.text, query, SNIPPET_CHARS);
        if !words.is_empty() {
            console.line(&format!("  {words}"));
        }
    }
    Ok(())
}
