//! Tasks, proxies, accounts, settings and the first start.

use std::path::{Path, PathBuf};

use bowerbird::app::action::Action;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::accounts::{AccountsState, accounts_ui};
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::app::views::start::{StartState, start_ui};
use bowerbird::app::views::tasks::{TasksState, tasks_ui};
use bowerbird::engine::types::{
    AccountId, AccountStanding, Bounds, Language, SiteId, TaskId, TaskTurn, Timing, TurnCause,
    TurnId, TurnOutcome,
};
use bowerbird::engine::{AccountOrder, Command, TaskCommand, TaskOrder};
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use crate::app_views::{Stage, field, made, stage};

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
    harness.get_by_label("Open the sample project").click();
    harness.run();
    harness.get_by_label("Start an empty project").click();
    harness.run();
    harness.get_by_label("Project file").focus();
    harness.run();
    harness
        .get_by_label("Project file")
        .type_text("/p/old.bower");
    harness.run();
    harness.get_by_label("Open").click();
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
    harness.get_by_label_contains("Next turns: 2026-01-0");
    harness.get_by_label("Add task").click();
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
    harness.get_by_label("Pause").click();
    harness.run();
    harness.get_by_label("Scheduler").click();
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
    assert!(harness.query_by_label("Cron expression").is_none());
    harness.get_by_label("Hour");
    choose(&mut harness, "Runs", "every hour");
    assert!(harness.query_by_label("Hour").is_none());
    harness.get_by_label_contains("Next turns: 2026-01-05 11:00");
    harness.get_by_label("Add task").click();
    harness.run();
    let [Command::Task(TaskCommand::Add { draft })] = harness.state().commands()[..] else {
        panic!("{:?}", harness.state().actions);
    };
    let timing = Timing::Cron {
        expression: "0 * * * *".to_owned(),
        timezone: "UTC".to_owned(),
    };
    assert_eq!(draft.timing, timing);
    choose(&mut harness, "Runs", "by a cron expression");
    field(&harness, "Cron expression");
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
    harness.get_by_label("Add task").click();
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
    harness.get_by_label("as often as it changes, every 10 min to 1 day");
    harness.get_by_label("next visit in 23 min, about 4 new a day");
    choose(&mut harness, "Runs", "as often as it changes");
    let typed = |state: &mut TasksState, min: &str| {
        let bounds = state.adaptive.as_mut().expect("bounds");
        bounds.min = Some(min.to_owned());
    };
    typed(&mut harness.state_mut().state, "5");
    harness.run();
    harness.get_by_label_contains("cannot be a time between two visits");
    typed(&mut harness.state_mut().state, "2d");
    harness.run();
    harness.get_by_label_contains("longer than the longest");
    typed(&mut harness.state_mut().state, "30m");
    harness.run();
    harness.get_by_label("Add task").click();
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
    harness.get_by_label_contains("none of these tasks runs by itself");
    harness.get_by_label("Switch it on").click();
    harness.run();
    assert_eq!(
        harness.state().commands(),
        [&Command::Task(TaskCommand::Schedule { on: true })]
    );
    harness.state_mut().world.scheduling = true;
    harness.run();
    assert!(harness.query_by_label("Switch it on").is_none());
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
    harness.get_by_label("Run now").click();
    harness.run();
    harness.get_by_label("Choose Daily").click();
    harness.run();
    harness.get_by_label("Pause all").click();
    harness.run();
    harness.get_by_label("Edit").click();
    harness.run();
    harness.get_by_label("Editing the task Daily");
    choose(&mut harness, "Runs", "after an interval");
    harness.get_by_label("Save task").click();
    harness.run();
    let of = |order| Command::Task(TaskCommand::Order(order));
    let tasks = vec![TaskId(4)];
    let commands = harness.state().commands();
    assert_eq!(commands[0], &of(TaskOrder::RunNow(tasks.clone())));
    let paused = true;
    assert_eq!(commands[1], &of(TaskOrder::Pause { tasks, paused }));
    let Command::Task(TaskCommand::Order(TaskOrder::Edit { draft, .. })) = commands[2] else {
        panic!("{commands:?}");
    };
    let every_two_hours = Timing::Interval {
        seconds: 7_200,
        jitter_seconds: 0,
    };
    assert_eq!(draft.timing, every_two_hours);
    assert_eq!(draft.cover, harness.state().world.tasks[0].cover);

    harness.get_by_label("Last 7 days").click();
    harness.run();
    harness.get_by_label("Daily: 0 done, 0 not finished, 0 failed, 4 missed, 0 left out");
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
    harness.get_by_label("every 20 minutes from 08:00 to 20:40, Monday to Friday");
    harness.get_by_label("Pick minutes, hours and days").click();
    harness.run_steps(30);
    harness.get_by_label("Hour 21").click();
    harness.run_steps(5);
    assert_eq!(harness.state().state.cron, "*/20 8-21 * * 1-5");
}

