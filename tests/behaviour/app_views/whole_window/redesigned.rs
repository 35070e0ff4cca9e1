//! A rule kept well in the whole window, over a real project and a site that changes its theme:
//! collected, tested on further pages, repaired from what was kept, saved, and told apart in its
//! versions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui_kittest::kittest::Queryable;

use super::chrome::{Window, drop_file, open_window, wait_for};
use crate::engine::support::server::{Reply, Site};

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
            _ => Reply::status(404, "gone"),
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

#[test]
fn a_redesigned_site_is_tested_repaired_and_saved_in_the_window() {
    let (site, new) = site();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("care.toml");
    std::fs::write(&file, rule(&site.url("/"))).unwrap();
    let mut window = open_window(folder.path(), "en");
    drop_file(&mut window, file);
    press(&mut window, "Add it");
    press(&mut window, "Run this site");
    wait_for(&mut window, "Finished.");
    press(&mut window, "Its rule");
    wait_for(&mut window, "Over the newest 6 records");
    wait_for(&mut window, "6 of 6 pages");

    new.store(true, Ordering::Relaxed);
    press(&mut window, "Open in workbench");
    wait_for(&mut window, "Reload");
    press(&mut window, "Further pages");
    press(&mut window, "Test on three more pages");
    wait_for(&mut window, "needed field wrong");
    press(&mut window, &format!("Open {}", site.url("/story/4")));
    // What is pressed before the page is there would be for the page before it.
    wait_for(&mut window, "Story number 4 of the day");
    press(&mut window, "Repair …");
    wait_for(&mut window, "proposals");
    wait_for(&mut window, "head-line");
    press(&mut window, "Take 2 of 2 proposals");
    wait_for(&mut window, "The rule is changed.");
    press(&mut window, "Close the repair");
    press(&mut window, "Save");
    press(&mut window, "Versions");
    wait_for(&mut window, "repaired");
}
