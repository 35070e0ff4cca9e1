//! The versions of a rule: listed, compared, taken up again and given back, in the whole window
//! over a real project; and what the view makes of odd histories.

use bowerbird::app::action::Action;
use bowerbird::app::background::listed;
use bowerbird::app::views::sites::{SitesState, Versions, sites_ui};
use bowerbird::engine::types::{Language, RuleOrigin, RuleVersion, SiteId};
use bowerbird::engine::{Command, SiteCommand};
use eframe::egui::{self, Key};
use egui_kittest::kittest::Queryable;

use super::top_bar_and_rail::{drop_file, open_window, wait_for};
use crate::app_views::{Stage, made, stage_in};
use crate::texts::t;

#[test]
fn an_older_version_is_compared_taken_up_again_and_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let rule = folder.path().join("daily.toml");
    std::fs::write(&rule, made::RULE).unwrap();
    let mut window = open_window(folder.path(), "en");
    drop_file(&mut window, rule);
    wait_for(&mut window, t!("news-add"));
    window.run();
    window.get_by_label(t!("news-add")).click();
    window.run();
    wait_for(&mut window, t!("app-sites-run-one", site = "Daily"));
    window.run();
    window.get_by_label(t!("app-sites-edit")).click();
    window.run();
    window.get_by_label(t!("app-form-name")).focus();
    window.run();
    window.key_press(Key::End);
    window.get_by_label(t!("app-form-name")).type_text(" Paper");
    window.run();
    window.get_by_label(t!("app-editor-save")).click();
    window.run();
    wait_for(&mut window, t!("app-sites-run-one", site = "Daily Paper"));
    window.run();

    let further = t!("app-more-of", subject = "Daily Paper");
    window.get_by_label(further).click();
    window.run();
    window.get_by_label(t!("app-sites-versions")).click();
    window.run();
    wait_for(
        &mut window,
        t!("app-versions-from-to", before = 1, after = 2),
    );
    window.get_by_label("\"Daily Paper\"");
    window.get_by_label(t!("app-versions-edited"));
    window.get_by_label(t!("app-versions-as-lines")).click();
    window.run();
    window.get_by_label_contains("+name = \"Daily Paper\"");

    window.get_by_label(t!("app-versions-added")).click();
    window.run();
    window
        .get_by_label(t!("app-versions-restore", number = 1))
        .click();
    window.run();
    wait_for(
        &mut window,
        t!(
            "app-versions-restored-now",
            site = "Daily Paper",
            number = 1
        ),
    );
    wait_for(
        &mut window,
        t!("app-versions-from-to", before = 2, after = 3),
    );
    window.run();
    window.get_by_label_contains("-name = \"Daily Paper\"");
    window.get_by_label(t!("app-command-undo")).click();
    window.run();
    wait_for(
        &mut window,
        t!("app-versions-from-to", before = 3, after = 4),
    );
    window.get_by_label_contains("+name = \"Daily Paper\"");
    window.run();
    window.get_by_label(t!("app-editor-back")).click();
    window.run();
    window.get_by_label(t!("app-sites-run-one", site = "Daily Paper"));
}

fn draw(ui: &mut egui::Ui, stage: &mut Stage<SitesState>) {
    sites_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn version(number: u32, origin: RuleOrigin, rule_toml: &str) -> RuleVersion {
    RuleVersion {
        number,
        saved_at: made::at("2026-01-05T10:00:00Z"),
        origin,
        rule_toml: rule_toml.to_owned(),
    }
}

#[test]
fn comments_a_broken_text_and_another_site_are_taken_as_they_are() {
    let commented = format!("# again\n{}", made::RULE);
    let versions = vec![
        version(3, RuleOrigin::Imported, "no toml ["),
        version(2, RuleOrigin::Edited, &commented),
        version(1, RuleOrigin::Added, made::RULE),
    ];
    let mut actions = Vec::new();
    let site = made::site(1, "Daily", None);
    let mut state = Versions::open(&site, &mut actions);
    assert!(matches!(actions[..], [Action::Query(_)]));
    state.came(SiteId(2), listed(vec![version(9, RuleOrigin::Added, "")]));
    state.came(SiteId(1), listed(versions));
    let state = SitesState {
        versions: Some(state),
        ..SitesState::default()
    };
    let mut harness = stage_in(
        Language::Chinese,
        [1024.0, 700.0],
        made::world(),
        state,
        draw,
    );
    // The newest cannot be read as data; its lines can.
    harness.get_by_label_contains("+no toml [");
    harness
        .get_by_label(t!(Language::Chinese; "app-versions-edited"))
        .click();
    harness.run();
    assert_eq!(
        harness
            .query_all_by_label(t!(Language::Chinese; "app-versions-layout"))
            .count(),
        2
    );
    harness
        .get_by_label(t!(Language::Chinese; "app-versions-restore", number = 2))
        .click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::RestoreRule {
            site: SiteId(1),
            version: 2
        })]
    );
}
