//! `filter`: what becomes of new records, what was skipped, and what of it is kept after all.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::alert::is_changed;
use super::conditions::{apply_scope, covers, find as find_condition};
use crate::args::{FilterArguments, FilterSubcommand};
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::records::filter_application::apply_filter;
use bowerbird_engine::types::{
    ConditionActions, ConditionTiming, KeptAfterAll, Message, RecordCondition, RecordMatch,
    SkippedRecord, StoreReader, StoredCondition, actions_text, check_condition, parts_text,
};
use bowerbird_engine::{AlertCommand, AlertEvent, Command, EngineError, Event, project};

/// The days of the past in which a filter is tried.
const DAYS: i64 = 30;
/// The most stored records that a preview counts.
const MAX_COUNTED: usize = 100_000;

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: FilterSubcommand) -> Outcome {
    match command {
        FilterSubcommand::List { site } => show(console, &project::read(path)?, site.as_deref()),
        FilterSubcommand::Add { parts, terms } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            let mut filter = new_filter();
            apply(&mut filter, &parts, &terms, store)?;
            set(&session, filter)?;
            show(console, store, None)
        }
        FilterSubcommand::Edit {
            number,
            parts,
            terms,
        } => {
            let session = Session::open(path)?;
            let store = session.engine().query();
            let mut filter = find(store, number)?;
            apply(&mut filter, &parts, &terms, store)?;
            set(&session, filter)?;
            show(console, store, None)
        }
        FilterSubcommand::Remove { numbers } => {
            let orders = |filter: RecordCondition| AlertCommand::RemoveCondition(filter.id);
            each(console, path, &numbers, orders)
        }
        FilterSubcommand::On { numbers } => switch(console, path, &numbers, true),
        FilterSubcommand::Off { numbers } => switch(console, path, &numbers, false),
        FilterSubcommand::Move { number, way } => {
            let up = way == "up";
            let order = |filter: RecordCondition| AlertCommand::MoveFilter { id: filter.id, up };
            each(console, path, &[number], order)
        }
        FilterSubcommand::Show { number, limit } => {
            let store = project::read(path)?;
            let filter = find(&store, number)?;
            rehearse(console, &store, &filter, limit)
        }
        FilterSubcommand::Test {
            parts,
            terms,
            limit,
        } => {
            let store = project::read(path)?;
            let mut filter = new_filter();
            apply(&mut filter, &parts, &terms, &store)?;
            check_condition(&filter).map_err(Failure::Usage)?;
            rehearse(console, &store, &filter, limit)
        }
        FilterSubcommand::Skipped {
            filter,
            site,
            limit,
        } => {
            let store = project::read(path)?;
            let site = site.map(|name| Ok(find_site(&store.sites()?, &name)?.id));
            let site = site.transpose().map_err(|error: Failure| error)?;
            skipped(console, &store.skipped_records(filter, site, limit)?);
            Ok(())
        }
        FilterSubcommand::Keep { numbers } => keep(console, path, numbers),
        FilterSubcommand::Apply { number, yes, limit } => {
            apply_to_stored(console, path, number, (yes, limit))
        }
    }
}

/// A filter that is on.
fn new_filter() -> RecordCondition {
    RecordCondition {
        enabled: true,
        timing: ConditionTiming::Arrival,
        ..RecordCondition::default()
    }
}

/// The filter with this number; a condition that tells something is none.
fn find(store: &StoreReader, number: i64) -> Result<RecordCondition, Failure> {
    let found = find_condition(store, number)?;
    match found.is_filter() {
        true => Ok(found),
        false => Err(Failure::Failed(EngineError(
            Message::new("filter-unknown").with("number", number),
        ))),
    }
}

fn apply(
    filter: &mut RecordCondition,
    parts: &[String],
    terms: &FilterArguments,
    store: &StoreReader,
) -> Outcome {
    apply_scope(filter, parts, &terms.scope, store)?;
    if terms.skip || terms.keep || terms.add_tag.is_some() || terms.mark_read {
        filter.actions = ConditionActions {
            skip: terms.skip,
            keep: terms.keep,
            tag: terms.add_tag.clone(),
            mark_read: terms.mark_read,
            ..ConditionActions::default()
        };
    }
    Ok(())
}

