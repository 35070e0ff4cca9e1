//! Every parser that meets outside bytes is fed inputs that nobody means well: a corpus of odd ones, random
//! changes of it, and inputs made to take long. None may panic, hang, or make much out of little.
//!
//! The changes are the same each time. `ODD_INPUTS_TIMES=50` tries fifty times as many,
//! `ODD_INPUTS_FROM=1000000` others, and `ODD_INPUTS_ONLY=date` those of one parser.

mod cases;
mod hostile;
mod mutator;
mod parsers;
mod processes;
mod seeds;

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mutator::mutated;
use parsers::{PARSERS, Parser};

/// How long one input may take before it counts as a hang; a sound one takes milliseconds.
const HANG: Duration = Duration::from_secs(60);
/// Things made of a byte at most, and beyond these.
const MADE_OF_BYTE: usize = 64;
const MADE_OF_NOTHING: usize = 200_000;

/// One input for one parser.
pub struct Trial {
    /// Which one it is, to be found again.
    pub name: String,
    parser: &'static Parser,
    input: Box<dyn Fn() -> Vec<u8> + Send + Sync>,
}

fn setting(name: &str) -> Option<String> {
    std::env::var(format!("ODD_INPUTS_{name}")).ok()
}

fn number(name: &str, usual: u64) -> u64 {
    setting(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The parsers that are to be tried.
fn selected_parsers() -> impl Iterator<Item = &'static Parser> {
    let only = setting("ONLY");
    let parsers = PARSERS.iter();
    parsers.filter(move |parser| only.as_deref().is_none_or(|only| only == parser.name))
}

/// What reading `input` broke; nothing when all was well.
fn broken(parser: &Parser, input: &[u8]) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| (parser.read)(input))) {
        Ok(made) if made <= MADE_OF_NOTHING + MADE_OF_BYTE * input.len() => None,
        Ok(made) => Some(format!("{made} made of {} bytes", input.len())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(text.unwrap_or("a panic").to_owned())
        }
    }
}

/// A part of `input` that breaks the parser as well, as small as a few tries make it.
fn shrunk(parser: &Parser, input: &[u8]) -> Vec<u8> {
    let mut small = input.to_vec();
    let mut step = small.len() / 2;
    let mut tries = 300;
    while step > 0 && tries > 0 {
        let mut at = 0;
        while at < small.len() && tries > 0 {
            tries -= 1;
            let mut less = small.clone();
            less.drain(at..(at + step).min(less.len()));
            if broken(parser, &less).is_some() {
                small = less;
            } else {
                at += step;
            }
        }
        step /= 2;
    }
    small
}

/// Makes all trials on a few threads, and tells of what broke and of what does not end.
pub fn run(trials: Vec<Trial>) {
    let trials = Arc::new(trials);
    let next = Arc::new(AtomicUsize::new(0));
    let now: Arc<Mutex<Vec<usize>>> = Arc::default();
    let (sender, results) = channel();
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get().min(4));
    for thread in 0..threads {
        let (trials, next, now, sender) = (
            Arc::clone(&trials),
            Arc::clone(&next),
            Arc::clone(&now),
            sender.clone(),
        );
        now.lock().unwrap_or_else(PoisonError::into_inner).push(0);
        // The stack of the threads that read pages in the program.
        std::thread::spawn(move || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(trial) = trials.get(at) else { break };
                now.lock().unwrap_or_else(PoisonError::into_inner)[thread] = at;
                if setting("TELL").is_some() {
                    let _ = writeln!(std::io::stderr(), "{}", trial.name);
                }
                let input = (trial.input)();
                let fault = broken(trial.parser, &input).map(|fault| {
                    let small = shrunk(trial.parser, &input);
                    let shown: String = String::from_utf8_lossy(&small).chars().take(600).collect();
                    format!(
                        "{}: {fault}\n  {} bytes: {shown:?}",
                        trial.name,
                        small.len()
                    )
                });
                let _ = sender.send(fault);
            }
        });
    }
    drop(sender);
    let mut faults = Vec::new();
    loop {
        match results.recv_timeout(HANG) {
            Ok(fault) => faults.extend(fault),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let now = now.lock().unwrap_or_else(PoisonError::into_inner);
                let names: Vec<_> = now.iter().filter_map(|at| trials.get(*at)).collect();
                let names: Vec<_> = names.iter().map(|trial| trial.name.as_str()).collect();
                panic!("no end of one of {names:?}; before: {faults:#?}");
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn odd_inputs_are_read_by_every_parser() {
    // Each form is given to all parsers, and not only to its own.
    let inputs: Vec<(&str, Vec<u8>)> = PARSERS
        .iter()
        .flat_map(|parser| (parser.seeds)().into_iter().map(|seed| (parser.name, seed)))
        .collect();
    let mut trials = Vec::new();
    for parser in selected_parsers() {
        for (at, (form, input)) in inputs.iter().enumerate() {
            let input = input.clone();
            trials.push(Trial {
                name: format!("{}, input {at} ({form})", parser.name),
                parser,
                input: Box::new(move || input.clone()),
            });
        }
    }
    run(trials);
}

#[test]
fn random_changes_break_no_parser() {
    let (times, from) = (number("TIMES", 1), number("FROM", 0));
    let mut trials = Vec::new();
    for parser in selected_parsers() {
        let seeds = Arc::new((parser.seeds)());
        for seed in from..from + parser.turns * times {
            let seeds = Arc::clone(&seeds);
            trials.push(Trial {
                name: format!("{}, change {seed}", parser.name),
                parser,
                input: Box::new(move || mutated(&seeds, seed)),
            });
        }
    }
    run(trials);
}

#[test]
fn inputs_that_ask_for_much_work_are_read_in_little() {
    // Their growth is what tells, and builds without optimisation are slow.
    let times = usize::try_from(number("TIMES", 1)).expect("few times");
    let mut trials = Vec::new();
    for hostile in hostile::all() {
        let parser = selected_parsers().find(|parser| parser.name == hostile.parser);
        trials.extend(parser.map(|parser| Trial {
            name: format!("{}, {}", hostile.parser, hostile.name),
            parser,
            input: Box::new(move || (hostile.make)((hostile.size / 5).saturating_mul(times))),
        }));
    }
    run(trials);
}

#[test]
fn what_broke_a_parser_once_breaks_it_no_more() {
    let mut trials = Vec::new();
    for (name, of, input) in cases::cases() {
        let parser = selected_parsers().find(|parser| parser.name == of);
        trials.extend(parser.map(|parser| Trial {
            name: format!("{of}, {name}"),
            parser,
            input: Box::new(move || input.clone()),
        }));
    }
    run(trials);
}
