//! Converts a cron expression to picked values and back: minutes, hours, days, months, weekdays.
//! Input: an expression, or picks. Output: the other one. For forms in which nobody types
//! expressions.

use super::CronError;
use super::expression_parser::{self, CronFields};

/// The values a five-field expression allows, one bit per value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CronPicks {
    /// Minutes 0–59.
    pub minutes: u64,
    /// Hours 0–23.
    pub hours: u64,
    /// Days of the month 1–31.
    pub days: u64,
    /// Months 1–12.
    pub months: u64,
    /// Weekdays 0 (Sunday) to 6.
    pub weekdays: u64,
}

impl CronPicks {
    /// The picks of `expression`; `None` if picks cannot express it: seconds, or days of the month
    /// that must also be certain weekdays.
    ///
    /// # Errors
    /// When the expression cannot be parsed.
    pub fn of(expression: &str) -> Result<Option<Self>, CronError> {
        let fields = expression_parser::parse(expression)?;
        let picks = Self::from(&fields);
        let whole_minutes = fields.seconds.bits() == 1;
        let both = picks.days != all(1, 31) && picks.weekdays != all(0, 6);
        let joined = fields.days.starred || fields.weekdays.starred;
        Ok((whole_minutes && !(both && joined)).then_some(picks))
    }

    /// The shortest usual expression for these picks; an empty group counts as all.
    pub fn expression(&self) -> String {
        [
            field(self.minutes, 0, 59, true),
            field(self.hours, 0, 23, true),
            // A star with a step would intersect days and weekdays.
            field(self.days, 1, 31, false),
            field(self.months, 1, 12, true),
            field(self.weekdays, 0, 6, false),
        ]
        .join(" ")
    }
}

impl From<&CronFields> for CronPicks {
    fn from(fields: &CronFields) -> Self {
        Self {
            minutes: fields.minutes.bits(),
            hours: fields.hours.bits(),
            days: fields.days.bits(),
            months: fields.months.bits(),
            weekdays: fields.weekdays.bits(),
        }
    }
}

/// The bits from `low` to `high`.
fn all(low: u32, high: u32) -> u64 {
    (low..=high).fold(0, |bits, value| bits | 1 << value)
}

fn field(bits: u64, low: u32, high: u32, steps: bool) -> String {
    let values: Vec<u32> = (low..=high).filter(|v| bits >> v & 1 == 1).collect();
    let count = high - low + 1;
    if values.is_empty() || values.len() == usize::try_from(count).unwrap_or_default() {
        return "*".to_owned();
    }
    if let (true, Some(step)) = (steps, step_of(&values, low, high)) {
        return format!("*/{step}");
    }
    let mut parts: Vec<String> = Vec::new();
    for (first, last) in runs(&values) {
        parts.push(match last - first {
            0 => first.to_string(),
            1 => format!("{first},{last}"),
            _ => format!("{first}-{last}"),
        });
    }
    parts.join(",")
}

/// The step of values from the lowest to the highest possible one; at least three values.
pub(super) fn step_of(values: &[u32], low: u32, high: u32) -> Option<u32> {
    let (&first, &second) = (values.first()?, values.get(1)?);
    let step = second - first;
    let stepped = (low..=high).step_by(usize::try_from(step).ok()?);
    (first == low && step > 1 && values.len() > 2 && stepped.eq(values.iter().copied()))
        .then_some(step)
}

/// Runs of consecutive values, first and last of each.
pub(super) fn runs(values: &[u32]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *value => *last = *value,
            _ => runs.push((*value, *value)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_expressions_come_back_as_they_were() {
        for expression in [
            "*/20 8-20 * * 1-5",
            "0 8 * * *",
            "0 */6 * * *",
            "5,35 9,17 1 */3 *",
            "0 0 1-7 1,2 0,6",
        ] {
            let picks = CronPicks::of(expression).expect("readable").expect("picks");
            assert_eq!(picks.expression(), expression);
        }
        let weekly = CronPicks::of("@weekly").expect("readable").expect("picks");
        assert_eq!(weekly.expression(), "0 0 * * 0");
        assert_eq!(CronPicks::of("30 0 8 * * *").expect("readable"), None);
        assert_eq!(CronPicks::of("0 0 */2 * 1").expect("readable"), None);
        CronPicks::of("0 0 31 2 *").expect_err("never");
    }

    proptest! {
        #[test]
        fn picks_come_back_the_same(
            minutes in 1_u64..1 << 60,
            hours in 1_u64..1 << 24,
            days in 1_u64..1 << 28,
            months in 1_u64..1 << 12,
            weekdays in 1_u64..1 << 7,
        ) {
            let picks = CronPicks {
                minutes,
                hours,
                days: days << 1,
                months: months << 1,
                weekdays,
            };
            let back = CronPicks::of(&picks.expression()).expect("readable");
            prop_assert_eq!(back, Some(picks));
        }
    }
}
