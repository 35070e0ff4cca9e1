//! The health of a site's rule: how often each alternative of a field found the value, the results
//! of each run, and how far the rule agrees with generic extraction. Input: figures from the
//! loader and the engine. Output: queries for them.

use std::collections::BTreeMap;

use eframe::egui::{Align, Grid, Layout, RichText, ScrollArea, Ui};

use crate::action::Action;
use crate::background::DataQuery;
use crate::style::theme::ROW_HEIGHT;
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::widgets::records::column_word;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{
    FieldAgreement, FieldHealth, Message, RuleHealth, RunHealth, Site, SiteId,
};
use bowerbird_engine::{AuthoringCommand, Command};

/// Alternatives with their own column; later ones share one.
const COLUMNS: u32 = 3;
/// Number of runs shown.
const RUNS: usize = 8;

/// The displayed figures of one site.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// The site.
    pub site: SiteId,
    /// Figures over the records; `None` until loaded.
    pub health: Option<RuleHealth>,
    /// The number of pages compared with generic extraction, and the agreement by field.
    pub agreement: Option<(u32, Vec<FieldAgreement>)>,
}

impl Health {
    /// Queries the figures of `site`.
    pub fn open(site: SiteId, actions: &mut Vec<Action>) -> Self {
        actions.push(Action::Query(DataQuery::Health(site)));
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::Agreement { site },
        )));
        Self {
            site,
            ..Self::default()
        }
    }
}

/// Draws the figures of `site`.
pub fn health_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let known = state.health.as_ref().is_some_and(|of| of.site == site.id);
    if !known {
        state.health = Some(Health::open(site.id, actions));
    }
    let Some(of) = &state.health else {
        return;
    };
    let Some(health) = &of.health else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if health.records == 0 {
        ui.label(look.hint(look.t("app-health-none")));
        return;
    }
    ui.label(look.hint(look.t1("app-health-over", "count", health.records)));
    ScrollArea::horizontal().id_salt("health").show(ui, |ui| {
        fields_ui(ui, look, health, of.agreement.as_ref());
    });
    ui.add_space(4.0);
    runs_ui(ui, look, &health.runs);
}

fn fields_ui(
    ui: &mut Ui,
    look: &UiContext,
    health: &RuleHealth,
    agreement: Option<&(u32, Vec<FieldAgreement>)>,
) {
    let numbers = health.fields.iter().flat_map(|f| f.alternatives.keys());
    let ways = numbers.max().map_or(1, |most| (most + 1).min(COLUMNS));
    Grid::new("health-fields")
        .striped(true)
        .spacing([16.0, 0.0])
        .min_row_height(ROW_HEIGHT)
        .show(ui, |ui| {
            // Rows as high as in tables.
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            let small = |text: String| RichText::new(text).small().color(look.tokens.dim);
            let head = |ui: &mut Ui, text: String| {
                ui.label(small(text));
            };
            // Above its numbers.
            let number_head = |ui: &mut Ui, text: String| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(small(text))
                });
            };
            head(ui, look.t("app-health-field"));
            for way in 0..ways {
                let id = if way + 1 == COLUMNS {
                    "app-health-way-rest"
                } else {
                    "app-health-way"
                };
                number_head(ui, look.t1(id, "number", way + 1));
            }
            number_head(ui, look.t("app-health-listed"));
            number_head(ui, look.t("app-health-elsewhere"));
            number_head(ui, look.t("app-health-missing"));
            head(ui, look.t("app-health-agrees"));
            head(ui, String::new());
            ui.end_row();
            for field in &health.fields {
                field_ui(ui, look, field, ways, health.records, agreement);
                ui.end_row();
            }
        });
}

