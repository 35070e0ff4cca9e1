//! The charts. Each has a name and, for screen readers, its sum; series differ by position and
//! name, not only by colour. The spans that can be chosen, and the width of their bars, are in
//! `logic::model::run::chart_span`.

use eframe::egui::{Align2, Color32, FontId, Role, Stroke, Ui, WidgetInfo};
use egui_plot::{Bar, BarChart, GridInput, GridMark, Plot};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{
    ChartSpan, Dashboard, Message, PageState, Tallied, TallyBucket, span,
};

/// Height of a chart, in points.
const HEIGHT: f32 = 130.0;
/// Room beside the words in an empty chart, in points.
const MARGIN: f32 = 12.0;
/// Minimum width of a chart, in points.
const NARROWEST: f32 = 300.0;

/// A series of a chart.
struct Series {
    name: String,
    colour: Color32,
    /// Value of a bucket.
    value: Box<dyn Fn(&TallyBucket) -> f64>,
}

/// A chart.
struct Chart {
    id: &'static str,
    title: String,
    /// Its total, as text.
    sum: String,
    /// Message id of what stands in it once there is something.
    empty: &'static str,
    /// Its minimum height: one for whole numbers.
    least: f64,
    series: Vec<Series>,
}

/// The choice of how far back the charts go.
pub(super) fn span_ui(ui: &mut Ui, look: &UiContext, span: &mut ChartSpan) {
    ui.horizontal(|ui| {
        ui.label(look.hint(look.t("monitor-span")));
        for known in ChartSpan::ALL {
            let word = match known {
                ChartSpan::Hour => "monitor-span-hour",
                ChartSpan::Day => "monitor-span-day",
                ChartSpan::Week => "monitor-span-week",
                ChartSpan::All => "monitor-span-all",
            };
            ui.selectable_value(span, known, look.t(word));
        }
    });
}

/// Draws all charts, as many side by side as fit.
pub(super) fn charts_ui(ui: &mut Ui, look: &UiContext, dashboard: &Dashboard) {
    let charts = [
        records(look, dashboard),
        pages(look, dashboard),
        statuses(look, dashboard),
        errors(look, dashboard),
        latency(look, dashboard),
        bytes(look, dashboard),
    ];
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    let beside = if room >= 2.0 * NARROWEST + gap { 2 } else { 1 };
    #[expect(clippy::cast_precision_loss, reason = "one or two")]
    let width = (room - gap * (beside - 1) as f32) / beside as f32;
    for pair in charts.chunks(beside) {
        ui.horizontal_top(|ui| {
            for chart in pair {
                ui.vertical(|ui| {
                    ui.set_width(width);
                    chart_ui(ui, look, chart, dashboard);
                });
            }
        });
    }
}

fn chart_ui(ui: &mut Ui, look: &UiContext, chart: &Chart, dashboard: &Dashboard) {
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let span = dashboard.span;
        let is_filled = has_values(chart, dashboard);
        // An average or a share of nothing says nothing.
        let sum = if is_filled { chart.sum.as_str() } else { "" };
        ui.horizontal_wrapped(|ui| {
            ui.label(&chart.title);
            ui.label(look.hint(sum));
            // Above the bars, which they would cover.
            for series in chart.series.iter().filter(|_| chart.series.len() > 1) {
                state_marks::mark_ui(ui, MarkShape::Disc, series.colour);
                ui.label(look.hint(&series.name));
            }
        });
        // Parts of a page or a record are none.
        let least_step = match chart.id {
            "chart-records" | "chart-statuses" | "chart-errors" => 1.0,
            _ => 0.0,
        };
        let mut plot = Plot::new(chart.id)
            .height(HEIGHT)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .show_x(false)
            .show_grid([false, true])
            .x_grid_spacer(move |input| marks_below(span, &input))
            .y_grid_spacer(move |input| match is_filled {
                true => marks_beside(&input, least_step),
                false => Vec::new(),
            })
            .y_axis_formatter(|mark, _| beside(&mark))
            .include_y(0.0)
            .include_y(chart.least)
            .x_axis_formatter(move |mark, _| when(span, mark.value));
        if let Some((from, to)) = bounds(dashboard) {
            plot = plot.include_x(from).include_x(to);
        }
        let drawn = plot.show(ui, |plot| {
            let mut below: Vec<BarChart> = Vec::new();
            for series in &chart.series {
                let bars = bars_of(series, dashboard);
                let mut bars = BarChart::new(series.name.clone(), bars).color(series.colour);
                let others: Vec<&BarChart> = below.iter().collect();
                bars = bars.stack_on(&others);
                below.push(bars);
            }
            for bars in below {
                plot.bar_chart(bars);
            }
        });
        if !is_filled {
            let middle = drawn.response.rect.center();
            let (words, font) = (look.t(chart.empty), FontId::proportional(12.0));
            let width = drawn.response.rect.width() - 2.0 * MARGIN;
            let words = ui.painter().layout(words, font, look.tokens.dim, width);
            let at = Align2::CENTER_CENTER.anchor_size(middle, words.size()).min;
            ui.painter().galley(at, words, look.tokens.dim);
        }
        let said = if is_filled {
            sum.to_owned()
        } else {
            look.t(chart.empty)
        };
        let name = look.pair(chart.title.as_str(), said);
        drawn
            .response
            .widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    });
}

