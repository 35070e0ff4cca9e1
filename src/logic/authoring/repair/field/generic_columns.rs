//! Columns found by generic extraction, without a field in the rule: whether they are still found,
//! and a field for those that are not. Input: the ground and the rule as repaired so far.
//! Output: a proposal for each lost column, or a report where there is none. Columns with a field in
//! the rule are skipped, and nothing is reported where no old page is recognised.

use crate::authoring::learn::{LearnedField, Pick, PickTarget, learn_fields};
use crate::authoring::repair::candidates::thresholds::generic_columns::{
    LEFT, LONG, MAX_ALTERNATIVES, MAX_PAGES, SAME,
};
use crate::authoring::repair::outcome_messages::quote;
use crate::authoring::repair::pages::{New, RepairData};
use crate::authoring::repair::value_comparison::{agreement, count, texts};
use crate::authoring::repair::{
    OldPage, Proposal, Repair, RepairChange, RulePart, THRESHOLD, apply,
};
use crate::authoring::samples::PageKind;
use crate::generic::{Metadata, Method, extract, metadata};
use crate::messages::Message;
use crate::model::{DefaultColumn, Value};
use crate::page::Page;
use crate::rules::{Alternative, FieldRule, FieldType, RuleFile, parse, write};

/// A new page with its twin, and what generic extraction finds on both.
struct Pair<'g> {
    number: usize,
    page: &'g Page,
    old: (Metadata, usize),
    new: (Metadata, usize),
}

/// Repairs the columns that the rule leaves to generic extraction.
pub(crate) fn repair(ground: &RepairData<'_>, file: &mut RuleFile, repair: &mut Repair) {
    let Some(method) = ground.rule.generic_method() else {
        return;
    };
    if file.record.is_some() {
        return;
    }
    let method = Method::from_name(method).unwrap_or(Method::Auto);
    let open = open_columns(file);
    let text_open = file.content.select.is_empty();
    if open.is_empty() && !text_open {
        return;
    }
    let pairs = pairs(ground, method);
    for open in open {
        column(open, &pairs, file, repair);
    }
    if text_open {
        text(&pairs, repair);
    }
}

/// The columns that no field of the rule fills.
fn open_columns(file: &RuleFile) -> Vec<DefaultColumn> {
    let listed = file.list.iter().flat_map(|list| &list.fields);
    let named: Vec<&str> = (file.fields.iter().chain(listed))
        .map(|field| field.name.as_str())
        .collect();
    let columns = [
        DefaultColumn::Title,
        DefaultColumn::Date,
        DefaultColumn::Author,
    ];
    let columns = columns.into_iter();
    columns
        .filter(|column| !named.contains(&column.token()))
        .collect()
}

fn pairs<'g>(ground: &'g RepairData<'_>, method: Method) -> Vec<Pair<'g>> {
    let known = |new: &&'g New<'_>| Some((new.number, new.lens.page, new.twin?));
    let found = |page: &Page| {
        let text = extract(page, method).text;
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        (metadata(page), letters)
    };
    let new = ground.new.iter().filter(|n| n.kind == PageKind::Content);
    let pair = |(number, page, twin): (usize, &'g Page, &OldPage)| Pair {
        number,
        page,
        old: found(&twin.page),
        new: found(page),
    };
    let new = new.filter_map(|new| known(&new));
    new.take(MAX_PAGES).map(pair).collect()
}

