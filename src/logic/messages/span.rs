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
}
