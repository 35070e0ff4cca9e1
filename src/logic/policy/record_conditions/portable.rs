//! Filters and record alerts of one site as the text of a file beside its rule file, so that they go
//! where the rule goes. What only its own project has stays there: tasks, messaging services, numbers.

use serde::{Deserialize, Serialize};

use super::check_condition;
use crate::messages::Message;
use crate::model::{
    AlertChannel, ClauseJoin, ConditionActions, ConditionClause, ConditionTiming, RecordCondition,
};

/// The most conditions of a file.
const MAX_CONDITIONS: usize = 200;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ConditionFile {
    filters: Vec<PortableCondition>,
    record_alerts: Vec<PortableCondition>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PortableCondition {
    #[serde(default = "yes")]
    enabled: bool,
    #[serde(default)]
    join: ClauseJoin,
    clauses: Vec<ConditionClause>,
    #[serde(default)]
    timing: ConditionTiming,
    actions: ConditionActions,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    wording: String,
}

fn yes() -> bool {
    true
}

/// The text of the file for `conditions`; `None` if none of them can leave the project.
pub fn conditions_to_json(conditions: &[RecordCondition]) -> Option<String> {
    let mut file = ConditionFile::default();
    for condition in conditions {
        let portable = PortableCondition {
            enabled: condition.enabled,
            join: condition.join,
            clauses: condition.clauses.clone(),
            timing: condition.timing,
            actions: portable_actions(&condition.actions),
            wording: condition.wording.clone(),
        };
        if portable.actions.is_nothing() {
            continue;
        }
        match condition.is_filter() {
            true => file.filters.push(portable),
            false => file.record_alerts.push(portable),
        }
    }
    if file.filters.is_empty() && file.record_alerts.is_empty() {
        return None;
    }
    let text = serde_json::to_string_pretty(&file).ok()?;
    Some(text + "\n")
}

/// The conditions of such a file, for no site yet, each checked.
///
/// # Errors
/// What is wrong with it.
pub fn conditions_from_json(text: &str) -> Result<Vec<RecordCondition>, Message> {
    let file: ConditionFile = serde_json::from_str(text).map_err(|error| {
        Message::new("filter-file-unreadable").with("reason", error.to_string())
    })?;
    let filters = file.filters.into_iter().map(|one| PortableCondition {
        timing: ConditionTiming::Arrival,
        ..one
    });
    let told = file.record_alerts.into_iter();
    let mut conditions = Vec::new();
    for portable in filters.chain(told) {
        let condition = RecordCondition {
            enabled: portable.enabled,
            join: portable.join,
            clauses: portable.clauses,
            timing: portable.timing,
            actions: portable_actions(&portable.actions),
            wording: portable.wording,
            ..RecordCondition::default()
        };
        check_condition(&condition)?;
        conditions.push(condition);
    }
    if conditions.len() > MAX_CONDITIONS {
        return Err(Message::new("condition-too-many").with("most", MAX_CONDITIONS));
    }
    Ok(conditions)
}

/// Whether two conditions would be the same text in such a file, but for their words and whether they are on:
/// one that comes back to its own project is no other one there.
pub fn is_same_in_a_file(one: &RecordCondition, other: &RecordCondition) -> bool {
    let says = |condition: &RecordCondition| {
        (
            condition.join,
            condition.clauses.clone(),
            condition.timing,
            portable_actions(&condition.actions),
        )
    };
    says(one) == says(other)
}

/// The actions that any project can do. Tasks and messaging services belong to their own project and are
/// left out; an alert that only services told becomes a desktop notification.
fn portable_actions(actions: &ConditionActions) -> ConditionActions {
    let mut channels = actions.channels.clone();
    channels.retain(|channel| !matches!(channel, AlertChannel::Service(_)));
    if channels.is_empty() && !actions.channels.is_empty() {
        channels.push(AlertChannel::Desktop);
    }
    ConditionActions {
        channels,
        task: None,
        ..actions.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ClauseTest, SiteId, TaskId};

    fn condition(timing: ConditionTiming, actions: ConditionActions) -> RecordCondition {
        RecordCondition {
            id: 7,
            position: 3,
            site: Some(SiteId(4)),
            enabled: true,
            timing,
            actions,
            clauses: vec![ConditionClause {
                field: "title".to_owned(),
                test: ClauseTest::Contains,
                value: "advert".to_owned(),
            }],
            ..RecordCondition::default()
        }
    }

    #[test]
    fn conditions_travel_without_what_belongs_to_their_project() {
        let filter = condition(
            ConditionTiming::Arrival,
            ConditionActions {
                skip: true,
                ..ConditionActions::default()
            },
        );
        let alert = condition(
            ConditionTiming::Again,
            ConditionActions {
                tell: true,
                channels: vec![AlertChannel::Service(2)],
                task: Some(TaskId(9)),
                ..ConditionActions::default()
            },
        );
        let runs_only = condition(
            ConditionTiming::Again,
            ConditionActions {
                task: Some(TaskId(9)),
                ..ConditionActions::default()
            },
        );
        let text = conditions_to_json(&[alert.clone(), runs_only.clone(), filter.clone()]);
        let read = conditions_from_json(&text.expect("a file")).expect("read");
        let [own_filter, own_alert] = &read[..] else {
            panic!("two: {read:?}");
        };
        assert_eq!(
            (own_filter.id, own_filter.site, own_filter.position),
            (0, None, 0)
        );
        assert_eq!(own_filter.clauses, filter.clauses);
        assert_eq!(own_filter.actions, filter.actions);
        assert_eq!(own_alert.actions.channels, [AlertChannel::Desktop]);
        assert_eq!(own_alert.actions.task, None);
        assert_eq!(conditions_to_json(&[runs_only]), None);
    }

    #[test]
    fn a_file_with_a_fault_is_refused() {
        let unknown = "{\"filters\": [], \"secrets\": []}";
        let error = conditions_from_json(unknown).expect_err("unknown");
        assert_eq!(error.id, "filter-file-unreadable");
        let pattern = "{\"filters\": [{\"clauses\": [{\"field\": \"title\", \"test\": \"matches\",
            \"value\": \"(\"}], \"actions\": {\"skip\": true}}]}";
        assert!(conditions_from_json(pattern).is_err());
        let nothing = "{\"filters\": [{\"clauses\": [], \"actions\": {}}]}";
        assert!(conditions_from_json(nothing).is_err());
    }
}
