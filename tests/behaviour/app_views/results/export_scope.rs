//! Which records an export has, and the number that is told before it is written.

use std::time::Duration;

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::background::export_facts::ExportAsk;
use bowerbird::app::state::app_state::LiveRun;
use bowerbird::app::views::results::ResultsState;
use bowerbird::engine::types::{
    ExportJob, Format, RecordFilter, RunId, RunProgress, SiteId, grouped_digits,
};
use bowerbird::engine::{Command, ExportCommand};
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::{MILLION, show};
use crate::app_views::Stage;
use crate::texts::t;

type Window = Harness<'static, Stage<ResultsState>>;

/// The number of records as the window writes it.
fn million() -> String {
    grouped_digits(&MILLION.to_string())
}

/// The form with these records ticked.
fn form(ticked: &[u64]) -> Window {
    let mut harness = show();
    for number in ticked {
        let title = format!("Article {number} 文章");
        harness
            .get_by_label(t!("app-results-choose", title = title.as_str()))
            .click();
        harness.run();
    }
    harness.get_by_label(t!("app-command-export")).click();
    harness.run();
    harness.state_mut().state.export_path = "/nowhere/out.csv".to_owned();
    harness.run();
    harness
}

/// The job whose records the form asked to count last.
fn counted(harness: &Window) -> ExportJob {
    let asked = harness.state().actions.iter().rev();
    let mut jobs = asked.filter_map(|action| match action {
        Action::Query(DataQuery::Exports(ExportAsk::Count(job))) => Some((**job).clone()),
        _ => None,
    });
    jobs.next().expect("the records are counted")
}

/// The records that a click on the button exports.
fn written(harness: &mut Window) -> RecordFilter {
    harness.get_by_label(t!("app-export-write")).click();
    harness.run();
    let job = harness.state().commands().pop().cloned();
    let Some(Command::Exports(ExportCommand::Write { job, .. })) = job else {
        panic!("{job:?}");
    };
    job.options.filter
}

#[test]
fn the_ticked_records_are_written_unless_another_choice_is_made() {
    let mut harness = form(&[1, 3]);
    let job = counted(&harness);
    let picked: Vec<i64> = job.options.filter.part.picked.iter().map(|r| r.0).collect();
    assert_eq!(picked, [1, 3]);
    harness.get_by_label(t!("export-app-counting"));
    let state = &mut harness.state_mut().state;
    state.export.amount.came(&job, 2);
    harness.run();
    harness.get_by_label(t!("export-app-amount", count = 2));
    harness.get_by_label(t!("export-app-ticked", count = 2));
    assert_eq!(written(&mut harness).part.picked.len(), 2);

    let mut harness = form(&[1, 3]);
    harness
        .get_by_label(t!("export-app-every", count = million()))
        .click();
    harness.run();
    assert_eq!(counted(&harness).options.filter, RecordFilter::default());
    assert_eq!(written(&mut harness), RecordFilter::default());
}

#[test]
fn without_ticks_it_is_what_the_filter_shows_or_everything() {
    let mut harness = form(&[]);
    assert!(
        harness
            .query_by_label(t!("export-app-every", count = million()))
            .is_none(),
        "there is nothing to choose"
    );
    let job = counted(&harness);
    assert_eq!(job.options.filter, RecordFilter::default());
    harness.state_mut().state.export.amount.came(&job, MILLION);
    harness.state_mut().state.site = Some(SiteId(2));
    let mut actions = Vec::new();
    harness.state_mut().state.ask(&mut actions);
    harness.state_mut().actions.extend(actions);
    harness.run();
    assert_eq!(counted(&harness).options.filter.site, Some(SiteId(2)));
    harness.get_by_label(t!("export-app-shown", count = million()));
    assert_eq!(written(&mut harness).site, Some(SiteId(2)));
}

#[test]
fn a_run_of_the_site_may_bring_more() {
    let mut harness = form(&[]);
    assert!(harness.query_by_label(t!("export-app-grows")).is_none());
    let run = LiveRun {
        run: RunId(8),
        resumed: false,
        progress: RunProgress::default(),
        stopping: false,
        gap: Duration::ZERO,
    };
    harness.state_mut().world.live.insert(SiteId(1), run);
    harness.run();
    harness.get_by_label(t!("export-app-grows"));
    harness.state_mut().state.site = Some(SiteId(2));
    harness.run();
    assert!(
        harness.query_by_label(t!("export-app-grows")).is_none(),
        "another site runs"
    );
}

