//! A rule that the engine does not save: the edit stays, with the reason where it can be mended.

use bowerbird::app::state::rule_editor::Editor;
use bowerbird::app::views::sites::SitesState;
use bowerbird::engine::types::{Message, SiteId};
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};

use super::draw;
use crate::app_views::{made, stage};
use crate::texts::t;

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
