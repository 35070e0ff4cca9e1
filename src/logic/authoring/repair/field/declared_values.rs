//! What the pages state themselves as a witness for title, date and author. Where generic
//! extraction found the recorded values on the old pages, what it finds on the new ones says
//! whether a field still yields the right thing, and what else would. Input: the ground, a field
//! and a verdict on it. Output: the same verdict, or a proposal that the pages support.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::proposal::{FieldCase, FieldVerdict, Outcome, best_place};
use crate::authoring::field_words;
use crate::authoring::repair::candidates::selector_forms::SelectorForm;
use crate::authoring::repair::candidates::thresholds::declared_values::{
    APART_FROM_DAY_SECONDS, APART_SECONDS, MOST_BESIDE, SAME_TITLE, STEADY, TRUSTED,
};
use crate::authoring::repair::candidates::{Expected, FieldSearch, SearchScope};
use crate::authoring::repair::pages::{New, RepairData};
use crate::authoring::repair::value_comparison::{count, squeeze};
use crate::authoring::repair::{Proposal, THRESHOLD};
use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::{DefaultColumn, Value};
use crate::rules::{Alternative, AlternativeKind, FieldRule};

/// What the new pages state of a field, by their place in the ground.
pub(super) struct Statements {
    column: DefaultColumn,
    by_page: HashMap<usize, String>,
    /// The old pages on which the statement was the recorded value.
    agreed: usize,
    compared: usize,
}

impl Statements {
    /// The statements of the new pages; `None` where those of the old pages were not what was
    /// recorded.
    pub fn of(ground: &RepairData<'_>, field: &FieldRule) -> Option<Self> {
        let column = DefaultColumn::from_token(&field.name)?;
        if !field.transform.is_empty() && column == DefaultColumn::Date {
            // Its steps may make another date on purpose.
            return None;
        }
        let (mut agreed, mut compared) = (0, 0);
        for old in ground.old_of(PageKind::Content) {
            let [record] = old.known.records.as_slice() else {
                return None;
            };
            let recorded = record.iter().find(|(name, _)| *name == field.name);
            let recorded = recorded.map(|(_, value)| value.joined());
            let said = old.metadata().column(column);
            if let Some(recorded) = recorded.filter(|r| !r.trim().is_empty() && !said.is_empty()) {
                compared += 1;
                agreed += usize::from(same(column, &recorded, said));
            }
        }
        if agreed == 0 || count(agreed) < TRUSTED * count(compared) {
            return None;
        }
        let mut by_page = HashMap::new();
        for (place, new) in ground.new.iter().enumerate() {
            let metadata = new.metadata();
            let said = metadata.column(column);
            let nobody = column == DefaultColumn::Author && metadata.names_nobody(said);
            if new.kind == PageKind::Content && !said.is_empty() && !nobody {
                by_page.insert(place, said.to_owned());
            }
        }
        (!by_page.is_empty()).then_some(Self {
            column,
            by_page,
            agreed,
            compared,
        })
    }

    /// The verdict on a field, in the light of the statements.
    pub fn reviewed(&self, case: &FieldCase<'_, '_, '_>, verdict: FieldVerdict) -> FieldVerdict {
        let sites = &case.search.sites;
        let known = |site: &SearchScope<'_, '_>| matches!(site.expected, Expected::Value(_));
        if sites.iter().any(known) || !case.field.fields.is_empty() {
            return verdict;
        }
        let told = sites.iter().filter(|s| self.by_page.contains_key(&s.page));
        if 2 * told.count() <= sites.len() {
            return verdict;
        }
        let stands = match &verdict {
            FieldVerdict::Works => {
                let now = (case.run)(case.field);
                !self.contradicts(case, &now)
            }
            FieldVerdict::Proposed(proposal) => {
                let then = (case.run)(&with(case.field, proposal));
                self.supports(case, &then)
            }
            FieldVerdict::Broken(_) => false,
            FieldVerdict::Unknown(_) => true,
        };
        if stands {
            return verdict;
        }
        let proposal = self.place(case).or_else(|| self.statement(case));
        proposal.map_or(verdict, |proposal| {
            FieldVerdict::Proposed(Box::new(proposal))
        })
    }

