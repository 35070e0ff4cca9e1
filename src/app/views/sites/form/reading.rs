//! The sections of a rule's form about watching: when the site is read and what each run reads again,
//! with the requests that this costs; which record it is, and when one is gone.

use eframe::egui::{DragValue, Id, Ui};

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, heading};
use crate::views::tasks::schedule_choice::choice_ui;
use crate::views::tasks::schedule_text::Turns;
use crate::views::tasks::watch_choice::{again_ui, cost_text, has_list};
use crate::widgets::fields::combo;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{GoneRule, GoneWord, ReadAgain, RuleFile, SourceKind, stays_watched};

/// The number of versions kept of a record when the rule does not say.
const USUAL_VERSIONS: u32 = 50;
/// The number of readings that stands there first.
const USUAL_READINGS: u32 = 3;

/// Draws when the site is read, and what each run reads again.
pub fn reading_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-reading");
    cx.section_faults_ui(ui, "schedule");
    let mut changed = schedule_ui(ui, cx, file);
    changed |= revisit_ui(ui, cx, file);
    let cost = cost_text(cx.look, file, cx.readings);
    labelled_rows::block(ui, cx, &Row::new("app-form-cost", "", ""), |ui| {
        ui.label(cost);
        false
    });
    changed
}

fn schedule_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let before = Turns::of(file.schedule.as_ref());
    // Chosen as an expression, one of the usual times stays one.
    let id = Id::unique(("form-cron", cx.editor));
    let mut turns = match before.cron() {
        Some(cron) if ui.data(|data| data.get_temp(id)).unwrap_or(false) => Turns::Cron(cron),
        _ => before.clone(),
    };
    let row = Row::new("app-form-schedule", "schedule", "");
    labelled_rows::block(ui, cx, &row, |ui| {
        ui.horizontal_wrapped(|ui| choice_ui(ui, cx.look, &mut turns));
        false
    });
    ui.data_mut(|data| data.insert_temp(id, matches!(turns, Turns::Cron(_))));
    let as_rule = turns.schedule(file.schedule.as_ref());
    let mut changed = as_rule != file.schedule;
    file.schedule = as_rule;
    if let Some(schedule) = &mut file.schedule {
        let zone = Row::short(
            "app-form-schedule-zone",
            "schedule.timezone",
            "Asia/Shanghai",
        );
        changed |= labelled_rows::optional(ui, cx, &zone, &mut schedule.timezone);
    }
    changed
}

fn revisit_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let listed = has_list(file);
    let mut again = ReadAgain::of(&file.revisit);
    let row = Row::new("app-form-again", "revisit.articles", "");
    let mut changed = labelled_rows::block(ui, cx, &row, |ui| {
        ui.horizontal_wrapped(|ui| again_ui(ui, cx.look, &mut again, listed, 220.0))
            .inner
    });
    if changed {
        again.write(&mut file.revisit);
    }
    let revisit = &mut file.revisit;
    if matches!(again, ReadAgain::ByAge { .. }) {
        let age = Row::short("app-form-again-age", "revisit.articles", "7d");
        changed |= labelled_rows::optional(ui, cx, &age, &mut revisit.articles);
        let until = Row::short("app-form-again-until", "revisit.until", "60d");
        changed |= labelled_rows::optional(ui, cx, &until, &mut revisit.until);
    }
    let tells = matches!(
        file.site.kind,
        SourceKind::List | SourceKind::Feed | SourceKind::Sitemap | SourceKind::Api
    );
    if tells {
        let place = ("app-form-again-changed", "revisit.changed");
        changed |= labelled_rows::usual_flag(ui, cx, place, &mut revisit.changed, false);
    }
    let pages = Row::new(
        "app-form-again-pages",
        "revisit.pages",
        "https://news.example/rules",
    );
    changed |= labelled_rows::lines(ui, cx, &pages, &mut revisit.pages);
    let versions = Row::short("app-form-versions", "revisit.versions", "");
    let mut most = revisit.versions.unwrap_or(USUAL_VERSIONS);
    if labelled_rows::number(ui, cx, &versions, &mut most, 2..=10_000) {
        revisit.versions = (most != USUAL_VERSIONS).then_some(most);
        changed = true;
    }
    changed
}

/// Draws which record it is, and when one is gone.
pub fn identity_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "app-form-identity");
    cx.section_faults_ui(ui, "identity");
    let mut changed = restless_ui(ui, cx, file);
    let identity = &mut file.identity;
    let key = Row::new("app-form-key", "identity.key", "sku");
    changed |= labelled_rows::lines(ui, cx, &key, &mut identity.key);
    let row = Row::new("app-form-gone", "identity.gone", "");
    changed |= labelled_rows::block(ui, cx, &row, |ui| {
        ui.horizontal_wrapped(|ui| gone_ui(ui, cx, &mut identity.gone))
            .inner
    });
    let left_out = Row::new("app-form-leave-out", "identity.leave_out", "views");
    changed | labelled_rows::lines(ui, cx, &left_out, &mut identity.leave_out)
}

/// Fields that changed in each of the last readings, each to be left out by one click.
fn restless_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let mut changed = false;
    for restless in cx.readings.iter().flat_map(|readings| &readings.restless) {
        let left_out = &mut file.identity.leave_out;
        if left_out.contains(&restless.field) {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.look.text(&restless.message()));
            let field = column_word(cx.look, &restless.field);
            let (before, after) = &restless.example;
            if stays_watched(&restless.field, before, after) {
                ui.label(cx.look.hint(cx.look.t1("watch-keep", "field", field)));
            } else if ui
                .button(cx.look.t1("watch-leave-out", "field", field))
                .clicked()
            {
                left_out.push(restless.field.clone());
                changed = true;
            }
        });
    }
    changed
}

fn gone_ui(ui: &mut Ui, cx: &FormContext<'_>, gone: &mut Option<GoneRule>) -> bool {
    let before = *gone;
    let readings = match gone {
        Some(GoneRule::Readings(readings)) => *readings,
        _ => USUAL_READINGS,
    };
    let options = [
        (None, "app-gone-usual"),
        (Some(GoneRule::Word(GoneWord::List)), "app-gone-list"),
        (Some(GoneRule::Readings(readings)), "app-gone-readings"),
        (Some(GoneRule::Word(GoneWord::Page)), "app-gone-page"),
        (Some(GoneRule::Word(GoneWord::Never)), "app-gone-never"),
    ];
    let options = options.map(|(rule, id)| (rule, cx.t(id)));
    combo(ui, "gone", (gone, ""), &options, 220.0).accessible_name(cx.t("app-form-gone"));
    if let Some(GoneRule::Readings(readings)) = gone {
        let field = ui.add(DragValue::new(readings).range(1..=1_000));
        field.accessible_name(cx.t("app-gone-readings"));
    }
    *gone != before
}
