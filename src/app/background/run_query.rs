//! Answers each query: one read of the project, or of a file on disk.

use std::path::{Path, PathBuf};
use std::time::Instant;

use jiff::Timestamp;

use super::condition_outlook::condition_outlook;
use super::export_facts;
use super::query_limits::{
    MAX_ALERTS, MAX_CHOSEN, MAX_COOKIES, MAX_GROUPED, MAX_HISTORY, MAX_LINES, MAX_MATCHED,
    MAX_MOVES, MAX_RUN_PAGES, MAX_RUNS, MAX_SKIPPED, MAX_TURNS, PAGE_ROWS, REPLACEMENTS_SHOWN,
    RULE_FILE_BYTES, TURNS_SHOWN,
};
use super::rule_versions::listed;
use super::{
    Beside, DataQuery, PagesFilter, PagesOfRun, QueryResult, Read, SiteHistory, TextSettings,
};
use bowerbird_engine::project::change_passphrase;
use bowerbird_engine::project::log;
use bowerbird_engine::project_permission::review;
use bowerbird_engine::records::replace::replacement_preview;
use bowerbird_engine::single_page::{
    ExportedRules, evidence_page, export_feeds, export_rule, export_rules, file_kind, read_rules,
};
use bowerbird_engine::types::{
    ChangeFilter, Explain, Message, Only, PageFilter, RecordFilter, RecordId, RunId, RunPage,
    Secret, StoreError, StoreReader, Suggested, SuggestionsOf, TurnFilter, grouped_pages,
    kept_address, open_address, page_signature, size_text,
};
use bowerbird_engine::{EngineError, locate_browser, use_browser};