fn set(session: &Session, filter: RecordCondition) -> Outcome {
    let order = AlertCommand::Condition(Box::new(filter));
    session.perform(Command::Alerts(order), is_changed)?;
    Ok(())
}

/// Sends a command for each of some filters, and shows all.
fn each(
    console: &Console,
    path: &Path,
    numbers: &[i64],
    order: impl Fn(RecordCondition) -> AlertCommand,
) -> Outcome {
    let session = Session::open(path)?;
    let store = session.engine().query();
    let filters = numbers.iter().map(|number| find(store, *number));
    let filters: Vec<RecordCondition> = filters.collect::<Result<_, _>>()?;
    for filter in filters {
        session.perform(Command::Alerts(order(filter)), is_changed)?;
    }
    show(console, store, None)
}

fn switch(console: &Console, path: &Path, numbers: &[i64], enabled: bool) -> Outcome {
    each(console, path, numbers, |filter| {
        AlertCommand::Condition(Box::new(RecordCondition { enabled, ..filter }))
    })
}

/// Shows the filters, those of a site or all, in their order.
fn show(console: &Console, store: &StoreReader, site: Option<&str>) -> Outcome {
    let sites = store.sites()?;
    let site = site.map(|name| find_site(&sites, name)).transpose()?;
    let tags = store.site_tags()?;
    let applies = |filter: &RecordCondition| {
        site.is_none_or(|site| match (filter.site, &filter.tag) {
            (Some(own), _) => own == site.id,
            (None, Some(tag)) => tags
                .iter()
                .any(|(known, of, _)| known == tag && *of == site.id),
            (None, None) => true,
        })
    };
    let mut filters = store.record_conditions(Timestamp::now())?;
    filters.retain(|stored| stored.condition.is_filter() && applies(&stored.condition));
    if console.json {
        console.print_json(&filters);
        return Ok(());
    }
    let plan = store.alert_plan()?;
    let row = |stored: &StoredCondition| {
        let filter = &stored.condition;
        vec![
            filter.id.to_string(),
            parts_text(&console.catalogue, filter),
            covers(filter, &sites),
            actions_text(&console.catalogue, filter, &plan),
            match filter.enabled {
                true => stored.recent.to_string(),
                false => console.catalogue.get("alert-off"),
            },
        ]
    };
    let rows: Vec<Vec<String>> = filters.iter().map(row).collect();
    console.table(
        &[
            "cli-head-id",
            "cli-filter-head",
            "cli-head-covers",
            "cli-condition-does",
            "cli-condition-recent",
        ],
        &rows,
        "cli-filters-none",
    );
    Ok(())
}

