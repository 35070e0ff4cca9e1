//! Reads one page twice with a rule, a few seconds apart, and proposes how it is to be watched.

use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::test::prepared;
use crate::protocol::EngineError;
use crate::single_page::Loaded;
use crate::single_page::source::load_for;
use crate::workbench::{PageRole, read_table, read_with};
use bowerbird_logic::authoring::watch_proposals::{ReadTable, WatchProposals, watch_proposals};
use bowerbird_logic::rules::Rule;

/// The least time between the two readings.
pub(crate) const BETWEEN: Duration = Duration::from_secs(3);

/// What two readings of a page propose: which field says which row it is, and what to leave out.
///
/// # Errors
/// If the page cannot be loaded.
pub fn read_twice(
    rule: &Rule,
    source: &str,
    base: Option<&Url>,
) -> Result<WatchProposals, EngineError> {
    let first = read(rule, source, base)?;
    std::thread::sleep(rule.delay().max(BETWEEN));
    let second = read(rule, source, base)?;
    Ok(watch_proposals(rule.file(), &first, &second))
}

/// What a rule finds on a page.
pub(super) fn read(
    rule: &Rule,
    source: &str,
    base: Option<&Url>,
) -> Result<ReadTable, EngineError> {
    Ok(table(rule, &load_for(rule, source, base)?))
}

/// What a rule finds on a loaded page.
pub(super) fn table(rule: &Rule, loaded: &Loaded) -> ReadTable {
    let page = prepared(rule, loaded);
    let is_start = rule.has_list()
        && rule
            .starts()
            .take(1_000)
            .any(|start| start.url == loaded.url);
    let role = match &rule.file().record {
        _ if is_start => PageRole::List,
        Some(_) => PageRole::Records,
        None => PageRole::Article,
    };
    read_table(&read_with(rule, role, &page, Timestamp::now()))
}
