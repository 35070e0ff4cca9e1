//! Where a run begins: its start pages, unless it goes on with what an earlier run left.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::io::store::{NewRequest, RequestKind, Store, StoreError};
use crate::logic::model::{ListPosition, PageState, Run, RunEnd, Site, SiteId};
use crate::logic::page::without_fragment;
use crate::logic::rules::Rule;

/// Numbers between the list pages of two start addresses, so that records keep the order of the
/// starts, then of the pages.
const PAGES_PER_START: u32 = 100_000;

/// The start pages of a rule.
pub(super) fn start_requests(rule: &Rule) -> Vec<NewRequest> {
    let kind = if rule.file().list.is_some() {
        RequestKind::List
    } else {
        RequestKind::Content
    };
    rule.start()
        .iter()
        .zip(0_u32..)
        .map(|(url, number)| NewRequest {
            url: without_fragment(url).into(),
            kind,
            position: match kind {
                RequestKind::List => ListPosition {
                    page: number.saturating_mul(PAGES_PER_START),
                    item: 0,
                },
                _ => ListPosition {
                    page: 0,
                    item: number,
                },
            },
            depth: 0,
            fields: Vec::new(),
        })
        .collect()
}

/// Whether the start pages are to be read: always in a fresh run; in one that goes on with what is
/// left only when the last run had read its lists to the end, and what is left are pages set aside
/// for want of a login.
pub(super) fn must_seed(resumed: bool, last: Option<&Run>) -> bool {
    !resumed
        || last.is_some_and(|run| {
            run.end == Some(RunEnd::Finished)
                || (run.end == Some(RunEnd::Blocked) && run.state == Some(PageState::LoginRequired))
        })
}

/// Whether the lists of the site were read to their end under this very rule. If so, a list page
/// with nothing new means that the rest is known as well.
pub(super) fn walked_before(store: &Store, site: &Site) -> Result<bool, StoreError> {
    let walked = store.setting(&walked_key(site.id))?;
    Ok(walked == Some(rule_hash(&site.rule_toml)))
}

/// Takes note that the lists were read to their end.
pub(super) fn note_walked(store: &Store, site: &Site) -> Result<(), StoreError> {
    store.set_setting(&walked_key(site.id), &rule_hash(&site.rule_toml))
}

fn walked_key(site: SiteId) -> String {
    format!("walked:{site}")
}

fn rule_hash(rule_toml: &str) -> String {
    let mut hasher = DefaultHasher::new();
    rule_toml.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::logic::model::{RunId, RunProgress};

    fn run(end: Option<RunEnd>, state: Option<PageState>) -> Run {
        Run {
            id: RunId(1),
            site: SiteId(1),
            site_name: String::new(),
            started_at: Timestamp::UNIX_EPOCH,
            ended_at: None,
            end,
            progress: RunProgress::default(),
            state,
            message: None,
        }
    }

    #[test]
    fn a_run_that_goes_on_reads_its_lists_again_only_when_they_were_read() {
        assert!(must_seed(false, None));
        assert!(!must_seed(true, None));
        assert!(!must_seed(true, Some(&run(None, None))));
        assert!(!must_seed(true, Some(&run(Some(RunEnd::Stopped), None))));
        let limited = run(Some(RunEnd::Blocked), Some(PageState::RateLimited));
        assert!(!must_seed(true, Some(&limited)));
        let members = run(Some(RunEnd::Blocked), Some(PageState::LoginRequired));
        assert!(must_seed(true, Some(&members)));
    }
}
