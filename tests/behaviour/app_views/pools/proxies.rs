//! The proxy pool in the window.

use std::path::PathBuf;

use bowerbird::app::action::{Action, Notice};
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::views::proxies::{Against, ProxiesState, import_file, proxies_ui};
use bowerbird::engine::types::{
    Message, PageState, Proxy, ProxyAtSite, ProxyHealth, ProxyId, ProxyScheme, Secret, SiteId,
    Track, read_list,
};
use bowerbird::engine::{
    Command, ImportedProxies, ProxyCommand, ProxyDraft, ProxySource, ProxyTest, TestAgainst,
};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use jiff::{SignedDuration, Timestamp};

use crate::app_views::{Stage, field, made, stage};
use crate::texts::{fixed_part, t};

fn view<'a>(world: AppState, state: ProxiesState) -> Harness<'a, Stage<ProxiesState>> {
    stage(world, state, |ui, s| {
        proxies_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    })
}

/// A pool of several kinds beside “east”.
fn pool() -> AppState {
    let mut world = made::world();
    let model = world.proxies[0].clone();
    let like = |id: i64, name: &str| Proxy {
        id: ProxyId(id),
        name: name.to_owned(),
        fault: None,
        ..model.clone()
    };
    let mut good = like(6, "a good one");
    good.health = ProxyHealth::Good;
    good.track = Track {
        good: 20.0,
        bad: 0.0,
        latency_ms: 240.0,
        seen_at: None,
    };
    good.traits.tags.insert("home".to_owned());
    good.traits.country = "DE".to_owned();
    good.sites.push(ProxyAtSite {
        site: SiteId(1),
        site_name: "Daily".to_owned(),
        track: Track::default(),
        uses_ok: 8,
        uses_failed: 2,
        good_at: None,
        refused: Some(PageState::Blocked),
        refusals: 1,
        rest_until: None,
    });
    let mut off = like(7, "switched off");
    off.enabled = false;
    world.proxies.extend([good, off]);
    world
}

fn orders(harness: &Harness<'_, Stage<ProxiesState>>) -> Vec<ProxyCommand> {
    let commands = harness.state().commands();
    let orders = commands.into_iter().filter_map(|command| match command {
        Command::Proxies(order) => Some(order.clone()),
        _ => None,
    });
    orders.collect()
}

#[test]
fn a_proxy_whose_password_is_locked_is_not_called_available() {
    let mut world = pool();
    let asks = Message::new("secrets-no-passphrase").with("path", "/p/press.bower-secrets");
    world.locked.proxies.insert(ProxyId(6));
    world.locked.message = Some(asks.clone());
    let mut harness = view(world, ProxiesState::default());
    let good = format!("1 {}", t!("pools-standing-good"));
    assert!(harness.query_by_label(&good).is_none(), "the header too");
    let locked = t!("pools-standing-locked");
    assert!(harness.query_all_by_label_contains(locked).count() >= 2);
    harness.get_by_label(t!("app-proxies-locked", count = 1));
    harness
        .get_by_label(t!("app-proxies-enter-passphrase"))
        .click();
    harness.run();
    let asked = Action::Notify(Notice::bad(asks));
    assert_eq!(harness.state().actions, [asked]);
}

