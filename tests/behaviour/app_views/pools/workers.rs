//! Workers on other machines in the settings: the server is named, a worker is accepted, paused, removed.

use bowerbird::app::action::Action;
use bowerbird::app::state::settings::ThemeChoice;
use bowerbird::app::views::settings::{SettingsState, settings_ui};
use bowerbird::engine::types::{Message, Secret};
use bowerbird::engine::workers::{
    PublicKey, WorkerLine, WorkerOverview, WorkerState, WorkersRequest,
};
use bowerbird::engine::{Command, ProjectCommand};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::super::{Stage, made, stage};
use crate::texts::t;

fn line(number: u8, name: &str, state: WorkerState) -> WorkerLine {
    let key = PublicKey::parse(&format!("{number:02x}").repeat(32)).unwrap();
    WorkerLine {
        key,
        fingerprint: key.fingerprint(),
        name: name.to_owned(),
        state,
        secrets: false,
        sites: Vec::new(),
        tags: Vec::new(),
        jobs: 16,
        busy: 7,
        per_minute: 1_234,
        done: 90_000,
        failed: 3,
        browser: false,
        address: Some("192.0.2.7".to_owned()),
        build: "0.3.0-1-abcd".to_owned(),
        seen_s: Some(1),
    }
}

fn overview(workers: Vec<WorkerLine>) -> WorkerOverview {
    WorkerOverview {
        on: true,
        address: "redis://queue.example".to_owned(),
        limit_bytes: 1,
        own_fingerprint: "0000-own".to_owned(),
        problem: None,
        workers,
    }
}

fn requests(harness: &Harness<'_, Stage<SettingsState>>) -> Vec<WorkersRequest> {
    let all = harness.state().actions.iter();
    all.filter_map(|action| match action {
        Action::Send(Command::Project(ProjectCommand::Workers(request))) => Some(request.clone()),
        _ => None,
    })
    .collect()
}

#[test]
fn a_server_is_named_and_workers_are_accepted_paused_and_removed() {
    let mut state = SettingsState::default();
    t!("workers-settings").clone_into(&mut state.search.typed);
    let draw = |ui: &mut eframe::egui::Ui, stage: &mut Stage<SettingsState>| {
        let (look, world, shown) = (&stage.look, &stage.world, (ThemeChoice::Dark, 100));
        settings_ui(ui, look, world, shown, &mut stage.state, &mut stage.actions);
    };
    let mut world = made::world();
    world.project = Some("/tmp/a.bower".into());
    let mut harness = stage(world, state, draw);
    harness.run();
    assert_eq!(
        requests(&harness),
        [WorkersRequest::Look],
        "asked when it is shown"
    );
    harness
        .state_mut()
        .state
        .workers
        .came(WorkerOverview::default());
    harness.run();
    harness.get_by_label(t!("workers-server")).click();
    harness.run();
    harness
        .get_by_label(t!("workers-server"))
        .type_text("redis://queue.example");
    harness.run();
    harness.get_by_label(t!("workers-server-password")).click();
    harness.run();
    harness
        .get_by_label(t!("workers-server-password"))
        .type_text("word");
    harness.run();
    harness.get_by_label(t!("workers-connect")).click();
    harness.run();
    let named = WorkersRequest::Use {
        address: "redis://queue.example".to_owned(),
        password: Some(Secret::new("word")),
    };
    assert_eq!(requests(&harness).last(), Some(&named));
    // It cannot be used: the reason stands there.
    let problem = Message::new("queue-eviction")
        .with("address", "redis://queue.example")
        .with("policy", "allkeys-lru");
    let refused = WorkerOverview {
        problem: Some(problem),
        ..WorkerOverview::default()
    };
    harness.state_mut().state.workers.came(refused);
    harness.run();
    harness.get_by_label_contains("allkeys-lru");
    // No workers yet: how to start one.
    harness.state_mut().state.workers.came(overview(Vec::new()));
    harness.step();
    harness.get_by_label_contains("bowerbird worker --redis redis://queue.example");
    // One asks to be accepted, one works.
    let new = line(1, "north", WorkerState::New);
    let known = line(2, "south", WorkerState::Working);
    let both = overview(vec![new.clone(), known.clone()]);
    harness.state_mut().state.workers.came(both);
    harness.step();
    harness.get_by_label(&new.fingerprint);
    harness.get_by_label(t!("workers-state-working"));
    harness.get_by_label(t!("workers-with-secrets")).click();
    harness.step();
    harness.get_by_label(t!("workers-accept")).click();
    harness.step();
    harness.step();
    let accepts = WorkersRequest::Accept {
        key: new.key,
        secrets: true,
    };
    assert!(requests(&harness).contains(&accepts));
    harness.get_by_label(t!("workers-pause")).click();
    harness.step();
    harness.step();
    harness.get_by_label(t!("workers-remove")).click();
    harness.step();
    harness.step();
    let asked = requests(&harness);
    assert!(asked.contains(&WorkersRequest::Pause(known.key)));
    assert!(asked.contains(&WorkersRequest::Remove(known.key)));
}
