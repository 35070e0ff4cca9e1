//! A rule over kept pages: what would change is shown field by field, then taken, and taken back.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::views::sites::{Reread, SitesState, sites_ui};
use bowerbird::engine::records::rerun::{RerunDifference, RerunReport};
use bowerbird::engine::types::{
    ChangeCounts, Comparison, Difference, Language, RevertedRecords, RuleOrigin, SiteId,
    ValueChange,
};
use bowerbird::engine::{Command, RereadCommand, RunCommand, SiteCommand};
use eframe::egui;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use serde_json::json;

use crate::app_views::{Stage, made, stage, stage_in};
use crate::texts::t;

fn draw(ui: &mut egui::Ui, stage: &mut Stage<SitesState>) {
    sites_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn difference(field: &str, change: ValueChange, before: &str, after: &str) -> RerunDifference {
    let value = |text: &str| match text {
        "" => json!(null),
        text => json!(text),
    };
    RerunDifference {
        url: "https://example.org/a".to_owned(),
        difference: Difference {
            field: field.to_owned(),
            number: 1,
            change,
            before: value(before),
            after: value(after),
        },
    }
}

fn report() -> RerunReport {
    let counts = |equal, changed, gained| ChangeCounts {
        equal,
        changed,
        gained,
        lost: 0,
    };
    RerunReport {
        pages: 12,
        pages_done: 12,
        pages_unfit: 1,
        records_changed: 7,
        records_new: 0,
        records_lost: 2,
        texts_shortened: 1,
        comparison: Comparison {
            counts: vec![
                ("title".to_owned(), counts(4, 7, 0)),
                ("price".to_owned(), counts(0, 0, 3)),
            ],
            ..Comparison::default()
        },
        differences: vec![
            difference("title", ValueChange::Changed, "Old title", "New title"),
            difference("price", ValueChange::Gained, "", "12 €"),
        ],
        cancelled: false,
    }
}

fn opened(draft: bool) -> (SitesState, Vec<Action>) {
    let mut actions = Vec::new();
    let site = made::site(1, "Daily", None);
    let reread = if draft {
        Reread::of_draft(site.id, "Daily", "# rule", RuleOrigin::Edited, &mut actions)
    } else {
        Reread::open(&site, &mut actions)
    };
    let state = SitesState {
        reread: Some(reread),
        ..SitesState::default()
    };
    (state, actions)
}

#[test]
fn a_saved_rule_is_looked_at_taken_and_taken_back() {
    let (state, asked) = opened(false);
    assert!(matches!(
        &asked[..],
        [
            Action::Send(Command::Run(RunCommand::Reread(RereadCommand::Preview {
                site: SiteId(1),
                rule_toml: None
            }))),
            Action::Query(DataQuery::Rewritten(SiteId(1)))
        ]
    ));
    let mut harness = stage(made::world(), state, draw);
    let reread = |stage: &mut Stage<SitesState>| stage.state.reread.take().unwrap();
    let mut now = reread(harness.state_mut());
    now.apply_report(report(), true, true);
    harness.state_mut().state.reread = Some(now);
    harness.run();
    harness.get_by_label(t!("reread-would", changed = 7, new = 0, pages = 12));
    harness.get_by_label(t!("reread-lost", count = 2));
    harness.get_by_label("Old title");
    harness.get_by_label("12 €");
    // One field alone.
    harness.get_by_role_and_label(Role::Button, "price").click();
    harness.run();
    assert!(harness.query_by_label("Old title").is_none());
    harness.get_by_label(t!("reread-remove-lost")).click();
    harness.run();
    harness.get_by_label(t!("reread-take")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Run(RunCommand::Rerun {
            site: SiteId(1),
            remove_lost: true
        })]
    );
    let mut now = reread(harness.state_mut());
    now.apply_report(report(), false, true);
    harness.state_mut().state.reread = Some(now);
    harness.run();
    harness.get_by_label(t!("reread-removed", count = 2));
    harness.get_by_label(t!("reread-undo")).click();
    harness.run();
    assert_eq!(
        harness.state().commands().last(),
        Some(&&Command::Run(RunCommand::Reread(
            RereadCommand::TakeBack { site: SiteId(1) }
        )))
    );
    let mut now = reread(harness.state_mut());
    now.reverted(RevertedRecords {
        records: 9,
        left: 1,
    });
    harness.state_mut().state.reread = Some(now);
    harness.run();
    harness.get_by_label_contains(t!("reread-back", count = 9, left = 1));
    harness.get_by_label(t!("reread-close")).click();
    harness.run();
    assert!(harness.state().state.reread.is_none());
}

#[test]
fn a_draft_is_saved_before_its_records_are_changed() {
    let (mut state, _) = opened(true);
    state
        .reread
        .as_mut()
        .unwrap()
        .apply_report(report(), true, true);
    let mut harness = stage_in(
        Language::Chinese,
        [1024.0, 700.0],
        made::world(),
        state,
        draw,
    );
    harness
        .get_by_label(t!(Language::Chinese; "reread-save-and-take"))
        .click();
    harness.run();
    assert!(matches!(
        harness.state().commands()[..],
        [
            Command::Site(SiteCommand::Update {
                site: SiteId(1),
                ..
            }),
            Command::Run(RunCommand::Rerun {
                site: SiteId(1),
                remove_lost: false
            })
        ]
    ));
}

#[test]
fn leaving_while_pages_are_read_stops_that() {
    let (state, _) = opened(false);
    let mut harness = stage(made::world(), state, draw);
    harness.get_by_label(t!("reread-progress", done = 0, pages = 0));
    harness.get_by_label(t!("app-editor-back")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Run(RunCommand::Stop { site: SiteId(1) })]
    );
}
