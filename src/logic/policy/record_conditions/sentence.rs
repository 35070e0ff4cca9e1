//! A condition as a sentence, and what it does in words.

use crate::messages::{Arg, Catalogue, Message};
use crate::model::{
    ANY_FIELD, AlertPlan, ClauseJoin, ClauseTest, ConditionClause, ConditionTiming,
    RecordCondition, WHOLE_RECORD,
};

/// A part in words: `price is below 3`.
pub fn part_text(catalogue: &Catalogue, clause: &ConditionClause) -> String {
    let field = match clause.field.as_str() {
        WHOLE_RECORD => catalogue.get("condition-whole-record"),
        ANY_FIELD => catalogue.get("condition-any-text"),
        field => field.to_owned(),
    };
    let value = clause.value.trim();
    let id = match (clause.test, value.is_empty()) {
        (ClauseTest::Falls, true) => "condition-part-falls-any".to_owned(),
        (ClauseTest::Rises, true) => "condition-part-rises-any".to_owned(),
        (test, _) => format!("condition-part-{}", test.token()),
    };
    let message = Message::new(id).with("field", field);
    let is_of_days = clause.test.is_of_days();
    catalogue.text(&match value.parse::<i64>() {
        Ok(days) if is_of_days => message.with("count", days),
        _ => message.with("value", value),
    })
}

/// A condition in words, with how often it counts.
pub fn condition_text(catalogue: &Catalogue, condition: &RecordCondition) -> String {
    let timing = catalogue.get(timing_id(condition.timing));
    format!("{} · {timing}", parts_text(catalogue, condition))
}

/// The parts of a condition in words: `price is below 3 or title contains “tea”`.
pub fn parts_text(catalogue: &Catalogue, condition: &RecordCondition) -> String {
    let join = match condition.join {
        ClauseJoin::Any => "condition-or",
        ClauseJoin::All => "condition-and",
    };
    let parts = condition
        .clauses
        .iter()
        .map(|part| part_text(catalogue, part));
    let parts = parts.reduce(|one, other| {
        catalogue.text(&Message::new(join).with("one", one).with("other", other))
    });
    parts.unwrap_or_default()
}

/// The words of how often a condition counts.
pub fn timing_id(timing: ConditionTiming) -> &'static str {
    match timing {
        ConditionTiming::Once => "condition-once",
        ConditionTiming::Again => "condition-again",
        ConditionTiming::Further => "condition-further",
        ConditionTiming::Always => "condition-always",
        ConditionTiming::Arrival => "condition-arrival",
    }
}

/// What a condition does, in words.
pub fn actions_text(
    catalogue: &Catalogue,
    condition: &RecordCondition,
    plan: &AlertPlan,
) -> String {
    let actions = &condition.actions;
    let mut words = Vec::new();
    if actions.tell {
        words.push(match actions.channels.is_empty() {
            true => catalogue.get("condition-does-tell-all"),
            false => {
                let names = actions.channels.iter().map(|channel| {
                    let name =
                        Message::new("condition-channel").with("name", plan.channel_name(*channel));
                    catalogue.text(&name)
                });
                let names: Vec<String> = names.collect();
                let names = Arg::List(names);
                catalogue.text(&Message::new("condition-does-tell").with("channels", names))
            }
        });
    }
    if actions.tell && actions.digest {
        words.push(catalogue.get("condition-does-digest"));
    }
    if let Some(tag) = &actions.tag {
        words.push(catalogue.text(&Message::new("condition-does-tag").with("tag", tag.as_str())));
    }
    if actions.mark_read {
        words.push(catalogue.get("condition-does-read"));
    }
    if actions.skip {
        words.push(catalogue.get("condition-does-skip"));
    }
    if actions.keep {
        words.push(catalogue.get("condition-does-keep"));
    }
    if let Some(task) = actions.task {
        let message = Message::new("condition-does-run").with("task", task.to_string());
        words.push(catalogue.text(&message));
    }
    catalogue.text(&Message::new("condition-channel").with("name", Arg::List(words)))
}
