//! `since`: the first day of which a source accepts entries, such as those of a sitemap by their
//! `lastmod`. Input: the key of a rule, the times of an entry. Output: whether the entry is taken.

use jiff::ToSpan;
use jiff::tz::TimeZone;
use serde_json::Value as Json;

use super::compiled_source::CompiledSource;
use crate::messages::Message;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::evaluate::context::{EvaluationContext, SelectionScope};

/// Fields with the time of an entry's change, the latest first.
const TIMES: [&str; 3] = ["updated", "lastmod", "date"];

/// The earliest date of accepted entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// A day, `2026-01-05`.
    Day(String),
    /// This many days before the current time.
    Days(u32),
}

/// `since = "2026-01-05"` or `"30d"`.
pub(in crate::rules::sources) fn read_since(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
) -> Option<(String, Since)> {
    let text = section.text(faults, "since")?;
    let days = text.value.trim().strip_suffix('d');
    let days = days.and_then(|days| days.trim().parse::<u32>().ok());
    let day = text.value.trim().parse::<jiff::civil::Date>().ok();
    let since = match (days, day) {
        (Some(days), _) => Since::Days(days),
        (None, Some(day)) => Since::Day(day.to_string()),
        (None, None) => {
            let message = Message::new("rules-since").with("text", text.value.as_str());
            faults.add(text.span.start, message);
            return None;
        }
    };
    Some((text.value, since))
}

impl CompiledSource {
    /// Whether an entry is new enough.
    pub fn takes(&self, context: &EvaluationContext<'_>, item: SelectionScope<'_>) -> bool {
        let (Some(_), SelectionScope::Json(item)) = (&self.since, item) else {
            return true;
        };
        self.is_new(context, item)
    }

    /// Whether an entry changed on the first accepted day or later.
    pub(super) fn is_new(&self, context: &EvaluationContext<'_>, item: &Json) -> bool {
        let Some(first) = self
            .since
            .as_ref()
            .and_then(|since| first_day(since, context))
        else {
            return true;
        };
        let mut times = TIMES.iter().filter_map(|key| item.get(key)?.as_str());
        // An entry without a time may be new.
        let day = times.find_map(|time| context.date(time));
        day.and_then(|day| day.get(..10).map(|day| day >= first.as_str()))
            .unwrap_or(true)
    }
}

/// The first accepted day.
fn first_day(since: &Since, context: &EvaluationContext<'_>) -> Option<String> {
    match since {
        Since::Day(day) => Some(day.clone()),
        Since::Days(days) => {
            let today = context.now.to_zoned(TimeZone::UTC).date();
            let first = today.checked_sub(i64::from(*days).days()).ok()?;
            Some(first.to_string())
        }
    }
}
