//! Sites that do not answer as they should: picking them out, their evidence with the page as it
//! was received, what can be done, their timeline, and what is told of them.

use std::path::Path;

use bowerbird::app::action::{Action, AlertAction, AlertSubject, Blocked, PageOfRun};
use bowerbird::app::background::DataQuery;
use bowerbird::app::notices::notification_centre::{Alerts, centre_ui, stored_notifications};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::state::settings::{NotifySettings, ThemeChoice};
use bowerbird::app::style::ui_context::capitalised;
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::sites::{Part, Received, SitesState, sites_ui};
use bowerbird::engine::single_page::{EvidencePage, FoundEvidence, PastVerdict};
use bowerbird::engine::types::{
    ActionKind, ActionOutcome, AlertKind, Evidence, EvidencePlace, ExceptionDraft, ExceptionId,
    Language, Message, NextStep, PageFingerprint, PageState, Phase, RaisedAlert, Ruling,
    SiteAction, SiteEvent, SiteException, SiteId, SiteSupervisionCommand, Strength, Supervision,
};
use bowerbird::engine::{Command, PageCommand, SiteCommand, TaughtPage};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use jiff::{SignedDuration, Timestamp};

use crate::app_views::sites::further;
use crate::app_views::{Stage, made, stage, stage_in};
use crate::texts::{fixed_part, t};

const PAGE: &str = "<html><head><title>Just a moment</title></head><body><p>Please prove</p>\
                    <p>that you&#39;re <b>not a robot</b></p></body></html>";

fn draw(ui: &mut egui::Ui, stage: &mut Stage<SitesState>) {
    sites_ui(
        ui,
        &stage.look,
        &stage.world,
        &mut stage.state,
        &mut stage.actions,
    );
}

fn piece(signal: &str, place: EvidencePlace, matched: &str) -> Evidence {
    Evidence {
        signal: signal.to_owned(),
        strength: Strength::Strong,
        place,
        matched: matched.to_owned(),
    }
}

fn challenged() -> AppState {
    let mut world = made::world();
    let site = &mut world.sites.as_mut().unwrap()[1];
    let status = site.status.as_mut().unwrap();
    status.state = PageState::Challenge;
    status.evidence = vec![
        piece("cloudflare-mitigated", EvidencePlace::Header, "challenge"),
        piece("robot-check", EvidencePlace::Body, "you're not a robot"),
    ];
    world
}

fn received() -> Box<EvidencePage> {
    let text = "Please prove\nthat you're not a robot";
    let in_text = text.find("you're").map(|from| from..text.len());
    let in_source = PAGE.find("you&#39;re").map(|from| from..from + 27);
    Box::new(EvidencePage {
        url_chain: vec!["http://127.0.0.1:1/a".to_owned()],
        status: 403,
        headers: vec![
            ("content-type".to_owned(), "text/html".to_owned()),
            ("cf-mitigated".to_owned(), "challenge".to_owned()),
        ],
        fetched_at: made::at("2026-01-05T10:02:00Z"),
        is_evidence: true,
        bytes: PAGE.len(),
        source: PAGE.into(),
        text: text.into(),
        verdict: None,
        found: vec![
            FoundEvidence {
                in_text: None,
                in_source: None,
                header: Some(1),
                element: None,
            },
            FoundEvidence {
                in_text,
                in_source,
                header: None,
                element: Some(5),
            },
        ],
    })
}

fn showing(part: Part, row: usize) -> SitesState {
    let mut state = SitesState {
        part,
        ..SitesState::default()
    };
    state.table.select(row);
    state
}

