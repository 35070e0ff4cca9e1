//! The parts of a query that the records answer, as SQL: as a condition on `record r`, and as the ids
//! that match, read from an index alone.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use rusqlite::types::Value as Sql;

use crate::store::file::convert::micros;
use bowerbird_logic::text::{
    DayRange, NumberRange, QueryField, QueryNode, QueryTest, day_value, index_expression,
    number_key,
};

/// A piece of SQL, in which each `?` stands for one of the values.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    pub(super) sql: String,
    pub(super) values: Vec<Sql>,
}

impl Condition {
    fn new(sql: impl Into<String>, values: Vec<Sql>) -> Self {
        Self {
            sql: sql.into(),
            values,
        }
    }

    fn joined(parts: Vec<Self>, by: &str) -> Self {
        let sql: Vec<String> = parts.iter().map(|part| part.sql.clone()).collect();
        Self {
            sql: format!("({})", sql.join(by)),
            values: parts.into_iter().flat_map(|part| part.values).collect(),
        }
    }
}

/// A part of a query as a condition on `record r`; `old`: whether the index of before has records too.
pub(super) fn condition_of(node: &QueryNode, old: bool) -> Condition {
    if let Some(expression) = index_expression(node) {
        let expression = Sql::Text(expression);
        return match old {
            true => Condition::new(
                "r.id IN (SELECT rowid FROM record_search WHERE record_search MATCH ?
                          UNION ALL
                          SELECT rowid FROM record_search_old WHERE record_search_old MATCH ?)",
                vec![expression.clone(), expression],
            ),
            false => Condition::new(
                "r.id IN (SELECT rowid FROM record_search WHERE record_search MATCH ?)",
                vec![expression],
            ),
        };
    }
    let condition_of = |node: &QueryNode| condition_of(node, old);
    match node {
        QueryNode::All(parts) => {
            Condition::joined(parts.iter().map(condition_of).collect(), " AND ")
        }
        QueryNode::Any(parts) => {
            Condition::joined(parts.iter().map(condition_of).collect(), " OR ")
        }
        QueryNode::Not(part) => {
            let inner = condition_of(part);
            Condition::new(format!("NOT {}", inner.sql), inner.values)
        }
        QueryNode::Test(test) => condition_of_test(test),
        QueryNode::Filled(field, _) => match field {
            QueryField::Title => Condition::new("r.title <> ''", Vec::new()),
            QueryField::Url => Condition::new("r.url <> ''", Vec::new()),
            QueryField::Text => Condition::new(
                "EXISTS (SELECT 1 FROM record_text t WHERE t.id = r.id AND t.text <> '')",
                Vec::new(),
            ),
            // The index answers these.
            QueryField::Author | QueryField::Own(_) => Condition::new("TRUE", Vec::new()),
        },
        QueryNode::Words(_) => Condition::new("TRUE", Vec::new()),
    }
}

fn condition_of_test(test: &QueryTest) -> Condition {
    match test {
        QueryTest::Site(name) => Condition::new(
            "(r.site IN (SELECT id FROM site WHERE name LIKE ? ESCAPE '\\'))",
            vec![part_of(name)],
        ),
        QueryTest::Tag(tag) => Condition::new(
            "(r.id IN (SELECT id FROM record_tag WHERE tag = ?))",
            vec![Sql::Text(tag.clone())],
        ),
        QueryTest::Language(language) => Condition::new(
            "(EXISTS (SELECT 1 FROM record_digest g WHERE g.id = r.id AND g.language = ?))",
            vec![Sql::Text(language.clone())],
        ),
        QueryTest::After(day) => since_or_before(*day, ">="),
        QueryTest::Before(day) => since_or_before(*day, "<"),
        QueryTest::Date(range) => {
            let (sql, values) = text_range("r.date", *range);
            Condition::new(format!("({sql})"), values)
        }
        QueryTest::Fetched(range) => {
            let (sql, values) = time_range("r.fetched_at", *range);
            Condition::new(format!("({sql})"), values)
        }
        QueryTest::Number(..) | QueryTest::Day(..) => {
            let (range, values) = number_range(test);
            Condition::new(
                format!(
                    "(EXISTS (SELECT 1 FROM record_number n WHERE n.record = r.id AND {range}))"
                ),
                values,
            )
        }
    }
}

