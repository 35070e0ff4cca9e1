//! The selected change: its values side by side, what can be done, and the record's history.

use eframe::egui::{ScrollArea, Ui};

use super::{ChangesState, history, versions};
use crate::action::Action;
use crate::background::DataQuery;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::records::comparison::{job_of, number_words};
use bowerbird_engine::types::{
    ChangeKind, RecordFact, RuleOrigin, TextPart, TextSide, compared_words, leaving_out, printable,
};
use bowerbird_engine::{Command, SiteCommand, TextCommand};

/// Shows the record of a change among the results, with its versions.
pub(super) fn show_record(fact: &RecordFact) -> Action {
    Action::ShowRecord {
        site: fact.site,
        title: fact.title.clone(),
    }
}

/// Leaves the field of a change out of the changes of its site, in its rule.
pub(super) fn leave_out(world: &AppState, fact: &RecordFact, actions: &mut Vec<Action>) {
    let Some(site) = world.site(fact.site) else {
        return;
    };
    let Some(rule_toml) = leaving_out(&site.rule_toml, &fact.field) else {
        return;
    };
    actions.push(Action::Send(Command::Site(SiteCommand::Update {
        site: site.id,
        rule_toml,
        origin: RuleOrigin::Edited,
    })));
    actions.push(Action::Send(Command::Texts(TextCommand::LeaveOut {
        site: site.id,
        field: fact.field.clone(),
    })));
}

/// Draws the selected change.
pub(super) fn detail_ui(
    ui: &mut Ui,
    look: &UiContext,
    fact: &RecordFact,
    state: &mut ChangesState,
    actions: &mut Vec<Action>,
) {
    if state
        .history
        .as_ref()
        .is_none_or(|(record, _)| *record != fact.record)
    {
        state.history = Some((fact.record, Vec::new()));
        actions.push(Action::Query(DataQuery::ChangesOf(fact.record)));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(look.title(printable(&fact.title)));
        ui.label(look.hint(look.exact_time(fact.at)));
        if ui.link(look.t("changes-show-record")).clicked() {
            actions.push(show_record(fact));
        }
        let open = ui.link(look.t("changes-open-page"));
        if open.on_hover_text(fact.url.as_str()).clicked() {
            let url = fact.url.clone();
            actions.push(Action::Browse { url, check: false });
        }
    });
    ScrollArea::vertical()
        .id_salt("change-detail")
        .auto_shrink(false)
        .show(ui, |ui| {
            // The comparison of versions shows them too.
            if fact.kind == ChangeKind::Changed && !state.compared.is_open() {
                values_ui(ui, look, fact);
            }
            versions::versions_ui(ui, look, fact, state, actions);
            let facts = state.history.as_ref().map(|(_, facts)| facts.as_slice());
            history::history_ui(ui, look, fact, facts.unwrap_or_default());
        });
}

fn values_ui(ui: &mut Ui, look: &UiContext, fact: &RecordFact) {
    let tokens = look.tokens;
    let parts = compared_words(&fact.before, &fact.after);
    ui.horizontal_wrapped(|ui| {
        ui.label(look.hint(fact.field.as_str()));
        if let Some(words) = number_words(&fact.before, &fact.after) {
            ui.label(words);
        }
    });
    ui.columns_const(|[left, right]| {
        let sides = [
            (left, "changes-before", TextSide::After),
            (right, "changes-after", TextSide::Before),
        ];
        for (ui, id, other) in sides {
            ui.label(look.hint(look.t(id)));
            let own = parts.iter().filter(|part| part.side != other);
            let own: Vec<TextPart> = own.cloned().collect();
            let job = job_of(ui, &own, (tokens.text, tokens.bad, tokens.ok));
            ui.label(job);
        }
    });
}
