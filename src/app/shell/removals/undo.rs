//! How long the offer to undo stands; and the undo of immediate actions whose previous state only a
//! view knows: removing a named search, removing or changing an alert condition.

use std::time::Duration;

use crate::shell::Bowerbird;
use bowerbird_engine::types::{AlertPlan, Message};
use bowerbird_engine::{AlertOrder, Command, TextOrder};

/// How long a removal can be undone.
pub const GRACE: Duration = Duration::from_secs(8);
/// The same for a site, which has more data.
pub const SITE_GRACE: Duration = Duration::from_secs(20);

impl Bowerbird {
    /// The command that undoes `command`, and its message.
    pub(in crate::shell) fn undo_of(&self, command: &Command) -> Option<(Command, Message)> {
        match command {
            Command::Texts(TextOrder::SaveSearch { name, filter: None }) => {
                let known = &self.views.results.beside.searches;
                let (_, filter) = known.iter().find(|(known, _)| known == name)?;
                let back = TextOrder::SaveSearch {
                    name: name.clone(),
                    filter: Some(Box::new(filter.clone())),
                };
                let told = Message::new("alert-removed-search").with("name", name.as_str());
                Some((Command::Texts(back), told))
            }
            Command::Alerts(AlertOrder::Plan(plan)) => {
                let before = self.views.settings.alerts.plan()?;
                let number = removed(before, plan)?;
                let back = AlertOrder::Plan(Box::new(before.clone()));
                let told = Message::new("alert-removed").with("number", number);
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
