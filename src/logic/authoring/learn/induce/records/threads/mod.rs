//! One picked post of a thread as an example of all its posts. An opening post is often marked up
//! unlike its replies, so that what is learned from it alone finds nothing else, or something else.
//! What generic extraction reads as the posts of the picked page says how many there are and what
//! they say; if what was learned misses some, it is learned from a reply, and the opening post's own
//! box is added. Input: picks of one post, what was learned from them. Output: what finds
//! more of the posts, run as the rule it becomes; or the same.
//!
//! Below: the agreement with the posts, and the box of the opening post.

mod agreement;
mod opening_box;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::{Cast, records, records_by};
use crate::authoring::learn::induce::learning_types::{Learned, Pick, PickTarget};
use crate::authoring::learn::induce::locate::{self, LocatedPick};
use crate::authoring::learn::induce::patterns::hidden_in;
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};
use crate::generic::{Method, PageType, extract};
use crate::model::DefaultColumn;
use agreement::{Agreement, ReadPost, Said, agreement, ratio};
use opening_box::with_opening;

/// The minimum number of posts that make a thread.
const MIN_POSTS: usize = 3;
/// The maximum number of posts compared.
const MAX_POSTS: usize = 60;
/// The number of replies that are tried as examples.
const MAX_REPLIES: usize = 2;
/// The shortest and longest text of a reply that is a good example, in characters.
const REPLY_CHARS: (usize, usize) = (40, 4_000);
/// How much better a rule learned from another post must agree than that from the picked one.
const BETTER: f64 = 0.1;
/// The agreement from which no further reply is tried.
const FINE: f64 = 0.9;
/// The least agreement as a factor: what extraction reads may be wrong.
const LEAST_FACTOR: f64 = 0.2;

/// Learns records from the picks of one post of a thread; `None` if they are something else.
pub(crate) fn posts(
    views: &[View<'_>],
    found: &[LocatedPick],
    names: &[String],
) -> Option<Learned> {
    let Some(thread) = thread(views, found, names) else {
        return records(views, found, names);
    };
    let learned = thread.learned_from(found);
    thread.better(learned.as_ref(), found).or(learned)
}

/// The thread of which `found` are the picks of one post.
fn thread<'v, 'p>(
    views: &'v [View<'p>],
    found: &[LocatedPick],
    names: &'v [String],
) -> Option<Thread<'v, 'p>> {
    let (page, text) = single_post(found)?;
    let view = views.get(page)?;
    let posts = posts_of(view)?;
    let picked = posts.iter().position(|post| post.is_said_in(&text.value))?;
    let longest = posts.iter().map(|post| post.text.len()).max();
    Some(Thread {
        views,
        view,
        page,
        names,
        longest: longest.unwrap_or_default(),
        posts,
        picked,
        known: RefCell::default(),
    })
}

/// A thread, one of whose posts was picked.
struct Thread<'v, 'p> {
    views: &'v [View<'p>],
    view: &'v View<'p>,
    page: usize,
    names: &'v [String],
    posts: Vec<ReadPost>,
    /// The picked post.
    picked: usize,
    /// The length of the longest post, in bytes.
    longest: usize,
    /// The posts of which nodes are the texts.
    known: RefCell<HashMap<NodeNumber, Option<usize>>>,
}

impl Thread<'_, '_> {
    /// Something that finds more of the posts than `learned`, which was learned from `found`.
    fn better(&self, learned: Option<&Learned>, found: &[LocatedPick]) -> Option<Learned> {
        let own = learned.map(|learned| self.agreement(learned));
        if own.as_ref().is_some_and(Agreement::is_full) {
            return None;
        }
        let least = own.as_ref().map_or(0.0, |own| own.share);
        let mut best: Option<(Learned, Agreement)> = learned.cloned().zip(own);
        for reply in self
            .examples()
            .into_iter()
            .take_while(|_| least + BETTER <= 1.0)
        {
            let Some(other) = self.learned_from(&reply) else {
                continue;
            };
            let seen = self.agreement(&other);
            let fine = seen.share >= FINE;
            if best
                .as_ref()
                .is_none_or(|(_, best)| seen.share > best.share)
            {
                best = Some((other, seen));
            }
            if fine {
                break;
            }
        }
        let (mut best, mut seen) = best?;
        if let Some(joined) = self.with_missing(&best, &seen, found) {
            (best, seen) = joined;
        }
        let missed = !seen.found.get(self.picked).copied().unwrap_or(false);
        let enough = match learned {
            Some(_) if !seen.is_full() => least + BETTER,
            _ => least,
        };
        (!missed && seen.share > enough).then(|| with_other_fields(best, learned, self.names))
    }

    /// The agreement of a way to cut the page with the posts, as a factor on its score.
    fn factor(&self, cast: &Cast) -> f64 {
        let mains = cast.mains(self.page);
        let mut found = HashSet::new();
        let right = mains
            .iter()
            .filter(|main| self.post_at(**main).is_some_and(|post| found.insert(post)));
        let share = ratio(2 * right.count(), mains.len() + self.posts.len());
        share.max(LEAST_FACTOR).powi(2)
    }

