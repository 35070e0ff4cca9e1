//! Applies proposals to a rule. Input: a rule file and proposals. Output: the changed rule
//! file; `rules::rewrite` then writes the text with its comments. Which old alternatives of a field stay in it
//! is decided before, in `field::kept_alternatives`.

use super::content::strip;
use super::{Proposal, Repair, RulePart};
use crate::rules::{Alternative, FieldRule, NextRule, RuleFile};

/// Returns `file` with every proposal of `repair` applied.
pub fn repaired(file: &RuleFile, repair: &Repair) -> RuleFile {
    let mut file = file.clone();
    for proposal in &repair.proposals {
        to_file(&mut file, proposal);
    }
    file
}

/// Applies one proposal.
pub(super) fn to_file(file: &mut RuleFile, proposal: &Proposal) {
    let first = proposal.new.first();
    match &proposal.part {
        RulePart::ListItem => {
            if let Some(list) = &mut file.list {
                list.item = first.cloned().or_else(|| list.item.take());
            }
        }
        RulePart::ListLink => {
            if let (Some(list), Some(link)) = (&mut file.list, first) {
                list.link = link.clone();
            }
        }
        RulePart::RecordItem => {
            if let (Some(record), Some(item)) = (&mut file.record, first) {
                record.item = item.clone();
            }
        }
        part @ (RulePart::ListNext | RulePart::RecordNext) => {
            if let Some(way) = first {
                set_next(file, part, way);
            }
        }
        RulePart::ListField(name) => {
            let fields = file.list.as_mut().map(|list| &mut list.fields);
            if let Some(fields) = fields {
                set_field(fields, name, proposal);
            }
        }
        RulePart::Field(name) => {
            if file.fields.iter().all(|field| field.name != *name) {
                // A column that had no field before.
                file.fields.push(super::field::generic_columns::blank(name));
            }
            set_field(&mut file.fields, name, proposal);
        }
        RulePart::Content => {
            file.content.select.clone_from(&proposal.new);
            strip::add(&mut file.content, &proposal.strip);
        }
    }
}

fn set_field(fields: &mut [FieldRule], name: &str, proposal: &Proposal) {
    if let Some(field) = fields.iter_mut().find(|f| f.name == name) {
        field.select.clone_from(&proposal.new);
        if let Some(transform) = &proposal.transform {
            field.transform.clone_from(transform);
        }
    }
}

/// Sets where a `next` is found; its page limit stays.
pub(super) fn set_next(file: &mut RuleFile, part: &RulePart, way: &Alternative) {
    let slot = match part {
        RulePart::ListNext => file.list.as_mut().map(|list| &mut list.next),
        RulePart::RecordNext => file.record.as_mut().map(|record| &mut record.next),
        _ => None,
    };
    if let Some(slot) = slot {
        let max_pages = slot.as_ref().and_then(|next| next.max_pages);
        let way = Alternative {
            css: way.css.clone(),
            xpath: way.xpath.clone(),
            take: way.take.clone(),
            ..Alternative::default()
        };
        *slot = Some(NextRule::found_by(way, max_pages));
    }
}
