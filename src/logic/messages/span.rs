//! Durations in words: `20 s`, `5 min`, `3 h`, `30 days`.

use std::time::Duration;

use super::Message;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A duration in the unit that gives a small number, rounded up so that nobody returns too early.
/// Each unit is used up to twice the next one, so that `90 s` and `36 h` stay as they are.
pub fn span(time: Duration) -> Message {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (unit, id) = match seconds {
        0..=120 => (1, "span-seconds"),
        121..=7_200 => (MINUTE, "span-minutes"),
        7_201..=172_800 => (HOUR, "span-hours"),
        _ => (DAY, "span-days"),
    };
    Message::new(id).with("count", seconds.div_ceil(unit))
}

/// A duration that cannot be read as a time of day: `45 s`, `10 min 34 s`, `2 h 5 min`.
pub fn exact_span(seconds: u64) -> Message {
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let (id, large, small) = match (hours, minutes) {
        (0, 0) => ("duration-seconds", 0, rest),
        (0, _) => ("duration-minutes", minutes, rest),
        _ => ("duration-hours", hours, minutes),
    };
    Message::new(id).with("large", large).with("small", small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Catalogue, Language, english};

    #[test]
    fn each_length_has_the_unit_of_people() {
        for (seconds, said) in [
            (0, "0 s"),
            (20, "20 s"),
            (120, "120 s"),
            (121, "3 min"),
            (3_600, "60 min"),
            (7_201, "3 h"),
            (86_400, "24 h"),
            (30 * 86_400, "30 days"),
        ] {
            assert_eq!(english(&span(Duration::from_secs(seconds))), said);
            let chinese =
                Catalogue::new(Language::Chinese).text(&span(Duration::from_secs(seconds)));
            assert!(!chinese.contains(['[', '{']), "{chinese}");
        }
        assert_eq!(english(&span(Duration::from_millis(1_200))), "2 s");
    }

    #[test]
    fn a_duration_is_no_time_of_day() {
        for (seconds, said) in [(45, "45 s"), (634, "10 min 34 s"), (7_500, "2 h 5 min")] {
            assert_eq!(english(&exact_span(seconds)), said);
        }
        let chinese = Catalogue::new(Language::Chinese);
        assert_eq!(chinese.text(&exact_span(634)), "10 分 34 秒");
    }
}