    /// Each value with what its page states.
    fn pairs<'v>(
        &'v self,
        case: &'v FieldCase<'_, '_, '_>,
        values: &'v [Option<Value>],
    ) -> impl Iterator<Item = (&'v New<'v>, String, &'v str)> {
        let sites = case.search.sites.iter().zip(values);
        sites.filter_map(|(site, value)| {
            let value = value.as_ref().filter(|value| !value.is_blank())?;
            let new = case.ground.new.get(site.page)?;
            Some((new, value.joined(), self.by_page.get(&site.page)?.as_str()))
        })
    }

    /// Whether most values are something else than what their pages state.
    fn contradicts(&self, case: &FieldCase<'_, '_, '_>, values: &[Option<Value>]) -> bool {
        let pairs: Vec<(&New<'_>, String, &str)> = self.pairs(case, values).collect();
        let wrong = pairs
            .iter()
            .filter(|(new, found, said)| self.is_other(new, found, said));
        let different = |texts: &mut dyn Iterator<Item = String>| texts.collect::<HashSet<_>>();
        let found = different(&mut pairs.iter().map(|(_, found, _)| squeeze(found)));
        let said = different(&mut pairs.iter().map(|(_, _, said)| squeeze(said)));
        // A statement that is the same on every page says nothing about one of them.
        let is_constant = said.len() == 1 && found.len() > 1;
        2 * wrong.count() > pairs.len() && !is_constant
    }

    /// Whether a value is certainly something else than what its page states.
    fn is_other(&self, new: &New<'_>, found: &str, said: &str) -> bool {
        if same(self.column, found, said) {
            return false;
        }
        match self.column {
            // A page's headline may differ from the title that it states for others.
            DefaultColumn::Title => new.metadata().is_site(found) || !is_headline(new, found),
            DefaultColumn::Author => !new.metadata().declares_author(found),
            DefaultColumn::Date | DefaultColumn::Url | DefaultColumn::Text => true,
        }
    }

    /// Whether most values are what their pages state.
    fn supports(&self, case: &FieldCase<'_, '_, '_>, values: &[Option<Value>]) -> bool {
        let (mut same_ones, mut all) = (0, 0);
        for (_, found, said) in self.pairs(case, values) {
            all += 1;
            same_ones += usize::from(same(self.column, &found, said));
        }
        all > 0 && 2 * same_ones > all
    }

    /// A steady place on the pages that holds what they state.
    fn place(&self, case: &FieldCase<'_, '_, '_>) -> Option<Proposal> {
        let search = self.search(case);
        let told = FieldCase {
            search: &search,
            ..*case
        };
        let allowed = |form: &SelectorForm| {
            form.stability >= STEADY
                && !(self.column == DefaultColumn::Date && is_of_change(&form.alternative))
        };
        let (now, select, outcome) = best_place(&told, &allowed)?;
        let after = outcome.values();
        let pairs: Vec<_> = self.pairs(case, after).collect();
        let all = pairs.iter().all(|(_, found, said)| {
            same(self.column, found, said) && self.is_no_longer(found, said)
        });
        if !all || pairs.len() < self.by_page.len() {
            return None;
        }
        let confidence = told.confidence(&outcome);
        (confidence >= THRESHOLD)
            .then(|| self.proposal(&told, &now, (select, outcome), confidence, "repair-stated"))
    }

    /// Whether a value has little beside what is stated, such as the name of the site after a title.
    fn is_no_longer(&self, found: &str, said: &str) -> bool {
        let chars = |text: &str| squeeze(text).chars().count();
        self.column == DefaultColumn::Date || chars(found) <= chars(said) + MOST_BESIDE
    }

    /// The statement of the page itself.
    fn statement(&self, case: &FieldCase<'_, '_, '_>) -> Option<Proposal> {
        let fact = match self.column {
            DefaultColumn::Title => "headline",
            DefaultColumn::Date | DefaultColumn::Author => self.column.token(),
            DefaultColumn::Url | DefaultColumn::Text => return None,
        };
        let search = self.search(case);
        let told = FieldCase {
            search: &search,
            ..*case
        };
        let now = told.outcome(case.field.clone());
        let outcome = told.outcome(FieldRule {
            select: vec![Alternative::of_kind(AlternativeKind::Page, fact)],
            transform: Vec::new(),
            ..case.field.clone()
        });
        if !self.supports(case, outcome.values()) {
            return None;
        }
        let select = outcome.field().select.clone();
        let share = count(self.agreed) / count(self.compared.max(1));
        // As for values known from before: every page on which it agreed raises the confidence.
        let confidence =
            share.powf(1.5) * (0.62 + 0.38 * (1.0 - 0.45_f64.powf(count(self.agreed))));
        Some(self.proposal(&told, &now, (select, outcome), confidence, "repair-by-page"))
    }

    /// The search of a field with what the pages state as the values to find.
    fn search<'s, 'g, 'a>(&self, case: &FieldCase<'s, 'g, 'a>) -> FieldSearch<'s, 'g, 'a> {
        let sites = case.search.sites.iter().map(|site| SearchScope {
            lens: site.lens,
            range: site.range.clone(),
            page: site.page,
            expected: match self.by_page.get(&site.page) {
                Some(said) => Expected::Value(Value::One(said.clone())),
                None => site.expected.clone(),
            },
        });
        let search = case.search;
        FieldSearch::new(
            search.profile,
            search.reader,
            search.many,
            search.in_records,
            sites.collect(),
        )
    }

    fn proposal(
        &self,
        told: &FieldCase<'_, '_, '_>,
        now: &Outcome,
        (select, outcome): (Vec<Alternative>, Outcome),
        confidence: f64,
        why: &'static str,
    ) -> Proposal {
        let transform = &outcome.field().transform;
        let transform = (*transform != told.field.transform).then(|| transform.clone());
        let mut pages = told.changes(now, &outcome);
        for change in &mut pages {
            // These were never recorded.
            change.expected.clear();
        }
        Proposal {
            part: told.part.clone(),
            old: told.field.select.clone(),
            new: select,
            transform,
            strip: Vec::new(),
            pages,
            confidence,
            doubtful: false,
            why: vec![
                told.what_is_wrong(now),
                Message::new(why).with("pages", self.agreed),
            ],
        }
    }
}

