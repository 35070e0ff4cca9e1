//! How far lists and threads are followed: up to their limit, without cycles, and not past pages
//! with nothing new.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::crawl::read::apply_rule::News;
use bowerbird_io::store::NewRequest;
use bowerbird_logic::model::{ListPosition, Record, RunId};
use bowerbird_logic::policy::defaults::max_list_pages;
use bowerbird_logic::rules::Rule;

/// Consecutive list pages with new links, none of them wanted, after which a list ends: an endless
/// calendar always has new links.
const MAX_BARREN: u32 = 20;
/// The maximum number of threads whose posts are remembered at once.
const MAX_THREADS: usize = 10_000;

/// The list pages of one run.
pub(in crate::crawl) struct Lists {
    seen: HashSet<String>,
    /// Hashes of all links on the list pages of this run.
    links: HashSet<u64>,
    /// How many consecutive pages without a new wanted link precede a page.
    barren: HashMap<String, u32>,
    most: u32,
    /// Whether a page with nothing new to the store ends its list.
    stop_at_known: bool,
    /// Whether a list was left before its end, at a limit.
    cut: bool,
}

impl Lists {
    pub(in crate::crawl) fn new(rule: &Rule, stop_at_known: bool) -> Self {
        // Search engines have their own limits, which apply to their pages.
        let most = rule
            .most_lists(&[])
            .filter(|_| rule.file().search.is_none());
        Self {
            seen: HashSet::new(),
            links: HashSet::new(),
            barren: HashMap::new(),
            most: max_list_pages(most),
            stop_at_known,
            cut: false,
        }
    }

    /// Whether a list was left before its end, at a limit.
    pub(in crate::crawl) fn is_cut(&self) -> bool {
        self.cut
    }

    /// Records a list page that was requested, or the target of its redirects.
    pub(in crate::crawl) fn note(&mut self, url: &str) {
        if !self.seen.contains(url) {
            self.seen.insert(url.to_owned());
        }
    }

    /// Whether the store knew all links of the lists when the run began.
    pub(in crate::crawl) fn knows_the_rest(&self) -> bool {
        self.stop_at_known
    }

    /// Whether a list page is requested for the first time in this run; records it.
    pub(in crate::crawl) fn is_new(&mut self, url: &str) -> bool {
        self.seen.insert(url.to_owned())
    }

    /// `next`, if it should be followed from the page `here`. `any_new` says whether that page had
    /// links unknown to the store; `news` are all its links.
    pub(in crate::crawl) fn follow(
        &mut self,
        here: &str,
        next: Option<NewRequest>,
        any_new: bool,
        news: &News,
    ) -> Option<NewRequest> {
        let wanted_new = self.note_links(&news.wanted);
        let any_link_new = self.note_links(&news.refused) || wanted_new;
        let barren = match self.barren.remove(here).unwrap_or(0) {
            _ if wanted_new => 0,
            barren => barren + 1,
        };
        let next = next?;
        let beyond = next.depth >= self.most || barren >= MAX_BARREN;
        self.cut |= beyond;
        let wanted = !beyond
            && any_link_new
            && (any_new || !self.stop_at_known)
            && !self.seen.contains(&next.url);
        wanted.then(|| {
            self.note(&next.url);
            if barren > 0 {
                self.barren.insert(next.url.clone(), barren);
            }
            next
        })
    }

    /// Records links; returns whether any is new to this run.
    fn note_links(&mut self, links: &[u64]) -> bool {
        let before = self.links.len();
        self.links.extend(links);
        self.links.len() > before
    }
}

/// The threads read in one run, with the content of their earlier pages.
#[derive(Default)]
pub(in crate::crawl) struct Threads(HashMap<(RunId, ListPosition), HashSet<u64>>);

impl Threads {
    /// Whether all of `records` were on an earlier page of the same thread; records them.
    pub(in crate::crawl) fn nothing_new(
        &mut self,
        thread: (RunId, ListPosition),
        records: &[Record],
    ) -> bool {
        if self.0.len() >= MAX_THREADS && !self.0.contains_key(&thread) {
            self.0.clear();
        }
        let known = self.0.entry(thread).or_default();
        let first = known.is_empty();
        let before = known.len();
        known.extend(records.iter().map(content_of));
        !first && known.len() == before
    }

