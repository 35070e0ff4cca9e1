//! Tabs that have shown a page and are empty again, for the next page of the same visitor: the process
//! that showed one page of a site shows the next, at a third of the work. Never kept: the tab of a page
//! that failed, never rested, or could not be left.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::devtools::{Events, Target};
use crate::fetch::Session;

/// Pages that a tab shows before it is closed: what they leave behind stays small.
const MAX_PAGES: u32 = 25;

/// What a tab was told of its visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TabManner {
    context: String,
    user_agent: String,
    language: Option<String>,
    credentials: Option<String>,
}

impl TabManner {
    /// That of a tab for `session` in the browser context of this id.
    pub(super) fn of(session: &Session, context: &str) -> Self {
        Self {
            context: context.to_owned(),
            user_agent: session.user_agent().to_string(),
            language: session.language().map(|language| language.to_string()),
            credentials: session.pattern_of_credentials(),
        }
    }
}

/// An empty tab.
pub(super) struct IdleTab {
    pub(super) target: String,
    pub(super) tab: (Target, Events),
    /// How many pages it has shown.
    pub(super) pages: u32,
    manner: TabManner,
}

/// The empty tabs of a browser, the one that was left last at the end.
#[derive(Default)]
pub(super) struct IdleTabs(Mutex<Vec<IdleTab>>);

impl IdleTabs {
    fn all(&self) -> MutexGuard<'_, Vec<IdleTab>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tab that was told the same.
    pub(super) fn take(&self, manner: &TabManner) -> Option<IdleTab> {
        let mut all = self.all();
        let place = all.iter().rposition(|idle| idle.manner == *manner)?;
        Some(all.remove(place))
    }

    /// Keeps a tab, `most` at once; returns those to be closed.
    pub(super) fn keep(
        &self,
        (target, tab): (String, (Target, Events)),
        pages: u32,
        manner: TabManner,
        most: usize,
    ) -> Vec<IdleTab> {
        let left = IdleTab {
            target,
            tab,
            pages,
            manner,
        };
        if pages >= MAX_PAGES {
            return vec![left];
        }
        let mut all = self.all();
        all.push(left);
        let over = all.len().saturating_sub(most);
        all.drain(..over).collect()
    }

    /// The tabs of a browser context that ends.
    pub(super) fn of_context(&self, context: &str) -> Vec<IdleTab> {
        let mut all = self.all();
        let (its, others) = all
            .drain(..)
            .partition(|idle| idle.manner.context == context);
        *all = others;
        its
    }
}
