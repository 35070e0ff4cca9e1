//! What the columns `kind` and `state` of the table `request` hold. SQL names the variants, which
//! write themselves as numbers: only where it says a number do the partial indexes serve it.

use std::fmt;

use crate::store::RequestKind;

/// Column `kind`: what a request is for, in the order of the queue. What was done before and is
/// asked for again comes after all that is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QueuedKind {
    /// A list page.
    List = 0,
    /// A content page.
    Content = 1,
    /// A page of a whole-site crawl.
    Page = 2,
    /// A content page, asked for again; the first kind of those.
    ContentAgain = 3,
    /// A page of a whole-site crawl, asked for again.
    PageAgain = 4,
}

/// What is added to the kind of a content or page that is asked for again, and taken off when it is
/// done.
pub(crate) const AGAIN: u8 = 2;

impl QueuedKind {
    /// The column for a request of that kind. Lists are read in every run, so that they are never
    /// asked for again.
    pub fn of(kind: RequestKind, again: bool) -> Self {
        match (kind, again) {
            (RequestKind::List, _) => Self::List,
            (RequestKind::Content, false) => Self::Content,
            (RequestKind::Page, false) => Self::Page,
            (RequestKind::Content, true) => Self::ContentAgain,
            (RequestKind::Page, true) => Self::PageAgain,
        }
    }

    /// What a number stands for.
    pub fn from_number(number: i64) -> Option<Self> {
        let all = [
            Self::List,
            Self::Content,
            Self::Page,
            Self::ContentAgain,
            Self::PageAgain,
        ];
        all.into_iter().find(|kind| kind.number() == number)
    }

    /// The number in the project file.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// What the request is for.
    pub fn kind(self) -> RequestKind {
        match self {
            Self::List => RequestKind::List,
            Self::Content | Self::ContentAgain => RequestKind::Content,
            Self::Page | Self::PageAgain => RequestKind::Page,
        }
    }

    /// Whether it was done before.
    pub fn is_again(self) -> bool {
        matches!(self, Self::ContentAgain | Self::PageAgain)
    }
}

impl fmt::Display for QueuedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// Column `state`: what has become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestState {
    /// Queued, and not leased.
    Waiting = 0,
    /// A run has it.
    Leased = 1,
    /// Its page was read.
    Done = 2,
    /// Given up, or missing.
    Failed = 3,
    /// Dropped by a cancel, which may be taken back until the next run begins.
    Dropped = 4,
}

impl RequestState {
    /// The number in the project file.
    pub fn number(self) -> i64 {
        self as i64
    }
}

impl fmt::Display for RequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_asked_for_again_are_the_others_and_come_after_them() {
        for kind in [RequestKind::Content, RequestKind::Page] {
            let (first, again) = (QueuedKind::of(kind, false), QueuedKind::of(kind, true));
            assert_eq!(again.number(), first.number() + i64::from(AGAIN));
            assert!(again >= QueuedKind::ContentAgain && first < QueuedKind::ContentAgain);
        }
        for number in 0..5 {
            let column = QueuedKind::from_number(number).expect("a kind");
            assert_eq!(column.number(), number);
            assert_eq!(QueuedKind::of(column.kind(), column.is_again()), column);
        }
        assert_eq!(QueuedKind::from_number(5), None);
    }
}
