//! `alert condition`: conditions over records.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::alert::{channel_of, is_changed, is_on, usage};
use crate::args::{ConditionScopeArguments, ConditionSubcommand, RecordConditionArguments};
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::types::{
    AlertWording, ClauseJoin, ConditionActions, ConditionTiming, Message, RecordCondition,
    RecordMatch, Site, StoreReader, StoredCondition, TaskId, actions_text, check_condition,
    condition_text, read_clause,
};
use bowerbird_engine::{AlertCommand, Command, EngineError, project};

/// The days over which a condition is rehearsed.
const DAYS: i64 = 30;
/// The channel that stands for all.
const ALL: &str = "all";

/// Runs the command.
pub(super) fn run(console: &Console, path: &Path, command: ConditionSubcommand) -> Outcome {
    match command {
        ConditionSubcommand::List => show(console, &project::read(path)?, Listed::Conditions),
        ConditionSubcommand::Add { parts, terms } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            let mut condition = new_condition();
            apply(&mut condition, &parts, &terms, store)?;
            let listed = Listed::of(&condition);
            send(&session, AlertCommand::Condition(Box::new(condition)))?;
            keep_language(console, &session)?;
            show(console, store, listed)
        }
        ConditionSubcommand::Edit {
            number,
            parts,
            terms,
            on,
            off,
        } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            let mut condition = find(store, number)?;
            apply(&mut condition, &parts, &terms, store)?;
            condition.enabled = on || (condition.enabled && !off);
            let listed = Listed::of(&condition);
            send(&session, AlertCommand::Condition(Box::new(condition)))?;
            show(console, store, listed)
        }
        ConditionSubcommand::Remove { numbers } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            for number in &numbers {
                find(store, *number)?;
            }
            for number in numbers {
                send(&session, AlertCommand::RemoveCondition(number))?;
            }
            show(console, store, Listed::Conditions)
        }
        ConditionSubcommand::Test {
            parts,
            number,
            terms,
            limit,
        } => {
            let store = project::read(path)?;
            let mut condition = match number {
                Some(number) => find(&store, number)?,
                None => new_condition(),
            };
            apply(&mut condition, &parts, &terms, &store)?;
            check_condition(&condition).map_err(Failure::Usage)?;
            let fields = store.field_columns(condition.site)?;
            AlertWording::parse(&condition.wording)
                .and_then(|wording| wording.check_fields(&fields))
                .map_err(Failure::Usage)?;
            rehearse(console, &store, &condition, limit)
        }
    }
}

/// A condition that is told at once through all channels.
fn new_condition() -> RecordCondition {
    RecordCondition {
        enabled: true,
        actions: ConditionActions {
            tell: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    }
}

fn send(session: &Session, order: AlertCommand) -> Outcome {
    session.perform(Command::Alerts(order), is_changed)?;
    Ok(())
}

/// Messages are in the language of the person who set them up.
fn keep_language(console: &Console, session: &Session) -> Outcome {
    let mut plan = session.engine().query().alert_plan()?;
    let language = console.catalogue.language().tag();
    if plan.language == language {
        return Ok(());
    }
    language.clone_into(&mut plan.language);
    send(session, AlertCommand::Plan(Box::new(plan)))
}

pub(super) fn find(store: &StoreReader, number: i64) -> Result<RecordCondition, Failure> {
    store.record_condition(number)?.ok_or_else(|| {
        Failure::Failed(EngineError(
            Message::new("condition-unknown").with("number", number),
        ))
    })
}

/// Takes over the parts of a condition or a filter, and which records it is about.
pub(super) fn apply_scope(
    condition: &mut RecordCondition,
    parts: &[String],
    scope: &ConditionScopeArguments,
    store: &StoreReader,
) -> Outcome {
    if !parts.is_empty() {
        let parts = parts.iter().map(|part| read_clause(part));
        condition.clauses = parts.collect::<Result<_, _>>().map_err(Failure::Usage)?;
    }
    if scope.site.is_some() || scope.tag.is_some() || scope.everywhere {
        condition.site = None;
        condition.tag.clone_from(&scope.tag);
    }
    if let Some(name) = &scope.site {
        condition.site = Some(find_site(&store.sites()?, name)?.id);
    }
    if scope.all || scope.any {
        condition.join = match scope.all {
            true => ClauseJoin::All,
            false => ClauseJoin::Any,
        };
    }
    Ok(())
}

fn apply(
    condition: &mut RecordCondition,
    parts: &[String],
    terms: &RecordConditionArguments,
    store: &StoreReader,
) -> Outcome {
    apply_scope(condition, parts, &terms.scope, store)?;
    match &terms.count {
        Some(count) => {
            let timing = ConditionTiming::from_token(count);
            condition.timing = timing.ok_or_else(|| usage("cli-condition-no-timing", count))?;
        }
        // An edit of something else leaves it as it is.
        None if !parts.is_empty() && condition.id == 0 => condition.fit_timing(),
        None => {}
    }
    if let Some(typed) = &terms.matching_now {
        condition.counts_present = is_on(typed)?;
    }
    if let Some(wording) = &terms.wording {
        condition.wording.clone_from(wording);
    }
    apply_actions(&mut condition.actions, terms)?;
    // Records are skipped as they arrive.
    if condition.actions.skip {
        condition.timing = ConditionTiming::Arrival;
    } else if terms.skip.is_some() && condition.is_filter() {
        condition.timing = ConditionTiming::Once;
    }
    Ok(())
}

fn apply_actions(actions: &mut ConditionActions, terms: &RecordConditionArguments) -> Outcome {
    if terms.silent {
        actions.tell = false;
    }
    if !terms.channel.is_empty() {
        let named = terms.channel.iter().filter(|name| name.as_str() != ALL);
        let channels = named.map(|name| channel_of(name));
        actions.channels = channels.collect::<Result<_, _>>()?;
        actions.tell = true;
    }
    for (switch, typed) in [
        (&mut actions.digest, &terms.digest),
        (&mut actions.mark_read, &terms.mark_read),
        (&mut actions.skip, &terms.skip),
    ] {
        if let Some(typed) = typed {
            *switch = is_on(typed)?;
        }
    }
    // What is skipped has nothing to be told of.
    if actions.skip && terms.channel.is_empty() {
        actions.tell = false;
    }
    if let Some(tag) = &terms.add_tag {
        actions.tag = (tag != "off").then(|| tag.clone());
    }
    if let Some(task) = &terms.run_task {
        actions.task = match task.as_str() {
            "off" => None,
            number => {
                let number = number
                    .parse()
                    .map_err(|_| usage("cli-condition-no-task", number))?;
                Some(TaskId(number))
            }
        };
    }
    Ok(())
}

/// What a list shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// Conditions only: filters have a list of their own.
    Conditions,
    /// Filters too, of which one was just made here.
    WithFilters,
}