#[test]
fn chips_and_search_pick_sites_out_and_the_choice_stays() {
    let mut sites = stage(challenged(), SitesState::default(), draw);
    sites.run();
    sites
        .get_by_label(&format!("{} 1", capitalised(t!("sites-chip-attention"))))
        .click();
    sites.run();
    assert!(sites.query_by_label("Daily").is_none());
    sites.get_by_label("每日新闻").click();
    sites.run();
    assert_eq!(sites.state().state.table.selected, Some(1), "its own place");
    sites.get_by_label(t!("sites-chip-all", count = 3)).click();
    sites.run();
    assert_eq!(sites.state().state.table.selected, Some(1));
    sites.get_by_label(t!("sites-search")).focus();
    sites.run();
    sites
        .get_by_label(t!("sites-search"))
        .type_text("nothing like it");
    sites.run();
    sites.get_by_label_contains(t!("sites-filter-none"));
}

#[test]
fn a_page_without_its_content_is_answered_by_a_person_where_it_asks_for_a_check() {
    for (signal, asks) in [("proof-of-work", true), ("en-banned", false)] {
        let mut world = challenged();
        let site = &mut world.sites.as_mut().unwrap()[1];
        let status = site.status.as_mut().unwrap();
        status.state = PageState::SoftBlock;
        status.evidence = vec![piece(signal, EvidencePlace::Body, "a part of the page")];
        let mut sites = stage(world, showing(Part::Now, 1), draw);
        sites.run();
        if sites.query_by_label(t!("sites-act-answer")).is_none() {
            further(&mut sites, "每日新闻");
        }
        let node = sites.get_by_label(t!("sites-act-answer"));
        assert_eq!(node.accesskit_node().is_disabled(), !asks, "{signal}");
    }
}

#[test]
fn what_can_be_done_is_offered_and_the_rest_says_why_not() {
    let mut sites = stage(challenged(), showing(Part::Now, 1), draw);
    sites.run();
    // What a person should do now stands beside the reason.
    sites.get_by_label(t!("sites-act-answer")).click();
    sites.run();
    further(&mut sites, "每日新闻");
    for (button, disabled) in [
        (t!("sites-act-retry"), false),
        (t!("sites-act-probe"), false),
        (t!("sites-act-proxy"), false),
        (t!("sites-act-account"), true),
        (t!("sites-act-no-block"), false),
        (t!("sites-act-block"), true),
        (t!("sites-act-cookies"), false),
    ] {
        let node = sites.get_by_label(button);
        assert_eq!(node.accesskit_node().is_disabled(), disabled, "{button}");
    }
    for button in [
        t!("sites-act-browser"),
        t!("sites-act-probe"),
        t!("sites-act-no-block"),
        t!("app-sites-pause"),
    ] {
        if sites.query_by_label(button).is_none() {
            further(&mut sites, "每日新闻");
        }
        sites.get_by_label(button).click();
        sites.run();
    }
    let opens = |action: &Action| matches!(action, Action::Browse { check: true, .. });
    assert!(sites.state().actions.iter().any(opens));
    let site = SiteId(2);
    let order = |order| Command::Site(SiteCommand::Supervise { site, order });
    let taught = Command::Site(SiteCommand::TeachException(TaughtPage {
        site,
        page: "http://127.0.0.1:1/a".to_owned(),
        ruling: Ruling::NotABlock,
        state: None,
    }));
    assert_eq!(
        sites.state().commands(),
        [
            &order(SiteSupervisionCommand::Answer),
            &order(SiteSupervisionCommand::ProbeNow),
            &taught,
            &order(SiteSupervisionCommand::Pause)
        ]
    );
}

