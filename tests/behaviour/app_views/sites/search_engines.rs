//! The dialog of a search with several engines: nothing is added before robots.txt was asked, and a person
//! hears which engines are left out.

use bowerbird::app::views::sites::SitesState;
use bowerbird::engine::types::shipped_engines;
use bowerbird::engine::{Command, RefusedEngine, SearchProposal, SiteCommand};
use egui_kittest::kittest::Queryable;

use super::{draw, field, made, stage};
use crate::texts::t;

#[test]
fn a_search_is_checked_before_it_is_added() {
    let mut window = stage(made::world(), SitesState::default(), draw);
    window.get_by_label(t!("search-open")).click();
    window.run();
    let names: Vec<&str> = shipped_engines()[..2]
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    for name in &names {
        window.get_by_label(name).click();
        window.run();
    }
    let words = t!("search-words");
    field(&window, words).focus();
    window.run();
    field(&window, words).type_text("new bridge");
    window.run();
    window.get_by_label(t!("search-add")).click();
    window.run();
    let commands = window.state().commands();
    let [Command::Site(SiteCommand::ProposeSearch { generation, draft })] = commands[..] else {
        panic!("{commands:?}");
    };
    assert_eq!(draft.words, ["new bridge"]);
    assert_eq!(draft.engines.len(), 2);
    let generation = *generation;
    let proposed = SearchProposal {
        name: "new bridge".to_owned(),
        words: 1,
        refused: vec![RefusedEngine {
            name: names[0].to_owned(),
            rule: "Disallow: /search".to_owned(),
        }],
        rule_toml: Some("[site]".to_owned()),
    };
    let mut actions = Vec::new();
    let search = &mut window.state_mut().state.search;
    search.came(generation + 1, Ok(proposed.clone()), &mut actions);
    search.came(generation, Ok(proposed), &mut actions);
    assert!(actions.is_empty(), "a person hears first who is left out");
    window.state_mut().actions.clear();
    window.run();
    window.get_by_label(t!(
        "search-refused",
        name = names[0],
        rule = "Disallow: /search"
    ));
    window.get_by_label(t!("search-add-others")).click();
    window.run();
    assert_eq!(
        window.state().commands(),
        [&Command::Site(SiteCommand::AddLooked {
            name: "new bridge".to_owned(),
            rule_toml: "[site]".to_owned(),
        })]
    );
    assert!(!window.state().state.search.open);
}
