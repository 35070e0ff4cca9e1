//! The box of an opening post that is marked up unlike the replies, added to what finds these: the
//! container finds either, and each field first looks where only one of them shows it. Input: what
//! finds the replies, the picks of the opening post. Output: both as one.

use crate::authoring::learn::induce::check_candidates;
use crate::authoring::learn::induce::learning_types::{Learned, LearnedField, Ranked};
use crate::authoring::learn::induce::locate::{LocatedPick, similar_text};
use crate::authoring::learn::induce::path_confidence;
use crate::authoring::learn::induce::propose::Idea;
use crate::authoring::learn::induce::records::containers::{Items, Seed, paths, seeds};
use crate::authoring::learn::induce::records::field_selector_candidates::{Inner, inner_ideas};
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};
use crate::authoring::learn::induce::steps::{self, NodePath, run};
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind, Take};

/// The number of elements around an opening post's text that may be its box.
const MAX_LEVELS: usize = 12;
/// The number of ways to a reply's field that are kept beside that of the opening post.
const MAX_WAYS: usize = 2;
/// The stability of a way that finds a field in its own kind of box alone, which was run.
const MEASURED: f64 = 0.6;
/// The number of fields that the rule must read in a box that nobody picked.
const MIN_SHARED: usize = 2;

/// `learned`, which finds the replies, with the box of the post at `picks`. Unless that post is
/// `sure`, the ways to at least two of its fields must be those of the replies: it may be the article
/// that is discussed.
pub(super) fn with_opening(
    views: &[View<'_>],
    page: usize,
    learned: &Learned,
    picks: &[LocatedPick],
    sure: bool,
) -> Option<Learned> {
    let view = views.get(page)?;
    let record = learned.record.as_ref()?;
    let replies: Vec<Vec<NodeNumber>> = views
        .iter()
        .map(|view| {
            let all = compiled(&record.alternative).map(|way| way.matching(view.page, None));
            let all = all.unwrap_or_default().into_iter();
            all.filter_map(|index| view.of(index)).collect()
        })
        .collect();
    let picks: Vec<&LocatedPick> = picks.iter().collect();
    for seed in seeds(view, &picks) {
        for items in boxes(views, &seed, &replies) {
            let Some(alternative) = either(&record.alternative, &items.path) else {
                continue;
            };
            let boxes = Boxes {
                view,
                own: items.own,
                replies: replies.get(page).map_or(&[][..], Vec::as_slice),
            };
            if !sure && boxes.shared(learned, &picks) < MIN_SHARED {
                continue;
            }
            let inner = inner_ideas(view, &seed, &items);
            let fields = learned
                .fields
                .iter()
                .map(|field| boxes.field(field, &inner, &picks));
            return Some(Learned {
                record: Some(Ranked {
                    alternative,
                    ..record.clone()
                }),
                fields: fields.collect(),
                notes: learned.notes.clone(),
            });
        }
    }
    None
}

/// The boxes around the seed that hold no reply, each with a path that finds it alone: first those
/// that hold all fields, the smallest first, then the largest of the others.
fn boxes(views: &[View<'_>], seed: &Seed<'_>, replies: &[Vec<NodeNumber>]) -> Vec<Items> {
    let (Some(view), Some(main)) = (views.get(seed.page), seed.main()) else {
        return Vec::new();
    };
    let here = replies.get(seed.page).map_or(&[][..], Vec::as_slice);
    let apart = |at: &NodeNumber| {
        let (start, end) = (*at, view.end(*at));
        !matches!(view.tag(*at), "body" | "html")
            && !here
                .iter()
                .any(|reply| (start..end).contains(reply) || view.contains(*reply, *at))
    };
    let around = std::iter::once(main).chain(view.ancestors(main));
    let levels: Vec<NodeNumber> = around
        .take(MAX_LEVELS)
        .take_while(apart)
        .filter(|at| view.index(*at).is_some())
        .collect();
    let whole = |at: &&NodeNumber| view.contains(**at, seed.around);
    let (whole, partial): (Vec<&NodeNumber>, Vec<&NodeNumber>) = levels.iter().partition(whole);
    let ordered = whole.into_iter().map(|at| (*at, false));
    let ordered = ordered.chain(partial.into_iter().rev().map(|at| (*at, true)));
    let found = ordered.filter_map(|(own, partial)| {
        let alone = |path: &NodePath| {
            let found: Vec<Vec<NodeNumber>> =
                views.iter().map(|view| run(view, path, None)).collect();
            (found.get(seed.page) == Some(&vec![own])).then_some(found)
        };
        let mut ways = paths(view, own).into_iter();
        let (path, found) = ways.find_map(|path| alone(&path).map(|found| (path, found)))?;
        Some(Items {
            page: seed.page,
            own,
            path,
            found,
            partial,
        })
    });
    found.collect()
}

/// A selector for what `one` or `path` finds.
fn either(one: &Alternative, path: &NodePath) -> Option<Alternative> {
    let (css, xpath) = match (&one.css, &one.xpath) {
        (Some(css), _) => (Some(format!("{}, {css}", steps::css(path, false)?)), None),
        (_, Some(xpath)) => (
            None,
            Some(format!("{} | {xpath}", steps::xpath(path, false))),
        ),
        _ => return None,
    };
    Some(Alternative {
        css,
        xpath,
        ..one.clone()
    })
}

/// The selector of a way by CSS or XPath.
fn compiled(way: &Alternative) -> Option<Selector> {
    let (kind, source) = match (&way.css, &way.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return None,
    };
    Selector::compile(kind, source).ok()
}

/// The box of the opening post and those of the replies on the picked page.
struct Boxes<'v, 'p> {
    view: &'v View<'p>,
    own: NodeNumber,
    replies: &'v [NodeNumber],
}

impl Boxes<'_, '_> {
    /// The values of a way in a box.
    fn values(&self, way: &Alternative, scope: NodeNumber) -> Vec<String> {
        let take = match way.take.as_deref() {
            None => Take::Text,
            Some("own_text") => Take::OwnText,
            Some("html") => Take::Html,
            Some("url") => Take::Attribute("href".to_owned()),
            Some(name) => Take::Attribute(name.to_owned()),
        };
        let hits =
            compiled(way).map(|way| way.select(self.view.page, self.view.index(scope), &take));
        let values = hits.unwrap_or_default().into_iter().map(|hit| hit.value);
        values.filter(|value| !value.trim().is_empty()).collect()
    }

    /// The number of fields of `picks` that the ways of `learned` read in the box.
    fn shared(&self, learned: &Learned, picks: &[&LocatedPick]) -> usize {
        let reads = |field: &&LearnedField| {
            let pick = picks.iter().find(|pick| pick.field == field.name);
            pick.is_some_and(|pick| self.read(field, pick))
        };
        learned.fields.iter().filter(reads).count()
    }

    /// Whether the first way of `field` that finds anything in the box finds the pick.
    fn read(&self, field: &LearnedField, pick: &LocatedPick) -> bool {
        let ways = field.ranked.iter().take(MAX_WAYS + 1);
        let mut found = ways.filter_map(|way| {
            let values = self.values(&way.alternative, self.own);
            values.into_iter().next()
        });
        found.next().is_some_and(|value| {
            let value = crate::page::collapse(&value);
            check_candidates::reads(pick, &value)
                || pick.near
                    && similar_text::agreement(&pick.value, &value) >= check_candidates::NEAR
        })
    }

    /// A field of both kinds of boxes.
    fn field(&self, field: &LearnedField, inner: &[Inner], picks: &[&LocatedPick]) -> LearnedField {
        let mut both = field.clone();
        let own = inner.iter().find(|inner| inner.field == field.name);
        let fits = |idea: &&Idea| idea.cut.steps() == field.transform;
        let mut ideas: Vec<&Idea> =
            own.map_or(Vec::new(), |own| own.ideas.iter().filter(fits).collect());
        ideas.sort_by(|a, b| path_confidence::prior(b).total_cmp(&path_confidence::prior(a)));
        let mut picks = picks.iter();
        let known = picks.any(|pick| pick.field == field.name && self.read(field, pick));
        if known {
            return both;
        }
        let silent = |way: &Alternative| {
            let mut replies = self.replies.iter();
            !replies.any(|reply| !self.values(way, *reply).is_empty())
        };
        let ways: Vec<Alternative> = ideas
            .iter()
            .map(|idea| check_candidates::alternative(idea, true))
            .collect();
        let only_here = ideas
            .iter()
            .zip(&ways)
            .find(|(idea, way)| !idea.of_page && silent(way));
        let reply_only = |way: &&Ranked| self.values(&way.alternative, self.own).is_empty();
        let (first, at) = match only_here {
            Some((_, way)) => (Some(way), 0),
            None => {
                both.ranked.retain(|way| reply_only(&way));
                (ways.first(), MAX_WAYS)
            }
        };
        match first {
            Some(way) => {
                both.ranked.truncate(MAX_WAYS);
                let way = Ranked {
                    alternative: way.clone(),
                    stability: MEASURED,
                    ..Ranked::default()
                };
                both.ranked.insert(at.min(both.ranked.len()), way);
                for way in &mut both.ranked {
                    way.stability = way.stability.max(MEASURED);
                }
            }
            None => {
                both = field.clone();
                both.required = false;
            }
        }
        both
    }
}