#[test]
fn what_was_said_of_pages_is_listed_and_forgotten() {
    let mut sites = stage(challenged(), showing(Part::Evidence, 1), draw);
    sites.run();
    let asked = Action::Query(DataQuery::Taught(SiteId(2)));
    assert!(sites.state().actions.contains(&asked));
    let word = SiteException {
        id: ExceptionId(4),
        draft: ExceptionDraft {
            site: SiteId(2),
            ruling: Ruling::NotABlock,
            state: PageState::Blocked,
            signals: Vec::new(),
            look: PageFingerprint::default(),
            status: 403,
            url: "http://127.0.0.1:1/odd".to_owned(),
        },
        made_at: made::at("2026-01-05T10:02:00Z"),
        runs: 2,
        used_at: None,
    };
    sites.state_mut().state.taught.came(SiteId(2), vec![word]);
    sites.run();
    sites.get_by_label_contains(t!(
        "exceptions-word-not-a-block",
        time = sites.state().look.time(made::at("2026-01-05T10:02:00Z")),
        url = "http://127.0.0.1:1/odd"
    ));
    sites.get_by_label(t!("exceptions-word-used", runs = 2));
    sites.get_by_label(t!("exceptions-forget")).scroll_to_me();
    sites.run();
    sites.get_by_label(t!("exceptions-forget")).click();
    sites.run();
    let commands = sites.state().commands();
    assert!(
        commands.contains(&&Command::Site(SiteCommand::ForgetException(ExceptionId(
            4
        ))))
    );
}

#[test]
fn each_piece_of_evidence_is_marked_where_it_stands() {
    let mut sites = stage(challenged(), showing(Part::Evidence, 1), draw);
    sites.run();
    let asked = |action: &Action| matches!(action, Action::Query(DataQuery::Evidence(SiteId(2), url, _)) if url.ends_with("/a"));
    assert_eq!(sites.state().actions.iter().filter(|a| asked(a)).count(), 1);
    let panel = &mut sites.state_mut().state.evidence;
    panel.came(SiteId(2), "http://127.0.0.1:1/a", Some(received()));
    sites.run();
    let opened = |command: &&Command| {
        matches!(
            command,
            Command::Page(PageCommand::OpenStored { evidence: true, .. })
        )
    };
    assert_eq!(
        sites.state().commands().into_iter().filter(opened).count(),
        1
    );
    sites.get_by_label_contains(t!("sites-evidence-vendor", vendor = "Cloudflare"));
    sites
        .get_by_label_contains(t!(
            "sites-evidence-piece",
            number = 1,
            place = t!("sites-place-header"),
            strength = t!("sites-strength-strong"),
            matched = "challenge"
        ))
        .click();
    sites.run();
    assert_eq!(sites.state().state.evidence.shown, Received::Head);
    sites.get_by_label("cf-mitigated");
    sites.state_mut().state.evidence.shown = Received::Source;
    sites
        .get_by_label_contains(t!(
            "sites-evidence-piece",
            number = 2,
            place = t!("sites-place-body"),
            strength = t!("sites-strength-strong"),
            matched = "you're not a robot"
        ))
        .click();
    sites.run();
    let source = sites.get_by_label(t!("sites-received-source-name"));
    let marked = source.accesskit_node().value().unwrap_or_default();
    assert_eq!(marked, "you&#39;re <b>not a robot</");
}

#[test]
fn evidence_of_a_trouble_that_is_over_says_what_it_was() {
    let mut world = challenged();
    let site = &mut world.sites.as_mut().unwrap()[1];
    let status = site.status.as_mut().unwrap();
    let evidence = std::mem::take(&mut status.evidence);
    status.state = PageState::Ok;
    let mut sites = stage(world, showing(Part::Evidence, 1), draw);
    sites.run();
    let page = EvidencePage {
        verdict: Some(PastVerdict {
            state: PageState::Challenge,
            reason: Message::new("sites-place-status"),
            evidence,
        }),
        ..*received()
    };
    let panel = &mut sites.state_mut().state.evidence;
    panel.came(SiteId(2), "http://127.0.0.1:1/a", Some(Box::new(page)));
    sites.run();
    let time = sites.state().look.time(made::at("2026-01-05T10:02:00Z"));
    sites.get_by_label(t!(
        "sites-evidence-past",
        time = time,
        status = 403,
        reason = t!("sites-place-status")
    ));
    sites.get_by_label(t!("sites-evidence-now-fine"));
    let none = sites.query_all_by_label(t!("sites-evidence-none"));
    assert_eq!(none.count(), 0);
    // The pieces of that verdict stand below.
    sites.get_by_label_contains(t!("sites-evidence-vendor", vendor = "Cloudflare"));
}

