//! The rule's panel and the data panel: names, types, order, ways, steps, cells.

use bowerbird::app::views::workbench::author::{Authoring, data, fields};
use bowerbird::engine::types::{
    Alternative, FieldSteps, FieldType, Message, PageReading, Ranked, Selected, WorkbenchPart,
};
use bowerbird::engine::{AuthoringCommand, Command, PageCommand, PageTicket, SelectionResult};
use eframe::egui::{self, Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::app_views::{Stage, field, made, stage};
use crate::texts::t;

const HERE: PageTicket = PageTicket(1);

fn draw(ui: &mut egui::Ui, stage: &mut Stage<Authoring>) {
    let Stage {
        look,
        world,
        state,
        actions,
    } = stage;
    egui::Panel::bottom("data")
        .exact_size(180.0)
        .show(ui, |ui| data::data_ui(ui, look, state, &[], actions));
    ui.set_max_width(420.0);
    fields::fields_ui(ui, look, world, state, actions);
}

fn show() -> Harness<'static, Stage<Authoring>> {
    let mut author = Authoring::default();
    made::authored(&mut author, HERE);
    stage(made::world(), author, draw)
}

fn names(harness: &Harness<'_, Stage<Authoring>>) -> Vec<String> {
    let list = harness.state().state.file().list.as_ref().expect("a list");
    list.fields.iter().map(|field| field.name.clone()).collect()
}

/// The field `title` as the rule has it now.
fn title(harness: &Harness<'_, Stage<Authoring>>) -> bowerbird::engine::types::FieldRule {
    let list = harness.state().state.file().list.as_ref().expect("a list");
    let found = list.fields.iter().find(|field| field.name == "title");
    found.expect("the title").clone()
}

fn css(css: &str) -> Alternative {
    Alternative {
        css: Some(css.to_owned()),
        ..Alternative::default()
    }
}

#[test]
fn fields_show_how_often_and_what_they_found() {
    let mut harness = show();
    harness.run();
    // The links of the two records, and their titles.
    assert_eq!(harness.get_all_by_label("2/2").count(), 2);
    harness.get_by_label("1/2");
    harness
        .get_all_by_label(t!("app-author-field-row", field = t!("app-column-date")))
        .next()
        .unwrap()
        .click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!(
        state.armed.as_ref().and_then(|spot| spot.name()),
        Some("date")
    );
    harness.get_by_label(t!("app-author-armed"));
    // A second click lets go.
    harness
        .get_all_by_label(t!("app-author-field-row", field = t!("app-column-date")))
        .next()
        .unwrap()
        .click();
    harness.run();
    assert!(harness.state().state.armed.is_none());
}

#[test]
fn a_field_is_renamed_typed_and_needed() {
    let mut harness = show();
    field(&harness, t!("app-author-field-name")).focus();
    harness.run();
    field(&harness, t!("app-author-field-name")).type_text("s");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(names(&harness), ["titles", "date"]);
    assert!(harness.state().state.text().contains("titles"));

    harness.get_by_label(t!("app-author-kind")).click();
    harness.run();
    harness.get_by_label(t!("app-author-kind-number")).click();
    harness.run();
    harness.get_by_label(t!("app-form-required")).click();
    harness.run();
    harness.get_by_label(t!("app-author-many")).click();
    harness.run();
    let list = harness.state().state.file().list.clone().expect("a list");
    let changed = &list.fields[0];
    assert_eq!(changed.kind, FieldType::Number);
    assert!(!changed.required && changed.many);
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let mut harness = show();
    field(&harness, t!("app-author-field-name")).focus();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    field(&harness, t!("app-author-field-name")).type_text("date");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(names(&harness), ["title", "date"]);
    assert!(harness.state().state.remarks.trouble.is_some());
}

