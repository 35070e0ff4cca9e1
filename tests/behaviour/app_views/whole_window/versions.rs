//! The versions of a rule: listed, compared, taken up again and given back, in the whole window
//! over a real project; and what the view makes of odd histories.

use bowerbird::app::action::Action;
use bowerbird::app::background::listed;
use bowerbird::app::views::sites::{SitesState, Versions, sites_ui};
use bowerbird::engine::types::{Language, RuleOrigin, RuleVersion, SiteId};
use bowerbird::engine::{Command, SiteCommand};
use eframe::egui::{self, Key};
use egui_kittest::kittest::Queryable;

use super::chrome::{drop_file, open_window, wait_for};
use crate::app_views::{Stage, made, stage_in};

#[test]
fn an_older_version_is_compared_taken_up_again_and_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let rule = folder.path().join("daily.toml");
    std::fs::write(&rule, made::RULE).unwrap();
    let mut window = open_window(folder.path(), "en");
    drop_file(&mut window, rule);
    wait_for(&mut window, "Add it");
    window.run();
    window.get_by_label("Add it").click();
    window.run();
    wait_for(&mut window, "Run Daily");
    window.run();
    window.get_by_label("Edit rule").click();
    window.run();
    window.get_by_label("Name").focus();
    window.run();
    window.key_press(Key::End);
    window.get_by_label("Name").type_text(" Paper");
    window.run();
    window.get_by_label("Save").click();
    window.run();
    wait_for(&mut window, "Run Daily Paper");
    window.run();

    window.get_by_label("Versions").click();
    window.run();
    wait_for(&mut window, "From version 1 to version 2");
    window.get_by_label("\"Daily Paper\"");
    window.get_by_label("edited");
    window.get_by_label("Lines").click();
    window.run();
    window.get_by_label_contains("+name = \"Daily Paper\"");

    window.get_by_label("added").click();
    window.run();
    window.get_by_label("Use version 1 again").click();
    window.run();
    wait_for(&mut window, "Daily Paper uses version 1 of its rule again.");
    wait_for(&mut window, "From version 2 to version 3");
    window.run();
    window.get_by_label_contains("-name = \"Daily Paper\"");
    window.get_by_label("Undo").click();
    window.run();
    wait_for(&mut window, "From version 3 to version 4");
    window.get_by_label_contains("+name = \"Daily Paper\"");
    window.run();
    window.get_by_label("← Sites").click();
    window.run();
    window.get_by_label("Run Daily Paper");
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
    harness.get_by_label("编辑").click();
    harness.run();
    assert_eq!(harness.query_all_by_label("只有注释或排版不同").count(), 2);
    harness.get_by_label("重新使用版本 2").click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Site(SiteCommand::RestoreRule {
            site: SiteId(1),
            version: 2
        })]
    );
}
