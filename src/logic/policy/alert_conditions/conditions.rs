//! Evaluates alert conditions. Input: conditions and facts about sites, as values. Output:
//! which conditions hold, in words; and the changes to the raised alerts. Pure.

use jiff::Timestamp;

use super::facts::{AlertChanges, AlertFacts, ConditionState as State, RunFacts, SiteFacts};
use super::run_events::{changes_found, clear_earlier, new_records};
use super::site_states;
use crate::messages::Message;
use crate::model::{AlertKind, AlertRule, RaisedAlert, RunEnd, SiteId, size_text};

/// Runs whose mean is compared with the median of those before.
const RECENT: usize = 3;
/// The minimum number of earlier runs; fewer do not show what is usual.
const BEFORE: usize = 5;
/// The maximum number of runs evaluated.
pub const RUNS_JUDGED: usize = 24;
/// The minimum number of answers of a run; a share of fewer is meaningless.
pub(super) const ANSWERS: u64 = 5;
/// Bytes of a megabyte, as disks are sold.
const MEGABYTE: u64 = 1_000_000;

/// Evaluates the conditions against the facts and the raised alerts (not cleared yet). Alerts
/// without facts stay unchanged; those of a removed or disabled condition are cleared.
pub fn judge(
    rules: &[AlertRule],
    facts: &AlertFacts,
    raised: &[RaisedAlert],
    now: Timestamp,
) -> AlertChanges {
    let mut changes = AlertChanges::default();
    let live: Vec<&AlertRule> = rules.iter().filter(|rule| rule.enabled).collect();
    for open in raised {
        let covered = live.iter().any(|rule| {
            let site = open.site.map(|site| (site, facts.sites.get(&site)));
            rule.id == open.rule
                && match site {
                    None => true,
                    Some((_, None)) => !facts.all_sites,
                    Some((id, Some(site))) => covers(rule, id, site),
                }
        });
        if !covered {
            changes.cleared.push(open.id);
        }
    }
    for rule in live {
        if !rule.kind.is_of_sites() {
            let state = disk(rule, facts);
            note(rule, None, "", state, raised, now, &mut changes);
            continue;
        }
        for (id, site) in &facts.sites {
            if covers(rule, *id, site) {
                let state = match (rule.kind, facts.all_sites) {
                    // Only the end of a run is news; a condition that is new itself has none.
                    (kind, true) if kind.is_event() => State::Unknown,
                    _ => of_site(rule, site),
                };
                if rule.kind.is_event() && matches!(state, State::Bad(_)) {
                    clear_earlier(rule, *id, site, raised, &mut changes);
                }
                note(
                    rule,
                    Some(*id),
                    &site.name,
                    state,
                    raised,
                    now,
                    &mut changes,
                );
            }
        }
    }
    changes
}

fn note(
    rule: &AlertRule,
    site: Option<SiteId>,
    name: &str,
    state: State,
    raised: &[RaisedAlert],
    now: Timestamp,
    changes: &mut AlertChanges,
) {
    let open = raised
        .iter()
        .find(|open| open.rule == rule.id && open.site == site)
        .filter(|open| !rule.kind.is_event() || !changes.cleared.contains(&open.id));
    match (state, open) {
        (State::Well, Some(open)) if !changes.cleared.contains(&open.id) => {
            changes.cleared.push(open.id);
        }
        (State::Bad(message), None) => changes.raised.push(RaisedAlert {
            id: 0,
            rule: rule.id,
            kind: rule.kind,
            site,
            site_name: name.to_owned(),
            message,
            raised_at: now,
            cleared_at: None,
            told_at: None,
            told_cleared_at: None,
            deliveries: Vec::new(),
            fault: None,
        }),
        _ => {}
    }
}

fn covers(rule: &AlertRule, id: SiteId, site: &SiteFacts) -> bool {
    rule.site.is_none_or(|only| only == id)
        && rule.tag.as_ref().is_none_or(|tag| site.tags.contains(tag))
}