/// Answers `ask`.
pub(super) fn answer(reader: &StoreReader, ask: DataQuery) -> QueryResult {
    let told = match ask {
        DataQuery::RuleFile(path) => return rule_file(&path),
        DataQuery::CookieFile(path) => {
            return secret_file(&path, "account-cookie-file", QueryResult::CookieFile);
        }
        DataQuery::AccountList(path) => {
            return secret_file(&path, "accounts-list-file", QueryResult::AccountList);
        }
        DataQuery::Taught(site) => reader
            .exceptions(site)
            .map(|exceptions| QueryResult::Taught(site, exceptions)),
        DataQuery::ChangePassphrase { project, old, new } => {
            return match change_passphrase(&project, &old, &new) {
                Ok(()) => QueryResult::PassphraseChanged(new),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::Import { path, format } => {
            return match read_rules(format, &path) {
                Ok(read) => QueryResult::Imported(path, Box::new(read)),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::LookAt(paths) => {
            let look = |path: PathBuf| {
                let kind = file_kind(&path).map_err(|error| error.0);
                (path, kind)
            };
            return QueryResult::Identified(paths.into_iter().map(look).collect());
        }
        DataQuery::ExportRule { site, path } => {
            return written(export_rule(reader, site, &path), path);
        }
        DataQuery::ExportRules { sites, folder } => {
            return written(export_rules(reader, &sites, &folder), folder);
        }
        DataQuery::ExportFeeds { sites, path } => {
            // The system's dialog has asked whether to replace a file.
            return match export_feeds(reader, &sites, &path, true) {
                Ok(count) => QueryResult::FeedsWritten(path, count),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::Evidence(site, url, evidence) => {
            return match evidence_page(reader, site, &url, &evidence) {
                Ok(page) => QueryResult::Evidence(site, url, page.map(Box::new)),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::Exports(ask) => {
            return match export_facts::answer(reader, ask) {
                Ok(told) => QueryResult::Exports(told),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::Log(filter) => {
            let lines = log::read(&filter, MAX_LINES);
            return QueryResult::Log(filter, lines, log::folder().display().to_string());
        }
        DataQuery::Review => {
            return match review(reader) {
                Ok(review) => QueryResult::Reviewed(review),
                Err(error) => QueryResult::Failed(error.0),
            };
        }
        DataQuery::Browse(url, check) => {
            let opened = open_address(&url).map_err(|error| error.reason);
            return QueryResult::Browsed(url, check, opened);
        }
        DataQuery::Report(about) => return QueryResult::Report(log::report(Some(reader), &about)),
        DataQuery::Supervisions => reader.supervisions().map(QueryResult::Supervisions),
        DataQuery::Timeline(site) => reader.site_events(site, MAX_MOVES).and_then(|events| {
            let history = SiteHistory {
                events,
                tried: reader.site_actions(site, MAX_MOVES)?,
                sessions: reader.site_sessions(site)?,
                failed: reader.failed_pages(site)?,
                first_run: reader.first_run_at(site)?,
            };
            Ok(QueryResult::Timeline(site, history))
        }),
        DataQuery::Sites => reader.sites().map(QueryResult::Sites),
        DataQuery::Alerts => reader.alert_plan().and_then(|plan| {
            Ok(QueryResult::Alerts(
                Box::new(plan),
                reader.alerts(MAX_ALERTS)?,
                reader.record_conditions(Timestamp::now())?,
            ))
        }),
        DataQuery::ConditionOutlook(condition) => return condition_outlook(reader, *condition),
        DataQuery::Skipped(site) => reader
            .skipped_records(None, site, MAX_SKIPPED)
            .map(|skipped| QueryResult::Skipped(site, skipped)),
        DataQuery::FilterMatches(filter) => reader
            .filter_matches(&filter, Timestamp::now(), MAX_MATCHED)
            .map(|found| QueryResult::FilterMatches(filter, found)),
        DataQuery::Browser(named) => {
            // Pages that lacked one are shown in it from now on.
            use_browser(named);
            let found = locate_browser(None).map_err(|error| error.explain());
            return QueryResult::Browser(found);
        }
        DataQuery::Tasks => reader.tasks().map(QueryResult::Tasks),
        DataQuery::Turns => return turns_of_the_week(reader),
        DataQuery::Pools => reader
            .proxies()
            .and_then(|proxies| Ok(QueryResult::Pools(proxies, reader.accounts()?))),
        DataQuery::Changes(filter, most) => reader.changes(&filter, None, most).and_then(|facts| {
            let fields = reader.changed_fields(filter.site)?;
            Ok(QueryResult::Changes(filter, facts, fields))
        }),
        DataQuery::ChangesOf(record) => {
            let filter = ChangeFilter {
                record: Some(record),
                ..ChangeFilter::default()
            };
            reader
                .changes(&filter, None, MAX_HISTORY)
                .map(|facts| QueryResult::ChangesOf(record, facts))
        }
        DataQuery::Runs(site) => reader
            .runs(site, MAX_RUNS)
            .map(|runs| QueryResult::Runs(site, runs)),
        DataQuery::RunPages(run, wanted) => {
            pages_of(reader, run, &wanted).map(|pages| QueryResult::RunPages(run, wanted, pages))
        }
        DataQuery::Readings(site) => reader
            .site_readings(site)
            .map(|readings| QueryResult::Readings(site, readings)),
        DataQuery::Health(site) => reader
            .rule_health(site)
            .map(|health| QueryResult::Health(site, health)),
        DataQuery::Rewritten(site) => reader
            .undoable_rewriting(site)
            .map(|undoable| QueryResult::Rewritten(site, undoable)),
        DataQuery::Versions(site) => reader
            .rule_versions(site)
            .map(|versions| QueryResult::Versions(site, listed(versions))),
        DataQuery::RecordVersions(record) => reader
            .record_versions_anywhere(record)
            .map(|versions| QueryResult::RecordVersions(record, versions)),
        DataQuery::RecordWithVersions(record) => {
            reader.record_anywhere(record).and_then(|stored| {
                let Some(stored) = stored else {
                    return Ok(QueryResult::RecordWithVersions(None));
                };
                let versions = reader.record_versions_anywhere(record)?;
                let known = Some((Box::new(stored), versions));
                Ok(QueryResult::RecordWithVersions(known))
            })
        }
        DataQuery::Total => reader
            .count_records(&RecordFilter::default())
            .map(QueryResult::Total),
        DataQuery::Dashboard { span, midnight } => reader
            .dashboard(span, midnight, Timestamp::now())
            .map(|dashboard| QueryResult::Dashboard(Box::new(dashboard))),
        DataQuery::Count { generation, filter } => {
            reader
                .count_found_anywhere(&filter)
                .map(|counted| QueryResult::Count {
                    generation,
                    counted,
                })
        }
        DataQuery::TextSettings => reader.repost_settings().and_then(|reposts| {
            let service = reader.summary_service()?;
            Ok(QueryResult::TextSettings(TextSettings { reposts, service }))
        }),
        DataQuery::Beside => beside(reader).map(|beside| QueryResult::Beside(Box::new(beside))),
        DataQuery::Suggestions(of) => {
            let found = reader.suggestions(&of);
            found.map(|found| QueryResult::Suggestions(of, found))
        }
        DataQuery::Reader(record) => {
            read(reader, record).map(|read| QueryResult::Reader(record, Box::new(read)))
        }
        DataQuery::Records {
            generation,
            filter,
            page,
        } => reader
            .records_anywhere(&filter, page.saturating_mul(PAGE_ROWS), PAGE_ROWS)
            .map(|records| QueryResult::Records {
                generation,
                page,
                records,
            }),
        DataQuery::Replacements(filter, what) => {
            let found = replacement_preview(reader, &filter, &what, REPLACEMENTS_SHOWN);
            let found = found.map_err(|error| error.0);
            Ok(QueryResult::Replacements(what, found))
        }
        DataQuery::Choose {
            filter,
            first,
            count,
        } => reader
            .records_anywhere(&filter, first, count.min(MAX_CHOSEN))
            .map(|records| QueryResult::Chosen(filter, records)),
    };
    told.unwrap_or_else(|error| QueryResult::Failed(error.explain()))
}

/// The filter of these records alone.
fn only(only: Only) -> RecordFilter {
    RecordFilter {
        only,
        ..RecordFilter::default()
    }
}

/// Data stored beside the records.
fn beside(reader: &StoreReader) -> Result<Beside, StoreError> {
    let deleted = only(Only {
        deleted: true,
        ..Only::default()
    });
    let gone = only(Only {
        gone: true,
        ..Only::default()
    });
    Ok(Beside {
        tags: reader.tags()?,
        searches: reader.saved_searches()?,
        fields: Some(fields(reader)?),
        left: reader.texts_left()?,
        has_reposts: reader.has_reposts(false)?,
        can_unfold: reader.has_reposts(true)?,
        archived: reader
            .archives()?
            .iter()
            .map(|archive| archive.records)
            .sum(),
        gone: reader.count_records(&gone)?,
        deleted: reader.count_records(&deleted)?,
    })
}

/// The fields that a search may have: those that no record of the project has, too, as long as the rules
/// or an archive have them.
fn fields(reader: &StoreReader) -> Result<Vec<Suggested>, StoreError> {
    let mut fields = reader.suggestions(&SuggestionsOf::Fields)?;
    for text in reader.query_fields()? {
        if !fields.iter().any(|known| known.text == text) {
            fields.push(Suggested {
                text,
                ..Suggested::default()
            });
        }
    }
    Ok(fields)
}

fn read(reader: &StoreReader, record: RecordId) -> Result<Read, StoreError> {
    let Some(stored) = reader.record_anywhere(record)? else {
        return Ok(Read::default());
    };
    let versions = reader.rule_versions(stored.site)?;
    // A record may have been fetched again since the run that stored it first.
    let runs = reader.runs(Some(stored.site), MAX_RUNS)?;
    let run = runs.iter().find(|run| run.started_at <= stored.fetched_at);
    // A run keeps the rule that it began with.
    let used = run.map_or(stored.fetched_at, |run| run.started_at);
    let then = versions.iter().filter(|v| v.saved_at <= used);
    let original = match stored.marks.repost_of {
        Some(of) => reader.record_anywhere(of)?,
        None => None,
    };
    Ok(Read {
        summary: reader.summary(record)?.map(|(_, summary)| summary),
        run: run.map(|run| run.id),
        rule_version: then.map(|v| v.number).max(),
        repeats: original.map(|stored| (stored.record.title, stored.record.url)),
        proxy: reader.record_proxy(record)?,
        kept: reader.kept_since(stored.site, &kept_address(&stored))?,
        seen: reader.last_seen(stored.site, &kept_address(&stored))?,
        screenshot: reader.page_picture_facts_anywhere(&stored)?,
    })
}

fn written(exported: Result<ExportedRules, EngineError>, path: PathBuf) -> QueryResult {
    match exported {
        Ok(exported) => QueryResult::RulesWritten(path, exported),
        Err(error) => QueryResult::Failed(error.0),
    }
}

/// A file with secret text: cookies, passwords. They are small: a larger file is something else.
fn secret_file(path: &Path, fault: &str, told: impl FnOnce(Secret) -> QueryResult) -> QueryResult {
    let failed = |reason: String| {
        QueryResult::Failed(
            Message::new(fault)
                .with("path", path.display().to_string())
                .with("reason", reason),
        )
    };
    match std::fs::metadata(path) {
        Ok(known) if known.len() > MAX_COOKIES => return failed(size_text(known.len())),
        Err(error) => return failed(error.to_string()),
        Ok(_) => {}
    }
    match std::fs::read_to_string(path) {
        Ok(text) => told(Secret::new(text)),
        Err(error) => failed(error.to_string()),
    }
}

fn rule_file(path: &Path) -> QueryResult {
    let failed = |reason: String| {
        QueryResult::Failed(
            Message::new("app-error-rule-file")
                .with("path", path.display().to_string())
                .with("reason", reason),
        )
    };
    match std::fs::metadata(path) {
        Ok(about) if about.len() > RULE_FILE_BYTES => {
            failed(format!("{} bytes > {RULE_FILE_BYTES}", about.len()))
        }
        Ok(_) => match std::fs::read_to_string(path) {
            Ok(text) => QueryResult::RuleFile(path.to_owned(), text),
            Err(error) => failed(error.to_string()),
        },
        Err(error) => failed(error.to_string()),
    }
}

/// The turns of the last seven days, and the tags of sites.
fn turns_of_the_week(reader: &StoreReader) -> QueryResult {
    let filter = TurnFilter {
        task: None,
        since: Timestamp::now().checked_sub(TURNS_SHOWN).ok(),
        most: MAX_TURNS,
    };
    let told = reader
        .turns(filter)
        .and_then(|turns| Ok(QueryResult::Turns(turns, reader.site_tags()?)));
    told.unwrap_or_else(|error| QueryResult::Failed(error.explain()))
}

/// Pages of a run, with its faults grouped.
fn pages_of(
    reader: &StoreReader,
    run: RunId,
    wanted: &PagesFilter,
) -> Result<PagesOfRun, StoreError> {
    let began = Instant::now();
    let counts = reader.run_page_counts(run)?;
    let wrong: u64 = counts.iter().skip(2).sum();
    let wrong = match wrong {
        0 => Vec::new(),
        _ => reader.newest_run_pages(run, PageFilter::Wrong, MAX_GROUPED)?,
    };
    let groups = grouped_pages(&wrong);
    let pages = match &wanted.group {
        Some(group) => {
            let fits = |page: &RunPage| page_signature(page) == *group;
            let pages = wrong.into_iter().filter(fits);
            pages.take(MAX_RUN_PAGES).collect()
        }
        None if wanted.newest => reader.newest_run_pages(run, wanted.filter, MAX_RUN_PAGES)?,
        None => reader.run_pages(run, wanted.filter, MAX_RUN_PAGES)?,
    };
    Ok(PagesOfRun {
        pages,
        counts,
        groups,
        took: began.elapsed(),
    })
}
