//! `extract`: one page or a folder of pages, with a rule or without.

use crate::cli::args::ExtractArguments;
use crate::cli::console::Console;
use crate::cli::{Failure, Outcome};
use crate::engine::inspect::{self, BatchMethod};
use crate::engine::types::{Message, Method, Record, Rule, Url};

/// Runs the command.
pub fn run(console: &Console, arguments: &ExtractArguments) -> Outcome {
    let rule = match &arguments.rule {
        Some(path) => Some(inspect::load_rule(path)?.1),
        None => None,
    };
    let method = method(arguments.method.as_deref())?;
    if let (Some(folder), Some(out)) = (&arguments.batch, &arguments.out) {
        let how = match &rule {
            Some(rule) => BatchMethod::Rule(rule),
            None => BatchMethod::Generic(method),
        };
        let pages = inspect::extract_batch(folder, &how, out)?;
        console.say(
            &Message::new("cli-batch-done")
                .with("pages", pages)
                .with("path", out.display().to_string()),
        );
        return Ok(());
    }
    let Some(page) = &arguments.page else {
        return Err(Failure::Usage(Message::new("cli-no-page")));
    };
    let base = arguments.url.as_deref().map(parse_url).transpose()?;
    match &rule {
        Some(rule) => {
            let (records, missing) = with_rule(console, page, base.as_ref(), rule)?;
            show(console, &records, &missing)
        }
        None => generic(console, page, base.as_ref(), (method, arguments.pages)),
    }
}

/// Reads an address given as an argument.
///
/// # Errors
/// [`Failure::Usage`] with an example.
pub fn parse_url(text: &str) -> Result<Url, Failure> {
    Url::parse(text).map_err(|error| {
        Failure::Usage(
            Message::new("cli-bad-url")
                .with("text", text)
                .with("reason", error.to_string()),
        )
    })
}

fn method(name: Option<&str>) -> Result<Method, Failure> {
    let Some(name) = name else {
        return Ok(Method::Auto);
    };
    Method::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Method::ALL.iter().map(|m| m.name()).collect();
        Failure::Usage(
            Message::new("cli-no-such-method")
                .with("name", name)
                .with("known", known.join(", ")),
        )
    })
}

/// The records of a page with those of its further pages, and the fields that are missing.
fn with_rule(
    console: &Console,
    page: &str,
    base: Option<&Url>,
    rule: &Rule,
) -> Result<(Vec<Record>, Vec<String>), Failure> {
    let whole = inspect::read_whole(page, base, rule)?;
    console.note_status(&whole.loaded);
    if whole.pages > 1 {
        console.note(&Message::new("cli-extract-pages").with("pages", whole.pages));
    }
    whole.left.iter().for_each(|left| console.note(left));
    Ok((whole.extracted.records, whole.extracted.missing))
}

fn generic(
    console: &Console,
    page: &str,
    base: Option<&Url>,
    (method, most): (Method, usize),
) -> Outcome {
    let loaded = inspect::load(page, base)?;
    console.note_status(&loaded);
    let found = inspect::extract_pages(&loaded, method, most)?;
    if found.pages > 1 {
        console.note(&Message::new("cli-extract-pages").with("pages", found.pages));
    }
    found.left.iter().for_each(|left| console.note(left));
    if let Some(told) = &found.told {
        console.note(told);
        if console.json {
            console.print_json(&found.records);
        }
        return Err(Failure::Told);
    }
    show(console, &found.records, &[])
}

fn show(console: &Console, records: &[Record], missing: &[String]) -> Outcome {
    if console.json {
        console.print_json(&records);
    } else {
        for (place, record) in records.iter().enumerate() {
            if place > 0 {
                console.line("");
            }
            print(console, record);
        }
    }
    if !missing.is_empty() {
        console.note(&Message::new("cli-extract-missing").with("fields", missing.join(", ")));
    }
    if missing.is_empty()
        && records
            .iter()
            .any(|r| !r.text.is_empty() || !r.fields.is_empty())
    {
        return Ok(());
    }
    if records.is_empty() || missing.is_empty() {
        console.note(&Message::new("cli-extract-nothing"));
    }
    Err(Failure::Told)
}

fn print(console: &Console, record: &Record) {
    let head = [
        ("url", &record.url),
        ("title", &record.title),
        ("date", &record.date),
        ("author", &record.author),
    ];
    for (name, value) in head {
        if !value.is_empty() {
            console.line(&format!("{name}: {value}"));
        }
    }
    for (name, value) in &record.fields {
        console.line(&format!("{name}: {}", value.joined()));
    }
    if !record.text.is_empty() {
        console.line("");
        console.line(&record.text);
    }
}
