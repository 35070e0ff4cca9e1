//! Simulates the run order under overload: a thousand sites on eight slots that can handle two
//! thirds of what is due, for three days. `cargo test simulation -- --nocapture` shows figures.

use std::time::Duration;

use super::run_priority::{Claim, must_yield, rank};

/// Seconds per step.
const TICK: u64 = 10;
const DAYS: u64 = 3;
const SITES: u64 = 1_000;
const PLACES: usize = 8;
/// What is due in this time takes one and a half times as long on all slots together.
const PERIOD: u64 = 12_500;

/// Reproducible random numbers (splitmix64).
struct SeededRandom(u64);

impl SeededRandom {
    /// Below `most`.
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }
}

#[derive(Clone, Copy)]
struct Job {
    /// Which of the periodic tasks; none for a one-shot.
    task: Option<usize>,
    priority: u8,
    due: u64,
    /// Since when it waits, or has its slot.
    since: u64,
    /// How long it waited for that slot.
    waited: u64,
    begun: bool,
    left: u64,
}

impl Job {
    fn claim(&self, now: u64) -> Claim {
        Claim {
            priority: self.priority,
            one_shot: self.task.is_none(),
            waited: Duration::from_secs(now - self.since),
        }
    }
}

impl Job {
    fn holder(&self) -> Claim {
        Claim {
            waited: Duration::from_secs(self.waited),
            ..self.claim(self.since)
        }
    }

    fn held(&self, now: u64) -> Duration {
        Duration::from_secs(now - self.since)
    }
}

#[derive(Default)]
struct Waits {
    waits: Vec<u64>,
    left_out: u64,
}

impl Waits {
    fn mean(&self) -> u64 {
        self.waits.iter().sum::<u64>() / u64::try_from(self.waits.len().max(1)).expect("few")
    }

    fn most(&self) -> u64 {
        self.waits.iter().copied().max().unwrap_or(0)
    }
}

struct Outcome {
    periodic: Vec<Waits>,
    once: Waits,
    /// The longest time that a started run was suspended.
    stood_still: u64,
    /// Runs of each periodic task.
    runs: Vec<u64>,
}

/// `order` ranks claims; `yields` decides whether runs yield.
fn simulate(order: &dyn Fn(Claim) -> f64, yields: bool) -> Outcome {
    let mut dice = SeededRandom(8);
    let tasks: Vec<(u8, u64)> = (0..SITES)
        .map(|site| (u8::try_from(site % 10).expect("small"), dice.below(PERIOD)))
        .collect();
    let mut outcome = Outcome {
        periodic: (0..10).map(|_| Waits::default()).collect(),
        once: Waits::default(),
        stood_still: 0,
        runs: vec![0; tasks.len()],
    };
    let (mut waiting, mut running): (Vec<Job>, Vec<Job>) = (Vec::new(), Vec::new());
    let mut held = vec![false; tasks.len()];
    for now in (0..DAYS * 86_400).step_by(usize::try_from(TICK).expect("small")) {
        for (number, (priority, phase)) in tasks.iter().enumerate() {
            if (now + PERIOD - phase) % PERIOD >= TICK {
                continue;
            }
            if held[number] {
                outcome.periodic[usize::from(*priority)].left_out += 1;
                continue;
            }
            held[number] = true;
            // One in a hundred is a crawl of an hour; these have low priority.
            let long = *priority < 3 && dice.below(30) == 0;
            let left = if long { 3_600 } else { 60 + dice.below(115) };
            waiting.push(Job {
                task: Some(number),
                priority: *priority,
                due: now,
                since: now,
                waited: 0,
                begun: false,
                left,
            });
        }
        // One-shots of middle priority, one every ten minutes.
        if now % 600 == 0 {
            waiting.push(Job {
                task: None,
                priority: 5,
                due: now,
                since: now,
                waited: 0,
                begun: false,
                left: 60,
            });
        }
        for job in &mut running {
            job.left = job.left.saturating_sub(TICK);
        }
        running.retain(|job| {
            if let (0, Some(task)) = (job.left, job.task) {
                held[task] = false;
                outcome.runs[task] += 1;
            }
            job.left > 0
        });
        loop {
            let best = (0..waiting.len()).max_by(|a, b| {
                let rank = |index: usize| order(waiting[index].claim(now));
                rank(*a).total_cmp(&rank(*b)).then(b.cmp(a))
            });
            let Some(best) = best else { break };
            if running.len() >= PLACES {
                let claim = waiting[best].claim(now);
                let weakest = running
                    .iter()
                    .position(|job| yields && must_yield(job.holder(), job.held(now), claim));
                let Some(weakest) = weakest else { break };
                let mut job = running.swap_remove(weakest);
                job.since = now;
                waiting.push(job);
            }
            let mut job = waiting.swap_remove(best);
            if job.begun {
                outcome.stood_still = outcome.stood_still.max(now - job.since);
            } else {
                let waits = match job.task {
                    Some(_) => &mut outcome.periodic[usize::from(job.priority)],
                    None => &mut outcome.once,
                };
                waits.waits.push(now - job.due);
            }
            (job.begun, job.waited, job.since) = (true, now - job.since, now);
            running.push(job);
        }
    }
    outcome
}

fn show(name: &str, outcome: &Outcome) {
    println!("{name}: mean wait, longest wait (minutes), turns left out");
    for (priority, waits) in outcome.periodic.iter().enumerate() {
        println!(
            "  priority {priority}: {:>4} {:>4} {:>6}",
            waits.mean() / 60,
            waits.most() / 60,
            waits.left_out
        );
    }
    println!(
        "  one-shots at 5: {:>4} {:>4}; a begun run stood still for {} min at most",
        outcome.once.mean() / 60,
        outcome.once.most() / 60,
        outcome.stood_still / 60
    );
}

#[test]
fn under_overload_the_higher_goes_first_and_none_starves() {
    let ours = simulate(&rank, true);
    show("by priority and age, making room", &ours);
    let strict = simulate(&|claim| f64::from(claim.priority), false);
    show("by priority alone", &strict);
    let fair = simulate(&|claim| claim.waited.as_secs_f64(), false);
    show("by age alone", &fair);

    // Higher priorities first: each step up waits less, and the highest hardly at all.
    for (low, high) in ours.periodic.iter().zip(ours.periodic.iter().skip(1)) {
        assert!(high.mean() <= low.mean(), "{} {}", high.mean(), low.mean());
    }
    assert!(ours.periodic[9].mean() < 300, "{}", ours.periodic[9].mean());
    assert!(ours.periodic[9].mean() * 10 < fair.periodic[9].mean());
    // Ageing prevents starvation: every site was collected at least every half a day.
    assert!(ours.runs.iter().all(|runs| *runs >= 2 * DAYS - 1));
    assert!(strict.runs.iter().any(|runs| *runs <= 1), "it would");
    // One-shots are preferred.
    assert!(ours.once.mean() <= ours.periodic[7].mean().max(120));
    // A run that yielded continues in time.
    assert!(ours.stood_still < 12 * 3_600, "{}", ours.stood_still);
}
