//! The way to the next page, of a list and of multi-page content. Input: new pages, and the next
//! pages of their twins. Output: a proposal for `list.next` or `record.next`.

use crate::authoring::learn::describe;
use crate::authoring::repair::candidates::trial_rule::Trial;
use crate::authoring::repair::field::profile::mean;
use crate::authoring::repair::pages::{New, RepairData};
use crate::authoring::repair::record::joined;
use crate::authoring::repair::value_comparison::{address_key, count};
use crate::authoring::repair::{Proposal, Repair, RepairChange, RulePart, THRESHOLD, apply};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::page::{ElementIndex, without_fragment};
use crate::rules::{Alternative, NextRule, RuleFile};
use crate::select::SelectorKind;

/// Repairs both `next` parts.
pub(crate) fn repair(ground: &RepairData<'_>, file: &mut RuleFile, repair: &mut Repair) {
    for part in [RulePart::ListNext, RulePart::RecordNext] {
        let Some(next) = next_of(file, &part).cloned() else {
            continue;
        };
        let Some(old) = alternative(&next) else {
            // Such a `next` finds the link automatically, or counts pages.
            continue;
        };
        one(ground, file, repair, &part, &old);
    }
}

/// The `next` of a part.
pub(super) fn next_of<'f>(file: &'f RuleFile, part: &RulePart) -> Option<&'f NextRule> {
    match part {
        RulePart::ListNext => file.list.as_ref()?.next.as_ref(),
        RulePart::RecordNext => file.record.as_ref()?.next.as_ref(),
        _ => None,
    }
}

/// `next` as an alternative.
fn alternative(next: &NextRule) -> Option<Alternative> {
    let some = next.way.css.is_some() || next.way.xpath.is_some();
    some.then(|| Alternative {
        css: next.way.css.clone(),
        xpath: next.way.xpath.clone(),
        take: next.way.take.clone(),
        ..Alternative::default()
    })
}

struct RepairContext<'b, 'a> {
    ground: &'b RepairData<'a>,
    file: &'b RuleFile,
    part: &'b RulePart,
    pages: Vec<&'b New<'a>>,
}

fn one(
    ground: &RepairData<'_>,
    file: &mut RuleFile,
    repair: &mut Repair,
    part: &RulePart,
    old: &Alternative,
) {
    let (kind, missing) = match part {
        RulePart::ListNext => (PageKind::List, "repair-no-new-list"),
        _ => (PageKind::Content, "repair-no-new-content"),
    };
    let snapshot = file.clone();
    let context = RepairContext {
        ground,
        file: &snapshot,
        part,
        pages: ground.new_of(kind),
    };
    if context.pages.is_empty() {
        repair.unknown(part.clone(), Message::new(missing));
        return;
    }
    let ever = ground.old_of(kind).iter().any(|o| o.known.next.is_some());
    let now = context.rightness(old);
    let led = context.targets(old).iter().flatten().count();
    if !ever {
        let why = Message::new("repair-never-found").with("part", part.name());
        repair.unknown(part.clone(), why);
        return;
    }
    if mean(&now) >= 0.85 && (led > 0 || context.pages.iter().all(|p| p.twin.is_some())) {
        repair.works(part.clone(), context.pages.len());
        return;
    }
    let best =
        context
            .candidates()
            .into_iter()
            .fold(None, |best: Option<(f64, Alternative)>, way| {
                let score = mean(&context.rightness(&way));
                match best {
                    Some(best) if best.0 >= score => Some(best),
                    _ => Some((score, way)),
                }
            });
    let told = context
        .pages
        .iter()
        .filter(|p| p.twin.is_some_and(|t| t.next.is_some()))
        .count();
    let (score, way) = best.unwrap_or_default();
    let confidence = score
        * if told > 0 {
            0.75 + 0.25 * (1.0 - 0.5_f64.powf(count(told)))
        } else {
            0.65
        };
    let leads = context.targets(&way).iter().flatten().count();
    if confidence < THRESHOLD || leads == 0 || score < mean(&now) + 0.03 {
        repair.broken(part.clone(), Message::new("repair-no-next"));
        return;
    }
    let joint = joined(old, &way).filter(|joint| context.targets(joint) == context.targets(&way));
    let new = joint.unwrap_or(way);
    let (before, after) = (context.targets(old), context.targets(&new));
    let pages = context.pages.iter().zip(before.into_iter().zip(after));
    let pages = pages.map(|(page, (before, after))| RepairChange {
        page: page.number,
        url: page.lens.page.url().to_string(),
        expected: page
            .twin
            .and_then(|t| t.next.as_ref())
            .map(ToString::to_string)
            .into_iter()
            .collect(),
        before: before.into_iter().collect(),
        after: after.into_iter().collect(),
    });
    let proposal = Proposal {
        old: vec![old.clone()],
        new: vec![new],
        transform: None,
        strip: Vec::new(),
        pages: pages.collect(),
        confidence,
        doubtful: false,
        why: vec![Message::new("repair-next-found").with("pages", leads)],
        part: part.clone(),
    };
    apply::to_file(file, &proposal);
    repair.propose(proposal);
}