    /// Forgets a thread that was read to its end.
    pub(in crate::crawl) fn forget(&mut self, thread: (RunId, ListPosition)) {
        self.0.remove(&thread);
    }
}

/// The content hash of a record, without its address.
fn content_of(record: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&record.author, &record.date, &record.text).hash(&mut hasher);
    for (name, value) in &record.fields {
        (name, value.joined()).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_io::store::RequestKind;

    fn lists(most: u32, stop_at_known: bool) -> Lists {
        Lists {
            seen: HashSet::new(),
            links: HashSet::new(),
            barren: HashMap::new(),
            most,
            stop_at_known,
            cut: false,
        }
    }

    fn next(url: &str, depth: u32) -> Option<NewRequest> {
        Some(NewRequest {
            url: url.to_owned(),
            kind: RequestKind::List,
            position: ListPosition::default(),
            depth,
            fields: Vec::new(),
            sources: Default::default(),
        })
    }

    fn news(wanted: &[u64], refused: &[u64]) -> News {
        News {
            wanted: wanted.to_vec(),
            refused: refused.to_vec(),
        }
    }

    #[test]
    fn lists_end_at_their_limit_the_first_page_included() {
        let mut lists = lists(3, true);
        assert!(
            lists
                .follow("/1", next("/2", 1), true, &news(&[1], &[]))
                .is_some()
        );
        assert!(
            lists
                .follow("/2", next("/3", 2), true, &news(&[2], &[]))
                .is_some()
        );
        assert!(
            lists
                .follow("/3", next("/4", 3), true, &news(&[3], &[]))
                .is_none()
        );
    }

    #[test]
    fn circles_and_pages_without_news_end_a_list() {
        let mut walked = lists(u32::MAX, true);
        walked.note("/1");
        assert!(
            walked
                .follow("/1", next("/1", 1), true, &news(&[1], &[]))
                .is_none()
        );
        assert!(
            walked
                .follow("/1", next("/2", 1), false, &news(&[2], &[]))
                .is_none()
        );
        let mut first = lists(u32::MAX, false);
        assert!(
            first
                .follow("/1", next("/2", 1), false, &news(&[1], &[]))
                .is_some()
        );
        assert!(
            first
                .follow("/1", next("/2", 2), true, &news(&[2], &[]))
                .is_none()
        );
    }

    #[test]
    fn a_page_that_repeats_earlier_ones_ends_a_list() {
        let mut lists = lists(u32::MAX, false);
        assert!(
            lists
                .follow("/1", next("/2", 1), true, &news(&[1, 2], &[]))
                .is_some()
        );
        assert!(
            lists
                .follow("/2", next("/3", 2), false, &news(&[2, 1], &[]))
                .is_none()
        );
        assert!(
            lists
                .follow("/2", next("/4", 2), false, &news(&[], &[]))
                .is_none()
        );
    }

    #[test]
    fn links_that_the_rule_refuses_are_news_for_a_while() {
        let mut lists = lists(u32::MAX, false);
        let mut pages = 0;
        for number in 0..u64::from(MAX_BARREN) * 2 {
            let here = format!("/{number}");
            let after = format!("/{}", number + 1);
            if lists
                .follow(&here, next(&after, 1), false, &news(&[], &[number]))
                .is_none()
            {
                break;
            }
            pages += 1;
        }
        assert_eq!(pages, MAX_BARREN - 1);
    }

    #[test]
    fn a_thread_ends_where_its_posts_repeat() {
        let post = |text: &str| Record {
            text: text.to_owned(),
            ..Record::default()
        };
        let mut threads = Threads::default();
        let thread = (RunId(1), ListPosition::default());
        assert!(!threads.nothing_new(thread, &[post("a"), post("b")]));
        assert!(!threads.nothing_new(thread, &[post("a"), post("c")]));
        assert!(threads.nothing_new(thread, &[post("c"), post("a")]));
        threads.forget(thread);
        assert!(!threads.nothing_new(thread, &[post("a")]));
    }
}
