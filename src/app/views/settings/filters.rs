//! The list of filters: of the project in the settings, of one site on its page. Below it is the list of
//! records that the filters skipped, from which a person can keep some.

use eframe::egui::{Label, Ui};

use crate::action::Action;
use crate::background::{DataQuery, MAX_MATCHED};
use crate::state::app_state::AppState;
use crate::state::new_condition::new_filter;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use crate::widgets::job_progress::background_job_ui;
use bowerbird_engine::types::{
    AlertPlan, Message, RecordCondition, RecordId, SiteId, SkippedRecord, StoredCondition,
    actions_text, parts_text,
};
use bowerbird_engine::{
    AlertCommand, BackgroundJobKind, BackgroundJobProgress, Command, ExportCommand,
};

/// How many records of a preview are named.
const NAMED: usize = 5;

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct FiltersState {
    /// Whether what was skipped is shown.
    shows_skipped: bool,
    /// What was skipped, of which site; `None` until it is known.
    skipped: Option<(Option<SiteId>, Vec<SkippedRecord>)>,
    /// The figures of the filters for which it was asked.
    asked: Option<(Option<SiteId>, u64)>,
    /// The filter that is to be applied to stored records, as it was when it was asked for, with those
    /// that it matches.
    applied: Option<(RecordCondition, Matches)>,
    /// How far one has been applied; `None` while none is.
    pub progress: Option<BackgroundJobProgress>,
}

/// The stored records that a filter matches, with their titles; `None` until they are known.
type Matches = Option<Vec<(RecordId, String)>>;

impl FiltersState {
    /// Handles a list of what was skipped.
    pub fn came(&mut self, site: Option<SiteId>, skipped: &[SkippedRecord]) {
        if self.asked.is_some_and(|(asked, _)| asked == site) {
            self.skipped = Some((site, skipped.to_vec()));
        }
    }

    /// What was skipped has changed: it is asked for again.
    pub fn skipped_changed(&mut self) {
        self.asked = None;
    }

    /// Handles the stored records that a filter matches.
    pub fn matches_came(&mut self, filter: &RecordCondition, found: &[(RecordId, String)]) {
        if let Some((applied, matches)) = &mut self.applied
            && applied == filter
        {
            *matches = Some(found.to_vec());
        }
    }
}

/// Draws the filters that apply to a site, or all.
pub fn filters_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: Option<SiteId>,
    state: &mut FiltersState,
    actions: &mut Vec<Action>,
) {
    ui.add(Label::new(look.hint(look.t("filter-settings-hint"))).wrap());
    let applies = |stored: &&StoredCondition| applies_to(world, &stored.condition, site);
    let filters: Vec<&StoredCondition> = world.filters.iter().filter(applies).collect();
    if filters.is_empty() {
        ui.label(look.hint(look.t("filter-none")));
    }
    if let Some(progress) = &state.progress {
        ui.horizontal_wrapped(|ui| {
            background_job_ui(ui, look, progress, "filter-applying");
            let cancel = ui.button(look.t("app-cancel"));
            if cancel
                .accessible_name(look.t("filter-apply-cancel"))
                .clicked()
            {
                let cancel = ExportCommand::Cancel(BackgroundJobKind::Filter);
                actions.push(Action::Send(Command::Exports(cancel)));
            }
        });
    }
    for stored in &filters {
        ui.push_id(("filter", stored.condition.id), |ui| {
            filter_ui(ui, look, world, stored, state, actions);
        });
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button(look.t("filter-new")).clicked() {
            actions.push(Action::EditCondition(Box::new(new_filter(site))));
        }
        let toggle = match state.shows_skipped {
            true => "filter-skipped-close",
            false => "filter-skipped-open",
        };
        if ui.button(look.t(toggle)).clicked() {
            state.shows_skipped = !state.shows_skipped;
            state.asked = None;
        }
    });
    if state.shows_skipped {
        let figures = world.filters.iter().map(|stored| stored.skipped).sum();
        if state.asked != Some((site, figures)) {
            state.asked = Some((site, figures));
            actions.push(Action::Query(DataQuery::Skipped(site)));
        }
        skipped_ui(ui, look, site, state, actions);
    }
}

