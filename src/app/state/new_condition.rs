//! A condition as it is when a person begins to make one: about a site, or filled from a change.

use bowerbird_engine::types::{
    ClauseTest, ConditionActions, ConditionClause, ConditionTiming, RecordCondition, RecordFact,
    SiteId, StoredRecord, WHOLE_RECORD,
};

/// A new condition about a site, or about all.
pub fn new_condition(site: Option<SiteId>) -> RecordCondition {
    let part = match site {
        Some(_) => ClauseTest::Changes,
        None => ClauseTest::Contains,
    };
    RecordCondition {
        site,
        enabled: true,
        clauses: vec![ConditionClause {
            field: "title".to_owned(),
            test: part,
            value: String::new(),
        }],
        actions: ConditionActions {
            tell: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    }
}

/// A new filter of the records of a site, or of all: it skips what has a word in its title.
pub fn new_filter(site: Option<SiteId>) -> RecordCondition {
    RecordCondition {
        site,
        enabled: true,
        timing: ConditionTiming::Arrival,
        clauses: vec![ConditionClause {
            field: "title".to_owned(),
            test: ClauseTest::Contains,
            value: String::new(),
        }],
        actions: ConditionActions {
            skip: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    }
}

/// A new condition about a site whose records have a number, such as a price: that it falls below a
/// value, which is still to be typed.
pub fn condition_of_number(site: SiteId, field: &str) -> RecordCondition {
    RecordCondition {
        clauses: vec![ConditionClause {
            field: field.to_owned(),
            test: ClauseTest::Below,
            value: String::new(),
        }],
        timing: ConditionTiming::Once,
        ..new_condition(Some(site))
    }
}

/// The field whose values look most like amounts; `None` if no field has numbers only. Input: names
/// with some values each.
pub fn amount_field<'a>(fields: impl Iterator<Item = (&'a str, Vec<String>)>) -> Option<&'a str> {
    let ranked = fields.filter_map(|(name, values)| {
        let ranks = values.iter().map(|value| amount_rank(value));
        let least = ranks.min().unwrap_or_default();
        (least > 0).then_some((least, name))
    });
    // The first of the best.
    let mut best: Option<(u8, &str)> = None;
    for (rank, name) in ranked {
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, name));
        }
    }
    best.map(|(_, name)| name)
}

/// 2 for an amount of money or a number with decimals, 1 for another number, 0 for anything else.
fn amount_rank(value: &str) -> u8 {
    let value = value.trim();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let letters = value
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count();
    let currency = ['€', '$', '£', '¥', '￥', '元'];
    let has_currency = value.contains(currency);
    let is_dated = value.matches(['-', '/', ':']).count() > 1;
    if digits == 0 || letters > 4 || is_dated || value.chars().count() > 24 {
        return 0;
    }
    let decimals = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let is_decimal = decimals
        .rsplit_once(['.', ','])
        .is_some_and(|(whole, part)| {
            whole.ends_with(|letter: char| letter.is_ascii_digit()) && part.len() == 2
        });
    match has_currency || is_decimal {
        true => 2,
        false => 1,
    }
}

/// The longest text that a condition is filled with, in characters.
const MAX_TEXT: usize = 60;

/// A condition filled from a value that a person sees: whether a number falls below it, and whether a
/// text is there.
pub fn condition_of_value(site: SiteId, field: &str, value: &str) -> RecordCondition {
    let value = value.trim();
    if amount_rank(value) > 0 {
        let mut condition = condition_of_number(site, field);
        if let Some(clause) = condition.clauses.first_mut() {
            value.clone_into(&mut clause.value);
        }
        return condition;
    }
    let is_short = value.chars().count() <= MAX_TEXT && !value.contains('\n');
    let (test, value) = match is_short {
        true => (ClauseTest::Contains, value),
        false => (ClauseTest::Changes, ""),
    };
    RecordCondition {
        clauses: vec![ConditionClause {
            field: field.to_owned(),
            test,
            value: value.to_owned(),
        }],
        ..new_condition(Some(site))
    }
}

/// A condition filled from a record: its amount if it has one, else its title.
pub fn condition_of_record(stored: &StoredRecord) -> RecordCondition {
    let fields = &stored.record.fields;
    let amounts = fields
        .iter()
        .map(|(name, value)| (name.as_str(), vec![value.joined()]));
    let (name, value) = match amount_field(amounts) {
        Some(name) => {
            let value = fields.iter().find(|(known, _)| known == name);
            (name, value.map(|(_, value)| value.joined()))
        }
        None => ("title", Some(stored.record.title.clone())),
    };
    condition_of_value(stored.site, name, &value.unwrap_or_default())
}

/// A condition filled from a change: the field that changed, with a value of it.
pub fn condition_of_change(fact: &RecordFact, is_number: bool) -> RecordCondition {
    let clause = match (fact.field.is_empty(), is_number) {
        (true, _) => ConditionClause {
            field: WHOLE_RECORD.to_owned(),
            test: ClauseTest::Appears,
            value: String::new(),
        },
        (false, true) => ConditionClause {
            field: fact.field.clone(),
            test: ClauseTest::Below,
            value: fact.after.clone(),
        },
        (false, false) => ConditionClause {
            field: fact.field.clone(),
            test: ClauseTest::Changes,
            value: String::new(),
        },
    };
    let timing = match clause.test {
        ClauseTest::Below => ConditionTiming::Once,
        _ => ConditionTiming::Again,
    };
    RecordCondition {
        clauses: vec![clause],
        timing,
        ..new_condition(Some(fact.site))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(fields: &[(&'static str, &[&str])]) -> Option<&'static str> {
        let fields = fields.iter();
        amount_field(fields.map(|(name, values)| {
            let values = values.iter().map(|value| (*value).to_owned());
            (*name, values.collect())
        }))
    }

    #[test]
    fn a_value_fills_a_condition_about_itself() {
        let of = |value: &str| {
            let condition = condition_of_value(SiteId(3), "what", value);
            let clause = condition.clauses.into_iter().next().expect("a part");
            (condition.site, clause.field, clause.test, clause.value)
        };
        let expected = |test, value: &str| {
            let field = "what".to_owned();
            (Some(SiteId(3)), field, test, value.to_owned())
        };
        assert_eq!(of("2.90 €"), expected(ClauseTest::Below, "2.90 €"));
        assert_eq!(of(" sold out "), expected(ClauseTest::Contains, "sold out"));
        assert_eq!(of(&"long ".repeat(40)), expected(ClauseTest::Changes, ""));
    }

    #[test]
    fn a_price_comes_before_other_numbers_and_texts_never() {
        let numbers: &[&str] = &["12", "7"];
        let prices: &[&str] = &["3.20", "2.90 €"];
        let names: &[&str] = &["Apples from the north", "Pears"];
        let dates: &[&str] = &["2026-01-05", "2026-01-06"];
        let all = [
            ("name", names),
            ("day", dates),
            ("pieces", numbers),
            ("price", prices),
        ];
        assert_eq!(field(&all), Some("price"));
        assert_eq!(field(&all[..3]), Some("pieces"));
        assert_eq!(field(&all[..2]), None);
        assert_eq!(field(&[("price", &["3.20", "on request"])]), None);
        assert_eq!(field(&[]), None);
    }
}