fn disk(rule: &AlertRule, facts: &AlertFacts) -> State {
    let Some(free) = facts.free_bytes else {
        return State::Unknown;
    };
    if free >= rule.threshold.saturating_mul(MEGABYTE) {
        return State::Well;
    }
    State::Bad(
        Message::new("alert-disk-low")
            .with("free", size_text(free))
            .with("least", size_text(rule.threshold.saturating_mul(MEGABYTE))),
    )
}

fn of_site(rule: &AlertRule, site: &SiteFacts) -> State {
    if rule.kind == AlertKind::Missed {
        if site.missed < rule.threshold {
            return State::Well;
        }
        return State::Bad(Message::new("alert-missed-turns").with("count", site.missed));
    }
    if let Some(state) = site_states::of_standing(rule.kind, site) {
        return state;
    }
    let Some(runs) = &site.runs else {
        return State::Unknown;
    };
    match rule.kind {
        AlertKind::NewRecords => new_records(rule.threshold, runs, &site.new_titles),
        AlertKind::Changes => changes_found(rule.threshold, runs, &site.changes),
        AlertKind::NoNew => no_new(rule.threshold, runs),
        AlertKind::LowYield => low_yield(rule.threshold, runs),
        AlertKind::Failing => site_states::failing(rule.threshold, runs),
        AlertKind::LacksField => site_states::lacks_field(rule.threshold, runs, &site.lacking),
        _ => blocked(rule.threshold, runs),
    }
}

/// Runs that were not cut short: one stopped by a person says nothing about the site.
fn whole(runs: &[RunFacts]) -> Vec<u64> {
    let went = |run: &&RunFacts| {
        use RunEnd::{Blocked, Failed, Finished, Limited};
        matches!(run.end, Finished | Blocked | Failed | Limited)
    };
    runs.iter().filter(went).map(|run| run.new).collect()
}

fn no_new(most: u64, runs: &[RunFacts]) -> State {
    let whole = whole(runs);
    let empty = whole.iter().take_while(|new| **new == 0).count();
    let empty = u64::try_from(empty).unwrap_or(u64::MAX);
    if empty >= most {
        return State::Bad(Message::new("alert-no-new-records").with("count", empty));
    }
    match whole.is_empty() {
        true => State::Unknown,
        false => State::Well,
    }
}

fn low_yield(percent: u64, runs: &[RunFacts]) -> State {
    let whole = whole(runs);
    let (recent, before) = whole.split_at(RECENT.min(whole.len()));
    let mut before = before.to_vec();
    before.sort_unstable();
    let usual = before.get(before.len() / 2).copied().unwrap_or_default();
    if before.len() < BEFORE || usual == 0 {
        return State::Unknown;
    }
    let sum: u64 = recent.iter().sum();
    let count = u64::try_from(recent.len()).unwrap_or(1).max(1);
    if sum * 100 >= percent * usual * count {
        return State::Well;
    }
    State::Bad(
        Message::new("alert-yield-fell")
            .with("mean", sum.div_ceil(count))
            .with("usual", usual),
    )
}

