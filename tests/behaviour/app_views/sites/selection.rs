//! Several sites at once: selecting them by mouse and keys, what is then asked of the engine.

use bowerbird::app::action::{Action, PathPurpose};
use bowerbird::app::views::sites::SitesState;
use bowerbird::engine::types::{SiteId, SourceKind, parse};
use bowerbird::engine::{Command, RunCommand, SiteBatch, SiteCommand};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, draw, field, made, stage};
use crate::texts::t;

type Window = Harness<'static, Stage<SitesState>>;

fn tick(window: &mut Window, site: &str, modifiers: Modifiers) {
    window
        .get_by_label(t!("sites-batch-select", site = site))
        .click_modifiers(modifiers);
    window.run();
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run();
}

fn menu(window: &mut Window) {
    let subject = t!("sites-batch-subject");
    click(window, t!("app-more-of", subject = subject));
}

fn ticked(window: &Window) -> Vec<i64> {
    let ticked = window.state().state.selection.ticked.iter();
    ticked.map(|site| site.0).collect()
}

fn batches(window: &mut Window) -> Vec<SiteBatch> {
    let actions = std::mem::take(&mut window.state_mut().actions);
    let batches = actions.into_iter().filter_map(|action| match action {
        Action::Send(Command::Site(SiteCommand::Batch(batch))) => Some(batch),
        _ => None,
    });
    batches.collect()
}

#[test]
fn sites_are_selected_by_mouse_and_keys() {
    let mut window = stage(made::world(), SitesState::default(), draw);
    assert!(
        window
            .query_by_label(t!("sites-selected", count = 1))
            .is_none()
    );
    tick(&mut window, "Daily", Modifiers::NONE);
    tick(&mut window, "Weekly", Modifiers::SHIFT);
    assert_eq!(ticked(&window), [1, 2, 3], "the sites between them too");
    window.get_by_label(t!("sites-selected", count = 3));
    click(&mut window, t!("app-results-choose-none"));
    assert!(ticked(&window).is_empty());
    // By the keyboard: the first row, then two more with Shift, and one back.
    window
        .get_by_role_and_label(Role::Table, t!("app-sites-table"))
        .focus();
    window.run();
    window.key_press(Key::ArrowDown);
    window.run();
    window.key_press(Key::Space);
    window.run();
    assert_eq!(ticked(&window), [1]);
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
        window.key_press_modifiers(Modifiers::SHIFT, key);
        window.run();
    }
    assert_eq!(ticked(&window), [1, 2]);
    window.key_press(Key::Space);
    window.run();
    assert_eq!(ticked(&window), [1], "Space deselects too");
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run();
    assert_eq!(ticked(&window), [1, 2, 3]);
}

#[test]
fn what_is_asked_of_several_sites_is_one_command() {
    let mut world = made::world();
    world.sites.as_mut().unwrap()[1].paused = true;
    world.tags = vec![("press".to_owned(), SiteId(1), false)];
    let mut window = stage(world, SitesState::default(), draw);
    tick(&mut window, "Daily", Modifiers::NONE);
    tick(&mut window, "每日新闻", Modifiers::NONE);
    click(&mut window, t!("sites-batch-run"));
    let started = window
        .state()
        .commands()
        .into_iter()
        .find_map(|command| match command {
            Command::Run(RunCommand::Start { sites, .. }) => Some(sites.clone()),
            _ => None,
        });
    assert_eq!(started, Some(vec![SiteId(1), SiteId(2)]));
    click(&mut window, t!("app-sites-pause"));
    assert_eq!(
        batches(&mut window),
        [SiteBatch::Pause(vec![SiteId(1)])],
        "the other one is paused"
    );
    menu(&mut window);
    click(&mut window, t!("app-sites-disable"));
    let sites = vec![SiteId(1), SiteId(2)];
    let enabled = false;
    assert_eq!(batches(&mut window), [SiteBatch::Enable { sites, enabled }]);
    menu(&mut window);
    click(&mut window, t!("sites-batch-tag"));
    let title = t!("sites-batch-tag-title", count = 2);
    field(&window, title).focus();
    window.run();
    field(&window, title).type_text("daily");
    window.run();
    window.key_press(Key::Enter);
    window.run();
    let own = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        batches(&mut window),
        [SiteBatch::Tags(vec![
            (SiteId(1), own(&["press", "daily"])),
            (SiteId(2), own(&["daily"])),
        ])]
    );
    menu(&mut window);
    click(&mut window, t!("sites-batch-schedule"));
    let schedules = Action::ScheduleSites(vec![SiteId(1), SiteId(2)]);
    assert!(window.state().actions.contains(&schedules));
    // Both have records, so that the key asks first.
    window.key_press(Key::Delete);
    window.run();
    assert!(batches(&mut window).is_empty());
    click(&mut window, t!("app-sites-remove"));
    let removed = SiteBatch::Remove(vec![SiteId(1), SiteId(2)]);
    assert_eq!(batches(&mut window), [removed]);
    assert!(ticked(&window).is_empty());
}

#[test]
fn settings_that_differ_are_mixed_and_only_those_touched_change() {
    let mut world = made::world();
    let with = |delay: &str| format!("{}\n[politeness]\ndelay = \"{delay}\"\n", made::RULE);
    let sites = world.sites.as_mut().unwrap();
    sites[0].rule_toml = with("5s");
    sites[1].rule_toml = with("9s");
    let mut window = stage(world, SitesState::default(), draw);
    tick(&mut window, "Daily", Modifiers::NONE);
    tick(&mut window, "每日新闻", Modifiers::NONE);
    menu(&mut window);
    click(&mut window, t!("sites-batch-settings"));
    let agent = t!("form-agent");
    window.get_by_label(agent).focus();
    window.run();
    window.get_by_label(agent).type_text("Reader/1");
    window.run();
    click(&mut window, t!("sites-batch-apply"));
    let batches = batches(&mut window);
    let [SiteBatch::Rules(rules)] = &batches[..] else {
        panic!("{batches:?}");
    };
    let read = |nth: usize| parse(&rules[nth].1).unwrap().file().clone();
    for (nth, delay) in ["5s", "9s"].iter().enumerate() {
        assert_eq!(read(nth).network.user_agent.as_deref(), Some("Reader/1"));
        assert_eq!(read(nth).politeness.delay, *delay);
    }
    // A wrong value is refused with the name of the site, and changes none.
    menu(&mut window);
    click(&mut window, t!("sites-batch-settings"));
    let delay = t!("app-form-delay");
    window.get_by_label(delay).focus();
    window.run();
    window.get_by_label(delay).type_text("soon");
    window.run();
    click(&mut window, t!("sites-batch-apply"));
    assert!(super::selection::batches(&mut window).is_empty());
    window.get_by_label_contains("soon");
}

#[test]
fn feeds_of_the_selected_sites_are_exported_from_the_menu() {
    let mut world = made::world();
    world.sites.as_mut().unwrap()[0].kind = SourceKind::Feed;
    let mut window = stage(world, SitesState::default(), draw);
    tick(&mut window, "Daily", Modifiers::NONE);
    menu(&mut window);
    click(&mut window, t!("app-feeds-export"));
    let actions = std::mem::take(&mut window.state_mut().actions);
    let asks = |all| Action::PickPath(PathPurpose::ExportFeeds { all });
    assert!(actions.contains(&asks(false)), "{actions:?}");
}