/// Proposes a field for a column where most of its old values are no longer found.
fn column(column: DefaultColumn, pairs: &[Pair<'_>], file: &mut RuleFile, repair: &mut Repair) {
    let known: Vec<(&Pair<'_>, &str)> = pairs
        .iter()
        .map(|pair| (pair, value(&pair.old.0, column)))
        .filter(|(_, old)| !old.trim().is_empty())
        .collect();
    let lost = known
        .iter()
        .filter(|(pair, old)| !same(column, old, value(&pair.new.0, column)));
    if known.is_empty() || lost.count() * 2 <= known.len() {
        return;
    }
    let part = RulePart::Field(column.token().to_owned());
    let sample = known.first().map_or("", |(_, old)| old);
    let gone = Message::new("repair-alone-lost").with("value", quote(sample));
    match field(column, &known, file) {
        Some((field, proven)) => {
            let proposal = Proposal {
                part,
                old: Vec::new(),
                new: field.select.clone(),
                transform: (!field.transform.is_empty()).then(|| field.transform.clone()),
                strip: Vec::new(),
                pages: proven.pages,
                confidence: proven.confidence,
                doubtful: false,
                why: vec![gone, proven.why],
            };
            apply::to_file(file, &proposal);
            repair.propose(proposal);
        }
        None => {
            let why = Message::new("repair-alone-gone").with("value", quote(sample));
            repair.broken(part, why);
        }
    }
}

/// What a new field yields on the new pages.
struct Proven {
    confidence: f64,
    why: Message,
    pages: Vec<RepairChange>,
}

/// A field that finds the old values on the new pages, with its confidence.
fn field(
    column: DefaultColumn,
    known: &[(&Pair<'_>, &str)],
    file: &RuleFile,
) -> Option<(FieldRule, Proven)> {
    let pages: Vec<&Page> = known.iter().map(|(pair, _)| pair.page).collect();
    let pick = |(page, (_, old)): (usize, &(&Pair<'_>, &str))| Pick {
        page,
        field: column.token().to_owned(),
        target: PickTarget::Text((*old).to_owned()),
        take: None,
        negative: false,
    };
    // A value missing from one page must not prevent learning from the others.
    let shown = |pick: &Pick| {
        let page = pages.get(pick.page).copied();
        page.is_some_and(|page| {
            let alone = Pick {
                page: 0,
                ..pick.clone()
            };
            learn_fields(&[page], &[alone]).is_ok()
        })
    };
    let picks: Vec<Pick> = known.iter().enumerate().map(pick).filter(shown).collect();
    let learned = learn_fields(&pages, &picks).ok()?.into_iter().next()?;
    let field = rule_of(column, learned);
    let proven = prove(column, &field, known, file)?;
    (proven.confidence >= THRESHOLD).then_some((field, proven))
}

fn rule_of(column: DefaultColumn, learned: LearnedField) -> FieldRule {
    let ways: Vec<Alternative> = learned
        .ranked
        .into_iter()
        .take(MAX_ALTERNATIVES)
        .map(|way| way.alternative)
        .collect();
    FieldRule {
        select: ways,
        transform: learned.transform,
        ..blank(column.token())
    }
}

/// An empty field of that column.
pub(crate) fn blank(name: &str) -> FieldRule {
    FieldRule {
        name: name.to_owned(),
        kind: kind(name),
        ..FieldRule::default()
    }
}

/// Runs the rule with the field on the new pages.
fn prove(
    column: DefaultColumn,
    field: &FieldRule,
    known: &[(&Pair<'_>, &str)],
    file: &RuleFile,
) -> Option<Proven> {
    let mut with = file.clone();
    with.fields.push(field.clone());
    let rule = parse(&write(&with)).ok()?;
    let (mut agreed, mut changes) = (0, Vec::new());
    for (pair, old) in known {
        let found = rule.extract(pair.page, &[], jiff::Timestamp::UNIX_EPOCH);
        let record = found.records.first();
        let own = record.filter(|record| record.provenance.contains_key(column.token()));
        let after = own.map_or("", |record| record.column(column));
        agreed += usize::from(same(column, old, after));
        let shown = |text: &str| texts(&Value::One(text.to_owned()));
        changes.push(RepairChange {
            page: pair.number,
            url: pair.page.url().to_string(),
            expected: shown(old),
            before: shown(value(&pair.new.0, column)),
            after: shown(after),
        });
    }
    let share = count(agreed) / count(known.len()).max(1.0);
    let pages = 1.0 - 0.45_f64.powf(count(agreed));
    let why = Message::new("repair-same-values")
        .with("same", agreed)
        .with("all", known.len());
    Some(Proven {
        // As for fields of the rule: every page on which it agrees raises the confidence.
        confidence: share.powf(1.5) * (0.62 + 0.38 * pages),
        why,
        pages: changes,
    })
}

/// The text has no field, so its loss must be reported.
fn text(pairs: &[Pair<'_>], repair: &mut Repair) {
    let long: Vec<&Pair<'_>> = pairs.iter().filter(|pair| pair.old.1 >= LONG).collect();
    let gone = |pair: &&&Pair<'_>| count(pair.new.1) < LEFT * count(pair.old.1);
    let lost = long.iter().filter(gone).count();
    if lost * 2 > long.len() {
        let why = Message::new("repair-alone-text")
            .with("lost", lost)
            .with("pages", long.len());
        repair.broken(RulePart::Content, why);
    }
}

fn value(found: &Metadata, column: DefaultColumn) -> &str {
    found.column(column)
}

fn kind(name: &str) -> FieldType {
    match DefaultColumn::from_token(name) {
        Some(DefaultColumn::Date) => FieldType::Date,
        _ => FieldType::Text,
    }
}

fn same(column: DefaultColumn, old: &str, new: &str) -> bool {
    // One page gives the hour, another omits it.
    let plain = |text: &str| match column {
        DefaultColumn::Date => text.chars().take(10).collect(),
        _ => text.to_owned(),
    };
    let (old, new) = (Value::One(plain(old)), Value::One(plain(new)));
    agreement(kind(column.token()), &old, &new) >= SAME
}