fn field_ui(
    ui: &mut Ui,
    look: &UiContext,
    field: &FieldHealth,
    ways: u32,
    records: u64,
    agreement: Option<&(u32, Vec<FieldAgreement>)>,
) {
    let name = RichText::new(column_word(look, &field.field)).strong();
    ui.label(name).on_hover_text(&field.field);
    for way in 0..ways {
        let in_column = |number: u32| number == way || (way + 1 == COLUMNS && number >= COLUMNS);
        let counts = field.alternatives.iter();
        let count: u64 = counts.filter(|(n, _)| in_column(**n)).map(|(_, c)| c).sum();
        number_ui(ui, count_text(look, count));
    }
    number_ui(ui, count_text(look, field.listed));
    number_ui(ui, count_text(look, field.elsewhere));
    let found: u64 = field.alternatives.values().sum::<u64>() + field.listed + field.elsewhere;
    number_ui(ui, count_text(look, records.saturating_sub(found)));
    let compared = agreement.and_then(|(_, all)| all.iter().find(|one| one.field == field.field));
    match compared.filter(|one| one.both > 0) {
        Some(one) => {
            let words = Message::new("app-health-same")
                .with("same", one.same)
                .with("both", one.both);
            let about = Message::new("app-health-same-tip")
                .with("rule", one.only_rule)
                .with("generic", one.only_generic);
            ui.label(look.text(&words)).on_hover_text(look.text(&about));
        }
        None => {
            ui.label(look.hint("–"));
        }
    }
    match trouble(&field.alternatives, &field.last_run, field.last_elsewhere) {
        Some(id) => {
            state_marks::whole_word_ui(ui, MarkShape::Triangle, look.tokens.warn, &look.t(id));
        }
        None => state_marks::whole_word_ui(
            ui,
            MarkShape::Disc,
            look.tokens.ok,
            &look.t("app-health-fine"),
        ),
    }
}

/// A right-aligned number.
fn number_ui(ui: &mut Ui, number: String) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(number));
}

fn count_text(look: &UiContext, count: u64) -> String {
    if count == 0 {
        "–".to_owned()
    } else {
        look.count(count)
    }
}

/// A problem of a field in the last run: its first alternative no longer found anything.
fn trouble(
    all: &BTreeMap<u32, u64>,
    last: &BTreeMap<u32, u64>,
    elsewhere: u64,
) -> Option<&'static str> {
    let first = all.keys().next()?;
    if last.contains_key(first) {
        return None;
    }
    if last.is_empty() && elsewhere == 0 {
        return Some("app-health-stopped");
    }
    Some("app-health-fell-back")
}

/// The results of each run, newest first, with bars of the same scale.
fn runs_ui(ui: &mut Ui, look: &UiContext, runs: &[RunHealth]) {
    let most = runs.iter().map(|run| run.records).max().unwrap_or(0).max(1);
    ui.label(look.hint(look.t("app-health-runs")));
    for run in runs.iter().take(RUNS) {
        ui.horizontal(|ui| {
            ui.label(look.time(run.started_at))
                .on_hover_text(look.exact_time(run.started_at));
            ui.label(look.t1("app-health-run-records", "count", run.records));
            #[expect(clippy::cast_precision_loss, reason = "a bar of some hundred pixels")]
            let share = run.records as f32 / most as f32;
            look.progress(ui, share, 160.0);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_stopped_is_told_from_one_that_was_never_needed() {
        let counts = |pairs: &[(u32, u64)]| pairs.iter().copied().collect::<BTreeMap<_, _>>();
        for (all, last, elsewhere, says) in [
            (counts(&[(0, 80)]), counts(&[(0, 20)]), 0, None),
            (
                counts(&[(0, 60), (1, 20)]),
                counts(&[(1, 20)]),
                0,
                Some("app-health-fell-back"),
            ),
            (
                counts(&[(0, 60)]),
                counts(&[]),
                20,
                Some("app-health-fell-back"),
            ),
            (
                counts(&[(0, 60)]),
                counts(&[]),
                0,
                Some("app-health-stopped"),
            ),
            (counts(&[]), counts(&[]), 20, None),
        ] {
            assert_eq!(trouble(&all, &last, elsewhere), says);
        }
    }
}
