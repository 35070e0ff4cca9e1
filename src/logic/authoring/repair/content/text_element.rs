//! The element that holds the text of articles: which are tried, which fits old and new pages best.

use super::super::candidates::places::ValuePlace;
use super::super::candidates::selector_forms::{SelectorForm, forms};
use super::super::candidates::trial_rule::Trial;
use super::super::field::profile::mean;
use super::super::outcome_messages::quote;
use super::super::pages::RepairData;
use super::super::pages::index::ElementTexts;
use super::super::record::{self, RecordScope, text};
use super::super::value_comparison::count;
use super::super::{Proposal, Repair, RepairChange, RulePart, THRESHOLD, apply};
use super::generic_text;
use super::strip;
use super::strip::matches;
use super::text_coverage::{TargetText, TextCover, starts};
use crate::authoring::repair::candidates::thresholds::content::{
    LEAST, MAX_PROVEN, MAX_SEEDS, WORKS, WORKS_UNKNOWN,
};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::{DefaultColumn, Value};
use crate::rules::{Alternative, Content, RuleFile};
use std::collections::HashSet;

/// A page or record with its expected text.
pub(in crate::authoring::repair) struct Target<'g, 'a> {
    /// Its scope.
    pub scope: RecordScope<'g, 'a>,
    /// The page.
    pub lens: &'g ElementTexts<'a>,
    wanted: TargetText,
    /// The words that belong to the text.
    pub cover: TextCover,
    pub(super) known: bool,
    sample: String,
}

/// A way to select the content.
#[derive(Clone)]
pub(in crate::authoring::repair) struct ContentSelection {
    /// What to select.
    pub select: Alternative,
    /// What to strip.
    pub strip: Vec<Alternative>,
    /// Its stability.
    pub stability: f64,
}

/// Repairs `[content]` if the rule selects it.
pub(in crate::authoring::repair) fn repair(
    ground: &RepairData<'_>,
    file: &mut RuleFile,
    repair: &mut Repair,
) {
    if file.content.select.is_empty() {
        return;
    }
    if ground.new_of(PageKind::Content).is_empty() {
        repair.unknown(RulePart::Content, Message::new("repair-no-new-content"));
        return;
    }
    let scopes = record::scopes(ground, file);
    let all = scopes.len();
    let targets = targets(ground, scopes);
    if targets.is_empty() {
        repair.unknown(
            RulePart::Content,
            Message::new("repair-never-found").with("part", "content"),
        );
        return;
    }
    let context = ContentRepair {
        ground,
        file,
        targets,
        all,
    };
    let now = context.likeness(&file.content);
    if context.works(&now) {
        repair.works(RulePart::Content, context.targets.len());
        return;
    }
    match generic_text::or_place(&context, &now, context.proposal(&now)) {
        Some(proposal) => {
            apply::to_file(file, &proposal);
            repair.propose(proposal);
        }
        None => {
            let sample = context.targets.first().map(|t| quote(&t.sample));
            let wrong = context.what_is_wrong(&now);
            let why = Message::new("repair-not-found")
                .with("part", "content")
                .with("value", sample.unwrap_or_default())
                .with("wrong", wrong);
            repair.broken(RulePart::Content, why);
        }
    }
}

pub(super) fn targets<'g, 'a>(
    ground: &'g RepairData<'a>,
    scopes: Vec<RecordScope<'g, 'a>>,
) -> Vec<Target<'g, 'a>> {
    let mut targets = Vec::new();
    let without_quotes = text::leaves_quotes_out(ground);
    for scope in scopes {
        let Some(new) = ground.new.get(scope.page) else {
            continue;
        };
        let before = scope.record.map(|record| {
            let text = record
                .iter()
                .find(|(name, _)| name == DefaultColumn::Text.token());
            text.map(|(_, value)| value.joined()).unwrap_or_default()
        });
        let known = before.is_some();
        let text = before.unwrap_or_else(|| match scope.range.start {
            0 => text::of_page(&new.lens),
            container => text::likely(&new.lens, container, without_quotes),
        });
        if text.trim().is_empty() {
            continue;
        }
        let wanted = TargetText::of(&text);
        targets.push(Target {
            cover: TextCover::of(&new.lens, &wanted),
            lens: &new.lens,
            scope,
            wanted,
            known,
            sample: text,
        });
    }
    targets
}