fn blocked(percent: u64, runs: &[RunFacts]) -> State {
    let Some(last) = runs.first() else {
        return State::Unknown;
    };
    let all = last.answers + last.blocks;
    let enough = all >= ANSWERS || last.end == RunEnd::Blocked;
    if last.blocks == 0 || !enough {
        return match last.end {
            RunEnd::Finished => State::Well,
            _ => State::Unknown,
        };
    }
    let share = last.blocks * 100 / all.max(1);
    if share < percent {
        return State::Well;
    }
    State::Bad(
        Message::new("alert-blocked-share")
            .with("percent", share)
            .with("blocks", last.blocks)
            .with("all", all),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::policy::alert_conditions::FoundChanges;

    fn run(new: u64) -> RunFacts {
        RunFacts {
            end: RunEnd::Finished,
            answers: 10,
            blocks: 0,
            failed: 0,
            new,
            ended_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn rule(kind: AlertKind) -> AlertRule {
        AlertRule {
            id: 1,
            kind,
            threshold: kind.usual(),
            site: None,
            tag: None,
            enabled: true,
        }
    }

    fn facts(runs: Vec<RunFacts>) -> AlertFacts {
        let site = SiteFacts {
            name: "news".to_owned(),
            tags: BTreeSet::from(["daily".to_owned()]),
            runs: Some(runs),
            changes: FoundChanges::default(),
            standing: None,
            lacking: Vec::new(),
            new_titles: vec!["First".to_owned(), "Second".to_owned()],
            missed: 0,
        };
        AlertFacts {
            sites: BTreeMap::from([(SiteId(1), site)]),
            all_sites: true,
            free_bytes: Some(10_000_000_000),
        }
    }

    fn holds(kind: AlertKind, facts: &AlertFacts) -> Option<&'static str> {
        let changes = judge(&[rule(kind)], facts, &[], Timestamp::UNIX_EPOCH);
        let id = changes.raised.first().map(|one| one.message.id.clone());
        match id.as_deref() {
            Some("alert-no-new-records") => Some("no-new"),
            Some("alert-yield-fell") => Some("low-yield"),
            Some("alert-blocked-share") => Some("blocked"),
            Some("alert-missed-turns") => Some("missed"),
            Some("alert-disk-low") => Some("disk"),
            _ => None,
        }
    }

    #[test]
    fn conditions_hold_at_their_threshold_and_not_before() {
        let news = |all: &[u64]| facts(all.iter().copied().map(run).collect());
        let no_new = |all| holds(AlertKind::NoNew, &news(all));
        assert_eq!(no_new(&[0, 0, 4]), None);
        assert_eq!(no_new(&[0, 0, 0, 4]), Some("no-new"));
        let low = |all| holds(AlertKind::LowYield, &news(all));
        assert_eq!(low(&[5, 5, 5, 10, 10, 10, 10, 10]), None, "just half");
        assert_eq!(low(&[5, 5, 4, 10, 10, 10, 10, 10]), Some("low-yield"));
        assert_eq!(low(&[0, 0, 0, 10, 10]), None, "too few runs to know");
        let blocks = |blocks| {
            let last = RunFacts {
                answers: 10 - blocks,
                blocks,
                ..run(1)
            };
            holds(AlertKind::Blocked, &facts(vec![last]))
        };
        assert_eq!(blocks(1), None);
        assert_eq!(blocks(2), Some("blocked"));
        let mut missed = news(&[1]);
        missed.sites.values_mut().for_each(|site| site.missed = 3);
        assert_eq!(holds(AlertKind::Missed, &missed), Some("missed"));
        let mut full = news(&[1]);
        assert_eq!(holds(AlertKind::Disk, &full), None);
        full.free_bytes = Some(999_999_999);
        assert_eq!(holds(AlertKind::Disk, &full), Some("disk"));
    }

    #[test]
    fn new_records_are_told_once_a_run_and_not_of_runs_before_the_condition() {
        let rules = [rule(AlertKind::NewRecords)];
        let at = |second| Timestamp::from_second(second).expect("a time");
        let after = |new: &[(u64, i64)]| {
            let runs = new.iter().map(|(new, second)| RunFacts {
                ended_at: at(*second),
                ..run(*new)
            });
            AlertFacts {
                all_sites: false,
                ..facts(runs.collect())
            }
        };
        let first = judge(&rules, &after(&[(2, 10)]), &[], at(11));
        let message = &first.raised[0].message;
        assert_eq!(message.id, "alert-new-records-titles");
        let mut open = first.raised;
        open[0].id = 7;
        let again = judge(&rules, &after(&[(2, 10)]), &open, at(12));
        assert_eq!(again, AlertChanges::default(), "the same run");
        let next = judge(&rules, &after(&[(3, 20), (2, 10)]), &open, at(21));
        assert_eq!((next.raised.len(), &next.cleared[..]), (1, &[7][..]));
        let none = judge(&rules, &after(&[(0, 20), (2, 10)]), &open, at(21));
        assert_eq!((none.raised.len(), &none.cleared[..]), (0, &[7][..]));
        let made_later = AlertFacts {
            all_sites: true,
            ..after(&[(2, 10)])
        };
        assert!(judge(&rules, &made_later, &[], at(30)).raised.is_empty());
    }

    #[test]
    fn changes_are_told_once_a_run() {
        let rules = [rule(AlertKind::Changes)];
        let at = |second| Timestamp::from_second(second).expect("a time");
        let after = |count: u64, second: i64| {
            let mut facts = facts(vec![RunFacts {
                ended_at: at(second),
                ..run(0)
            }]);
            facts.all_sites = false;
            for site in facts.sites.values_mut() {
                site.changes = FoundChanges {
                    count,
                    first: vec!["Tea: price 3.20 → 2.90".to_owned()],
                };
            }
            facts
        };
        let none = judge(&rules, &after(0, 10), &[], at(11));
        assert!(none.raised.is_empty());
        let mut open = judge(&rules, &after(1, 10), &[], at(11)).raised;
        assert_eq!(open[0].message.id, "alert-changes");
        open[0].id = 7;
        let again = judge(&rules, &after(1, 10), &open, at(12));
        assert_eq!(again, AlertChanges::default(), "the same run");
        let next = judge(&rules, &after(2, 20), &open, at(21));
        assert_eq!((next.raised.len(), &next.cleared[..]), (1, &[7][..]));
    }

    #[test]
    fn a_run_that_a_person_stopped_says_nothing() {
        let stopped = RunFacts {
            end: RunEnd::Stopped,
            ..run(0)
        };
        let runs = vec![stopped, stopped, stopped, run(4)];
        assert_eq!(holds(AlertKind::NoNew, &facts(runs)), None);
    }

    #[test]
    fn what_holds_is_raised_once_and_cleared_once() {
        let now = Timestamp::UNIX_EPOCH;
        let rules = [rule(AlertKind::NoNew)];
        let bad = facts(vec![run(0); 3]);
        let mut raised = judge(&rules, &bad, &[], now).raised;
        assert_eq!(raised.len(), 1);
        raised[0].id = 7;
        assert_eq!(judge(&rules, &bad, &raised, now), AlertChanges::default());
        let mut unknown = bad.clone();
        unknown.sites.values_mut().for_each(|site| site.runs = None);
        assert_eq!(
            judge(&rules, &unknown, &raised, now),
            AlertChanges::default()
        );
        let well = facts(vec![run(2), run(0), run(0)]);
        assert_eq!(judge(&rules, &well, &raised, now).cleared, [7]);
        assert_eq!(judge(&[], &bad, &raised, now).cleared, [7]);
        let elsewhere = AlertRule {
            tag: Some("weekly".to_owned()),
            ..rules[0].clone()
        };
        assert_eq!(judge(&[elsewhere], &bad, &raised, now).cleared, [7]);
    }

    #[test]
    fn sites_that_were_not_looked_at_keep_what_they_have() {
        let now = Timestamp::UNIX_EPOCH;
        let rules = [rule(AlertKind::NoNew)];
        let mut raised = judge(&rules, &facts(vec![run(0); 3]), &[], now).raised;
        raised[0].id = 7;
        let other = AlertFacts::default();
        assert!(judge(&rules, &other, &raised, now).cleared.is_empty());
        let gone = AlertFacts {
            all_sites: true,
            ..other
        };
        assert_eq!(judge(&rules, &gone, &raised, now).cleared, [7]);
    }
}