fn has_values(chart: &Chart, dashboard: &Dashboard) -> bool {
    let mut buckets = dashboard.buckets.iter();
    buckets.any(|bucket| chart.series.iter().any(|s| (s.value)(bucket) > 0.0))
}

fn bars_of(series: &Series, dashboard: &Dashboard) -> Vec<Bar> {
    let step = number(u64::try_from(dashboard.span.bucket()).unwrap_or(1));
    dashboard
        .buckets
        .iter()
        .map(|bucket| {
            #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
            let begin = bucket.at as f64;
            Bar::new(begin + step / 2.0, (series.value)(bucket))
                .width(step * 0.9)
                .fill(series.colour)
                .stroke(Stroke::NONE)
        })
        .collect()
}

/// The start and end of a chart, if it has an end.
fn bounds(dashboard: &Dashboard) -> Option<(f64, f64)> {
    let seconds = dashboard.span.seconds()?;
    let now = Timestamp::now().as_second();
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
    let bounds = ((now - seconds) as f64, now as f64);
    Some(bounds)
}

/// The positions of the time labels below a chart: at round multiples of ten minutes, hours or days
/// in local time.
fn marks_below(span: ChartSpan, input: &GridInput) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let step = match span {
        ChartSpan::Hour => 600.0,
        ChartSpan::Day => 4.0 * 3_600.0,
        ChartSpan::Week => 86_400.0,
        // A number of days that gives about six labels.
        ChartSpan::All => (((to - from) / 6.0 / 86_400.0).ceil() * 86_400.0).max(86_400.0),
    };
    #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970")]
    let here = Timestamp::from_second(to as i64)
        .map_or(0, |at| TimeZone::system().to_offset(at).seconds());
    let shift = f64::from(here);
    let first = ((from + shift) / step).ceil() * step - shift;
    let marks = (0..64).map(|place| first + f64::from(place) * step);
    marks
        .take_while(|value| *value <= to)
        .map(|value| GridMark {
            value,
            // Pretends that they are far apart: otherwise their text is faint.
            step_size: 8.0 * step,
        })
        .collect()
}

/// The positions of the values beside a chart: zero and two to four multiples of 1, 2 or 5 times a
/// power of ten.
fn marks_beside(input: &GridInput, least_step: f64) -> Vec<GridMark> {
    let most = input.bounds.1;
    if most <= 0.0 {
        return Vec::new();
    }
    let power = 10_f64.powf((most / 2.0).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|times| times * power);
    let step = steps
        .into_iter()
        .rfind(|step| most / step >= 2.0)
        .unwrap_or(power)
        .max(least_step);
    (0..6)
        .map(|place| f64::from(place) * step)
        .take_while(|value| *value <= most)
        .map(|value| GridMark {
            value,
            step_size: step,
        })
        .collect()
}

/// A value beside a chart, with as many decimals as its step needs.
fn beside(mark: &GridMark) -> String {
    match mark.step_size {
        step if step >= 1.0 => format!("{:.0}", mark.value),
        step if step >= 0.1 => format!("{:.1}", mark.value),
        step if step >= 0.01 => format!("{:.2}", mark.value),
        _ => format!("{:.3}", mark.value),
    }
}

/// A time label below a chart.
fn when(span: ChartSpan, second: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970")]
    let Ok(at) = Timestamp::from_second(second as i64) else {
        return String::new();
    };
    let at = at.to_zoned(TimeZone::system());
    match span {
        ChartSpan::Hour | ChartSpan::Day => at.strftime("%H:%M").to_string(),
        ChartSpan::Week => at.strftime("%m-%d").to_string(),
        ChartSpan::All => at.strftime("%Y-%m-%d").to_string(),
    }
}

fn records(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let sum = look.count(dashboard.total(Tallied::Records));
    Chart {
        id: "chart-records",
        title: look.t("monitor-chart-records"),
        empty: "monitor-empty-records",
        sum: look.t1("monitor-sum", "count", sum),
        least: 1.0,
        series: vec![
            of(
                look.t("monitor-series-new"),
                look.tokens.accent,
                Tallied::Records,
            ),
            of(
                look.t("monitor-series-updated"),
                look.tokens.dim,
                Tallied::Updated,
            ),
        ],
    }
}

