//! What may be asked: a condition as it was typed becomes one that can be evaluated, or a message
//! says what is wrong with it. A part as text reads `FIELD TEST VALUE`, such as `price below 3`.

use regex::{Regex, RegexBuilder};

use super::wording::AlertWording;
use crate::messages::Message;
use crate::model::{
    ANY_FIELD, ClauseJoin, ClauseTest, ConditionClause, ConditionTiming, RecordCondition,
    WHOLE_RECORD,
};

/// The most parts of a condition.
pub const MAX_CLAUSES: usize = 12;
/// The longest word, phrase or pattern, in characters.
const MAX_VALUE: usize = 1_000;
/// The maximum size of a compiled pattern, in bytes.
const MAX_PATTERN: usize = 1 << 20;
/// The most days that a lowest or highest value is of.
const MAX_DAYS: u32 = 3_650;
/// How the record itself is written in a part as text.
const RECORD: &str = "record";

/// What a part asks, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    Below(f64),
    Above(f64),
    Falls(Step),
    Rises(Step),
    Lowest { days: u32 },
    Highest { days: u32 },
    Words { words: String, has: bool },
    Pattern { pattern: Regex, has: bool },
    Equals { words: String, number: Option<f64> },
    Empty,
    Older { days: u32 },
    Changes,
    Appears,
    Vanishes,
}

/// How far a number must move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    By(f64),
    Percent(f64),
}

impl Step {
    /// Whether the way from `from` is that long.
    pub(super) fn is_taken(self, from: f64, way: f64) -> bool {
        // A hair less, so that a tenth of 0.3 is one.
        let slack = 1e-9 * from.abs().max(way.abs());
        match self {
            _ if way <= 0.0 => false,
            Self::By(least) => way + slack >= least,
            Self::Percent(least) => way + slack >= from.abs() * least / 100.0,
        }
    }
}

/// A part, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct CompiledClause {
    pub(super) field: String,
    pub(super) test: ClauseTest,
    pub(super) asked: Asked,
}

/// A condition, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct CompiledCondition {
    pub(super) join: ClauseJoin,
    pub(super) timing: ConditionTiming,
    pub(super) clauses: Vec<CompiledClause>,
}

impl CompiledCondition {
    /// Compiles the parts of a condition.
    ///
    /// # Errors
    /// What is wrong with which part.
    pub fn new(condition: &RecordCondition) -> Result<Self, Message> {
        if condition.clauses.is_empty() || condition.clauses.len() > MAX_CLAUSES {
            return Err(Message::new("condition-no-parts").with("most", MAX_CLAUSES));
        }
        let clauses = condition.clauses.iter().map(compile);
        Ok(Self {
            join: condition.join,
            timing: condition.timing,
            clauses: clauses.collect::<Result<_, _>>()?,
        })
    }

    /// Whether a part is about records that come and go.
    pub fn is_of_whole_records(&self) -> bool {
        self.clauses
            .iter()
            .any(|clause| clause.field == WHOLE_RECORD)
    }
}

/// Checks all of a condition: its parts, its wording, and what is done.
///
/// # Errors
/// What is wrong.
pub fn check_condition(condition: &RecordCondition) -> Result<(), Message> {
    CompiledCondition::new(condition)?;
    AlertWording::parse(&condition.wording)?;
    let actions = &condition.actions;
    if actions.is_nothing() {
        return Err(Message::new(match condition.is_filter() {
            true => "filter-no-action",
            false => "condition-no-action",
        }));
    }
    if actions.skip && (actions.keep || actions.tag.is_some() || actions.mark_read) {
        return Err(Message::new("filter-skips-alone"));
    }
    if (actions.skip || actions.keep) && !condition.is_filter() {
        return Err(Message::new("filter-on-arrival-only"));
    }
    let looks_back = |clause: &&ConditionClause| clause.test.looks_back();
    if let Some(clause) = condition.clauses.iter().find(looks_back)
        && condition.is_filter()
    {
        return Err(Message::new("filter-looks-back").with("test", clause.test.token()));
    }
    // A run that makes itself run would not end.
    if actions.task.is_some() && condition.timing == ConditionTiming::Always {
        return Err(Message::new("condition-runs-always"));
    }
    let blank = |tag: &String| tag.trim().is_empty();
    if actions.tag.as_ref().is_some_and(blank) || condition.tag.as_ref().is_some_and(blank) {
        return Err(Message::new("condition-no-tag"));
    }
    Ok(())
}