/// The targets on which contents are tried.
pub(super) struct ContentRepair<'b, 'g, 'a> {
    pub(super) ground: &'b RepairData<'a>,
    pub(super) file: &'b RuleFile,
    pub(super) targets: Vec<Target<'g, 'a>>,
    all: usize,
}

impl ContentRepair<'_, '_, '_> {
    /// The text of each target.
    pub(super) fn texts(&self, content: &Content) -> Vec<String> {
        let Some(trial) = Trial::content(self.file, content) else {
            return vec![String::new(); self.targets.len()];
        };
        let mut by_page: Vec<(usize, Vec<Option<Value>>)> = Vec::new();
        let text = |target: &Target<'_, '_>| {
            let page = target.scope.page;
            if !by_page.iter().any(|(p, _)| *p == page) {
                let values = trial.values(
                    target.lens.page,
                    DefaultColumn::Text.token(),
                    self.ground.now,
                );
                by_page.push((page, values));
            }
            let (_, values) = by_page.iter().find(|(p, _)| *p == page)?;
            let value = values.get(target.scope.place)?.as_ref()?;
            Some(value.joined())
        };
        self.targets
            .iter()
            .map(text)
            .map(Option::unwrap_or_default)
            .collect()
    }

    pub(super) fn likeness(&self, content: &Content) -> Vec<f64> {
        let texts = self.texts(content);
        let pairs = self.targets.iter().zip(&texts);
        pairs
            .map(|(target, text)| target.wanted.likeness(text))
            .collect()
    }

    fn split(&self, likeness: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let pairs = || self.targets.iter().zip(likeness);
        let of = |known: bool| {
            let part = pairs().filter(|(t, _)| t.known == known);
            part.map(|(_, l)| *l).collect()
        };
        (of(true), of(false))
    }

    fn works(&self, now: &[f64]) -> bool {
        let (known, unknown) = self.split(now);
        (known.is_empty() || mean(&known) >= WORKS)
            && (unknown.is_empty() || (mean(&unknown) >= WORKS_UNKNOWN && self.selects()))
    }

    /// Whether the rule's own selectors match; without them a record's whole text is taken.
    fn selects(&self) -> bool {
        let finds = |target: &&Target<'_, '_>| {
            let select = &self.file.content.select;
            select.iter().any(|a| {
                let elements = a.css.is_some() || a.xpath.is_some();
                !elements || !matches(a, target).is_empty()
            })
        };
        2 * self.targets.iter().filter(finds).count() >= self.targets.len()
    }

    pub(super) fn mean(&self, likeness: &[f64]) -> f64 {
        let (known, unknown) = self.split(likeness);
        // Where pages are known, generic extraction only confirms.
        if known.is_empty() {
            mean(&unknown)
        } else if unknown.is_empty() {
            mean(&known)
        } else {
            0.8 * mean(&known) + 0.2 * mean(&unknown)
        }
    }

    fn with(&self, select: Vec<Alternative>, way: &ContentSelection) -> Content {
        let mut content = self.file.content.clone();
        content.select = select;
        strip::add(&mut content, &way.strip);
        content
    }

    fn proposal(&self, now: &[f64]) -> Option<Proposal> {
        let mut best: Option<(f64, ContentSelection, Vec<f64>)> = None;
        for way in self.candidates() {
            let likeness = self.likeness(&self.with(vec![way.select.clone()], &way));
            let score = self.mean(&likeness) + 0.03 * way.stability;
            let better = best.as_ref().is_none_or(|(most, _, _)| score > *most);
            if better && self.leaves_fields(&way) {
                best = Some((score, way, likeness));
            }
        }
        let (_, way, likeness) = best?;
        let mean_now = self.mean(now);
        let mean_then = self.mean(&likeness);
        let confidence = self.confidence(&likeness);
        if mean_then < LEAST || mean_then < mean_now + 0.02 || confidence < THRESHOLD {
            return None;
        }
        let select = self.ordered(&way, mean_then);
        let before = self.texts(&self.file.content);
        let after = self.texts(&self.with(select.clone(), &way));
        let changes = self.changes(before, after);
        let (known, unknown) = self.split(&likeness);
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let mut why = vec![self.what_is_wrong(now)];
        if !known.is_empty() {
            why.push(
                Message::new("repair-same-text")
                    .with("percent", percent(mean(&known)))
                    .with("pages", known.len()),
            );
        }
        if !unknown.is_empty() {
            why.push(
                Message::new("repair-generic-text")
                    .with("percent", percent(mean(&unknown)))
                    .with("pages", unknown.len()),
            );
        }
        Some(Proposal {
            part: RulePart::Content,
            old: self.file.content.select.clone(),
            new: select,
            transform: None,
            strip: way.strip,
            pages: changes,
            confidence,
            doubtful: false,
            why,
        })
    }

    /// What changes on each page from one text of each target to another.
    pub(super) fn changes(&self, before: Vec<String>, after: Vec<String>) -> Vec<RepairChange> {
        let pages = self.targets.iter().zip(before.into_iter().zip(after));
        let mut changes: Vec<RepairChange> = Vec::new();
        for (target, (before, after)) in pages {
            let Some(new) = self.ground.new.get(target.scope.page) else {
                continue;
            };
            if changes.last().is_none_or(|c| c.page != new.number) {
                changes.push(RepairChange {
                    page: new.number,
                    url: new.lens.page.url().to_string(),
                    ..RepairChange::default()
                });
            }
            if let Some(change) = changes.last_mut() {
                if target.known {
                    change.expected.push(target.sample.clone());
                }
                change.before.extend(Some(before).filter(|t| !t.is_empty()));
                change.after.extend(Some(after).filter(|t| !t.is_empty()));
            }
        }
        changes
    }

    /// Whether the fields yield the same values after the way's strip is applied to them too.
    fn leaves_fields(&self, way: &ContentSelection) -> bool {
        let fields = |way: &ContentSelection| {
            let mut file = self.file.clone();
            file.content = self.with(vec![way.select.clone()], way);
            let trial = Trial::whole(&file)?;
            let pages = self.ground.new_of(PageKind::Content);
            let each = pages
                .iter()
                .map(|p| trial.fields(p.lens.page, self.ground.now));
            Some(each.collect::<Vec<_>>())
        };
        let nothing = ContentSelection {
            strip: Vec::new(),
            ..way.clone()
        };
        way.strip.is_empty() || fields(way) == fields(&nothing)
    }

    fn confidence(&self, likeness: &[f64]) -> f64 {
        let (known, unknown) = self.split(likeness);
        if known.is_empty() {
            let many = 1.0 - 0.5_f64.powf(count(unknown.len()));
            return mean(&unknown) * (0.6 + 0.3 * many);
        }
        let many = 1.0 - 0.4_f64.powf(count(known.len()));
        let all = count(self.targets.len()) / count(self.all.max(1));
        mean(&known) * (0.7 + 0.3 * many) * (0.8 + 0.2 * all)
    }

    /// The new way with the harmless old ones before or after it.
    fn ordered(&self, way: &ContentSelection, least: f64) -> Vec<Alternative> {
        let old = self
            .file
            .content
            .select
            .iter()
            .filter(|a| **a != way.select);
        let quiet: Vec<Alternative> = old
            .filter(|a| {
                let alone = Content {
                    select: vec![(*a).clone()],
                    ..self.file.content.clone()
                };
                self.texts(&alone).iter().all(String::is_empty)
            })
            .cloned()
            .collect();
        let new = std::iter::once(way.select.clone());
        // What matches nothing on new pages may come first: it is right on old pages.
        let order: Vec<Alternative> = if self.is_wrong_on_old(way) {
            quiet.into_iter().chain(new).collect()
        } else {
            new.chain(quiet).collect()
        };
        let likeness = self.likeness(&self.with(order.clone(), way));
        if self.mean(&likeness) + 0.01 >= least {
            order
        } else {
            vec![way.select.clone()]
        }
    }

    fn is_wrong_on_old(&self, way: &ContentSelection) -> bool {
        let content = self.with(vec![way.select.clone()], way);
        let Some(trial) = Trial::content(self.file, &content) else {
            return false;
        };
        self.ground.old_of(PageKind::Content).iter().any(|old| {
            let found = trial.values(old.lens.page, DefaultColumn::Text.token(), self.ground.now);
            let known = old.known.records.iter().zip(&found);
            known.into_iter().any(|(record, found)| {
                let text = record
                    .iter()
                    .find(|(name, _)| name == DefaultColumn::Text.token());
                match (text, found) {
                    (Some((_, text)), Some(found)) => {
                        TargetText::of(&text.joined()).likeness(&found.joined()) < 0.9
                    }
                    _ => false,
                }
            })
        })
    }

    pub(super) fn what_is_wrong(&self, now: &[f64]) -> Message {
        let texts = self.texts(&self.file.content);
        if texts.iter().all(String::is_empty) {
            return Message::new("repair-finds-nothing").with("pages", texts.len());
        }
        let bad = self.targets.iter().zip(texts.iter().zip(now));
        let bad = bad.filter(|(_, (text, l))| **l < 0.9 && !text.is_empty());
        let first = bad.map(|(_, (text, _))| text).next();
        match first {
            Some(text) => Message::new("repair-finds-unlike").with("found", quote(text)),
            None => Message::new("repair-finds-too-little")
                .with("found", texts.iter().filter(|t| !t.is_empty()).count())
                .with("pages", texts.len()),
        }
    }

    /// The ways worth validating, best first.
    fn candidates(&self) -> Vec<ContentSelection> {
        let mut ways: Vec<(f64, ContentSelection)> = Vec::new();
        let mut seen = HashSet::new();
        let seeds = self.targets.iter().filter(|t| t.known);
        let seeds: Vec<&Target<'_, '_>> = seeds
            .chain(self.targets.iter().filter(|t| !t.known))
            .take(MAX_SEEDS)
            .collect();
        for target in seeds {
            for element in starts(target.lens, &target.scope.range, &target.cover) {
                let spot = ValuePlace::text(element);
                let whole = 0..target.lens.len();
                let in_records = target.scope.range.start > 0;
                let scope = Some(&target.scope.range).filter(|_| in_records);
                for form in forms(target.lens, &spot, scope.unwrap_or(&whole)) {
                    let key = (form.alternative.css.clone(), form.alternative.xpath.clone());
                    if !seen.insert(key) {
                        continue;
                    }
                    let fit = self.fit(&form);
                    if fit > 0.5 {
                        let way = ContentSelection {
                            select: form.alternative.clone(),
                            strip: Vec::new(),
                            stability: form.stability,
                        };
                        ways.push((fit + 0.1 * form.stability, way));
                    }
                }
            }
        }
        ways.sort_by(|a, b| b.0.total_cmp(&a.0));
        ways.truncate(MAX_PROVEN / 2);
        let mut all: Vec<ContentSelection> = Vec::new();
        for (_, way) in ways {
            all.extend(strip::without_noise(&way, &self.targets));
            all.push(way);
        }
        all.truncate(2 * MAX_PROVEN);
        all
    }

    /// How well a form's matches hold the texts, over all targets.
    fn fit(&self, form: &SelectorForm) -> f64 {
        let each = self.targets.iter().map(|target| {
            let spans: Vec<_> = matches(&form.alternative, target)
                .into_iter()
                .map(|e| target.lens.span(e))
                .collect();
            target.cover.fit(&spans)
        });
        mean(&each.collect::<Vec<f64>>())
    }
}
