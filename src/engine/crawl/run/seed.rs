//! Where a run begins: its start pages, unless it goes on with what an earlier run left.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::crawl::decide::discovery::lists::Lists;
use crate::crawl::run_context::RunContext;
use crate::crawl::starts::start_requests;
use crate::project::walked::walked_key;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{NewRequest, Store, StoreError, StoreReader};
use bowerbird_logic::model::Site;
use bowerbird_logic::rules::StartPoint;

/// Start pages that are made and stored at once.
const STARTS_AT_ONCE: usize = 1_000;

/// Puts the start pages into the frontier, some at a time: ranges stand for very many. A run that is
/// stopped meanwhile puts the rest in when it goes on.
pub(in crate::crawl) fn seed(
    frontier: &mut Frontier,
    lists: &mut Lists,
    run_context: &RunContext,
    listed: Vec<StartPoint>,
) -> Result<(), EngineError> {
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
        frontier.seed(some)?;
    }
    Ok(())
}

/// Whether the lists of the site were read to their end under this very rule. If so, a list page
/// with nothing new means that the rest is known as well.
pub(in crate::crawl) fn walked_before(
    store: &StoreReader,
    site: &Site,
) -> Result<bool, StoreError> {
    let walked = store.setting(&walked_key(site.id))?;
    Ok(walked == Some(rule_hash(&site.rule_toml)))
}

/// Takes note whether the lists were read to their end, with all they led to.
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

/// Another version of the program may hash otherwise; then one run reads its lists to the end.
fn rule_hash(rule_toml: &str) -> String {
    let mut hasher = DefaultHasher::new();
    rule_toml.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
