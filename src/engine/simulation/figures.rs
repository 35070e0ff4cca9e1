//! The figures of the week, and the properties they must have.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::clock::Moment;
use super::driver::WEEK;
use super::site_behaviour::{DAY, Fault, HOUR, SimulatedAnswer};
use super::sites::Site;
use crate::politeness::pace::Pace;
use bowerbird_logic::model::{PageState, Phase};

/// A state has settled when its cause has been gone for this long.
const SETTLED: Duration = Duration::from_secs(12 * 3_600);

/// The week of one site.
pub(super) struct SiteWeek {
    pub(super) fault: Fault,
    host: String,
    pub(super) turns: u64,
    /// Turns skipped while the site was closed, or its last run was still going.
    pub(super) turns_closed: u64,
    pub(super) turns_overlapped: u64,
    runs: u64,
    pub(super) probes: u64,
    pub(super) pages: u64,
    pub(super) actions: usize,
    pub(super) moves: Vec<(Moment, Phase)>,
    longest_wait: Duration,
    /// Requests: when, at which pace, whether refused, whether by a probe.
    asked: Vec<(Moment, Duration, bool, bool)>,
    visits: Vec<Moment>,
    paused_until: Moment,
    asked_in_pause: u64,
    pub(super) phase: Phase,
    pub(super) well_for: Option<Duration>,
}

impl SiteWeek {
    pub(super) fn of(site: &Site) -> Self {
        Self {
            fault: site.real.fault,
            host: site.url.host_str().unwrap_or_default().to_owned(),
            turns: 0,
            turns_closed: 0,
            turns_overlapped: 0,
            runs: 0,
            probes: 0,
            pages: 0,
            actions: 0,
            moves: Vec::new(),
            longest_wait: Duration::ZERO,
            asked: Vec::new(),
            visits: Vec::new(),
            paused_until: Duration::ZERO,
            asked_in_pause: 0,
            phase: Phase::Healthy,
            well_for: None,
        }
    }

    pub(super) fn began(&mut self, since: Moment, now: Moment) {
        self.runs += 1;
        self.longest_wait = self.longest_wait.max(now - since);
    }

    pub(super) fn asked(&mut self, now: Moment, pace: Pace, truth: &SimulatedAnswer, probe: bool) {
        let refused = truth.state != PageState::Ok;
        self.asked.push((now, pace.delay, refused, probe));
        self.asked_in_pause += u64::from(now < self.paused_until);
    }

    pub(super) fn paused(&mut self, until: Moment) {
        self.paused_until = self.paused_until.max(until);
    }

    pub(super) fn visited(&mut self, now: Moment) {
        self.visits.push(now);
    }

    fn refused(&self) -> usize {
        self.asked
            .iter()
            .filter(|(.., refused, _)| *refused)
            .count()
    }

    fn moves_of_last_day(&self) -> usize {
        let day = WEEK - DAY;
        self.moves.iter().filter(|(at, _)| *at >= day).count()
    }
}

/// The week of all sites.
pub(super) struct Figures {
    pub(super) stories: Vec<SiteWeek>,
}

impl Figures {
    /// Every turn of an open site was taken, none waited long, and a working site was read as often
    /// as scheduled.
    pub(super) fn no_site_starves(&self) {
        for (n, story) in self.stories.iter().enumerate() {
            let who = format!("site {n} ({:?})", story.fault);
            let longest = story.longest_wait;
            assert!(longest < HOUR, "{who} waited {longest:?} for its place");
            assert!(story.turns >= 7, "{who}: {} turns", story.turns);
            let open = story.turns - story.turns_closed;
            assert!(
                story.runs + story.turns_overlapped + 1 >= open,
                "{who}: {} runs for {open} turns",
                story.runs
            );
            assert!(
                story.turns_overlapped * 10 <= story.turns,
                "{who}: {} of {} turns while it still ran",
                story.turns_overlapped,
                story.turns
            );
            if matches!(story.fault, Fault::Well | Fault::Slow) {
                let visits = u64::try_from(story.visits.len()).unwrap();
                assert!(
                    visits + story.turns_overlapped + 1 >= story.turns,
                    "{who}: {visits}"
                );
            }
        }
    }

