//! One run or probe in the simulation: its requests, the decisions about the answers, and its end.

use std::collections::VecDeque;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::clock::Clock;
use super::driver::{Driver, RESTORED, What};
use super::site_behaviour::SimulatedAnswer;
use crate::politeness::host_delay::HostPermit;
use crate::politeness::pace::Pace;
use crate::supervise::{
    Decision, EgressRoute, Means, Observation, RequestRole, RunOutcome, SiteStateMachine,
    slowed_delay,
};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, RunEnd, Strength, Verdict};

/// The maximum number of pages of one visit.
const MAX_PAGES: u64 = 12;

/// A page in progress.
#[derive(Clone)]
pub(super) struct Page {
    pub(super) url: Url,
    pub(super) role: RequestRole,
    pub(super) failures: u32,
}

/// A run or a probe.
pub(super) struct Run {
    pub(super) number: u64,
    pub(super) machine: SiteStateMachine,
    pub(super) queue: VecDeque<Page>,
    pub(super) under_way: usize,
    pub(super) way: EgressRoute,
    pub(super) proxies_left: usize,
    pub(super) direct_blocked: bool,
    pub(super) outages: u32,
    /// Answers of a probe; `None` for a run.
    pub(super) probe: Option<Vec<Observation>>,
    pub(super) last: Option<Observation>,
    /// The number of pages that it may still request.
    pub(super) left: Option<u32>,
}

impl Driver {
    /// Applies the host's politeness, then sends the request.
    pub(super) fn ask(&mut self, n: usize, number: u64, page: Page) {
        let now = self.clock.now();
        let Some(run) = self.runs.get(&n).filter(|run| run.number == number) else {
            return;
        };
        let site = &mut self.sites[n];
        let slowed = slowed_delay(site.pace.delay, run.machine.pace_factor());
        let pace = Pace {
            delay: site.pace.delay.max(slowed),
            ..site.pace
        };
        match self.hosts.turn_at(&page.url, pace, self.clock.steady(now)) {
            Ok(turn) => {
                let direct = run.way == EgressRoute::Direct;
                let truth = site
                    .real
                    .answer(now, page.role == RequestRole::Start, direct);
                let probe = run.probe.is_some();
                self.figures.stories[n].asked(now, pace, &truth, probe);
                let at = now + truth.took;
                self.clock
                    .at(at, What::Answered(n, number, page, truth, turn));
            }
            Err((until, _)) => {
                let until = until.map(|until| self.clock.of_steady(until));
                let at = until.unwrap_or(now + Duration::from_millis(100));
                self.clock.at(at, What::Ask(n, number, page));
            }
        }
    }

    pub(super) fn answered(
        &mut self,
        n: usize,
        number: u64,
        page: Page,
        truth: SimulatedAnswer,
        turn: &HostPermit<'static>,
    ) {
        turn.answered(truth.took, truth.status < 400 && !truth.no_answer);
        let at = self.time();
        let Some(run) = self.runs.get_mut(&n).filter(|run| run.number == number) else {
            return;
        };
        run.under_way -= 1;
        let seen = observation_of(run, &page, &truth, at);
        if let Some(answers) = &mut run.probe {
            let refused = SiteStateMachine::is_refusal(&seen);
            answers.push(seen);
            if refused {
                run.queue.clear();
            }
            return;
        }
        let decision = run.machine.observe(&seen);
        self.note(n);
        self.follow(n, page, seen, decision);
    }

    /// Carries out a decision, as a run does.
    fn follow(&mut self, n: usize, mut page: Page, seen: Observation, decision: Decision) {
        let now = self.clock.now();
        let Some(run) = self.runs.get_mut(&n) else {
            return;
        };
        let number = run.number;
        match decision {
            Decision::Keep => {
                run.outages = 0;
                if page.role == RequestRole::Start {
                    self.read_list(n);
                } else {
                    self.figures.stories[n].pages += 1;
                }
            }
            Decision::Retry { after } | Decision::NewConnection { after } => {
                page.failures += 1;
                run.under_way += 1;
                self.clock.at(now + after, What::Ask(n, number, page));
            }
            Decision::Pause { wait } => {
                self.hosts.pause(&page.url, self.clock.steady(now + wait));
                self.figures.stories[n].paused(now + wait);
                run.queue.push_front(page);
            }
            Decision::NewSession | Decision::LogIn => run.queue.push_front(page),
            Decision::NextProxy | Decision::DropProxy => {
                run.direct_blocked |= run.way == EgressRoute::Direct;
                run.way = EgressRoute::Pool;
                run.proxies_left = run.proxies_left.saturating_sub(1);
                run.machine.egress_changed();
                run.queue.push_front(page);
            }
            Decision::SetAside => {}
            Decision::GiveUp => {
                run.outages += u32::from(seen.verdict.state == PageState::Outage);
            }
            Decision::EndBlocked => {
                run.last = Some(seen);
                self.end(n, RunEnd::Blocked);
            }
            Decision::EndFailed => {
                run.last = Some(seen);
                self.end(n, RunEnd::Failed);
            }
        }
    }

