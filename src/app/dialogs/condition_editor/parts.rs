//! The parts of a condition, a row each: field, test, value.

use eframe::egui::Ui;

use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{
    ANY_FIELD, ClauseJoin, ClauseTest, ConditionClause, MAX_CLAUSES, RecordCondition, WHOLE_RECORD,
};

/// The fields that every record has, after those of rules.
const COLUMNS: [&str; 5] = ["title", "date", "author", "text", "url"];

/// Draws the rows.
pub(super) fn parts_ui(
    ui: &mut Ui,
    look: &UiContext,
    known: &[String],
    condition: &mut RecordCondition,
    is_begun: &mut bool,
) {
    let count = condition.clauses.len();
    let is_filter = condition.is_filter();
    if count > 1 {
        let joins = [
            (ClauseJoin::Any, look.t("condition-editor-join-any")),
            (ClauseJoin::All, look.t("condition-editor-join-all")),
        ];
        let label = "condition-editor-join";
        fields::choice(ui, look, label, &mut condition.join, &joins, 180.0);
    }
    let mut removed = None;
    let mut is_other = false;
    for (place, clause) in condition.clauses.iter_mut().enumerate() {
        ui.push_id(("part", place), |ui| {
            ui.horizontal_wrapped(|ui| {
                is_other |= part_ui(ui, look, (known, is_filter), clause, is_begun);
                if count > 1 {
                    fields::beside(ui, |ui| {
                        let name = look.t1("condition-editor-remove-part", "number", place + 1);
                        let remove = look.quiet(ui, look.t("app-remove")).accessible_name(name);
                        if remove.clicked() {
                            removed = Some(place);
                        }
                    });
                }
            });
        });
    }
    if is_other {
        condition.fit_timing();
    }
    if let Some(place) = removed {
        condition.clauses.remove(place);
    }
    if count < MAX_CLAUSES
        && look
            .quiet(ui, look.t("condition-editor-add-part"))
            .clicked()
    {
        let like = condition.clauses.last().cloned();
        condition.clauses.extend(like);
    }
}

/// Draws a row; returns whether another test was chosen.
fn part_ui(
    ui: &mut Ui,
    look: &UiContext,
    (known, is_filter): (&[String], bool),
    clause: &mut ConditionClause,
    is_begun: &mut bool,
) -> bool {
    let mut names = Vec::new();
    if !is_filter {
        names.push((WHOLE_RECORD.to_owned(), look.t("condition-whole-record")));
    }
    names.push((ANY_FIELD.to_owned(), look.t("condition-any-text")));
    let columns = COLUMNS.iter().map(|name| (*name).to_owned());
    let mut all: Vec<String> = known.to_vec();
    all.extend(columns.filter(|name| !known.contains(name)));
    let is_named = !matches!(clause.field.as_str(), WHOLE_RECORD | ANY_FIELD);
    if is_named && !all.contains(&clause.field) {
        all.insert(0, clause.field.clone());
    }
    names.extend(all.into_iter().map(|name| {
        let shown = column_word(look, &name);
        (name, shown)
    }));
    let label = "condition-editor-field";
    if fields::choice(ui, look, label, &mut clause.field, &names, 160.0) {
        fit(clause);
    }
    let tests = ClauseTest::ALL
        .into_iter()
        .filter(|test| fits(&clause.field, *test) && !(is_filter && test.looks_back()));
    let tests: Vec<(ClauseTest, String)> = tests
        .map(|test| (test, look.t(&format!("condition-test-{}", test.token()))))
        .collect();
    let label = "condition-editor-test";
    let is_other = fields::choice(ui, look, label, &mut clause.test, &tests, 180.0);
    if clause.test.has_value() {
        let hint = match clause.test {
            ClauseTest::Falls | ClauseTest::Rises => "10%",
            test if test.is_of_days() => "30",
            _ => "",
        };
        let label = "condition-editor-value";
        let field = fields::text_field(ui, look, label, &mut clause.value, hint, 130.0);
        // What a person comes to type.
        if !std::mem::replace(is_begun, true) {
            field.request_focus();
        }
    } else {
        clause.value.clear();
    }
    is_other
}

/// Whether a test can be asked of a field.
fn fits(field: &str, test: ClauseTest) -> bool {
    match field {
        WHOLE_RECORD => matches!(test, ClauseTest::Appears | ClauseTest::Vanishes),
        ANY_FIELD => matches!(
            test,
            ClauseTest::Contains | ClauseTest::Lacks | ClauseTest::Matches | ClauseTest::Mismatches
        ),
        _ => true,
    }
}

fn fit(clause: &mut ConditionClause) {
    if fits(&clause.field, clause.test) {
        return;
    }
    clause.test = match clause.field.as_str() {
        WHOLE_RECORD => ClauseTest::Appears,
        _ => ClauseTest::Contains,
    };
}
