//! The conditions of a filter as SQL, with the values of their placeholders.

use rusqlite::types::Value as Sql;

use crate::store::RecordFilter;
use crate::store::file::convert::micros;
use crate::store::records::export_conditions::GONE;

/// The conditions of a filter on `record r`, except for the search.
#[derive(Clone)]
pub(in crate::store::records) struct Narrowing {
    conditions: Vec<String>,
    values: Vec<Sql>,
}

impl Narrowing {
    /// No conditions.
    pub(in crate::store::records) fn none() -> Self {
        Self {
            conditions: vec!["TRUE".to_owned()],
            values: Vec::new(),
        }
    }

    /// The conditions of `filter`.
    pub(in crate::store::records) fn of(filter: &RecordFilter) -> Self {
        let mut narrowing = Self::none();
        if let Some(site) = filter.site {
            narrowing.add("r.site =", Sql::Integer(site.0));
        }
        if let Some(since) = filter.since {
            narrowing.add("r.fetched_at >=", Sql::Integer(micros(since)));
        }
        narrowing.conditions.extend(filter.part.conditions());
        let only = &filter.only;
        let marked = "r.id IN (SELECT id FROM record_mark WHERE";
        for (wanted, condition) in [
            (
                only.unread,
                "r.id NOT IN (SELECT id FROM record_mark WHERE read_at IS NOT NULL)".to_owned(),
            ),
            (
                only.changed,
                // A version that was withheld replaced nothing: its two times are equal.
                "EXISTS (SELECT 1 FROM record_version v LEFT JOIN record_mark m ON m.id = v.record
                         WHERE v.record = r.id
                           AND v.replaced_at > max(v.fetched_at, coalesce(m.read_at, 0)))"
                    .to_owned(),
            ),
            (only.gone, format!("r.id {GONE}")),
            (only.present, format!("r.id NOT {GONE}")),
            (only.noted, format!("{marked} note <> '')")),
            (
                only.doubtful,
                "r.id IN (SELECT id FROM record_digest WHERE doubts <> 0)".to_owned(),
            ),
            (
                only.reposts,
                "r.id IN (SELECT id FROM record_digest WHERE repost_of IS NOT NULL)".to_owned(),
            ),
            (
                only.folded,
                "r.id NOT IN (SELECT id FROM record_digest WHERE repost_of IS NOT NULL)".to_owned(),
            ),
        ] {
            if wanted {
                narrowing.conditions.push(condition);
            }
        }
        if let Some(tag) = &only.tag {
            narrowing.add_with(
                "r.id IN (SELECT id FROM record_tag WHERE tag = ?)",
                Sql::Text(tag.clone()),
            );
        }
        narrowing
    }

    /// As an expression for WHERE.
    pub(in crate::store::records) fn condition(&self) -> String {
        self.conditions.join(" AND ")
    }

    /// The values of its parameters, in order.
    pub(in crate::store::records) fn values(&self) -> Vec<Sql> {
        self.values.clone()
    }

    /// Whether everything matches.
    pub(in crate::store::records) fn is_empty(&self) -> bool {
        self.conditions.len() <= 1
    }

    /// The number of conditions.
    pub(in crate::store::records) fn parts(&self) -> usize {
        self.conditions.len()
    }

    /// Adds a value; returns the number of its placeholder.
    pub(in crate::store::records) fn add_value(&mut self, value: Sql) -> usize {
        self.values.push(value);
        self.values.len()
    }

    /// `sql` with numbers for its placeholders `?`, one for each of the values, which it adds.
    pub(in crate::store::records) fn numbered(&mut self, sql: &str, values: Vec<Sql>) -> String {
        let mut values = values.into_iter();
        let mut out = String::with_capacity(sql.len() + 8);
        for c in sql.chars() {
            out.push(c);
            if c == '?'
                && let Some(value) = values.next()
            {
                out.push_str(&self.add_value(value).to_string());
            }
        }
        out
    }

    /// Adds a condition with a placeholder `?` for each of the values.
    pub(in crate::store::records) fn add_condition(&mut self, condition: &str, values: Vec<Sql>) {
        let condition = self.numbered(condition, values);
        self.conditions.push(condition);
    }

    /// Adds a condition in which `?` is a placeholder for `value`.
    pub(in crate::store::records) fn add_with(&mut self, condition: &str, value: Sql) {
        self.values.push(value);
        let number = format!("?{}", self.values.len());
        self.conditions.push(condition.replacen('?', &number, 1));
    }

    fn add(&mut self, condition: &str, value: Sql) {
        self.values.push(value);
        self.conditions
            .push(format!("{condition} ?{}", self.values.len()));
    }
}
