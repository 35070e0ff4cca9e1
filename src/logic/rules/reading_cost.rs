//! How many requests a run of a site costs, and a day of its schedule. Input: the rule, and what its
//! runs found so far. Output: numbers, and the words for them. An estimate: it is said as one.

use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::notations::parse_duration;
use super::{ReadAgain, RuleFile, Schedule};
use crate::messages::Message;
use crate::policy::schedule::{Cron, span};

/// The maximum number of turns that are counted of a cron expression.
const MAX_TURNS: u32 = 11_000;
/// The number of runs whose new pages say how many are new at each run.
const RECENT_RUNS: usize = 20;
/// The beginning of 2 March 2026.
const MONDAY: i64 = 1_772_409_600;
const WEEK: u32 = 7;
/// In whole weeks, in days.
const YEAR: u32 = 364;
const DAY_SECONDS: f64 = 86_400.0;

/// What the runs of a site found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteReadings {
    /// The number of pages that it starts at.
    pub starts: u64,
    /// The number of pages of its lists.
    pub lists: u64,
    /// The number of pages that it read beside them.
    pub pages: u64,
    /// When its runs began, oldest first, and how many pages each found.
    pub found: Vec<(Timestamp, u64)>,
    /// Fields that changed in each of the last readings, in most records.
    pub restless: Vec<RestlessField>,
}

/// A field that changed in each of the last readings, in most records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestlessField {
    /// Its name.
    pub field: String,
    /// In how many readings.
    pub readings: u64,
    /// The newest change, before and after.
    pub example: (String, String),
}

impl RestlessField {
    /// That it changed in each of the last readings.
    pub fn message(&self) -> Message {
        Message::new("watch-restless")
            .with("field", self.field.as_str())
            .with("count", self.readings)
            .with("before", self.example.0.as_str())
            .with("after", self.example.1.as_str())
    }
}

/// What it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingCost {
    /// Requests of a run.
    pub per_run: u64,
    /// Requests of a day; `None` without a schedule.
    pub per_day: Option<u64>,
    /// How long a run takes at least, by the delay between two requests.
    pub run_takes: Duration,
    /// The time between two runs; `None` without a schedule.
    pub between: Option<Duration>,
}

/// How many times a schedule runs on a day, on average; `None` if it never does, or cannot be read.
pub fn runs_per_day(schedule: &Schedule) -> Option<f64> {
    if let Some(adaptive) = &schedule.adaptive {
        // As often as is allowed: what it costs at most.
        return Some(DAY_SECONDS / float(adaptive.bounds().min_seconds.max(1)));
    }
    let cron = Cron::parse(&schedule.cron).ok()?;
    let week = turns_in(&cron, WEEK);
    // Rare turns are counted over a year.
    let (turns, days) = match week < WEEK {
        true => (turns_in(&cron, YEAR), YEAR),
        false => (week, WEEK),
    };
    (turns > 0).then(|| f64::from(turns) / f64::from(days))
}

/// The cron expression of an interval that divides an hour, a day or a week evenly.
pub fn cron_of_interval(interval: Duration) -> Option<String> {
    let minutes = interval.as_secs() / 60;
    if !interval.as_secs().is_multiple_of(60) {
        return None;
    }
    match minutes {
        1..60 if 60 % minutes == 0 => Some(format!("*/{minutes} * * * *")),
        60 => Some("0 * * * *".to_owned()),
        1_440 => Some("0 8 * * *".to_owned()),
        10_080 => Some("0 8 * * 1".to_owned()),
        _ if minutes.is_multiple_of(60) && minutes < 1_440 && 1_440 % minutes == 0 => {
            Some(format!("0 */{} * * *", minutes / 60))
        }
        _ => None,
    }
}

/// The number of turns in so many days, from a Monday on.
fn turns_in(cron: &Cron, days: u32) -> u32 {
    let begin = Timestamp::from_second(MONDAY).unwrap_or_default();
    let end = begin.checked_add(SignedDuration::from_hours(24 * i64::from(days)));
    let end = end.unwrap_or(begin);
    let mut at = begin
        .checked_sub(SignedDuration::from_secs(1))
        .unwrap_or(begin);
    let mut turns = 0;
    while turns < MAX_TURNS
        && let Some(next) = cron
            .next_after(at, &TimeZone::UTC)
            .filter(|next| *next < end)
    {
        turns += 1;
        at = next;
    }
    turns
}

