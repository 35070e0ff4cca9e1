//! Every panel of the whole window, in both languages, over a real project and a real page: what a
//! person can use has a name that is no raw id, the keyboard reaches all of it, and the input
//! method writes into it.

use std::collections::BTreeSet;
use std::path::Path;

use bowerbird::engine::types::{Catalogue, Language};
use bowerbird::io::sample::SampleSite;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, ImeEvent, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::top_bar_and_rail::{Window, open_window, wait_for};
use crate::app_views::field;
use crate::texts::t;

const HEADLINE: &str = "The morning ferry gets a second boat";

/// A window with the sample site's list open in the workbench.
fn open_list(folder: &Path, language: Language, site: &SampleSite) -> Window {
    let mut window = open_window(folder, language.tag());
    press(&mut window, Modifiers::NONE, Key::Num3);
    let address = text(language, "app-bench-address");
    field(&window, &address).focus();
    window.run();
    field(&window, &address).type_text(&site.url());
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_for(&mut window, &text(language, "app-author-use-list"));
    window.run();
    window
}

fn text(language: Language, id: &str) -> String {
    Catalogue::new(language).get(id)
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn click(window: &mut Window, language: Language, id: &str) {
    let name = text(language, id);
    wait_for(window, &name);
    window.run();
    let buttons = [Role::Button, Role::CheckBox, Role::RadioButton, Role::Tab];
    let found = window.get_all_by_label(&name);
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|node| !buttons.contains(&node.accesskit_node().role()));
    found.first().expect("a button").click();
    window.run();
}

/// What a person acts on.
fn is_used(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::Link
            | Role::Tab
            | Role::MenuItem
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::PasswordInput
            | Role::Switch
            | Role::Splitter
            | Role::Image
            | Role::Table
    )
}

/// Whether a text is an id of the catalogues, or one that has no text.
fn is_raw(text: &str) -> bool {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.starts_with("app-") && !bare.contains(' ') && !text.contains('.')
}

/// Everything that can be used has a name, and nothing shows an id instead of a text.
fn all_is_named(window: &Window, what: &str) -> usize {
    let mut named = 0;
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let name = node.label().or_else(|| node.value()).unwrap_or_default();
        assert!(!is_raw(&name), "{what}: {name} is no text");
        if node.is_hidden() || !is_used(node.role()) {
            continue;
        }
        let label = node
            .label()
            .or_else(|| node.data().placeholder().map(str::to_owned));
        assert!(
            label.is_some_and(|label| !label.trim().is_empty()),
            "{what}: a {:?} without a name: {node:?}",
            node.role()
        );
        named += 1;
    }
    named
}

#[test]
fn every_panel_of_the_workbench_names_what_can_be_used() {
    let site = SampleSite::start(0).unwrap();
    let mut named = 0;
    for language in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_list(folder.path(), language, &site);
        let look =
            |window: &Window, what: &str| all_is_named(window, &format!("{what} {language:?}"));
        named += look(&window, "offer");
        click(&mut window, language, "app-author-use-list");
        wait_for(&mut window, &text(language, "app-author-use-next"));
        named += look(&window, "fields");
        click(&mut window, language, "app-author-use-next");
        let title = t!(language; "app-column-title");
        let row = t!(language; "app-author-field-row", field = title);
        wait_for(&mut window, row);
        window.run();
        let title = window.get_all_by_label(row);
        let row = title
            .into_iter()
            .find(|node| node.accesskit_node().role() == Role::Button);
        row.expect("a row of the field").click();
        window.run();
        named += look(&window, "one field");
        for id in ["app-samples-title", "app-pages-title", "app-data-title"] {
            click(&mut window, language, id);
            named += look(&window, id);
        }
        for id in [
            "app-page-tree",
            "app-page-source",
            "app-page-outline",
            "app-page-picture",
        ] {
            click(&mut window, language, id);
            named += look(&window, id);
        }
        press(&mut window, Modifiers::COMMAND, Key::F);
        named += look(&window, "find");
        press(&mut window, Modifiers::NONE, Key::Escape);
        click(&mut window, language, "app-page-info");
        named += look(&window, "page info");
        press(&mut window, Modifiers::NONE, Key::Escape);
        press(&mut window, Modifiers::NONE, Key::F1);
        named += look(&window, "shortcut sheet");
        press(&mut window, Modifiers::NONE, Key::Escape);
        press(&mut window, Modifiers::COMMAND, Key::K);
        named += look(&window, "palette");
        press(&mut window, Modifiers::NONE, Key::Escape);
        for menu in [
            "app-menu-file",
            "app-menu-edit",
            "app-menu-view",
            "app-menu-help",
        ] {
            click(&mut window, language, menu);
            named += look(&window, menu);
            press(&mut window, Modifiers::NONE, Key::Escape);
        }
    }
    assert!(named > 600, "only {named} were looked at");
}