impl RepairContext<'_, '_> {
    /// The next page that each page links to.
    fn targets(&self, way: &Alternative) -> Vec<Option<String>> {
        let mut file = self.file.clone();
        apply::set_next(&mut file, self.part, way);
        let Some(trial) = Trial::frame(&file) else {
            return vec![None; self.pages.len()];
        };
        let each = self.pages.iter().map(|new| {
            let next = match self.part {
                RulePart::ListNext => trial.list(new.lens.page, self.ground.now).next,
                _ => trial.next(new.lens.page, self.ground.now),
            };
            next.map(String::from)
        });
        each.collect()
    }

    fn rightness(&self, way: &Alternative) -> Vec<f64> {
        let targets = self.targets(way);
        let own: Vec<String> = self
            .pages
            .iter()
            .map(|p| address_key(p.lens.page.url()))
            .collect();
        let each = self.pages.iter().zip(&targets).map(|(page, target)| {
            let target = target.as_ref().and_then(|t| url::Url::parse(t).ok());
            let key = target.as_ref().map(address_key);
            let expected = page.twin.map(|t| t.next.as_ref().map(address_key));
            match (expected, key) {
                (Some(Some(expected)), Some(key)) if expected == key => 1.0,
                // The address of page 2 may have changed with the layout.
                (Some(Some(expected)), Some(key)) => {
                    let gone = self.link_to(page, &expected).is_none();
                    if gone && !own.contains(&key) {
                        0.7
                    } else {
                        0.0
                    }
                }
                (Some(Some(_)), None) => 0.0,
                (Some(None), None) => 1.0,
                (Some(None), Some(_)) => 0.0,
                (None, None) => 0.4,
                (None, Some(key)) => {
                    let mut earlier = self.pages.iter().zip(&targets);
                    // If two pages link to the same address, it is not the next page.
                    let shared = earlier.any(|(other, t)| {
                        other.number != page.number
                            && t.as_ref()
                                .and_then(|t| url::Url::parse(t).ok())
                                .as_ref()
                                .map(address_key)
                                .as_ref()
                                == Some(&key)
                    });
                    if shared { 0.1 } else { 0.9 }
                }
            }
        });
        each.collect()
    }

    /// A link of a page to `key`.
    fn link_to(&self, page: &New<'_>, key: &str) -> Option<ElementIndex> {
        let lens = &page.lens;
        (0..lens.len()).find(|e| {
            let href = lens.attr(*e, "href").filter(|_| lens.tag(*e) == "a");
            let url = href.and_then(|href| lens.page.join(href.trim()));
            url.is_some_and(|url| address_key(&without_fragment(&url)) == *key)
        })
    }

    /// Selectors of the next page, from links known to lead there and from link texts.
    fn candidates(&self) -> Vec<Alternative> {
        let mut ways: Vec<Alternative> = Vec::new();
        for page in &self.pages {
            let lens = &page.lens;
            let known = page.twin.and_then(|t| t.next.as_ref());
            let links: Vec<ElementIndex> = match known {
                Some(next) => {
                    let key = address_key(next);
                    let leads = |e: &ElementIndex| {
                        let href = lens.attr(*e, "href").filter(|_| lens.tag(*e) == "a");
                        let url = href.and_then(|href| lens.page.join(href.trim()));
                        url.is_some_and(|url| address_key(&without_fragment(&url)) == key)
                    };
                    (0..lens.len()).filter(leads).take(4).collect()
                }
                None => Vec::new(),
            };
            for link in links {
                let found = describe(lens.page, link).and_then(|picked| picked.next);
                let whole = 0..lens.len();
                let spot = crate::authoring::repair::candidates::places::ValuePlace {
                    element: link,
                    take: None,
                };
                let named = crate::authoring::repair::candidates::selector_forms::forms(
                    lens, &spot, &whole,
                );
                let named = named.into_iter().take(12).map(|form| form.alternative);
                let all = found.map(alternative_of).into_iter().chain(named);
                ways.extend(all.collect::<Vec<_>>());
            }
        }
        ways.dedup();
        ways.truncate(60);
        ways
    }
}

/// A selector as an alternative.
fn alternative_of((kind, source): (SelectorKind, String)) -> Alternative {
    match kind {
        SelectorKind::XPath => Alternative {
            xpath: Some(source),
            ..Alternative::default()
        },
        _ => Alternative {
            css: Some(source),
            ..Alternative::default()
        },
    }
}