/// What one run of the site costs, and a day; `None` while nothing is known about it.
pub fn reading_cost(
    file: &RuleFile,
    readings: &SiteReadings,
    now: Timestamp,
) -> Option<ReadingCost> {
    let runs = file.schedule.as_ref().and_then(runs_per_day);
    let has_list = file.list.is_some() || file.reads_list_section();
    let starts = readings
        .starts
        .max(u64::try_from(file.site.start.len()).unwrap_or(u64::MAX))
        .max(1);
    if has_list && readings.found.is_empty() {
        return None;
    }
    let again = ReadAgain::of(&file.revisit);
    let since = |days: u32| {
        let since = now.checked_sub(SignedDuration::from_hours(24 * i64::from(days)));
        let since = since.unwrap_or(Timestamp::MIN);
        let found = readings.found.iter().filter(|(at, _)| *at >= since);
        found.map(|(_, count)| *count).sum::<u64>()
    };
    let most = readings.found.iter().map(|(_, count)| *count).max();
    let (lists, pages) = match &again {
        ReadAgain::NewOnly => (starts, new_per_run(readings)),
        ReadAgain::LastDays(days) => (starts, new_per_run(readings).max(since(*days))),
        ReadAgain::Listed => (readings.lists.max(starts), most.unwrap_or_default()),
        ReadAgain::EachRun => (starts, readings.pages),
        ReadAgain::ByAge { articles, .. } => (
            starts,
            new_per_run(readings) + aged(readings, articles, runs),
        ),
    };
    let pages = pages.min(readings.pages.max(most.unwrap_or_default()));
    let marked = u64::try_from(file.revisit.pages.len()).unwrap_or(u64::MAX);
    let marked = if pages < readings.pages {
        marked.min(readings.pages - pages)
    } else {
        0
    };
    let pages = if has_list || readings.pages > starts {
        pages
    } else {
        0
    };
    let per_run = lists.saturating_add(pages).saturating_add(marked);
    let delay = parse_duration(&file.politeness.delay).unwrap_or_default();
    let between = runs.filter(|runs| *runs > 0.0);
    Some(ReadingCost {
        per_run,
        per_day: runs.map(|runs| whole(float(per_run) * runs)),
        run_takes: Duration::from_secs_f64((delay.as_secs_f64() * float(per_run)).min(1e9)),
        between: between.map(|runs| Duration::from_secs_f64(DAY_SECONDS / runs)),
    })
}

/// The number of pages that a run finds that was not the first one.
fn new_per_run(readings: &SiteReadings) -> u64 {
    let later = readings.found.get(1..).unwrap_or_default();
    let recent = later
        .get(later.len().saturating_sub(RECENT_RUNS)..)
        .unwrap_or_default();
    let all: u64 = recent.iter().map(|(_, count)| *count).sum();
    all.div_ceil(u64::try_from(recent.len().max(1)).unwrap_or(1))
}

/// The number of pages that a run reads again if each is read after this time.
fn aged(readings: &SiteReadings, articles: &str, runs: Option<f64>) -> u64 {
    let Some(interval) = parse_duration(articles) else {
        return readings.pages;
    };
    let a_day = float(readings.pages) * DAY_SECONDS / interval.as_secs_f64().max(1.0);
    whole(a_day / runs.unwrap_or(1.0).max(0.01)).min(readings.pages)
}

/// The cost in words: about 40 requests a run, 960 a day.
pub fn cost_message(cost: &ReadingCost) -> Message {
    let run = Message::new("reading-cost-run").with("count", cost.per_run);
    let said = match cost.per_day {
        None => run,
        Some(day) => Message::new("reading-cost-day")
            .with("run", run)
            .with("count", day),
    };
    match cost.between.filter(|between| cost.run_takes > *between) {
        None => said,
        Some(between) => Message::new("reading-cost-long")
            .with("cost", said)
            .with("takes", span(cost.run_takes.as_secs()))
            .with("between", span(between.as_secs())),
    }
}

fn float(count: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let float = count as f64;
    float
}