#[test]
fn ticks_are_not_kept_with_an_export() {
    let mut harness = form(&[2]);
    let state = &mut harness.state_mut().state;
    state.export.name = "daily".to_owned();
    state.export.since_last = true;
    harness.get_by_label(t!("export-app-kept")).click();
    harness.run();
    let keep = harness.get_by_label(t!("export-app-keep"));
    assert!(keep.accesskit_node().is_disabled());
    assert!(!counted(&harness).since_last, "new or not, it was ticked");
    harness
        .get_by_label(t!("export-app-every", count = million()))
        .click();
    harness.run();
    let keep = harness.get_by_label(t!("export-app-keep"));
    assert!(!keep.accesskit_node().is_disabled());
    assert!(counted(&harness).since_last);
}

#[test]
fn the_proposed_file_is_named_after_what_is_exported_until_a_person_names_it() {
    let mut harness = show();
    harness.state_mut().world.project = Some("/p/press.bower".into());
    let state = &mut harness.state_mut().state;
    state.export_path = "/out/other project.csv".to_owned();
    state.export_proposed.clone_from(&state.export_path);
    harness.get_by_label(t!("app-command-export")).click();
    harness.run();
    let path = |harness: &Window| harness.state().state.export_path.clone();
    assert_eq!(path(&harness), "/out/press.csv");
    let site = harness.state().world.sites()[0].clone();
    harness.state_mut().state.site = Some(site.id);
    harness.run();
    assert_eq!(path(&harness), format!("/out/{}.csv", site.name));
    harness.state_mut().state.export_path = "/out/mine.csv".to_owned();
    harness.run();
    assert_eq!(path(&harness), "/out/mine.csv", "a person's own name stays");
    harness.state_mut().state.site = None;
    harness.run();
    assert_eq!(path(&harness), "/out/press.csv", "named for the others");
}

#[test]
fn the_open_form_has_the_keyboard_and_says_where_the_file_is() {
    let mut harness = form(&[]);
    let write = harness.get_by_label(t!("app-export-write"));
    assert!(write.is_focused());
    let place = std::path::PathBuf::from("/nowhere/out.csv");
    harness.state_mut().state.exported = Some((place.clone(), 3));
    harness.run();
    harness.get_by_label(t!("app-export-open")).click();
    harness.run();
    harness.get_by_label(t!("app-export-folder")).click();
    harness.run();
    let opened: Vec<Action> = harness
        .state()
        .actions
        .iter()
        .rev()
        .take(2)
        .cloned()
        .collect();
    let folder = Action::OpenWithDesktop("/nowhere".into());
    assert_eq!(opened, [folder, Action::OpenWithDesktop(place)]);
}

#[test]
fn what_was_written_goes_when_another_format_is_chosen() {
    let mut harness = form(&[]);
    harness.state_mut().state.exported = Some(("/nowhere/out.csv".into(), 3));
    harness.run();
    harness.get_by_label(t!("app-export-open"));
    let format = t!("export-app-format");
    harness
        .get_by_role_and_label(Role::ComboBox, format)
        .click();
    harness.run();
    harness.get_by_label(t!("export-app-jsonl")).click();
    harness.run();
    assert_eq!(harness.state().state.export_path, "/nowhere/out.jsonl");
    assert!(harness.query_by_label(t!("app-export-open")).is_none());
}

#[test]
fn a_password_that_leaves_the_address_of_a_database_is_told_of() {
    let mut harness = form(&[]);
    let state = &mut harness.state_mut().state;
    state.export.format = Format::Database;
    state.export_path = "mysql://ann:secret@db.lan/news".to_owned();
    harness.run();
    let moved = t!("export-app-password-moved");
    assert!(harness.query_by_label(moved).is_none());
    written(&mut harness);
    let state = &harness.state().state;
    assert_eq!(state.export_path, "mysql://ann@db.lan/news");
    assert_eq!(state.export.secret, "secret");
    harness.get_by_label(moved);
}