fn compile(clause: &ConditionClause) -> Result<CompiledClause, Message> {
    let value = clause.value.trim();
    let wrong = |id: &str| Err(Message::new(id).with("text", value));
    if value.chars().count() > MAX_VALUE {
        return Err(Message::new("condition-too-long").with("most", MAX_VALUE));
    }
    let is_whole = clause.field == WHOLE_RECORD;
    if is_whole && !matches!(clause.test, ClauseTest::Appears | ClauseTest::Vanishes) {
        return Err(Message::new("condition-no-field"));
    }
    let of_texts = matches!(
        clause.test,
        ClauseTest::Contains | ClauseTest::Lacks | ClauseTest::Matches | ClauseTest::Mismatches
    );
    if clause.field == ANY_FIELD && !of_texts {
        return Err(Message::new("condition-no-field"));
    }
    let days = || {
        let days: Option<u32> = value.parse().ok();
        days.filter(|days| (1..=MAX_DAYS).contains(days))
    };
    let test = clause.test;
    let asked = match test {
        ClauseTest::Below | ClauseTest::Above => match typed_number(value) {
            Some(number) if test == ClauseTest::Below => Asked::Below(number),
            Some(number) => Asked::Above(number),
            None if clause.value.trim().is_empty() => {
                return Err(Message::new("condition-number-missing"));
            }
            None => return wrong("condition-no-number"),
        },
        ClauseTest::Falls | ClauseTest::Rises => match step(value) {
            Some(step) if test == ClauseTest::Falls => Asked::Falls(step),
            Some(step) => Asked::Rises(step),
            None => return wrong("condition-no-step"),
        },
        ClauseTest::Lowest | ClauseTest::Highest => match days() {
            Some(days) if test == ClauseTest::Lowest => Asked::Lowest { days },
            Some(days) => Asked::Highest { days },
            None => return wrong("condition-no-days"),
        },
        ClauseTest::Contains | ClauseTest::Lacks => match value {
            "" => return wrong("condition-no-words"),
            words => Asked::Words {
                words: words.to_lowercase(),
                has: test == ClauseTest::Contains,
            },
        },
        ClauseTest::Matches | ClauseTest::Mismatches => {
            let mut builder = RegexBuilder::new(value);
            let pattern = builder.size_limit(MAX_PATTERN).build().ok();
            match pattern.filter(|_| !value.is_empty()) {
                Some(pattern) => Asked::Pattern {
                    pattern,
                    has: test == ClauseTest::Matches,
                },
                None => return wrong("condition-no-pattern"),
            }
        }
        ClauseTest::Equals => match value {
            "" => return wrong("condition-no-words"),
            words => Asked::Equals {
                words: words.to_lowercase(),
                number: typed_number(words),
            },
        },
        ClauseTest::Empty => Asked::Empty,
        ClauseTest::Older => match days() {
            Some(days) => Asked::Older { days },
            None => return wrong("condition-no-days"),
        },
        ClauseTest::Changes => Asked::Changes,
        ClauseTest::Appears => Asked::Appears,
        ClauseTest::Vanishes => Asked::Vanishes,
    };
    Ok(CompiledClause {
        field: clause.field.clone(),
        test,
        asked,
    })
}

/// A number as a person types it: `3`, `2.5`, `1,200.50`, `2,5`.
fn typed_number(text: &str) -> Option<f64> {
    let odd = |c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '−' | '+' | ' '));
    if text.contains(odd) {
        return None;
    }
    crate::comparison::number(text)
}

/// How far: nothing is any step.
fn step(text: &str) -> Option<Step> {
    if text.is_empty() {
        return Some(Step::By(0.0));
    }
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), true),
        None => (text, false),
    };
    let number = typed_number(number).filter(|number| *number > 0.0)?;
    Some(match percent {
        true => Step::Percent(number),
        false => Step::By(number),
    })
}

/// Reads a part as text: `price below 3`, `title contains tender notice`, `record appears`.
///
/// # Errors
/// That it is none, with an example.
pub fn read_clause(text: &str) -> Result<ConditionClause, Message> {
    let wrong = || Message::new("condition-not-read").with("text", text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = words.iter().enumerate().skip(1).find_map(|(place, word)| {
        let test = ClauseTest::from_token(&word.to_lowercase())?;
        Some((place, test))
    });
    let (place, test) = found.ok_or_else(wrong)?;
    let field = words.get(..place).unwrap_or_default().join(" ");
    let value = words.get(place + 1..).unwrap_or_default().join(" ");
    let comes_or_goes = matches!(test, ClauseTest::Appears | ClauseTest::Vanishes);
    let clause = ConditionClause {
        field: match field.as_str() {
            RECORD if comes_or_goes => WHOLE_RECORD.to_owned(),
            _ => field,
        },
        test,
        value,
    };
    if !test.has_value() && !clause.value.is_empty() {
        return Err(wrong());
    }
    compile(&clause)?;
    Ok(clause)
}

/// A part as text, as [`read_clause`] reads it.
pub fn clause_text(clause: &ConditionClause) -> String {
    let field = match clause.field.as_str() {
        WHOLE_RECORD => RECORD,
        field => field,
    };
    format!("{field} {} {}", clause.test.token(), clause.value)
        .trim_end()
        .to_owned()
}