/// Whether a filter applies to a site; all do to the project.
fn applies_to(world: &AppState, filter: &RecordCondition, site: Option<SiteId>) -> bool {
    let Some(site) = site else {
        return true;
    };
    match (filter.site, &filter.tag) {
        (Some(own), _) => own == site,
        (None, Some(tag)) => {
            let mut tags = world.tags.iter();
            tags.any(|(known, of, _)| known == tag && *of == site)
        }
        (None, None) => true,
    }
}

fn filter_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    stored: &StoredCondition,
    state: &mut FiltersState,
    actions: &mut Vec<Action>,
) {
    let filter = &stored.condition;
    let does = actions_text(&look.texts, filter, &AlertPlan::default());
    let words = Message::new("filter-row")
        .with("sentence", parts_text(&look.texts, filter))
        .with("does", does);
    let words = look.text(&words);
    ui.horizontal_wrapped(|ui| {
        let mut enabled = filter.enabled;
        let name = look.t1("filter-enable", "number", filter.id);
        let on = ui
            .tick(&mut enabled, words)
            .accessible_name(name.clone())
            .on_hover_text(name);
        if on.changed() {
            actions.push(set(RecordCondition {
                enabled,
                ..filter.clone()
            }));
        }
        let name = look.t1("filter-edit-name", "number", filter.id);
        let edit = look.quiet(ui, look.t("condition-edit"));
        if edit.accessible_name(name).clicked() {
            actions.push(Action::EditCondition(Box::new(filter.clone())));
        }
        let name = look.t1("filter-name", "number", filter.id);
        more_ui(ui, look, &name, |ui| {
            entries_ui(ui, look, world, filter, state, actions);
        });
    });
    let scope = match (filter.site, &filter.tag) {
        (Some(id), _) => world.site(id).map(|site| site.name.clone()),
        (None, Some(tag)) => Some(look.t1("alert-covers-tag", "tag", tag.as_str())),
        (None, None) => None,
    };
    let mut words = vec![
        scope.unwrap_or_else(|| look.t("alert-covers-all")),
        look.t1("filter-row-figures", "count", stored.recent),
    ];
    if stored.skipped > 0 {
        words.push(look.t1("filter-row-skipped", "count", stored.skipped));
    }
    ui.add(Label::new(look.hint(words.join(" · "))).wrap());
    let applied = state.applied.as_ref().map(|(applied, _)| applied);
    match applied.filter(|applied| applied.id == filter.id) {
        Some(applied) if applied == filter => applied_ui(ui, look, filter, state, actions),
        // It has been changed since: what it matched then is not what it would be applied to.
        Some(_) => state.applied = None,
        None => {}
    }
}

/// The further actions on a filter.
fn entries_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    filter: &RecordCondition,
    state: &mut FiltersState,
    actions: &mut Vec<Action>,
) {
    let is = |stored: Option<&StoredCondition>| {
        stored.is_some_and(|stored| stored.condition.id == filter.id)
    };
    for (up, id, why) in [
        (true, "filter-up", "filter-why-first"),
        (false, "filter-down", "filter-why-last"),
    ] {
        let is_there = match up {
            true => is(world.filters.first()),
            false => is(world.filters.last()),
        };
        let entry = ActionItem::new(look, id).unless(look, is_there.then_some(why));
        if entry.entry_ui(ui, look) {
            let order = AlertCommand::MoveFilter { id: filter.id, up };
            actions.push(Action::Send(Command::Alerts(order)));
        }
    }
    let apply = ActionItem::new(look, "filter-apply-open").tip(look, "filter-apply-open-tip");
    if apply.entry_ui(ui, look) {
        state.applied = Some((filter.clone(), None));
        let query = DataQuery::FilterMatches(Box::new(filter.clone()));
        actions.push(Action::Query(query));
    }
    let remove = ActionItem {
        removes: true,
        ..ActionItem::new(look, "app-remove")
    };
    if remove.entry_ui(ui, look) {
        let order = AlertCommand::RemoveCondition(filter.id);
        actions.push(Action::Send(Command::Alerts(order)));
    }
}

