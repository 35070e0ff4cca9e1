//! What is asked before several sites change: a tag, settings, whether to remove them.

use std::collections::BTreeSet;

use eframe::egui::{Align2, Grid, Id, Modal, TextEdit, Ui};

use super::selection::{SiteSelection, batch, remove, with_tag};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::widgets::fields;
use bowerbird_engine::SiteBatch;
use bowerbird_engine::types::{
    CommonSettings, Explain as _, FetchMode, Message, SharedSettings, Site, SiteId, parse,
};

/// Tags that are offered besides the field.
const OFFERED: usize = 12;
/// Width of a field, in points.
const WIDTH: f32 = 200.0;

/// A question about the selected sites.
pub enum BatchDialog {
    /// Whether to remove them.
    Removal,
    /// The tag to add, as typed.
    Tag(String),
    /// The settings to change.
    Settings(Box<SettingsForm>),
}

/// Settings of several sites.
pub struct SettingsForm {
    /// What they have in common.
    common: CommonSettings,
    /// What was changed.
    pub change: SharedSettings,
    /// What is wrong with it.
    problem: Option<String>,
}

impl SettingsForm {
    /// The settings of `sites`.
    pub(super) fn of(sites: &[&Site]) -> Self {
        let rules = sites.iter().filter_map(|site| parse(&site.rule_toml).ok());
        let rules: Vec<_> = rules.collect();
        Self {
            common: SharedSettings::common(rules.iter().map(|rule| rule.file())),
            change: SharedSettings::default(),
            problem: None,
        }
    }

    /// The rules of `sites` that the change makes different.
    fn changed_rules(&self, sites: &[&Site]) -> Result<Vec<(SiteId, String)>, (String, Message)> {
        let mut changed = Vec::new();
        for site in sites {
            let text = self.change.written_into(&site.rule_toml);
            let text = text.map_err(|faults| (site.name.clone(), faults.explain()))?;
            if text != site.rule_toml {
                changed.push((site.id, text));
            }
        }
        Ok(changed)
    }
}

/// How a dialog goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Open,
    Cancelled,
    Done,
}

/// Draws the open question.
pub(super) fn dialog_ui(
    ui: &Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let selection = &mut state.selection;
    let Some(mut asked) = selection.dialog.take() else {
        return;
    };
    let all = world.sites().iter();
    let sites: Vec<&Site> = all
        .filter(|site| selection.ticked.contains(&site.id))
        .collect();
    let shown = Modal::new(Id::unique("sites-batch"))
        .frame(dialog(ui.ctx()))
        .show(ui.ctx(), |ui| {
            ui.set_max_width(520.0);
            match &mut asked {
                BatchDialog::Removal => removal_ui(ui, look, &sites, selection, actions),
                BatchDialog::Tag(typed) => tag_ui(ui, look, world, &sites, typed, actions),
                BatchDialog::Settings(form) => settings_ui(ui, look, &sites, form, actions),
            }
        });
    if shown.inner == Decision::Open && !is_left(&shown) && !sites.is_empty() {
        state.selection.dialog = Some(asked);
    }
}

/// The buttons: Cancel, then what is done. `ready` enables the second.
fn buttons_ui(ui: &mut Ui, look: &UiContext, done: &str, ready: bool) -> Decision {
    ui.add_space(8.0);
    let mut decision = Decision::Open;
    ui.horizontal_wrapped(|ui| {
        if look.primary_if(ui, ready, look.t(done)).clicked() {
            decision = Decision::Done;
        }
        if ui.button(look.t("app-leaving-cancel")).clicked() {
            decision = Decision::Cancelled;
        }
    });
    decision
}

fn removal_ui(
    ui: &mut Ui,
    look: &UiContext,
    sites: &[&Site],
    selection: &mut SiteSelection,
    actions: &mut Vec<Action>,
) -> Decision {
    let records: u64 = sites.iter().map(|site| site.records).sum();
    let question = Message::new("sites-batch-remove-question")
        .with("count", sites.len())
        .with("records", records);
    ui.label(look.text(&question));
    ui.add_space(8.0);
    let mut decision = Decision::Open;
    ui.horizontal_wrapped(|ui| {
        // The first button loses nothing.
        let keep = look.primary(ui, look.t("app-leaving-cancel"));
        if ui.memory(|memory| memory.focused().is_none()) {
            keep.request_focus();
        }
        if keep.clicked() {
            decision = Decision::Cancelled;
        }
        if ui.button(look.t("app-sites-remove")).clicked() {
            remove(selection, actions);
            decision = Decision::Done;
        }
    });
    decision
}

