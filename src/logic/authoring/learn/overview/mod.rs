//! Describes a page as a whole: a list, an article, a thread, a feed, and the useful documents it
//! links to. Input: one page. Output: the kind with its reasons, feeds, sitemaps, and
//! repeated records. It only proposes and leaves the decision to a person; it sends no requests, so
//! a named feed may not respond.

mod feeds;
mod kind;

use serde::{Deserialize, Serialize};
use url::Url;

use super::suggest::{Suggestion, SuggestionCandidate, named_for_people, suggestion_candidates};
use crate::messages::Message;
use crate::page::Page;

/// A feed that a page names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedLink {
    /// Its address.
    pub url: Url,
    /// Its title on the page; may be empty.
    pub title: String,
    /// Whether the page declares it for programs instead of only linking to it.
    pub declared: bool,
}

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum OverviewKind {
    /// Records that link to pages of their own, or rows of data.
    List {
        /// Index of the suggestion.
        best: usize,
    },
    /// Posts of several people, one after the other.
    Thread {
        /// Index of the suggestion with the posts.
        best: usize,
    },
    /// One text.
    Article {
        /// Its confidence, 0 to 1.
        confidence: f64,
    },
    /// The page is a feed itself.
    Feed,
    /// The page is a sitemap itself.
    Sitemap,
    /// None of these: nothing worth proposing.
    Nothing,
}

/// A page's kind and what it offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// Feeds, the preferred one first.
    pub feeds: Vec<FeedLink>,
    /// Sitemaps that the page names.
    pub sitemaps: Vec<Url>,
    /// Its kind.
    pub kind: OverviewKind,
    /// The confidence of the kind, 0 to 1.
    pub confidence: f64,
    /// Its repeated records, best first, as returned by [`super::suggest()`].
    pub suggestions: Vec<Suggestion>,
    /// The observations as sentences, the most important first; never empty.
    pub why: Vec<Message>,
    /// The proposed next step.
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

/// Describes `page` and what it offers.
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
    let (kind, seen) = best_first(kind, seen);
    Overview {
        proposal: proposal(kind, &seen, has_feed),
        feeds,
        sitemaps,
        kind,
        confidence,
        suggestions: seen
            .into_iter()
            .map(|s| named_for_people(s.suggestion))
            .collect(),
        why,
    }
}

/// Moves the suggestion that the kind names to the front. The posts of a thread are records even if
/// each has a link of its own.
fn best_first(
    kind: OverviewKind,
    mut seen: Vec<SuggestionCandidate>,
) -> (OverviewKind, Vec<SuggestionCandidate>) {
    let (OverviewKind::List { best } | OverviewKind::Thread { best }) = kind else {
        return (kind, seen);
    };
    if let Some(until_best) = seen.get_mut(..=best) {
        until_best.rotate_right(1);
    }
    if let OverviewKind::List { .. } = kind {
        return (OverviewKind::List { best: 0 }, seen);
    }
    if let Some(posts) = seen.first_mut() {
        posts.suggestion.leads = false;
    }
    (OverviewKind::Thread { best: 0 }, seen)
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
