//! `rule learn` without a pick: the repeated items of a page, and its pagination.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::console::{Console, shorten};
use crate::failure::Outcome;
use bowerbird_engine::single_page::{self, Loaded, suggested_rule_text};
use bowerbird_engine::types::{
    Alternative, Message, Overview, OverviewKind, Pagination, Suggestion, Url,
};

/// Number of sample values shown per field.
const SAMPLES: usize = 3;
/// Width of one sample.
const SAMPLE_WIDTH: usize = 60;

/// Shows the suggestions for `page`; writes the best as a rule to `out`.
pub fn run(console: &Console, page: &str, url: Option<&str>, out: Option<&Path>) -> Outcome {
    let base = url.and_then(|url| Url::parse(url).ok());
    let loaded = single_page::load(page, base.as_ref())?;
    if let Some(reason) = single_page::refusal(&loaded)? {
        let refused = Message::new("suggest-refused").with("reason", reason);
        return Err(bowerbird_engine::EngineError(refused).into());
    }
    let overview = single_page::overview(&loaded);
    let suggestions = &overview.suggestions;
    let pagination = single_page::pagination(&loaded);
    let interface = single_page::interface_rule_text(&loaded)?;
    let written = match (out, overview.best().or(suggestions.first())) {
        (Some(out), _) if interface.is_some() => {
            let text = interface.as_deref().unwrap_or_default();
            single_page::rules::learn::write_rule(out, text)?;
            Some(out)
        }
        (Some(out), Some(best)) => {
            let text = suggested_rule_text(&loaded, best, &pagination)?;
            single_page::rules::learn::write_rule(out, &text)?;
            Some(out)
        }
        _ => None,
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
    if suggestions.is_empty() && interface.is_none() {
        let none = Message::new("suggest-none").with("page", loaded.source.as_str());
        return Err(bowerbird_engine::EngineError(none).into());
    }
    if let (Some(out), false) = (written, console.json) {
        let id = match interface {
            Some(_) => "suggest-interface-written",
            None => "suggest-written",
        };
        console.print_message(&Message::new(id).with("path", out.display().to_string()));
        if interface.is_some() {
            return Ok(());
        }
        if let Some(way) = single_page::next_pagination(&pagination) {
            console
                .print_message(&Message::new("suggest-goes-on").with("url", way.target.as_str()));
        }
    }
    Ok(())
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
