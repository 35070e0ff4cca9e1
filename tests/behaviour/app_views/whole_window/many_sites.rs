//! Several sites at once in the window, on a real project: one undo takes back what was done to all.

use bowerbird::engine::project;
use bowerbird::io::store::Store;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::locked_proxies::{press, started};
use super::top_bar_and_rail::wait_for;
use crate::engine::support::bench::Bench;
use crate::texts::t;

#[test]
fn one_undo_takes_back_what_was_done_to_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.bower");
    {
        let bench = Bench::on(Store::create(&path).unwrap());
        for name in ["Alpha", "Beta", "Gamma"] {
            bench.add(&format!(
                "[site]\nname = '{name}'\nkind = 'pages'\nstart = ['http://127.0.0.1:1/{name}']\n"
            ));
        }
    }
    let mut window = started(folder.path(), t!("app-view-sites"));
    wait_for(&mut window, t!("sites-batch-select", site = "Alpha"));
    for name in ["Alpha", "Gamma"] {
        let tick = window.get_by_label(t!("sites-batch-select", site = name));
        tick.click_accesskit();
        window.run_ok();
    }
    let subject = t!("sites-batch-subject");
    let more = t!("app-more-of", subject = subject);
    press(&mut window, more);
    press(&mut window, t!("app-sites-disable"));
    wait_for(&mut window, t!("sites-batch-disabled", count = 2));
    let stored = project::read(&path).unwrap();
    let enabled = || {
        let sites = stored.sites().unwrap().into_iter();
        sites.map(|site| site.enabled).collect::<Vec<_>>()
    };
    for _ in 0..200 {
        window.run_steps(1);
        if enabled() == [false, true, false] {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(enabled(), [false, true, false]);
    press(&mut window, t!("app-command-undo"));
    for _ in 0..200 {
        window.run_steps(1);
        if enabled() == [true; 3] {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(enabled(), [true; 3]);
    // Removed sites are hidden at once, and come back with all they have.
    window.key_press(Key::Delete);
    window.run_steps(2);
    wait_for(
        &mut window,
        t!("sites-batch-removed", count = 2, records = 0),
    );
    let alpha = t!("sites-batch-select", site = "Alpha");
    assert!(window.query_by_label(alpha).is_none());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    wait_for(&mut window, alpha);
    assert_eq!(enabled().len(), 3);
}
