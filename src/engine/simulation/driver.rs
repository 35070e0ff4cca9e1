//! Simulates the week: what the main loop and the runs do, with the same components, on the simulated
//! clock.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::clock::{Clock, Moment, SeededRandom};
use super::figures::{Figures, SiteWeek};
use super::site_behaviour::SimulatedAnswer;
use super::sites::{Site, site, task};
use super::visit::{Page, Run};
use crate::politeness::host_delay::{HostPermit, Hosts};
use crate::protocol::EngineOptions;
use crate::supervise::{EgressRoute, Observation, RequestRole, SiteStateMachine};
use bowerbird_logic::model::{ActionKind, RunEnd, RunId, SupervisionPlan, Task, Timing};
use bowerbird_logic::policy::schedule::{Claim, News, due, rank};

/// Length of the week.
pub(super) const WEEK: Duration = Duration::from_secs(7 * 86_400);
/// Concurrent probes, and the priority of what continues after one, as in the main loop.
const PROBES_AT_ONCE: usize = 4;
pub(super) const RESTORED: u8 = 5;

/// An event.
pub(super) enum What {
    /// The turn of a task.
    Turn(usize),
    /// A page is requested, if allowed.
    Ask(usize, u64, Page),
    /// Its answer arrives.
    Answered(usize, u64, Page, SimulatedAnswer, HostPermit<'static>),
    /// The machine's next step is due.
    Step(usize),
}

struct Waiting {
    site: usize,
    priority: u8,
    since: Moment,
    supervised: bool,
}

/// The whole simulation.
pub(super) struct Driver {
    pub(super) clock: Clock<What>,
    pub(super) hosts: &'static Hosts,
    pub(super) sites: Vec<Site>,
    tasks: Vec<Task>,
    pub(super) runs: HashMap<usize, Run>,
    waiting: Vec<Waiting>,
    places: usize,
    count: u64,
    seed: u64,
    pub(super) figures: Figures,
}

impl Driver {
    /// This many sites, drawn by `seed`.
    pub(super) fn new(count: usize, seed: u64) -> Self {
        let mut dice = SeededRandom(seed);
        let sites: Vec<Site> = (0..count).map(|n| site(n, &mut dice)).collect();
        let tasks: Vec<Task> = (0..count).map(|n| task(n, &sites[n], &mut dice)).collect();
        let figures = Figures {
            stories: sites.iter().map(SiteWeek::of).collect(),
        };
        Self {
            clock: Clock::new(),
            // Turns borrow from it; it lives as long as the test.
            hosts: Box::leak(Box::default()),
            sites,
            tasks,
            runs: HashMap::new(),
            waiting: Vec::new(),
            places: EngineOptions::default().sites_at_once,
            count: 0,
            seed,
            figures,
        }
    }

    /// Runs the week.
    pub(super) fn week(mut self) -> Figures {
        for n in 0..self.tasks.len() {
            self.plan_turn(n);
        }
        while let Some(what) = self.clock.next(WEEK) {
            match what {
                What::Turn(task) => self.turn(task),
                What::Ask(site, run, page) => self.ask(site, run, page),
                What::Answered(site, run, page, truth, turn) => {
                    self.answered(site, run, page, truth, &turn);
                    drop(turn);
                    self.request_pages(site);
                }
                What::Step(site) => self.step(site),
            }
        }
        for (story, site) in self.figures.stories.iter_mut().zip(&self.sites) {
            story.phase = site.known.phase;
            story.well_for = site.real.well_for(WEEK);
        }
        self.figures
    }

    pub(super) fn time(&self) -> Timestamp {
        Clock::<What>::time(self.clock.now())
    }

    fn plan_turn(&mut self, n: usize) {
        if let Some(at) = self.tasks[n].next_at {
            self.clock.at(Clock::<What>::moment(at), What::Turn(n));
        }
    }

    /// The role of the scheduler.
    fn turn(&mut self, n: usize) {
        let now = self.time();
        let Some(found) = due(std::slice::from_ref(&self.tasks[n]), now).pop() else {
            return self.plan_turn(n);
        };
        self.tasks[n].last_at = Some(now);
        self.tasks[n].next_at = match &self.tasks[n].timing {
            Timing::Adaptive(bounds) => {
                let pulses = std::slice::from_ref(&self.sites[n].pulse);
                Some(News::of(pulses).next_visit(now, *bounds))
            }
            _ => found.next_at,
        };
        self.plan_turn(n);
        let story = &mut self.figures.stories[n];
        story.turns += 1;
        if self.sites[n].known.is_closed() {
            story.turns_closed += 1;
            return;
        }
        let waits = self.waiting.iter().any(|waiting| waiting.site == n);
        if waits || self.runs.contains_key(&n) {
            story.turns_overlapped += 1;
            return;
        }
        self.wait(n, self.tasks[n].priority, false);
    }

