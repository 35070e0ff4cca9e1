//! Drop-down lists by the keyboard.

use bowerbird::app::views::accounts::{AccountsState, accounts_ui};
use bowerbird::engine::types::SiteId;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use crate::app_views::{Stage, field, made, stage};
use crate::texts::t;

type Window = Harness<'static, Stage<AccountsState>>;

fn list<'w>(window: &'w Window) -> Node<'w> {
    let is_list = |node: &Node<'_>| node.accesskit_node().role() == Role::ComboBox;
    let mut named = window.get_all_by_label(t!("app-tasks-site"));
    named.find(is_list).expect("a list of that name")
}

/// The window with the accounts' list of sites, the second one chosen, opened by a key.
fn opened() -> Window {
    let mut state = AccountsState::default();
    let world = made::world();
    state.site = Some(world.sites()[1].id);
    let mut window = stage(world, state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    window.run();
    list(&window).focus();
    window.run();
    press(&mut window, Key::Enter);
    assert!(is_open(&window));
    window
}

fn press(window: &mut Window, key: Key) {
    window.key_press_modifiers(Modifiers::NONE, key);
    window.run();
}

/// The entries that are shown say so by the words of the one that chooses no site.
fn is_open(window: &Window) -> bool {
    let none = window.query_all_by_label(t!("app-tasks-choose-site"));
    none.count() > 0
}

fn sites(window: &Window) -> Vec<SiteId> {
    let sites = window.state().world.sites().iter();
    sites.map(|site| site.id).collect()
}

#[test]
fn enter_takes_the_entry_after_the_chosen_one_and_closes_the_list() {
    let mut window = opened();
    let sites = sites(&window);
    assert_eq!(
        window.state().state.site,
        Some(sites[1]),
        "opening takes nothing"
    );
    press(&mut window, Key::ArrowUp);
    assert_eq!(window.state().state.site, Some(sites[1]), "not taken yet");
    press(&mut window, Key::Enter);
    assert_eq!(window.state().state.site, Some(sites[0]));
    assert!(!is_open(&window));
    assert!(list(&window).accesskit_node().is_focused());
}

#[test]
fn the_keyboard_stays_in_the_list_until_tab_closes_it_and_goes_on() {
    let mut window = opened();
    let sites = sites(&window);
    for _ in 0..9 {
        press(&mut window, Key::ArrowDown);
    }
    assert!(is_open(&window));
    press(&mut window, Key::Tab);
    assert!(!is_open(&window));
    assert_eq!(window.state().state.site, Some(sites[1]));
    let next = field(&window, t!("app-proxies-user"));
    assert!(next.accesskit_node().is_focused());
}
