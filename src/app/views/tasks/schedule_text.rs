//! When a site or task runs, in words: every hour, every day at eight, on weekdays. Input and
//! output: the rule's `[schedule]`. Everything else stays a typed cron expression. Pure.

use bowerbird_engine::types::{Adaptive, Schedule};

/// The intervals under an hour on offer, in minutes.
pub const MINUTES: [u8; 7] = [1, 2, 5, 10, 15, 20, 30];

/// The intervals of several hours on offer; divisors of 24, so that they are evenly spaced.
pub const HOURS: [u8; 6] = [2, 3, 4, 6, 8, 12];

/// When it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// Only on demand.
    #[default]
    Never,
    /// Every so many minutes; a divisor of 60, so that they are evenly spaced.
    Minutes(u8),
    /// Every hour.
    Hourly,
    /// Every so many hours.
    Hours(u8),
    /// Every day at this time.
    Daily(Clock),
    /// Monday to Friday.
    Weekdays(Clock),
    /// On this weekday, 0 is Sunday.
    Weekly(u8, Clock),
    /// As often as the site changes, within bounds.
    Adaptive(Adaptive),
    /// By this cron expression.
    Cron(String),
}

/// Hour and minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl Default for Clock {
    fn default() -> Self {
        Self { hour: 8, minute: 0 }
    }
}

impl Turns {
    /// The rule's schedule.
    pub fn of(schedule: Option<&Schedule>) -> Self {
        let Some(schedule) = schedule else {
            return Self::Never;
        };
        if let Some(adaptive) = &schedule.adaptive {
            return Self::Adaptive(adaptive.clone());
        }
        let words: Vec<&str> = schedule.cron.split_whitespace().collect();
        let own = || Self::Cron(schedule.cron.clone());
        let [minute, hour, "*", "*", day] = words.as_slice() else {
            return own();
        };
        let every = minute.strip_prefix("*/").and_then(|every| below(every, 60));
        if let (Some(every), "*", "*") =
            (every.filter(|every| MINUTES.contains(every)), *hour, *day)
        {
            return Self::Minutes(every);
        }
        if (*minute, *hour, *day) == ("0", "*", "*") {
            return Self::Hourly;
        }
        let hours = hour.strip_prefix("*/").and_then(|hours| below(hours, 24));
        if let (Some(hours), "0", "*") =
            (hours.filter(|hours| HOURS.contains(hours)), *minute, *day)
        {
            return Self::Hours(hours);
        }
        let (Some(minute), Some(hour)) = (below(minute, 60), below(hour, 24)) else {
            return own();
        };
        let clock = Clock { hour, minute };
        match *day {
            "*" => Self::Daily(clock),
            "1-5" => Self::Weekdays(clock),
            day => below(day, 7).map_or_else(own, |day| Self::Weekly(day, clock)),
        }
    }

    /// The default adaptive bounds, both explicit.
    pub fn usual_bounds() -> Adaptive {
        Adaptive {
            min: Some("10m".to_owned()),
            max: Some("1d".to_owned()),
        }
    }

    /// The cron expression; `None` for on-demand and adaptive schedules.
    pub fn cron(&self) -> Option<String> {
        let at = |clock: &Clock, days: &str| format!("{} {} * * {days}", clock.minute, clock.hour);
        match self {
            Self::Never | Self::Adaptive(_) => None,
            Self::Minutes(every) => Some(format!("*/{every} * * * *")),
            Self::Hourly => Some("0 * * * *".to_owned()),
            Self::Hours(every) => Some(format!("0 */{every} * * *")),
            Self::Daily(clock) => Some(at(clock, "*")),
            Self::Weekdays(clock) => Some(at(clock, "1-5")),
            Self::Weekly(day, clock) => Some(at(clock, &day.to_string())),
            Self::Cron(cron) => Some(cron.clone()),
        }
    }

    /// The schedule to write; zone and priority of `old` are kept.
    pub fn schedule(&self, old: Option<&Schedule>) -> Option<Schedule> {
        let (cron, adaptive) = match self {
            Self::Adaptive(adaptive) => (String::new(), Some(adaptive.clone())),
            _ => (self.cron()?, None),
        };
        Some(Schedule {
            cron,
            adaptive,
            ..old.cloned().unwrap_or_default()
        })
    }

    /// Hour and minute, if any.
    pub fn clock(&self) -> Option<Clock> {
        match self {
            Self::Daily(clock) | Self::Weekdays(clock) | Self::Weekly(_, clock) => Some(*clock),
            Self::Never
            | Self::Minutes(_)
            | Self::Hourly
            | Self::Hours(_)
            | Self::Adaptive(_)
            | Self::Cron(_) => None,
        }
    }

    /// Returns the same schedule at another time.
    #[must_use]
    pub fn at(&self, clock: Clock) -> Self {
        match self {
            Self::Daily(_) => Self::Daily(clock),
            Self::Weekdays(_) => Self::Weekdays(clock),
            Self::Weekly(day, _) => Self::Weekly(*day, clock),
            other => other.clone(),
        }
    }
}

fn below(text: &str, end: u8) -> Option<u8> {
    text.parse().ok().filter(|number| *number < end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::Cron;

    #[test]
    fn words_and_expressions_are_the_same() {
        let clock = Clock { hour: 7, minute: 5 };
        for (turns, cron) in [
            (Turns::Minutes(15), "*/15 * * * *"),
            (Turns::Hourly, "0 * * * *"),
            (Turns::Hours(6), "0 */6 * * *"),
            (Turns::Daily(clock), "5 7 * * *"),
            (Turns::Weekdays(clock), "5 7 * * 1-5"),
            (Turns::Weekly(0, clock), "5 7 * * 0"),
            (
                Turns::Cron("*/20 8-20 * * 1-5".to_owned()),
                "*/20 8-20 * * 1-5",
            ),
            (Turns::Cron("0 0 1 * *".to_owned()), "0 0 1 * *"),
        ] {
            let schedule = turns.schedule(None).expect("one");
            assert_eq!(schedule.cron, cron);
            assert_eq!(Turns::of(Some(&schedule)), turns);
            assert!(Cron::parse(cron).is_ok());
        }
        assert_eq!(Turns::of(None), Turns::Never);
        assert_eq!(Turns::Never.schedule(None), None);
        let adaptive = Turns::Adaptive(Turns::usual_bounds());
        let schedule = adaptive.schedule(None).expect("one");
        assert_eq!(
            (Turns::of(Some(&schedule)), schedule.cron.as_str()),
            (adaptive, "")
        );
    }

    #[test]
    fn zone_and_priority_stay() {
        let old = Schedule {
            cron: "5 7 * * *".to_owned(),
            timezone: Some("Asia/Shanghai".to_owned()),
            priority: Some(7),
            ..Schedule::default()
        };
        let new = Turns::Hourly.schedule(Some(&old)).expect("one");
        assert_eq!((new.timezone, new.priority), (old.timezone, old.priority));
    }
}