#[test]
fn fields_are_moved_by_button_and_by_dragging_and_deleted() {
    let mut harness = show();
    harness.get_by_label(t!("app-author-down")).click();
    harness.run();
    assert_eq!(names(&harness), ["date", "title"]);

    let date = harness
        .get_all_by_label(t!("app-author-field-row", field = t!("app-column-date")))
        .next()
        .unwrap()
        .rect();
    let title = harness
        .get_all_by_label(t!("app-author-field-row", field = t!("app-column-title")))
        .next()
        .unwrap()
        .rect();
    harness.drag_at(date.center());
    harness.run();
    harness.hover_at(date.center() + vec2(0.0, 12.0));
    harness.run();
    harness.hover_at(title.center() + vec2(0.0, 8.0));
    harness.run();
    harness.drop_at(title.center() + vec2(0.0, 8.0));
    harness.run();
    assert_eq!(names(&harness), ["title", "date"]);

    harness
        .get_by_label(t!("app-form-field-remove", field = "title"))
        .click();
    harness.run();
    assert_eq!(names(&harness), ["date"]);
    let stage = harness.state_mut();
    stage.state.undo(&mut stage.actions);
    assert_eq!(names(&harness), ["title", "date"]);
}

#[test]
fn ways_tell_their_stability_and_others_can_be_used() {
    let mut harness = show();
    let generation = harness
        .state()
        .commands()
        .iter()
        .rev()
        .find_map(|command| match command {
            Command::Authoring(AuthoringCommand::Alternatives { generation, .. }) => {
                Some(*generation)
            }
            _ => None,
        });
    assert!(generation.is_none(), "asked before the stage was set");
    let judged = |alternative: Alternative, stability| Ranked {
        alternative,
        stability,
        why: vec![Message::new("learn-why-names")],
        values: Vec::new(),
    };
    let stage = harness.state_mut();
    let spot = stage.state.shown.clone().expect("shown");
    stage.state.judge(&spot, &mut stage.actions);
    let generation = stage.commands().iter().find_map(|command| match command {
        Command::Authoring(AuthoringCommand::Alternatives { generation, .. }) => Some(*generation),
        _ => None,
    });
    stage.state.judged(
        HERE,
        generation.expect("a wish"),
        WorkbenchPart::Field("title".to_owned()),
        vec![judged(css("h2"), 0.91), judged(css("header a"), 0.6)],
    );
    harness.run();
    harness.get_by_label(t!("app-author-very-steady"));
    harness.get_by_label("0.91");
    harness.get_by_label(t!("app-author-may-break"));
    harness
        .get_by_label(t!("app-author-use-this", way = "header a"))
        .click();
    harness.run();
    assert_eq!(title(&harness).select.last(), Some(&css("header a")));
    harness
        .get_by_label(t!("app-author-way-up", way = "header a"))
        .click();
    harness.run();
    assert_eq!(title(&harness).select[1], css("header a"));
    harness
        .get_by_label(t!("app-author-way-away", way = "header a"))
        .click();
    harness.run();
    assert_eq!(title(&harness).select.len(), 2);
}

