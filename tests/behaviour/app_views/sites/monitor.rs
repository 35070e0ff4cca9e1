//! Monitor: counts that lead to what they count, what needs a person with its buttons, charts.

use std::time::Duration;

use bowerbird::app::action::Action;
use bowerbird::app::background::DataQuery;
use bowerbird::app::shortcuts::View;
use bowerbird::app::state::app_state::{AppState, LiveRun};
use bowerbird::app::state::site_filter::SiteFilter;
use bowerbird::app::style::ui_context::capitalised;
use bowerbird::app::views::monitor::{MonitorState, monitor_ui};
use bowerbird::engine::types::{
    ActionKind, AlertChannel, AlertDelivery, AlertKind, ChartSpan, Dashboard, DeliveryState,
    Evidence, EvidencePlace, Language, Message, NextStep, PageState, Phase, RaisedAlert, RunId,
    RunOptions, RunProgress, SiteId, SiteSupervisionCommand, Strength, Supervision, Tallied,
    TallyBucket, TurnOutcome, failing_channels,
};
use bowerbird::engine::{Command, RunCommand, SiteCommand};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use jiff::{SignedDuration, Timestamp};

use crate::app_views::{Stage, made, stage_in};
use crate::texts::t;

fn draw(ui: &mut egui::Ui, stage: &mut Stage<MonitorState>) {
    monitor_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn show(world: AppState) -> Harness<'static, Stage<MonitorState>> {
    let mut state = MonitorState::default();
    state.came(figures());
    let size = [1440.0, 900.0];
    let mut harness = stage_in(Language::English, size, world, state, draw);
    harness.run();
    harness
}

/// Figures of a day.
pub(in crate::app_views) fn figures() -> Dashboard {
    let at = Timestamp::now().as_second() / 3_600 * 3_600 - 7_200;
    let counts = [
        (Tallied::Pages, 40),
        (Tallied::Records, 12),
        (Tallied::Status2xx, 36),
        (Tallied::Status4xx, 4),
        (Tallied::State(PageState::Blocked), 4),
    ];
    let counts = counts.map(|(what, n)| (what.number(), n)).into();
    Dashboard {
        span: ChartSpan::Day,
        buckets: vec![TallyBucket { at, counts }],
        top_sites: vec![(SiteId(2), "Weekly".to_owned(), 12)],
        records_today: 9,
        ..Dashboard::default()
    }
}

fn blocked() -> AppState {
    let mut world = made::world();
    let site = &mut world.sites.as_mut().unwrap()[1];
    site.status.as_mut().unwrap().state = PageState::Blocked;
    world
}

#[test]
fn a_tile_leads_to_what_it_counts() {
    let mut harness = show(blocked());
    harness
        .get_by_label(&format!("1 {}", t!("monitor-blocked")))
        .click();
    harness.run();
    harness
        .get_by_label(&format!("9 {}", t!("monitor-today")))
        .click();
    harness.run();
    let actions = &harness.state().actions;
    assert!(
        actions.contains(&Action::ShowSitesBy(SiteFilter::Blocked)),
        "{actions:?}"
    );
    assert!(
        actions.contains(&Action::Show(View::Results)),
        "{actions:?}"
    );
}

#[test]
fn a_run_that_the_end_of_the_program_cut_off_is_told_and_continued() {
    let mut world = made::world();
    world.sites.as_mut().unwrap()[0].interrupted = true;
    let id = world.sites()[0].id;
    let mut harness = show(world);
    harness.get_by_label(t!("monitor-interrupted"));
    harness.get_by_label(t!("monitor-continue")).click();
    harness.run();
    let start = RunCommand::Start {
        sites: vec![id],
        options: RunOptions::default(),
    };
    let actions = &harness.state().actions;
    assert!(
        actions.contains(&Action::Send(Command::Run(start))),
        "{actions:?}"
    );
    let run = LiveRun {
        run: RunId(1),
        resumed: true,
        progress: RunProgress::default(),
        stopping: false,
        gap: Duration::ZERO,
    };
    harness.state_mut().world.live.insert(id, run);
    harness.run();
    assert!(harness.query_by_label(t!("monitor-interrupted")).is_none());
}

