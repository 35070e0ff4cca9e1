//! The history of one record: all its changes as a list, and the numbers of one field over time.

use std::ops::RangeInclusive;

use eframe::egui::{Grid, Role, Ui, WidgetInfo};
use egui_plot::{GridMark, Line, Plot, PlotPoints, Points};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::table::kind_id;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ChangeKind, RecordFact, plain_number, printable};

/// Height of the chart, in points.
const HEIGHT: f32 = 110.0;
/// Seconds of a day.
const DAY: f64 = 86_400.0;
/// The changes that are listed.
const LISTED: usize = 200;

/// Draws the history, newest first; with a chart if the field of `fact` has numbers.
pub(super) fn history_ui(ui: &mut Ui, look: &UiContext, fact: &RecordFact, facts: &[RecordFact]) {
    if facts.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let points = points_of(&fact.field, facts);
    if points.len() > 2 {
        chart_ui(ui, look, &fact.field, &points);
    }
    let count = facts.len() as u64;
    ui.label(look.hint(look.t1("changes-history", "count", count)));
    Grid::new("change-history")
        .num_columns(4)
        .striped(true)
        .show(ui, |ui| {
            for one in facts.iter().take(LISTED) {
                ui.label(look.hint(look.exact_time(one.at)));
                ui.label(look.t(kind_id(one.kind)));
                ui.label(one.field.as_str());
                let values = match one.kind {
                    ChangeKind::Changed => format!("{} → {}", one.before, one.after),
                    _ => String::new(),
                };
                ui.label(printable(&values));
                ui.end_row();
            }
        });
}

/// The values of a field that are numbers, oldest first, with the times since which they held.
fn points_of(field: &str, facts: &[RecordFact]) -> Vec<(Timestamp, f64)> {
    let of_field = facts
        .iter()
        .rev()
        .filter(|one| one.field == field && !field.is_empty());
    let mut points = Vec::new();
    for one in of_field {
        if points.is_empty()
            && let Some(before) = plain_number(&one.before)
        {
            points.push((one.at, before));
        }
        if let Some(after) = plain_number(&one.after) {
            points.push((one.at, after));
        }
    }
    points
}

fn chart_ui(ui: &mut Ui, look: &UiContext, field: &str, points: &[(Timestamp, f64)]) {
    let Some((first, _)) = points.first().copied() else {
        return;
    };
    // Seconds since the first one: those of the calendar are too large for a chart's coordinates.
    let since = |at: Timestamp| at.duration_since(first).as_secs_f64();
    let own: Vec<[f64; 2]> = points
        .iter()
        .map(|(at, value)| [since(*at), *value])
        .collect();
    let last = points.last().map_or(0.0, |(at, _)| since(*at));
    let format = match last < 2.0 * DAY {
        true => "%H:%M",
        false => "%Y-%m-%d",
    };
    let zone = TimeZone::system();
    let colour = look.tokens.accent;
    let response = Plot::new(("change-chart", field.to_owned()))
        .height(HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_grid([false, true])
        .x_axis_formatter(move |mark: GridMark, _: &RangeInclusive<f64>| {
            let ago = SignedDuration::try_from_secs_f64(mark.value).unwrap_or_default();
            let at = first.checked_add(ago).unwrap_or(first);
            at.to_zoned(zone.clone()).strftime(format).to_string()
        })
        .show(ui, |plot| {
            // One line for each step: a value holds until the next one.
            for pair in own.windows(2) {
                let [[from, before], [to, after]] = pair else {
                    continue;
                };
                for step in [
                    [[*from, *before], [*to, *before]],
                    [[*to, *before], [*to, *after]],
                ] {
                    let line = PlotPoints::from(step.to_vec());
                    plot.line(Line::new(field.to_owned(), line).color(colour).width(1.5));
                }
            }
            plot.points(Points::new(field.to_owned(), own).radius(3.0).color(colour));
        })
        .response;
    let words = look.t1("changes-chart", "field", field);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
}
