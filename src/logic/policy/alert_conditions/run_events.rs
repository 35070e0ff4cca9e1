//! What a run found, as alerts: new records, and changes of records. They are told after each run
//! that finds enough, and never as resolved. Input: facts about the last runs. Output: states. Pure.

use super::facts::{AlertChanges, ConditionState, FoundChanges, RunFacts, SiteFacts};
use crate::messages::Message;
use crate::model::{AlertRule, RaisedAlert, SiteId};

/// Clears what an earlier run of the site had found, so that what the last one found is raised.
pub(super) fn clear_earlier(
    rule: &AlertRule,
    id: SiteId,
    site: &SiteFacts,
    raised: &[RaisedAlert],
    changes: &mut AlertChanges,
) {
    let ended = site.runs.iter().flatten().map(|run| run.ended_at).next();
    let earlier = raised.iter().filter(|open| {
        let is_own = open.rule == rule.id && open.site == Some(id);
        is_own && ended.is_some_and(|ended| ended > open.raised_at)
    });
    changes.cleared.extend(earlier.map(|open| open.id));
}

pub(super) fn new_records(least: u64, runs: &[RunFacts], titles: &[String]) -> ConditionState {
    let Some(last) = runs.first() else {
        return ConditionState::Unknown;
    };
    if last.new < least {
        return ConditionState::Well;
    }
    let message = match titles.is_empty() {
        true => Message::new("alert-new-records"),
        false => Message::new("alert-new-records-titles").with("titles", titles.join(" · ")),
    };
    ConditionState::Bad(message.with("count", last.new))
}

pub(super) fn changes_found(least: u64, runs: &[RunFacts], found: &FoundChanges) -> ConditionState {
    if runs.is_empty() {
        return ConditionState::Unknown;
    }
    if found.count < least.max(1) {
        return ConditionState::Well;
    }
    let message = Message::new("alert-changes").with("changes", found.first.join("; "));
    ConditionState::Bad(message.with("count", found.count))
}
