//! The actual behaviour of the simulated sites: what each answers to whom and when.

use std::collections::VecDeque;
use std::time::Duration;

use super::clock::{Moment, SeededRandom};
use bowerbird_logic::model::PageState;

pub(super) const HOUR: Duration = Duration::from_secs(3_600);
pub(super) const DAY: Duration = Duration::from_secs(86_400);

/// The fault of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// Nothing.
    Well,
    /// Rate-limits more than its allowed requests in ten seconds; says how long to wait.
    Limits,
    /// The same, without saying how long.
    LimitsSilently,
    /// Outages of some hours, from time to time.
    Outages,
    /// Bans the address for hours after many requests within an hour.
    Bans,
    /// Sends a challenge instead of its pages for a day.
    Challenges,
    /// Sends its front page instead of articles for half a day.
    SoftBlocks,
    /// One answer in thirty fails.
    Flaky,
    /// Takes seconds to answer.
    Slow,
    /// Blocks everyone from some day on.
    Closes,
    /// Requires a login from some day on.
    WantsLogin,
    /// Looks different from some day on.
    Redesigned,
}

/// The number of sites with each fault, out of a hundred.
const SHARES: [(Fault, u64); 12] = [
    (Fault::Well, 50),
    (Fault::Limits, 7),
    (Fault::LimitsSilently, 7),
    (Fault::Outages, 7),
    (Fault::Bans, 6),
    (Fault::Challenges, 4),
    (Fault::SoftBlocks, 4),
    (Fault::Flaky, 4),
    (Fault::Slow, 4),
    (Fault::Closes, 3),
    (Fault::WantsLogin, 2),
    (Fault::Redesigned, 2),
];

impl Fault {
    pub(super) fn of(dice: &mut SeededRandom) -> Self {
        let mut left = dice.below(SHARES.iter().map(|(_, share)| share).sum());
        for (fault, share) in SHARES {
            if left < share {
                return fault;
            }
            left -= share;
        }
        Self::Well
    }

    /// Whether only a person can end it.
    pub(super) fn lasts(self) -> bool {
        matches!(self, Self::Closes | Self::WantsLogin | Self::Redesigned)
    }
}

/// An answer before it is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulatedAnswer {
    pub(super) state: PageState,
    pub(super) status: u16,
    pub(super) no_answer: bool,
    pub(super) retry_after: Option<Duration>,
    pub(super) took: Duration,
}

/// The actual state of one site.
pub(super) struct Real {
    pub(super) fault: Fault,
    /// The time windows of its fault, for those with windows.
    windows: Vec<(Moment, Moment)>,
    /// Recent requests, by time.
    lately: VecDeque<Moment>,
    banned_until: Moment,
    /// New pages a day.
    pub(super) news: u64,
    dice: SeededRandom,
}

impl Real {
    pub(super) fn new(fault: Fault, mut dice: SeededRandom) -> Self {
        let window = |dice: &mut SeededRandom, length: Duration| {
            let begin = HOUR * u32::try_from(12 + dice.below(96)).unwrap();
            (begin, begin + length)
        };
        let windows = match fault {
            Fault::Outages => (0..3)
                .map(|_| {
                    let hours = u32::try_from(1 + dice.below(8)).unwrap();
                    window(&mut dice, HOUR * hours)
                })
                .collect(),
            Fault::Challenges => vec![window(&mut dice, DAY)],
            Fault::SoftBlocks => vec![window(&mut dice, HOUR * 12)],
            Fault::Closes | Fault::WantsLogin | Fault::Redesigned => {
                vec![window(&mut dice, DAY * 30)]
            }
            _ => Vec::new(),
        };
        Self {
            fault,
            windows,
            lately: VecDeque::new(),
            banned_until: Duration::ZERO,
            news: 1 + dice.below(60),
            dice,
        }
    }

    /// Whether its fault shows at `now`, through the direct connection.
    pub(super) fn shows(&self, now: Moment) -> bool {
        self.banned_until > now
            || self
                .windows
                .iter()
                .any(|(from, to)| (*from..*to).contains(&now))
    }

    /// How long it has been healthy at `now`; `None` while its fault shows.
    pub(super) fn well_for(&self, now: Moment) -> Option<Duration> {
        if self.shows(now) {
            return None;
        }
        let ends = self.windows.iter().map(|(_, to)| *to);
        let last = ends
            .chain([self.banned_until])
            .filter(|to| *to <= now)
            .max();
        Some(now - last.unwrap_or_default())
    }

    /// Its answer. `direct` is whether the request comes from this machine's own address.
    pub(super) fn answer(&mut self, now: Moment, start: bool, direct: bool) -> SimulatedAnswer {
        let took = Duration::from_millis(match self.fault {
            Fault::Slow => 2_000 + self.dice.below(8_000),
            _ => 40 + self.dice.below(400),
        });
        let good = SimulatedAnswer {
            state: PageState::Ok,
            status: 200,
            no_answer: false,
            retry_after: None,
            took,
        };
        let bad = |state, status| SimulatedAnswer {
            state,
            status,
            ..good
        };
        let shows = self.shows(now);
        match self.fault {
            Fault::Limits | Fault::LimitsSilently => {
                if self.count(now, Duration::from_secs(10)) <= 4 {
                    return good;
                }
                let says = self.fault == Fault::Limits;
                SimulatedAnswer {
                    retry_after: says.then(|| Duration::from_secs(10)),
                    ..bad(PageState::RateLimited, if says { 429 } else { 503 })
                }
            }
            Fault::Outages if shows => SimulatedAnswer {
                no_answer: true,
                took: Duration::from_secs(20),
                ..bad(PageState::Outage, 0)
            },
            Fault::Bans => {
                if self.count(now, HOUR) > 8 && self.banned_until <= now {
                    self.banned_until = now + HOUR * 5;
                    self.lately.clear();
                }
                match self.banned_until > now && direct {
                    true => bad(PageState::Blocked, 403),
                    false => good,
                }
            }
            Fault::Challenges if shows => bad(PageState::Challenge, 403),
            Fault::SoftBlocks if shows && !start => bad(PageState::SoftBlock, 200),
            Fault::Flaky if self.dice.below(30) == 0 => bad(PageState::Outage, 502),
            Fault::Closes if shows => bad(PageState::Blocked, 403),
            Fault::WantsLogin if shows => bad(PageState::LoginRequired, 302),
            Fault::Redesigned if shows && start => bad(PageState::LayoutChanged, 200),
            _ => good,
        }
    }

    /// The number of requests within `within` before `now`, including this one.
    fn count(&mut self, now: Moment, within: Duration) -> usize {
        self.lately.push_back(now);
        while self
            .lately
            .front()
            .is_some_and(|first| *first + within < now)
        {
            self.lately.pop_front();
        }
        self.lately.len()
    }
}
