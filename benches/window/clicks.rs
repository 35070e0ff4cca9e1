//! From a click to its highlight, to everything like it lit, and typing a selector, on a small
//! page and on one of 35,000 elements; how soon it is known what that page is.

use std::time::{Duration, Instant};

use bowerbird::app::views::workbench::page::MarkStyle;
use bowerbird::engine::types::{
    ElementIndex, PageRole, SelectorKind, Take, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
};
use bowerbird::engine::{
    AuthoringCommand, Command, Event, PageCommand, PageEgress, PageLogin, PageTicket, SelectorDraft,
};
use eframe::egui::{self, Modifiers, PointerButton, pos2};

use super::desk::{Desk, engine};
use super::serve::Sites;
use super::times::{print_time, print_times};

const CLICKS: usize = 20;

/// Measures.
pub fn measure() {
    let sites = Sites::start(None);
    let address = &sites.addresses[0];
    // The link of the first record, as elements are numbered.
    for (page, link) in [("cards", 9), ("table", 10)] {
        first_click(&format!("{address}/{page}"), page, link);
    }
    for (page, name) in [("few", "small page"), ("cards", "35,000 elements")] {
        let mut desk = Desk::new();
        desk.open(&format!("{address}/{page}"));
        clicks(&mut desk, name);
        lighting(&mut desk, name);
        typing(&mut desk, name);
        desk.close();
    }
}

/// The first click comes with the page; what the page is comes by itself.
fn first_click(url: &str, name: &str, link: ElementIndex) {
    let engine = engine();
    let ticket = PageTicket(1);
    engine.send(Command::Page(PageCommand::Open {
        ticket,
        url: url.to_owned(),
        site: None,
        egress: PageEgress::Usual,
        login: PageLogin::Usual,
        width: 1000,
        scale: 1.0,
    }));
    let (mut opened, mut authored, mut understood) = (None, None, None);
    while authored.is_none() || understood.is_none() {
        match engine
            .wait_event_timeout(Duration::from_secs(60))
            .expect("an answer")
        {
            Event::PageOpened { .. } => {
                opened = Some(Instant::now());
                engine.send(author(ticket, link));
            }
            Event::Authored { result, .. } => {
                let count = result.expect("learned").count;
                assert!(count >= 5_000, "{count} found");
                authored = opened.map(|at| at.elapsed());
            }
            Event::PageUnderstood {
                understood: what, ..
            } => {
                assert!(!what.offers.is_empty());
                understood = opened.map(|at| at.elapsed());
            }
            _ => {}
        }
    }
    print_time(&format!("first click on {name} learned"), authored.unwrap());
    print_time(&format!("{name} understood"), understood.unwrap());
}

/// The link of the first record is the title.
fn author(ticket: PageTicket, link: ElementIndex) -> Command {
    let pick = WorkbenchPick {
        ticket,
        role: PageRole::List,
        part: WorkbenchPart::Field("title".to_owned()),
        target: WorkbenchTarget::Element(link),
        take: None,
        negative: false,
    };
    Command::Authoring(AuthoringCommand::Learn {
        ticket,
        generation: 1,
        role: PageRole::List,
        rule_toml: String::new(),
        part: pick.part.clone(),
        picks: vec![pick],
    })
}

/// A click, the frame that takes it, and the frame that shows it.
fn clicks(desk: &mut Desk, name: &str) {
    let (mut shown, mut told) = (Vec::new(), Vec::new());
    for click in 0..CLICKS {
        let at = pos2(140.0, 330.0 + 13.0 * click as f32);
        desk.paced(vec![egui::Event::PointerMoved(at)]);
        desk.paced(Vec::new());
        let Some(element) = desk.state.page.pointing.element() else {
            continue;
        };
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        desk.paced(vec![button(true)]);
        let sent = Instant::now();
        let mut spent = desk.frame(vec![button(false)]);
        spent += desk.frame(Vec::new());
        let marks = desk.state.marks(&desk.look);
        let lit = |mark: &&bowerbird::app::views::workbench::page::ElementMark| {
            mark.element == element && mark.style == MarkStyle::Chosen
        };
        assert!(marks.iter().any(|mark| lit(&mark)), "{element} is not lit");
        shown.push(spent);
        let known = |desk: &Desk| {
            let question = desk.state.author.question.as_ref();
            question.is_some_and(|question| question.picked.is_some())
        };
        if !known(desk) {
            desk.answer(|event| matches!(event, Event::Picked { .. }).then_some(()));
        }
        told.push(sent.elapsed());
        desk.state.author.question = None;
    }
    print_times(&format!("click to highlight, {name}"), shown);
    print_times(&format!("click to what it is, {name}"), told);
}

/// What was pointed at is called something: until all like it are lit.
fn lighting(desk: &mut Desk, name: &str) {
    let mut times = Vec::new();
    for round in 0..8 {
        let at = pos2(140.0, 360.0);
        desk.paced(vec![egui::Event::PointerMoved(at)]);
        desk.paced(Vec::new());
        let Some(element) = desk.state.page.pointing.element() else {
            break;
        };
        desk.state.author.question =
            Some(bowerbird::app::views::workbench::author::ElementQuestion {
                element,
                ..Default::default()
            });
        let mut actions = Vec::new();
        let began = Instant::now();
        desk.state
            .author
            .answered(WorkbenchPart::Field(format!("f{round}")), &mut actions);
        desk.carry_out(actions);
        desk.answer(|event| match event {
            Event::Authored { result, .. } => {
                if let Err(message) = result {
                    println!("{message:?}");
                }
                Some(())
            }
            _ => None,
        });
        desk.answer(|event| matches!(event, Event::PageRead { .. }).then_some(()));
        desk.frame(Vec::new());
        times.push(began.elapsed());
    }
    print_times(&format!("named to all alike lit, {name}"), times);
}

/// A selector is typed, a letter every other frame; the last answer is the whole selector's.
fn typing(desk: &mut Desk, name: &str) {
    let ticket = desk.state.page.ticket;
    let (mut frames, mut answers) = (Vec::new(), Vec::new());
    for text in [
        "article.card > h2 a",
        "p:has(~ b)",
        "//article[2]/following-sibling::*//a",
    ] {
        let kind = if text.starts_with('/') {
            SelectorKind::XPath
        } else {
            SelectorKind::Css
        };
        for end in 1..=text.len() {
            let draft = SelectorDraft {
                kind,
                source: text[..end].to_owned(),
                take: Take::default(),
            };
            desk.engine.send(Command::Page(PageCommand::Select {
                ticket,
                selector: draft,
            }));
            if end < text.len() {
                frames.push(desk.paced(Vec::new()));
                frames.push(desk.paced(Vec::new()));
            }
        }
        let began = Instant::now();
        desk.answer(|event| match event {
            Event::Selection { result, .. } if result.source == text => Some(()),
            _ => None,
        });
        answers.push(began.elapsed());
    }
    print_times(&format!("frames while typing, {name}"), frames);
    print_times(&format!("last letter to matches, {name}"), answers);
}
