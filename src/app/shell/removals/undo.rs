//! The undo of immediate actions whose previous state only a view knows: removing a named search, an alert,
//! or a condition over records; and of deleting records. How long it is offered is in `undo_duration`.

use super::site_batches::undo_of_batch;
use crate::shell::Bowerbird;
use bowerbird_engine::types::{AlertPlan, Message};
use bowerbird_engine::{AlertCommand, Command, SiteCommand, TextCommand};

impl Bowerbird {
    /// The command that undoes `command`, and its message.
    pub(in crate::shell) fn undo_of(&self, command: &Command) -> Option<(Command, Message)> {
        match command {
            Command::Site(SiteCommand::Batch(batch)) => undo_of_batch(batch, &self.world),
            Command::Texts(TextCommand::SaveSearch { name, filter: None }) => {
                let known = &self.views.results.beside.searches;
                let (_, filter) = known.iter().find(|(known, _)| known == name)?;
                let back = TextCommand::SaveSearch {
                    name: name.clone(),
                    filter: Some(Box::new(filter.clone())),
                };
                let told = Message::new("alert-removed-search").with("name", name.as_str());
                Some((Command::Texts(back), told))
            }
            Command::Texts(TextCommand::Delete(records)) => {
                let told = Message::new("texts-deleted").with("count", records.len());
                let back = TextCommand::Restore(records.clone());
                Some((Command::Texts(back), told))
            }
            Command::Alerts(AlertCommand::Plan(plan)) => {
                let before = self.views.settings.alerts.plan()?;
                let number = removed(before, plan)?;
                let back = AlertCommand::Plan(Box::new(before.clone()));
                let told = Message::new("alert-removed").with("number", number);
                Some((Command::Alerts(back), told))
            }
            Command::Alerts(AlertCommand::RemoveCondition(id)) => {
                let mut filters = self.world.filters.iter().map(|stored| &stored.condition);
                let filter = filters.find(|filter| filter.id == *id);
                let before = filter.or_else(|| self.views.settings.alerts.condition(*id))?;
                let told = match before.is_filter() {
                    true => "filter-removed",
                    false => "condition-removed",
                };
                let back = AlertCommand::Condition(Box::new(before.clone()));
                let told = Message::new(told).with("number", *id);
                Some((Command::Alerts(back), told))
            }
            _ => None,
        }
    }
}

/// The condition of `before` that is missing in `after`.
fn removed(before: &AlertPlan, after: &AlertPlan) -> Option<u64> {
    let stays = |id: u64| after.rules.iter().any(|rule| rule.id == id);
    let gone = before.rules.iter().find(|rule| !stays(rule.id))?;
    Some(gone.id)
}
