//! Files handed to the whole window: pages with and without an address, several at once, rules
//! going out and coming in, files of no use; and a site that is removed and comes back.

use std::path::{Path, PathBuf};

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, drop_file, drop_files, open_window, wait_for};
use crate::texts::{fixed_part, t};

const RULE: &str = "[site]\nname = \"Paper\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:1/\"]\n\
     [[field]]\nname = \"title\"\nselect = [ { css = \"h1\" } ]\nrequired = true\n";

fn page(folder: &Path, name: &str, head: &str) -> PathBuf {
    let path = folder.join(name);
    let html = format!(
        "<html><head>{head}<title>Title of {name}</title></head><body><h1>Headline of {name}</h1>\
         <p>It was a day like any other, and nobody had thought of it before.</p></body></html>"
    );
    std::fs::write(&path, html).unwrap();
    path
}

fn press(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.run();
    window.get_by_label(name).click();
    window.run();
}

/// Waits until the address bar holds `address`.
fn wait_for_address(window: &mut Window, address: &str) {
    for _ in 0..20_000 {
        window.step();
        let field = window.query_by_label(t!("app-bench-address"));
        let held = field.and_then(|field| field.accesskit_node().value());
        if held.as_deref() == Some(address) {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{address} never stood in the address bar");
}

#[test]
fn a_dropped_page_opens_and_one_without_an_address_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let head = "<link rel=canonical href='https://a.example/news'>";
    drop_file(&mut window, page(folder.path(), "one.html", head));
    wait_for_address(&mut window, "https://a.example/news");

    drop_file(&mut window, page(folder.path(), "two.htm", ""));
    wait_for(&mut window, t!("app-page-file-from", file = "two.htm"));
    window.run();
    crate::app_views::field(&window, t!("app-page-file-address"))
        .type_text("https://b.example/two");
    window.run();
    press(&mut window, t!("app-page-file-open"));
    wait_for_address(&mut window, "https://b.example/two");
    // Back leads to the first file again, forward to the second with its address.
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    wait_for_address(&mut window, "https://a.example/news");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    wait_for_address(&mut window, "https://b.example/two");
}

#[test]
fn several_pages_become_samples_of_the_rule_in_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let pages = || {
        ["one.html", "two.html"].map(|name| {
            let head = format!("<base href='http://127.0.0.1:1/{name}'>");
            page(folder.path(), name, &head)
        })
    };
    drop_files(&mut window, pages().to_vec());
    wait_for(&mut window, t!("app-page-files-title", count = 2));
    wait_for(&mut window, t!("app-page-files-no-rule"));
    window.run();
    press(&mut window, t!("app-page-file-cancel"));

    let rule = folder.path().join("paper.toml");
    std::fs::write(&rule, RULE).unwrap();
    drop_file(&mut window, rule);
    press(&mut window, t!("news-add"));
    press(&mut window, t!("app-sites-open-in-workbench"));
    drop_files(&mut window, pages().to_vec());
    press(&mut window, t!("app-page-files-keep", rule = "Paper"));
    wait_for(&mut window, t!("app-samples-taken", count = 2));
    wait_for(&mut window, "Title of two.html");

    // The rule goes out with them.
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    window.run();
    let out = folder.path().join("rules");
    let field = crate::app_views::field(&window, t!("app-rules-export-folder"));
    field.focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run();
    crate::app_views::field(&window, t!("app-rules-export-folder"))
        .type_text(&out.display().to_string());
    window.run();
    press(&mut window, t!("app-rules-export-write", count = 1));
    wait_for(
        &mut window,
        t!(
            "app-rules-written",
            rules = 1,
            samples = 2,
            path = out.display().to_string()
        ),
    );
    assert_eq!(
        std::fs::read_to_string(out.join("Paper.toml")).unwrap(),
        RULE
    );
    assert!(out.join("Paper.samples/one.json").exists());
    assert!(out.join("Paper.samples/two.html.gz").exists());
}

#[test]
fn a_second_rule_for_the_same_address_is_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    for name in ["Paper", "Journal"] {
        let rule = folder.path().join(format!("{name}.toml"));
        std::fs::write(&rule, RULE.replace("Paper", name)).unwrap();
        // Whatever is looked at: the sites are shown.
        window.key_press(Key::Num3);
        window.run();
        drop_file(&mut window, rule);
        // What it would do is seen before.
        wait_for(
            &mut window,
            t!(
                "plan-part-site",
                name = name,
                wants = t!("plan-wants", wants = "http://127.0.0.1:1", more = 0)
            ),
        );
        press(&mut window, t!("news-add"));
        wait_for(&mut window, t!("app-sites-start"));
        wait_for(&mut window, name);
    }
    wait_for(
        &mut window,
        t!("app-sites-double", name = "Journal", other = "Paper"),
    );
}

#[test]
fn files_of_no_use_are_named_and_the_others_taken() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let picture = folder.path().join("photo.png");
    std::fs::write(&picture, b"\x89PNG\r\n\x1a\n0000").unwrap();
    let rule = folder.path().join("paper.toml");
    std::fs::write(&rule, RULE).unwrap();
    drop_files(&mut window, vec![picture, rule, folder.path().to_owned()]);
    wait_for(&mut window, "photo.png");
    wait_for(&mut window, fixed_part("app-drop-failed"));
    press(&mut window, t!("news-add"));
    wait_for(&mut window, t!("app-sites-run-one", site = "Paper"));
}

#[test]
fn a_removed_site_comes_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let rule = folder.path().join("paper.toml");
    std::fs::write(&rule, RULE).unwrap();
    drop_file(&mut window, rule.clone());
    press(&mut window, t!("news-add"));
    press(&mut window, t!("app-more-of", subject = "Paper"));
    press(&mut window, t!("app-sites-remove"));
    wait_for(
        &mut window,
        t!("app-removed-site", site = "Paper", records = 0),
    );
    assert!(
        window
            .query_by_label(t!("app-sites-run-one", site = "Paper"))
            .is_none()
    );
    press(&mut window, t!("app-command-undo"));
    wait_for(&mut window, t!("app-sites-run-one", site = "Paper"));
    window.run();
    // It is in use again, and its name is free once it is removed for good.
    let on = window.get_by_label(t!("app-sites-enable", site = "Paper"));
    assert!(on.accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True));
    press(&mut window, t!("app-more-of", subject = "Paper"));
    press(&mut window, t!("app-sites-remove"));
    drop_file(&mut window, rule);
    press(&mut window, t!("news-add"));
    wait_for(&mut window, t!("app-sites-run-one", site = "Paper"));
}

#[test]
fn a_rule_file_says_what_is_new_and_is_left_where_nobody_wants_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(folder.path(), "en");
    let rule = folder.path().join("paper.toml");
    let login = "[login]\nurl = \"https://elsewhere.example/in\"\n[[field]]";
    std::fs::write(&rule, RULE.replace("[[field]]", login)).unwrap();
    drop_file(&mut window, rule);
    wait_for(&mut window, "https://elsewhere.example/in");
    wait_for(&mut window, fixed_part("plan-part-private"));
    press(&mut window, t!("news-leave"));
    assert!(window.query_by_label(t!("news-add")).is_none());
    wait_for(&mut window, t!("app-sites-empty"));
}
