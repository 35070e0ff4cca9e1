//! Simulates a week with five hundred sites: tasks, runs, probes and restarts over the real
//! scheduler, the real politeness and the real state machine, against sites that limit, ban, fail,
//! close for good and change, with a simulated clock. Shows that no site starves, that no host is
//! requested too often, and that states settle:
//!
//! `cargo test -p bowerbird-engine a_week_with_five_hundred_sites -- --nocapture`

mod clock;
mod driver;
mod figures;
mod site_behaviour;
mod sites;
mod visit;

use driver::Driver;

/// The week, with its figures printed.
#[test]
fn a_week_with_five_hundred_sites() {
    let figures = Driver::new(500, 7).week();
    println!("{figures}");
    figures.no_site_starves();
    figures.no_host_is_asked_too_often();
    figures.states_settle();
}

/// The simulation is reproducible.
#[test]
fn a_week_can_be_repeated() {
    let once = Driver::new(60, 11).week().to_string();
    assert_eq!(once, Driver::new(60, 11).week().to_string());
    assert_ne!(once, Driver::new(60, 12).week().to_string());
}
