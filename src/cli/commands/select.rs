//! `select`: what a selector finds.

use crate::cli::args::SelectArguments;
use crate::cli::console::{Console, shorten};
use crate::cli::{Failure, Outcome};
use crate::engine::inspect;
use crate::engine::types::{Message, SelectorKind, Take};

/// Columns of a match on one line of a terminal.
const LINE: usize = 4_000;

/// Runs the command; finding nothing is a failure, as with `grep`.
pub fn run(console: &Console, arguments: SelectArguments) -> Outcome {
    let (kind, source) = [
        (SelectorKind::Css, arguments.css),
        (SelectorKind::XPath, arguments.xpath),
        (SelectorKind::Regex, arguments.regex),
        (SelectorKind::JsonPath, arguments.jsonpath),
    ]
    .into_iter()
    .find_map(|(kind, source)| source.map(|source| (kind, source)))
    .ok_or_else(|| Failure::Usage(Message::new("cli-no-selector")))?;
    let take = match arguments.take.as_str() {
        "text" => Take::Text,
        "own_text" => Take::OwnText,
        "html" => Take::Html,
        name => Take::Attribute(name.to_owned()),
    };
    let page = inspect::load(&arguments.file, None)?;
    let found = inspect::select(&page, kind, &source, &take)?;
    if console.json {
        console.print_json(&found);
    } else {
        for selected in &found {
            console.line(&shorten(&selected.value, LINE));
        }
    }
    if found.is_empty() {
        console.note(&Message::new("cli-select-nothing").with("selector", source));
        return Err(Failure::Told);
    }
    Ok(())
}
