//! What a person does in the window, in steps of more than one click.

use std::path::Path;

use eframe::egui::Key;

use super::display::Window;

/// Begins with an empty project and the workbench on `url`.
pub fn open_page(window: &mut Window, url: &str) {
    window.click("Start an empty project");
    window.wait_for("No sites yet");
    window.click("Workbench");
    window.fill("Page address", url);
    window.press(Key::Enter);
    window.wait_for_part("Picture of the page");
}

/// Says what an element of the picture is: points at it, and chooses an answer of the question.
pub fn point(window: &mut Window, tag: &str, words: &str, answer: &str) {
    window.point_at(tag, words);
    window.wait_for("What is this?");
    window.click(answer);
    window.wait_gone("What is this?");
}

/// The same, where the likeliest answer is right: Enter takes it.
pub fn point_and_enter(window: &mut Window, tag: &str, words: &str) {
    window.point_at(tag, words);
    window.wait_for("What is this?");
    window.press(Key::Enter);
    window.wait_gone("What is this?");
}

/// Does what the strip proposes, and nothing else, until it asks for a name.
pub fn follow_the_strip(window: &mut Window) {
    let steps = [
        "Use this list",
        "Follow all pages",
        "Open one of the",
        "Take these",
        "Test on three more pages",
    ];
    while window.click_first(&steps, "Name of the site") {}
}

/// Names the site on the strip and saves it.
pub fn save_as(window: &mut Window, name: &str) {
    window.fill("Name of the site", name);
    window.click("Save");
    window.wait_for(&format!("“{name}” is saved."));
}

/// Sets the crawl delay to nothing, for our own machine need not be spared, and how many pages of
/// the list are read at most; 0: all.
pub fn set_limits(window: &mut Window, name: &str, list_pages: u32) {
    window.click("Sites");
    window.click(name);
    window.click("Edit rule");
    window.fill("Crawl delay", "0s");
    window.fill("List pages at most (0: no limit)", &list_pages.to_string());
    window.press(Key::Enter);
    window.wait_for_part("The rule is sound");
    window.click("Save");
    window.click("Workbench");
}

/// Runs the saved site and waits until it is done, with so many records that are new.
pub fn run(window: &mut Window, name: &str, new: usize) {
    window.click_first(&["Run now", "Run again"], "nothing");
    window.wait_for(&format!("“{name}” is done: {new} new records."));
}

/// Writes the records into a file.
pub fn export(window: &mut Window, csv: &Path, records: usize) {
    window.click("See the records");
    window.wait_for(&format!("Records: {records}"));
    // The line stays open after the export before; the button would close it.
    window.click_first(&["Export …"], "Write to");
    window.fill("Write to", &csv.display().to_string());
    window.click("Write file");
    window.wait_for_part(&format!("Wrote {records} records to {}", csv.display()));
}

/// Repairs the rule that a run found broken, on the list and on the page of a record, and saves it.
pub fn repair(window: &mut Window, page: &str, title: &str) {
    window.click("Repair the rule …");
    take_the_proposals(window);
    window.fill("Page address", page);
    window.press(Key::Enter);
    window.wait_for_picture_of(title);
    window.click("Repair …");
    take_the_proposals(window);
    follow_the_strip(window);
    window.click("Save");
    window.wait_for_part("is saved.");
}

/// Sees old and new side by side and takes all that is proposed.
fn take_the_proposals(window: &mut Window) {
    window.wait_for_count("Picture of the page", 2);
    let done = "The rule is changed. Look at the data, then save it; Undo takes it back.";
    // Not “Take”: a notice beside it can be taken away.
    window.click_first(&[" proposals"], "nothing");
    window.wait_for(done);
    window.click("Close the repair");
    window.wait_for_count("Picture of the page", 1);
}