impl Listed {
    /// A list in which `condition` stands.
    fn of(condition: &RecordCondition) -> Self {
        match condition.is_filter() {
            true => Self::WithFilters,
            false => Self::Conditions,
        }
    }
}

fn show(console: &Console, store: &StoreReader, listed: Listed) -> Outcome {
    let mut conditions = store.record_conditions(Timestamp::now())?;
    if listed == Listed::Conditions {
        conditions.retain(|stored| !stored.condition.is_filter());
    }
    if console.json {
        console.print_json(&conditions);
        return Ok(());
    }
    let sites = store.sites()?;
    let plan = store.alert_plan()?;
    let row = |stored: &StoredCondition| {
        let condition = &stored.condition;
        vec![
            condition.id.to_string(),
            condition_text(&console.catalogue, condition),
            covers(condition, &sites),
            actions_text(&console.catalogue, condition, &plan),
            match condition.enabled {
                true => stored.recent.to_string(),
                false => console.catalogue.get("alert-off"),
            },
        ]
    };
    let rows: Vec<Vec<String>> = conditions.iter().map(row).collect();
    console.table(
        &[
            "cli-head-id",
            "cli-condition-head",
            "cli-head-covers",
            "cli-condition-does",
            "cli-condition-recent",
        ],
        &rows,
        "cli-conditions-none",
    );
    for stored in &conditions {
        let figures = [
            ("condition-row-waiting", stored.waiting),
            ("condition-row-skipped", stored.skipped),
        ];
        for (id, count) in figures.into_iter().filter(|(_, count)| *count > 0) {
            let words = console.text(&Message::new(id).with("count", count));
            console.line(&format!("{}: {words}", stored.condition.id));
        }
    }
    Ok(())
}

pub(super) fn covers(condition: &RecordCondition, sites: &[Site]) -> String {
    match (condition.site, &condition.tag) {
        (Some(id), _) => {
            let known = sites.iter().find(|site| site.id == id);
            known.map_or_else(|| id.to_string(), |site| site.name.clone())
        }
        (None, Some(tag)) => format!("#{tag}"),
        (None, None) => "*".to_owned(),
    }
}

fn rehearse(
    console: &Console,
    store: &StoreReader,
    condition: &RecordCondition,
    limit: usize,
) -> Outcome {
    let span = SignedDuration::from_hours(24 * DAYS);
    let since = Timestamp::now()
        .checked_sub(span)
        .unwrap_or(Timestamp::UNIX_EPOCH);
    let found = store.rehearse_condition(condition, since)?;
    let shown = found.get(..limit).unwrap_or(&found);
    if console.json {
        console.print_json(&json!({ "count": found.len(), "matches": shown }));
        return Ok(());
    }
    console.line(&console.text(&Message::new("cli-condition-would").with("count", found.len())));
    let row = |found: &RecordMatch| {
        vec![
            time_text(found.at),
            found.site_name.clone(),
            found.title.clone(),
            found.field.clone(),
            match found.before.is_empty() {
                true => found.after.clone(),
                false => format!("{} → {}", found.before, found.after),
            },
        ]
    };
    if !shown.is_empty() {
        let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
        let heads = [
            "cli-changes-time",
            "cli-changes-site",
            "cli-changes-record",
            "cli-changes-field",
            "cli-changes-values",
        ];
        console.table(&heads, &rows, "cli-changes-none");
    }
    Ok(())
}