    /// Requests to one host keep their distance, also across sites; none are sent in a pause, and a
    /// host that refuses is soon left alone.
    pub(super) fn no_host_is_asked_too_often(&self) {
        let mut hosts: BTreeMap<&str, Vec<(Moment, Duration)>> = BTreeMap::new();
        for story in &self.stories {
            let asked = story.asked.iter().map(|(at, gap, ..)| (*at, *gap));
            hosts.entry(&story.host).or_default().extend(asked);
        }
        for (host, mut asked) in hosts {
            asked.sort();
            for pair in asked.windows(2) {
                let gap = pair[1].0 - pair[0].0;
                assert!(
                    gap >= pair[1].1,
                    "{host} after {gap:?}, not {:?}",
                    pair[1].1
                );
            }
        }
        for (n, story) in self.stories.iter().enumerate() {
            let who = format!("site {n} ({:?})", story.fault);
            assert_eq!(story.asked_in_pause, 0, "{who} was asked in a pause");
            let refused: Vec<Moment> = story
                .asked
                .iter()
                .filter(|(.., refused, _)| *refused)
                .map(|(at, ..)| *at)
                .collect();
            for window in refused.windows(41) {
                let within = window[40] - window[0];
                assert!(within > HOUR, "{who} refused 41 requests within {within:?}");
            }
            if story.fault.lasts() {
                // A site that only a person can fix is requested once per turn, to check for a
                // change.
                let turns = usize::try_from(story.turns - story.turns_closed).unwrap();
                let most = turns + 40;
                assert!(refused.len() <= most, "{who} refused {}", refused.len());
            }
        }
    }

    /// If the cause is gone, the site is healthy; if it stays, the site is left alone or to a
    /// person; and no state keeps changing.
    pub(super) fn states_settle(&self) {
        for (n, story) in self.stories.iter().enumerate() {
            let who = format!("site {n} ({:?}): {:?}", story.fault, story.phase);
            let well = matches!(story.phase, Phase::Healthy | Phase::Restored);
            match story.well_for {
                Some(since) if since > SETTLED => {
                    let passing = story.phase == Phase::Suspect;
                    assert!(well || passing, "{who}, though well for {since:?}");
                }
                None if story.fault.lasts() => {
                    let left = matches!(story.phase, Phase::NeedsYou | Phase::Cooling);
                    assert!(left, "{who}, though it is closed");
                }
                _ => {}
            }
            if story.fault == Fault::Well {
                assert!(story.moves.is_empty(), "{who}: {:?}", story.moves);
            }
            let last = story.moves_of_last_day();
            assert!(last <= 60, "{who}: {last} moves on the last day");
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_fault: BTreeMap<Fault, Vec<&SiteWeek>> = BTreeMap::new();
        for story in &self.stories {
            by_fault.entry(story.fault).or_default().push(story);
        }
        writeln!(
            f,
            "{:<16}{:>6}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>9}  at the end",
            "fault",
            "sites",
            "runs",
            "requests",
            "refused",
            "probes",
            "actions",
            "moves",
            "waited s"
        )?;
        for (fault, stories) in &by_fault {
            let sum = |of: fn(&SiteWeek) -> usize| stories.iter().map(|s| of(s)).sum::<usize>();
            let mut phases: BTreeMap<Phase, usize> = BTreeMap::new();
            for story in stories {
                *phases.entry(story.phase).or_default() += 1;
            }
            let ends: Vec<String> = phases
                .iter()
                .map(|(phase, count)| format!("{count} {}", phase.token()))
                .collect();
            let longest = stories.iter().map(|s| s.longest_wait).max();
            writeln!(
                f,
                "{:<16}{:>6}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>9.0}  {}",
                format!("{fault:?}"),
                stories.len(),
                sum(|s| usize::try_from(s.runs).unwrap_or_default()),
                sum(|s| s.asked.len()),
                sum(SiteWeek::refused),
                sum(|s| usize::try_from(s.probes).unwrap_or_default()),
                sum(|s| s.actions),
                sum(|s| s.moves.len()),
                longest.unwrap_or_default().as_secs_f64(),
                ends.join(", ")
            )?;
        }
        let all = self.stories.iter().map(|s| s.asked.len()).sum::<usize>();
        let pages = self.stories.iter().map(|s| s.pages).sum::<u64>();
        write!(
            f,
            "{} sites, {all} requests, {pages} pages",
            self.stories.len()
        )
    }
}
