//! `search`: records that contain the words.

use std::io::IsTerminal;
use std::path::Path;

use super::typed_query::checked;
use crate::args::SearchArguments;
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::find_site;
use bowerbird_engine::project;
use bowerbird_engine::types::{
    MAX_RANKED, Message, Only, Query, RecordFilter, Snippet, StoredRecord, snippet,
};

/// Number of characters shown around the first match.
const SNIPPET_CHARS: usize = 160;

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &SearchArguments) -> Outcome {
    let typed = arguments.query.join(" ");
    let store = project::read(path)?;
    let site = match &arguments.site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let query = checked(console, &store, &typed)?;
    let filter = RecordFilter {
        site,
        search: Some(typed.clone()),
        only: Only {
            folded: arguments.fold,
            ..Only::default()
        },
        ..RecordFilter::default()
    };
    let found = store.records_anywhere(&filter, 0, arguments.limit)?;
    let counted_anywhere = store.count_found_anywhere(&filter)?;
    let counted = counted_anywhere.all;
    if counted.newest_only {
        let most = u64::try_from(MAX_RANKED).unwrap_or(u64::MAX);
        console.note(&Message::new("texts-newest-only").with("count", most));
    }
    let left = store.texts_left()?.unindexed;
    if left > 0 {
        console.note(&Message::new("texts-indexing").with("count", left));
    }
    if console.json {
        console.print_json(&found);
        return Ok(());
    }
    console.note(
        &Message::new("cli-search-count")
            .with("count", counted.records)
            .with("query", typed),
    );
    let archived = counted_anywhere.archived;
    if archived > 0 {
        console.note(&Message::new("cli-search-archived").with("count", archived));
    }
    for file in counted_anywhere.missing {
        console.note(&Message::new("archive-missing").with("file", file));
    }
    let bold = std::io::stdout().is_terminal();
    for stored in &found {
        show(console, stored, &query, bold);
    }
    Ok(())
}

fn show(console: &Console, stored: &StoredRecord, query: &Query, bold: bool) {
    let record = &stored.record;
    console.line(&format!(
        "{}  {}  {}",
        record.date.get(..10).unwrap_or(&record.date),
        record.title,
        stored.site_name
    ));
    console.line(&format!("  {}", record.url));
    if let Some(archive) = &stored.marks.archive {
        console.line(&format!("  [{archive}]"));
    }
    let words = snippet(&record.text, query, SNIPPET_CHARS);
    if !words.text.is_empty() {
        console.line(&format!("  {}", shown(&words, bold)));
    }
}

/// The snippet as a line; on a terminal with the matches in bold.
fn shown(line: &Snippet, bold: bool) -> String {
    if !bold {
        return line.text.clone();
    }
    let mut out = String::new();
    let mut from = 0;
    for mark in &line.marks {
        out.push_str(line.text.get(from..mark.start).unwrap_or_default());
        out.push_str("\u{1b}[1m");
        out.push_str(line.text.get(mark.clone()).unwrap_or_default());
        out.push_str("\u{1b}[0m");
        from = mark.end;
    }
    out.push_str(line.text.get(from..).unwrap_or_default());
    out
}
