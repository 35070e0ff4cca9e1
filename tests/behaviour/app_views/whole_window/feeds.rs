//! A feed in the whole window: its entries instead of its markup, and the site that comes of it.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::{open_window, wait_for};
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

const FEED: &str = "<?xml version='1.0'?><rss version='2.0'><channel><title>Harbour Post</title>\
    <item><title>Ferry late again</title><link>/a1</link>\
    <pubDate>Mon, 05 Jan 2026 08:30:00 GMT</pubDate>\
    <description>It came an hour after it was due, and nobody knew why.</description></item>\
    <item><title>Bridge open</title><link>/a2</link>\
    <pubDate>Sun, 04 Jan 2026 17:05:00 GMT</pubDate>\
    <description>The first cart went over it at noon, with a band before it.</description></item>\
    </channel></rss>";

#[test]
fn a_feed_shows_its_entries_and_is_run_from_the_offer() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/feed" => Reply::html(FEED).with("content-type", "application/rss+xml"),
        "/a1" | "/a2" => Reply::html(
            "<html><title>Post</title><article><h1>Post</h1><p>It was a day like any other, and \
             nobody had thought of it before it happened.</p></article></html>",
        ),
        _ => Reply::status(404, "none"),
    });
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    window.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.run();
    wait_for(&mut window, t!("app-bench-address"));
    window.get_by_label(t!("app-bench-address")).focus();
    window.run();
    let address = window.get_by_label(t!("app-bench-address"));
    address.type_text(&site.url("/feed"));
    window.run();
    window.key_press(Key::Enter);
    window.run();
    wait_for(&mut window, t!("app-author-use-this-feed"));
    window.run();
    for shown in ["Ferry late again", "Bridge open", "2026-01-05 08:30"] {
        window.get_by_label(shown);
    }
    let take = window.get_by_label(t!("app-author-use-this-feed"));
    take.click_accesskit();
    window.run();
    wait_for(&mut window, t!("look-run"));
    window.run();
    window.get_by_label(t!("look-added", site = "Harbour Post"));
    window.get_by_label(t!("look-run")).click_accesskit();
    window.run();
    wait_for(&mut window, t!("app-run-finished"));
    assert!(window.query_by_label(t!("look-run")).is_none());
}