#[test]
fn a_page_of_a_run_is_looked_at_until_one_goes_back_to_the_site() {
    let mut state = showing(Part::Evidence, 1);
    let url = "http://127.0.0.1:1/odd".to_owned();
    state.evidence.show(PageOfRun {
        site: SiteId(2),
        url: url.clone(),
        at: made::at("2026-01-05T10:01:00Z"),
        evidence: vec![piece(
            "robot-check",
            EvidencePlace::Body,
            "you're not a robot",
        )],
        cause: None,
    });
    let mut sites = stage(challenged(), state, draw);
    sites.run();
    let asked = |action: &Action| matches!(action, Action::Query(DataQuery::Evidence(_, asked, _)) if *asked == url);
    assert_eq!(sites.state().actions.iter().filter(|a| asked(a)).count(), 1);
    let panel = &mut sites.state_mut().state.evidence;
    panel.came(SiteId(2), &url, Some(received()));
    sites.run();
    // What is kept came a minute after the answer of that run.
    sites.get_by_label_contains(t!("sites-received-other-answer"));
    sites.get_by_label_contains(t!(
        "sites-evidence-piece",
        number = 1,
        place = t!("sites-place-body"),
        strength = t!("sites-strength-strong"),
        matched = "you're not a robot"
    ));
    assert!(sites.query_by_label(t!("sites-act-no-block")).is_none());
    sites.get_by_label(t!("sites-received-open")).click();
    sites.run();
    let opened = Action::OpenReceived {
        site: SiteId(2),
        url,
    };
    assert!(sites.state().actions.contains(&opened));
    sites.get_by_label(t!("sites-received-back")).click();
    sites.run();
    sites.get_by_label(t!("sites-act-no-block"));
}

#[test]
fn a_page_that_is_not_kept_is_said_to_be_so() {
    let mut sites = stage(challenged(), showing(Part::Evidence, 1), draw);
    sites.run();
    let panel = &mut sites.state_mut().state.evidence;
    panel.came(SiteId(2), "http://127.0.0.1:1/a", None);
    sites.run();
    sites.get_by_label(t!("sites-evidence-not-kept"));
}

fn moved(number: u64, ago: i64, from: Phase, to: Phase) -> SiteEvent {
    SiteEvent {
        number,
        at: Timestamp::now() - SignedDuration::from_hours(ago),
        run: None,
        from,
        to,
        state: PageState::Challenge,
        rule: Message::new("supervise-rule-new"),
        evidence: vec![piece("robot-check", EvidencePlace::Body, "not a robot")],
        url: "http://127.0.0.1:1/a".to_owned(),
        snapshot_at: None,
        session: Some(2),
    }
}

fn tried() -> SiteAction {
    SiteAction {
        number: 1,
        at: made::at("2026-01-05T10:03:00Z"),
        run: None,
        kind: ActionKind::OtherProxy,
        state: PageState::Challenge,
        why: Message::new("supervise-rule-new"),
        outcome: ActionOutcome::NoHelp,
        ended_at: None,
        session: Some(1),
    }
}

fn with_timeline(language: Language, size: [f32; 2]) -> Harness<'static, Stage<SitesState>> {
    let state = showing(Part::Timeline, 1);
    let mut sites = stage_in(language, size, challenged(), state, draw);
    sites.run();
    sites.state_mut().state.timeline.known = Some((
        vec![
            moved(2, 5, Phase::Suspect, Phase::Cooling),
            moved(1, 30, Phase::Healthy, Phase::Suspect),
        ],
        vec![tried()],
    ));
    sites.run();
    sites
}

