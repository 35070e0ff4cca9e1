//! The real window, driven as a person would: the built program under Xvfb, with the mouse and the
//! keyboard of the display, by what a screen reader says is there. Nothing is waited for by time.

#[cfg(target_os = "linux")]
mod assistive;
#[cfg(target_os = "linux")]
mod background;
pub mod display;
mod driver;
pub mod input;
mod records;
mod rig;
#[cfg(target_os = "linux")]
mod screen_reader;
#[cfg(target_os = "linux")]
mod status_bus;
mod steps;

use bowerbird::io::sample::SampleSite;

use crate::texts::t;
use eframe::egui::Key;

use super::servers::Pages;
use display::{Display, Window};

#[test]
fn a_rule_is_made_by_pointing_and_brings_every_record() {
    let site = SampleSite::start(0).expect("the sample site");
    let articles = records::sample_site();
    let first = &articles[0];
    let folder = tempfile::tempdir().expect("a folder");
    let display = Display::start();
    let mut window = Window::start(&display, folder.path());

    steps::open_page(&mut window, &site.url());
    window.click(t!("app-author-point"));
    // Esc takes a pick back.
    window.point_at("a", &first.title);
    window.wait_for(t!("app-author-what"));
    window.press(Key::Escape);
    window.wait_gone(t!("app-author-what"));
    steps::point_and_enter(&mut window, "a", &first.title);
    window.wait_for_part(t!("app-author-records-here", count = 12));
    steps::point_and_enter(&mut window, "time", "");
    steps::follow_the_strip(&mut window);
    steps::point(
        &mut window,
        "span",
        &first.author,
        t!("app-author-is-author"),
    );
    steps::save_as(&mut window, "Sample");
    steps::set_limits(&mut window, "Sample", 0);
    steps::run(&mut window, "Sample", articles.len());
    let csv = folder.path().join("records.csv");
    steps::export(&mut window, &csv, articles.len());
    records::compare(&csv, &articles);
    assert!(window.lives(), "the window still runs");
}

#[test]
fn a_rule_is_repaired_after_a_redesign_and_brings_every_record_again() {
    let site = SampleSite::start(0).expect("the sample site");
    let articles = records::sample_site();
    let folder = tempfile::tempdir().expect("a folder");
    let display = Display::start();
    let mut window = Window::start(&display, folder.path());

    steps::open_page(&mut window, &site.url());
    steps::follow_the_strip(&mut window);
    steps::point(
        &mut window,
        "span",
        &articles[0].author,
        t!("app-author-is-author"),
    );
    steps::save_as(&mut window, "Sample");
    // One page of the list before, all the others after: these come by the repaired rule alone.
    steps::set_limits(&mut window, "Sample", 1);
    steps::run(&mut window, "Sample", 12);

    site.redesign(true);
    steps::run(&mut window, "Sample", 0);
    let page = site.url() + "articles/" + &articles[0].slug + ".html";
    steps::repair(&mut window, &page, &articles[0].title);
    steps::set_limits(&mut window, "Sample", 0);
    steps::run(&mut window, "Sample", articles.len() - 12);
    let csv = folder.path().join("records.csv");
    steps::export(&mut window, &csv, articles.len());
    records::compare(&csv, &articles);
    assert!(window.lives());
}

#[test]
fn the_window_outlives_the_process_that_draws() {
    let line = |n: usize| format!("<p style='height:300px'>line {n}</p>");
    let lines: String = (0..200).map(line).collect();
    let tall = format!("<title>Tall</title><h1>Tall heading</h1>{lines}");
    let huge = format!("<h1>Huge heading</h1>{}", "<i>x</i>".repeat(61_000));
    let pages = Pages::new()
        .page("/tall", &tall)
        .page("/huge", &huge)
        .start();
    let folder = tempfile::tempdir().expect("a folder");
    let display = Display::start();
    let mut window = Window::start(&display, folder.path());
    window.click(t!("app-start-empty"));
    window.wait_for(t!("app-sites-empty"));
    window.click(t!("app-view-workbench"));
    let instead = t!("app-bench-no-picture");

    window.fill(t!("app-bench-address"), &pages.url("/tall"));
    window.click(t!("app-bench-open"));
    let inside = window.place_inside(t!("app-bench-picture", title = "Tall"));
    window.kill_children();
    // The window may have noticed already, when it was just asking for a tile.
    window.scroll_at(inside, 200);
    window.wait_for(instead);
    // The wheel may have turned over the structure already: back to its top.
    window.scroll_at(inside, -600);
    window.click("Tall heading");
    window.wait_for(t!("app-author-what"));

    window.fill(t!("app-bench-address"), &pages.url("/huge"));
    window.click(t!("app-bench-open"));
    window.wait_for("Huge heading");
    window.wait_for(instead);
    assert!(window.lives());
}
