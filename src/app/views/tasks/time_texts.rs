//! Times and turns as the view shows them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Cron, TaskId, Terms, Timing, next_turn};

/// The zone of this machine.
pub(crate) fn machine_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").to_owned()
}

/// The zone of a timing: its own, or `typed`, or the machine's.
pub(super) fn zone_name(timing: &Timing, typed: &str) -> String {
    match timing {
        Timing::Cron { timezone, .. } => timezone.clone(),
        _ if typed.trim().is_empty() => machine_zone(),
        _ => typed.trim().to_owned(),
    }
}

/// Times in the zone called `zone`, which is only named with the first one.
pub(super) fn times(look: &UiContext, moments: &[Timestamp], zone: String) -> String {
    let (time_zone, zone) = match TimeZone::get(&zone) {
        Ok(found) => (found, zone),
        Err(_) => (TimeZone::UTC, "UTC".to_owned()),
    };
    let mut texts: Vec<String> = moments
        .iter()
        .map(|moment| look.time_in(*moment, &time_zone))
        .collect();
    if let Some(first) = texts.first_mut() {
        first.push(' ');
        first.push_str(&zone);
    }
    texts.join(" · ")
}

/// The next `most` turns of a timing with its terms.
pub(super) fn turns(timing: &Timing, terms: &Terms, now: Timestamp, most: usize) -> Vec<Timestamp> {
    match timing {
        Timing::Cron { expression, .. } if Cron::parse(expression).is_err() => Vec::new(),
        // Known only after the previous run.
        Timing::Adaptive(_) | Timing::After { .. } => Vec::new(),
        timing => {
            let next = |after: &Timestamp| next_turn(TaskId(0), timing, terms, *after);
            std::iter::successors(next(&now), next).take(most).collect()
        }
    }
}