/// The stored records that a filter matches, before it is applied to them.
fn applied_ui(
    ui: &mut Ui,
    look: &UiContext,
    filter: &RecordCondition,
    state: &mut FiltersState,
    actions: &mut Vec<Action>,
) {
    let found = state.applied.as_ref().and_then(|(_, found)| found.clone());
    let Some(found) = found else {
        ui.label(look.hint(look.t("filter-matching")));
        return;
    };
    ui.add(Label::new(look.t1("filter-would-apply", "count", found.len())).wrap());
    if found.len() >= MAX_MATCHED {
        let more = look.t1("filter-apply-more", "count", MAX_MATCHED);
        ui.add(Label::new(more).wrap());
    }
    for (_, title) in found.iter().take(NAMED) {
        ui.add(Label::new(look.hint(title)).truncate());
    }
    ui.horizontal_wrapped(|ui| {
        let does_anything =
            filter.actions.skip || filter.actions.tag.is_some() || filter.actions.mark_read;
        if !found.is_empty() && does_anything {
            let id = match filter.actions.skip {
                true => "filter-apply-delete",
                false => "filter-apply-mark",
            };
            let label = match found.len() >= MAX_MATCHED {
                true => look.t("filter-apply-all"),
                false => look.t1(id, "count", found.len()),
            };
            if ui.button(label).clicked() {
                let order = ExportCommand::ApplyFilter(Box::new(filter.clone()));
                actions.push(Action::Send(Command::Exports(order)));
                state.progress = Some(BackgroundJobProgress::default());
                state.applied = None;
            }
        }
        if ui.button(look.t("app-cancel")).clicked() {
            state.applied = None;
        }
    });
}

fn set(filter: RecordCondition) -> Action {
    let order = AlertCommand::Condition(Box::new(filter));
    Action::Send(Command::Alerts(order))
}

/// Draws what was skipped, newest first.
fn skipped_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: Option<SiteId>,
    state: &FiltersState,
    actions: &mut Vec<Action>,
) {
    let known = state.skipped.as_ref().filter(|(of, _)| *of == site);
    let Some((_, skipped)) = known else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    if skipped.is_empty() {
        ui.label(look.hint(look.t("filter-none-skipped")));
    }
    for one in skipped {
        ui.push_id(("skipped", one.id), |ui| {
            skipped_row_ui(ui, look, site, one, actions);
        });
    }
}

fn skipped_row_ui(
    ui: &mut Ui,
    look: &UiContext,
    site: Option<SiteId>,
    one: &SkippedRecord,
    actions: &mut Vec<Action>,
) {
    let title = match one.title.trim() {
        "" => one.url.as_str(),
        title => title,
    };
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(title).wrap());
        if one.is_kept {
            return;
        }
        let name = look.t1("filter-keep-name", "title", title);
        let keep = look.quiet(ui, look.t("filter-keep"));
        let keep = keep.accessible_name(name);
        if keep.on_hover_text(look.t("filter-keep-tip")).clicked() {
            let order = AlertCommand::KeepSkipped(vec![one.id]);
            actions.push(Action::Send(Command::Alerts(order)));
        }
    });
    let page = match (one.is_kept, one.was_read) {
        (true, _) => "filter-kept-waits",
        (false, true) => "filter-page-read",
        (false, false) => "filter-page-saved",
    };
    let by = match one.condition {
        Some(number) => look.t1("filter-by", "number", number),
        None => look.t("filter-by-gone"),
    };
    let mut words = vec![look.time(one.at), by, look.t(page)];
    if title != one.url {
        words.push(one.url.clone());
    }
    if site.is_none() {
        words.insert(1, one.site_name.clone());
    }
    ui.add(Label::new(look.hint(words.join(" · "))).truncate());
}
