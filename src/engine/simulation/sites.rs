//! The participants of the simulated week: sites with their rules and tasks.

use std::time::Duration;

use url::Url;

use super::clock::{Clock, Moment, SeededRandom};
use super::site_behaviour::{Fault, Real};
use crate::politeness::pace::{AskedBy, Pace};
use bowerbird_logic::model::{
    Bounds, SiteId, SiteSelection, Supervision, Task, TaskId, Terms, Timing,
};
use bowerbird_logic::policy::schedule::{ListVisitStatistics, next_turn};

/// A site with its rule and its known state.
pub(super) struct Site {
    pub(super) real: Real,
    pub(super) url: Url,
    pub(super) pace: Pace,
    /// The number of pool proxies that its runs may use.
    pub(super) proxies: usize,
    pub(super) timing: Timing,
    pub(super) pulse: ListVisitStatistics,
    /// The time from which new items since the last visit are counted.
    pub(super) read_until: Moment,
    pub(super) known: Supervision,
}

/// The site of this number, randomly drawn.
pub(super) fn site(n: usize, dice: &mut SeededRandom) -> Site {
    let fault = Fault::of(dice);
    let real = Real::new(fault, SeededRandom(dice.roll()));
    // One in twenty shares its host with its neighbours.
    let host = if n % 20 < 2 { n / 20 * 20 } else { n };
    let from_robots = dice.percent(10);
    Site {
        real,
        url: Url::parse(&format!("http://host-{host}.example/{n}/")).unwrap(),
        pace: Pace {
            delay: Duration::from_millis(match from_robots {
                true => 10_000,
                false => 1_000 + 1_000 * dice.below(3),
            }),
            asked_by: match from_robots {
                true => AskedBy::Robots,
                false => AskedBy::Rule,
            },
            at_once: if dice.percent(20) { 2 } else { 1 },
            adaptive: true,
        },
        proxies: match fault {
            Fault::Bans if dice.percent(50) => 2,
            _ => 0,
        },
        timing: match dice.below(4) {
            0 => Timing::Adaptive(Bounds::default()),
            1 => cron(&format!("{} * * * *", dice.below(60))),
            2 => cron(&format!("{} */3 * * *", dice.below(60))),
            _ => cron(&format!("{} 6,12,18 * * *", dice.below(60))),
        },
        pulse: ListVisitStatistics::default(),
        read_until: Duration::ZERO,
        known: Supervision::new(
            SiteId(i64::try_from(n).unwrap()),
            Clock::<()>::time(Duration::ZERO),
        ),
    }
}

fn cron(expression: &str) -> Timing {
    Timing::Cron {
        expression: expression.to_owned(),
        timezone: "Europe/Berlin".to_owned(),
    }
}

/// Its task.
pub(super) fn task(n: usize, site: &Site, dice: &mut SeededRandom) -> Task {
    let begin = Clock::<()>::time(Duration::ZERO);
    Task {
        id: TaskId(i64::try_from(n).unwrap()),
        name: String::new(),
        cover: SiteSelection::Sites(vec![site.known.site]),
        sites: vec![site.known.site],
        title: n.to_string(),
        timing: site.timing.clone(),
        priority: u8::try_from(dice.below(10)).unwrap(),
        from_rule: false,
        paused: false,
        terms: Terms::default(),
        next_at: next_turn(TaskId(1), &site.timing, &Terms::default(), begin),
        last_at: None,
        last: None,
        missed_turns: 0,
    }
}
