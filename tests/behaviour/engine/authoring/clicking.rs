//! A rule authored as the window does it, with the real engine behind it: the workbench's state
//! sends what clicks mean, takes the answers in, and the rule that comes out is run.

use bowerbird::app::action::Action;
use bowerbird::app::views::workbench::WorkbenchState;
use bowerbird::app::views::workbench::author::{Authoring, Home, PartLocation, Step};
use bowerbird::app::views::workbench::page::How;
use bowerbird::engine::types::{ElementIndex, PageRole, SelectorKind, Take, WorkbenchPart};
use bowerbird::engine::{Command, Event, PageCommand, SelectorDraft};

use crate::engine::support::bench::Bench;
use crate::engine::support::server::Site;
use crate::engine::{article, list};

/// A workbench without a window.
struct Desk {
    bench: Bench,
    state: WorkbenchState,
    actions: Vec<Action>,
}

impl Desk {
    fn open(&mut self, url: &str) {
        self.state.open(url, 1.0, &mut self.actions);
        self.until(|author| author.reading.is_some() && author.understood.is_some());
    }

    /// Lets the engine and the state talk until `done`.
    fn until(&mut self, done: impl Fn(&Authoring) -> bool) {
        let Self {
            bench,
            state,
            actions,
        } = self;
        let send = |actions: &mut Vec<Action>| {
            for action in actions.drain(..) {
                if let Action::Send(command) = action {
                    bench.send(command);
                }
            }
        };
        send(actions);
        bench.wait(|event| {
            match event {
                Event::PageOpened { ticket, page } => state.opened(ticket, page),
                Event::PageFailed { message, .. } => panic!("{message:?}"),
                event => state.take_event(event, actions),
            }
            send(actions);
            done(&state.author).then_some(())
        });
    }

    /// The first element that a selector finds.
    fn element(&self, css: &str) -> ElementIndex {
        self.bench.send(Command::Page(PageCommand::Select {
            ticket: self.state.page.ticket,
            selector: SelectorDraft {
                kind: SelectorKind::Css,
                source: css.to_owned(),
                take: Take::Text,
            },
        }));
        let found = self.bench.wait(|event| match event {
            Event::Selection { result, .. } if result.source == css => Some(result),
            _ => None,
        });
        found.matches[0].element.expect("an element")
    }

    /// Clicks on it and says what it is.
    fn point(&mut self, css: &str, field: &str) {
        let element = self.element(css);
        self.state
            .author
            .clicked(element, How::Choose, None, &mut self.actions);
        self.until(|author| author.question.as_ref().is_some_and(|q| q.picked.is_some()));
        let part = WorkbenchPart::Field(field.to_owned());
        self.state.author.answered(part, &mut self.actions);
        self.settle();
    }

    /// Waits until everything wished was learned and read.
    fn settle(&mut self) {
        self.until(Authoring::settled);
        let trouble = &self.state.author.remarks.trouble;
        assert!(trouble.is_none(), "{trouble:?}");
    }
}

#[test]
fn a_rule_is_authored_by_clicks_and_brings_every_record() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => list(0, 5, Some("/2")),
        "/2" => list(5, 9, None),
        path => article(path),
    });
    let mut desk = Desk {
        bench: Bench::new(),
        state: WorkbenchState::default(),
        actions: Vec::new(),
    };
    desk.open(&site.url("/"));
    assert_eq!(desk.state.author.role, PageRole::List);

    // One headline is enough for all of them, and for where they lead.
    desk.point("li a", "title");
    let reading = desk.state.author.reading.clone().expect("a reading");
    assert_eq!(reading.count, 5);
    assert!(reading.rows.iter().all(|row| row.link.is_some()));
    desk.point("li i", "section");
    let reading = desk.state.author.reading.clone().expect("a reading");
    let columns = reading.columns.clone();
    assert_eq!(columns, ["title", "section"]);

    let Step::Next(next) = desk.state.author.next_step() else {
        panic!("{:?}", desk.state.author.next_step());
    };
    desk.state.author.accept_next(next, &mut desk.actions);
    desk.settle();
    let Step::OpenOne { count, link } = desk.state.author.next_step() else {
        panic!("{:?}", desk.state.author.next_step());
    };
    assert_eq!(count, 5);

    // On one of its pages a better title is pointed at.
    desk.state.author.steps.list_page = Some(site.url("/"));
    desk.open(&link);
    assert_eq!(desk.state.author.role, PageRole::Article);
    desk.point("h1", "title");
    desk.state.author.edit(None, &mut desk.actions, |file| {
        "Clicked".clone_into(&mut file.site.name);
        "0s".clone_into(&mut file.politeness.delay);
        true
    });
    desk.settle();
    assert_eq!(desk.state.author.next_step(), Step::Save);

    let rule = desk.state.author.text();
    let site_id = desk.bench.add(&rule);
    let ended = desk.bench.run(site_id);
    let mut titles: Vec<String> = desk
        .bench
        .records(site_id)
        .into_iter()
        .map(|stored| stored.record.title)
        .collect();
    titles.sort();
    let expected: Vec<String> = (0..9).map(|n| format!("Title {n}")).collect();
    assert_eq!(titles, expected, "{ended:?}\n{rule}");
}

#[test]
fn a_removed_field_is_read_again_after_undo() {
    let site = Site::start(|_| list(0, 6, None));
    let mut desk = Desk {
        bench: Bench::new(),
        state: WorkbenchState::default(),
        actions: Vec::new(),
    };
    desk.open(&site.url("/"));
    desk.point("li a", "title");
    desk.point("li i", "section");
    let before = desk.state.author.text();
    desk.state.author.remove(
        &PartLocation::field(Home::List, "section"),
        &mut desk.actions,
    );
    desk.settle();
    assert_ne!(desk.state.author.text(), before);
    desk.state.author.undo(&mut desk.actions);
    desk.settle();
    assert_eq!(desk.state.author.text(), before);
    let reading = desk.state.author.reading.clone().expect("a reading");
    let columns = reading.columns.clone();
    assert_eq!(columns, ["title", "section"]);
}
