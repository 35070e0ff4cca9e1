//! The log.

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::views::log::{LogState, log_ui};
use bowerbird::engine::types::{Catalogue, Language, LogFilter, LogLevel, LogLine, Message, RunId};
use egui_kittest::kittest::Queryable;

use super::{Stage, field, made, stage};
use crate::texts::t;

pub(super) fn line(level: LogLevel, text: &str) -> LogLine {
    LogLine {
        at: jiff::Timestamp::UNIX_EPOCH,
        level,
        part: "bowerbird_engine::crawl::pipeline".to_owned(),
        site: Some("Gazette".to_owned()),
        run: Some(RunId(4)),
        project: None,
        text: text.to_owned(),
        message: None,
    }
}

fn asked(stage: &Stage<LogState>) -> Option<LogFilter> {
    stage.actions.iter().rev().find_map(|action| match action {
        Action::Query(DataQuery::Log(filter)) => Some(filter.clone()),
        _ => None,
    })
}

#[test]
fn lines_are_asked_for_by_the_conditions_and_shown() {
    let mut harness = stage(made::world(), LogState::default(), |ui, s| {
        log_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked at once");
    assert_eq!(filter, LogFilter::default());
    let lines = vec![
        line(LogLevel::Error, "the disk is full"),
        line(LogLevel::Info, "a run begins"),
    ];
    let folder = "/kept/here".to_owned();
    harness.state_mut().state.came(&filter, lines, folder);
    harness.run_ok();
    harness.get_by_label("the disk is full");
    harness.get_by_label(t!("log-mark-error"));
    assert_eq!(harness.get_all_by_label("engine::crawl").count(), 2);
    harness.get_by_label(t!("log-folder", folder = "/kept/here"));

    harness.get_by_label(t!("log-report")).click();
    harness.run_ok();
    assert!(harness.state().actions.contains(&Action::CopyReport));

    field(&harness, t!("log-words")).focus();
    harness.run_ok();
    field(&harness, t!("log-words")).type_text("disk");
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked again");
    assert_eq!(filter.text, "disk");
    // What was asked for before comes too late.
    let late = vec![line(LogLevel::Info, "late")];
    let (before, folder) = (LogFilter::default(), String::new());
    harness.state_mut().state.came(&before, late, folder);
    harness.run_ok();
    assert!(harness.query_by_label("late").is_none());
}

#[test]
fn lines_of_other_projects_are_shown_when_wanted() {
    let mut world = made::world();
    world.project = Some("/kept/news.bower".into());
    let mut harness = stage(world, LogState::default(), |ui, s| {
        log_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked at once");
    assert_eq!(filter.project.as_deref(), Some("/kept/news.bower"));
    harness.get_by_label(t!("log-everywhere")).click();
    harness.run_ok();
    let filter = asked(harness.state()).expect("asked again");
    assert_eq!(filter.project, None);
    let other = LogLine {
        project: Some("/elsewhere/blogs.bower".to_owned()),
        ..line(LogLevel::Info, "a run begins")
    };
    let state = &mut harness.state_mut().state;
    state.came(&filter, vec![other], String::new());
    harness.run_ok();
    harness.get_by_label("blogs.bower");
}

#[test]
fn lines_are_told_in_the_language_of_the_window() {
    let said = Message::new("log-unexpected-response")
        .with("state", Message::new("app-state-blocked"))
        .with("url", "https://a.example/");
    for language in Language::ALL {
        let mut harness = crate::app_views::stage_in(
            language,
            [1440.0, 900.0],
            made::world(),
            LogState::default(),
            |ui, s| log_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions),
        );
        harness.run_ok();
        let filter = asked(harness.state()).expect("asked at once");
        assert_eq!(filter.language, language);
        let ended = LogLine {
            message: Some(said.clone()),
            ..line(LogLevel::Info, "what is in the file")
        };
        let later = line(LogLevel::Info, "without a message");
        let state = &mut harness.state_mut().state;
        state.came(&filter, vec![ended, later], String::new());
        harness.run_ok();
        harness.get_by_label(&Catalogue::new(language).text(&said));
        harness.get_by_label("without a message");
        assert!(harness.query_by_label("what is in the file").is_none());
    }
}
