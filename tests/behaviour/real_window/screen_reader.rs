//! The main job as somebody does it who hears the window: by the names and roles that AT-SPI gives,
//! and its actions; typing goes to the field that has the keyboard.

use bowerbird::io::sample::SampleSite;
use eframe::egui::Key;

use super::assistive::{Assistive, Role};
use super::display::{Display, Window};
use super::status_bus::Bus;
use super::{records, steps};
use crate::texts::t;

#[test]
fn the_main_job_is_done_by_names_and_actions_alone() {
    let site = SampleSite::start(0).expect("the sample site");
    let articles = records::sample_site();
    let folder = tempfile::tempdir().expect("a folder");
    let (display, bus) = (Display::start(), Bus::start());
    let reader = Assistive::start(&bus);
    let mut window = Window::start_on(&display, folder.path(), Some(&bus.address));

    reader.act(Role::Button, t!("app-start-empty"));
    reader.find(Role::Label, t!("app-sites-empty"));
    reader.focus(Role::Entry, t!("app-sites-url"));
    window.write(&site.url());
    reader.act(Role::Button, t!("app-sites-look"));
    reader.act(Role::Button, t!("app-sites-add-url"));
    reader.act(Role::Button, t!("look-run"));
    reader.act(Role::Toggle, t!("app-view-results"));
    reader.find(Role::Table, "");
    reader.find(Role::Label, &articles[0].title);
    for thing in reader.things() {
        let is_used = !matches!(
            thing.role,
            Role::Label | Role::List | Role::Table | Role::Other(_)
        );
        assert!(
            !is_used || !thing.name.trim().is_empty(),
            "{thing:?} has no name"
        );
    }
    assert!(window.lives());
}

#[test]
fn an_element_of_the_picture_is_picked_from_the_list() {
    let site = SampleSite::start(0).expect("the sample site");
    let articles = records::sample_site();
    let folder = tempfile::tempdir().expect("a folder");
    let (display, bus) = (Display::start(), Bus::start());
    let reader = Assistive::start(&bus);
    let mut window = Window::start_on(&display, folder.path(), Some(&bus.address));

    steps::open_page(&mut window, &site.url());
    reader.find(Role::List, t!("app-bench-elements"));
    reader.act(Role::Link, &articles[0].title);
    window.wait_for(t!("app-author-what"));
    window.press(Key::Escape);
    window.wait_gone(t!("app-author-what"));
    assert!(window.lives());
}
