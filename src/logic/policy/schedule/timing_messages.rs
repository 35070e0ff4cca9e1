//! Schedules in words: how long until the next run, how many items a site publishes. Input:
//! seconds and rates. Output: messages for the views and the command line.

use jiff::Timestamp;

use super::describe_cron;
use crate::messages::Message;
use crate::model::{Bounds, TaskId, Timing};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A duration: `23 min`, `5 hours`, `3 days`. At least a minute.
pub fn span(seconds: u64) -> Message {
    let nearest = |unit: u64| seconds.saturating_add(unit / 2) / unit;
    let whole = |unit: u64| seconds >= unit && seconds.is_multiple_of(unit);
    if whole(DAY) || seconds >= 2 * DAY {
        return Message::new("schedule-span-days").with("count", nearest(DAY));
    }
    if whole(HOUR) || seconds >= 2 * HOUR {
        return Message::new("schedule-span-hours").with("count", nearest(HOUR));
    }
    Message::new("schedule-span-minutes").with("count", nearest(MINUTE).max(1))
}

/// How often a task that adapts runs.
pub fn adaptive(bounds: Bounds) -> Message {
    Message::new("schedule-adaptive")
        .with("min", span(bounds.min_seconds))
        .with("max", span(bounds.max_seconds))
}

/// When a task runs, if that is not a single time: in words, with its zone or the task before it,
/// which `title_of` names.
pub fn describe_timing(
    timing: &Timing,
    title_of: impl Fn(TaskId) -> Option<String>,
) -> Option<Message> {
    match timing {
        Timing::Once { .. } => None,
        Timing::Cron {
            expression,
            timezone,
        } => Some(
            Message::new("schedule-cron-in-zone")
                .with("words", describe_cron(expression).ok()?)
                .with("zone", timezone.as_str()),
        ),
        Timing::Interval {
            seconds,
            jitter_seconds,
        } => Some(interval(*seconds, *jitter_seconds)),
        Timing::Adaptive(bounds) => Some(adaptive(*bounds)),
        Timing::After { task, only_done } => Some(match title_of(*task) {
            Some(title) => Message::new(match only_done {
                true => "schedule-after-done",
                false => "schedule-after",
            })
            .with("task", task.0)
            .with("title", title),
            None => Message::new("schedule-after-gone").with("task", task.0),
        }),
    }
}

/// How often a task with an interval runs.
pub fn interval(seconds: u64, jitter_seconds: u64) -> Message {
    match jitter_seconds {
        0 => Message::new("schedule-interval").with("span", span(seconds)),
        jitter => Message::new("schedule-interval-jitter")
            .with("span", span(seconds))
            .with("jitter", span(jitter)),
    }
}

/// How many items a site publishes: a day, a week or a month, whichever gives one or more.
pub fn news(per_day: f64) -> Message {
    let shares = [
        (1.0, "schedule-news-day"),
        (7.0, "schedule-news-week"),
        (30.0, "schedule-news-month"),
    ];
    for (days, id) in shares {
        let count = (per_day * days).round().min(f64::from(u32::MAX));
        if count >= 1.0 {
            return Message::new(id).with("count", whole(count));
        }
    }
    Message::new("schedule-news-none")
}

/// When the next run is and what it may find: `next run in 23 min, about 4 new a day`; `None`
/// when neither is known.
pub fn outlook(
    next_at: Option<Timestamp>,
    per_day: Option<f64>,
    now: Timestamp,
) -> Option<Message> {
    let next = next_at.map(|next| {
        let left = u64::try_from(next.duration_since(now).as_secs()).unwrap_or_default();
        match left {
            0 => Message::new("schedule-next-now"),
            left => Message::new("schedule-next-in").with("span", span(left)),
        }
    });
    match (next, per_day.map(news)) {
        (Some(next), Some(news)) => Some(
            Message::new("schedule-outlook")
                .with("next", next)
                .with("news", news),
        ),
        (next, news) => next.or(news),
    }
}

/// A small, non-negative count as a whole number.
fn whole(count: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded, positive, and held below what fits"
    )]
    let whole = count as u64;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Catalogue, Language};

    #[track_caller]
    fn check(message: &Message, english: &str, chinese: &str) {
        let say = |language| Catalogue::new(language).text(message);
        assert_eq!(say(Language::English), english);
        assert_eq!(say(Language::Chinese), chinese);
    }

    #[test]
    fn visits_and_news_are_told_in_words() {
        let now: Timestamp = "2026-01-05T10:00:00Z".parse().expect("a time");
        let next: Timestamp = "2026-01-05T10:23:10Z".parse().expect("a time");
        let both = outlook(Some(next), Some(3.8), now).expect("words");
        check(
            &both,
            "next run in 23 min, about 4 new per day",
            "下次运行：23 分钟后，每天约 4 条新记录",
        );
        let due = outlook(Some(now), None, now).expect("words");
        check(&due, "next run now", "下次运行：现在");
        assert_eq!(outlook(None, None, now), None);
    }

    #[test]
    fn rare_news_are_told_by_week_or_month() {
        check(&news(0.4), "about 3 new per week", "每周约 3 条新记录");
        check(&news(0.1), "about 1 new per week", "每周约 1 条新记录");
        check(&news(0.04), "about 1 new per month", "每月约 1 条新记录");
        check(&news(0.0), "nothing new lately", "近期没有新记录");
    }

    #[test]
    fn bounds_are_told_in_the_largest_unit_that_fits() {
        check(
            &adaptive(Bounds::default()),
            "based on how often the site changes, every 10 min to 1 day",
            "按更新频率，每 10 分钟至 1 天一次",
        );
        check(&span(5_400), "90 min", "90 分钟");
        check(&span(3_600), "1 hour", "1 小时");
        check(&span(9_000), "3 hours", "3 小时");
        check(&span(200_000), "2 days", "2 天");
        check(&span(0), "1 min", "1 分钟");
    }
}
