//! What a person does in the window, in steps of more than one click.

use std::path::Path;

use eframe::egui::Key;

use super::display::Window;
use super::records::{Article, compare};

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

/// Our own machine need not be spared: no wait between requests.
pub fn be_quick(window: &mut Window, name: &str) {
    window.click("Sites");
    window.click(name);
    window.click("Edit rule");
    window.fill("Crawl delay", "0s");
    window.wait_for_part("The rule is sound");
    window.click("Save");
    window.click("Workbench");
}

/// Writes the records into a file and looks whether all are there.
pub fn export(window: &mut Window, csv: &Path, articles: &[Article]) {
    window.click("See the records");
    window.wait_for(&format!("Records: {}", articles.len()));
    window.click("Export …");
    window.fill("Write to", &csv.display().to_string());
    window.click("Write file");
    window.wait_for_part(&format!("Wrote {} records", articles.len()));
    compare(csv, articles);
}

/// Repairs the rule that a run found broken: sees old and new, takes all that is proposed, saves.
pub fn repair(window: &mut Window) {
    window.click("Repair the rule …");
    window.click_first(&["Take "], "nothing");
    window.wait_for("The rule is changed. Look at the data, then save it; Undo takes it back.");
    window.click("Close the repair");
    window.click("Save");
}
