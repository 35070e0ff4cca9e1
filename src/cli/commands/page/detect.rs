//! `detect`: whether an answer is a block page, with the evidence.

use crate::args::DetectArguments;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::single_page::{self, Asked};
use bowerbird_engine::types::Message;

/// Runs the command.
pub fn run(console: &Console, arguments: DetectArguments) -> Outcome {
    if let (Some(manifest), Some(out)) = (&arguments.batch, &arguments.out) {
        let pages = single_page::detect_batch(manifest, out)?;
        console.print_message(
            &Message::new("cli-batch-done")
                .with("pages", pages)
                .with("path", out.display().to_string()),
        );
        return Ok(());
    }
    let Some(file) = &arguments.file else {
        return Err(Failure::Usage(Message::new("cli-no-page")));
    };
    let headers = arguments
        .headers
        .iter()
        .map(|header| parse_header(header))
        .collect::<Result<Vec<_>, Failure>>()?;
    let loaded = single_page::load(file, None)?;
    let verdict = single_page::detect(
        &loaded,
        &Asked {
            status: arguments.status,
            headers,
            url: arguments.url,
        },
    )?;
    if console.json {
        console.print_json(&verdict);
        return Ok(());
    }
    console.print_message(&verdict.state.name());
    for evidence in &verdict.evidence {
        console.print_message(
            &Message::new("cli-evidence")
                .with("signal", evidence.signal.as_str())
                .with("strength", token(&evidence.strength))
                .with("place", token(&evidence.place))
                .with("matched", evidence.matched.as_str()),
        );
    }
    Ok(())
}

/// The serialised name of a plain enum.
fn token<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|json| json.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn parse_header(text: &str) -> Result<(String, String), Failure> {
    text.split_once(':')
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .ok_or_else(|| Failure::Usage(Message::new("cli-bad-header").with("text", text)))
}