fn pages(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let bucket = u64::try_from(dashboard.span.bucket()).unwrap_or(1);
    let step = number(bucket);
    let most = dashboard
        .buckets
        .iter()
        .map(|bucket| number(bucket.get(Tallied::Pages)) / step)
        .fold(0.0, f64::max);
    // Less than one a minute is a number with too many digits in seconds.
    let (id, times) = match most {
        most if most > 0.0 && most < 1.0 / 60.0 => ("monitor-chart-pages-hour", 3_600.0),
        _ => ("monitor-chart-pages", 1.0),
    };
    Chart {
        id: "chart-pages",
        title: look.t(id),
        empty: "monitor-empty-pages",
        sum: look.text(
            &Message::new("monitor-most")
                .with("value", rate(most * times))
                .with("span", span(bucket)),
        ),
        least: 0.0,
        series: vec![Series {
            name: look.t(id),
            colour: look.tokens.accent,
            value: Box::new(move |bucket| number(bucket.get(Tallied::Pages)) * times / step),
        }],
    }
}

/// A rate with the digits that tell it from nothing.
fn rate(most: f64) -> String {
    match most {
        most if most >= 10.0 => format!("{most:.0}"),
        most if most >= 0.1 || most <= 0.0 => format!("{most:.2}"),
        most => format!("{most:.3}"),
    }
}

fn statuses(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let pages = dashboard.total(Tallied::Pages);
    let good = dashboard.total(Tallied::Status2xx) + dashboard.total(Tallied::Status3xx);
    let share = (good * 100).checked_div(pages);
    let tokens = look.tokens;
    let classes = [
        ("2xx".to_owned(), tokens.ok, Tallied::Status2xx),
        ("3xx".to_owned(), tokens.accent, Tallied::Status3xx),
        ("4xx".to_owned(), tokens.warn, Tallied::Status4xx),
        ("5xx".to_owned(), tokens.bad, Tallied::Status5xx),
        (look.t("monitor-no-answer"), tokens.dim, Tallied::NoAnswer),
    ];
    let classes = classes
        .into_iter()
        .filter(|(_, _, class)| dashboard.total(*class) > 0)
        .map(|(name, colour, class)| of(name, colour, class));
    Chart {
        id: "chart-statuses",
        title: look.t("monitor-chart-statuses"),
        empty: "monitor-empty-statuses",
        sum: share.map_or_else(String::new, |share| {
            look.t1("monitor-good-share", "percent", share)
        }),
        least: 1.0,
        series: classes.collect(),
    }
}

fn errors(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let wrong = PageState::ALL
        .into_iter()
        .filter(|state| !matches!(state, PageState::Ok | PageState::Empty));
    let happened: Vec<PageState> = wrong
        .filter(|state| dashboard.total(Tallied::State(*state)) > 0)
        .collect();
    let sum: u64 = happened
        .iter()
        .map(|state| dashboard.total(Tallied::State(*state)))
        .sum();
    let series = happened.into_iter().map(|state| {
        let (_, colour, word) = state_marks::state_mark(look, Some(state));
        of(word, colour, Tallied::State(state))
    });
    Chart {
        id: "chart-errors",
        title: look.t("monitor-chart-errors"),
        empty: "monitor-empty-errors",
        sum: look.t1("monitor-sum", "count", look.count(sum)),
        least: 1.0,
        series: series.collect(),
    }
}

fn latency(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let took = dashboard.total(Tallied::TookMs);
    let mean = took
        .checked_div(dashboard.total(Tallied::Timed))
        .unwrap_or_default();
    Chart {
        id: "chart-latency",
        title: look.t("monitor-chart-latency"),
        empty: "monitor-empty-latency",
        sum: look.t1("monitor-mean-ms", "ms", mean),
        least: 0.0,
        series: vec![Series {
            name: look.t("monitor-chart-latency"),
            colour: look.tokens.accent,
            value: Box::new(|bucket| {
                let timed = bucket.get(Tallied::Timed).max(1);
                number(bucket.get(Tallied::TookMs)) / number(timed)
            }),
        }],
    }
}

fn bytes(look: &UiContext, dashboard: &Dashboard) -> Chart {
    let total = dashboard.total(Tallied::Bytes);
    let (unit, size) = match total {
        1..1_000_000 => ("kB", 1e3),
        0 | 1_000_000..1_000_000_000 => ("MB", 1e6),
        1_000_000_000.. => ("GB", 1e9),
    };
    Chart {
        id: "chart-bytes",
        title: look.t1("monitor-chart-received", "unit", unit),
        empty: "monitor-empty-bytes",
        sum: format!("{:.1} {unit}", number(total) / size),
        least: 0.0,
        series: vec![Series {
            name: look.t1("monitor-chart-received", "unit", unit),
            colour: look.tokens.accent,
            value: Box::new(move |bucket| number(bucket.get(Tallied::Bytes)) / size),
        }],
    }
}

fn of(name: String, colour: Color32, what: Tallied) -> Series {
    Series {
        name,
        colour,
        value: Box::new(move |bucket| number(bucket.get(what))),
    }
}

#[expect(clippy::cast_precision_loss, reason = "heights of bars")]
fn number(count: u64) -> f64 {
    count as f64
}
