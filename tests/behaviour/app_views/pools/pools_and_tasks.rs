//! Tasks, proxies, accounts, settings and the first start.

use std::path::{Path, PathBuf};

use bowerbird::app::action::Action;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::accounts::{AccountsState, accounts_ui};
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::start::{StartState, start_ui};
use bowerbird::app::views::tasks::{TasksState, tasks_ui};
use bowerbird::engine::types::{
    AccountId, AccountStatus, Bounds, Language, Secret, SiteId, Task, TaskId, TaskTurn, Terms,
    Timing, TurnCause, TurnId, TurnOutcome, describe_cron, describe_timing,
};
use bowerbird::engine::{
    AccountCommand, Command, ProjectCommand, ServeCommand, ServeState, TaskCommand, TaskControl,
};
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use crate::app_views::{Stage, field, made, stage};
use crate::texts::{fixed_part, message_text, t};

/// Chooses an entry of the list called `name`.
fn choose(harness: &mut Harness<'_, Stage<TasksState>>, name: &str, word: &str) {
    let is_list = |node: &Node<'_>| node.accesskit_node().role() == Role::ComboBox;
    let list = harness.get_all_by_label(name).find(is_list);
    list.expect("a list of that name").click();
    harness.run();
    let entry = harness.get_all_by_label(word).last();
    entry.expect("an entry of that name").click();
    harness.run();
}

