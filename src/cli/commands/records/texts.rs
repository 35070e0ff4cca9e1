//! `summarise` and `reposts`.

use std::path::Path;

use serde_json::json;

use super::typed_query::check;
use crate::args::{RepostsSubcommand, SummariseArguments};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::records::texts::{
    RecordAssessor, Step, SummaryService, fold_later, summarise_records,
};
use bowerbird_engine::types::{
    Message, RecordFilter, Repost, RepostSettings, StoreReader, SummaryLength,
};
use bowerbird_engine::{Command, EngineError, Event, TextCommand, TextEvent, project};

/// Runs `summarise`. Stores the summaries unless another process owns the project.
pub fn summarise(console: &Console, path: &Path, arguments: &SummariseArguments) -> Outcome {
    let store = match project::own_or_not(path)? {
        project::ProjectOwner::Here(store) => store,
        project::ProjectOwner::Elsewhere => project::unowned(path)?,
    };
    let site = match &arguments.site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let query = arguments.query.join(" ");
    check(&store, Some(&query))?;
    let filter = RecordFilter {
        site,
        search: (!query.trim().is_empty()).then_some(query),
        ..RecordFilter::default()
    };
    let service = arguments
        .service
        .as_deref()
        .map(SummaryService::at)
        .transpose()?;
    let mut listed = Vec::new();
    let done = summarise_records(
        &store,
        &filter,
        length(arguments),
        arguments.keywords,
        service.as_ref(),
        &mut |stored, summary| {
            if console.json {
                listed.push(json!({
                    "url": stored.record.url,
                    "title": stored.record.title,
                    "summary": summary.text,
                    "keywords": summary.keywords,
                }));
            } else {
                console.line(&stored.record.title);
                console.line(&format!("  {}", stored.record.url));
                console.line(&format!("  {}", summary.text));
                console.line(&format!("  [{}]", summary.keywords.join(", ")));
            }
            true
        },
    )?;
    if console.json {
        console.print_json(&listed);
    }
    console.note(
        &Message::new("texts-summarised")
            .with("count", done.made)
            .with("known", done.known),
    );
    Ok(())
}

fn length(arguments: &SummariseArguments) -> SummaryLength {
    match (arguments.words, arguments.characters) {
        (Some(words), _) => SummaryLength::Words(words),
        (None, Some(characters)) => SummaryLength::Characters(characters),
        (None, None) => {
            let sentences = arguments.sentences;
            SummaryLength::Sentences(sentences.unwrap_or(SummaryLength::DEFAULT_SENTENCES))
        }
    }
}

/// Runs `reposts`.
pub fn reposts(console: &Console, path: &Path, command: &RepostsSubcommand) -> Outcome {
    match command {
        RepostsSubcommand::List { limit } => list(console, &project::read(path)?, *limit),
        RepostsSubcommand::Pass => pass(console, path),
        RepostsSubcommand::Undo => undo(console, path),
        RepostsSubcommand::Apart { url } => apart(console, path, url),
        RepostsSubcommand::Settings {
            on,
            off,
            threshold,
            window,
            days,
        } => {
            let store = project::read(path)?;
            let before = store.repost_settings()?;
            let after = RepostSettings {
                on: (before.on || *on) && !*off,
                threshold: threshold.unwrap_or(before.threshold),
                window_ids: window.unwrap_or(before.window_ids),
                window_days: days.unwrap_or(before.window_days),
            }
            .bounded();
            if after != before {
                drop(store);
                perform(path, TextCommand::Reposts(after))?;
            }
            settings(console, &after);
            Ok(())
        }
    }
}

fn settings(console: &Console, settings: &RepostSettings) {
    if console.json {
        console.print_json(settings);
        return;
    }
    let state = if settings.on { "on" } else { "off" };
    console.print_message(
        &Message::new("texts-reposts-settings")
            .with("state", state)
            .with("threshold", settings.threshold.to_string())
            .with(
                "window",
                u64::try_from(settings.window_ids).unwrap_or(u64::MAX),
            )
            .with("days", settings.window_days),
    );
}

fn list(console: &Console, store: &StoreReader, limit: u32) -> Outcome {
    let mut listed = Vec::new();
    for Repost {
        record,
        of,
        likeness,
    } in store.latest_reposts(limit)?
    {
        let (Some(later), Some(first)) = (store.record(record)?, store.record(of)?) else {
            continue;
        };
        if console.json {
            listed.push(json!({
                "url": later.record.url, "of": first.record.url, "likeness": likeness,
            }));
            continue;
        }
        console.line(&format!(
            "{:.2}  {}  {}",
            likeness, later.record.title, later.site_name
        ));
        console.line(&format!("      {}", later.record.url));
        console.line(&format!("      = {}", first.record.url));
    }
    if console.json {
        console.print_json(&listed);
    }
    console.note(&Message::new("texts-reposts-count").with("count", store.count_reposts()?));
    Ok(())
}

/// Finishes pending work first, so that the pass covers all records.
fn pass(console: &Console, path: &Path) -> Outcome {
    let project::ProjectOwner::Here(store) = project::own_or_not(path)? else {
        return Err(owned_elsewhere());
    };
    let mut settler = RecordAssessor::new(store.clone());
    while settler.step()? == Step::More {}
    let folded = fold_later(&store, &mut |percent| {
        console.progress(
            &Message::new("texts-pass").with("percent", u64::try_from(percent).unwrap_or(100)),
            &percent,
        );
        true
    })?;
    print_count(console, "texts-folded", folded);
    Ok(())
}

fn undo(console: &Console, path: &Path) -> Outcome {
    let count = perform(path, TextCommand::UndoFold)?;
    print_count(console, "texts-unfolded", count);
    Ok(())
}

fn apart(console: &Console, path: &Path, url: &str) -> Outcome {
    let records = project::read(path)?.records_of_address(url)?;
    if records.is_empty() {
        return Err(EngineError(Message::new("cli-versions-unknown").with("url", url)).into());
    }
    let ids = records.iter().map(|stored| stored.id).collect();
    perform(path, TextCommand::KeepApart(ids))?;
    let count = u64::try_from(records.len()).unwrap_or(u64::MAX);
    print_count(console, "texts-apart", count);
    Ok(())
}

fn print_count(console: &Console, id: &'static str, count: u64) {
    if console.json {
        console.print_json(&json!({ "count": count }));
    } else {
        console.print_message(&Message::new(id).with("count", count));
    }
}

/// Sends the order and returns the resulting count.
fn perform(path: &Path, order: TextCommand) -> Result<u64, Failure> {
    let session = Session::open(path)?;
    let counts = matches!(order, TextCommand::UndoFold);
    let mut count = 0;
    session.perform(Command::Texts(order), |event| match event {
        Event::Texts(TextEvent::Folded(folded) | TextEvent::Unfolded(folded)) => {
            count = *folded;
            true
        }
        Event::Texts(TextEvent::Changed) => !counts,
        _ => false,
    })?;
    Ok(count)
}

fn owned_elsewhere() -> Failure {
    EngineError(Message::new("texts-owned-elsewhere")).into()
}