#[test]
fn an_address_opens_a_project_and_its_page_at_once() {
    let mut harness = stage(made::world(), StartState::default(), |ui, s| {
        let project = Path::new("/p/project.bower");
        start_ui(ui, &s.look, &mut s.state, project, &[], &mut s.actions);
    });
    harness.get_by_label("Open the page").click();
    harness.run();
    assert!(
        harness.state().actions.is_empty(),
        "there is no address yet"
    );
    field(&harness, "Address").focus();
    harness.run();
    field(&harness, "Address").type_text("http://news.example/");
    harness.run();
    harness.get_by_label("Open the page").click();
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
    harness.get_by_label_contains("cannot be read at character");
    harness.get_by_label("Add task").click();
    harness.run();
    assert!(harness.state().actions.is_empty());
}

#[test]
fn an_account_is_logged_in_and_removed() {
    let mut harness = stage(made::world(), AccountsState::default(), |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.get_by_label("logged in");
    harness.get_by_label("Log in").click();
    harness.run();
    harness.get_by_label("Remove").click();
    harness.run();
    let account = AccountId(6);
    assert_eq!(
        harness.state().commands(),
        [
            &Command::Accounts(AccountOrder::Test { account }),
            &Command::Accounts(AccountOrder::Remove {
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
    harness.get_by_label("2 logged in");
    harness.get_by_label("1 off");
    harness.state_mut().state.filter = "daily b".to_owned();
    harness.run();
    assert!(harness.query_by_label("cyd").is_none());
    harness.state_mut().state.filter.clear();
    harness.state_mut().state.only = Some(AccountStanding::LoggedIn);
    harness.run();
    harness.get_by_label("Choose all").click();
    harness.run();
    harness.get_by_label("Log in chosen").click();
    harness.run();
    harness.get_by_label("Switch ben on or off").click();
    harness.run();
    let ids = |ids: &[i64]| ids.iter().copied().map(AccountId).collect::<Vec<_>>();
    assert_eq!(
        harness.state().commands(),
        [
            &Command::Accounts(AccountOrder::TestAll {
                accounts: ids(&[6, 7])
            }),
            &Command::Accounts(AccountOrder::Enable {
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
    harness.get_by_label_contains("1 account, 1 line cannot be read.");
    harness.get_by_label("Import").click();
    harness.run();
    assert!(harness.state().commands().is_empty(), "no site is chosen");
    harness.state_mut().state.site = Some(SiteId(1));
    harness.run();
    harness.get_by_label("Import").click();
    harness.run();
    let commands = harness.state().commands();
    let [Command::Accounts(AccountOrder::Import { site, text, .. })] = commands.as_slice() else {
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
    state.ticked.insert(AccountId(6));
    let mut harness = stage(made::world(), state, |ui, s| {
        accounts_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    harness.get_by_label("Take cookies").click();
    harness.run();
    harness.get_by_label("Disable").click();
    harness.run();
    harness.get_by_label("Change").click();
    harness.run();
    harness.get_by_label("Changing ann");
    harness.state_mut().state.limit = "40".to_owned();
    harness.run();
    harness.get_by_label("Save").click();
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
    assert!(matches!(brought, AccountOrder::BringCookies { user, .. } if user == "ann"));
    assert!(matches!(off, AccountOrder::Enable { enabled: false, .. }));
    let AccountOrder::Change {
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
    assert!(field(&harness, "Also for host").value().is_some());
    harness.get_by_label("Allow").click();
    harness.run();
    let expected = Command::Accounts(AccountOrder::AllowHost {
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
    harness.get_by_label("dark").click();
    harness.run();
    let expected = [
        Action::SetLanguage(Language::Chinese),
        Action::SetTheme(ThemeChoice::Dark),
    ];
    assert_eq!(harness.state().actions, expected);
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
    find(&mut harness, "quiet hours");
    harness.get_by_label("Quiet hours");
    assert!(harness.query_by_label("Passphrase").is_none());

    find(&mut harness, "口令");
    harness.get_by_label("Passphrase");
    assert!(harness.query_by_label("Quiet hours").is_none());

    find(&mut harness, "nothing like this");
    harness.get_by_label("No setting has these words. Try one of them alone.");
    harness.get_by_label("Show all").click();
    harness.run();
    harness.get_by_label("Passphrase");
}
