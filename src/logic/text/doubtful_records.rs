//! Doubts about a record: a title too short, an impossible date, a text too short. Doubtful records
//! are kept and marked; each site sets its own limits, and without limits nothing is doubtful.

use serde::{Deserialize, Serialize};

use crate::model::Doubt;

/// Limits of a site, `[validity]` of its rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The minimum number of characters of a title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_title: Option<usize>,
    /// The minimum number of characters of a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_text: Option<usize>,
    /// The earliest plausible date, `YYYY-MM-DD` (or a year, or a month).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earliest: Option<String>,
    /// How many days a date may be after the fetch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_days_ahead: Option<u32>,
    /// Whether a record without a date is doubtful.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub date_required: bool,
}

impl Validity {
    /// Whether no limits are set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The doubts about a record that was fetched on the day `fetched` (`YYYY-MM-DD`).
    pub fn doubts(
        &self,
        title: &str,
        date: &str,
        text: &str,
        fetched: jiff::civil::Date,
    ) -> Vec<Doubt> {
        let short = |text: &str, least: Option<usize>| {
            least.is_some_and(|least| {
                text.trim().chars().nth(least.saturating_sub(1)).is_none() && least > 0
            })
        };
        let mut doubts = Vec::new();
        if short(title, self.min_title) {
            doubts.push(Doubt::ShortTitle);
        }
        if self.doubts_date(date, fetched) {
            doubts.push(Doubt::Date);
        }
        if short(text, self.min_text) {
            doubts.push(Doubt::ShortText);
        }
        doubts
    }

    fn doubts_date(&self, date: &str, fetched: jiff::civil::Date) -> bool {
        if date.is_empty() {
            return self.date_required;
        }
        if self.earliest.is_none() && self.max_days_ahead.is_none() && !self.date_required {
            return false;
        }
        let day = date
            .get(..10)
            .and_then(|day| day.parse::<jiff::civil::Date>().ok());
        let Some(day) = day else { return true };
        let too_early = self
            .earliest
            .as_deref()
            .is_some_and(|earliest| date < earliest);
        let too_late = self.max_days_ahead.is_some_and(|days| {
            let ahead = jiff::Span::new().try_days(i64::from(days));
            ahead
                .and_then(|span| fetched.checked_add(span))
                .is_ok_and(|last| day > last)
        });
        too_early || too_late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_off_by_choice_and_each_marks_its_own() {
        let day = jiff::civil::date(2026, 3, 10);
        assert!(
            Validity::default()
                .doubts("", "nonsense", "", day)
                .is_empty()
        );
        let limits = Validity {
            min_title: Some(3),
            min_text: Some(5),
            earliest: Some("2000".to_owned()),
            max_days_ahead: Some(1),
            date_required: false,
        };
        let check = |title: &str, date: &str, text: &str, expected: &[Doubt]| {
            assert_eq!(
                limits.doubts(title, date, text, day),
                expected,
                "{title} {date} {text}"
            );
        };
        check("标题长", "2026-03-11", "12345", &[]);
        check("ab ", "", "12345", &[Doubt::ShortTitle]);
        check("abc", "1970-01-01T00:00:00Z", "12345", &[Doubt::Date]);
        check(
            "abc",
            "2026-03-12",
            "1234",
            &[Doubt::Date, Doubt::ShortText],
        );
        check("abc", "soon", "12345", &[Doubt::Date]);
        assert_eq!(Doubt::of_bits(5), [Doubt::ShortTitle, Doubt::ShortText]);
    }
}
