//! `rule learn` without a pick: the repeated items of a page, and its pagination.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::read_twice::proposal_lines;
use crate::console::{Console, shorten};
use crate::failure::Outcome;
use bowerbird_engine::SourceChoice;
use bowerbird_engine::single_page::{self, Loaded, suggested_rule_text};
use bowerbird_engine::types::{
    Alternative, Message, Overview, OverviewKind, Pagination, Suggestion, Url, WatchProposals,
};

/// Number of sample values shown per field.
const SAMPLES: usize = 3;
/// Width of one sample.
const SAMPLE_WIDTH: usize = 60;

/// Shows the suggestions for `page`; writes the best as a rule to `out`, with what a few further
/// requests say about it.
pub fn run(console: &Console, page: &str, url: Option<&str>, out: Option<&Path>) -> Outcome {
    let base = url.and_then(|url| Url::parse(url).ok());
    let loaded = single_page::load(page, base.as_ref())?;
    let overview = single_page::overview(&loaded);
    let suggestions = &overview.suggestions;
    let interface = single_page::interface_rule_text(&loaded)?;
    if interface.is_none()
        && let Some(data) = single_page::entries_in_data(&loaded, !suggestions.is_empty())?
    {
        return of_data(console, &data, out);
    }
    if let Some(reason) = single_page::refusal(&loaded)? {
        let refused = Message::new("suggest-refused").with("reason", reason);
        return Err(bowerbird_engine::EngineError(refused).into());
    }
    let pagination = single_page::pagination(&loaded);
    let best = overview.best().or(suggestions.first());
    let (text, written) = match (&interface, best) {
        (Some(text), _) => (Some(text.clone()), "suggest-interface-written"),
        (None, Some(best)) => (
            Some(suggested_rule_text(&loaded, best, &pagination)?),
            "suggest-written",
        ),
        _ => (None, ""),
    };
    if console.json {
        console.print_json(&listed(console, &overview, &pagination));
    } else {
        for message in overview.why.iter().chain([&overview.proposal]) {
            console.print_message(message);
        }
        for (number, suggestion) in suggestions.iter().enumerate() {
            print(console, number + 1, suggestion);
        }
        print_pagination(console, &loaded, &pagination);
        print_interface(console, &loaded);
    }
    let Some(text) = text else {
        let none = Message::new("suggest-none").with("page", loaded.source.as_str());
        return Err(bowerbird_engine::EngineError(none).into());
    };
    let Some(out) = out else {
        return Ok(());
    };
    let text = match interface {
        Some(_) => text,
        None => read_further(console, &loaded, text),
    };
    single_page::rules::learn::write_rule(out, &text)?;
    if console.json {
        return Ok(());
    }
    console.print_message(&Message::new(written).with("path", out.display().to_string()));
    if interface.is_none()
        && let Some(way) = single_page::next_pagination(&pagination)
    {
        console.print_message(&Message::new("suggest-goes-on").with("url", way.target.as_str()));
    }
    Ok(())
}

/// The rule for the entries that a page carries as data.
fn of_data(console: &Console, data: &SourceChoice, out: Option<&Path>) -> Outcome {
    if console.json {
        console.print_json(&json!({
            "data": { "what": console.text(&data.label), "titles": data.titles, "rule": data.rule_toml },
        }));
    } else {
        console.print_message(&data.label);
        for title in &data.titles {
            console.line(&format!("   {}", shorten(title, SAMPLE_WIDTH)));
        }
    }
    if let Some(out) = out {
        single_page::rules::learn::write_rule(out, &data.rule_toml)?;
        if !console.json {
            let path = out.display().to_string();
            console.print_message(&Message::new("suggest-data-written").with("path", path));
        }
    }
    Ok(())
}

/// The rule with where the whole text of its articles is, and how its rows are known.
fn read_further(console: &Console, loaded: &Loaded, text: String) -> String {
    if let Some(better) = single_page::with_whole_text(loaded, &text) {
        console.note(&Message::new("suggest-whole-text"));
        return better;
    }
    match single_page::with_known_rows(loaded, &text) {
        Some((better, proposals)) => {
            told_proposals(console, &proposals);
            if proposals.has_noise_to_accept() {
                console.note(&Message::new("suggest-noise-open"));
            }
            better
        }
        None => text,
    }
}

