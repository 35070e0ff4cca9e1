//! What a page is as a whole, in words: a list, an article, a thread, a feed, and what it links
//! to that saves work. Flows in: one page. Flows out: the kind with its reasons, feeds, sitemaps,
//! and what the page repeats. It proposes and never decides for a person; it asks nothing of any
//! site, so a feed that is named may not answer.

mod feeds;
mod kind;

use serde::{Deserialize, Serialize};
use url::Url;

use super::suggest::{Suggestion, SuggestionCandidate, suggestion_candidates};
use crate::messages::Message;
use crate::page::Page;

/// A feed that a page names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedLink {
    /// Where it lies.
    pub url: Url,
    /// What the page calls it; may be empty.
    pub title: String,
    /// Whether the page declares it for programs, and not only links to it.
    pub declared: bool,
}

/// What a page is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum OverviewKind {
    /// Records that lead to pages of their own, or rows of data.
    List {
        /// Which of the suggestions it is.
        best: usize,
    },
    /// Posts of several people, one after the other.
    Thread {
        /// Which of the suggestions the posts are.
        best: usize,
    },
    /// One text.
    Article {
        /// How sure that is, 0 to 1.
        confidence: f64,
    },
    /// The page is a feed itself.
    Feed,
    /// The page is a sitemap itself.
    Sitemap,
    /// None of these: nothing that is worth a proposal.
    Nothing,
}

/// What a page is as a whole, and what it offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// Feeds, the one to take first.
    pub feeds: Vec<FeedLink>,
    /// Sitemaps that the page names.
    pub sitemaps: Vec<Url>,
    /// What it is.
    pub kind: OverviewKind,
    /// How sure the kind is, 0 to 1.
    pub confidence: f64,
    /// What it repeats, best first, as [`super::suggest()`] says it.
    pub suggestions: Vec<Suggestion>,
    /// What was seen, in sentences, the most important first; never empty.
    pub why: Vec<Message>,
    /// What to do next, as a proposal.
    pub proposal: Message,
}

impl Overview {
    /// The records of a list or the posts of a thread.
    pub fn best(&self) -> Option<&Suggestion> {
        match self.kind {
            OverviewKind::List { best } | OverviewKind::Thread { best } => {
                self.suggestions.get(best)
            }
            _ => None,
        }
    }
}

/// What `page` is and what it offers.
pub fn overview(page: &Page) -> Overview {
    let feeds = feeds::feeds(page);
    let sitemaps = feeds::sitemaps(page);
    let seen = suggestion_candidates(page);
    let (kind, confidence, mut why) = kind::kind(page, &seen);
    if !feeds.is_empty() {
        why.push(Message::new("overview-feeds").with("count", feeds.len()));
    }
    if !sitemaps.is_empty() {
        why.push(Message::new("overview-sitemaps").with("count", sitemaps.len()));
    }
    let has_feed = !feeds.is_empty();
    Overview {
        proposal: proposal(kind, &seen, has_feed),
        feeds,
        sitemaps,
        kind,
        confidence,
        suggestions: seen.into_iter().map(|s| s.suggestion).collect(),
        why,
    }
}

fn proposal(kind: OverviewKind, seen: &[SuggestionCandidate], has_feed: bool) -> Message {
    let leads = |best: usize| seen.get(best).is_some_and(|s| s.suggestion.leads);
    Message::new(match kind {
        OverviewKind::Feed => "overview-next-feed-itself",
        OverviewKind::Sitemap => "overview-next-sitemap-itself",
        OverviewKind::List { best } if leads(best) && has_feed => "overview-next-list-or-feed",
        OverviewKind::List { best } if leads(best) => "overview-next-list",
        OverviewKind::List { .. } => "overview-next-rows",
        OverviewKind::Thread { .. } => "overview-next-thread",
        OverviewKind::Article { .. } if has_feed => "overview-next-article-or-feed",
        OverviewKind::Article { .. } => "overview-next-article",
        OverviewKind::Nothing if has_feed => "overview-next-feed",
        OverviewKind::Nothing => "overview-next-pick",
    })
}

#[cfg(test)]
mod tests;
