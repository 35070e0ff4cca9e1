//! A cron expression in words. Input: the expression. Output: a message such as “every 20
//! minutes from 08:00 to 20:59, Monday to Friday”, in the language it is shown in.

use super::CronError;
use super::expression_parser::{self, CronFields, ValueSet};
use super::form_values::{runs, step_of};
use crate::messages::Message;

/// The maximum number of times of day listed one by one.
const MAX_TIMES: usize = 6;

/// Describes `expression`.
///
/// # Errors
/// When it cannot be parsed.
pub fn describe_cron(expression: &str) -> Result<Message, CronError> {
    let fields = expression_parser::parse(expression)?;
    let time = with_seconds(&fields, time(&fields));
    let months = values(fields.months);
    let dated = match (days(&fields), repeats(&fields)) {
        (Some(days), _) => joined("schedule-say-on", time, days),
        // With several turns an hour, "every day" is implied.
        (None, true) => time,
        (None, false) => joined("schedule-say-on", time, Message::new("schedule-say-daily")),
    };
    if months.len() == 12 {
        return Ok(dated);
    }
    let names = list(spans(&months, 12, "schedule-month"));
    Ok(joined("schedule-say-months", dated, names))
}

fn values(set: ValueSet) -> Vec<u32> {
    set.values().collect()
}

fn joined(id: &str, first: Message, second: Message) -> Message {
    Message::new(id).with("first", first).with("second", second)
}

/// Whether there are turns in every hour.
fn repeats(fields: &CronFields) -> bool {
    fields.hours.values().count() == 24
}

fn with_seconds(fields: &CronFields, time: Message) -> Message {
    let seconds = values(fields.seconds);
    if seconds.len() == 1 && (seconds == [0] || has_few_times(fields)) {
        return time;
    }
    if seconds.len() == 60 {
        let every = Message::new("schedule-say-secondly");
        return match values(fields.minutes).len() == 60 && repeats(fields) {
            true => every,
            false => joined("schedule-say-also", time, every),
        };
    }
    let at = match step_of(&seconds, 0, 59) {
        Some(step) if 60 % step == 0 => Message::new("schedule-say-seconds").with("count", step),
        _ => Message::new("schedule-say-at-seconds").with("seconds", numbers(&seconds)),
    };
    joined("schedule-say-also", time, at)
}

/// Whether the times of day can be listed one by one.
fn has_few_times(fields: &CronFields) -> bool {
    values(fields.minutes).len() * values(fields.hours).len() <= MAX_TIMES
}

fn time(fields: &CronFields) -> Message {
    let (minutes, hours) = (values(fields.minutes), values(fields.hours));
    if has_few_times(fields) {
        let second = match values(fields.seconds).as_slice() {
            [second] if *second > 0 => format!(":{second:02}"),
            _ => String::new(),
        };
        let times = hours.iter().flat_map(|hour| {
            let clock = |minute: &u32| text(format!("{hour:02}:{minute:02}{second}"));
            minutes.iter().map(clock).collect::<Vec<_>>()
        });
        return Message::new("schedule-say-at").with("times", list(times.collect()));
    }
    let minute_words = match minutes.as_slice() {
        [0] => None,
        all if all.len() == 60 => Some(Message::new("schedule-say-minutely")),
        some => Some(match step_of(some, 0, 59) {
            Some(step) if 60 % step == 0 => {
                Message::new("schedule-say-minutes").with("count", step)
            }
            _ => Message::new("schedule-say-at-minutes").with("minutes", numbers(some)),
        }),
    };
    let every_minute_or_so =
        minutes.len() > 1 && (minutes.len() == 60 || step_of(&minutes, 0, 59).is_some());
    if hours.len() == 24 {
        return match (minute_words, every_minute_or_so) {
            (None, _) => Message::new("schedule-say-hourly"),
            (Some(words), true) => words,
            (Some(words), false) => joined("schedule-say-of", words, hourly()),
        };
    }
    if let Some(step) = step_of(&hours, 0, 23).filter(|step| 24 % step == 0) {
        let every = Message::new("schedule-say-hours").with("count", step);
        return match minute_words {
            None => every,
            Some(words) => joined("schedule-say-of", words, every),
        };
    }
    let last_minute = minutes.last().copied().unwrap_or(59);
    let spans: Vec<Message> = runs(&hours)
        .into_iter()
        .map(|(first, last)| {
            let first_minute = minutes.first().copied().unwrap_or(0);
            Message::new("schedule-say-span")
                .with("from", format!("{first:02}:{first_minute:02}"))
                .with("until", format!("{last:02}:{last_minute:02}"))
        })
        .collect();
    joined(
        "schedule-say-within",
        minute_words.unwrap_or_else(hourly),
        list(spans),
    )
}

fn hourly() -> Message {
    Message::new("schedule-say-hourly")
}

