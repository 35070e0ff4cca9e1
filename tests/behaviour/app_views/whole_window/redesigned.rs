//! A rule kept well in the whole window, over a real project and a site that changes its theme:
//! collected, tested on further pages, repaired from what was kept, saved, and told apart in its
//! versions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, drop_file, open_window, wait_for};
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

/// Six stories behind a list; the stories change their theme.
fn site() -> (Site, Arc<AtomicBool>) {
    let new = Arc::new(AtomicBool::new(false));
    let theme = Arc::clone(&new);
    let site = Site::start(move |ask| {
        let number = ask.path.strip_prefix("/story/");
        let number: Option<usize> = number.and_then(|number| number.parse().ok());
        match (ask.path.as_str(), number) {
            ("/", _) => {
                let items: String = (1..=6)
                    .map(|n| {
                        format!("<article><h2><a href=/story/{n}>Story {n}</a></h2></article>")
                    })
                    .collect();
                Reply::html(format!(
                    "<html><title>News</title><main>{items}</main></html>"
                ))
            }
            (_, Some(n)) => Reply::html(story(n, theme.load(Ordering::Relaxed))),
            _ => Reply::status(404, ""),
        }
    });
    (site, new)
}

fn story(n: usize, new: bool) -> String {
    let (head, by, body) = if new {
        (
            "<header><div class=head-line><span>",
            "credits",
            "story-text",
        )
    } else {
        ("<h1 class=title>", "byline", "body")
    };
    let end = if new {
        "</span></div></header>"
    } else {
        "</h1>"
    };
    format!(
        "<html><title>Story {n}</title><article>{head}Story number {n} of the day{end}\
         <p class={by}>By <b>Reporter {n}</b> on <time>2026-01-{n:02}</time></p>\
         <div class={body}><p>It was a day like any other at place {n}, and nobody had thought of it before.</p>\
         <p>Then it happened, and everybody who saw it had a story of their own to tell.</p></div></article></html>"
    )
}

fn rule(start: &str) -> String {
    format!(
        "[site]\nname = \"Care\"\nkind = \"list\"\nstart = [\"{start}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nitem = {{ css = \"article\" }}\nlink = {{ css = \"h2 a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [ {{ css = \"h1.title\" }} ]\nrequired = true\n\
         [content]\nselect = [ {{ css = \".body\" }} ]\n"
    )
}

fn press(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.run();
    // By its name, not by its place: what the engine tells meanwhile may move it.
    window.get_by_label(name).click_accesskit();
    window.run();
}

/// Waits until the button of that name can be pressed.
fn wait_until_enabled(window: &mut Window, name: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    wait_for(window, name);
    while window.get_by_label(name).accesskit_node().is_disabled() {
        assert!(Instant::now() < until, "{name} stays grey");
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_redesigned_site_is_tested_repaired_and_saved_in_the_window() {
    let (site, new) = site();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("care.toml");
    std::fs::write(&file, rule(&site.url("/"))).unwrap();
    let mut window = open_window(folder.path(), "en");
    drop_file(&mut window, file);
    press(&mut window, t!("news-add"));
    press(&mut window, t!("app-sites-run-site"));
    wait_for(&mut window, t!("app-run-finished"));
    press(&mut window, t!("app-health-rule"));
    wait_for(&mut window, t!("app-health-over", count = 6));
    wait_for(&mut window, t!("app-health-same", same = 6, both = 6));

    new.store(true, Ordering::Relaxed);
    press(&mut window, t!("app-sites-open-in-workbench"));
    wait_for(&mut window, t!("app-command-reload"));
    press(&mut window, t!("app-pages-title"));
    // It is grey until the links of the list are known.
    wait_until_enabled(&mut window, t!("app-pages-test"));
    press(&mut window, t!("app-pages-test"));
    wait_for(&mut window, t!("app-pages-faulty"));
    press(
        &mut window,
        t!("app-pages-open-one", page = site.url("/story/4")),
    );
    // What is pressed before the page is there would be for the page before it.
    wait_for(&mut window, "Story number 4 of the day");
    press(&mut window, t!("app-repair-open"));
    wait_for(&mut window, fixed_part("app-repair-take"));
    wait_for(&mut window, "head-line");
    press(&mut window, t!("app-repair-take", count = 2, all = 2));
    wait_for(&mut window, t!("app-repair-done"));
    press(&mut window, t!("app-repair-close"));
    press(&mut window, t!("app-author-save"));
    press(&mut window, t!("app-sites-versions"));
    wait_for(&mut window, t!("app-versions-repaired"));
}