/// Whether a selector says that what it finds is of a change: it is the right day by chance.
fn is_of_change(way: &Alternative) -> bool {
    let sources = [&way.css, &way.xpath, &way.take].into_iter().flatten();
    let mut names =
        sources.flat_map(|s| s.split(|c: char| !c.is_alphanumeric() && !"-_:".contains(c)));
    names.any(field_words::names_change)
}

/// A field with a proposal.
fn with(field: &FieldRule, proposal: &Proposal) -> FieldRule {
    FieldRule {
        select: proposal.new.clone(),
        transform: proposal
            .transform
            .clone()
            .unwrap_or_else(|| field.transform.clone()),
        ..field.clone()
    }
}

/// Whether two values of a column mean the same.
pub(super) fn same(column: DefaultColumn, a: &str, b: &str) -> bool {
    match column {
        DefaultColumn::Date => same_date(a, b),
        DefaultColumn::Author => {
            let (left, right) = (squeeze(a), squeeze(b));
            holds_most(&left, &right) || pair_likeness(&left, &right) >= 0.5
        }
        DefaultColumn::Title | DefaultColumn::Url | DefaultColumn::Text => {
            let (left, right) = (squeeze(a), squeeze(b));
            holds_most(&left, &right) || pair_likeness(&left, &right) >= SAME_TITLE
        }
    }
}

/// Whether one text is in the other, and a good part of it: a list of everybody holds every name.
fn holds_most(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    !short.is_empty()
        && long.contains(short)
        && long.chars().count() <= 3 * short.chars().count() + 20
}

/// F-measure of the pairs of letters that two texts share.
fn pair_likeness(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        let pairs = chars.windows(2).map(<[char]>::to_vec);
        pairs.collect::<HashSet<_>>()
    };
    let (left, right) = (pairs(a), pairs(b));
    let shared = left.intersection(&right).count();
    2.0 * count(shared) / count((left.len() + right.len()).max(1))
}

fn same_date(a: &str, b: &str) -> bool {
    if a.get(..10) == b.get(..10) {
        return true;
    }
    let moment = |text: &str| {
        let whole = text.parse::<Timestamp>().map(|at| (at, true));
        let noon = || {
            let day = text.get(..10).unwrap_or_default();
            let noon = format!("{day}T12:00:00Z").parse::<Timestamp>();
            noon.map(|at| (at, false))
        };
        whole.or_else(|_| noon()).ok()
    };
    let (Some((left, whole)), Some((right, other_whole))) = (moment(a), moment(b)) else {
        return false;
    };
    let most = match (whole, other_whole) {
        (true, true) => APART_SECONDS,
        (false, false) => 0,
        _ => APART_FROM_DAY_SECONDS,
    };
    (left.as_second() - right.as_second()).abs() <= most
}

/// Whether a text is a heading of the page.
fn is_headline(new: &New<'_>, text: &str) -> bool {
    let text = squeeze(text);
    (0..new.lens.len()).any(|element| {
        matches!(new.lens.tag(element), "h1" | "h2") && new.lens.squeezed(element).contains(&text)
    })
}
