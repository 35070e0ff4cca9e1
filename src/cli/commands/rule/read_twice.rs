//! `rule test --page P --twice`: which field says which row it is, and what changes at every reading.

use std::path::Path;

use serde_json::json;

use crate::commands::page::extract::parse_url;
use crate::console::{Console, shorten};
use crate::failure::Outcome;
use bowerbird_engine::single_page;
use bowerbird_engine::types::{Message, NoiseWay, Rule, WatchProposals, accepted};

/// Maximum width of a value on a terminal.
const VALUE_WIDTH: usize = 60;

/// Reads the page twice; writes the rule with what is proposed to `out`.
pub fn run(
    console: &Console,
    (file, rule): (&Path, &Rule),
    (page, url): (&str, Option<&str>),
    out: Option<&Path>,
) -> Outcome {
    let base = url.map(parse_url).transpose()?;
    let proposals = single_page::read_twice(rule, page, base.as_ref())?;
    match console.json {
        true => console.print_json(&json_of(console, &proposals)),
        false => show(console, &proposals),
    }
    if let Some(out) = out {
        let text = single_page::load_rule(file)?.0;
        let text = accepted(&text, &proposals).unwrap_or(text);
        single_page::write_rule(out, &text)?;
        let out = out.display().to_string();
        console.note(&Message::new("cli-twice-written").with("file", out));
    }
    Ok(())
}

fn show(console: &Console, proposals: &WatchProposals) {
    if *proposals == WatchProposals::default() {
        console.print_message(&Message::new("watch-quiet"));
        return;
    }
    for line in proposal_lines(proposals) {
        console.print_message(&line);
    }
}

/// What two readings propose, a line each.
pub(super) fn proposal_lines(proposals: &WatchProposals) -> Vec<Message> {
    let mut lines: Vec<Message> = proposals.key.iter().map(|key| key.why.clone()).collect();
    for noise in &proposals.noise {
        let field = noise.field.as_str();
        lines.push(
            Message::new("watch-noise")
                .with("field", field)
                .with("count", noise.changed)
                .with("all", noise.rows)
                .with("before", shorten(&noise.example.0, VALUE_WIDTH))
                .with("after", shorten(&noise.example.1, VALUE_WIDTH)),
        );
        lines.push(match &noise.way {
            NoiseWay::LeaveOut => Message::new("watch-leave-out").with("field", field),
            NoiseWay::AsSet => Message::new("watch-as-set").with("field", field),
            NoiseWay::KeepWatched => Message::new("watch-keep").with("field", field),
            NoiseWay::Ignore(pattern) => Message::new("cli-twice-ignore")
                .with("field", field)
                .with("pattern", pattern.as_str()),
        });
    }
    lines
}

fn json_of(console: &Console, proposals: &WatchProposals) -> serde_json::Value {
    let noise = proposals.noise.iter().map(|noise| {
        let (way, pattern) = match &noise.way {
            NoiseWay::LeaveOut => ("leave_out", None),
            NoiseWay::AsSet => ("set", None),
            NoiseWay::KeepWatched => ("keep", None),
            NoiseWay::Ignore(pattern) => ("ignore", Some(pattern.as_str())),
        };
        json!({
            "field": noise.field, "changed": noise.changed, "rows": noise.rows,
            "before": noise.example.0, "after": noise.example.1, "way": way, "pattern": pattern,
        })
    });
    json!({
        "key": proposals.key.as_ref().map(|key| key.field.as_str()),
        "why": proposals.key.as_ref().map(|key| console.text(&key.why)),
        "noise": noise.collect::<Vec<_>>(),
    })
}
