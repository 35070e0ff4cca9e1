//! The facts from the store and the disk that alert conditions are evaluated against.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::context::EngineContext;
use crate::protocol::EngineError;
use bowerbird_io::store::{RecordFilter, TurnFilter};
use bowerbird_io::system::disk_and_memory::free_bytes;
use bowerbird_logic::messages::{Catalogue, Language, Message};
use bowerbird_logic::model::{
    AlertKind, AlertPlan, ChangeFilter, ChangeKind, PageState, RecordFact, RuleHealth, Run, Site,
    SiteId, Supervision, TurnOutcome,
};
use bowerbird_logic::page::collapse;
use bowerbird_logic::policy::alert_conditions::{
    AlertFacts, FoundChanges, RUNS_JUDGED, RunFacts, SiteFacts, SiteStanding,
};

/// The maximum number of turns searched for missed ones.
const TURNS: usize = 5_000;

/// The number of titles of new records that are told, of how many records looked at.
const TITLES: usize = 3;
const RECORDS: u64 = 50;
/// The changes of a run that are counted, at most.
const CHANGES: usize = 10_000;
/// The records of a run from which on a share of them says something.
const LEAST_RECORDS: u64 = 3;
/// The length of a title, in characters.
const TITLE_CHARS: usize = 120;

/// The scope of a possible change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::controller) enum Reach {
    /// A run of this site ended.
    Site(SiteId),
    /// Time passed: runs are unchanged.
    Clock,
    /// Everything.
    All,
}

/// Collects the facts for conditions within `reach`.
pub(super) fn gather(
    context: &EngineContext,
    plan: &AlertPlan,
    reach: Reach,
    now: Timestamp,
) -> Result<AlertFacts, EngineError> {
    let store = &context.store;
    let live = |kind| {
        plan.rules
            .iter()
            .any(|rule| rule.enabled && rule.kind == kind)
    };
    let by_runs = [
        AlertKind::NewRecords,
        AlertKind::Changes,
        AlertKind::NoNew,
        AlertKind::LowYield,
        AlertKind::Blocked,
        AlertKind::Failing,
        AlertKind::LacksField,
    ];
    let by_state = [
        AlertKind::Trouble,
        AlertKind::NeedsYou,
        AlertKind::Redesigned,
        AlertKind::Nothing,
    ];
    let supervisions = match by_state.into_iter().any(live) {
        true => Some(store.supervisions()?),
        false => None,
    };
    let wants_runs = by_runs.into_iter().any(live) && reach != Reach::Clock;
    let mut facts = AlertFacts {
        all_sites: !matches!(reach, Reach::Site(_)),
        ..AlertFacts::default()
    };
    for site in store.sites()? {
        if matches!(reach, Reach::Site(only) if only != site.id) {
            continue;
        }
        let runs = match wants_runs {
            true => Some(store.runs(Some(site.id), RUNS_JUDGED)?),
            false => None,
        };
        let last = runs.iter().flatten().next();
        let new_titles = match last.filter(|_| live(AlertKind::NewRecords)) {
            Some(last) if matches!(reach, Reach::Site(_)) => new_titles(context, last)?,
            _ => Vec::new(),
        };
        let changes = match last.filter(|_| live(AlertKind::Changes)) {
            Some(last) if matches!(reach, Reach::Site(_)) => found_changes(context, last)?,
            _ => FoundChanges::default(),
        };
        let lacking = match last.filter(|_| live(AlertKind::LacksField)) {
            Some(last) => lacking(&store.rule_health(site.id)?, last),
            None => Vec::new(),
        };
        let standing = supervisions.as_ref();
        let standing = standing.and_then(|supervisions| standing_of(&site, supervisions));
        let site_facts = SiteFacts {
            name: site.name,
            standing,
            lacking,
            runs: runs.map(|runs| runs_of(&runs)),
            new_titles,
            changes,
            ..SiteFacts::default()
        };
        facts.sites.insert(site.id, site_facts);
    }
    for (tag, site, _) in store.site_tags()? {
        if let Some(site) = facts.sites.get_mut(&site) {
            site.tags.insert(tag);
        }
    }
    if live(AlertKind::Missed) {
        for (site, count) in missed(context, now)? {
            if let Some(site) = facts.sites.get_mut(&site) {
                site.missed = count;
            }
        }
    }
    if live(AlertKind::Disk) {
        let home = store.home();
        facts.free_bytes = home.parent().and_then(free_bytes);
    }
    Ok(facts)
}