#[test]
fn what_needs_a_person_is_named_with_what_can_be_done() {
    let mut harness = show(blocked());
    let site = made::world().sites.unwrap()[1].clone();
    harness.get_by_label(&site.name).click();
    harness.run();
    harness.get_by_label(t!("sites-act-retry")).click();
    harness.run();
    let actions = &harness.state().actions;
    assert!(
        actions.contains(&Action::ShowEvidence(site.id)),
        "{actions:?}"
    );
    let retry = Action::Send(Command::Site(SiteCommand::Supervise {
        site: site.id,
        order: SiteSupervisionCommand::RetryNow,
    }));
    assert!(actions.contains(&retry), "{actions:?}");
}

#[test]
fn a_site_that_wants_a_login_answers_and_one_that_goes_on_by_itself_needs_nobody() {
    let mut world = blocked();
    let site = &mut world.sites.as_mut().unwrap()[1];
    site.status.as_mut().unwrap().state = PageState::LoginRequired;
    let monitor = show(world);
    monitor.get_by_label(&format!("0 {}", t!("monitor-failed")));
    let tile = capitalised(t!("app-state-login-required"));
    monitor.get_by_label(&format!("1 {tile}"));
    monitor.get_by_label(t!("sites-act-retry"));

    let mut world = blocked();
    let mut known = Supervision::new(SiteId(2), Timestamp::now());
    known.phase = Phase::NeedsYou;
    known.next = Some(NextStep {
        kind: ActionKind::Restart,
        at: Timestamp::now() + SignedDuration::from_secs(36),
    });
    world.supervisions.insert(SiteId(2), known);
    let monitor = show(world);
    assert!(monitor.query_by_label(t!("sites-act-retry")).is_none());
}

#[test]
fn an_incomplete_site_is_counted_as_such_and_leads_to_its_missing_pages() {
    let mut world = blocked();
    let site = &mut world.sites.as_mut().unwrap()[1];
    site.status.as_mut().unwrap().state = PageState::Incomplete;
    let mut monitor = show(world);
    monitor.get_by_label(&format!("0 {}", t!("monitor-failed")));
    assert!(monitor.query_by_label(t!("sites-act-no-block")).is_none());
    monitor.get_by_label(t!("monitor-missing")).click();
    monitor.run();
    let missing = Action::ShowMissing(SiteId(2));
    assert!(monitor.state().actions.contains(&missing));
    let tile = capitalised(t!("app-state-incomplete"));
    monitor.get_by_label(&format!("1 {tile}")).click();
    monitor.run();
    let picked = Action::ShowSitesBy(SiteFilter::State(PageState::Incomplete));
    assert!(monitor.state().actions.contains(&picked));
}

#[test]
fn charts_say_their_sums_and_another_span_is_asked_for() {
    let mut harness = show(blocked());
    harness.get_by_label(&format!(
        "{}: {}",
        t!("monitor-chart-records"),
        t!("monitor-sum", count = 12)
    ));
    harness.get_by_label(&format!(
        "{}: {}",
        t!("monitor-chart-statuses"),
        t!("monitor-good-share", percent = 90)
    ));
    harness.get_by_label(t!("monitor-span-week")).click();
    harness.run();
    let asked = harness.state().actions.iter().any(|action| {
        matches!(
            action,
            Action::Query(DataQuery::Dashboard {
                span: ChartSpan::Week,
                ..
            })
        )
    });
    assert!(asked, "{:?}", harness.state().actions);
}

#[test]
fn without_sites_it_says_where_to_begin() {
    let harness = show(AppState {
        sites: Some(Vec::new()),
        ..AppState::default()
    });
    harness.get_by_label(t!("monitor-empty"));
}

