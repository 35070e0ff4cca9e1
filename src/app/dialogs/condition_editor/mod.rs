//! The editor of a condition over records: a sentence made of picks, what is done then, and how
//! often it would have counted. Input: a condition, what the project has. Output: a command that
//! stores it, queries for its outlook.

mod actions;
mod parts;

use eframe::egui::{self, Frame, Id, Label, Margin, Modal, Panel, ScrollArea, TextStyle, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::background::{ConditionOutlook, DataQuery};
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{
    AlertPlan, AlertWording, ClauseTest, ConditionActions, ConditionClause, ConditionTiming,
    Message, RecordCondition, RecordMatch, SiteId, check_condition, timing_id,
};
use bowerbird_engine::{AlertCommand, Command};

/// Lines that the outlook keeps free, so that nothing below moves while a condition is changed: its
/// first line, that a filter saves requests, and the matches shown.
const OUTLOOK_LINES: f32 = 5.0;
/// Lines that the explanation of a timing keeps free.
const TIMING_LINES: f32 = 2.0;

/// The open editor.
pub struct ConditionEditor {
    condition: RecordCondition,
    /// The condition whose outlook was asked for.
    asked: Option<RecordCondition>,
    outlook: Option<ConditionOutlook>,
    is_begun: bool,
    /// Whether it waits, as it is, until a channel is set up in the settings.
    is_aside: bool,
}

impl ConditionEditor {
    /// An editor of this condition.
    pub fn of(condition: RecordCondition) -> Self {
        Self {
            condition,
            asked: None,
            outlook: None,
            is_begun: false,
            is_aside: false,
        }
    }

    /// Whether it waits for the settings; it is not drawn then.
    pub fn is_aside(&self) -> bool {
        self.is_aside
    }

    /// Draws it again, as it was left.
    pub fn come_back(&mut self) {
        self.is_aside = false;
    }

    /// Handles an outlook, unless the condition has changed since.
    pub fn came(&mut self, outlook: ConditionOutlook) {
        if self.asked.as_ref() == Some(&outlook.condition) {
            self.outlook = Some(outlook);
        }
    }

    fn ask_if_needed(&mut self, actions: &mut Vec<Action>) {
        let counted = counted(&self.condition);
        if self.asked.as_ref() == Some(&counted) {
            return;
        }
        self.asked = Some(counted.clone());
        let query = DataQuery::ConditionOutlook(Box::new(counted));
        actions.push(Action::Query(query));
    }
}

/// What of a condition says how often it counts: neither what is done then, nor its wording.
fn counted(condition: &RecordCondition) -> RecordCondition {
    RecordCondition {
        wording: String::new(),
        counts_present: false,
        actions: ConditionActions {
            // Filters that keep win over those that skip.
            skip: condition.actions.skip,
            ..ConditionActions::default()
        },
        ..condition.clone()
    }
}

/// Checks a condition, its placeholders by the fields of the records.
pub(super) fn wrong_with(state: &ConditionEditor) -> Result<(), Message> {
    check_condition(&state.condition)?;
    checked_wording(state).map(|_| ())
}

fn checked_wording(state: &ConditionEditor) -> Result<AlertWording, Message> {
    let wording = AlertWording::parse(&state.condition.wording)?;
    let outlook = state.outlook.as_ref();
    wording.check_fields(outlook.map_or(&[][..], |outlook| outlook.fields.as_slice()))?;
    Ok(wording)
}

/// Draws the editor; returns false when it is to be closed.
pub fn editor_ui(
    ctx: &egui::Context,
    look: &UiContext,
    world: &AppState,
    plan: Option<&AlertPlan>,
    state: &mut ConditionEditor,
    sent: &mut Vec<Action>,
) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    state.ask_if_needed(sent);
    let shown = Modal::new(Id::unique("condition"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 680.0));
            let title = match state.condition.is_filter() {
                true => "filter-editor-title",
                false => "condition-editor-title",
            };
            ui.add(Label::new(look.title(look.t(title)).strong()));
            let height = (room.y - 190.0).clamp(120.0, height_of(&state.condition));
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.set_min_height(height);
                let outlook = state.outlook.as_ref();
                let known = outlook.map_or(&[][..], |outlook| outlook.fields.as_slice());
                parts::parts_ui(ui, look, known, &mut state.condition, &mut state.is_begun);
                scope_ui(ui, look, world, &mut state.condition);
                lines_ui(ui, OUTLOOK_LINES, |ui| outlook_ui(ui, look, state));
                ui.separator();
                // Its controls stay the same ones, however many lines stand above: a field
                // that is typed in keeps the keyboard.
                ui.push_id("condition-actions", |ui| {
                    actions::actions_ui(ui, look, world, plan, state, sent);
                });
            });
            ui.add_space(8.0);
            open = answers_ui(ui, look, state, sent);
        });
    open && !is_left(&shown)
}

