//! Events about alerts, and the project's alert data.

use crate::action::{Action, Notice};
use crate::background::DataQuery;
use crate::notices::Topic;
use crate::notices::notification_centre::alerts_text;
use crate::shell::Bowerbird;
use bowerbird_engine::AlertEvent;
use bowerbird_engine::types::{AlertPlan, Message, RaisedAlert, StoredCondition, failing_channels};

impl Bowerbird {
    /// Handles an event about alerts.
    pub(super) fn alert_event(&mut self, event: AlertEvent, actions: &mut Vec<Action>) {
        match event {
            AlertEvent::Changed => {
                self.unlocking.alerts_changed();
                actions.extend([DataQuery::Alerts, DataQuery::Review].map(Action::Query));
            }
            AlertEvent::Taken(count) => {
                let told = Message::new("filters-taken").with("count", count);
                self.notify(Notice::success(told), Topic::Other);
            }
            AlertEvent::Kept(kept) => {
                self.views.settings.filters.skipped_changed();
                self.views.sites.filters.skipped_changed();
                let told = match kept.refused {
                    0 => Notice::success(kept.outcome()),
                    _ => Notice::info(kept.outcome()),
                };
                self.notify(told, Topic::Other);
            }
            AlertEvent::Raised(raised) => {
                self.alerts.alerts_raised(raised.len());
                self.notify(Notice::info(alerts_text(&raised)), Topic::Other);
            }
            AlertEvent::Tested { channel, fault } => {
                if let Some(fault) = &fault {
                    self.unlocking.failed(fault);
                }
                let told = fault.clone().unwrap_or_else(|| {
                    let plan = self.views.settings.alerts.plan();
                    let name = plan.map(|plan| plan.channel_name(channel));
                    let name = name.unwrap_or_else(|| channel.token().into_owned().into());
                    Message::new("alert-tested").with("channel", name)
                });
                let notice = match fault {
                    None => Notice::success(told),
                    Some(_) => Notice::bad(told),
                };
                self.notify(notice, Topic::Other);
            }
        }
    }

    /// Handles the project's conditions, channels and recent alerts.
    pub(super) fn alert_plan_came(
        &mut self,
        plan: AlertPlan,
        raised: Vec<RaisedAlert>,
        conditions: Vec<StoredCondition>,
    ) {
        self.alerts.alerts_came(&raised);
        let failing = failing_channels(&raised);
        self.world.failing_channels = failing.into_iter().cloned().collect();
        let watched = conditions.iter().filter(|stored| stored.condition.enabled);
        let watched = watched.filter_map(|stored| {
            let value = stored.value.clone().filter(|value| !value.is_empty())?;
            Some((stored.condition.site?, value))
        });
        self.world.watched = watched.collect();
        let (filters, conditions) = conditions
            .into_iter()
            .partition(|stored| stored.condition.is_filter());
        self.world.filters = filters;
        self.views.settings.alerts.came(plan, raised, conditions);
    }
}