/// Where a site stands; a site that rests does not.
fn standing_of(site: &Site, supervisions: &[Supervision]) -> Option<SiteStanding> {
    let status = site.status.as_ref()?;
    if site.paused || !site.enabled {
        return None;
    }
    let known = supervisions.iter().find(|known| known.site == site.id);
    let acts = known.is_some_and(Supervision::acts_by_itself);
    let waits = !matches!(status.state, PageState::Ok | PageState::Empty);
    Some(SiteStanding {
        state: status.state,
        reason: status.reason.clone(),
        needs_you: waits && !acts,
    })
}

/// The fields that most records have, with the percentage of the records of a run that lack them.
fn lacking(health: &RuleHealth, run: &Run) -> Vec<(String, u64)> {
    let of_run = health.runs.iter().find(|known| known.run == run.id);
    let count = of_run.map_or(0, |known| known.records);
    if count < LEAST_RECORDS {
        return Vec::new();
    }
    let fields = health.fields.iter().filter_map(|field| {
        let all: u64 = field.alternatives.values().sum();
        let has_mostly = (all + field.listed + field.elsewhere) * 2 >= health.records;
        let there = field.last_run.values().sum::<u64>() + field.last_elsewhere;
        let lacks = count.saturating_sub(there) * 100 / count;
        has_mostly.then(|| (field.field.clone(), lacks))
    });
    fields.collect()
}

/// The first titles of the records that are new in a run.
fn new_titles(context: &EngineContext, run: &Run) -> Result<Vec<String>, EngineError> {
    if run.progress.records_new == 0 {
        return Ok(Vec::new());
    }
    let since_then = RecordFilter {
        site: Some(run.site),
        since: Some(run.started_at),
        ..RecordFilter::default()
    };
    let found = context.store.records(&since_then, 0, RECORDS)?;
    let new = found.into_iter().filter(|found| found.run == run.id);
    let titles = new.map(|found| collapse(&found.record.title));
    let titles = titles.filter(|title| !title.is_empty());
    let short = titles.map(|title| title.chars().take(TITLE_CHARS).collect());
    Ok(short.take(TITLES).collect())
}

/// What a run found changed, newest first. Records that are new have an alert of their own.
fn found_changes(context: &EngineContext, run: &Run) -> Result<FoundChanges, EngineError> {
    let since_then = ChangeFilter {
        site: Some(run.site),
        since: Some(run.started_at),
        ..ChangeFilter::default()
    };
    let found = context.store.changes(&since_then, None, CHANGES)?;
    let of_run: Vec<RecordFact> = found
        .into_iter()
        .filter(|fact| fact.run == Some(run.id) && fact.kind != ChangeKind::New)
        .collect();
    let catalogue = Catalogue::new(Language::from_locale(&context.store.alert_plan()?.language));
    let first = of_run.iter().take(TITLES).map(|fact| {
        let title: String = collapse(&fact.title).chars().take(TITLE_CHARS).collect();
        let message = match fact.kind {
            ChangeKind::Changed => Message::new("alert-change")
                .with("field", fact.field.as_str())
                .with("before", fact.before.as_str())
                .with("after", fact.after.as_str()),
            ChangeKind::Gone => Message::new("alert-change-gone"),
            ChangeKind::New | ChangeKind::Back => Message::new("alert-change-back"),
        };
        catalogue.text(&message.with("title", title))
    });
    Ok(FoundChanges {
        first: first.collect(),
        count: u64::try_from(of_run.len()).unwrap_or(u64::MAX),
    })
}

fn runs_of(runs: &[Run]) -> Vec<RunFacts> {
    let facts = runs.iter().filter_map(|run| {
        Some(RunFacts {
            end: run.end?,
            answers: run.progress.pages_ok + run.progress.pages_failed,
            blocks: run.progress.pages_blocked,
            failed: run.progress.pages_failed,
            // What filters leave out was there to be found.
            new: run.progress.records_new + run.progress.records_skipped,
            ended_at: run.ended_at?,
        })
    });
    facts.collect()
}

/// Turns missed within a day, by site.
fn missed(context: &EngineContext, now: Timestamp) -> Result<BTreeMap<SiteId, u64>, EngineError> {
    let day = SignedDuration::from_hours(24);
    let filter = TurnFilter {
        task: None,
        since: now.checked_sub(day).ok(),
        most: TURNS,
    };
    let mut by_task = BTreeMap::new();
    for turn in context.store.turns(filter)? {
        if let Some(task) = turn.task.filter(|_| turn.outcome == TurnOutcome::Missed) {
            *by_task.entry(task).or_insert(0) += turn.count.max(1);
        }
    }
    let mut by_site = BTreeMap::new();
    if by_task.is_empty() {
        return Ok(by_site);
    }
    for task in context.store.tasks()? {
        let count = by_task.get(&task.id).copied().unwrap_or(0_u64);
        for site in task.sites {
            *by_site.entry(site).or_insert(0) += count;
        }
    }
    Ok(by_site)
}
