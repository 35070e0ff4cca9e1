//! The values of the columns `kind` and `state` of the table `request`. SQL is built with the
//! variants, which are written as numbers: the partial indexes only apply to literal numbers.

use std::fmt;

use crate::store::RequestKind;

/// Column `kind`: the purpose of a request, in the order of the queue. Pages to be fetched again
/// come after all new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QueuedKind {
    /// A list page.
    List = 0,
    /// A content page.
    Content = 1,
    /// A page of a whole-site crawl.
    Page = 2,
    /// A content page, fetched again; the first kind of those.
    ContentAgain = 3,
    /// A page of a whole-site crawl, fetched again.
    PageAgain = 4,
}

/// Added to the kind of a content or page that is fetched again, and subtracted when it is done.
pub(crate) const AGAIN: u8 = 2;

impl QueuedKind {
    /// The column value for a request of that kind. Every run reads the lists, so they are never
    /// marked as fetched again.
    pub fn of(kind: RequestKind, again: bool) -> Self {
        match (kind, again) {
            (RequestKind::List, _) => Self::List,
            (RequestKind::Content, false) => Self::Content,
            (RequestKind::Page, false) => Self::Page,
            (RequestKind::Content, true) => Self::ContentAgain,
            (RequestKind::Page, true) => Self::PageAgain,
        }
    }

    /// The kind with this number.
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

    /// The purpose of the request.
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

/// Column `state`: the state of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestState {
    /// Queued and not leased.
    Waiting = 0,
    /// Leased by a run.
    Leased = 1,
    /// Its page was read.
    Done = 2,
    /// Given up, or missing.
    Failed = 3,
    /// Dropped by a cancel, which can be undone until the next run begins.
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
