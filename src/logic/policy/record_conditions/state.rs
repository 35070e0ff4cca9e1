//! How often a condition counts for a record. What is known is kept from reading to reading; a
//! reading that cannot tell whether it holds leaves that as it is.

use serde::{Deserialize, Serialize};

use super::check::{Asked, CompiledClause, CompiledCondition};
use super::clause::{ClauseState, Holds, ReadingEvent, RecordReading, value_of};
use crate::comparison::in_short;
use crate::model::{ANY_FIELD, ClauseJoin, ClauseTest, ConditionTiming, WHOLE_RECORD};

/// What is known of a condition and a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordConditionState {
    /// Whether it held at the last reading.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    holds: bool,
    /// Whether it has counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    told: bool,
    /// The chain of runs in which it counted last.
    #[serde(skip_serializing_if = "is_zero")]
    chain: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<ClauseState>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// That a condition counts, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What was asked.
    pub test: ClauseTest,
    /// The field; empty if it is about the record itself.
    pub field: String,
    /// The value before, in short.
    pub before: String,
    /// The value now, in short.
    pub after: String,
}

impl CompiledCondition {
    /// Evaluates a reading: whether the condition counts by it. `state` becomes what is known then.
    pub fn read(
        &self,
        state: &mut RecordConditionState,
        reading: &RecordReading<'_>,
    ) -> Option<Counted> {
        if self.timing == ConditionTiming::Once && state.told {
            return None;
        }
        if self.timing == ConditionTiming::Arrival {
            // Once it is stored, a record does not arrive again: nothing has to be known of it.
            let arrives = reading.before.is_none() && self.holds_of(reading) == Some(true);
            return arrives.then(|| self.said_of(reading)).flatten();
        }
        if reading.event == ReadingEvent::Gone && !self.is_of_whole_records() {
            return None;
        }
        state
            .clauses
            .resize(self.clauses.len(), ClauseState::default());
        let parts = || self.clauses.iter();
        let tops: Vec<Option<f64>> = state.clauses.iter().map(|clause| clause.extreme).collect();
        let held: Vec<Holds> = parts()
            .zip(&mut state.clauses)
            .map(|(clause, known)| clause.holds(known, reading))
            .collect();
        let Some(holds) = self.joined(&held) else {
            return self.settled(state, None);
        };
        let held_before = std::mem::replace(&mut state.holds, holds);
        if !holds {
            return self.settled(state, None);
        }
        let holding = || {
            let all = parts().zip(&held).enumerate();
            all.filter(|(_, (_, held))| **held == Holds::Yes)
        };
        let counts = match self.timing {
            ConditionTiming::Arrival => true,
            ConditionTiming::Once | ConditionTiming::Again => !held_before,
            ConditionTiming::Further => {
                let went_on = holding().any(|(place, (clause, _))| {
                    let known = state.clauses.get(place);
                    known.is_some_and(|known| clause.went_on(known, reading))
                });
                !held_before || went_on
            }
            ConditionTiming::Always => state.chain != reading.chain,
        };
        if !counts {
            return self.settled(state, None);
        }
        let counted = holding()
            .find(|(_, (clause, _))| clause.field != WHOLE_RECORD)
            .or_else(|| holding().next())
            .map(|(place, (clause, _))| Counted {
                test: clause.test,
                field: match clause.field.as_str() {
                    ANY_FIELD => String::new(),
                    field => field.to_owned(),
                },
                ..said(clause, reading, tops.get(place).copied().flatten())
            });
        for (place, (clause, _)) in holding() {
            if let Some(known) = state.clauses.get_mut(place) {
                clause.note_told(known, reading);
            }
        }
        // What was measured is measured anew from here: the next fall or change begins to hold again.
        let after: Vec<Holds> = parts()
            .zip(&held)
            .map(|(clause, held)| match (clause.is_of_change(), held) {
                (true, Holds::Yes) => Holds::No,
                (_, held) => *held,
            })
            .collect();
        state.holds = self.joined(&after).unwrap_or(false);
        state.told = true;
        if self.timing == ConditionTiming::Always {
            state.chain = reading.chain;
        }
        self.settled(state, counted)
    }

    /// What is known of a record that is stored when the condition is saved: where it holds already, it
    /// counts once it holds anew.
    pub fn base(&self, reading: &RecordReading<'_>) -> RecordConditionState {
        let mut state = RecordConditionState::default();
        self.read(&mut state, reading);
        RecordConditionState {
            told: false,
            chain: 0,
            ..state
        }
    }

    /// Whether it holds; `None` if that cannot be told.
    pub(super) fn joined(&self, held: &[Holds]) -> Option<bool> {
        let (some, unknown) = (held.contains(&Holds::Yes), held.contains(&Holds::Unknown));
        match self.join {
            ClauseJoin::Any if some => Some(true),
            ClauseJoin::All if held.contains(&Holds::No) => Some(false),
            _ if unknown => None,
            ClauseJoin::Any => Some(false),
            ClauseJoin::All => Some(true),
        }
    }

    /// Nothing is kept that says nothing.
    fn settled(
        &self,
        state: &mut RecordConditionState,
        counted: Option<Counted>,
    ) -> Option<Counted> {
        let done = self.timing == ConditionTiming::Once && state.told;
        if done
            || state
                .clauses
                .iter()
                .all(|one| *one == ClauseState::default())
        {
            state.clauses.clear();
        }
        counted
    }
}

/// The values before and now of a part.
pub(super) fn said(
    clause: &CompiledClause,
    reading: &RecordReading<'_>,
    extreme: Option<f64>,
) -> Counted {
    let (mut before, mut after) = (String::new(), String::new());
    if clause.field != WHOLE_RECORD && clause.field != ANY_FIELD {
        after = value_of(reading.record, &clause.field);
        before = match (&clause.asked, extreme) {
            // What it is measured from may be longer ago than the reading before.
            (Asked::Falls(_) | Asked::Rises(_), Some(extreme)) => extreme.to_string(),
            _ => reading
                .before
                .map(|before| value_of(before, &clause.field))
                .unwrap_or_default(),
        };
    }
    let (before, after) = in_short(before.trim(), after.trim());
    Counted {
        test: clause.test,
        field: String::new(),
        before,
        after,
    }
}