fn whole(count: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate, held below what fits"
    )]
    let whole = count.round().clamp(0.0, 1e15) as u64;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Catalogue, Language};
    use crate::rules::file_of;

    fn file(kind: &str, lines: &str) -> RuleFile {
        let list = match kind {
            "list" => "[list]\nlink = { css = \"a\" }\n",
            _ => "",
        };
        let text = format!(
            "[site]\nname = \"N\"\nkind = \"{kind}\"\nstart = [\"http://127.0.0.1/\"]\n{list}{lines}\n\
             [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
        );
        file_of(&text).expect("a rule")
    }

    fn cost(kind: &str, lines: &str) -> (u64, Option<u64>) {
        let at = |text: &str| text.parse().expect("a time");
        let readings = SiteReadings {
            starts: 1,
            lists: 3,
            pages: 64,
            found: vec![
                (at("2026-03-01T00:00:00Z"), 40),
                (at("2026-03-20T00:00:00Z"), 20),
                (at("2026-03-31T00:00:00Z"), 4),
            ],
            ..SiteReadings::default()
        };
        let cost = reading_cost(&file(kind, lines), &readings, at("2026-03-31T12:00:00Z"));
        let cost = cost.expect("known");
        (cost.per_run, cost.per_day)
    }

    #[test]
    fn each_choice_costs_what_it_reads() {
        let hourly = "[schedule]\ncron = \"0 * * * *\"\n";
        assert_eq!(cost("list", hourly), (13, Some(312)));
        let days = format!("{hourly}[revisit]\narticles = \"run\"\nuntil = \"14d\"");
        assert_eq!(cost("list", &days), (25, Some(600)));
        let listed = format!("{hourly}[revisit]\narticles = \"listed\"");
        assert_eq!(cost("list", &listed), (43, Some(1_032)));
        assert_eq!(cost("list", "[revisit]\narticles = \"run\""), (65, None));
        let marked = "[revisit]\npages = [\"http://127.0.0.1/1\", \"http://127.0.0.1/2\"]";
        assert_eq!(cost("list", marked), (15, None));
        let unread = reading_cost(&file("list", ""), &SiteReadings::default(), Timestamp::MIN);
        assert_eq!(unread, None);
    }

    #[test]
    fn schedules_are_counted_by_the_day() {
        let runs = |cron: &str| {
            let schedule = Schedule {
                cron: cron.to_owned(),
                ..Schedule::default()
            };
            runs_per_day(&schedule)
        };
        assert_eq!(runs("*/5 * * * *"), Some(288.0));
        assert_eq!(runs("0 8 * * *"), Some(1.0));
        assert_eq!(runs("* 8-9 * * 1"), Some(120.0 / 7.0));
        assert!(runs("0 8 * * 1").is_some_and(|runs| (runs - 1.0 / 7.0).abs() < 0.001));
        assert!(runs("0 0 1 * *").is_some_and(|runs| (runs - 11.0 / 364.0).abs() < 0.001));
        assert_eq!(runs("0 0 30 2 *"), None);
    }

    #[test]
    fn even_intervals_are_expressions() {
        let cron = |text: &str| cron_of_interval(parse_duration(text).expect("a time"));
        assert_eq!(cron("10m").as_deref(), Some("*/10 * * * *"));
        assert_eq!(cron("6h").as_deref(), Some("0 */6 * * *"));
        assert_eq!(cron("1d").as_deref(), Some("0 8 * * *"));
        assert_eq!((cron("7m"), cron("5h"), cron("3d")), (None, None, None));
    }

    #[test]
    fn a_run_that_takes_longer_than_its_interval_is_told() {
        let file = file(
            "pages",
            "[schedule]\ncron = \"* * * * *\"\n[politeness]\ndelay = \"2m\"",
        );
        let cost = reading_cost(&file, &SiteReadings::default(), Timestamp::MIN).expect("known");
        assert_eq!((cost.per_run, cost.per_day), (1, Some(1_440)));
        let said = Catalogue::new(Language::English).text(&cost_message(&cost));
        assert_eq!(
            said,
            "About 1 request per run, 1440 per day. A run takes about 2 min, longer than the 1 min until the next one."
        );
    }
}