    /// The post of which a node is the text.
    fn post_at(&self, at: NodeNumber) -> Option<usize> {
        if let Some(known) = self.known.borrow().get(&at) {
            return *known;
        }
        let text = self.view.text(at);
        let fits = text.len() <= 3 * self.longest + 64;
        let said = fits.then(|| Said::new(text));
        let post = said.and_then(|said| self.posts.iter().position(|post| post.is(&said)));
        self.known.borrow_mut().insert(at, post);
        post
    }

    fn agreement(&self, learned: &Learned) -> Agreement {
        agreement(learned, self.view.page, &self.posts)
    }

    /// The picks of replies that are good examples: those with the most fields, not the first.
    fn examples(&self) -> Vec<Vec<LocatedPick>> {
        let good = |(number, post): &(usize, &ReadPost)| {
            let chars = post.text.chars().count();
            *number > 0
                && *number != self.picked
                && (REPLY_CHARS.0..=REPLY_CHARS.1).contains(&chars)
        };
        let replies = self.posts.iter().enumerate().filter(good);
        let mut all: Vec<Vec<LocatedPick>> = replies
            .take(2 * MAX_REPLIES)
            .map(|(number, _)| self.picks_of(number))
            .filter(|picks| {
                picks
                    .iter()
                    .any(|pick| pick.field == DefaultColumn::Text.token())
            })
            .collect();
        all.sort_by_key(|picks| std::cmp::Reverse(picks.len()));
        all.truncate(MAX_REPLIES);
        all
    }

    /// The places of a read post's text, author and date, as far as these were picked.
    fn picks_of(&self, number: usize) -> Vec<LocatedPick> {
        let Some(post) = self.posts.get(number) else {
            return Vec::new();
        };
        let read = [
            (DefaultColumn::Text, &post.text),
            (DefaultColumn::Author, &post.author),
            (DefaultColumn::Date, &post.date),
        ];
        let wanted = |(column, value): &(DefaultColumn, &String)| {
            !value.is_empty() && self.names.iter().any(|name| name == column.token())
        };
        let located = |(column, value): (DefaultColumn, &String)| {
            let pick = Pick {
                page: self.page,
                field: column.token().to_owned(),
                target: PickTarget::Text(value.clone()),
                take: None,
                negative: false,
            };
            locate::locate(self.view, &pick, hidden_in).ok()
        };
        let picks = read.into_iter().filter(wanted).filter_map(located);
        picks
            .flatten()
            .filter(|pick| !pick.places.is_empty())
            .collect()
    }

    fn learned_from(&self, picks: &[LocatedPick]) -> Option<Learned> {
        let picked = |name: &&String| picks.iter().any(|pick| pick.field == **name);
        let names: Vec<String> = self.names.iter().filter(picked).cloned().collect();
        records_by(self.views, picks, &names, &|cast| self.factor(cast))
    }

    /// `learned` and the box of the only post that it misses, the picked or the opening one.
    fn with_missing(
        &self,
        learned: &Learned,
        seen: &Agreement,
        found: &[LocatedPick],
    ) -> Option<(Learned, Agreement)> {
        let missing = seen.found.iter().position(|found| !found)?;
        let is_picked = missing == self.picked;
        if !is_picked && missing != 0 {
            return None;
        }
        let picks = if is_picked {
            found.to_vec()
        } else {
            self.picks_of(missing)
        };
        let joined = with_opening(self.views, self.page, learned, &picks, is_picked)?;
        let agreed = self.agreement(&joined);
        let gained =
            agreed.found.get(missing).copied().unwrap_or(false) && agreed.share > seen.share;
        gained.then_some((joined, agreed))
    }
}

/// The page of the picks and the picked text, if the picks are those of one post.
fn single_post(found: &[LocatedPick]) -> Option<(usize, &LocatedPick)> {
    let first = found.first()?;
    let alone = found.iter().enumerate().all(|(number, pick)| {
        let mut before = found.iter().take(number);
        !pick.negative && pick.page == first.page && before.all(|other| other.field != pick.field)
    });
    let text = found
        .iter()
        .find(|pick| pick.field == DefaultColumn::Text.token())?;
    alone.then_some((first.page, text))
}

/// What generic extraction reads as the posts of a thread.
fn posts_of(view: &View<'_>) -> Option<Vec<ReadPost>> {
    let content = extract(view.page, Method::Auto);
    let is_thread = content
        .kind
        .as_ref()
        .is_some_and(|known| known.kind == PageType::Thread);
    let mut posts: Vec<ReadPost> = content
        .posts
        .into_iter()
        .map(|post| ReadPost::new(post.all(), &post.author, &post.date))
        .collect();
    posts.truncate(MAX_POSTS);
    (is_thread && posts.len() >= MIN_POSTS).then_some(posts)
}

/// `better`, with those of the picked fields that no post of a thread has by itself.
fn with_other_fields(mut better: Learned, learned: Option<&Learned>, names: &[String]) -> Learned {
    let fields = learned.map(|learned| &learned.fields);
    for field in fields.into_iter().flatten() {
        if !better.fields.iter().any(|own| own.name == field.name) {
            let mut field = field.clone();
            field.required = false;
            better.fields.push(field);
        }
    }
    let place = |name: &str| names.iter().position(|own| own == name);
    better.fields.sort_by_key(|field| place(&field.name));
    better
}
