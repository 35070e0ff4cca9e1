//! The sections of a rule's form about how much is asked of a site: politeness, and the limits of a
//! run.

use eframe::egui::Ui;

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, heading};
use bowerbird_engine::types::{DELAY_TEXT, RuleFile, warnings};

/// Draws the politeness.
pub fn politeness_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-politeness");
    let polite = &mut file.politeness;
    let delay = Row::short("app-form-delay", "politeness.delay", DELAY_TEXT);
    let mut changed = labelled_rows::text(ui, cx, &delay, &mut polite.delay);
    let most = Row::short("app-form-concurrency", "politeness.concurrency", "");
    changed |= labelled_rows::number(ui, cx, &most, &mut polite.concurrency, 1..=64);
    let retries = Row::short("app-form-retries", "politeness.retries", "");
    changed |= labelled_rows::number(ui, cx, &retries, &mut polite.retries, 0..=20);
    let quiet = Row::short("app-form-quiet", "politeness.quiet", "22:00-06:00");
    changed |= labelled_rows::optional(ui, cx, &quiet, &mut polite.quiet);
    let proxy = Row::short("app-form-proxy", "network.proxy", "pool");
    changed |= labelled_rows::text(ui, cx, &proxy, &mut file.network.proxy);
    let path = "politeness.adaptive";
    changed |= labelled_rows::flag(ui, cx, "app-form-adaptive", path, &mut polite.adaptive);
    let path = "politeness.robots";
    changed |= labelled_rows::flag(ui, cx, "app-form-robots", path, &mut polite.robots);
    for warning in warnings(file).iter().filter(|one| one.path == path) {
        ui.label(cx.look.hint(cx.look.text(&warning.message)));
    }
    changed
}

/// Draws the limits of a run.
pub fn limits_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-limits");
    let limits = &mut file.limits;
    let pages = Row::short("app-form-limit-pages", "limits.pages", "");
    let mut changed = labelled_rows::most(ui, cx, &pages, &mut limits.pages);
    let errors = Row::short("app-form-limit-errors", "limits.errors", "");
    changed |= labelled_rows::most(ui, cx, &errors, &mut limits.errors);
    let time = Row::short("app-form-limit-time", "limits.time", "30m");
    changed |= labelled_rows::optional(ui, cx, &time, &mut limits.time);
    let bytes = Row::short("app-form-limit-bytes", "limits.bytes", "200MB");
    changed | labelled_rows::optional(ui, cx, &bytes, &mut limits.bytes)
}