/// Says which records a filter would have matched, had it been there.
fn rehearse(
    console: &Console,
    store: &StoreReader,
    filter: &RecordCondition,
    limit: usize,
) -> Outcome {
    let span = SignedDuration::from_hours(24 * DAYS);
    let since = Timestamp::now().checked_sub(span);
    let found = store.rehearse_condition(filter, since.unwrap_or(Timestamp::UNIX_EPOCH))?;
    let shown = found.get(..limit).unwrap_or(&found);
    let saves = store.saves_requests(filter)?;
    if console.json {
        console.print_json(&json!({
            "filter": filter,
            "count": found.len(),
            "records": shown,
            "saves_requests": saves,
        }));
        return Ok(());
    }
    console.line(&parts_text(&console.catalogue, filter));
    console.print_message(&Message::new("filter-would").with("count", found.len()));
    if saves {
        console.print_message(&Message::new("filter-saves-requests"));
    }
    let row = |found: &RecordMatch| {
        vec![
            time_text(found.at),
            found.site_name.clone(),
            found.title.clone(),
            found.url.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    if !rows.is_empty() {
        let heads = [
            "cli-changes-time",
            "cli-changes-site",
            "cli-changes-record",
            "cli-head-address",
        ];
        console.table(&heads, &rows, "cli-filters-none");
    }
    Ok(())
}

fn skipped(console: &Console, found: &[SkippedRecord]) {
    if console.json {
        console.print_json(&found);
        return;
    }
    let row = |one: &SkippedRecord| {
        vec![
            one.id.to_string(),
            time_text(one.at),
            one.site_name.clone(),
            match one.condition {
                Some(filter) => filter.to_string(),
                None => console.catalogue.get("filter-gone"),
            },
            console.catalogue.get(skipped_id(one)),
            one.title.clone(),
            one.url.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = found.iter().map(row).collect();
    let heads = [
        "cli-head-id",
        "cli-changes-time",
        "cli-changes-site",
        "cli-filter-head",
        "cli-filter-page",
        "cli-changes-record",
        "cli-head-address",
    ];
    console.table(&heads, &rows, "filter-none-skipped");
}

/// What is known of a skipped record's page.
fn skipped_id(one: &SkippedRecord) -> &'static str {
    match (one.is_kept, one.was_read) {
        (true, _) => "filter-kept-waits",
        (false, true) => "filter-page-read",
        (false, false) => "filter-page-saved",
    }
}

fn keep(console: &Console, path: &Path, numbers: Vec<i64>) -> Outcome {
    let session = Session::open(path)?;
    let mut kept = KeptAfterAll::default();
    let order = AlertCommand::KeepSkipped(numbers);
    session.perform(Command::Alerts(order), |event| {
        if let Event::Alerts(AlertEvent::Kept(told)) = event {
            kept = *told;
        }
        is_changed(event)
    })?;
    if console.json {
        console.print_json(&kept);
        return Ok(());
    }
    console.print_message(&kept.outcome());
    Ok(())
}

/// Becomes true when Ctrl-C is pressed.
fn interruption() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    let pressed = move || flag.store(true, Ordering::SeqCst);
    if let Err(error) = ctrlc::set_handler(pressed) {
        tracing::warn!(%error, "Ctrl-C will not stop cleanly");
    }
    interrupted
}

/// Applies a filter to the records that are stored, or shows which they are.
fn apply_to_stored(
    console: &Console,
    path: &Path,
    number: i64,
    (yes, limit): (bool, usize),
) -> Outcome {
    let store = project::read(path)?;
    let filter = find(&store, number)?;
    if yes {
        drop(store);
        let store = project::own(path)?;
        let interrupted = interruption();
        let done = apply_filter(&store, &filter, &mut |rows, of| {
            let words = Message::new("cli-filter-progress").with("rows", rows);
            console.progress(&words.with("all", of), &rows);
            !interrupted.load(Ordering::SeqCst)
        })?;
        if !done.is_whole {
            // What a person stopped does not go on by itself.
            store.end_filter_application()?;
        }
        match console.json {
            true => console.print_json(&json!({
                "applied": true,
                "count": done.matched,
                "stopped": !done.is_whole,
            })),
            false => console.print_message(&done.outcome()),
        }
        return Ok(());
    }
    let found = store.filter_matches(&filter, Timestamp::now(), MAX_COUNTED)?;
    let shown = found.get(..limit).unwrap_or(&found);
    if console.json {
        let shown: Vec<_> = shown
            .iter()
            .map(|(id, title)| json!({ "id": id, "title": title }))
            .collect();
        console.print_json(&json!({
            "count": found.len(),
            "more": found.len() >= MAX_COUNTED,
            "applied": false,
            "records": shown,
        }));
        return Ok(());
    }
    console.print_message(&Message::new("filter-would-apply").with("count", found.len()));
    if found.len() >= MAX_COUNTED {
        console.print_message(&Message::new("filter-apply-more").with("count", MAX_COUNTED));
    }
    for (id, title) in shown {
        console.line(&format!("{}  {title}", id.0));
    }
    Ok(())
}
