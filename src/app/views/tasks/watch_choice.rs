//! Whether a site is collected once or watched for changes: how often it runs, what each run reads
//! again, and how many requests that costs. In the workbench, where a site is added, and in the form.

use eframe::egui::{Button, DragValue, Id, Ui};
use jiff::Timestamp;

use super::schedule_choice::choice_ui;
use super::schedule_text::Turns;
use crate::action::Action;
use crate::background::DataQuery;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields::{self, combo};
use bowerbird_engine::types::{
    ReadAgain, RuleFile, SiteId, SiteReadings, cost_message, reading_cost, watching,
};

/// The longest time that may be chosen, in days.
const MAX_DAYS: u32 = 366;
/// The days that stand there first.
const USUAL_DAYS: u32 = 7;

/// The choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watch {
    /// When it runs.
    pub turns: Turns,
    /// What each run reads again.
    pub again: ReadAgain,
}

impl Watch {
    /// What the rule says.
    pub fn of(file: &RuleFile) -> Self {
        Self {
            turns: Turns::of(file.schedule.as_ref()),
            again: ReadAgain::of(&file.revisit),
        }
    }

    /// Writes it into a rule.
    pub fn write(&self, file: &mut RuleFile) {
        file.schedule = self.turns.schedule(file.schedule.as_ref());
        self.again.write(&mut file.revisit);
    }
}

/// Draws the choice with its details in the current line; returns whether it begins to be watched. `file` is the rule that it is about;
/// `readings` are what its runs found, or what is seen of it.
pub(crate) fn watch_ui(
    ui: &mut Ui,
    look: &UiContext,
    watch: &mut Watch,
    file: &RuleFile,
    readings: Option<&SiteReadings>,
) -> bool {
    let mut begins = false;
    let is_once = watch.turns == Turns::Never;
    let usual = watching(file);
    let pick = |ui: &mut Ui, chosen: bool, id: &str| {
        let button = Button::selectable(chosen, look.t(id)).frame_when_inactive(true);
        let picked = ui.add(button).on_hover_text(look.t(&format!("{id}-tip")));
        picked.clicked() && !chosen
    };
    if pick(ui, is_once, "app-watch-once") {
        watch.turns = Turns::Never;
        if watch.again == usual {
            watch.again = ReadAgain::NewOnly;
        }
    }
    if pick(ui, !is_once, "app-watch-changes") {
        watch.turns = Turns::Hourly;
        watch.again = usual;
        begins = true;
    }
    choice_ui(ui, look, &mut watch.turns);
    if watch.turns == Turns::Never {
        return false;
    }
    if has_list(file) {
        fields::together(ui, |ui| {
            let unit = ui.horizontal(|ui| {
                ui.label(look.t("app-again"));
                again_ui(ui, look, &mut watch.again, true, 150.0);
            });
            unit.response
        });
    }
    let mut chosen = file.clone();
    watch.write(&mut chosen);
    let cost = look.hint(cost_text(look, &chosen, readings));
    // Whole in the next line, not broken at the end of this one.
    if !fields::fits_line(ui, &cost) {
        ui.end_row();
    }
    ui.label(cost);
    begins
}

/// Asks what the runs of a site found, once.
pub(crate) fn ask_readings(
    ui: &Ui,
    world: &AppState,
    site: Option<SiteId>,
    actions: &mut Vec<Action>,
) {
    let Some(site) = site.filter(|site| !world.readings.contains_key(site)) else {
        return;
    };
    let id = Id::unique(("readings-asked", site));
    let asked = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), true));
    if !asked {
        actions.push(Action::Query(DataQuery::Readings(site)));
    }
}

/// How many requests the rule costs, in words.
pub(crate) fn cost_text(
    look: &UiContext,
    file: &RuleFile,
    readings: Option<&SiteReadings>,
) -> String {
    let none = SiteReadings::default();
    let cost = reading_cost(file, readings.unwrap_or(&none), Timestamp::now());
    match cost {
        Some(cost) => look.text(&cost_message(&cost)),
        None => look.t("app-again-cost-later"),
    }
}

/// Whether a site has lists that name its pages.
pub(crate) fn has_list(file: &RuleFile) -> bool {
    file.list.is_some() || file.reads_list_section()
}

/// Draws what each run reads again; returns whether it changed.
pub(crate) fn again_ui(
    ui: &mut Ui,
    look: &UiContext,
    again: &mut ReadAgain,
    has_list: bool,
    width: f32,
) -> bool {
    let before = again.clone();
    let days = match again {
        ReadAgain::LastDays(days) => *days,
        _ => USUAL_DAYS,
    };
    let new_only = match has_list {
        true => "app-again-new",
        false => "app-again-scheduled",
    };
    let mut options = vec![(ReadAgain::NewOnly, look.t(new_only))];
    if has_list {
        options.push((ReadAgain::LastDays(days), look.t("app-again-days")));
        options.push((ReadAgain::Listed, look.t("app-again-listed")));
    }
    options.push((ReadAgain::EachRun, look.t("app-again-all")));
    let aged = match again {
        ReadAgain::ByAge { .. } => again.clone(),
        _ => ReadAgain::ByAge {
            articles: "7d".to_owned(),
            until: None,
        },
    };
    options.push((aged, look.t("app-again-age")));
    combo(ui, "read-again", (again, ""), &options, width).accessible_name(look.t("app-again-name"));
    if let ReadAgain::LastDays(days) = again {
        let field = DragValue::new(&mut *days).range(1..=MAX_DAYS);
        ui.add(field).accessible_name(look.t("app-again-days-name"));
        ui.label(look.t1("app-again-days-unit", "count", *days));
    }
    *again != before
}
