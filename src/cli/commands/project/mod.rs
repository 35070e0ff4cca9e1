//! `project`: what a project may do by itself, and the user's decision about it.
//!
//! Below: secrets, alerts, conditions over records, filters, the log and the diagnostic file of a project.
//! Its status, which is a command of its own, is `commands::status`.

pub mod alert;
mod conditions;
pub mod diagnose;
pub mod filters;
pub mod log;
pub mod secrets;

use serde_json::json;

use crate::args::ProjectSubcommand;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::project_permission::{self, Decision, PermissionState, Review, one_line};
use bowerbird_engine::types::Message;

/// Runs the command.
pub fn run(console: &Console, command: &ProjectSubcommand) -> Outcome {
    match command {
        ProjectSubcommand::Show { file } => {
            let store = project_permission::open_for_reading(file)?;
            show(console, &project_permission::review(&store)?);
        }
        ProjectSubcommand::Allow { file, only, refuse } => {
            let store = project_permission::open_for_reading(file)?;
            let parts = project_permission::review(&store)?.parts;
            let mut said = Vec::new();
            for one in &parts {
                let key = one.part.key();
                if !refuse.contains(&key) && (only.contains(&key) || only.is_empty()) {
                    said.push((key, Decision::Allowed));
                }
            }
            // A name that matches no part is reported as such.
            let named = only.iter().filter(|key| !refuse.contains(key));
            said.extend(named.map(|key| (key.clone(), Decision::Allowed)));
            said.extend(refuse.iter().map(|key| (key.clone(), Decision::Refused)));
            project_permission::decide(&store, &said)?;
            show(console, &project_permission::review(&store)?);
        }
    }
    Ok(())
}

fn show(console: &Console, review: &Review) {
    if console.json {
        let parts = review.parts.iter().map(|one| {
            let part = &one.part;
            let before = one.before.as_ref();
            json!({
                "part": part.key(),
                "kind": part.kind,
                "name": part.name,
                "wants": part.wants,
                "more": part.more,
                "standing": one.standing,
                "before": before.map(|(_, wanted)| console.text(wanted)),
                "text": console.text(&part.explain()),
            })
        });
        let parts: Vec<_> = parts.collect();
        console.print_json(&json!({ "at_rest": review.is_at_rest(), "parts": parts }));
        return;
    }
    console.print_message(&Message::new(match review.is_at_rest() {
        true => "plan-is-at-rest",
        false => "plan-is-allowed",
    }));
    for one in &review.parts {
        let standing = match one.standing {
            PermissionState::Allowed => "plan-standing-allowed",
            PermissionState::Refused => "plan-standing-refused",
            PermissionState::New => "plan-standing-new",
            PermissionState::Changed => "plan-standing-changed",
        };
        let line = Message::new("plan-line")
            .with("part", one_line(&one.part.key()))
            .with("standing", Message::new(standing))
            .with("text", one.part.explain());
        console.line(&format!("  {}", console.text(&line)));
        if let Some((_, wanted)) = &one.before {
            let before = Message::new("plan-line-before").with("wants", wanted.clone());
            console.line(&format!("    {}", console.text(&before)));
        }
    }
}