    pub(super) fn wait(&mut self, site: usize, priority: u8, supervised: bool) {
        self.waiting.push(Waiting {
            site,
            priority,
            since: self.clock.now(),
            supervised,
        });
        self.start_next();
    }

    /// Gives slots to the highest-ranked waiting runs, while any are free.
    pub(super) fn start_next(&mut self) {
        loop {
            let running = self.runs.values().filter(|run| run.probe.is_none()).count();
            let now = self.clock.steady(self.clock.now()).into_std();
            let best = self
                .waiting
                .iter()
                .enumerate()
                .filter(|(_, waiting)| !self.runs.contains_key(&waiting.site))
                .map(|(n, w)| {
                    let since = self.clock.steady(w.since).into_std();
                    let claim = Claim {
                        priority: w.priority,
                        one_shot: false,
                        waited: now.saturating_duration_since(since),
                    };
                    (n, rank(claim))
                })
                .max_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(n, _)| n);
            let (Some(best), true) = (best, running < self.places) else {
                return;
            };
            let begun = self.waiting.remove(best);
            self.begin(&begun);
        }
    }

    fn begin(&mut self, waiting: &Waiting) {
        let (n, now) = (waiting.site, self.clock.now());
        self.figures.stories[n].began(waiting.since, now);
        let start = self.page(n, None);
        self.add_run(n, VecDeque::from([start]), waiting.supervised, None);
    }

    fn add_run(
        &mut self,
        n: usize,
        queue: VecDeque<Page>,
        supervised: bool,
        probe: Option<Vec<Observation>>,
    ) {
        self.count += 1;
        let number = self.count;
        let run = probe
            .is_none()
            .then(|| RunId(i64::try_from(number).unwrap()));
        let known = self.sites[n].known.clone();
        let machine =
            SiteStateMachine::new(SupervisionPlan::default(), known, run, self.seed ^ number);
        let left = machine.allowance(self.time()).filter(|_| probe.is_none());
        let run = Run {
            number,
            machine: machine.cautious(!supervised && probe.is_none()),
            queue,
            under_way: 0,
            way: EgressRoute::Direct,
            proxies_left: self.sites[n].proxies,
            direct_blocked: false,
            outages: 0,
            probe,
            last: None,
            left,
        };
        self.runs.insert(n, run);
        self.request_pages(n);
    }

    pub(super) fn page(&self, n: usize, number: Option<u64>) -> Page {
        let start = &self.sites[n].url;
        Page {
            url: match number {
                Some(number) => start.join(&format!("a{number}")).unwrap(),
                None => start.clone(),
            },
            role: match number {
                Some(_) => RequestRole::Content,
                None => RequestRole::Start,
            },
            failures: 0,
        }
    }

    /// Requests as many pages as allowed at once; ends the run when there are none left.
    pub(super) fn request_pages(&mut self, n: usize) {
        let at_once = usize::try_from(self.sites[n].pace.at_once).unwrap();
        let now = self.clock.now();
        let Some(run) = self.runs.get_mut(&n) else {
            return;
        };
        let at_once = if run.probe.is_some() { 1 } else { at_once };
        while run.under_way < at_once {
            if run.left == Some(0) {
                run.queue.clear();
            }
            let Some(page) = run.queue.pop_front() else {
                break;
            };
            run.left = run.left.map(|left| left.saturating_sub(1));
            run.under_way += 1;
            self.clock.at(now, What::Ask(n, run.number, page));
        }
        if run.under_way == 0 {
            self.end(n, RunEnd::Finished);
        }
    }

    /// Handles a due probe or restart.
    fn step(&mut self, n: usize) {
        let now = self.time();
        let next = self.sites[n].known.next.clone();
        let Some(next) = next.filter(|next| next.at <= now) else {
            return;
        };
        if self.runs.contains_key(&n) {
            return;
        }
        if next.kind == ActionKind::Restart {
            if !self.waiting.iter().any(|waiting| waiting.site == n) {
                self.sites[n].known.next = None;
                self.wait(n, RESTORED, true);
            }
            return;
        }
        let probing = self.runs.values().filter(|run| run.probe.is_some()).count();
        if probing >= PROBES_AT_ONCE {
            let soon = self.clock.now() + Duration::from_secs(5);
            return self.clock.at(soon, What::Step(n));
        }
        let refused = Url::parse(&self.sites[n].known.url).ok();
        let start = self.page(n, None);
        let mut queue = VecDeque::from([start.clone()]);
        queue.extend(refused.filter(|url| *url != start.url).map(|url| Page {
            url,
            role: RequestRole::Content,
            ..start
        }));
        self.figures.stories[n].probes += 1;
        let mut machine = SiteStateMachine::new(
            SupervisionPlan::default(),
            self.sites[n].known.clone(),
            None,
            self.seed,
        );
        machine.begin_probe(now);
        self.sites[n].known = machine.site().clone();
        // It stays until the probe is over; this one is that probe.
        self.sites[n].known.next = None;
        self.add_run(n, queue, true, Some(Vec::new()));
    }
}
