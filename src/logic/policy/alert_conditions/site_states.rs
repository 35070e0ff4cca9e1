//! The states of a site as the monitor shows them, as alerts: it does not answer as it should, waits
//! for a person, was redesigned, has nothing, fails on many pages, lacks a field. Input: where it
//! stands, and facts about its last run. Output: states. Pure.

use super::conditions::ANSWERS;
use super::facts::{ConditionState, RunFacts, SiteFacts};
use crate::messages::Message;
use crate::model::{AlertKind, PageState, RunEnd};

/// Whether a condition about where a site stands holds; `None` for other conditions.
pub(super) fn of_standing(kind: AlertKind, site: &SiteFacts) -> Option<ConditionState> {
    let asks: fn(&super::SiteStanding) -> bool = match kind {
        AlertKind::Trouble => {
            |standing| !matches!(standing.state, PageState::Ok | PageState::Empty)
        }
        AlertKind::NeedsYou => |standing| standing.needs_you,
        AlertKind::Redesigned => |standing| standing.state == PageState::LayoutChanged,
        AlertKind::Nothing => |standing| standing.state == PageState::Empty,
        _ => return None,
    };
    Some(match &site.standing {
        None => ConditionState::Unknown,
        Some(standing) if asks(standing) => {
            let id = match kind {
                AlertKind::NeedsYou => "alert-needs-you",
                _ => "alert-standing",
            };
            ConditionState::Bad(Message::new(id).with("reason", standing.reason.clone()))
        }
        Some(_) => ConditionState::Well,
    })
}

/// Whether many pages of the last run failed.
pub(super) fn failing(percent: u64, runs: &[RunFacts]) -> ConditionState {
    let Some(last) = runs.first() else {
        return ConditionState::Unknown;
    };
    let all = last.answers + last.blocks;
    if all < ANSWERS || last.failed == 0 {
        return match last.end {
            RunEnd::Finished => ConditionState::Well,
            _ => ConditionState::Unknown,
        };
    }
    let share = last.failed * 100 / all.max(1);
    if share < percent {
        return ConditionState::Well;
    }
    ConditionState::Bad(
        Message::new("alert-failing")
            .with("percent", share)
            .with("failed", last.failed)
            .with("all", all),
    )
}

/// Whether many records of the last run lack a field that records have.
pub(super) fn lacks_field(
    percent: u64,
    runs: &[RunFacts],
    lacking: &[(String, u64)],
) -> ConditionState {
    if runs.is_empty() {
        return ConditionState::Unknown;
    }
    let short = lacking.iter().filter(|(_, share)| *share >= percent);
    let named: Vec<String> = short
        .map(|(field, share)| format!("{field} ({share}%)"))
        .collect();
    match named.is_empty() {
        true => ConditionState::Well,
        false => {
            let fields = named.join(", ");
            ConditionState::Bad(Message::new("alert-lacks-field").with("fields", fields))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::alert_conditions::SiteStanding;

    fn holds(kind: AlertKind, state: PageState, needs_you: bool) -> bool {
        let site = SiteFacts {
            standing: Some(SiteStanding {
                state,
                reason: Message::new("alert-passed"),
                needs_you,
            }),
            ..SiteFacts::default()
        };
        matches!(of_standing(kind, &site), Some(ConditionState::Bad(_)))
    }

    #[test]
    fn each_state_of_the_monitor_can_be_told() {
        assert!(holds(AlertKind::Trouble, PageState::Blocked, false));
        assert!(!holds(AlertKind::Trouble, PageState::Empty, false));
        assert!(holds(AlertKind::Nothing, PageState::Empty, false));
        assert!(holds(
            AlertKind::Redesigned,
            PageState::LayoutChanged,
            false
        ));
        assert!(!holds(AlertKind::Redesigned, PageState::Blocked, false));
        assert!(holds(AlertKind::NeedsYou, PageState::Blocked, true));
        assert!(!holds(AlertKind::NeedsYou, PageState::Blocked, false));
        let unknown = of_standing(AlertKind::Trouble, &SiteFacts::default());
        assert!(matches!(unknown, Some(ConditionState::Unknown)));
    }

    #[test]
    fn pages_that_fail_and_fields_that_lack_count_from_their_share_on() {
        let run = |failed| RunFacts {
            end: RunEnd::Finished,
            answers: 10,
            blocks: 0,
            failed,
            new: 1,
            ended_at: jiff::Timestamp::UNIX_EPOCH,
        };
        let fails = |failed| matches!(failing(20, &[run(failed)]), ConditionState::Bad(_));
        assert!(!fails(1));
        assert!(fails(2));
        let lacks = |share| {
            let lacking = [("price".to_owned(), share)];
            matches!(lacks_field(50, &[run(0)], &lacking), ConditionState::Bad(_))
        };
        assert!(!lacks(49));
        assert!(lacks(50));
    }
}