    /// Reads a list: it links the pages that appeared since it was last read.
    fn read_list(&mut self, n: usize) {
        let now = self.clock.now();
        let at = self.time();
        let site = &mut self.sites[n];
        let since = now - site.read_until;
        let new = since.as_secs() * site.real.news / 86_400;
        if new > 0 {
            site.read_until = now;
        }
        site.pulse.visited(at, new);
        let pages: Vec<Page> = (0..new.min(MAX_PAGES))
            .map(|k| self.page(n, Some(now.as_secs() * 100 + k)))
            .collect();
        if let Some(run) = self.runs.get_mut(&n) {
            run.queue.extend(pages);
        }
        self.figures.stories[n].visited(now);
    }

    pub(super) fn end(&mut self, n: usize, end: RunEnd) {
        let at = self.time();
        let Some(run) = self.runs.get_mut(&n) else {
            return;
        };
        if let Some(answers) = run.probe.take() {
            let open = run.machine.probed(&answers, at);
            self.note(n);
            self.runs.remove(&n);
            if open && self.sites[n].known.memory.interrupted {
                self.wait(n, RESTORED, true);
            }
            return;
        }
        let limited = end == RunEnd::Finished && run.left == Some(0);
        let end = if limited { RunEnd::Limited } else { end };
        let last = run.last.take();
        let verdict = last.as_ref().map(|seen| seen.verdict.clone());
        run.machine.end(&RunOutcome {
            at,
            end,
            state: Some(verdict.as_ref().map_or(PageState::Ok, |v| v.state)),
            evidence: verdict
                .as_ref()
                .map(|v| v.evidence.clone())
                .unwrap_or_default(),
            url: last.map(|seen| seen.url).unwrap_or_default(),
            retry_after: verdict.and_then(|v| v.retry_after),
        });
        self.note(n);
        self.runs.remove(&n);
        self.start_next();
    }

    /// Stores what the machine of a run recorded, and schedules its next step.
    pub(super) fn note(&mut self, n: usize) {
        let Some(run) = self.runs.get_mut(&n) else {
            return;
        };
        let change = run.machine.take_change();
        let (now, story) = (self.clock.now(), &mut self.figures.stories[n]);
        story
            .moves
            .extend(change.events.iter().map(|event| (now, event.to)));
        story.actions += change.actions.len();
        self.sites[n].known = run.machine.site().clone();
        if let Some(next) = &self.sites[n].known.next {
            let at = Clock::<What>::moment(next.at);
            self.clock.at(at, What::Step(n));
        }
    }
}

fn observation_of(run: &Run, page: &Page, truth: &SimulatedAnswer, at: Timestamp) -> Observation {
    let evidence = Evidence {
        signal: "status".to_owned(),
        strength: Strength::Strong,
        place: EvidencePlace::Status,
        matched: truth.status.to_string(),
    };
    let mut verdict = match truth.state {
        PageState::Ok => Verdict::ok(),
        state => Verdict::because(state, evidence),
    };
    verdict.retry_after = truth.retry_after;
    Observation {
        at,
        url: page.url.to_string(),
        verdict,
        status: truth.status,
        no_answer: truth.no_answer,
        role: page.role,
        failures: page.failures,
        retries: 2,
        outage_streak: run.outages,
        means: Means {
            way: run.way,
            proxies_left: run.proxies_left,
            direct_blocked: run.direct_blocked,
            ..Means::default()
        },
        jitter: 0,
        stood_in: false,
        snapshot_at: None,
        beside: 0,
        same_login: 0,
        elsewhere: false,
    }
}
