//! `preview`: the picture of a page that the window shows.

use crate::args::PreviewArguments;
use crate::console::Console;
use crate::failure::Outcome;
use bowerbird_engine::types::Message;
use bowerbird_engine::{EngineError, single_page};

/// Narrowest and widest page, in CSS pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 200..=4000;

/// Runs the command.
pub fn run(console: &Console, arguments: &PreviewArguments) -> Outcome {
    let width = arguments.width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let worker = std::env::current_exe().map_err(|error| {
        EngineError(Message::new("cli-no-worker").with("reason", error.to_string()))
    })?;
    let loaded = single_page::load(&arguments.page, None)?;
    console.note_status(&loaded);
    let drawn = single_page::draw(
        &loaded,
        width,
        &arguments.out,
        arguments.boxes.as_deref(),
        &worker,
    )?;
    if console.json {
        console.print_json(&serde_json::json!({
            "width": drawn.layout.width,
            "height": drawn.layout.height,
            "picture_height": drawn.height_px,
            "boxes": drawn.layout.boxes.len(),
            "timing": drawn.layout.timing,
        }));
        return Ok(());
    }
    console.print_message(
        &Message::new("cli-preview-done")
            .with("path", arguments.out.display().to_string())
            .with("width", drawn.layout.width)
            .with("height", drawn.layout.height)
            .with("boxes", drawn.layout.boxes.len()),
    );
    if drawn.height_px < drawn.layout.height {
        console.note(&Message::new("cli-preview-cut").with("height", drawn.height_px));
    }
    Ok(())
}