#[test]
fn failed_and_missed_tasks_and_silent_channels_need_a_person_until_they_work_again() {
    let mut world = made::world();
    assert_eq!(world.attention_count(), 1, "the site that refuses");
    world.tasks[0].last = Some(TurnOutcome::Failed);
    let waiting = |state, at| AlertDelivery {
        channel: AlertChannel::Mail,
        service: None,
        cleared: false,
        state,
        tries: 2,
        next_at: None,
        at,
        reason: Some(Message::new("alert-way-gone")),
    };
    let at = Timestamp::UNIX_EPOCH;
    world.failing_channels = vec![waiting(DeliveryState::Ended, at)];
    assert_eq!(world.attention_count(), 3);
    let mut harness = show(world);
    harness.get_by_label(t!("monitor-task-failed"));
    harness.get_by_label_contains(t!("alert-way-gone"));
    harness.get_by_label(t!("monitor-see-alerts")).click();
    harness.run();
    let actions = &harness.state().actions;
    assert!(actions.contains(&Action::Show(View::Settings)));

    let world = &mut harness.state_mut().world;
    world.tasks[0].last = Some(TurnOutcome::Missed);
    assert_eq!(world.attention_count(), 3);
    // Its site already says why.
    world.tasks[0].last = Some(TurnOutcome::Failed);
    world.tasks[0].sites = vec![SiteId(2)];
    assert_eq!(world.attention_count(), 2);
    world.tasks[0].last = Some(TurnOutcome::Done);
    assert_eq!(world.attention_count(), 2);
}

#[test]
fn a_channel_that_delivers_again_fails_no_more() {
    let sent = |state, second| AlertDelivery {
        channel: AlertChannel::Mail,
        service: None,
        cleared: false,
        state,
        tries: 0,
        next_at: None,
        at: Timestamp::from_second(second).unwrap(),
        reason: None,
    };
    let alert = |deliveries| RaisedAlert {
        id: 1,
        rule: 1,
        kind: AlertKind::Blocked,
        site: None,
        site_name: String::new(),
        message: Message::new("alert-off"),
        raised_at: Timestamp::UNIX_EPOCH,
        cleared_at: None,
        told_at: None,
        told_cleared_at: None,
        fault: None,
        deliveries,
    };
    let failed = alert(vec![sent(DeliveryState::Waiting, 10)]);
    assert_eq!(failing_channels(std::slice::from_ref(&failed)).len(), 1);
    let later = alert(vec![sent(DeliveryState::Told, 20)]);
    assert_eq!(failing_channels(&[later, failed]).len(), 0);
}

#[test]
fn runs_under_way_are_told_before_any_has_ended() {
    let mut world = made::world();
    for site in world.sites.as_mut().unwrap() {
        site.status = None;
    }
    let mut harness = show(world);
    harness.get_by_label(t!("monitor-attention-none-ran"));
    for site in [1, 2] {
        let run = LiveRun {
            run: RunId(site),
            resumed: false,
            progress: RunProgress::default(),
            stopping: false,
            gap: Duration::ZERO,
        };
        harness.state_mut().world.live.insert(SiteId(site), run);
    }
    harness.run();
    harness.get_by_label(t!("monitor-attention-runs", count = 2));
    assert!(
        harness
            .query_by_label(t!("monitor-attention-none-ran"))
            .is_none()
    );
}

#[test]
fn a_missing_page_and_an_unknown_host_are_no_outage() {
    let failed = |signal: &str, place, matched: &str| {
        let mut world = made::world();
        let site = &mut world.sites.as_mut().unwrap()[1];
        let status = site.status.as_mut().unwrap();
        status.state = PageState::Outage;
        status.evidence = vec![Evidence {
            signal: signal.to_owned(),
            strength: Strength::Strong,
            place,
            matched: matched.to_owned(),
        }];
        show(world)
    };
    let harness = failed("http-404", EvidencePlace::Status, "404 Not Found");
    harness.get_by_label(t!("app-state-not-found", status = "404"));
    let harness = failed("unreachable", EvidencePlace::Transport, "no.such.example");
    harness.get_by_label(t!("app-state-host-unknown"));
    let harness = failed(
        "unreachable",
        EvidencePlace::Transport,
        "a.example: refused",
    );
    harness.get_by_label(t!("app-state-outage"));
}

#[test]
fn what_needs_a_person_is_scrolled_into_view_when_it_is_asked_for() {
    let top = |shows_attention: bool| {
        let mut state = MonitorState::default();
        state.shows_attention = shows_attention;
        state.came(figures());
        let size = [900.0, 320.0];
        let mut harness = stage_in(Language::English, size, made::world(), state, draw);
        harness.run_ok();
        let title = harness.get_by_label(t!("monitor-attention"));
        title.rect().top()
    };
    let (before, after) = (top(false), top(true));
    assert!(after < before && after < 200.0, "{before} then {after}");
}
