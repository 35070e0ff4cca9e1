//! Builds a cron expression from buttons for minutes, hours, days, months and weekdays, beside the
//! expression and its description. Buttons and typed text are synchronised.

use eframe::egui::{self, Role, Ui, WidgetInfo};

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{CronPicks, describe_cron};

/// A part of an expression.
struct Group {
    id: &'static str,
    low: u32,
    high: u32,
    /// Buttons per line.
    line: u32,
}

const GROUPS: [Group; 5] = [
    Group {
        id: "minute",
        low: 0,
        high: 59,
        line: 20,
    },
    Group {
        id: "hour",
        low: 0,
        high: 23,
        line: 12,
    },
    Group {
        id: "day",
        low: 1,
        high: 31,
        line: 16,
    },
    Group {
        id: "month",
        low: 1,
        high: 12,
        line: 12,
    },
    Group {
        id: "weekday",
        low: 0,
        high: 6,
        line: 7,
    },
];

/// Draws the description of `expression`, and the buttons that change it.
pub(super) fn picker_ui(ui: &mut Ui, look: &UiContext, expression: &mut String) {
    if let Ok(words) = describe_cron(expression) {
        ui.label(look.text(&words));
    }
    egui::CollapsingHeader::new(look.t("app-tasks-pick"))
        .id_salt("cron-picks")
        .show(ui, |ui| picks_ui(ui, look, expression));
}

fn picks_ui(ui: &mut Ui, look: &UiContext, expression: &mut String) {
    let every = CronPicks {
        minutes: 1,
        hours: all(0, 23),
        days: all(1, 31),
        months: all(1, 12),
        weekdays: all(0, 6),
    };
    let mut picks = match CronPicks::of(expression) {
        Ok(Some(picks)) => picks,
        Ok(None) => {
            ui.label(look.hint(look.t("app-tasks-pick-not")));
            return;
        }
        // An invalid expression is replaced on the first click.
        Err(_) => every,
    };
    let before = picks;
    for group in GROUPS {
        let bits = match group.id {
            "minute" => &mut picks.minutes,
            "hour" => &mut picks.hours,
            "day" => &mut picks.days,
            "month" => &mut picks.months,
            _ => &mut picks.weekdays,
        };
        group_ui(ui, look, &group, bits);
    }
    if picks != before {
        *expression = picks.expression();
    }
}

fn group_ui(ui: &mut Ui, look: &UiContext, group: &Group, bits: &mut u64) {
    let whole = all(group.low, group.high);
    let title = look.t(&format!("app-tasks-pick-{}", group.id));
    ui.horizontal(|ui| {
        ui.label(look.hint(title.as_str()));
        let mut every = *bits == whole;
        let name = look.t("app-tasks-pick-every");
        let chosen = ui.selectable_label(every, name.as_str());
        chosen.widget_info(|| {
            let said = format!("{title} {name}");
            WidgetInfo::selected(Role::Button, true, every, said)
        });
        if chosen.clicked() {
            every = !every;
            *bits = if every { whole } else { 1 << group.low };
        }
    });
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().button_padding = egui::vec2(5.0, 1.0);
    let mut value = group.low;
    while value <= group.high {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for value in value..=(value + group.line - 1).min(group.high) {
                value_ui(ui, look, group, value, whole, bits);
            }
        });
        value += group.line;
    }
}

fn value_ui(ui: &mut Ui, look: &UiContext, group: &Group, value: u32, whole: u64, bits: &mut u64) {
    let shown = match group.id {
        "month" => look
            .t(&format!("schedule-month-{value}"))
            .chars()
            .take(3)
            .collect(),
        "weekday" => {
            let day = if value == 0 { 7 } else { value };
            look.t(&format!("schedule-weekday-{day}"))
        }
        "day" => value.to_string(),
        _ => format!("{value:02}"),
    };
    // A complete group counts as none selected.
    let on = *bits != whole && *bits >> value & 1 == 1;
    let response = ui.selectable_label(on, shown.as_str());
    let said = format!(
        "{} {shown}",
        look.t(&format!("app-tasks-pick-{}", group.id))
    );
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, said.as_str()));
    if response.clicked() {
        *bits = match *bits == whole {
            true => 1 << value,
            false => *bits ^ 1 << value,
        };
        if *bits == 0 {
            *bits = whole;
        }
    }
}

fn all(low: u32, high: u32) -> u64 {
    (low..=high).fold(0, |bits, value| bits | 1 << value)
}
