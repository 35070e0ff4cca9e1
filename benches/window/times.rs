//! Durations and how they are told: one line a measure, which `tests/measures` reads.

use std::time::Duration;

/// Prints the median, the 99th percentile and the worst of `times`, in milliseconds.
pub fn print_times(name: &str, mut times: Vec<Duration>) {
    if times.is_empty() {
        println!("{name:<44} nothing was timed");
        return;
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64();
    println!(
        "{name:<44} median {:7.2}  99 % {:7.2}  worst {:7.2} ms  of {}",
        at(0.5) * 1e3,
        at(0.99) * 1e3,
        at(1.0) * 1e3,
        times.len()
    );
}

/// Prints one time.
pub fn print_time(name: &str, time: Duration) {
    println!("{name:<44} {:.1} ms", time.as_secs_f64() * 1e3);
}
