//! The section of a rule's form that defines which records are marked as doubtful.

use eframe::egui::Ui;

use super::{heading, number, optional};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::RuleFile;

/// Maximum characters of a limit.
const MAX_CHARS: u32 = 1_000_000;
/// Maximum days ahead: more than a year is no limit.
const MAX_DAYS: u32 = 366;

/// Draws the limits; without any, nothing is doubtful.
pub(super) fn validity_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "texts-validity");
    ui.label(look.hint(look.t("texts-validity-hint")));
    let limits = &mut file.validity;
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        changed |= characters(ui, look, "texts-validity-title", &mut limits.min_title);
        changed |= characters(ui, look, "texts-validity-text", &mut limits.min_text);
        let earliest = &mut limits.earliest;
        changed |= optional(
            ui,
            look,
            "texts-validity-earliest",
            earliest,
            "2000-01-01",
            120.0,
        );
    });
    changed |= ahead_ui(ui, look, &mut limits.max_days_ahead);
    changed
        | ui.checkbox(&mut limits.date_required, look.t("texts-validity-date"))
            .changed()
}

/// `None` for 0.
fn characters(ui: &mut Ui, look: &UiContext, label: &str, value: &mut Option<usize>) -> bool {
    let now = value.and_then(|value| u32::try_from(value).ok());
    let mut shown = now.unwrap_or(0);
    let changed = number(ui, look, label, &mut shown, 0..=MAX_CHARS);
    if changed {
        *value = usize::try_from(shown).ok().filter(|shown| *shown > 0);
    }
    changed
}

/// Today is zero days ahead, so 0 is a meaningful value here.
fn ahead_ui(ui: &mut Ui, look: &UiContext, days: &mut Option<u32>) -> bool {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        let mut limited = days.is_some();
        changed |= ui
            .checkbox(&mut limited, look.t("texts-validity-future"))
            .changed();
        if changed {
            *days = limited.then_some(1);
        }
        if let Some(days) = days {
            changed |= number(ui, look, "texts-validity-ahead", days, 0..=MAX_DAYS);
        }
    });
    changed
}