#[test]
fn the_timeline_begins_at_the_first_run() {
    let mut sites = with_timeline(Language::English, [1440.0, 900.0]);
    let first = Timestamp::now() - SignedDuration::from_hours(40);
    sites.state_mut().state.timeline.first_run = Some(first);
    sites.run();
    let bar = sites.get_by_label_contains(fixed_part("sites-timeline-name"));
    let name = bar.accesskit_node().label().unwrap_or_default();
    let since = sites.state().look.time(first);
    let healthy = format!("{} {since}", t!("supervise-phase-healthy"));
    assert!(name.contains(&healthy), "{name}");
}

#[test]
fn the_timeline_is_told_in_bands_and_in_a_list() {
    let mut sites = with_timeline(Language::English, [1440.0, 900.0]);
    let bar = sites.get_by_label_contains(fixed_part("sites-timeline-name"));
    let name = bar.accesskit_node().label().unwrap_or_default();
    assert!(
        name.contains(t!("supervise-phase-healthy"))
            && name.contains(t!("supervise-phase-cooling")),
        "{name}"
    );
    sites.get_by_label_contains(t!(
        "sites-tried-one",
        time = sites.state().look.time(made::at("2026-01-05T10:03:00Z")),
        action = t!("supervise-action-other-proxy"),
        outcome = t!("supervise-outcome-no-help")
    ));
    let known = sites.state().state.timeline.known.as_ref();
    let first = known.expect("a timeline").0[1].at;
    let first = sites.state().look.time(first);
    let row = t!(
        "sites-timeline-move",
        time = first,
        from = t!("supervise-phase-healthy"),
        to = t!("supervise-phase-suspect")
    );
    sites.get_by_label_contains(row).click();
    sites.run();
    assert_eq!(sites.state().state.timeline.chosen, Some(1));
    sites.get_by_label("robot-check: not a robot");
    sites.get_by_label(t!("sites-span-day")).click();
    sites.run();
    let bar = sites.get_by_label_contains(fixed_part("sites-timeline-name"));
    let name = bar.accesskit_node().label().unwrap_or_default();
    assert!(
        !name.contains(t!("supervise-phase-healthy")),
        "more than a day ago: {name}"
    );
}

#[test]
fn a_small_chinese_window_holds_all_of_it() {
    let sites = with_timeline(Language::Chinese, [904.0, 630.0]);
    assert!(sites.query_all_by_label_contains("[").next().is_none());
    let size = [904.0, 630.0];
    for part in [Part::Now, Part::Evidence] {
        let mut sites = stage_in(
            Language::Chinese,
            size,
            challenged(),
            showing(part, 1),
            draw,
        );
        sites.run();
        let panel = &mut sites.state_mut().state.evidence;
        panel.came(SiteId(2), "http://127.0.0.1:1/a", Some(received()));
        sites.run();
        let ids = match part {
            Part::Evidence => ["sites-act-block", "sites-act-no-block"],
            _ => ["app-sites-edit", "app-sites-open-in-workbench"],
        };
        for id in ids {
            let word = t!(Language::Chinese; id);
            let rect = sites.get_by_label(word).rect();
            assert!(
                rect.right() <= 904.0 && rect.left() >= 0.0,
                "{word}: {rect:?}"
            );
        }
    }
}

#[test]
fn hundreds_of_sites_are_a_table_like_any() {
    let states = [PageState::Ok, PageState::Blocked, PageState::Outage];
    let mut world = made::world();
    let sites = (1..=500).map(|id| {
        let state = states[usize::try_from(id).unwrap() % 3];
        made::site(
            id,
            &format!("一个名字很长很长很长的站点 {id:03}"),
            Some(state),
        )
    });
    world.sites = Some(sites.collect());
    let mut sites = stage(world, SitesState::default(), draw);
    sites.run();
    sites.get_by_label(t!("sites-chip-all", count = 500));
    sites.get_by_label(t!("sites-sort")).click();
    sites.run();
    sites.get_by_label(t!("sites-sort-worst")).click();
    sites.run();
    let sort = sites.state().state.table.sort.clone();
    assert_eq!(sort, Some(("state".to_owned(), true)));
    assert!(
        sites
            .query_all_by_label_contains("站点 001")
            .next()
            .is_some(),
        "blocked: first"
    );
}