fn tag_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    sites: &[&Site],
    typed: &mut String,
    actions: &mut Vec<Action>,
) -> Decision {
    let title = ui.strong(look.t1("sites-batch-tag-title", "count", sites.len()));
    let field = TextEdit::singleline(typed)
        .align(Align2::LEFT_CENTER)
        .hint_text(look.t("sites-batch-tag-hint"))
        .desired_width(240.0);
    let field = ui.add(field).labelled_by(title.id);
    let entered = fields::entered(ui, &field);
    if !entered && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    let mut chosen = entered.then(|| typed.trim().to_owned());
    let known: BTreeSet<&String> = world.tags.iter().map(|(tag, ..)| tag).collect();
    ui.horizontal_wrapped(|ui| {
        for tag in known.into_iter().take(OFFERED) {
            if look.quiet(ui, format!("+ {tag}")).clicked() {
                chosen = Some(tag.clone());
            }
        }
    });
    let ready = !typed.trim().is_empty();
    let decision = buttons_ui(ui, look, "sites-batch-tag-add", ready);
    if decision == Decision::Done {
        chosen = Some(typed.trim().to_owned());
    }
    let Some(tag) = chosen.filter(|tag| !tag.is_empty()) else {
        return decision;
    };
    if let SiteBatch::Tags(tags) = with_tag(world, sites, &tag, true)
        && !tags.is_empty()
    {
        actions.push(batch(SiteBatch::Tags(tags)));
    }
    Decision::Done
}

fn settings_ui(
    ui: &mut Ui,
    look: &UiContext,
    sites: &[&Site],
    form: &mut SettingsForm,
    actions: &mut Vec<Action>,
) -> Decision {
    ui.strong(look.t1("sites-batch-settings-title", "count", sites.len()));
    ui.label(look.hint(look.t("sites-batch-settings-hint")));
    ui.add_space(4.0);
    let before = form.change.clone();
    let entered = Grid::new("sites-batch-settings")
        .num_columns(3)
        .spacing([12.0, 6.0])
        .show(ui, |ui| rows_ui(ui, look, &form.common, &mut form.change));
    let entered = entered.inner && !form.change.is_empty();
    if form.change != before {
        form.problem = None;
    }
    if let Some(problem) = &form.problem {
        ui.label(look.coloured(problem, look.tokens.bad));
    }
    let decision = buttons_ui(ui, look, "sites-batch-apply", !form.change.is_empty());
    if decision != Decision::Done && !entered {
        return decision;
    }
    match form.changed_rules(sites) {
        Ok(rules) => {
            if !rules.is_empty() {
                actions.push(batch(SiteBatch::Rules(rules)));
            }
            Decision::Done
        }
        Err((site, fault)) => {
            form.problem = Some(look.pair(site, look.text(&fault)));
            Decision::Open
        }
    }
}

/// The rows; whether Enter was pressed in one of their fields.
fn rows_ui(
    ui: &mut Ui,
    look: &UiContext,
    common: &CommonSettings,
    change: &mut SharedSettings,
) -> bool {
    let mut entered = false;
    entered |= text_row(
        ui,
        look,
        "app-form-delay",
        &common.delay,
        &mut change.delay,
        None,
    );
    entered |= number_row(
        ui,
        look,
        "app-form-concurrency",
        common.concurrency,
        &mut change.concurrency,
    );
    entered |= number_row(
        ui,
        look,
        "app-form-retries",
        common.retries,
        &mut change.retries,
    );
    entered |= text_row(
        ui,
        look,
        "app-form-quiet",
        &common.quiet,
        &mut change.quiet,
        Some("sites-batch-none"),
    );
    entered |= text_row(
        ui,
        look,
        "app-form-proxy",
        &common.proxy,
        &mut change.proxy,
        None,
    );
    entered |= text_row(
        ui,
        look,
        "form-agent",
        &common.user_agent,
        &mut change.user_agent,
        Some("sites-batch-own-agent"),
    );
    let flags = [(true, look.t("app-yes")), (false, look.t("app-no"))];
    choice_row(
        ui,
        look,
        "app-form-robots",
        common.robots,
        &mut change.robots,
        &flags,
    );
    let ways =
        FetchMode::ALL.map(|mode| (mode, look.t(&format!("sites-batch-fetch-{}", mode.token()))));
    choice_row(
        ui,
        look,
        "sites-batch-fetch",
        common.fetch,
        &mut change.fetch,
        &ways,
    );
    entered
}

