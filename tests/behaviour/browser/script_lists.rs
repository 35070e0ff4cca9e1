//! Pages that are no empty frame, but whose list comes by a script: opened in the browser by a button
//! of the workbench, learned from there, and collected in the same way.

use std::time::{Duration, Instant};

use bowerbird::app::action::Action;
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::style::{fonts, theme};
use bowerbird::app::views::workbench::{WorkbenchState, workbench_ui};
use bowerbird::engine::types::{Language, Store};
use bowerbird::engine::{Engine, EngineOptions, Event};
use eframe::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::is_there;
use crate::command_line::Bench;
use crate::servers::Pages;
use crate::texts::t;

/// Longer than any step takes; only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(90);

const HEAD: &str = "<!DOCTYPE html><html><head><title>Harbour archive</title></head><body>\
    <nav><a href=/about>About</a> <a href=/help>Help</a></nav>\
    <form action=/find><label>Search <input name=q></label><button>Search</button></form>";

fn entry(number: &str) -> String {
    format!(
        "<li><h3><a href='/report/{number}'>Report number {number} of the harbour office</a></h3>\
        <p>What happened in the harbour on day {number}, told by the harbour master.</p></li>"
    )
}

fn site() -> Pages {
    let scripted = format!(
        "{HEAD}<ul id=hits></ul><script>setTimeout(() => {{ document.getElementById('hits').innerHTML \
        = [1, 2, 3, 4].map(n => `{}`).join('') }}, 50)</script></body></html>",
        entry("${n}")
    );
    let all: String = (1..=4).map(|number| entry(&number.to_string())).collect();
    let plain = format!("{HEAD}<ul id=hits>{all}</ul><script>let seen = 1</script></body></html>");
    let mut pages = Pages::new().page("/", &scripted).page("/plain", &plain);
    for number in 1..=4 {
        let words = "The harbour master wrote down what happened at the quays. ".repeat(8);
        let report =
            format!("<title>R</title><article><h1>Report {number}</h1><p>{words}</p></article>");
        pages = pages.page(&format!("/report/{number}"), &report);
    }
    pages.start()
}

struct Desk {
    look: UiContext,
    world: AppState,
    state: WorkbenchState,
    actions: Vec<Action>,
    engine: Engine,
}

type Window = Harness<'static, Desk>;

fn window(url: &str) -> Window {
    let options = EngineOptions {
        worker: env!("CARGO_BIN_EXE_bowerbird").into(),
        ..EngineOptions::default()
    };
    let engine = Engine::start_with(Store::temporary().unwrap(), options, Box::new(|| {}));
    let mut desk = Desk {
        look: UiContext::new(Language::English, egui::Theme::Light),
        world: AppState::default(),
        state: WorkbenchState::default(),
        actions: Vec::new(),
        engine: engine.unwrap(),
    };
    desk.state.open(url, 1.0, &mut desk.actions);
    let draw = |ui: &mut egui::Ui, desk: &mut Desk| {
        workbench_ui(
            ui,
            &desk.look,
            &desk.world,
            &mut desk.state,
            &mut desk.actions,
        );
    };
    Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(12)
        .with_context_setup(|ctx| {
            fonts::install(ctx, Language::English);
            theme::install(ctx);
        })
        .build_ui_state(draw, desk)
}

impl Desk {
    /// Tells the engine what was asked for, and the workbench what it answers.
    fn work(&mut self) {
        for action in std::mem::take(&mut self.actions) {
            if let Action::Send(command) = action {
                self.engine.send(command);
            }
        }
        let Some(event) = self.engine.wait_event_timeout(Duration::from_millis(20)) else {
            return;
        };
        match event {
            Event::PageOpened { ticket, page } => self.state.opened(ticket, page),
            Event::PageFailed { message, .. } => panic!("{message:?}"),
            Event::PageDrawn { .. } | Event::PageNotDrawn { .. } | Event::Tile { .. } => {}
            other => self.state.take_event(other, &mut self.actions),
        }
    }
}

/// Draws frames until it holds; the engine works meanwhile.
fn wait(window: &mut Window, what: &str, holds: impl Fn(&Window) -> bool) {
    let until = Instant::now() + PATIENCE;
    while !holds(window) {
        assert!(Instant::now() < until, "{what} never came");
        window.step();
        window.state_mut().work();
    }
}

fn wait_for(window: &mut Window, name: &str) {
    wait(window, name, |window| {
        window.query_all_by_label_contains(name).next().is_some()
    });
}

fn click(window: &mut Window, name: &str) {
    wait_for(window, name);
    window.get_all_by_label(name).next().unwrap().click();
    window.step();
}

/// The rule that is made of the list as the browser shows it.
fn learned(url: &str, before: &str) -> String {
    let mut window = window(url);
    wait_for(&mut window, before);
    click(&mut window, t!("app-author-open-browser"));
    wait_for(&mut window, t!("app-author-open-plain"));
    click(&mut window, t!("app-author-use-list"));
    wait(&mut window, "the rule", |window| {
        let author = &window.state().state.author;
        author.rule.is_some() && author.settled() && author.reading.is_some()
    });
    window.state().state.author.text()
}

#[test]
fn a_list_that_a_script_fills_is_opened_learned_and_collected_in_the_browser() {
    if !is_there() {
        return;
    }
    let site = site();
    let rule = learned(&site.url("/"), t!("app-author-point-nothing"));
    assert!(rule.contains("fetch = \"browser\""), "{rule}");
    let bench = Bench::new();
    bench.add(&[("archive.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    let text = std::fs::read_to_string(out).unwrap();
    for number in 1..=4 {
        assert!(
            text.contains(&site.url(&format!("/report/{number}"))),
            "{text}"
        );
    }
}

#[test]
fn a_list_that_a_plain_request_brings_too_needs_no_browser() {
    if !is_there() {
        return;
    }
    let site = site();
    let rule = learned(&site.url("/plain"), t!("app-author-use-list"));
    assert!(rule.contains("[list]") && !rule.contains("fetch"), "{rule}");
}