/// A change is told once, and read in the centre.
#[test]
fn what_becomes_of_a_site_is_kept_in_the_centre_until_it_is_cleared() {
    let settings = NotifySettings {
        desktop: false,
        ..NotifySettings::default()
    };
    let mut world = made::world();
    let mut alerts = Alerts::default();
    let now = Timestamp::now();
    alerts.watch(&world, now);
    world.sites = challenged().sites;
    for _ in 0..3 {
        alerts.watch(&world, now);
    }
    let look =
        bowerbird::app::style::ui_context::UiContext::new(Language::English, egui::Theme::Light);
    let later = now + SignedDuration::from_secs(4);
    assert_eq!(alerts.due(&look, &settings, later).len(), 1);
    assert_eq!(alerts.due(&look, &settings, later).len(), 0, "once");
    assert_eq!(alerts.unread(), 1);
    // After a restart it is still there, for this project only.
    let folder = tempfile::tempdir().unwrap();
    let (own, other) = (Path::new("/p/own.bower"), Path::new("/p/other.bower"));
    stored_notifications::save(folder.path(), own, &alerts.kept).unwrap();
    let mut again = Alerts::default();
    again.restart(stored_notifications::load(folder.path(), own), now);
    assert_eq!((again.unread(), again.kept == alerts.kept), (1, true));
    again.restart(stored_notifications::load(folder.path(), other), now);
    assert_eq!(again.unread(), 0);

    alerts.toggle();
    assert_eq!(alerts.unread(), 0);
    let mut centre = stage(world, alerts, |ui, stage: &mut Stage<Alerts>| {
        centre_ui(ui.ctx(), &stage.look, &stage.state, &mut stage.actions);
    });
    centre.run();
    centre.get_by_label(t!("notify-trouble", site = "每日新闻"));
    centre
        .get_by_label(t!("notify-show", site = "每日新闻"))
        .click();
    centre.run();
    centre.get_by_label(t!("notify-clear")).click();
    centre.run();
    assert_eq!(
        centre.state().actions,
        [
            Action::ShowEvidence(SiteId(2)),
            Action::Alerts(AlertAction::Clear)
        ]
    );
}

#[test]
fn an_alert_leads_to_the_changes_or_records_that_it_is_about() {
    let alert = |id: i64, kind, changes: i64| RaisedAlert {
        id,
        rule: 1,
        kind,
        site: Some(SiteId(id)),
        site_name: format!("Site {id}"),
        message: Message::new("condition-told").with("changed_values", changes),
        raised_at: Timestamp::now(),
        cleared_at: None,
        told_at: None,
        told_cleared_at: None,
        fault: None,
        deliveries: Vec::new(),
    };
    let mut alerts = Alerts::default();
    alerts.open = true;
    alerts.raised = vec![
        alert(1, AlertKind::Condition, 2),
        alert(2, AlertKind::Condition, 0),
        alert(3, AlertKind::Blocked, 0),
    ];
    let mut centre = stage(made::world(), alerts, |ui, stage: &mut Stage<Alerts>| {
        centre_ui(ui.ctx(), &stage.look, &stage.state, &mut stage.actions);
    });
    let subjects = [
        AlertSubject::Changes,
        AlertSubject::Records,
        AlertSubject::State,
    ];
    let mut expected = Vec::new();
    for (id, subject) in (1..).zip(subjects) {
        centre.run();
        let name = format!("Site {id}");
        centre
            .get_by_label(t!("notify-show", site = name.as_str()))
            .click_accesskit();
        expected.push(Action::Alerts(AlertAction::Show(SiteId(id), subject)));
    }
    centre.run();
    assert_eq!(centre.state().actions, expected);
}

