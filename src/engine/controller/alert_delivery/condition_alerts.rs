//! Matches of conditions become alerts: at once, or at the next hour of digests. Input: matches that
//! wait in the store. Output: alerts in the words of their conditions.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::alert_content::AlertContent;
use crate::context::EngineContext;
use crate::protocol::{AlertEvent, EngineError, Event};
use bowerbird_io::store::WaitingMatches;
use bowerbird_logic::messages::{Catalogue, Language, Message};
use bowerbird_logic::model::{
    AlertChannel, AlertKind, AlertPlan, RaisedAlert, RecordCondition, RecordMatch, SiteId,
};
use bowerbird_logic::policy::record_conditions::{AlertWording, check_condition};
use bowerbird_logic::policy::schedule::DigestHours;

/// The most conditions of a project.
const MAX_CONDITIONS: usize = 200;

/// Raises alerts of what waits.
pub(super) fn raise(
    context: &EngineContext,
    plan: &AlertPlan,
    now: Timestamp,
) -> Result<Vec<RaisedAlert>, EngineError> {
    let store = &context.store;
    let digest = next_digest(context, plan)?;
    let waiting = store.waiting_matches(digest.is_some_and(|at| at <= now))?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let catalogue = Catalogue::new(Language::from_locale(&plan.language));
    let mut raised = Vec::with_capacity(waiting.len());
    for group in waiting {
        let condition = store.record_condition(group.condition)?.unwrap_or_default();
        let alert = alert_of(&catalogue, &condition, &group, now);
        let channels: Vec<AlertChannel> = condition.actions.channels.clone();
        raised.push((group, alert, channels));
    }
    Ok(store.raise_matches(raised)?)
}

/// When the next digest is due; `None` if nothing waits for one.
pub(super) fn next_digest(
    context: &EngineContext,
    plan: &AlertPlan,
) -> Result<Option<Timestamp>, EngineError> {
    let Some(first) = context.store.first_for_digest()? else {
        return Ok(None);
    };
    let hours = DigestHours::parse(&plan.digests).or_else(|| DigestHours::parse(""));
    Ok(hours.and_then(|hours| hours.after(first, &TimeZone::system())))
}

fn alert_of(
    catalogue: &Catalogue,
    condition: &RecordCondition,
    group: &WaitingMatches,
    now: Timestamp,
) -> RaisedAlert {
    // What an older version of the program accepted is said in the usual words.
    let wording = AlertWording::parse(&condition.wording).or_else(|_| AlertWording::parse(""));
    let say = |found: &RecordMatch| match &wording {
        Ok(wording) => wording.text(catalogue, found, &time_words(found.at)),
        Err(_) => found.title.clone(),
    };
    let mut lines: Vec<String> = group.first.iter().map(say).collect();
    let told = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let more = group.count.saturating_sub(told);
    if more > 0 {
        let words = Message::new("condition-told-more").with("count", more);
        lines.push(catalogue.text(&words));
    }
    let subject = lines.first().and_then(|line| line.lines().next());
    let message = Message::new("condition-told")
        .with("count", group.count)
        .with("subject", subject.unwrap_or_default())
        .with("lines", lines.join("\n"));
    // How many of them are about a value that was another one before.
    let changes = group.first.iter().filter(|found| !found.before.is_empty());
    let message = message.with("changed_values", changes.count());
    let first = group.first.first();
    RaisedAlert {
        id: 0,
        rule: u64::try_from(condition.id).unwrap_or_default(),
        kind: AlertKind::Condition,
        site: Some(group.site),
        site_name: first.map_or_else(String::new, |found| found.site_name.clone()),
        message,
        raised_at: now,
        cleared_at: Some(now),
        told_at: None,
        told_cleared_at: None,
        fault: None,
        deliveries: Vec::new(),
    }
}

/// What a condition tells of one match, as a test: nothing is stored.
pub(super) fn as_told(
    plan: &AlertPlan,
    condition: &RecordCondition,
    found: RecordMatch,
) -> AlertContent {
    let catalogue = Catalogue::new(Language::from_locale(&plan.language));
    let group = WaitingMatches {
        condition: condition.id,
        site: found.site,
        count: 1,
        last: found.id,
        digests: false,
        first: vec![found],
    };
    let alert = alert_of(&catalogue, condition, &group, Timestamp::now());
    AlertContent::of(plan, &[alert]).marked_as_test()
}

/// A time to the minute in the machine's zone.
pub(super) fn time_words(at: Timestamp) -> String {
    let local = at.to_zoned(TimeZone::system());
    local.strftime("%Y-%m-%d %H:%M").to_string()
}

/// Adds the conditions that came with a site's rule.
pub(in crate::controller) fn take(
    context: &EngineContext,
    site: SiteId,
    conditions: Vec<RecordCondition>,
) -> Result<(), EngineError> {
    if conditions.is_empty() {
        return Ok(());
    }
    check_room(
        context,
        context.store.count_new_conditions(site, &conditions)?,
    )?;
    let added = context
        .store
        .add_site_conditions(site, conditions, context.now())?;
    context.publish(Event::Alerts(AlertEvent::Taken(added)));
    context.publish(Event::Alerts(AlertEvent::Changed));
    Ok(())
}

/// Refuses new conditions that the project has no room for.
///
/// # Errors
/// When there would be too many; from the store.
pub(in crate::controller) fn check_room(
    context: &EngineContext,
    new: usize,
) -> Result<(), EngineError> {
    let known = context.store.record_conditions(context.now())?.len();
    if new > 0 && known + new > MAX_CONDITIONS {
        let message = Message::new("condition-too-many").with("most", MAX_CONDITIONS);
        return Err(EngineError(message));
    }
    Ok(())
}

/// Stores a condition once it is checked; one with the number 0 is new.
pub(super) fn set(context: &EngineContext, condition: &RecordCondition) -> Result<(), EngineError> {
    check_condition(condition).map_err(EngineError)?;
    let store = &context.store;
    let fields = store.field_columns(condition.site)?;
    AlertWording::parse(&condition.wording)
        .and_then(|wording| wording.check_fields(&fields))
        .map_err(EngineError)?;
    if let Some(task) = condition.actions.task {
        let tasks = store.tasks()?;
        let known = tasks.iter().find(|known| known.id == task);
        let known = known.ok_or_else(|| {
            EngineError(Message::new("condition-task-gone").with("number", condition.id))
        })?;
        if condition
            .site
            .is_some_and(|site| known.sites.contains(&site))
        {
            return Err(EngineError(Message::new("condition-own-task")));
        }
    }
    check_room(context, usize::from(condition.id == 0))?;
    store.set_record_condition(condition, context.now())?;
    Ok(())
}