#[test]
fn a_proxy_is_added_tested_and_removed() {
    let mut harness = stage(made::world(), ProxiesState::default(), |ui, s| {
        proxies_ui(ui, &s.look, &s.world, &mut s.state, &mut s.actions);
    });
    for (label, text) in [
        (t!("app-form-name"), "west"),
        (t!("app-proxies-url"), "socks5://127.0.0.1:1080"),
        (t!("app-proxies-password"), "s3cret"),
    ] {
        field(&harness, label).focus();
        harness.run();
        field(&harness, label).type_text(text);
        harness.run();
    }
    harness.get_by_label(t!("app-proxies-add")).click();
    harness.run();
    harness.get_by_label(t!("app-proxies-test")).click();
    harness.run();
    harness.get_by_label(t!("app-remove")).click();
    harness.run();
    let commands = harness.state().commands();
    assert!(matches!(
        commands[0],
        Command::Proxies(ProxyCommand::Add(ProxyDraft { name, password: Some(password), user: None, .. }))
            if name == "west" && password.reveal() == "s3cret"
    ));
    let proxies = vec![ProxyId(5)];
    assert!(matches!(
        commands[1],
        Command::Proxies(ProxyCommand::Test { proxies: tested, .. }) if *tested == proxies
    ));
    assert_eq!(
        commands[2],
        &Command::Proxies(ProxyCommand::Remove { proxies })
    );
    assert_eq!(
        harness.state().state.name,
        "west",
        "kept, in case adding fails"
    );
    let old = harness.state().world.proxies.clone();
    let mut new = old.clone();
    new[0].id = ProxyId(6);
    new.extend(old.iter().cloned());
    let state = &mut harness.state_mut().state;
    state.came(&old, &new);
    assert!(
        state.name.is_empty() && state.password.is_empty(),
        "no password stays in the form once the proxy is there"
    );
}

#[test]
fn a_typed_password_moves_into_its_field_and_several_addresses_are_a_list() {
    let mut proxies = view(AppState::default(), ProxiesState::default());
    let typed = |proxies: &mut Harness<'_, Stage<ProxiesState>>, text: &str| {
        field(proxies, t!("app-proxies-url")).focus();
        proxies.run();
        field(proxies, t!("app-proxies-url")).type_text(text);
        proxies.run();
    };
    typed(&mut proxies, "socks5://ann:s3cret@127.0.0.1:1080");
    field(&proxies, t!("app-form-name")).focus();
    proxies.run();
    let state = &proxies.state().state;
    let shown = (
        state.url.as_str(),
        state.user.as_str(),
        state.password.as_str(),
    );
    assert_eq!(shown, ("socks5://127.0.0.1:1080", "ann", "s3cret"));

    proxies.state_mut().state.url.clear();
    typed(&mut proxies, "127.0.0.1:1 bob:pw@127.0.0.1:2");
    proxies.key_press(egui::Key::Enter);
    proxies.run();
    let orders = orders(&proxies);
    let [ProxyCommand::Import { source, .. }] = &orders[..] else {
        panic!("{orders:?}");
    };
    let ProxySource::Text(list) = source else {
        panic!("{source:?}");
    };
    let read = read_list(list.reveal(), ProxyScheme::default());
    let users: Vec<_> = read.entries.iter().map(|e| e.user.as_deref()).collect();
    assert_eq!(
        users,
        [Some("ann"), Some("bob")],
        "the typed user is for the first"
    );
}

#[test]
fn a_grey_test_says_why() {
    let mut world = pool();
    world.sites = Some(Vec::new());
    let proxies = view(world, ProxiesState::default());
    let tests: Vec<_> = proxies.query_all_by_label(t!("app-proxies-test")).collect();
    assert!(!tests.is_empty());
    for test in tests {
        let why = test.accesskit_node().description();
        assert_eq!(why.as_deref(), Some(t!("app-proxies-no-target")));
    }
}

#[test]
fn health_is_a_word_and_the_filter_finds_by_tag_and_site() {
    let mut harness = view(pool(), ProxiesState::default());
    harness.get_by_label(t!("pools-standing-good"));
    harness.get_by_label(&format!("1 {}", t!("pools-standing-good")));
    harness.get_by_label(&format!("1 {}", t!("pools-standing-off")));
    harness.get_by_label("DE, home");
    harness.get_by_label("✕ Daily");
    harness.state_mut().state.pool.filter = "home daily".to_owned();
    harness.run();
    harness.get_by_label("a good one");
    assert!(harness.query_by_label("switched off").is_none());
}

