//! `rule repair`: proposes changes that make a rule work on the redesigned site.

use crate::args::RepairArguments;
use crate::console::{Console, shorten};
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{RepairRequest, repair_rule};
use bowerbird_engine::types::{Alternative, Message, Proposal, Repair, RepairStatus};

/// Maximum width of a value on one line.
const VALUE: usize = 70;
/// Maximum number of pages whose values are shown per part.
const PAGES: usize = 6;

/// Runs the command. A broken rule without a proposal is a failure.
pub fn run(console: &Console, arguments: RepairArguments) -> Outcome {
    let out = arguments.out.clone();
    let repair = repair_rule(&RepairRequest {
        rule: arguments.file,
        old: arguments.old,
        values: arguments.values,
        new: arguments.new,
        out: arguments.out,
        doubtful: arguments.doubtful,
    })?;
    if console.json {
        console.print_json(&json(console, &repair));
    } else {
        print(console, &repair);
        if !arguments.doubtful && repair.proposals.iter().any(|p| p.doubtful) {
            console.print_message(&Message::new("cli-repair-left-out"));
        }
        let written = |proposal: &Proposal| arguments.doubtful || !proposal.doubtful;
        if let Some(path) = out
            && repair.proposals.iter().any(written)
        {
            console.print_message(
                &Message::new("cli-repair-wrote").with("path", path.display().to_string()),
            );
        }
    }
    let broken = repair
        .rest
        .iter()
        .any(|r| r.standing == RepairStatus::Broken);
    if broken && repair.proposals.is_empty() {
        return Err(Failure::Told);
    }
    Ok(())
}

fn print(console: &Console, repair: &Repair) {
    for proposal in &repair.proposals {
        proposed(console, proposal);
    }
    for rest in &repair.rest {
        let id = match rest.standing {
            RepairStatus::Works => "cli-repair-works",
            RepairStatus::Broken => "cli-repair-broken",
            RepairStatus::Unknown => "cli-repair-unknown",
        };
        let why = rest.why.clone();
        console.print_message(
            &Message::new(id)
                .with("part", rest.part.name())
                .with("why", why),
        );
    }
    if repair.is_whole() {
        console.print_message(&Message::new("cli-repair-nothing"));
    }
}

fn proposed(console: &Console, proposal: &Proposal) {
    let sure = format!("{:.0}", 100.0 * proposal.confidence);
    let id = match proposal.doubtful {
        true => "cli-repair-doubtful",
        false => "cli-repair-proposal",
    };
    console.print_message(
        &Message::new(id)
            .with("part", proposal.part.name())
            .with("sure", sure),
    );
    for why in &proposal.why {
        console.line(&format!("  {}", console.text(why)));
    }
    let ways = |list: &[Alternative]| {
        list.iter()
            .map(Alternative::written)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let way = |id: &str, list: &[Alternative]| {
        let text = console.text(&Message::new(id).with("select", ways(list)));
        console.line(&format!("  {text}"));
    };
    way("cli-repair-old", &proposal.old);
    way("cli-repair-new", &proposal.new);
    if !proposal.strip.is_empty() {
        way("cli-repair-strip", &proposal.strip);
    }
    if let Some(steps) = &proposal.transform {
        let steps = serde_json::to_string(steps).unwrap_or_default();
        let text = console.text(&Message::new("cli-repair-steps").with("steps", steps));
        console.line(&format!("  {text}"));
    }
    for page in proposal.pages.iter().take(PAGES) {
        let value = |values: &[String]| match values {
            [] => "–".to_owned(),
            all => shorten(&all.join(" | "), VALUE),
        };
        let (before, after) = (value(&page.before), value(&page.after));
        console.line(&format!(
            "  {}: {before} → {after}",
            shorten(&page.url, VALUE)
        ));
    }
}

fn json(console: &Console, repair: &Repair) -> serde_json::Value {
    let proposals = repair.proposals.iter().map(|p| {
        let why: Vec<String> = p.why.iter().map(|w| console.text(w)).collect();
        serde_json::json!({
            "part": p.part.name(),
            "old": p.old,
            "new": p.new,
            "transform": p.transform,
            "strip": p.strip,
            "confidence": p.confidence,
            "doubtful": p.doubtful,
            "why": why,
            "pages": p.pages,
        })
    });
    let rest = repair.rest.iter().map(|r| {
        serde_json::json!({
            "part": r.part.name(),
            "standing": r.standing,
            "why": console.text(&r.why),
        })
    });
    serde_json::json!({
        "whole": repair.is_whole(),
        "proposals": proposals.collect::<Vec<_>>(),
        "rest": rest.collect::<Vec<_>>(),
    })
}
