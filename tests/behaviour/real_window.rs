//! The real window, driven without hands: the built program under Xvfb, through the inspection
//! port of its window library, by accessible names. One test does the whole job of a person.

mod display;
mod driver;

use std::path::Path;

use bowerbird::io::sample::{ARTICLES, SampleSite};

use eframe::egui::Key;

use super::servers::Pages;
use display::{Display, Window};

const FIRST_ARTICLE: &str = "The morning ferry gets a second boat";

#[test]
fn the_whole_job_in_the_window() {
    let site = SampleSite::start(0).expect("the sample site");
    let folder = tempfile::tempdir().expect("a folder");
    let display = Display::start();
    let mut window = Window::start(&display, folder.path());

    window.click("Start an empty project");
    window.wait_for("No sites yet");

    point_at_the_list(&mut window, &site.url());
    follow_the_strip(&mut window);
    window.click("Sites");
    window.click("Sample");
    be_quick(&mut window);
    window.click("Workbench");
    window.click("Run now");
    window.wait_for_part("“Sample” is done");

    window.click("See the records");
    window.wait_for(&format!("Records: {ARTICLES}"));
    let csv = folder.path().join("records.csv");
    window.click("Export …");
    window.fill("Write to", &csv.display().to_string());
    window.click("Write file");
    window.wait_for_part(&format!("Wrote {ARTICLES} records"));

    compare(&csv, &site);
    window.picture(&folder.path().join("window.png"));
    assert!(window.lives(), "the window still runs");
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
    window.click("Start an empty project");
    window.wait_for("No sites yet");
    window.click("Workbench");
    let instead = "No picture of this page; its structure instead.";

    window.fill("Page address", &pages.url("/tall"));
    window.click("Open");
    let inside = window.place_inside("Picture of the page Tall");
    window.kill_children();
    // The window may have noticed already, when it was just asking for a tile.
    window.scroll_at(inside, 30_000.0);
    window.wait_for(instead);
    // The wheel may have turned over the structure already: back to its top.
    window.scroll_at(inside, -60_000.0);
    window.click("Tall heading");
    window.wait_for("What is this?");

    window.fill("Page address", &pages.url("/huge"));
    window.click("Open");
    window.wait_for("Huge heading");
    window.wait_for(instead);
    assert!(window.lives());
}

/// Opens the list, clicks on its first headline and says with Enter that it is one.
fn point_at_the_list(window: &mut Window, url: &str) {
    window.click("Workbench");
    window.fill("Page address", url);
    window.press(Key::Enter);
    window.wait_for_part("Picture of the page");
    // A click on the picture asks what is there; Esc takes it back.
    window.click_inside("Picture of the page", [300.0, 90.0]);
    window.wait_for("What is this?");
    window.press(Key::Escape);
    window.click("Point instead");
    window.click("Outline");
    window.click(FIRST_ARTICLE);
    window.wait_for_part(&format!("“{FIRST_ARTICLE}”"));
    window.wait_for("Title");
    window.press(Key::Enter);
    window.wait_for_part("12 found on this page");
}

/// Does what the strip proposes until the site is saved.
fn follow_the_strip(window: &mut Window) {
    window.click("Follow all pages");
    window.click("Open one of the 12 pages");
    window.wait_for_part("reads this page by itself");
    window.click("Take these");
    window.fill("Name of the site", "Sample");
    window.click("Save");
    window.wait_for("“Sample” is saved.");
}

/// The sample site is our own machine: no need to wait between requests.
fn be_quick(window: &mut Window) {
    window.click("Edit rule");
    window.fill("Crawl delay", "0s");
    window.wait_for_part("The rule is sound");
    window.click("Save");
}

/// The export holds every article, in the order of the lists, with title and text.
fn compare(csv: &Path, site: &SampleSite) {
    let bytes = std::fs::read(csv).expect("the export");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let header: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(header[..5], ["url", "title", "date", "author", "text"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let urls: Vec<&str> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(
        urls,
        listed(site),
        "every article once, in the order of the lists"
    );
    assert_eq!(&rows[0][1], FIRST_ARTICLE);
    for row in &rows {
        assert!(!row[1].is_empty() && row[4].chars().count() > 40, "{row:?}");
    }
}

/// Addresses of the articles, read off the site's lists without the program's help.
fn listed(site: &SampleSite) -> Vec<String> {
    let link = regex::Regex::new(r#"<h2[^>]*>\s*<a[^>]*href="([^"]+)""#).expect("a pattern");
    let next = regex::Regex::new(r#"<a[^>]*rel="?next"?[^>]*>"#).expect("a pattern");
    let href = regex::Regex::new(r#"href="([^"]+)""#).expect("a pattern");
    let mut page = url::Url::parse(&site.url()).expect("an address");
    let mut found = Vec::new();
    loop {
        let html = get(&page);
        for link in link.captures_iter(&html) {
            found.push(page.join(&link[1]).expect("an address").to_string());
        }
        let Some(next) = next.find(&html) else {
            return found;
        };
        let target = href.captures(next.as_str()).expect("a target");
        page = page.join(&target[1]).expect("an address");
    }
}

/// A page over a plain socket.
fn get(url: &url::Url) -> String {
    use std::io::{Read, Write};
    let address = format!(
        "{}:{}",
        url.host_str().expect("a host"),
        url.port().expect("a port")
    );
    let mut stream = std::net::TcpStream::connect(address).expect("the site answers");
    write!(
        stream,
        "GET {} HTTP/1.0\r\nHost: localhost\r\n\r\n",
        url.path()
    )
    .expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("read");
    String::from_utf8_lossy(&answer).into_owned()
}