#[test]
fn a_way_edited_by_hand_is_tried_at_once_and_says_where_it_is_wrong() {
    let mut harness = show();
    harness
        .get_by_label(t!("app-author-edit-way", way = "h2"))
        .click();
    harness.run();
    harness.run();
    field(&harness, t!("app-author-way-text")).focus();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    field(&harness, t!("app-author-way-text")).type_text(" b[");
    harness.run();
    let source = match harness.state().commands().last() {
        Some(Command::Page(PageCommand::Select { selector, .. })) => selector.source.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(source, "h2 b[");
    let result = |source: &str, error| SelectionResult {
        source: source.to_owned(),
        matches: vec![Selected {
            element: Some(7),
            value: "Article 1".to_owned(),
        }],
        count: 10,
        error,
    };
    let fault = Some((Some(5), Message::new("app-tasks-bad-time")));
    let state = &mut harness.state_mut().state;
    state.selected(HERE, result("h2 b[", fault));
    harness.run();
    harness.get_by_label_contains(t!("app-bench-at", position = 6));
    harness.get_by_label(t!("app-author-use-way")).click();
    harness.run();
    assert_eq!(title(&harness).select[0], css("h2"), "a fault is not used");

    harness.key_press(Key::Backspace);
    field(&harness, t!("app-author-way-text")).focus();
    harness.run();
    harness.key_press(Key::End);
    harness.key_press(Key::Backspace);
    harness.run();
    let source = match harness.state().commands().last() {
        Some(Command::Page(PageCommand::Select { selector, .. })) => selector.source.clone(),
        other => panic!("{other:?}"),
    };
    let state = &mut harness.state_mut().state;
    state.selected(HERE, result(&source, None));
    harness.run();
    harness.get_by_label(t!("app-bench-matches", count = 10));
    harness.get_by_label(t!("app-author-use-way")).click();
    harness.run();
    assert_eq!(
        title(&harness).select[0].css.as_deref(),
        Some(source.as_str())
    );
    assert_eq!(title(&harness).select.len(), 2, "the other way stays");
}

#[test]
fn steps_are_added_ordered_and_show_what_they_make() {
    let mut harness = show();
    for step in [t!("app-author-step-trim"), t!("app-author-step-replace")] {
        harness.get_by_label(t!("app-author-add-step")).click();
        harness.run();
        harness.get_by_label(step).click();
        harness.run();
    }
    let steps = |harness: &Harness<'_, Stage<Authoring>>| -> Vec<String> {
        let chain = title(harness).transform;
        chain
            .iter()
            .filter_map(|step| step.keys().next().cloned())
            .collect()
    };
    assert_eq!(steps(&harness), ["trim", "replace"]);
    let traced = PageReading {
        steps: vec![FieldSteps {
            field: "list.title".to_owned(),
            alternative: 0,
            taken: vec![" Article (1) ".to_owned()],
            steps: vec![vec!["Article (1)".to_owned()], Vec::new()],
        }],
        ..made::reading()
    };
    let stage = harness.state_mut();
    let actions = std::mem::take(&mut stage.actions);
    made::answer_reading(&mut stage.state, HERE, &actions, traced);
    harness.run();
    harness.get_by_label("“ Article (1) ”");
    harness.get_by_label("→ “Article (1)”");
    harness.get_by_label(&format!("→ {}", t!("app-author-nothing-left")));
    field(&harness, t!("app-author-argument-to")).focus();
    harness.run();
    field(&harness, t!("app-author-argument-to")).type_text("x");
    harness.run();
    let written = title(&harness).transform[1].clone();
    assert_eq!(
        toml::to_string(&written).unwrap().trim(),
        r#"replace = ["[()]", "x"]"#
    );
    harness
        .get_by_label(t!(
            "app-author-step-up",
            step = t!("app-author-step-replace")
        ))
        .click();
    harness.run();
    assert_eq!(steps(&harness), ["replace", "trim"]);
    harness
        .get_by_label(t!(
            "app-author-step-away",
            step = t!("app-author-step-trim")
        ))
        .click();
    harness.run();
    assert_eq!(steps(&harness), ["replace"]);
}

#[test]
fn a_cell_lights_its_element_and_a_missing_one_says_why() {
    let mut harness = show();
    harness.get_by_label("2026-01-05").click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!((&state.lit[..], state.scroll_to), (&[12][..], Some(12)));
    harness.get_by_label(t!("app-data-missing")).click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!(state.lit, [20], "the row, where there is no value");
    assert_eq!(state.table.selected, Some(1));
}

#[test]
fn a_page_that_was_not_read_yet_has_an_empty_table() {
    let mut author = Authoring::default();
    author.opened(HERE, &made::page());
    let harness = stage(made::world(), author, draw);
    harness.get_by_label_contains(t!("app-data-nothing-read"));
}

#[test]
fn the_rule_can_be_edited_as_text() {
    let mut harness = show();
    harness.get_by_label(t!("app-author-as-text")).click();
    harness.run();
    let text = harness.state().state.text();
    assert!(text.contains("[list]"));
    let stage = harness.state_mut();
    stage
        .state
        .text_typed(text.replace("h2 a", "h3 a"), &mut stage.actions);
    harness.run();
    let list = harness.state().state.file().list.clone().expect("a list");
    assert_eq!(list.link, css("h3 a"));
}

#[test]
fn the_keyboard_renames_moves_and_removes_a_field() {
    let mut harness = show();
    let row = |harness: &Harness<'_, Stage<Authoring>>| {
        // The row stands before the column of the same name.
        harness
            .get_all_by_label(t!("app-author-field-row", field = t!("app-column-date")))
            .next()
            .unwrap()
            .focus();
    };
    row(&harness);
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::ALT, Key::ArrowUp);
    harness.run();
    assert_eq!(names(&harness), ["date", "title"]);
    row(&harness);
    harness.run();
    harness.key_press(Key::F2);
    harness.run();
    harness.run();
    field(&harness, t!("app-author-field-name")).type_text("day");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(names(&harness), ["day", "title"]);
    harness
        .get_all_by_label(t!("app-author-field-row", field = "day"))
        .next()
        .unwrap()
        .focus();
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(names(&harness), ["title"]);
}
