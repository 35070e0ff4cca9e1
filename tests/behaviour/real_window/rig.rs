//! The same on a site from outside, for `tests/measure`: a rule is made by pointing, run, repaired
//! after the site changed its theme, and run again. What came of it is judged by who asked.

use std::path::{Path, PathBuf};
use std::process::Command;

use eframe::egui::Key;

use super::display::{Display, Window};
use super::steps;
use crate::texts::{fixed_part, t};

/// What `tests/measure` says, in the environment.
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is to be set"))
}

#[test]
#[ignore = "needs a site from outside: tests/measure --rigs runs it"]
fn a_rule_is_made_and_repaired_on_a_site_from_outside() {
    let url = variable("BOWERBIRD_RIG_URL");
    let headline = variable("BOWERBIRD_RIG_HEADLINE");
    let apart = variable("BOWERBIRD_RIG_APART");
    let records: usize = variable("BOWERBIRD_RIG_RECORDS").parse().expect("a number");
    let out = PathBuf::from(variable("BOWERBIRD_RIG_OUT"));
    let display = Display::start();
    let mut window = Window::start(&display, &out);

    steps::open_page(&mut window, &url);
    window.click(t!("app-author-point"));
    steps::point_and_enter(&mut window, "a", &headline);
    window.wait_for_part(fixed_part("app-author-records-here"));
    // One is set apart at the top, in other markup: Shift and a click add it.
    window.scroll_to_top();
    window.add("a", &apart, t!("app-author-records-here", count = 10));
    steps::follow_the_strip(&mut window);
    // The text is all in one box, with the date, the author and the tags above it in another one.
    window.scroll_to_top();
    window.point_around("abbr", "Published", "div");
    window.wait_for(t!("app-author-what"));
    window.click(t!("app-author-is-text"));
    window.wait_gone(t!("app-author-what"));
    window.widen("abbr", "Published", "footer");
    window.press(Key::X);
    window.wait_for_part(fixed_part("engine-bench-left-out"));
    steps::follow_the_strip(&mut window);
    steps::save_as(&mut window, "Rig");
    steps::set_limits(&mut window, "Rig", 0);
    window.click(t!("app-author-run"));
    done(&mut window, &out, "made.csv", records);

    let theme = variable("BOWERBIRD_RIG_THEME");
    let changed = Command::new("sh").arg("-c").arg(theme).status();
    assert!(changed.expect("a shell").success(), "another theme");
    window.click(t!("app-view-workbench"));
    window.click(t!("app-author-run-again"));
    window.wait_for(t!("app-author-repair"));
    window.click(t!("app-view-sites"));
    window.wait_for_part(t!("app-state-layout-changed"));
    window.click(t!("app-view-workbench"));
    steps::repair(&mut window, &variable("BOWERBIRD_RIG_PAGE"), &headline);
    // Nothing is left to repair: the rule is to run. What the run before said stays until then.
    assert!(!window.shows(t!("app-author-repair")), "it is repaired");
    window.click(t!("app-author-run-again"));
    window.wait_part_gone(t!("engine-next-run-again"));
    done(&mut window, &out, "repaired.csv", records);
    assert!(window.lives());
}

/// Waits until the run is done without a redesign noticed, and exports.
fn done(window: &mut Window, out: &Path, file: &str, records: usize) {
    window.wait_for_part(fixed_part("app-author-ended"));
    assert!(!window.shows(t!("app-author-repair")), "nothing is amiss");
    steps::export(window, &out.join(file), records);
}