/// The days, if not all.
fn days(fields: &CronFields) -> Option<Message> {
    let (days, weekdays) = (values(fields.days), values(fields.weekdays));
    let of_month =
        (days.len() < 31).then(|| Message::new("schedule-say-days").with("days", numbers(&days)));
    let of_week =
        (weekdays.len() < 7).then(|| list(spans(&sunday_last(&weekdays), 7, "schedule-weekday")));
    match (of_month, of_week) {
        (Some(month), Some(week)) => {
            let id = match fields.days.starred || fields.weekdays.starred {
                true => "schedule-say-if",
                false => "schedule-say-or",
            };
            Some(joined(id, month, week))
        }
        (month, week) => month.or(week),
    }
}

/// Monday (1) to Sunday (7).
fn sunday_last(weekdays: &[u32]) -> Vec<u32> {
    let mut days: Vec<u32> = weekdays
        .iter()
        .map(|day| if *day == 0 { 7 } else { *day })
        .collect();
    days.sort_unstable();
    days
}

/// Values by name, consecutive ones as a span. The names are `id-1` to `id-MOST`.
fn spans(values: &[u32], most: u32, id: &str) -> Vec<Message> {
    let name = |value: u32| Message::new(format!("{id}-{}", value.min(most)));
    let mut words = Vec::new();
    for (first, last) in runs(values) {
        match last - first {
            0 => words.push(name(first)),
            1 => words.extend([name(first), name(last)]),
            _ => words.push(
                Message::new("schedule-say-to")
                    .with("from", name(first))
                    .with("until", name(last)),
            ),
        }
    }
    words
}

fn numbers(values: &[u32]) -> Message {
    let spans = runs(values).into_iter().flat_map(|(first, last)| {
        let number = |value: u32| text(value.to_string());
        match last - first {
            0 => vec![number(first)],
            1 => vec![number(first), number(last)],
            _ => vec![
                Message::new("schedule-say-to")
                    .with("from", first.to_string())
                    .with("until", last.to_string()),
            ],
        }
    });
    list(spans.collect())
}

fn text(text: String) -> Message {
    Message::new("schedule-say-text").with("text", text)
}

fn list(items: Vec<Message>) -> Message {
    let mut items = items.into_iter().rev();
    let last = items.next().unwrap_or_else(|| text(String::new()));
    let Some(before) = items.next() else {
        return last;
    };
    let two = joined("schedule-say-two", before, last);
    items.fold(two, |rest, item| joined("schedule-say-list", item, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Catalogue, Language};

    #[track_caller]
    fn check(expression: &str, english: &str, chinese: &str) {
        let words = describe_cron(expression).expect("readable");
        let say = |language| Catalogue::new(language).text(&words);
        assert_eq!(say(Language::English), english, "{expression}");
        assert_eq!(say(Language::Chinese), chinese, "{expression}");
    }

    #[test]
    fn expressions_are_said_in_both_languages() {
        check("* * * * *", "every minute", "每分钟");
        check("*/20 * * * *", "every 20 minutes", "每 20 分钟");
        check("0 * * * *", "every hour", "每小时");
        check("5 * * * *", "at minute 5 of every hour", "每小时的第 5 分");
        check("0 8 * * *", "at 08:00, every day", "每天 08:00");
        check(
            "0 8,20 * * 1-5",
            "at 08:00 and 20:00, Monday to Friday",
            "周一至周五 08:00、20:00",
        );
        check(
            "*/20 8-20 * * 1-5",
            "every 20 minutes from 08:00 to 20:40, Monday to Friday",
            "周一至周五 08:00–20:40 每 20 分钟",
        );
        check(
            "30 2 1 * *",
            "at 02:30, day 1 of the month",
            "每月 1 日 02:30",
        );
        check(
            "0 0 13 * 5",
            "at 00:00, day 13 of the month or Friday",
            "每月 13 日或周五 00:00",
        );
        check(
            "0 0 */10 * 0",
            "at 00:00, day 1, 11, 21 and 31 of the month if it is Sunday",
            "每月 1、11、21、31 日且为周日 00:00",
        );
        check(
            "@yearly",
            "at 00:00, day 1 of the month, in January",
            "1月，每月 1 日 00:00",
        );
        check(
            "0 */6 * * *",
            "at 00:00, 06:00, 12:00 and 18:00, every day",
            "每天 00:00、06:00、12:00、18:00",
        );
        check("0 */2 * * *", "every 2 hours, every day", "每天 每 2 小时");
        check("30 0 8 * * *", "at 08:00:30, every day", "每天 08:00:30");
        check("* * * * * *", "every second", "每秒");
        check(
            "*/10 0 8-20 * * *",
            "every hour from 08:00 to 20:00, every 10 seconds, every day",
            "每天 08:00–20:00 每小时，每 10 秒",
        );
    }
}