#[test]
fn a_proxy_that_never_worked_is_unavailable_and_its_uses_are_counted() {
    let mut world = pool();
    let mut never = world.proxies[1].clone();
    (never.id, never.name) = (ProxyId(8), "never worked".to_owned());
    (never.uses_ok, never.uses_failed) = (0, 1);
    never.health = ProxyHealth::Faulty;
    never.track.bad = 1.0;
    never.rest_until = Timestamp::now()
        .checked_add(SignedDuration::from_mins(2))
        .ok();
    never.sites.clear();
    world.proxies = vec![never];
    let proxies = view(world, ProxiesState::default());
    proxies.get_by_label(t!("pools-standing-faulty"));
    proxies.get_by_label(&format!("1 {}", t!("pools-standing-faulty")));
    proxies.get_by_label(t!("app-proxies-few-uses", good = 0, all = 1));
    let rests = fixed_part("pools-standing-resting");
    assert!(proxies.query_by_label_contains(rests).is_none());
}

#[test]
fn deeds_are_done_for_all_that_are_chosen() {
    let mut world = pool();
    world.proxies[0].rest_until = Some(made::at("2099-01-01T00:00:00Z"));
    let mut harness = view(world, ProxiesState::default());
    assert!(
        harness.query_by_label(t!("app-proxies-off")).is_none(),
        "none is chosen"
    );
    for name in [
        t!("app-proxies-tick", proxy = "east"),
        t!("app-proxies-tick", proxy = "a good one"),
    ] {
        harness.get_by_label(name).click();
        harness.run();
    }
    harness.get_by_label(t!("app-proxies-chosen", count = 2));
    for button in [
        t!("app-proxies-test-chosen"),
        t!("app-proxies-off"),
        t!("app-proxies-wake"),
        t!("app-proxies-remove-chosen"),
    ] {
        if harness.query_by_label(button).is_none() {
            let further = t!("app-more-of", subject = t!("app-view-proxies"));
            harness.get_by_label(further).click();
            harness.run();
        }
        harness.get_by_label(button).click();
        harness.run();
    }
    harness.get_by_label(t!("app-proxies-tag")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-proxies-tag"))
        .type_text("fast");
    harness.run();
    harness.get_by_label(t!("app-proxies-add-tag")).click();
    harness.run();
    harness.state_mut().state.country = "fr".to_owned();
    harness.state_mut().state.limit = "5GB".to_owned();
    harness.run();
    for button in [t!("app-proxies-set-country"), t!("app-proxies-set-limit")] {
        harness.get_by_label(button).click();
        harness.run();
    }
    let both = vec![ProxyId(5), ProxyId(6)];
    let orders = orders(&harness);
    let against = TestAgainst::OwnSites;
    assert_eq!(
        orders[..4],
        [
            ProxyCommand::Test {
                proxies: both.clone(),
                against
            },
            ProxyCommand::Enable {
                proxies: both.clone(),
                enabled: false
            },
            ProxyCommand::Wake {
                proxies: both.clone()
            },
            ProxyCommand::Remove {
                proxies: both.clone()
            },
        ]
    );
    let ProxyCommand::Change { proxies, change } = &orders[4] else {
        panic!("{orders:?}");
    };
    assert_eq!(*proxies, both);
    assert!(change.add_tags.contains("fast"));
    let settled = orders[5..].iter().map(|order| match order {
        ProxyCommand::Change { change, .. } => (change.country.clone(), change.month_limit),
        order => panic!("{order:?}"),
    });
    assert_eq!(
        settled.collect::<Vec<_>>(),
        [
            (Some("FR".to_owned()), None),
            (None, Some(Some(5_000_000_000)))
        ]
    );
}

#[test]
fn all_are_tested_against_a_site_and_it_can_be_stopped() {
    let mut state = ProxiesState::default();
    state.against = Against::Site(SiteId(1));
    let mut harness = view(pool(), state);
    harness.get_by_label(t!("app-proxies-test-all")).click();
    harness.run();
    let against = TestAgainst::Site(SiteId(1));
    let proxies = Vec::new();
    assert_eq!(orders(&harness), [ProxyCommand::Test { proxies, against }]);
    harness.state_mut().world.proxy_progress = Some((1, 3));
    harness.run();
    harness.get_by_label(t!("app-proxies-testing", done = 1, of = 3));
    harness.get_by_label(t!("app-proxies-stop-tests")).click();
    harness.run();
    assert_eq!(orders(&harness).last(), Some(&ProxyCommand::StopTests));
    let test = ProxyTest {
        proxy: ProxyId(5),
        name: "east".to_owned(),
        site: None,
        url: String::new(),
        works: true,
        state: PageState::Ok,
        status: 200,
        took_ms: Some(120),
        exit_address: None,
        message: Message::new("pools-test-works").with("proxy", "east"),
    };
    harness
        .state_mut()
        .world
        .proxy_tests
        .insert(ProxyId(5), test);
    harness.run();
    harness.get_by_label(t!("pools-test-works", proxy = "east"));
}

#[test]
fn a_pasted_list_is_read_before_it_is_imported_and_not_kept() {
    let mut harness = view(pool(), ProxiesState::default());
    harness.get_by_label(t!("app-proxies-import")).click();
    harness.run();
    harness.state_mut().state.list = "h:1:ann:s3cret\nnonsense\n".to_owned();
    harness.run();
    harness.get_by_label_contains(&format!(
        "{} {}",
        t!("app-proxies-list-has", count = 1, faults = 1),
        t!(
            "pools-list-line",
            line = 2,
            reason = t!("pools-list-no-port")
        )
    ));
    harness.get_by_label(t!("app-proxies-import-now")).click();
    harness.run();
    let ProxyCommand::Import { source, .. } = &orders(&harness)[0] else {
        panic!("{:?}", harness.state().actions);
    };
    assert!(matches!(source, ProxySource::Text(text) if text.reveal().contains("s3cret")));
    assert!(
        !harness.state().state.list.is_empty(),
        "kept until it is imported, since that may need a passphrase first"
    );
    let report = ImportedProxies {
        added: vec!["h:1".to_owned()],
        faults: vec![(2, Message::new("pools-list-no-port"))],
        ..ImportedProxies::default()
    };
    harness.state_mut().state.imported(report);
    assert_eq!(
        harness.state().state.list,
        "nonsense",
        "what could not be read stays to be corrected, and no password"
    );
    harness.run();
    harness.get_by_label_contains(t!("pools-list-done", added = 1, known = 0, faults = 1));
    let line = t!(
        "pools-list-line",
        line = 1,
        reason = t!("pools-list-no-port")
    );
    assert!(harness.query_all_by_label_contains(line).count() >= 1);
    let dropped = import_file(PathBuf::from("list.txt"), ProxyScheme::Socks5);
    assert!(matches!(
        dropped,
        Action::Send(Command::Proxies(ProxyCommand::Import {
            source: ProxySource::File(_),
            scheme: ProxyScheme::Socks5,
            ..
        }))
    ));
}

#[test]
fn the_selected_proxy_tells_how_it_fares_at_each_site() {
    let mut harness = view(pool(), ProxiesState::default());
    harness.state_mut().state.pool.select(ProxyId(6));
    harness.run();
    harness.get_by_label(t!("app-state-blocked"));
    harness.get_by_label_contains(t!("app-proxies-used", good = 8, failed = 2));
}

#[test]
fn a_password_goes_to_the_proxy_it_was_typed_for() {
    let mut world = pool();
    for proxy in &mut world.proxies {
        proxy.user = Some("ann".to_owned());
    }
    let mut proxies = view(world, ProxiesState::default());
    proxies.get_by_label("a good one").click();
    proxies.run();
    let field = t!(
        "app-proxies-new-password",
        user = "ann",
        proxy = "a good one"
    );
    proxies.get_by_label(field).focus();
    proxies.run();
    proxies.get_by_label(field).type_text("s3cret");
    proxies.run();
    proxies.get_by_label("switched off").click();
    proxies.run();
    let field = t!(
        "app-proxies-new-password",
        user = "ann",
        proxy = "switched off"
    );
    let kept = proxies.get_by_label(field).value();
    assert_eq!(kept.as_deref().unwrap_or_default(), "");
    proxies.get_by_label(field).focus();
    proxies.run();
    proxies.get_by_label(field).type_text("other");
    proxies.run();
    proxies.key_press(egui::Key::Enter);
    proxies.run();
    let wanted = Command::Proxies(ProxyCommand::SetPassword {
        proxy: ProxyId(7),
        user: None,
        password: Secret::new("other"),
    });
    assert!(proxies.state().commands().contains(&&wanted));
}
