//! How far lists are followed: to their limit, not in circles, not past pages with nothing new.

use std::collections::HashSet;

use crate::io::store::NewRequest;
use crate::logic::rules::Rule;

/// The list pages of one run.
pub(super) struct Lists {
    seen: HashSet<String>,
    most: u32,
    /// Whether a page with nothing new ends its list.
    stop_at_known: bool,
}

impl Lists {
    pub(super) fn new(rule: &Rule, stop_at_known: bool) -> Self {
        let most = rule
            .file()
            .list
            .as_ref()
            .and_then(|list| list.next.as_ref())
            .and_then(|next| next.max_pages);
        Self {
            seen: HashSet::new(),
            most: most.unwrap_or(u32::MAX),
            stop_at_known,
        }
    }

    /// Takes note of a list page that was asked for, or where its redirects ended.
    pub(super) fn note(&mut self, url: &str) {
        if !self.seen.contains(url) {
            self.seen.insert(url.to_owned());
        }
    }

    /// `next`, when it is to be followed. `any_new` says whether the page it stands on had new links.
    pub(super) fn follow(&mut self, next: Option<NewRequest>, any_new: bool) -> Option<NewRequest> {
        let next = next?;
        let wanted = next.depth < self.most
            && (any_new || !self.stop_at_known)
            && !self.seen.contains(&next.url);
        wanted.then(|| {
            self.note(&next.url);
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::store::RequestKind;
    use crate::logic::model::ListPosition;

    fn lists(most: u32, stop_at_known: bool) -> Lists {
        Lists {
            seen: HashSet::new(),
            most,
            stop_at_known,
        }
    }

    fn next(url: &str, depth: u32) -> Option<NewRequest> {
        Some(NewRequest {
            url: url.to_owned(),
            kind: RequestKind::List,
            position: ListPosition::default(),
            depth,
            fields: Vec::new(),
        })
    }

    #[test]
    fn lists_end_at_their_limit_the_first_page_included() {
        let mut lists = lists(3, true);
        assert!(lists.follow(next("/2", 1), true).is_some());
        assert!(lists.follow(next("/3", 2), true).is_some());
        assert!(lists.follow(next("/4", 3), true).is_none());
    }

    #[test]
    fn circles_and_pages_without_news_end_a_list() {
        let mut walked = lists(u32::MAX, true);
        walked.note("/1");
        assert!(walked.follow(next("/1", 1), true).is_none());
        assert!(walked.follow(next("/2", 1), false).is_none());
        let mut first = lists(u32::MAX, false);
        assert!(first.follow(next("/2", 1), false).is_some());
        assert!(first.follow(next("/2", 2), true).is_none());
    }
}
