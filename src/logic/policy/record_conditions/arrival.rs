//! Filters: what becomes of a record that arrives, by conditions that hold for it. Input: a record as
//! it was read, or what a list says of one whose page was not fetched yet. Output: whether it is
//! stored, and which filter leaves it out.

use jiff::Timestamp;

use super::check::CompiledCondition;
use super::clause::{ClauseState, Holds, ReadingEvent, RecordReading, value_of};
use super::state::{Counted, said};
use crate::model::{ANY_FIELD, ConditionActions, DefaultColumn, Record, WHOLE_RECORD};

/// What becomes of a record that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalFate {
    /// It is stored.
    Stored,
    /// The filter at this place leaves it out.
    Skipped(usize),
    /// Too little is known of it.
    Unknown,
}

/// What becomes of a record, by what each filter does and whether it holds (`None`: that cannot be
/// told). One that keeps wins over all that skip; of those the first one counts.
pub fn arrival_fate<'a>(
    filters: impl Iterator<Item = (&'a ConditionActions, Option<bool>)>,
) -> ArrivalFate {
    let mut fate = ArrivalFate::Stored;
    let mut may_be_kept = false;
    for (place, (actions, holds)) in filters.enumerate() {
        match (actions.keep, actions.skip, holds) {
            (true, _, Some(true)) => return ArrivalFate::Stored,
            (true, _, None) => may_be_kept = true,
            (_, true, Some(true)) if !matches!(fate, ArrivalFate::Skipped(_)) => {
                fate = ArrivalFate::Skipped(place);
            }
            (_, true, None) if fate == ArrivalFate::Stored => fate = ArrivalFate::Unknown,
            _ => {}
        }
    }
    match fate {
        ArrivalFate::Skipped(_) if may_be_kept => ArrivalFate::Unknown,
        fate => fate,
    }
}

impl CompiledCondition {
    /// Whether it holds for a record as it was read; `None` if a field has no value by which that
    /// could be told.
    pub fn holds_of(&self, reading: &RecordReading<'_>) -> Option<bool> {
        let mut state = ClauseState::default();
        let parts = self.clauses.iter();
        let held: Vec<Holds> = parts
            .map(|clause| clause.holds(&mut state, reading))
            .collect();
        self.joined(&held)
    }

    /// Whether it holds for a record of which only a list has told so far: a field that the list does
    /// not have, or has with an ellipsis at its end, is unknown.
    pub fn holds_by_list(&self, listed: &Record, at: Timestamp) -> Option<bool> {
        let reading = arriving(listed, at);
        let mut state = ClauseState::default();
        let parts = self.clauses.iter().map(|clause| {
            let field = clause.field.as_str();
            if field == WHOLE_RECORD {
                return Holds::Unknown;
            }
            if field == ANY_FIELD {
                // The page has more texts: only what the list has already can be told.
                let found = clause.holds(&mut state, &reading);
                return match (found, clause.has_words()) {
                    (Holds::Yes, true) => Holds::Yes,
                    (Holds::No, false) => Holds::No,
                    _ => Holds::Unknown,
                };
            }
            let value = value_of(listed, field);
            let is_whole = field == DefaultColumn::Url.token() || !is_cut(&value);
            match is_whole && !value.trim().is_empty() {
                true => clause.holds(&mut state, &reading),
                false => Holds::Unknown,
            }
        });
        let held: Vec<Holds> = parts.collect();
        self.joined(&held)
    }

    /// What a match says of a record that arrives: the value of the first part that holds.
    pub(super) fn said_of(&self, reading: &RecordReading<'_>) -> Option<Counted> {
        let mut parts = self.clauses.iter();
        let holding = parts.find(|clause| {
            let mut state = ClauseState::default();
            clause.holds(&mut state, reading) == Holds::Yes
        })?;
        let counted = said(holding, reading, None);
        Some(Counted {
            field: match holding.field.as_str() {
                ANY_FIELD => String::new(),
                field => field.to_owned(),
            },
            ..counted
        })
    }
}

/// The reading of a record that arrives.
pub fn arriving(record: &Record, at: Timestamp) -> RecordReading<'_> {
    RecordReading {
        at,
        chain: 0,
        event: ReadingEvent::New,
        record,
        before: None,
        changed: &[],
        earlier: &|_| Vec::new(),
    }
}

