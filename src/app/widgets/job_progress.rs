//! The progress of an export, or a move into archives: a bar if the total is known, a count, and
//! the remaining time.

use eframe::egui::{ProgressBar, Ui};

use crate::style::ui_context::UiContext;
use bowerbird_engine::BackgroundJobProgress;
use bowerbird_engine::types::{Message, clock_text};

/// Draws a bar of the share done, from 0 to 1, named by the message `name`.
pub fn share_ui(ui: &mut Ui, look: &UiContext, share: f32, name: &str) {
    ui.scope(|ui| {
        // The remaining part is visible on any background.
        ui.visuals_mut().extreme_bg_color = look.tokens.line;
        let bar = ProgressBar::new(share)
            .fill(look.tokens.accent)
            .desired_width(140.0)
            .desired_height(10.0);
        ui.add(bar).accessible_name(look.t(name));
    });
}

/// Draws `progress`; `begun` while nothing is reported yet.
pub fn background_job_ui(
    ui: &mut Ui,
    look: &UiContext,
    progress: &BackgroundJobProgress,
    begun: &str,
) {
    ui.horizontal_wrapped(|ui| {
        if let Some(share) = progress.share() {
            share_ui(ui, look, share, "export-app-share");
        }
        let rows = look.count(progress.rows);
        let words = match (progress.rows, progress.of) {
            (0, None) => look.t(begun),
            (_, None) => look.t1("export-app-progress", "rows", rows),
            (_, Some(of)) => look.text(
                &Message::new("export-app-progress-of")
                    .with("rows", rows)
                    .with("all", look.count(of)),
            ),
        };
        ui.label(look.hint(words));
        if let Some(left) = progress.seconds_left {
            let left = look.t1("app-runs-live-left", "left", clock_text(left));
            ui.label(look.hint(left));
        }
    });
}
