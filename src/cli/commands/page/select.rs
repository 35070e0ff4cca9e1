//! `select`: what a selector finds.

use crate::args::SelectArguments;
use crate::commands::page::extract::parse_url;
use crate::console::{Console, shorten};
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{self, Query, Taking};
use bowerbird_engine::types::{Message, SelectorKind};

/// The maximum width of a match on one terminal line.
const LINE: usize = 4_000;

/// Runs the command. No match is a failure, as with `grep`.
pub fn run(console: &Console, arguments: SelectArguments) -> Outcome {
    let given: Vec<(SelectorKind, Vec<String>)> = [
        (SelectorKind::Css, arguments.css),
        (SelectorKind::XPath, arguments.xpath),
        (SelectorKind::Regex, arguments.regex),
        (SelectorKind::JsonPath, arguments.jsonpath),
    ]
    .into_iter()
    .filter_map(|(kind, source)| Some((kind, vec![source?])))
    .chain((!arguments.label.is_empty()).then_some((SelectorKind::Label, arguments.label)))
    .collect();
    let [(kind, sources)] =
        <[_; 1]>::try_from(given).map_err(|_| Failure::Usage(Message::new("cli-no-selector")))?;
    let shown = sources.join(", ");
    let query = Query {
        kind,
        sources,
        on_text: arguments.text,
        group: arguments.group,
        taking: Taking::typed(&arguments.take),
    };
    let base = arguments.url.as_deref().map(parse_url).transpose()?;
    let page = single_page::load(&arguments.file, base.as_ref())?;
    console.note_status(&page);
    let found = single_page::select(&page, &query)?;
    if console.json {
        console.print_json(&found);
    } else {
        for one in &found {
            match &one.rows {
                Some(_) => console.line(&one.value),
                None => console.line(&shorten(&one.value, LINE)),
            }
        }
    }
    if found.is_empty() {
        console.note(&Message::new("cli-select-nothing").with("selector", shown));
        return Err(Failure::Told);
    }
    Ok(())
}
