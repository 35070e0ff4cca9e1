//! `site add-search`: makes a site of a search with engines that are ready to use.

use std::path::Path;

use super::{confirm, newest_name};
use crate::args::AddSearchArguments;
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::Session;
use bowerbird_engine::project_permission::rule_additions::rule_news;
use bowerbird_engine::single_page::{known_engines, propose_search};
use bowerbird_engine::types::{Message, SearchEngine};
use bowerbird_engine::{Command, EngineError, Event, SearchDraft, SiteCommand};

/// Runs the command.
pub fn run(console: &Console, path: &Path, given: &AddSearchArguments) -> Outcome {
    let engines = known_engines(given.engines_file.as_deref())?;
    if given.list {
        list(console, &engines);
        return Ok(());
    }
    let draft = SearchDraft {
        name: given.name.clone().unwrap_or_default(),
        engines: given.engines.clone(),
        words: given.words.clone(),
        words_file: given.words_file.clone(),
    };
    let proposed = propose_search(&draft, &engines)?;
    for refused in &proposed.refused {
        console.note(&refused.message());
    }
    let Some(rule_toml) = proposed.rule_toml else {
        return Err(EngineError(Message::new("search-all-refused")).into());
    };
    let session = Session::open_or_create(path)?;
    let store = session.engine().query();
    let (sites, accounts) = (store.sites()?, store.accounts()?);
    confirm(
        console,
        &[rule_news(&sites, &accounts, &rule_toml)],
        given.yes,
    )?;
    let add = SiteCommand::AddLooked {
        name: proposed.name.clone(),
        rule_toml,
    };
    session.perform(Command::Site(add), |event| {
        matches!(event, Event::SitesChanged)
    })?;
    let name = newest_name(&session)?.unwrap_or(proposed.name);
    console.print_message(&Message::new("cli-site-added").with("name", name));
    Ok(())
}

fn list(console: &Console, engines: &[SearchEngine]) {
    if console.json {
        let engines = engines.iter().map(|engine| {
            serde_json::json!({
                "name": engine.name,
                "group": format!("{:?}", engine.group).to_lowercase(),
                "host": engine.host(),
                "terms": engine.terms,
            })
        });
        console.print_json(&engines.collect::<Vec<_>>());
        return;
    }
    let rows: Vec<Vec<String>> = engines
        .iter()
        .map(|engine| {
            vec![
                engine.name.clone(),
                console.text(&engine.group.name()),
                engine.host(),
                engine.terms.clone(),
            ]
        })
        .collect();
    let head = [
        "cli-head-name",
        "cli-head-kind",
        "cli-head-host",
        "cli-head-terms",
    ];
    console.table(&head, &rows, "search-no-engine");
}
