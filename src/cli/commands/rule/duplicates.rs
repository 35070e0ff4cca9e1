//! `rule duplicates`: finds and merges redundant rules and alternatives.

use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use crate::args::DuplicatesArguments;
use crate::commands::page::extract::parse_url;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::single_page::{self, Duplicates, NamedRule};
use bowerbird_engine::types::Message;
use bowerbird_engine::{EngineError, project};

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &DuplicatesArguments) -> Outcome {
    let rules = if arguments.files.is_empty() {
        single_page::rules_of_sites(&project::read(path)?)?
    } else {
        let files = arguments.files.iter();
        files
            .map(|file| single_page::rule_of_file(file))
            .collect::<Result<Vec<_>, EngineError>>()?
    };
    let base = arguments.url.as_deref().map(parse_url).transpose()?;
    let mut pages = Vec::new();
    for page in &arguments.pages {
        let sample = single_page::sample_of_page(Path::new(page)).map(|sample| sample.url);
        pages.push(single_page::load(page, base.as_ref().or(sample.as_ref()))?);
    }
    let found = single_page::duplicates(&rules, &pages, Timestamp::now())?;
    if console.json {
        console.print_json(&json_of(console, &rules, &found));
    } else {
        show(console, &rules, &found);
    }
    if arguments.merge {
        return write_merged(console, &rules, &found, arguments);
    }
    if !found.is_empty() && !arguments.files.is_empty() {
        let files: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        console.note(&Message::new("cli-duplicates-offer").with("files", files.join(" ")));
    }
    Ok(())
}

fn show(console: &Console, rules: &[NamedRule], found: &Duplicates) {
    let name = |place: usize| rules.get(place).map_or("?", |rule| rule.name.as_str());
    if found.is_empty() {
        console.print_message(&Message::new("cli-duplicates-none").with("rules", rules.len()));
        return;
    }
    for overlap in &found.overlaps {
        let reasons = overlap.reasons.iter();
        let reasons: Vec<String> = reasons.map(|r| console.text(&r.message())).collect();
        console.line(&format!(
            "{} ↔ {}: {}",
            name(overlap.first),
            name(overlap.second),
            reasons.join("; ")
        ));
    }
    for (place, redundant) in &found.redundant {
        for one in redundant {
            let text = console.text(&one.message());
            console.line(&format!("{}: {text}", name(*place)));
        }
    }
}

fn write_merged(
    console: &Console,
    rules: &[NamedRule],
    found: &Duplicates,
    arguments: &DuplicatesArguments,
) -> Outcome {
    let merged = single_page::merge_rules(rules, found)?;
    for note in &merged.notes {
        console.note(note);
    }
    if let Some(out) = &arguments.out {
        single_page::write_rule(out, &merged.text)?;
        let path = out.display().to_string();
        console.note(&Message::new("cli-duplicates-merged").with("path", path));
    }
    Ok(())
}

fn json_of(console: &Console, rules: &[NamedRule], found: &Duplicates) -> serde_json::Value {
    let name = |place: usize| rules.get(place).map(|rule| rule.name.as_str());
    let overlaps = found.overlaps.iter().map(|overlap| {
        let reasons = overlap.reasons.iter();
        json!({
            "rules": [name(overlap.first), name(overlap.second)],
            "same_pages": overlap.same_pages(),
            "reasons": reasons.map(|r| console.text(&r.message())).collect::<Vec<_>>(),
        })
    });
    let redundant = found.redundant.iter().flat_map(|(place, redundant)| {
        redundant.iter().map(move |one| {
            json!({
                "rule": name(*place),
                "part": one.part,
                "alternative": one.later,
                "same_as": one.first,
                "pages": one.pages,
            })
        })
    });
    json!({
        "overlaps": overlaps.collect::<Vec<_>>(),
        "alternatives": redundant.collect::<Vec<_>>(),
    })
}
