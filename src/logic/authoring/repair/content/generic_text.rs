//! The text that generic extraction finds, as the content where no part of the new pages is it: only
//! where it was the recorded text on the old pages. Input: the targets, and the proposal of a part of
//! the pages. Output: the better proposal.

use super::text_coverage::TargetText;
use super::{ContentRepair, LEAST, strip};
use crate::authoring::repair::candidates::thresholds::generic_text::{SAME, TRUSTED};
use crate::authoring::repair::record::text;
use crate::authoring::repair::value_comparison::count;
use crate::authoring::repair::{Proposal, RulePart};
use crate::authoring::samples::PageKind;
use crate::generic::TextFormat;
use crate::messages::Message;
use crate::model::DefaultColumn;
use crate::rules::{Alternative, AlternativeKind};

/// `place`, the proposal of a part of the pages, or what generic extraction finds where there is none
/// or it holds much else.
pub(super) fn or_place(
    context: &ContentRepair<'_, '_, '_>,
    now: &[f64],
    place: Option<Proposal>,
) -> Option<Proposal> {
    let held = place.as_ref().map(|place| {
        let mut content = context.file.content.clone();
        content.select.clone_from(&place.new);
        strip::add(&mut content, &place.strip);
        context.mean(&context.likeness(&content))
    });
    if held.is_some_and(|held| held >= SAME) {
        return place;
    }
    proposal(context, now).or(place)
}

/// The proposal, if the old pages support it.
fn proposal(context: &ContentRepair<'_, '_, '_>, now: &[f64]) -> Option<Proposal> {
    let whole_pages = |t: &super::Target<'_, '_>| !t.known && t.scope.range.start == 0;
    if context.file.record.is_some() || !context.targets.iter().all(whole_pages) {
        return None;
    }
    let (agreed, compared) = agreement(context);
    let share = count(agreed) / count(compared.max(1));
    if agreed == 0 || share < TRUSTED {
        return None;
    }
    let fact = match context.ground.rule.content_format() {
        TextFormat::Text => "text",
        TextFormat::Markdown => "markdown",
        TextFormat::Html => "html",
    };
    let mut content = context.file.content.clone();
    content.select = vec![Alternative::of_kind(AlternativeKind::Page, fact)];
    let likeness = context.mean(&context.likeness(&content));
    if likeness < LEAST || likeness <= context.mean(now) {
        return None;
    }
    let (before, after) = (
        context.texts(&context.file.content),
        context.texts(&content),
    );
    Some(Proposal {
        part: RulePart::Content,
        old: context.file.content.select.clone(),
        new: content.select,
        transform: None,
        strip: Vec::new(),
        pages: context.changes(before, after),
        // As for fields: every page on which it agreed raises the confidence.
        confidence: share.powf(1.5) * (0.62 + 0.38 * (1.0 - 0.45_f64.powf(count(agreed)))),
        doubtful: false,
        why: vec![
            context.what_is_wrong(now),
            Message::new("repair-by-page").with("pages", agreed),
        ],
    })
}

/// The old pages on which generic extraction finds the recorded text, and those compared.
fn agreement(context: &ContentRepair<'_, '_, '_>) -> (usize, usize) {
    let (mut agreed, mut compared) = (0, 0);
    for old in context.ground.old_of(PageKind::Content) {
        let [record] = old.known.records.as_slice() else {
            continue;
        };
        let text = |(name, _): &&(String, _)| name == DefaultColumn::Text.token();
        let Some((_, recorded)) = record.iter().find(text) else {
            continue;
        };
        compared += 1;
        let recorded = TargetText::of(&recorded.joined());
        agreed += usize::from(recorded.likeness(&text::of_page(&old.lens)) >= SAME);
    }
    (agreed, compared)
}
