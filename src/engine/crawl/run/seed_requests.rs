//! Seeds a run: its start pages, unless it continues an earlier one.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::crawl::decide::discovery::lists::Lists;
use crate::crawl::run_context::RunContext;
use crate::crawl::start_pages::start_requests;
use crate::project::finished_lists::walked_key;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{NewRequest, Store, StoreError, StoreReader};
use bowerbird_logic::model::{RunCause, Site, SourceKind};
use bowerbird_logic::rules::StartPoint;

/// The number of start pages created and stored at once.
const STARTS_AT_ONCE: usize = 1_000;

/// Puts the start pages into the frontier in batches: ranges expand to very many. A run stopped
/// meanwhile adds the rest when it continues.
pub(in crate::crawl) fn seed(
    frontier: &mut Frontier,
    lists: &mut Lists,
    run_context: &RunContext,
    listed: Vec<StartPoint>,
    cause: RunCause,
) -> Result<(), EngineError> {
    let rule = &run_context.rule;
    // What a task is about is read at each of its turns.
    let scheduled = cause == RunCause::Schedule && rule.file().site.kind == SourceKind::Pages;
    let mut starts = start_requests(
        &run_context.rule,
        &run_context.engine.store,
        run_context.site,
        listed,
    );
    while !run_context.stop.is_stopped() {
        let some: Vec<NewRequest> = starts.by_ref().take(STARTS_AT_ONCE).collect();
        if some.is_empty() {
            return Ok(());
        }
        for start in &some {
            lists.note(&start.url);
        }
        match (
            rule.reads_whole_tables(),
            rule.has_records_on_starts() || scheduled,
        ) {
            (true, _) => frontier.seed_tables(some)?,
            (false, true) => frontier.seed_again(some)?,
            (false, false) => frontier.seed(some)?,
        };
    }
    Ok(())
}

/// Whether the lists of the site were read to their end under this exact rule. If so, a list page
/// with nothing new means that the rest is known as well.
pub(in crate::crawl) fn walked_before(
    store: &StoreReader,
    site: &Site,
) -> Result<bool, StoreError> {
    let walked = store.setting(&walked_key(site.id))?;
    Ok(walked == Some(rule_hash(&site.rule_toml)))
}

/// Records whether the lists were read to their end, with all their links.
pub(in crate::crawl) fn note_walked(
    store: &Store,
    site: &Site,
    walked: bool,
) -> Result<(), StoreError> {
    let hash = if walked {
        rule_hash(&site.rule_toml)
    } else {
        String::new()
    };
    store.set_setting(&walked_key(site.id), &hash)
}

/// Another version of the program may hash differently; then one run reads its lists to the end.
fn rule_hash(rule_toml: &str) -> String {
    let mut hasher = DefaultHasher::new();
    rule_toml.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
