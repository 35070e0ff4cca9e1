//! `rule learn`: a rule from examples.

use serde_json::json;

use crate::args::LearnArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::rules::learn::{PickEntry, learn_rule, read_picks};
use bowerbird_engine::types::{Learned, Message, Ranked};

/// Runs the command.
pub fn run(console: &Console, arguments: &LearnArguments) -> Outcome {
    if let (None, Some((page, url))) = (&arguments.picks, bare(&arguments.pages.0)) {
        return super::suggest::run(console, page, url, arguments.out.as_deref());
    }
    let examples = match &arguments.picks {
        Some(path) => read_picks(path)?,
        None => typed(&arguments.pages.0)?,
    };
    let (learned, text) = learn_rule(&examples)?;
    if let Some(out) = &arguments.out {
        bowerbird_engine::single_page::rules::learn::write_rule(out, &text)?;
    }
    if console.json {
        console.print_json(&listed(console, &learned));
        return Ok(());
    }
    for note in &learned.notes {
        console.note(note);
    }
    if let Some(record) = &learned.record {
        print(
            console,
            &Message::new("cli-learn-record"),
            std::slice::from_ref(record),
        );
    }
    for field in &learned.fields {
        let heading = Message::new("cli-learn-field").with("name", field.name.as_str());
        print(console, &heading, &field.ranked);
    }
    console.print_message(&match &arguments.out {
        Some(out) => Message::new("cli-learn-done").with("path", out.display().to_string()),
        None => Message::new("cli-learn-no-out"),
    });
    Ok(())
}

/// The page and its address, if nothing else was given.
fn bare(given: &[(String, String)]) -> Option<(&str, Option<&str>)> {
    let all = |name: &'static str| given.iter().filter(move |(option, _)| option == name);
    let page = all("page").next().map(|(_, page)| page.as_str())?;
    let url = all("url").next_back().map(|(_, url)| url.as_str());
    let picked = all("pick").chain(all("not")).next().is_some();
    (!picked && all("page").count() == 1).then_some((page, url))
}

/// The examples given as options.
fn typed(given: &[(String, String)]) -> Result<Vec<PickEntry>, Failure> {
    let mut examples: Vec<PickEntry> = Vec::new();
    let (mut page, mut url) = (None, None);
    for (option, value) in given {
        match option.as_str() {
            "page" => (page, url) = (Some(value.clone()), None),
            "url" => {
                url = Some(value.clone());
                let same = |e: &&mut PickEntry| Some(&e.page) == page.as_ref();
                examples
                    .iter_mut()
                    .filter(same)
                    .for_each(|e| e.url.clone_from(&url));
            }
            _ => {
                let Some(page) = page.clone() else {
                    return Err(Failure::Usage(Message::new("cli-learn-no-page")));
                };
                let Some((field, typed)) = value.split_once('=') else {
                    let message = Message::new("cli-learn-bad-pick").with("pick", value.as_str());
                    return Err(Failure::Usage(message));
                };
                examples.push(PickEntry {
                    page,
                    url: url.clone(),
                    field: field.trim().to_owned(),
                    typed: Some(typed.to_owned()),
                    not: option == "not",
                    ..PickEntry::default()
                });
            }
        }
    }
    if examples.is_empty() {
        return Err(Failure::Usage(Message::new("cli-learn-no-page")));
    }
    Ok(examples)
}

fn print(console: &Console, heading: &Message, ranked: &[Ranked]) {
    console.print_message(heading);
    for one in ranked {
        let why: Vec<String> = one.why.iter().map(|why| console.text(why)).collect();
        console.line(&format!(
            "  {:.2}  {}",
            one.stability,
            one.alternative.written()
        ));
        console.line(&format!("        {}", why.join(" ")));
    }
}

fn listed(console: &Console, learned: &Learned) -> serde_json::Value {
    let ranked = |ranked: &Ranked| {
        let why: Vec<String> = ranked.why.iter().map(|why| console.text(why)).collect();
        json!({
            "alternative": ranked.alternative,
            "stability": ranked.stability,
            "why": why,
            "values": ranked.values,
        })
    };
    let fields = learned.fields.iter().map(|field| {
        json!({
            "name": field.name,
            "type": field.kind,
            "many": field.many,
            "required": field.required,
            "transform": field.transform,
            "ranked": field.ranked.iter().map(ranked).collect::<Vec<_>>(),
        })
    });
    json!({
        "record": learned.record.as_ref().map(ranked),
        "fields": fields.collect::<Vec<_>>(),
        "notes": learned.notes.iter().map(|note| console.text(note)).collect::<Vec<_>>(),
    })
}