#[test]
fn the_first_start_offers_three_ways() {
    let mut harness = stage(made::world(), StartState::default(), |ui, s| {
        start_ui(
            ui,
            &s.look,
            &mut s.state,
            Path::new("/p/project.bower"),
            &[],
            &mut s.actions,
        );
    });
    harness.get_by_label(t!("app-start-sample")).click();
    harness.run();
    harness.get_by_label(t!("app-start-empty")).click();
    harness.run();
    harness.get_by_label(t!("app-start-path")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-start-path"))
        .type_text("/p/old.bower");
    harness.run();
    harness.get_by_label(t!("app-start-open")).click();
    harness.run();
    let expected = [
        Action::OpenSampleProject,
        Action::OpenProject(PathBuf::from("/p/project.bower")),
        Action::OpenProject(PathBuf::from("/p/old.bower")),
    ];
    assert_eq!(harness.state().actions, expected);
}

#[test]
fn a_cron_task_shows_its_turns_before_it_is_added() {
    let state = TasksState {
        site: Some(SiteId(1)),
        cron: "30 8 * * *".to_owned(),
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label_contains(t!("app-tasks-turns", turns = "2026-01-0"));
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    let [Command::Task(TaskCommand::Add { draft })] = harness.state().commands()[..] else {
        panic!("{:?}", harness.state().actions);
    };
    let timing = Timing::Cron {
        expression: "30 8 * * *".to_owned(),
        timezone: "UTC".to_owned(),
    };
    assert_eq!(draft.timing, timing);
    harness.state_mut().actions.clear();
    harness.get_by_label(t!("app-tasks-pause")).click();
    harness.run();
    harness.get_by_label(t!("app-tasks-scheduler")).click();
    harness.run();
    let commands = harness.state().commands();
    let pause = Command::Task(TaskCommand::Pause {
        task: TaskId(4),
        paused: true,
    });
    assert_eq!(
        commands,
        [&pause, &Command::Task(TaskCommand::Schedule { on: true })]
    );
}

#[test]
fn several_sites_are_told_in_the_field_of_the_site() {
    let state = TasksState {
        site: Some(SiteId(1)),
        further: [SiteId(2), SiteId(3)].into(),
        cron: "30 8 * * *".to_owned(),
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    let is_list = |node: &Node<'_>| node.accesskit_node().role() == Role::ComboBox;
    let shown = |harness: &Harness<'_, Stage<TasksState>>| {
        let list = harness
            .get_all_by_label(t!("app-tasks-site"))
            .find(is_list)
            .unwrap();
        list.accesskit_node().value()
    };
    let several = t!("app-tasks-several-sites", count = 3);
    assert_eq!(shown(&harness).as_deref(), Some(several));
    let name = harness.state().world.sites()[1].name.clone();
    choose(&mut harness, t!("app-tasks-site"), &name);
    assert_eq!(shown(&harness), Some(name));
    assert!(harness.state().state.further.is_empty());
}

#[test]
fn unreadable_windows_say_nothing_about_the_time() {
    let state = TasksState {
        site: Some(SiteId(1)),
        cron: "0 8 * * *".to_owned(),
        terms: Terms {
            windows: "whenever".to_owned(),
            ..Terms::default()
        },
        ..TasksState::default()
    };
    let harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(t!("schedule-window-bad", text = "whenever"));
    assert!(harness.query_by_label(t!("app-tasks-never")).is_none());
}

#[test]
fn a_task_that_is_there_already_is_selected_instead_of_added() {
    let timing = Timing::Cron {
        expression: "30 8 * * *".to_owned(),
        timezone: "UTC".to_owned(),
    };
    let mut world = made::world();
    world.tasks.push(Task {
        id: TaskId(5),
        timing,
        ..world.tasks[0].clone()
    });
    let state = TasksState {
        site: Some(SiteId(1)),
        cron: "30 8 * * *".to_owned(),
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(world, state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    assert!(harness.state().commands().is_empty());
    assert_eq!(harness.state().state.table.selected, Some(1));
    harness.get_by_label(t!("app-tasks-there", task = "Daily"));
    // At other times it is another task.
    harness.state_mut().state.cron = "45 8 * * *".to_owned();
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-tasks-there", task = "Daily"))
            .is_none()
    );
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    assert_eq!(harness.state().commands().len(), 1);
}

#[test]
fn a_task_runs_every_hour_without_an_expression_being_typed() {
    let state = TasksState {
        site: Some(SiteId(1)),
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:10:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    assert!(harness.query_by_label(t!("app-tasks-cron")).is_none());
    harness.get_by_label(t!("app-turns-hour"));
    choose(&mut harness, t!("app-tasks-how"), t!("app-turns-hourly"));
    assert!(harness.query_by_label(t!("app-turns-hour")).is_none());
    harness.get_by_label_contains(t!("app-tasks-turns", turns = "2026-01-05 11:00"));
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    let [Command::Task(TaskCommand::Add { draft })] = harness.state().commands()[..] else {
        panic!("{:?}", harness.state().actions);
    };
    let timing = Timing::Cron {
        expression: "0 * * * *".to_owned(),
        timezone: "UTC".to_owned(),
    };
    assert_eq!(draft.timing, timing);
    choose(&mut harness, t!("app-tasks-how"), t!("app-turns-cron"));
    field(&harness, t!("app-tasks-cron"));
}

#[test]
fn the_first_task_sets_the_scheduler_going() {
    let state = TasksState {
        site: Some(SiteId(1)),
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut world = made::world();
    world.tasks.clear();
    let mut harness = stage(world, state, |ui, s| {
        let now = made::at("2026-01-05T10:10:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    let commands = harness.state().commands();
    let [
        Command::Task(TaskCommand::Add { .. }),
        Command::Task(TaskCommand::Schedule { on: true }),
    ] = commands[..]
    else {
        panic!("{commands:?}");
    };
}

#[test]
fn a_task_adapts_inside_typed_bounds_and_says_what_comes() {
    let state = TasksState {
        site: Some(SiteId(1)),
        ..TasksState::default()
    };
    let mut world = made::world();
    world.tasks[0].timing = Timing::Adaptive(Bounds::default());
    world.tasks[0].next_at = Some(made::at("2026-01-05T10:23:00Z"));
    if let Some(site) = world.sites.as_mut().and_then(|sites| sites.first_mut()) {
        site.news_per_day = Some(3.9);
    }
    let mut harness = stage(world, state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(message_text(
        Language::English,
        &describe_timing(&Timing::Adaptive(Bounds::default()), |_| None).expect("words"),
    ));
    harness.get_by_label(t!(
        "schedule-outlook",
        next = t!(
            "schedule-next-in",
            span = t!("schedule-span-minutes", count = 23)
        ),
        news = t!("schedule-news-day", count = 4)
    ));
    choose(&mut harness, t!("app-tasks-how"), t!("app-turns-adaptive"));
    let typed = |state: &mut TasksState, min: &str| {
        let bounds = state.adaptive.as_mut().expect("bounds");
        bounds.min = Some(min.to_owned());
    };
    typed(&mut harness.state_mut().state, "5");
    harness.run();
    harness.get_by_label_contains(t!("app-tasks-bad-bound", text = "5"));
    typed(&mut harness.state_mut().state, "2d");
    harness.run();
    harness.get_by_label_contains(t!("app-tasks-bad-bounds"));
    typed(&mut harness.state_mut().state, "30m");
    harness.run();
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    let [Command::Task(TaskCommand::Add { draft })] = harness.state().commands()[..] else {
        panic!("{:?}", harness.state().actions);
    };
    let bounds = Bounds {
        min_seconds: 1_800,
        max_seconds: 86_400,
    };
    assert_eq!(draft.timing, Timing::Adaptive(bounds));
}

#[test]
fn tasks_that_rest_say_so_and_can_be_switched_on() {
    let mut world = made::world();
    world.scheduling = false;
    let mut harness = stage(world, TasksState::default(), |ui, s| {
        let now = made::at("2026-01-05T10:10:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label_contains(t!("app-tasks-rest"));
    harness.get_by_label(t!("app-author-schedule-on")).click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Task(TaskCommand::Schedule { on: true })]
    );
    harness.state_mut().world.scheduling = true;
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-author-schedule-on"))
            .is_none()
    );
}

#[test]
fn a_task_is_run_edited_and_paused_with_others() {
    let mut world = made::world();
    world.turns = vec![TaskTurn {
        id: TurnId(1),
        task: Some(TaskId(4)),
        title: "Daily".to_owned(),
        cause: TurnCause::Due,
        outcome: TurnOutcome::Missed,
        due_at: made::at("2026-01-05T01:00:00Z"),
        until_at: Some(made::at("2026-01-05T04:00:00Z")),
        count: 4,
        started_at: None,
        ended_at: None,
        sites: 1,
        pages: 0,
        records_new: 0,
    }];
    let mut harness = stage(world, TasksState::default(), |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(t!("app-tasks-run")).click();
    harness.run();
    harness
        .get_by_label(t!("app-tasks-tick-one", task = "Daily"))
        .click();
    harness.run();
    harness.get_by_label(t!("app-tasks-pause-all")).click();
    harness.run();
    harness.get_by_label(t!("app-tasks-edit")).click();
    harness.run();
    harness.get_by_label(t!("app-tasks-editing", task = "Daily"));
    choose(&mut harness, t!("app-tasks-how"), t!("app-tasks-interval"));
    harness.get_by_label(t!("app-tasks-save")).click();
    harness.run();
    let of = |order| Command::Task(TaskCommand::Order(order));
    let tasks = vec![TaskId(4)];
    let commands = harness.state().commands();
    assert_eq!(commands[0], &of(TaskControl::RunNow(tasks.clone())));
    let paused = true;
    assert_eq!(commands[1], &of(TaskControl::Pause { tasks, paused }));
    let Command::Task(TaskCommand::Order(TaskControl::Edit { draft, .. })) = commands[2] else {
        panic!("{commands:?}");
    };
    let every_two_hours = Timing::Interval {
        seconds: 7_200,
        jitter_seconds: 0,
    };
    assert_eq!(draft.timing, every_two_hours);
    assert_eq!(draft.cover, harness.state().world.tasks[0].cover);

    harness.get_by_label(t!("app-tasks-page-week")).click();
    harness.run();
    harness.get_by_label(t!(
        "app-tasks-week-line",
        task = "Daily",
        done = 0,
        partly = 0,
        failed = 0,
        missed = 4,
        left = 0
    ));
}

#[test]
fn an_expression_is_picked_and_said_in_words() {
    let state = TasksState {
        site: Some(SiteId(1)),
        cron: "*/20 8-20 * * 1-5".to_owned(),
        as_cron: true,
        zone: "UTC".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:10:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(message_text(
        Language::English,
        &describe_cron("*/20 8-20 * * 1-5").expect("words"),
    ));
    harness.get_by_label(t!("app-tasks-pick")).click();
    harness.run_steps(30);
    harness
        .get_by_label(&format!("{} 21", t!("app-tasks-pick-hour")))
        .click();
    harness.run_steps(5);
    assert_eq!(harness.state().state.cron, "*/20 8-21 * * 1-5");
}

#[test]
fn an_address_opens_a_project_and_its_page_at_once() {
    let mut harness = stage(made::world(), StartState::default(), |ui, s| {
        let project = Path::new("/p/project.bower");
        start_ui(ui, &s.look, &mut s.state, project, &[], &mut s.actions);
    });
    harness.get_by_label(t!("app-start-page")).click();
    harness.run();
    assert!(
        harness.state().actions.is_empty(),
        "there is no address yet"
    );
    field(&harness, t!("app-start-address")).focus();
    harness.run();
    field(&harness, t!("app-start-address")).type_text("http://news.example/");
    harness.run();
    harness.get_by_label(t!("app-start-page")).click();
    harness.run();
    let expected = [Action::BeginAt {
        project: PathBuf::from("/p/project.bower"),
        url: "http://news.example/".to_owned(),
    }];
    assert_eq!(harness.state().actions, expected);
}

#[test]
fn a_wrong_cron_expression_is_named_and_cannot_be_added() {
    let state = TasksState {
        site: Some(SiteId(1)),
        cron: "99 8 * * *".to_owned(),
        ..TasksState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        let now = made::at("2026-01-05T10:00:00Z");
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label_contains(fixed_part("app-tasks-bad-cron"));
    harness.get_by_label(t!("app-tasks-add")).click();
    harness.run();
    assert!(harness.state().actions.is_empty());
}

#[test]
fn an_account_is_logged_in_and_removed() {
    let mut harness = stage(made::world(), AccountsState::default(), |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.get_by_label(t!("account-logged-in"));
    harness.get_by_label(t!("app-accounts-test")).click();
    harness.run();
    harness.get_by_label(t!("app-remove")).click();
    harness.run();
    let account = AccountId(6);
    assert_eq!(
        harness.state().commands(),
        [
            &Command::Accounts(AccountCommand::Test { account }),
            &Command::Accounts(AccountCommand::Remove {
                accounts: vec![account]
            })
        ]
    );
}

#[test]
fn accounts_are_filtered_and_several_are_tried_at_once() {
    let mut world = made::world();
    let model = world.accounts[0].clone();
    for (id, user) in [(7, "ben"), (8, "cyd")] {
        let mut account = model.clone();
        (account.id, account.user) = (AccountId(id), user.to_owned());
        account.enabled = user != "cyd";
        world.accounts.push(account);
    }
    let mut harness = stage(world, AccountsState::default(), |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.get_by_label(&format!("2 {}", t!("account-logged-in")));
    harness.get_by_label(&format!("1 {}", t!("account-off")));
    harness.state_mut().state.pool.filter = "daily b".to_owned();
    harness.run();
    assert!(harness.query_by_label("cyd").is_none());
    harness.state_mut().state.pool.filter.clear();
    harness.state_mut().state.pool.only = Some(AccountStatus::LoggedIn);
    harness.run();
    harness.get_by_label(t!("app-pools-tick-all")).click();
    harness.run();
    harness.get_by_label(t!("app-accounts-test-chosen")).click();
    harness.run();
    harness
        .get_by_label(t!("app-accounts-enable", user = "ben"))
        .click();
    harness.run();
    let ids = |ids: &[i64]| ids.iter().copied().map(AccountId).collect::<Vec<_>>();
    assert_eq!(
        harness.state().commands(),
        [
            &Command::Accounts(AccountCommand::TestAll {
                accounts: ids(&[6, 7])
            }),
            &Command::Accounts(AccountCommand::Enable {
                accounts: ids(&[7]),
                enabled: false
            })
        ]
    );
}

#[test]
fn a_list_of_accounts_is_looked_at_before_it_is_read() {
    let state = AccountsState {
        list_open: true,
        list: "ann:top-secret\nrubbish\n".to_owned(),
        ..AccountsState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.get_by_label_contains(t!("accounts-list-preview", count = 1, faults = 1));
    harness.get_by_label(t!("accounts-list-import")).click();
    harness.run();
    assert!(harness.state().commands().is_empty(), "no site is chosen");
    harness.state_mut().state.site = Some(SiteId(1));
    harness.run();
    harness.get_by_label(t!("accounts-list-import")).click();
    harness.run();
    let commands = harness.state().commands();
    let [Command::Accounts(AccountCommand::Import { site, text, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(
        (*site, text.reveal()),
        (SiteId(1), "ann:top-secret\nrubbish\n")
    );
    assert!(!format!("{commands:?}").contains("top-secret"));
    assert!(harness.state().state.list.is_empty(), "it is not kept");
}

#[test]
fn cookies_are_brought_for_the_site_that_asks() {
    let mut state = AccountsState::default();
    state.bring_for(&made::world(), SiteId(1));
    assert_eq!((state.site, state.user.as_str()), (Some(SiteId(1)), "ann"));
    assert!(state.cookies_open);
    state.bring_for(&made::world(), SiteId(2));
    assert!(!state.user.is_empty(), "a name for the account that comes");
}

#[test]
fn cookies_and_a_day_limit_are_typed_and_the_password_stays_unseen() {
    let mut state = AccountsState {
        site: Some(SiteId(1)),
        user: "ann".to_owned(),
        cookies_open: true,
        cookies: "sid=top-secret".to_owned(),
        ..AccountsState::default()
    };
    state.pool.ticked.insert(AccountId(6));
    let mut harness = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness
        .get_by_label(t!("app-accounts-cookies-take"))
        .click();
    harness.run();
    harness.get_by_label(t!("app-accounts-off")).click();
    harness.run();
    harness.get_by_label(t!("app-accounts-change")).click();
    harness.run();
    harness.get_by_label(t!("app-accounts-editing", user = "ann"));
    harness.state_mut().state.limit = "40".to_owned();
    harness.run();
    harness.get_by_label(t!("app-accounts-save")).click();
    harness.run();
    let commands = harness.state().commands();
    let [
        Command::Accounts(brought),
        Command::Accounts(off),
        Command::Accounts(changed),
    ] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert!(matches!(brought, AccountCommand::BringCookies { user, .. } if user == "ann"));
    assert!(matches!(off, AccountCommand::Enable { enabled: false, .. }));
    let AccountCommand::Change {
        password, terms, ..
    } = changed
    else {
        panic!("{changed:?}");
    };
    assert_eq!((password, terms.day_limit), (&None, Some(40)));
    assert!(!format!("{commands:?}").contains("top-secret"));
}

#[test]
fn a_host_is_allowed_for_the_secrets_of_an_account() {
    let state = AccountsState {
        allow_host: " login.example.org ".to_owned(),
        editing: Some(AccountId(6)),
        ..AccountsState::default()
    };
    let mut harness = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    assert!(
        field(&harness, t!("app-accounts-allow-host"))
            .value()
            .is_some()
    );
    harness.get_by_label(t!("app-accounts-allow")).click();
    harness.run();
    let expected = Command::Accounts(AccountCommand::AllowHost {
        account: AccountId(6),
        host: "login.example.org".to_owned(),
    });
    assert_eq!(harness.state().commands(), [&expected]);
    assert!(harness.state().state.allow_host.is_empty());
}

#[test]
fn language_and_theme_are_chosen_in_settings() {
    let mut harness = stage(made::world(), SettingsState::default(), |ui, s| {
        let theme = (ThemeChoice::System, 100);
        settings_ui(ui, &s.look, &s.world, theme, &mut s.state, &mut s.actions);
    });
    harness.get_by_label("简体中文").click();
    harness.run();
    harness.get_by_label(t!("app-theme-dark")).click();
    harness.run();
    let expected = [
        Action::SetLanguage(Language::Chinese),
        Action::SetTheme(ThemeChoice::Dark),
    ];
    assert_eq!(harness.state().actions, expected);
}

#[test]
fn other_programs_are_answered_only_while_a_person_wants_it() {
    let mut world = made::world();
    world.project = Some(PathBuf::from("news.bower"));
    let mut harness = stage(world, SettingsState::default(), |ui, s| {
        let theme = (ThemeChoice::System, 100);
        settings_ui(ui, &s.look, &s.world, theme, &mut s.state, &mut s.actions);
    });
    harness.state_mut().state.search.typed = t!("serve-settings-port").to_lowercase();
    harness.state_mut().state.serve.port = "70000".to_owned();
    harness.run();
    harness.get_by_label(t!("serve-bad-port"));
    harness.state_mut().state.serve.port = "9000".to_owned();
    harness.run();
    harness.get_by_label(t!("serve-settings-on")).click();
    harness.run();
    let serve = |command| Command::Project(ProjectCommand::Serve(command));
    let start = serve(ServeCommand::Start {
        port: 9000,
        language: Language::English,
    });
    assert!(harness.state().commands().contains(&&start));
    harness.state_mut().state.serve.came(ServeState {
        address: Some("http://127.0.0.1:9000/".to_owned()),
        token: Secret::new("0123abcd"),
    });
    harness.run();
    harness.get_by_label("http://127.0.0.1:9000/");
    harness.get_by_label(t!("serve-copy-token")).click();
    harness.run();
    let copied = Action::Copy("0123abcd".to_owned());
    assert!(harness.state().actions.contains(&copied));
    harness.get_by_label(t!("serve-settings-on")).click();
    harness.run();
    let stop = serve(ServeCommand::Stop);
    assert!(harness.state().commands().contains(&&stop));
}

#[test]
fn settings_are_found_in_either_language() {
    let mut harness = stage(made::world(), SettingsState::default(), |ui, s| {
        let theme = (ThemeChoice::System, 100);
        settings_ui(ui, &s.look, &s.world, theme, &mut s.state, &mut s.actions);
    });
    let find = |harness: &mut Harness<'_, Stage<SettingsState>>, words: &str| {
        harness.state_mut().state.search.typed = words.to_owned();
        harness.run();
    };
    find(&mut harness, &t!("notify-settings-quiet").to_lowercase());
    harness.get_by_label(t!("notify-settings-quiet"));
    assert!(
        harness
            .query_by_label(t!("app-settings-passphrase"))
            .is_none()
    );

    find(
        &mut harness,
        t!(Language::Chinese; "app-settings-passphrase"),
    );
    harness.get_by_label(t!("app-settings-passphrase"));
    assert!(
        harness
            .query_by_label(t!("notify-settings-quiet"))
            .is_none()
    );

    find(&mut harness, "nothing like this");
    harness.get_by_label(t!("settings-search-none"));
    harness.get_by_label(t!("settings-search-clear")).click();
    harness.run();
    harness.get_by_label(t!("app-settings-passphrase"));
}