/// Says what two readings of a page propose, and that its key is in the rule.
pub fn told_proposals(console: &Console, proposals: &WatchProposals) {
    for line in proposal_lines(proposals) {
        console.note(&line);
    }
    if let Some(key) = &proposals.key {
        let field = key.field.as_str();
        console.note(&Message::new("suggest-key-written").with("field", field));
    }
}

/// The interface that brings what the page shows.
fn print_interface(console: &Console, loaded: &Loaded) {
    let Some(interface) = &loaded.interface else {
        return;
    };
    let start = interface.rule.site.start.first();
    let url = start.map_or_else(String::new, |url| {
        bowerbird_engine::types::printable(url).into()
    });
    console.print_message(
        &Message::new("suggest-interface")
            .with("url", url)
            .with("shown", interface.shown)
            .with("compared", interface.compared),
    );
}

fn print(console: &Console, number: usize, suggestion: &Suggestion) {
    let heading = Message::new("suggest-heading")
        .with("number", number)
        .with("count", suggestion.count)
        .with("score", format!("{:.2}", suggestion.score));
    console.print_message(&heading);
    console.line(&format!("   {}", suggestion.record.written()));
    let why: Vec<String> = suggestion.why.iter().map(|w| console.text(w)).collect();
    console.line(&format!("   {}", why.join(" ")));
    for field in &suggestion.fields {
        let Some(best) = field.ranked.first() else {
            continue;
        };
        let kind = json!(field.kind);
        let kind = kind.as_str().unwrap_or_default();
        console.line(&format!(
            "   {} ({kind})  {}",
            field.name,
            best.alternative.written()
        ));
        let values = best.values.first().into_iter().flatten();
        for value in values.take(SAMPLES) {
            console.line(&format!("      {}", shorten(value, SAMPLE_WIDTH)));
        }
    }
}

fn print_pagination(console: &Console, loaded: &Loaded, found: &[Pagination]) {
    if found.is_empty() {
        let none = Message::new("suggest-no-pagination").with("page", loaded.source.as_str());
        console.print_message(&none);
        return;
    }
    console.print_message(&Message::new("suggest-pagination"));
    for way in found {
        let kind = json!(way.kind);
        let kind = kind.as_str().unwrap_or_default();
        let how = way
            .alternative
            .as_ref()
            .map(Alternative::written)
            .unwrap_or_default();
        console.line(&format!("   {:.2} {kind}  {}", way.confidence, way.target));
        if !how.is_empty() {
            console.line(&format!("      {how}"));
        }
        let why: Vec<String> = way.why.iter().map(|w| console.text(w)).collect();
        console.line(&format!("      {}", why.join(" ")));
    }
}

fn listed(console: &Console, overview: &Overview, pagination: &[Pagination]) -> Json {
    let texts = |why: &[Message]| why.iter().map(|w| console.text(w)).collect::<Vec<_>>();
    let suggestion = |one: &Suggestion| {
        let fields = one.fields.iter().map(|field| {
            let best = field.ranked.first();
            json!({
                "name": field.name,
                "type": field.kind,
                "required": field.required,
                "select": best.map(|r| &r.alternative),
                "stability": best.map(|r| r.stability),
                "values": best.and_then(|r| r.values.first()),
            })
        });
        json!({
            "record": one.record,
            "count": one.count,
            "score": one.score,
            "why": texts(&one.why),
            "fields": fields.collect::<Vec<_>>(),
        })
    };
    let way = |one: &Pagination| {
        json!({
            "kind": one.kind,
            "target": one.target.as_str(),
            "select": one.alternative,
            "confidence": one.confidence,
            "why": texts(&one.why),
        })
    };
    let kind = match overview.kind {
        OverviewKind::List { .. } => "list",
        OverviewKind::Thread { .. } => "thread",
        OverviewKind::Article { .. } => "article",
        OverviewKind::Feed => "feed",
        OverviewKind::Sitemap => "sitemap",
        OverviewKind::Nothing => "nothing",
    };
    json!({
        "overview": {
            "kind": kind,
            "confidence": overview.confidence,
            "why": texts(&overview.why),
            "proposal": console.text(&overview.proposal),
            "feeds": overview.feeds,
            "sitemaps": overview.sitemaps,
        },
        "suggestions": overview.suggestions.iter().map(suggestion).collect::<Vec<_>>(),
        "pagination": pagination.iter().map(way).collect::<Vec<_>>(),
    })
}