#[test]
fn a_retry_is_the_next_run_and_refused_pages_are_not_said_to_be_none() {
    let mut world = challenged();
    let site = world.sites()[1].id;
    let now = Timestamp::now();
    let mut known = Supervision::new(site, now);
    known.phase = Phase::Cooling;
    known.next = Some(NextStep {
        at: now + SignedDuration::from_mins(10),
        kind: ActionKind::Probe,
    });
    world.supervisions.insert(site, known);
    let retry = fixed_part("supervise-next-probe");
    let mut state = showing(Part::Now, 1);
    state.timeline.site = Some(site);
    state.timeline.failed = Some(0);
    let mut sites = stage(world, state, draw);
    sites.run();
    sites.run();
    let beside = |name: &str| {
        let tops = |label: &str| -> Vec<f32> {
            let nodes = sites.query_all_by_label_contains(label);
            nodes.map(|node| node.rect().top()).collect()
        };
        let names = tops(name);
        let is_near = |top: &f32| names.iter().any(|name| (top - name).abs() < 8.0);
        tops(retry).iter().any(is_near)
    };
    assert!(beside(t!("sites-fact-next-run")));
    assert!(!beside(t!("sites-fact-last-run")));
    assert!(sites.query_by_label(t!("sites-fact-no-task")).is_none());
    let none = t!("sites-fact-failed", count = 0);
    assert!(sites.query_by_label_contains(none).is_none());
    // Of a site that answers, none has failed.
    let world = &mut sites.state_mut().world;
    world.supervisions.clear();
    let status = world.sites.as_mut().unwrap()[1].status.as_mut().unwrap();
    status.state = PageState::Ok;
    sites.run();
    sites.get_by_label_contains(none);
    sites.get_by_label(t!("sites-fact-no-task"));
}

#[test]
fn quiet_hours_are_kept_only_when_they_can_be_read() {
    let mut settings = stage(
        made::world(),
        SettingsState::default(),
        |ui, stage: &mut Stage<SettingsState>| {
            let shown = (ThemeChoice::System, 100);
            let (look, world) = (&stage.look, &stage.world);
            settings_ui(ui, look, world, shown, &mut stage.state, &mut stage.actions);
        },
    );
    settings.run();
    crate::app_views::field(&settings, t!("notify-settings-quiet")).focus();
    settings.run();
    crate::app_views::field(&settings, t!("notify-settings-quiet")).type_text("22:00");
    settings.run();
    settings.get_by_label_contains(t!("notify-settings-quiet-wrong"));
    assert_eq!(settings.state().state.notify.quiet, "");
    crate::app_views::field(&settings, t!("notify-settings-quiet")).type_text("-07:00");
    settings.run();
    assert_eq!(settings.state().state.notify.quiet, "22:00-07:00");
    settings.get_by_label(t!("notify-settings-test")).click();
    settings.run();
    assert_eq!(
        settings.state().actions.last(),
        Some(&Action::Alerts(AlertAction::Test))
    );
}

#[test]
fn the_state_of_a_site_leads_to_a_proxy_or_to_its_own_accounts() {
    let mut world = made::world();
    world.proxies.clear();
    world.live.clear();
    let site = &mut world.sites.as_mut().unwrap()[1];
    let id = site.id;
    site.status.as_mut().unwrap().state = PageState::SoftBlock;
    let mut sites = stage(world, showing(Part::Now, 1), draw);
    sites.run();
    sites.get_by_label(t!("sites-remedy-add-proxy")).click();
    sites.run();
    let add = Action::AddProxy(Blocked::Site(id));
    assert!(sites.state().actions.contains(&add));
    let site = &mut sites.state_mut().world.sites.as_mut().unwrap()[1];
    site.status.as_mut().unwrap().state = PageState::LoginRequired;
    sites.run();
    sites.get_by_label(t!("monitor-log-in")).click();
    sites.run();
    let accounts = Action::ShowAccounts(id);
    assert!(sites.state().actions.contains(&accounts));
}