/// The ids of the records that pass a part, each perhaps several times, if an index has them all
/// together; as a SELECT.
pub(super) fn ids_of(node: &QueryNode) -> Option<Condition> {
    match node {
        QueryNode::Test(test) => ids_of_test(test),
        QueryNode::Any(parts) => {
            let parts: Option<Vec<Condition>> = parts.iter().map(ids_of).collect();
            let parts = parts?;
            let sql: Vec<String> = parts.iter().map(|part| part.sql.clone()).collect();
            Some(Condition::new(
                sql.join(" UNION ALL "),
                parts.into_iter().flat_map(|part| part.values).collect(),
            ))
        }
        node => index_expression(node).map(|expression| {
            Condition::new(
                "SELECT rowid AS id FROM record_search WHERE record_search MATCH ?",
                vec![Sql::Text(expression)],
            )
        }),
    }
}

fn ids_of_test(test: &QueryTest) -> Option<Condition> {
    Some(match test {
        QueryTest::Number(..) | QueryTest::Day(..) => {
            let (range, values) = number_range(test);
            Condition::new(
                format!(
                    "SELECT n.record AS id FROM record_number n INDEXED BY record_number_value
                     WHERE {range}"
                ),
                values,
            )
        }
        QueryTest::Date(range) => {
            let (sql, values) = text_range("d.date", *range);
            Condition::new(
                format!("SELECT d.id AS id FROM record d INDEXED BY record_by_date WHERE {sql}"),
                values,
            )
        }
        QueryTest::Fetched(range) => {
            let (sql, values) = time_range("d.fetched_at", *range);
            Condition::new(
                format!("SELECT d.id AS id FROM record d INDEXED BY record_by_time WHERE {sql}"),
                values,
            )
        }
        QueryTest::Tag(tag) => Condition::new(
            "SELECT id FROM record_tag WHERE tag = ?",
            vec![Sql::Text(tag.clone())],
        ),
        QueryTest::Language(language) => Condition::new(
            "SELECT g.id AS id FROM record_digest g INDEXED BY record_digest_language
             WHERE g.language = ?",
            vec![Sql::Text(language.clone())],
        ),
        QueryTest::Site(_) | QueryTest::After(_) | QueryTest::Before(_) => return None,
    })
}

fn part_of(name: &str) -> Sql {
    let escaped = name
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    Sql::Text(format!("%{escaped}%"))
}

/// By the record's date, or without one by the day of the fetch.
fn since_or_before(day: Date, compare: &str) -> Condition {
    let at = micros_of(day);
    Condition::new(
        format!(
            "(CASE WHEN r.date <> '' THEN r.date {compare} ? ELSE r.fetched_at {compare} {at} END)"
        ),
        vec![Sql::Text(date_text(day))],
    )
}

/// A condition on the numbers or days `n` of a field.
fn number_range(test: &QueryTest) -> (String, Vec<Sql>) {
    let (field, low, high) = match test {
        QueryTest::Number(name, NumberRange { low, high }) => {
            (number_key(name, false), *low, *high)
        }
        QueryTest::Day(name, range) => (
            number_key(name, true),
            range.from.map(|day| (day_value(day), true)),
            range.until.map(|day| (day_value(day), false)),
        ),
        _ => (0, None, None),
    };
    let mut sql = format!("n.field = {field}");
    let mut values = Vec::new();
    let ends = [(low, ">"), (high, "<")];
    for (end, compare) in ends {
        if let Some((number, counts)) = end {
            let equal = if counts { "=" } else { "" };
            sql.push_str(&format!(" AND n.number {compare}{equal} ?"));
            values.push(Sql::Real(number));
        }
    }
    (sql, values)
}

/// A range of dates as texts. A month or year alone is before its first day as a text, and counts.
fn text_range(column: &str, range: DayRange) -> (String, Vec<Sql>) {
    let mut sql = format!("{column} > ''");
    let mut values = Vec::new();
    for (day, compare) in [(range.from, ">="), (range.until, "<")] {
        if let Some(day) = day {
            sql.push_str(&format!(" AND {column} {compare} ?"));
            values.push(Sql::Text(date_text(day)));
        }
    }
    (sql, values)
}

fn time_range(column: &str, range: DayRange) -> (String, Vec<Sql>) {
    let mut parts = vec!["TRUE".to_owned()];
    for (day, compare) in [(range.from, ">="), (range.until, "<")] {
        parts.extend(day.map(|day| format!("{column} {compare} {}", micros_of(day))));
    }
    (parts.join(" AND "), Vec::new())
}

/// The least date that is on or after a day, as a text: `2026` for its first day, `2026-11` for that of
/// November.
fn date_text(day: Date) -> String {
    let text = day.to_string();
    let text = text.strip_suffix("-01").unwrap_or(&text);
    text.strip_suffix("-01").unwrap_or(text).to_owned()
}

fn micros_of(day: Date) -> i64 {
    let start = day.to_zoned(TimeZone::UTC).ok();
    start.map_or(0, |start| micros(start.timestamp()))
}