/// A setting that is a text; one that may be `blank`, which that message names, can be emptied where the
/// sites differ.
fn text_row(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    common: &Option<String>,
    change: &mut Option<String>,
    blank: Option<&str>,
) -> bool {
    let name = ui.label(look.t(label));
    let shown = change.as_ref().or(common.as_ref());
    let mut text = shown.cloned().unwrap_or_default();
    let hint = match shown {
        None => look.t("sites-batch-mixed"),
        Some(_) => blank.map(|id| look.t(id)).unwrap_or_default(),
    };
    let field = TextEdit::singleline(&mut text)
        .align(Align2::LEFT_CENTER)
        .hint_text(hint)
        .desired_width(WIDTH);
    let field = ui.add(field).labelled_by(name.id);
    let field = field.on_hover_text(look.t(&format!("{label}-tip")));
    let entered = fields::entered(ui, &field);
    // The first field, so that a person can type at once.
    if !entered && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    if field.changed() {
        let is_same = Some(&text) == common.as_ref() || common.is_none() && text.is_empty();
        *change = (!is_same).then_some(text);
    }
    ui.horizontal(|ui| {
        if change.is_some() {
            leave_ui(ui, look, label, change);
        } else if blank.is_some() && common.is_none() {
            let clear = look.quiet(ui, look.t("sites-batch-clear"));
            let named = look.pair(look.t(label), look.t("sites-batch-clear"));
            if clear.accessible_name(named).clicked() {
                *change = Some(String::new());
            }
        }
    });
    ui.end_row();
    entered
}

/// A setting that is a number.
fn number_row(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    common: Option<u32>,
    change: &mut Option<u32>,
) -> bool {
    let name = ui.label(look.t(label));
    let shown = change.or(common);
    let mut text = shown.map(|number| number.to_string()).unwrap_or_default();
    let field = TextEdit::singleline(&mut text)
        .align(Align2::LEFT_CENTER)
        .hint_text(look.t("sites-batch-mixed"))
        .desired_width(80.0);
    let field = ui.add(field).labelled_by(name.id);
    let field = field.on_hover_text(look.t(&format!("{label}-tip")));
    let entered = fields::entered(ui, &field);
    if field.changed() {
        let typed = text.trim().parse::<u32>().ok();
        *change = typed.filter(|typed| Some(*typed) != common);
    }
    ui.horizontal(|ui| {
        if change.is_some() {
            leave_ui(ui, look, label, change);
        }
    });
    ui.end_row();
    entered
}

/// A setting with a few values.
fn choice_row<T: PartialEq + Copy>(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    common: Option<T>,
    change: &mut Option<T>,
    values: &[(T, String)],
) {
    let name = ui.label(look.t(label));
    let mut chosen = change.or(common);
    let mixed = common
        .is_none()
        .then(|| (None, look.t("sites-batch-mixed")));
    let values = values
        .iter()
        .map(|(value, text)| (Some(*value), text.clone()));
    let options: Vec<(Option<T>, String)> = mixed.into_iter().chain(values).collect();
    let field = fields::combo(ui, label, (&mut chosen, ""), &options, WIDTH);
    if field.labelled_by(name.id).changed() {
        *change = chosen.filter(|_| chosen != common);
    }
    ui.horizontal(|ui| {
        if change.is_some() {
            leave_ui(ui, look, label, change);
        }
    });
    ui.end_row();
}

/// The button that leaves a setting as it is.
fn leave_ui<T>(ui: &mut Ui, look: &UiContext, label: &str, change: &mut Option<T>) {
    let named = look.pair(look.t(label), look.t("sites-batch-leave"));
    let leave = look.quiet(ui, look.t("sites-batch-leave"));
    if leave.accessible_name(named).clicked() {
        *change = None;
    }
}