/// The height of what scrolls, in points: always the same, so that nothing moves under the pointer
/// when there is more or less to say.
fn height_of(condition: &RecordCondition) -> f32 {
    match condition.is_filter() {
        true => 420.0,
        false => 640.0,
    }
}

/// Draws the bar of an editor that waits for the settings; returns whether it is to come back.
pub fn aside_ui(ui: &mut Ui, look: &UiContext) -> bool {
    let frame = Frame::new()
        .fill(look.tokens.panel)
        .inner_margin(Margin::symmetric(12, 6));
    let shown = Panel::top("condition-aside").frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let back = ui.button(look.t("condition-editor-back")).clicked();
            ui.add(Label::new(look.hint(look.t("condition-editor-aside"))).wrap());
            back
        })
        .inner
    });
    shown.inner
}

fn scope_ui(ui: &mut Ui, look: &UiContext, world: &AppState, condition: &mut RecordCondition) {
    ui.horizontal_wrapped(|ui| {
        let mut scopes = vec![((None, None), look.t("condition-editor-scope-all"))];
        let tags = world.tags.iter().map(|(tag, ..)| tag);
        for tag in tags.collect::<std::collections::BTreeSet<_>>() {
            let words = look.t1("condition-editor-scope-tag", "tag", tag.as_str());
            scopes.push(((None, Some(tag.clone())), words));
        }
        let sites = world.sites().iter();
        scopes.extend(sites.map(|site| ((Some(site.id), None), site.name.clone())));
        let mut scope = (condition.site, condition.tag.clone());
        let label = "condition-editor-scope";
        if fields::choice(ui, look, label, &mut scope, &scopes, 220.0) {
            (condition.site, condition.tag) = scope;
        }
        if condition.is_filter() {
            return;
        }
        let timings = ConditionTiming::TELLING.map(|timing| (timing, look.t(timing_id(timing))));
        let label = "condition-editor-timing";
        fields::choice(ui, look, label, &mut condition.timing, &timings, 280.0);
    });
    if condition.is_filter() {
        return;
    }
    let tip = format!("{}-tip", timing_id(condition.timing));
    lines_ui(ui, TIMING_LINES, |ui| {
        ui.add(Label::new(look.hint(look.t(&tip))).wrap());
    });
    // Who is to be told would wait in vain for a site that nothing runs.
    let site = world
        .sites()
        .iter()
        .find(|site| condition.site == Some(site.id));
    if let Some(site) = site.filter(|site| !world.runs_by_itself(site.id)) {
        let words = look.t1("condition-editor-manual", "site", site.name.as_str());
        ui.add(Label::new(look.coloured(words, look.tokens.warn)).wrap());
    }
    // In every run is in the next one, too.
    if condition.timing != ConditionTiming::Always {
        let present = look.t("condition-editor-present");
        ui.tick(&mut condition.counts_present, present)
            .on_hover_text(look.t("condition-editor-present-tip"));
    }
}

/// Draws text that changes in a place for so many lines.
fn lines_ui(ui: &mut Ui, lines: f32, add: impl FnOnce(&mut Ui)) {
    let height = ui.text_style_height(&TextStyle::Body) + ui.spacing().item_spacing.y;
    ui.vertical(|ui| {
        ui.set_min_height(lines * height);
        add(ui);
    });
}

