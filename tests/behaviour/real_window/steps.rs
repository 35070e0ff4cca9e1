//! What a person does in the window, in steps of more than one click.

use std::path::Path;

use eframe::egui::Key;

use super::display::Window;
use crate::texts::{fixed_part, t};

/// Begins with an empty project and the workbench on `url`.
pub fn open_page(window: &mut Window, url: &str) {
    window.click(t!("app-start-empty"));
    window.wait_for(t!("app-sites-empty"));
    window.click(t!("app-view-workbench"));
    window.fill(t!("app-bench-address"), url);
    window.press(Key::Enter);
    window.wait_for_part(fixed_part("app-bench-picture"));
}

/// Says what an element of the picture is: points at it, and chooses an answer of the question.
pub fn point(window: &mut Window, tag: &str, words: &str, answer: &str) {
    window.point_at(tag, words);
    window.wait_for(t!("app-author-what"));
    window.click(answer);
    window.wait_gone(t!("app-author-what"));
}

/// The same, where the likeliest answer is right: Enter takes it.
pub fn point_and_enter(window: &mut Window, tag: &str, words: &str) {
    window.point_at(tag, words);
    window.wait_for(t!("app-author-what"));
    window.press(Key::Enter);
    window.wait_gone(t!("app-author-what"));
}

/// Does what the strip proposes, and nothing else, until it asks for a name.
pub fn follow_the_strip(window: &mut Window) {
    let steps = [
        t!("app-author-use-list"),
        t!("app-author-use-next"),
        fixed_part("app-author-open-one"),
        t!("app-author-take-generic"),
        t!("app-pages-test"),
    ];
    while window.click_first(&steps, t!("app-author-site-name")) {}
}

/// Names the site on the strip and saves it.
pub fn save_as(window: &mut Window, name: &str) {
    window.fill(t!("app-author-site-name"), name);
    window.click(t!("app-author-save"));
    window.wait_for(t!("app-author-saved", site = name));
}

/// Sets the crawl delay to nothing, for our own machine need not be spared, and how many pages of
/// the list are read at most; 0: all.
pub fn set_limits(window: &mut Window, name: &str, list_pages: u32) {
    window.click(t!("app-view-sites"));
    window.click(name);
    window.click(t!("app-sites-edit"));
    window.fill(t!("app-form-delay"), "0s");
    // The way to the next list page is below the edge of the form.
    let form = window.place_inside(t!("app-form-delay"));
    window.scroll_at(form, 3);
    window.fill(t!("app-form-max-pages"), &list_pages.to_string());
    window.press(Key::Enter);
    window.wait_for_part(t!("app-editor-sound"));
    window.click(t!("app-editor-save"));
    window.click(t!("app-view-workbench"));
}

/// Runs the saved site and waits until it is done, with so many records that are new.
pub fn run(window: &mut Window, name: &str, new: usize) {
    window.click_first(
        &[t!("app-author-run"), t!("app-author-run-again")],
        "nothing",
    );
    if new == 0 {
        window.wait_for_part(fixed_part("app-author-ended-redesigned"));
    } else {
        window.wait_for(t!("app-author-ended", site = name, records = new));
    }
}

/// Writes the records into a file.
pub fn export(window: &mut Window, csv: &Path, records: usize) {
    window.click(t!("app-author-records"));
    window.wait_for(t!("app-results-count", count = records));
    // The line stays open after the export before; the button would close it.
    window.click_first(&[t!("app-command-export")], t!("app-export-path"));
    window.fill(t!("app-export-path"), &csv.display().to_string());
    window.click(t!("app-export-write"));
    window.wait_for_part(t!(
        "app-export-done",
        count = records,
        path = csv.display().to_string()
    ));
}

/// Repairs the rule that a run found broken, on the list and on the page of a record, and saves it.
pub fn repair(window: &mut Window, page: &str, title: &str) {
    window.click(t!("app-author-repair"));
    take_the_proposals(window);
    window.fill(t!("app-bench-address"), page);
    window.press(Key::Enter);
    window.wait_for_picture_of(title);
    window.click(t!("app-repair-open"));
    take_the_proposals(window);
    follow_the_strip(window);
    window.click(t!("app-author-save"));
    window.wait_for_part(fixed_part("app-author-saved"));
}

/// Sees old and new side by side and takes all that is proposed.
fn take_the_proposals(window: &mut Window) {
    window.wait_for_count(fixed_part("app-bench-picture"), 2);
    let done = t!("app-repair-done");
    // Not “Take”: a notice beside it can be taken away.
    let one = t!("app-repair-take", count = 1, all = 1);
    window.click_first(&[fixed_part("app-repair-take"), one], "nothing");
    window.wait_for(done);
    window.click(t!("app-repair-close"));
    window.wait_for_count(fixed_part("app-bench-picture"), 1);
}
