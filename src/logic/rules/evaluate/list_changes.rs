//! What an entry of a list says of changes of its page. Input: the entry. Output: a text that
//! differs as soon as the page has changed; `None` if the entry says nothing. In order: when a
//! feed, sitemap or interface says it last changed; what the rule names (`[list] changed`); fields
//! of the list that are usual for threads: the number of answers, the author and time of the last
//! one. Numbers of views change on every visit and say nothing.

use super::compiled::{Field, List};
use super::context::{EvaluationContext, SelectionScope};
use crate::model::Value;
use crate::rules::sources::items::stamp_of;
use crate::rules::{FieldType, Rule};

/// Fields whose value changes with every answer.
const ACTIVITY: [&str; 12] = [
    "replies",
    "reply_count",
    "comments",
    "comment_count",
    "answers",
    "posts",
    "last_author",
    "last_date",
    "last_post",
    "last_reply",
    "last_activity",
    "updated",
];

/// Digits of a year; a time without one (“5 minutes ago”) reads differently on every visit.
const YEAR_DIGITS: usize = 4;

/// What the entry says of changes; `fields` are its values so far.
pub(super) fn change_of(
    list: &List,
    context: &EvaluationContext<'_>,
    item: SelectionScope<'_>,
    fields: &[(String, Value)],
) -> Option<String> {
    let stated = stamp_of(item);
    if stated.is_some() {
        return stated;
    }
    if let Some(changed) = &list.changed {
        let mut ways = changed.ranked().map(|way| way.values(context, item));
        let values = ways.find(|values| !values.is_empty())?;
        return Some(values.join("\n"));
    }
    if matches!(item, SelectionScope::Json(_)) {
        return None;
    }
    let values = list.fields.iter().filter_map(|field| {
        let name = field.name.as_str();
        ACTIVITY.contains(&name).then_some(())?;
        let (_, value) = fields.iter().find(|(known, _)| known == name)?;
        is_lasting(field, context, item).then(|| format!("{name}={}", value.joined()))
    });
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| values.join("\n"))
}

/// Whether the field's value stays the same while the page does: no time that is told relative to
/// now.
fn is_lasting(field: &Field, context: &EvaluationContext<'_>, item: SelectionScope<'_>) -> bool {
    if field.kind != FieldType::Date {
        return true;
    }
    let mut ways = field
        .alternatives
        .iter()
        .map(|way| way.values(context, item));
    let written = ways.find(|values| !values.is_empty()).unwrap_or_default();
    written.iter().all(|text| {
        text.split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.len() >= YEAR_DIGITS)
    })
}

impl Rule {
    /// Whether its lists say of threads which ones have new posts: `[list] changed`, or usual
    /// fields of threads where a page has several records.
    pub fn lists_tell_changes(&self) -> bool {
        let Some(list) = &self.file().list else {
            return false;
        };
        let mut fields = list.fields.iter();
        list.changed.is_some()
            || (self.file().record.is_some()
                && fields.any(|field| ACTIVITY.contains(&field.name.as_str())))
    }
}
