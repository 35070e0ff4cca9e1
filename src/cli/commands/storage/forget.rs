//! `forget`: shows what mentions a person or a word, and removes it for good.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use serde_json::json;

use crate::args::ForgetArguments;
use crate::commands::times_and_passwords::from_stdin;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::session::find_site;
use bowerbird_engine::project;
use bowerbird_engine::project::erasure::{self, ErasurePlaces};
use bowerbird_engine::types::{ErasureReport, ErasureRequest, Message, TraceFate};

/// Bytes of words that are read from standard input.
const MAX_INPUT: u64 = 1024 * 1024;
/// What is removed, unless files outside of the project are left.
const GOES: [TraceFate; 2] = [TraceFate::Erased, TraceFate::FileRemoved];

/// Runs the command. What needs a person in the end gives exit code 1.
pub fn run(console: &Console, path: &Path, arguments: &ForgetArguments) -> Outcome {
    let places = ErasurePlaces::usual();
    let store = project::read(path)?;
    let site = match &arguments.site {
        Some(name) => Some(find_site(&store.sites()?, name)?.id),
        None => None,
    };
    let request = ErasureRequest {
        words: words(arguments)?,
        parts: arguments.part,
        site,
        exports: arguments.exports,
        also: arguments.also.clone(),
    };
    let mut rows = 0;
    let progress = &mut |now: u64| {
        rows = rows.max(now);
        let words = Message::new("cli-forget-progress").with("rows", rows);
        console.progress(&words, &rows);
        true
    };
    let Some(found) = erasure::find(&store, &request, &places, progress)? else {
        return Err(Failure::Told);
    };
    drop(store);
    if !arguments.apply {
        print(console, &found, false);
        return Ok(());
    }
    if !console.json {
        print_traces(console, &found);
    }
    if !arguments.yes {
        confirm(console, found.count(&GOES))?;
    }
    let store = project::own(path)?;
    let Some(done) = erasure::erase(&store, &request, &places, progress)? else {
        return Err(Failure::Told);
    };
    print(console, &done, true);
    match done.count(&[TraceFate::NeedsPerson]) {
        0 => Ok(()),
        _ => Err(Failure::Told),
    }
}

fn words(arguments: &ForgetArguments) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    for word in &arguments.words {
        match word.as_str() {
            // Words on the command line stay in the history of the shell.
            "-" => words.extend(from_stdin(MAX_INPUT)?.lines().map(str::to_owned)),
            word => words.push(word.to_owned()),
        }
    }
    words.retain(|word| !word.trim().is_empty());
    Ok(words)
}

fn print(console: &Console, report: &ErasureReport, applied: bool) {
    if console.json {
        console.print_json(&json!({ "applied": applied, "report": report }));
        return;
    }
    if !applied {
        print_traces(console, report);
        if report.count(&GOES) > 0 {
            console.print_message(&Message::new("cli-forget-how"));
        }
        if report.count(&[TraceFate::OnlyIfAsked]) > 0 {
            console.print_message(&Message::new("cli-forget-exports"));
        }
        return;
    }
    let about = |id: &'static str, count: u64| Message::new(id).with("count", count);
    console.print_message(&about("cli-forget-done", report.count(&GOES)));
    for unsearched in &report.unsearched {
        console.print_message(
            &Message::new("cli-forget-unsearched")
                .with("file", unsearched.file.as_str())
                .with("reason", unsearched.reason.clone()),
        );
    }
    if report.backed_up {
        console.print_message(&Message::new("cli-forget-backed-up"));
    }
    let stays = report.count(&[TraceFate::NeedsPerson, TraceFate::OnlyIfAsked]);
    if stays > 0 {
        console.print_message(&about("cli-forget-stays", stays));
    }
    console.print_message(&Message::new("cli-forget-kept"));
}

fn print_traces(console: &Console, report: &ErasureReport) {
    if report.traces.is_empty() {
        console.print_message(&Message::new("cli-forget-none"));
    }
    for trace in &report.traces {
        let id = match trace.file.is_empty() {
            true => "cli-forget-group",
            false => "cli-forget-group-in",
        };
        console.print_message(
            &Message::new(id)
                .with("kind", trace.kind.name())
                .with("count", trace.count)
                .with("file", trace.file.as_str())
                .with("fate", trace.fate.name()),
        );
        for example in &trace.examples {
            let line = Message::new("cli-forget-example")
                .with("name", example.name.as_str())
                .with("text", example.text.as_str());
            console.line(&format!("  {}", console.text(&line)));
        }
    }
    for unsearched in &report.unsearched {
        console.print_message(
            &Message::new("cli-forget-unsearched")
                .with("file", unsearched.file.as_str())
                .with("reason", unsearched.reason.clone()),
        );
    }
}

fn confirm(console: &Console, count: u64) -> Outcome {
    let about = |id: &'static str| Message::new(id).with("count", count);
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage(about("cli-forget-needs-yes")));
    }
    let word = console.text(&Message::new("cli-forget-word"));
    let question = about("cli-forget-question").with("word", word.as_str());
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "{} ", console.text(&question));
    let _ = err.flush();
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    match answer.trim() == word {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}