/// Whether a list cut a text off.
fn is_cut(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with('…') || text.ends_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ClauseJoin, ConditionTiming, RecordCondition, Value};
    use crate::policy::record_conditions::{check_condition, read_clause};

    fn condition(parts: &[&str], join: ClauseJoin, timing: ConditionTiming) -> RecordCondition {
        let clauses = parts.iter().map(|part| read_clause(part).expect("a part"));
        RecordCondition {
            join,
            clauses: clauses.collect(),
            timing,
            ..RecordCondition::default()
        }
    }

    fn row(fields: &[(&str, &str)]) -> Record {
        let one =
            |(name, value): &(&str, &str)| ((*name).to_owned(), Value::One((*value).to_owned()));
        Record {
            title: "Tea".to_owned(),
            fields: fields.iter().map(one).collect(),
            ..Record::default()
        }
    }

    fn filter(parts: &[&str], join: ClauseJoin) -> CompiledCondition {
        let condition = condition(parts, join, ConditionTiming::Arrival);
        CompiledCondition::new(&condition).expect("a condition")
    }

    #[test]
    fn fields_are_equal_empty_or_old_as_they_arrive() {
        let record = Record {
            date: "2026-11-01T10:00:00Z".to_owned(),
            ..row(&[("price", "3.00 €"), ("kind", " Sport ")])
        };
        let now: Timestamp = "2026-11-20T00:00:00Z".parse().expect("a time");
        let holds = |part: &str| {
            let filter = filter(&[part], ClauseJoin::Any);
            filter.holds_of(&arriving(&record, now))
        };
        for (part, held) in [
            ("kind equals sport", Some(true)),
            ("kind equals sports", Some(false)),
            ("price equals 3", Some(true)),
            ("price equals 3.1", Some(false)),
            ("author empty", Some(true)),
            ("kind empty", Some(false)),
            ("date older 18", Some(true)),
            ("date older 19", Some(false)),
            ("author older 3", None),
            ("author contains ann", None),
        ] {
            assert_eq!(holds(part), held, "{part}");
        }
    }

    #[test]
    fn what_a_list_does_not_tell_is_left_to_the_page() {
        let listed = Record {
            url: "https://example.org/sport/7".to_owned(),
            ..row(&[
                ("section", "Advertisement"),
                ("teaser", "The first words of …"),
            ])
        };
        let holds = |parts: &[&str], join| {
            filter(parts, join).holds_by_list(&listed, Timestamp::UNIX_EPOCH)
        };
        let any = ClauseJoin::Any;
        assert_eq!(holds(&["section contains advert"], any), Some(true));
        assert_eq!(holds(&["section contains sport"], any), Some(false));
        assert_eq!(holds(&["url contains /sport/"], any), Some(true));
        assert_eq!(holds(&["teaser lacks ferry"], any), None, "it is cut off");
        assert_eq!(holds(&["price below 3"], any), None);
        assert_eq!(holds(&["author empty"], any), None, "the page may have one");
        assert_eq!(holds(&["* contains advert"], any), Some(true));
        assert_eq!(holds(&["* contains ferry"], any), None);
        assert_eq!(holds(&["* lacks advert"], any), Some(false));
        let both = ["section contains advert", "price below 3"];
        assert_eq!(holds(&both, any), Some(true));
        assert_eq!(holds(&both, ClauseJoin::All), None);
        let neither = ["section contains sport", "price below 3"];
        assert_eq!(holds(&neither, ClauseJoin::All), Some(false));
    }

    #[test]
    fn a_filter_that_keeps_wins_and_the_first_that_skips_counts() {
        let skip = ConditionActions {
            skip: true,
            ..ConditionActions::default()
        };
        let keep = ConditionActions {
            keep: true,
            ..ConditionActions::default()
        };
        let tag = ConditionActions {
            tag: Some("a".to_owned()),
            ..ConditionActions::default()
        };
        let (yes, no, unknown) = (Some(true), Some(false), None);
        let fate = |filters: &[(&ConditionActions, Option<bool>)]| {
            arrival_fate(filters.iter().map(|(actions, holds)| (*actions, *holds)))
        };
        assert_eq!(fate(&[]), ArrivalFate::Stored);
        assert_eq!(fate(&[(&tag, yes), (&skip, no)]), ArrivalFate::Stored);
        let two = [(&tag, yes), (&skip, yes), (&skip, yes)];
        assert_eq!(fate(&two), ArrivalFate::Skipped(1));
        assert_eq!(fate(&[(&skip, yes), (&keep, yes)]), ArrivalFate::Stored);
        assert_eq!(fate(&[(&skip, yes), (&keep, no)]), ArrivalFate::Skipped(0));
        assert_eq!(
            fate(&[(&skip, yes), (&keep, unknown)]),
            ArrivalFate::Unknown
        );
        assert_eq!(fate(&[(&skip, unknown)]), ArrivalFate::Unknown);
        let later = [(&skip, unknown), (&skip, yes)];
        assert_eq!(fate(&later), ArrivalFate::Skipped(1));
    }

    #[test]
    fn a_filter_asks_only_for_what_a_new_record_has() {
        let with = |part: &str, actions: ConditionActions| RecordCondition {
            actions,
            ..condition(&[part], ClauseJoin::Any, ConditionTiming::Arrival)
        };
        let skip = ConditionActions {
            skip: true,
            ..ConditionActions::default()
        };
        let wrong = |one: &RecordCondition| check_condition(one).err().map(|wrong| wrong.id);
        assert_eq!(wrong(&with("title contains tea", skip.clone())), None);
        let id = |id: &str| Some(id.to_owned());
        let falls = with("price falls 10%", skip.clone());
        assert_eq!(wrong(&falls), id("filter-looks-back"));
        let both = ConditionActions {
            keep: true,
            ..skip.clone()
        };
        assert_eq!(wrong(&with("title empty", both)), id("filter-skips-alone"));
        let nothing = with("title empty", ConditionActions::default());
        assert_eq!(wrong(&nothing), id("filter-no-action"));
        let late = RecordCondition {
            actions: skip,
            ..condition(&["title empty"], ClauseJoin::Any, ConditionTiming::Once)
        };
        assert_eq!(wrong(&late), id("filter-on-arrival-only"));
    }
}
