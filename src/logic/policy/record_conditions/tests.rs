//! Tests of conditions: timings, tests of fields, joins, wording, and the state machine by chance.

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::messages::{Catalogue, Language};
use crate::model::{
    ClauseJoin, ClauseTest, ConditionActions, ConditionTiming, Record, RecordCondition,
    RecordMatch, SiteId, Value,
};

fn condition(parts: &[&str], join: ClauseJoin, timing: ConditionTiming) -> RecordCondition {
    let clauses = parts.iter().map(|part| read_clause(part).expect("a part"));
    RecordCondition {
        enabled: true,
        join,
        clauses: clauses.collect(),
        timing,
        actions: ConditionActions {
            tell: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    }
}

fn compiled(parts: &[&str], join: ClauseJoin, timing: ConditionTiming) -> CompiledCondition {
    CompiledCondition::new(&condition(parts, join, timing)).expect("a condition")
}

fn row(fields: &[(&str, &str)]) -> Record {
    let one = |(name, value): &(&str, &str)| ((*name).to_owned(), Value::One((*value).to_owned()));
    Record {
        title: "Tea".to_owned(),
        fields: fields.iter().map(one).collect(),
        ..Record::default()
    }
}

fn at(day: i64) -> Timestamp {
    let span = SignedDuration::from_hours(24 * day);
    Timestamp::UNIX_EPOCH.checked_add(span).expect("a time")
}

/// The readings, a day each, at which a condition counts.
fn days(condition: &CompiledCondition, readings: &[Record]) -> Vec<usize> {
    let events = vec![ReadingEvent::Read; readings.len()];
    days_of(condition, readings, &events)
}

fn days_of(
    condition: &CompiledCondition,
    readings: &[Record],
    events: &[ReadingEvent],
) -> Vec<usize> {
    let mut before: Option<&Record> = None;
    let mut past = Vec::new();
    for ((record, event), day) in readings.iter().zip(events).zip(0..) {
        let names = record.fields.iter().filter(|(name, value)| {
            before.is_some_and(|before| !before.fields.contains(&(name.clone(), value.clone())))
        });
        past.push(PastReading {
            at: at(day),
            event: *event,
            record: record.clone(),
            changed: names.map(|(name, _)| name.clone()).collect(),
        });
        before = Some(record);
    }
    let counted = rehearse(condition, &past).into_iter();
    let day = |when: Timestamp| when.as_second() / 86_400;
    counted
        .filter_map(|(when, _)| usize::try_from(day(when)).ok())
        .collect()
}

fn prices(all: &[&str]) -> Vec<Record> {
    all.iter().map(|price| row(&[("price", price)])).collect()
}

#[test]
fn each_timing_counts_as_it_says() {
    let readings = prices(&["2.9", "2.9", "3.1", "2.8", "2.7", "2.75", "2.7", "4"]);
    let counts = |timing| {
        days(
            &compiled(&["price below 3"], ClauseJoin::Any, timing),
            &readings,
        )
    };
    assert_eq!(counts(ConditionTiming::Once), [0]);
    assert_eq!(counts(ConditionTiming::Again), [0, 3]);
    assert_eq!(counts(ConditionTiming::Further), [0, 3, 4]);
    assert_eq!(counts(ConditionTiming::Always), [0, 1, 3, 4, 5, 6]);
}

#[test]
fn what_holds_when_it_is_saved_counts_once_it_holds_anew() {
    let later = |part: &str, timing, all: &[&str]| {
        let asked = compiled(&[part], ClauseJoin::Any, timing);
        let all = prices(all);
        let reading = |place: usize, before| RecordReading {
            at: at(0),
            chain: i64::try_from(place).unwrap(),
            event: ReadingEvent::Read,
            record: &all[place],
            before,
            changed: &[],
            earlier: &|_| Vec::new(),
        };
        let mut state = asked.base(&reading(0, None));
        let places = 1..all.len();
        let counts = |place: &usize| {
            let before = Some(&all[place - 1]);
            asked.read(&mut state, &reading(*place, before)).is_some()
        };
        places.filter(counts).collect::<Vec<usize>>()
    };
    let all = ["2", "2.5", "4", "2.9", "1", "5", "2"];
    let below = "price below 3";
    assert_eq!(later(below, ConditionTiming::Once, &all), [3]);
    assert_eq!(later(below, ConditionTiming::Again, &all), [3, 6]);
    // Further than it was when it was saved, too.
    let further = ["2", "2.5", "1.5", "1.5", "1"];
    assert_eq!(later(below, ConditionTiming::Further, &further), [2, 4]);
    assert_eq!(later(below, ConditionTiming::Always, &["2", "2", "4"]), [1]);
    let falls = ["4", "4", "3", "3"];
    assert_eq!(later("price falls", ConditionTiming::Again, &falls), [2]);
}

#[test]
fn a_reading_twice_in_one_chain_counts_once_while_it_holds() {
    let asked = compiled(&["price below 3"], ClauseJoin::Any, ConditionTiming::Always);
    let mut state = RecordConditionState::default();
    let record = row(&[("price", "2")]);
    let mut read = |chain| {
        let reading = RecordReading {
            at: at(0),
            chain,
            event: ReadingEvent::Read,
            record: &record,
            before: None,
            changed: &[],
            earlier: &|_| Vec::new(),
        };
        asked.read(&mut state, &reading).is_some()
    };
    assert_eq!([read(1), read(1), read(2)], [true, false, true]);
}

#[test]
fn a_fall_is_measured_from_the_top_since_it_was_told() {
    let falls = |step: &str, timing, all: &[&str]| {
        let part = format!("price falls {step}");
        days(&compiled(&[&part], ClauseJoin::Any, timing), &prices(all))
    };
    let again = ConditionTiming::Again;
    assert_eq!(
        falls("10%", again, &["100", "95", "90", "85", "81"]),
        [2, 4]
    );
    assert_eq!(
        falls("10%", again, &["100", "200", "181", "180"]),
        [3],
        "risen before"
    );
    assert_eq!(falls("0.1", again, &["0.3", "0.2"]), [1]);
    assert_eq!(falls("", again, &["5", "5", "4", "6", "5"]), [2, 4]);
    assert_eq!(falls("", again, &["5", "4", "3", "3", "2"]), [1, 2, 4]);
    assert_eq!(
        falls("5", ConditionTiming::Once, &["9", "4", "9", "4"]),
        [1]
    );
    let rises = compiled(&["price rises 50%"], ClauseJoin::Any, again);
    assert_eq!(
        days(&rises, &prices(&["100", "140", "150", "220", "225"])),
        [2, 4]
    );
}

#[test]
fn the_lowest_of_some_days_is_lower_than_all_others_of_them() {
    let lowest = compiled(
        &["price lowest 3"],
        ClauseJoin::Any,
        ConditionTiming::Further,
    );
    assert_eq!(
        days(&lowest, &prices(&["5"])),
        [0_usize; 0],
        "nothing to be lower than"
    );
    assert_eq!(
        days(&lowest, &prices(&["5", "4", "4", "6", "4", "3"])),
        [1, 5]
    );
    // 2 was the last time on day 1: on day 6 it is forgotten.
    let readings = prices(&["2", "2", "9", "9", "9", "9", "8"]);
    assert_eq!(days(&lowest, &readings), [6]);
}

#[test]
fn the_first_reading_after_a_condition_is_made_knows_what_came_before() {
    let lowest = compiled(&["price lowest 30"], ClauseJoin::Any, ConditionTiming::Once);
    let (now, stored) = (row(&[("price", "4")]), row(&[("price", "5")]));
    let counts = |earlier: &str| {
        let reading = RecordReading {
            at: at(20),
            chain: 1,
            event: ReadingEvent::Read,
            record: &now,
            before: Some(&stored),
            changed: &[],
            earlier: &|_| vec![(at(10), earlier.to_owned())],
        };
        lowest
            .read(&mut RecordConditionState::default(), &reading)
            .is_some()
    };
    assert!(counts("6"));
    assert!(!counts("3"));
}

#[test]
fn a_change_of_one_field_never_tells_about_another() {
    for timing in ConditionTiming::TELLING {
        for part in [
            "price changes",
            "price falls",
            "price rises",
            "price appears",
            "price vanishes",
            "price lowest 30",
        ] {
            let asked = compiled(&[part], ClauseJoin::Any, timing);
            let valid = |day: &str| row(&[("price", "3"), ("valid until", day)]);
            let readings = ["1 May", "2 May", "3 May"].map(valid);
            assert!(days(&asked, &readings).is_empty(), "{part} {timing:?}");
        }
    }
    let price = compiled(
        &["price below 5"],
        ClauseJoin::Any,
        ConditionTiming::Further,
    );
    let valid = |day: &str| row(&[("price", "3"), ("valid until", day)]);
    assert_eq!(days(&price, &["1 May", "2 May", "3 May"].map(valid)), [0]);
}

#[test]
fn parts_are_joined_and_a_field_without_a_value_says_nothing() {
    let all = compiled(
        &["price below 5", "stock lacks sold out"],
        ClauseJoin::All,
        ConditionTiming::Again,
    );
    let offer = |price: &str, stock: &str| row(&[("price", price), ("stock", stock)]);
    let readings = [
        offer("4", "Sold out"),
        offer("4", "12 left"),
        offer("4", ""),
        offer("", "12 left"),
        offer("4", "12 left"),
        offer("6", "12 left"),
        offer("4", "12 left"),
    ];
    assert_eq!(days(&all, &readings), [1, 6], "an empty value ends nothing");
    let any = compiled(
        &["price below 3", "stock matches ^\\d+ left$"],
        ClauseJoin::Any,
        ConditionTiming::Once,
    );
    assert_eq!(days(&any, &[offer("4", "none"), offer("4", "7 left")]), [1]);
    let texts = compiled(&["* contains TEA"], ClauseJoin::Any, ConditionTiming::Once);
    assert_eq!(days(&texts, &[offer("4", "none")]), [0]);
}

#[test]
fn values_and_records_appear_and_vanish() {
    let again = ConditionTiming::Again;
    let value = |part: &str| compiled(&[part], ClauseJoin::Any, again);
    let readings = prices(&["", "", "3", "3", "", "4"]);
    assert_eq!(days(&value("price appears"), &readings), [2, 5]);
    assert_eq!(days(&value("price vanishes"), &readings), [4]);
    let events = [
        ReadingEvent::New,
        ReadingEvent::Read,
        ReadingEvent::Gone,
        ReadingEvent::Back,
        ReadingEvent::Gone,
    ];
    let rows = prices(&["3", "3", "3", "3", "3"]);
    let record = |part: &str| days_of(&value(part), &rows, &events);
    assert_eq!(record("record appears"), [0, 3]);
    assert_eq!(record("record vanishes"), [2, 4]);
    assert_eq!(
        record("price below 5"),
        [0],
        "a record that is gone is not read"
    );
}

#[test]
fn wrong_parts_are_named() {
    for (text, id) in [
        ("price", "condition-not-read"),
        ("below 3", "condition-not-read"),
        ("price below cheap", "condition-no-number"),
        ("price falls 1o%", "condition-no-step"),
        ("price falls -3", "condition-no-step"),
        ("price lowest 0", "condition-no-days"),
        ("title contains", "condition-no-words"),
        ("title matches (", "condition-no-pattern"),
        ("* below 3", "condition-no-field"),
        ("price changes 3", "condition-not-read"),
    ] {
        assert_eq!(read_clause(text).expect_err(text).id, id, "{text}");
    }
    let part = read_clause("unit price falls 2,5 %").expect("a part");
    assert_eq!(
        (part.field.as_str(), part.test),
        ("unit price", ClauseTest::Falls)
    );
    assert_eq!(clause_text(&part), "unit price falls 2,5 %");
    let mut asked = condition(&["price below 3"], ClauseJoin::Any, ConditionTiming::Always);
    assert_eq!(check_condition(&asked), Ok(()));
    asked.actions.task = Some(crate::model::TaskId(1));
    assert_eq!(
        check_condition(&asked).map_err(|m| m.id),
        Err("condition-runs-always".to_owned())
    );
    asked.actions = ConditionActions::default();
    assert_eq!(
        check_condition(&asked).map_err(|m| m.id),
        Err("condition-no-action".to_owned())
    );
}

#[test]
fn a_message_says_what_changed_before_and_after() {
    let found = RecordMatch {
        id: 1,
        condition: 1,
        site: SiteId(1),
        site_name: "Shop".to_owned(),
        record: None,
        title: "Tea".to_owned(),
        url: "https://shop.example/tea".to_owned(),
        at: at(1),
        test: ClauseTest::Below,
        field: "price".to_owned(),
        before: "3.20".to_owned(),
        after: "2.90".to_owned(),
        fields: vec![("origin".to_owned(), "Assam".to_owned())],
    };
    let texts = Catalogue::new(Language::English);
    let say = |template: &str| {
        let wording = AlertWording::parse(template).expect("a template");
        wording.text(&texts, &found, "08:00")
    };
    assert_eq!(
        say(""),
        "Tea: price 3.20 → 2.90, −0.3 (−9.4%)\nhttps://shop.example/tea"
    );
    assert_eq!(
        say("{site} {field} {after} ({percent}) {time}"),
        "Shop price 2.90 (−9.4%) 08:00"
    );
    // A field of the record stands for itself; a name that no record has is told.
    assert_eq!(say("{title} ({ origin })"), "Tea (Assam)");
    let check = |template: &str, fields: &[&str]| {
        let fields: Vec<String> = fields.iter().map(|name| (*name).to_owned()).collect();
        let wording = AlertWording::parse(template)?;
        wording.check_fields(&fields)
    };
    assert_eq!(check("{origin} {what}", &["price", "origin"]), Ok(()));
    assert_eq!(check("{origin}", &[]), Ok(()));
    let wrong = check("{origins}", &["price", "origin"]).expect_err("no placeholder");
    assert_eq!(wrong.id, "condition-no-placeholder");
    assert!(AlertWording::parse("{ }").is_err());
    assert!(AlertWording::parse("{title").is_err());
}

/// What a condition is asked to count, said once more in the plainest way.
fn expected(timing: ConditionTiming, values: &[Option<u8>], limit: u8) -> Vec<usize> {
    let (mut told, mut held, mut lowest) = (false, false, u8::MAX);
    let mut days = Vec::new();
    for (day, value) in values.iter().enumerate() {
        let Some(value) = *value else {
            continue;
        };
        let holds = value < limit;
        let counts = holds
            && match timing {
                ConditionTiming::Once => !told,
                ConditionTiming::Again => !held,
                ConditionTiming::Further => !held || value < lowest,
                ConditionTiming::Always | ConditionTiming::Arrival => true,
            };
        if counts {
            days.push(day);
            told = true;
            lowest = value;
        }
        held = holds;
    }
    days
}

proptest! {
    #[test]
    fn what_counts_is_what_the_timing_says(
        values in prop::collection::vec(prop::option::weighted(0.8, 0_u8..6), 0..40),
        limit in 0_u8..6,
        timing in prop::sample::select(ConditionTiming::TELLING.to_vec()),
    ) {
        let part = format!("price below {limit}");
        let asked = compiled(&[&part], ClauseJoin::Any, timing);
        let readings: Vec<Record> = values
            .iter()
            .map(|value| row(&[("price", &value.map(|n| n.to_string()).unwrap_or_default())]))
            .collect();
        prop_assert_eq!(days(&asked, &readings), expected(timing, &values, limit));
    }

    #[test]
    fn a_state_that_is_stored_and_read_again_goes_on_as_before(
        values in prop::collection::vec(0_u8..9, 1..30),
        part in prop::sample::select(vec![
            "price falls 20%", "price rises 2", "price lowest 5", "price highest 9",
            "price changes", "price below 4", "price appears", "price contains 3",
        ]),
        timing in prop::sample::select(ConditionTiming::TELLING.to_vec()),
    ) {
        let asked = compiled(&[part], ClauseJoin::Any, timing);
        let (mut whole, mut stored) = (RecordConditionState::default(), RecordConditionState::default());
        let records: Vec<Record> = values.iter().map(|n| row(&[("price", &n.to_string())])).collect();
        for (place, record) in records.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| records.get(before));
            let changed: Vec<String> = match before.is_some_and(|before| before != record) {
                true => vec!["price".to_owned()],
                false => Vec::new(),
            };
            let reading = RecordReading {
                at: at(i64::try_from(place).expect("few")),
                chain: i64::try_from(place).expect("few") + 1,
                event: ReadingEvent::Read,
                record,
                before,
                changed: &changed,
                earlier: &|_| Vec::new(),
            };
            let one = asked.read(&mut whole, &reading);
            let json = serde_json::to_string(&stored).expect("a state");
            stored = serde_json::from_str(&json).expect("a state");
            prop_assert_eq!(asked.read(&mut stored, &reading), one);
        }
    }
}
