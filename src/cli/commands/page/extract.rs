//! `extract`: one page or a folder of pages, with a rule or without.

use serde::Serialize;

use crate::args::ExtractArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{self, BatchMethod};
use bowerbird_engine::types::{
    DefaultColumn, Message, Method, Paper, Record, Rule, TextFormat, Url, Value,
};

/// Runs the command.
pub fn run(console: &Console, arguments: &ExtractArguments) -> Outcome {
    let rule = match &arguments.rule {
        Some(path) => Some(single_page::load_rule(path)?.1),
        None => None,
    };
    let method = method(arguments.method.as_deref())?;
    let format = arguments.format.as_deref().and_then(TextFormat::from_name);
    if let (Some(folder), Some(out)) = (&arguments.batch, &arguments.out) {
        let how = match &rule {
            Some(rule) => BatchMethod::Rule(rule),
            None => BatchMethod::Generic(method),
        };
        let pages = single_page::extract_batch(folder, &how, format, out)?;
        console.print_message(
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
    let wanted = ExtractOptions {
        method,
        format,
        json: console.json || arguments.format.as_deref() == Some("json"),
        pages: arguments.pages,
        robots: !arguments.ignore_robots,
    };
    one(console, page, base.as_ref(), rule.as_ref(), &wanted)
}

/// What to extract from a page.
struct ExtractOptions {
    method: Method,
    /// The output format, when only the text is wanted.
    format: Option<TextFormat>,
    json: bool,
    /// The maximum number of pages of one thread or article.
    pages: usize,
    /// Whether robots.txt is obeyed.
    robots: bool,
}

/// Parses an address given as an argument.
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

fn one(
    console: &Console,
    page: &str,
    base: Option<&Url>,
    rule: Option<&Rule>,
    wanted: &ExtractOptions,
) -> Outcome {
    let (records, missing, paper) = match rule {
        Some(rule) => {
            let whole = single_page::read_whole(page, base, rule, wanted.robots)?;
            console.note_status(&whole.loaded);
            if whole.pages > 1 {
                console.note(&Message::new("cli-extract-pages").with("pages", whole.pages));
            }
            whole.left.iter().for_each(|left| console.note(left));
            (whole.extracted.records, whole.extracted.missing, None)
        }
        None => {
            let loaded = single_page::load_collected(page, base, wanted.robots)?;
            console.note_status(&loaded);
            let read =
                single_page::extract_pages(&loaded, wanted.method, wanted.pages, wanted.robots)?;
            if read.pages > 1 {
                console.note(&Message::new("cli-extract-pages").with("pages", read.pages));
            }
            read.left.iter().for_each(|left| console.note(left));
            let mut found = read.found;
            if let Some(told) = found.told {
                console.note(&told);
                if wanted.json {
                    console.print_json(&found.records);
                }
                return Err(Failure::Told);
            }
            if let Some(format) = wanted.format.filter(|_| !console.json) {
                return written(console, &found, format);
            }
            let paper = found.paper.take();
            (with_form(found, wanted), Vec::new(), paper)
        }
    };
    if wanted.json {
        let paper = paper.as_deref();
        let shown = records.iter().map(|record| Shown { record, paper });
        console.print_json(&shown.collect::<Vec<_>>());
    } else {
        for (place, record) in records.iter().enumerate() {
            if place > 0 {
                console.line("");
            }
            print(console, record);
        }
    }
    if !missing.is_empty() {
        console.note(&Message::new("cli-extract-missing").with("fields", missing.clone()));
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

/// A record as JSON, with the paper it is about.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    record: &'a Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<&'a Paper>,
}

/// Prints the page's text with its title, author and date in one of the formats.
fn written(console: &Console, found: &single_page::Generic, format: TextFormat) -> Outcome {
    if found.document.is_empty() {
        console.note(&Message::new("cli-extract-nothing"));
        return Err(Failure::Told);
    }
    let url = found
        .records
        .first()
        .map_or("", |record| record.url.as_str());
    console.line(&found.document.headed(&found.metadata, url).write(format));
    Ok(())
}

/// Returns the records. For JSON, the text has the requested format too; for people, paragraphs are
/// kept apart.
fn with_form(found: single_page::Generic, wanted: &ExtractOptions) -> Vec<Record> {
    let mut records = found.records;
    if !wanted.json {
        if let [only] = records.as_mut_slice() {
            only.text = found.document.text();
        } else {
            for record in &mut records {
                record.text = record.text.replace('\n', "\n\n");
            }
        }
        return records;
    }
    if let Some(first) = records.first_mut()
        && let Some(format) = wanted.format.filter(|format| *format != TextFormat::Text)
    {
        let text = found.document.write(format);
        first
            .fields
            .push((format.name().to_owned(), Value::One(text)));
    }
    records
}

fn print(console: &Console, record: &Record) {
    let head = DefaultColumn::ALL.into_iter();
    for column in head.filter(|column| *column != DefaultColumn::Text) {
        let value = record.column(column);
        if !value.is_empty() {
            console.line(&format!("{}: {value}", column.token()));
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