/// How often it would have counted, or what is wrong with it.
fn outlook_ui(ui: &mut Ui, look: &UiContext, state: &ConditionEditor) {
    ui.add_space(4.0);
    // What is wrong with the wording is told there.
    let parts = RecordCondition {
        wording: String::new(),
        ..state.condition.clone()
    };
    if let Err(wrong) = check_condition(&parts) {
        ui.add(Label::new(look.coloured(look.text(&wrong), look.tokens.warn)).wrap());
        return;
    }
    let outlook = state.outlook.as_ref();
    let Some(outlook) = outlook.filter(|outlook| outlook.condition == counted(&state.condition))
    else {
        ui.label(look.hint(look.t("condition-editor-counting")));
        return;
    };
    let would = match state.condition.is_filter() {
        true => "filter-would",
        false => "condition-editor-would",
    };
    ui.add(Label::new(look.t1(would, "count", outlook.count)).wrap());
    if outlook.saves_requests {
        ui.add(Label::new(look.hint(look.t("filter-saves-requests"))).wrap());
    }
    for found in &outlook.first {
        let values = match found.before.is_empty() {
            true => found.after.clone(),
            false => format!("{} → {}", found.before, found.after),
        };
        let words = [look.time(found.at), found.title.clone(), values];
        let words: Vec<String> = words.into_iter().filter(|one| !one.is_empty()).collect();
        ui.add(Label::new(look.hint(words.join(" · "))).truncate());
    }
}

/// Draws the buttons; returns false when one of them closes the editor.
fn answers_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &ConditionEditor,
    sent: &mut Vec<Action>,
) -> bool {
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        let wrong = wrong_with(state).err();
        let save = match state.condition.is_filter() {
            true => "filter-save",
            false => "condition-editor-save",
        };
        let save = look.primary_if(ui, wrong.is_none(), look.t(save));
        let why = wrong.as_ref().map(|wrong| look.text(wrong));
        let save = save.on_disabled_hover_text(why.unwrap_or_default());
        if save.clicked() {
            let order = AlertCommand::Condition(Box::new(state.condition.clone()));
            sent.push(Action::Send(Command::Alerts(order)));
            open = false;
        }
        if ui.button(look.t("app-cancel")).clicked() {
            open = false;
        }
    });
    open
}

/// The wording of a match, for the preview.
pub(super) fn preview(look: &UiContext, state: &ConditionEditor) -> Result<String, Message> {
    let wording = checked_wording(state)?;
    let found = shown_match(look, state);
    Ok(wording.text(&look.texts, &found, &look.time(found.at)))
}

/// The match that preview and test tell of: the first one of the last days, else an example.
pub(super) fn shown_match(look: &UiContext, state: &ConditionEditor) -> RecordMatch {
    let outlook = state.outlook.as_ref();
    // One of the condition as it was before an edit says nothing about it as it is.
    let outlook = outlook.filter(|outlook| outlook.condition == counted(&state.condition));
    let first = outlook.and_then(|outlook| outlook.first.first());
    first.cloned().unwrap_or_else(|| example(look, state))
}

/// A match as it could be, while there is none.
fn example(look: &UiContext, state: &ConditionEditor) -> RecordMatch {
    let clause = state.condition.clauses.first();
    let (before, after) = example_values(look, clause);
    RecordMatch {
        id: 0,
        condition: 0,
        site: SiteId(0),
        site_name: "example.org".to_owned(),
        record: None,
        title: look.t("condition-editor-example"),
        url: "https://example.org/1".to_owned(),
        at: Timestamp::now(),
        test: clause.map_or(ClauseTest::Changes, |clause| clause.test),
        field: clause.map_or_else(String::new, |clause| clause.field.clone()),
        before,
        after,
        fields: state.outlook.as_ref().map_or_else(Vec::new, |outlook| {
            let names = outlook.fields.iter();
            names.map(|name| (name.clone(), name.clone())).collect()
        }),
    }
}

/// The values of a match as it could be: those that its test is about.
fn example_values(look: &UiContext, clause: Option<&ConditionClause>) -> (String, String) {
    let sample = || look.t("condition-editor-example-value");
    let Some(clause) = clause else {
        return (String::new(), sample());
    };
    match clause.test {
        test if test.is_of_numbers() => ("3.20".to_owned(), "2.90".to_owned()),
        ClauseTest::Vanishes => (sample(), String::new()),
        ClauseTest::Empty => (String::new(), String::new()),
        ClauseTest::Changes => (look.t("condition-editor-example-before"), sample()),
        ClauseTest::Contains | ClauseTest::Equals if !clause.value.trim().is_empty() => {
            (String::new(), clause.value.trim().to_owned())
        }
        ClauseTest::Older => (String::new(), look.time(Timestamp::UNIX_EPOCH)),
        _ => (String::new(), sample()),
    }
}