#[test]
fn the_keyboard_reaches_everything_in_the_workbench() {
    let site = SampleSite::start(0).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_list(folder.path(), Language::English, &site);
    click(&mut window, Language::English, "app-author-use-list");
    wait_for(&mut window, t!("app-author-use-next"));
    window.run();
    let mut wanted = BTreeSet::new();
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let by_keys = is_used(node.role()) && !matches!(node.role(), Role::Splitter | Role::Table);
        if by_keys && !node.is_hidden() && !node.is_disabled() {
            wanted.insert(node.label().unwrap_or_default());
        }
    }
    let mut order = Vec::new();
    for _ in 0..wanted.len() * 3 {
        window.key_press(Key::Tab);
        window.step();
        window.step();
        let mut nodes = window.root().children_recursive();
        let focused = nodes.find(|node| node.accesskit_node().is_focused());
        let name = focused.and_then(|node| node.accesskit_node().label());
        order.push(name.unwrap_or_default());
    }
    let reached: BTreeSet<String> = order.iter().cloned().collect();
    let missed: Vec<&String> = wanted.difference(&reached).collect();
    assert!(
        missed.is_empty(),
        "no Tab leads to {missed:?}; it led to {order:?}"
    );
    // The page was opened with Enter: Tab goes on from the strip, and comes round.
    let round = order
        .iter()
        .skip_while(|name| *name != t!("app-bench-address"));
    let order: Vec<&String> = round.collect();
    let place = |name: &str| order.iter().position(|of| *of == name);
    let (address, strip, page) = (
        place(t!("app-bench-address")),
        place(t!("app-author-use-next")),
        place(t!("app-page-tree")),
    );
    assert!(
        address < strip && strip < page,
        "from top to bottom: {order:?}"
    );
    // The page before the panels around it.
    for panel in [t!("app-author-as-text"), t!("app-samples-title")] {
        assert!(page < place(panel), "{panel} comes later: {order:?}");
    }
}

#[test]
fn the_input_method_writes_into_address_and_name() {
    let site = SampleSite::start(0).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_list(folder.path(), Language::Chinese, &site);
    let address = text(Language::Chinese, "app-bench-address");
    compose(&mut window, &address, "tu shu guan", "图书馆");

    // A field is named after what was clicked on.
    click(&mut window, Language::Chinese, "app-author-point");
    wait_for(&mut window, HEADLINE);
    window.run();
    // The outline has the heading first and then the link in it.
    let headline = window.get_all_by_label(HEADLINE).next();
    headline.expect("the headline").click();
    click(&mut window, Language::Chinese, "app-author-is-other");
    let name = text(Language::Chinese, "app-author-field-name");
    compose(&mut window, &name, "biao ti", "标题");
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait_for(&mut window, "12");
    let rows = window.query_all_by_label("标题").count();
    assert!(rows > 0, "the field is there");
}

/// Composes `text` in the field of that name out of `keys`: nothing is done before it is there.
fn compose(window: &mut Window, name: &str, keys: &str, text: &str) {
    field(window, name).focus();
    window.run();
    press(window, Modifiers::COMMAND, Key::A);
    let preedit = |text: &str| {
        Event::Ime(ImeEvent::Preedit {
            text: text.to_owned(),
            active_range_chars: None,
        })
    };
    for end in 1..=keys.len() {
        window.event(preedit(&keys[..end]));
        window.run();
    }
    window.event(preedit(""));
    window.event(Event::Ime(ImeEvent::Commit(text.to_owned())));
    window.run();
    let written = field(window, name).accesskit_node().value();
    assert_eq!(written.as_deref(), Some(text), "in {name}");
}
