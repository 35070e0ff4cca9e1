//! The section of a rule's form that defines which records are marked as doubtful.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, heading};
use bowerbird_engine::types::RuleFile;

/// Maximum characters of a limit.
const MAX_CHARS: u32 = 1_000_000;
/// Maximum days ahead: more than a year is no limit.
const MAX_DAYS: u32 = 366;

/// Draws the limits; without any, nothing is doubtful.
pub fn validity_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "texts-validity");
    ui.label(cx.look.hint(cx.t("texts-validity-hint")));
    let limits = &mut file.validity;
    let title = Row::short("texts-validity-title", "validity.min_title", "");
    let mut changed = characters(ui, cx, &title, &mut limits.min_title);
    let text = Row::short("texts-validity-text", "validity.min_text", "");
    changed |= characters(ui, cx, &text, &mut limits.min_text);
    let earliest = Row::short("texts-validity-earliest", "validity.earliest", "2000-01-01");
    changed |= labelled_rows::optional(ui, cx, &earliest, &mut limits.earliest);
    changed |= ahead_ui(ui, cx, &mut limits.max_days_ahead);
    let path = "validity.date_required";
    changed
        | labelled_rows::flag(
            ui,
            cx,
            "texts-validity-date",
            path,
            &mut limits.date_required,
        )
}

/// `None` for 0.
fn characters(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, value: &mut Option<usize>) -> bool {
    let now = value.and_then(|value| u32::try_from(value).ok());
    let mut shown = now.unwrap_or(0);
    let changed = labelled_rows::number(ui, cx, row, &mut shown, 0..=MAX_CHARS);
    if changed {
        *value = usize::try_from(shown).ok().filter(|shown| *shown > 0);
    }
    changed
}

/// Today is zero days ahead, so 0 is a meaningful value here.
fn ahead_ui(ui: &mut Ui, cx: &FormContext<'_>, days: &mut Option<u32>) -> bool {
    let mut limited = days.is_some();
    let path = "validity.max_days_ahead";
    let mut changed = labelled_rows::flag(ui, cx, "texts-validity-future", path, &mut limited);
    if changed {
        *days = limited.then_some(1);
    }
    if let Some(days) = days {
        let row = Row::short("texts-validity-ahead", path, "");
        changed |= labelled_rows::number(ui, cx, &row, days, 0..=MAX_DAYS);
    }
    changed
}
