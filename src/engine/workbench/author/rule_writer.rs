//! Writes learned parts into a rule file, and the file into the rule's text. Input: learned
//! alternatives. Output: the text with only the learned parts changed. A user's settings of a
//! field, such as its type or its steps, stay.

use super::examples::type_of;
use crate::protocol::authoring::PageRole;
use bowerbird_logic::authoring::learn::{Learned, LearnedField, to_rule, write_content};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::rules::{Alternative, FieldRule, RecordRule, RuleFile, rewrite, write};

/// Adds a learned field to `fields`. Steps are replaced if part of a text was picked.
pub(super) fn write_field(fields: &mut Vec<FieldRule>, learned: &LearnedField, text_pick: bool) {
    let Some(mut fresh) = as_rule(learned) else {
        return;
    };
    match fields.iter_mut().find(|field| field.name == learned.name) {
        Some(old) => {
            old.select = fresh.select;
            old.item = None;
            old.fields.clear();
            old.many |= fresh.many;
            if text_pick || !fresh.transform.is_empty() {
                old.transform = fresh.transform;
            }
        }
        None => {
            let take = fresh.select.first().and_then(|way| way.take.as_deref());
            fresh.kind = type_of(take, fresh.kind);
            fresh.required = false;
            fields.push(fresh);
        }
    }
}

/// Makes a learned text the content; `by_generic` leaves it to generic extraction. Returns whether
/// generic extraction reads it.
pub(super) fn write_text(file: &mut RuleFile, learned: &LearnedField, by_generic: bool) -> bool {
    as_rule(learned).is_some_and(|fresh| write_content(&mut file.content, fresh.select, by_generic))
}

/// Makes `item` the container of one item or record.
pub(super) fn write_frame(file: &mut RuleFile, role: PageRole, item: &Alternative) {
    match role {
        PageRole::List => {
            let list = file.list.get_or_insert_default();
            if list.item.is_none() {
                // The previous link was searched on the whole page.
                list.link = Alternative::default();
            }
            list.item = Some(item.clone());
        }
        PageRole::Records | PageRole::Article => {
            let next = file.record.take().and_then(|record| record.next);
            file.record = Some(RecordRule {
                item: item.clone(),
                next,
            });
        }
    }
}

/// The text of `file`, with the comments and the order of `text`.
///
/// # Errors
/// When the text is not valid TOML.
pub(crate) fn written(text: &str, file: &RuleFile) -> Result<String, Message> {
    if text.trim().is_empty() {
        return Ok(write(file));
    }
    rewrite(text, file).map_err(|faults| faults.explain())
}

fn as_rule(learned: &LearnedField) -> Option<FieldRule> {
    let learned = Learned {
        fields: vec![learned.clone()],
        ..Learned::default()
    };
    let made = to_rule(&learned, &RuleFile::default());
    made.fields.into_iter().next()
}
