//! The versions of a rule: what the view makes of odd histories.

use bowerbird::app::action::Action;
use bowerbird::app::views::sites::{SitesState, Versions, listed, sites_ui};
use bowerbird::engine::Command;
use bowerbird::engine::types::{Language, RuleOrigin, RuleVersion, SiteId};
use eframe::egui;
use egui_kittest::kittest::Queryable;

use super::{Stage, made, stage_in};

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
    assert!(matches!(actions[..], [Action::Ask(_)]));
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
        [&Command::RestoreRule {
            site: SiteId(1),
            version: 2
        }]
    );
}
