//! A rule that the engine does not save: the edit stays, with the reason where it can be mended.

use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::views::sites::SitesState;
use bowerbird::engine::types::{Message, SiteId};
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::draw;
use crate::app_views::{Stage, made, stage};
use crate::texts::t;

/// The sites with a changed rule of the first one in the editor.
fn edited() -> (SitesState, String) {
    let text = made::RULE.replace("\"Daily\"", "\"Weekly\"");
    let mut editor = Editor::new(Some(SiteId(1)), made::RULE.to_owned());
    editor.text.clone_from(&text);
    editor.text_changed();
    let state = SitesState {
        editor: Some(editor),
        ..SitesState::default()
    };
    (state, text)
}

#[test]
fn an_unsaved_edit_outlives_the_way_back_to_the_sites() {
    let (state, text) = edited();
    let mut world = made::world();
    world.sites.iter_mut().flatten().for_each(|site| {
        if site.id == SiteId(1) {
            site.rule_toml = made::RULE.to_owned();
        }
    });
    let name = world.sites()[0].name.clone();
    let mut harness = stage(world, state, draw);
    harness.get_by_label(t!("app-editor-back")).click();
    harness.run();
    assert!(harness.state().state.editor.is_none());
    harness.get_by_label_contains(t!("app-sites-draft", name = name.clone()));

    let go_on = t!("app-sites-draft-continue-name", name = name.clone());
    harness.get_by_label(go_on).click();
    harness.run();
    let text_of = |harness: &Harness<'_, Stage<SitesState>>| {
        let editor = harness.state().state.editor.as_ref();
        editor.map(|editor| editor.text.clone())
    };
    assert_eq!(text_of(&harness), Some(text.clone()));

    // One that was just refused stays too, and the site's own way into the editor leads to it.
    let editor = harness.state_mut().state.editor.as_mut().unwrap();
    editor.refused(Message::new("store-name-taken").with("name", "Weekly"));
    harness.run();
    harness.get_by_label(t!("app-editor-back")).click();
    harness.run();
    let site = harness.state().world.sites()[0].clone();
    harness.state_mut().state.edit(&site);
    assert_eq!(text_of(&harness), Some(text));
    harness.run();
    harness.get_by_label(t!("app-editor-back")).click();
    harness.run();

    let discard = t!("app-sites-draft-discard-name", name = name);
    harness.get_by_label(discard).click();
    harness.run();
    assert_eq!(harness.state().state.unsaved(&[site]).count(), 0);
}

#[test]
fn an_unchanged_rule_leaves_nothing_behind() {
    let state = SitesState {
        editor: Some(Editor::new(Some(SiteId(1)), made::RULE.to_owned())),
        ..SitesState::default()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("app-editor-back")).click();
    harness.run();
    assert!(harness.state().state.drafts.is_empty());
}

#[test]
fn an_edit_with_a_taken_name_comes_back_with_the_keyboard_in_the_name() {
    let text = made::RULE.replace("\"Daily\"", "\"Weekly\"");
    let mut editor = Editor::new(Some(SiteId(1)), made::RULE.to_owned());
    editor.text.clone_from(&text);
    editor.text_changed();
    let state = SitesState {
        editor: Some(editor),
        ..SitesState::default()
    };
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("app-editor-save")).click();
    harness.run();
    assert!(harness.state().state.editor.is_none());
    assert_eq!(harness.state().commands().len(), 1);

    let taken = Message::new("store-name-taken").with("name", "Weekly");
    assert!(harness.state_mut().state.save_refused(&taken));
    harness.run();
    let editor = harness.state().state.editor.as_ref().unwrap();
    assert_eq!((&editor.text, editor.faults.len()), (&text, 1));
    let name = harness.get_by_label(t!("app-form-name"));
    assert!(name.is_focused());
    let shown = t!("store-name-taken", name = "Weekly");
    assert!(harness.query_all_by_label_contains(shown).count() >= 2);
    let save = harness.get_by_label(t!("app-editor-save"));
    assert!(save.accesskit_node().is_disabled());

    harness.key_press(Key::End);
    harness
        .get_by_label(t!("app-form-name"))
        .type_text(" Paper");
    harness.run();
    assert!(harness.query_by_label_contains(shown).is_none());
    harness.get_by_label(t!("app-editor-save")).click();
    harness.run();

    // Saved: what fails later is about something else.
    let mut saved = made::world().sites().to_vec();
    saved[0].rule_toml = text.replace("\"Weekly\"", "\"Weekly Paper\"");
    let state = &mut harness.state_mut().state;
    state.came(made::world().sites(), &saved);
    assert!(!state.save_refused(&taken));
    assert!(state.editor.is_none());
}
