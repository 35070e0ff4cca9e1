//! *Use the page*: clicks on the page become steps, which are edited, reordered and tried.

use std::sync::Arc;

use bowerbird::app::views::workbench::WorkbenchState;
use bowerbird::app::views::workbench::author::Step;
use bowerbird::engine::types::{
    AnalysedPage, PageRole, PageStep, Picked, STEP_KEYS, StepKind, StepPages,
};
use bowerbird::engine::{
    AuthoringCommand, Command, Event, OpenedPage, PageCommand, PageTicket, PageWays, WayCost,
};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::{Stage, draw, made, opened, stage};
use crate::texts::t;

const HERE: PageTicket = PageTicket(1);

/// A page that the browser shows already.
fn shown_in_browser() -> WorkbenchState {
    let mut state = WorkbenchState::default();
    state.open("127.0.0.1:1/list", 1.0, &mut Vec::new());
    let ways = PageWays {
        browser: Some(WayCost::default()),
        ..PageWays::default()
    };
    let page = OpenedPage {
        ways: Some(Box::new(ways)),
        ..made::page()
    };
    state.opened(HERE, page);
    state
}

fn show() -> Harness<'static, Stage<WorkbenchState>> {
    let mut harness = stage(made::world(), shown_in_browser(), draw);
    harness.run();
    harness.get_by_label(t!("app-step-use-page")).click();
    harness.run();
    harness.get_by_label_contains(t!("app-step-recording"));
    harness
}

/// The person clicks an element on the page, and the engine describes it.
fn click(harness: &mut Harness<'_, Stage<WorkbenchState>>, picked: Picked) {
    let stage = harness.state_mut();
    let (element, ticket) = (picked.element, stage.state.page.ticket);
    stage.state.author.used(element, &mut stage.actions);
    let event = Event::Picked { ticket, picked };
    stage.state.take_event(event, &mut stage.actions);
    harness.run();
}

fn described(tag: &str, css: &str, options: &[&str]) -> Picked {
    Picked {
        tag: tag.to_owned(),
        css: css.to_owned(),
        attributes: Vec::new(),
        options: options.iter().map(|text| (*text).to_owned()).collect(),
        ..made::picked()
    }
}

fn steps<'h>(harness: &'h Harness<'_, Stage<WorkbenchState>>) -> &'h [PageStep] {
    harness.state().state.author.page_steps()
}

/// After how many steps, and which, the page was asked for last.
fn asked(harness: &Harness<'_, Stage<WorkbenchState>>) -> Option<Vec<PageStep>> {
    let commands = harness.state().commands();
    let mut newest = commands.iter().rev();
    newest.find_map(|command| match command {
        Command::Page(PageCommand::OpenAfterSteps { steps, .. }) => Some(steps.clone()),
        _ => None,
    })
}

#[test]
fn a_field_is_typed_into_with_each_of_several_values() {
    let mut harness = show();
    click(&mut harness, described("input", "#q", &[]));
    assert_eq!(steps(&harness)[0].kind, StepKind::Type);
    assert_eq!(asked(&harness), None, "nothing was typed yet");
    // Its text has the keyboard.
    harness.get_by_label(t!("app-step-text")).type_text("woad");
    harness.run();
    assert_eq!(steps(&harness)[0].text.as_deref(), Some("woad"));
    harness.get_by_label(t!("app-step-several")).click();
    harness.run();
    assert_eq!(steps(&harness)[0].values, ["woad"]);
    harness.get_by_label(t!("app-step-values")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-step-values"))
        .type_text("\nmadder\nweld");
    harness.run();
    assert_eq!(steps(&harness)[0].values, ["woad", "madder", "weld"]);
    harness.get_by_label(t!("app-step-field")).focus();
    harness.run();
    harness
        .get_by_label(t!("app-step-field"))
        .type_text("plant");
    harness.run();
    harness.get_by_label(t!("app-step-then-enter")).click();
    harness.run();
    let all = steps(&harness);
    assert_eq!(all[0].field.as_deref(), Some("plant"));
    assert_eq!(
        (all[1].kind, all[1].key.as_deref()),
        (StepKind::Press, Some(STEP_KEYS[0]))
    );
    harness.get_by_label(t!("app-step-try", step = 2)).click();
    harness.run();
    assert_eq!(asked(&harness).map(|steps| steps.len()), Some(2));
    // The rule as text has them, and is right.
    let rule = harness.state().state.author.rule.as_ref().unwrap();
    assert!(rule.text.contains("values = ["), "{}", rule.text);
}

#[test]
fn the_page_is_shown_after_a_step_that_needs_no_element() {
    let mut harness = stage(made::world(), opened(), draw);
    harness.run();
    harness.get_by_label(t!("app-step-add")).click();
    harness.run();
    harness.get_by_label(t!("app-step-add-wait")).click();
    harness.run();
    let asked = asked(&harness).expect("the page in the browser");
    assert_eq!(asked[0].kind, StepKind::Wait);
    assert_eq!(asked, steps(&harness));
}

#[test]
fn a_list_to_choose_from_offers_all_its_options() {
    let mut harness = show();
    let options = ["Woods", "Seeds", "Dyes"];
    // The picture shows one of its options.
    let option = Picked {
        element: 9,
        path: vec![
            (0, "html".to_owned()),
            (8, "select#s".to_owned()),
            (9, "option".to_owned()),
        ],
        ..described("option", "#s > option", &[])
    };
    click(&mut harness, option);
    assert!(steps(&harness).is_empty());
    let list = Command::Page(PageCommand::Pick {
        ticket: HERE,
        element: 8,
    });
    assert!(harness.state().commands().contains(&&list));
    let list = Picked {
        element: 8,
        ..described("select", "select", &options)
    };
    click(&mut harness, list);
    assert_eq!(steps(&harness)[0].text.as_deref(), Some("Seeds"));
    harness.get_by_label(t!("app-step-several")).click();
    harness.run();
    harness
        .get_by_label(t!("app-step-all-options", count = 3))
        .click();
    harness.run();
    assert_eq!(steps(&harness)[0].values, options);
    // And back to one.
    harness.get_by_label(t!("app-step-several")).click();
    harness.run();
    assert!(steps(&harness)[0].values.is_empty());
    assert_eq!(steps(&harness)[0].text.as_deref(), Some("Woods"));
}

#[test]
fn a_click_is_done_at_once_and_steps_are_moved_tried_and_removed() {
    let mut harness = show();
    click(&mut harness, described("button", ".more", &[]));
    assert_eq!(asked(&harness).unwrap()[0].css.as_deref(), Some(".more"));
    let stage = harness.state_mut();
    let ticket = stage.state.page.ticket;
    assert_ne!(ticket, HERE);
    stage.state.opened(ticket, made::page());
    harness.run();
    click(&mut harness, described("a", "a.all", &[]));
    assert_eq!(steps(&harness).len(), 2);
    harness.get_by_label(t!("app-step-more", step = 2)).click();
    harness.run();
    harness.get_by_label(t!("app-author-up")).click();
    harness.run();
    assert_eq!(steps(&harness)[0].css.as_deref(), Some("a.all"));
    harness.get_by_label(t!("app-step-try", step = 1)).click();
    harness.run();
    let tried = asked(&harness).unwrap();
    assert_eq!((tried.len(), tried[0].css.as_deref()), (1, Some("a.all")));
    harness.get_by_label(t!("app-step-more", step = 2)).click();
    harness.run();
    harness.get_by_label(t!("app-author-delete")).click();
    harness.run();
    assert_eq!(steps(&harness).len(), 1);
    // Undo brings it back.
    let stage = harness.state_mut();
    stage.state.author.undo(&mut stage.actions);
    assert_eq!(steps(&harness).len(), 2);
    assert_eq!(steps(&harness)[1].on, StepPages::Lists);
}

/// The page after the recorded steps comes, at this address.
fn come(harness: &mut Harness<'_, Stage<WorkbenchState>>, url: &str) {
    let stage = harness.state_mut();
    let ticket = stage.state.page.ticket;
    let page = OpenedPage {
        url: url.to_owned(),
        ..made::page()
    };
    stage.state.opened(ticket, page);
    let understood = Arc::new(made::understood());
    let event = Event::PageUnderstood { ticket, understood };
    stage.state.take_event(event, &mut stage.actions);
    harness.run();
}

#[test]
fn steps_that_lead_to_another_address_are_not_done_on_the_next_pages() {
    let pages = |harness: &Harness<'_, Stage<WorkbenchState>>| -> Vec<StepPages> {
        steps(harness).iter().map(|step| step.on).collect()
    };
    let mut harness = show();
    click(&mut harness, described("input", "#q", &[]));
    click(&mut harness, described("button", "#search", &[]));
    assert_eq!(pages(&harness), [StepPages::Lists; 2]);
    // The results have an address of their own: page 2 of them is not searched again.
    come(&mut harness, "http://127.0.0.1:1/list?q=woad");
    assert_eq!(pages(&harness), [StepPages::Starts; 2]);
    // Nor is a further click repeated there.
    click(&mut harness, described("button", "#newest", &[]));
    assert_eq!(pages(&harness), [StepPages::Starts; 3]);

    // Where the address stays, the next page is found by the same steps.
    let mut harness = show();
    click(&mut harness, described("input", "#q", &[]));
    click(&mut harness, described("button", "#search", &[]));
    come(&mut harness, "http://127.0.0.1:1/list");
    click(&mut harness, described("button", ".more", &[]));
    assert_eq!(pages(&harness), [StepPages::Lists; 3]);
}

#[test]
fn a_list_of_values_begins_and_ends_empty() {
    let mut harness = show();
    click(&mut harness, described("input", "#q", &[]));
    harness.get_by_label(t!("app-step-several")).click();
    harness.run();
    // No word that nobody typed gets into the rule.
    assert!(steps(&harness)[0].values.is_empty());
    harness.get_by_label(t!("app-step-values")).focus();
    harness.run();
    harness.get_by_label(t!("app-step-values")).type_text("w");
    harness.run();
    assert_eq!(steps(&harness)[0].values, ["w"]);
    harness.key_press(Key::Backspace);
    harness.run();
    let step = &steps(&harness)[0];
    assert!(step.values.is_empty());
    assert_eq!(step.text.as_deref(), Some(""));
    // The list is still there to type into.
    harness.get_by_label(t!("app-step-values"));
}

#[test]
fn a_password_is_not_recorded() {
    let mut harness = show();
    let field = Picked {
        attributes: vec![("type".to_owned(), "password".to_owned())],
        ..described("input", "#secret", &[])
    };
    click(&mut harness, field);
    assert!(steps(&harness).is_empty());
    let told = harness.state().state.author.remarks.trouble.clone();
    assert_eq!(told.unwrap().id, "app-step-password");
}

#[test]
fn choosing_is_done_at_once_and_another_option_as_well() {
    let mut harness = show();
    let list = Picked {
        first_choice: Some("Seeds".to_owned()),
        label: Some("Category".to_owned()),
        ..described("select", "#c", &["Seeds", "Dyes"])
    };
    click(&mut harness, list);
    let chosen = |harness: &Harness<'_, Stage<WorkbenchState>>| -> Option<String> {
        asked(harness)?.first()?.text.clone()
    };
    assert_eq!(chosen(&harness).as_deref(), Some("Seeds"));
    // The step has the name that the page shows.
    let name = t!("app-step-named", label = "Category");
    let words = t!("app-step-choose", element = name, text = "Seeds");
    harness.get_by_label(&format!("1. {words}"));
    harness
        .get_by_role_and_label(Role::ComboBox, t!("app-step-option"))
        .click();
    harness.run();
    harness.get_by_label("Dyes").click();
    harness.run();
    assert_eq!(steps(&harness)[0].text.as_deref(), Some("Dyes"));
    assert_eq!(chosen(&harness).as_deref(), Some("Dyes"));
}

#[test]
fn a_click_on_what_does_nothing_is_asked_about() {
    let mut harness = show();
    let heading = || Picked {
        label: Some("Depot".to_owned()),
        is_control: false,
        ..described("h1", "h1", &[])
    };
    let question = t!("app-step-no-control", text = "Depot");
    click(&mut harness, heading());
    assert!(steps(&harness).is_empty());
    harness.get_by_label(question);
    harness.get_by_label(t!("app-cancel")).click();
    harness.run();
    assert!(steps(&harness).is_empty() && harness.query_by_label(question).is_none());
    click(&mut harness, heading());
    harness.get_by_label(t!("app-step-click-anyway")).click();
    harness.run();
    assert_eq!(steps(&harness)[0].css.as_deref(), Some("h1"));
    assert_eq!(asked(&harness).map(|steps| steps.len()), Some(1));
}

#[test]
fn what_the_page_is_is_judged_again_after_steps() {
    let mut harness = show();
    let stage = harness.state_mut();
    let ticket = stage.state.page.ticket;
    let understood = Arc::new(AnalysedPage {
        role: PageRole::Article,
        offers: Vec::new(),
        ..made::understood()
    });
    let event = Event::PageUnderstood { ticket, understood };
    stage.state.take_event(event, &mut stage.actions);
    harness.run();
    assert_eq!(harness.state().state.author.role, PageRole::Article);
    click(&mut harness, described("button", "#show", &[]));
    // The products come with the click.
    come(&mut harness, "http://127.0.0.1:1/list");
    let author = &harness.state().state.author;
    assert_eq!(author.role, PageRole::List);
    assert_eq!(author.next_step(), Step::Offer { offer: 0, all: 2 });
    harness.get_by_label(t!("app-author-use-list")).click();
    harness.run();
    let accepted = harness.state().commands().into_iter().rev();
    let mut accepted = accepted.filter_map(|command| match command {
        Command::Authoring(AuthoringCommand::AcceptOffer { rule_toml, .. }) => Some(rule_toml),
        _ => None,
    });
    let rule = accepted.next().expect("the list is taken");
    assert!(rule.contains("#show"), "the step stays: {rule}");
}

#[test]
fn what_a_click_means_is_said_once() {
    let mut harness = stage(made::world(), shown_in_browser(), draw);
    let stage = harness.state_mut();
    let ticket = stage.state.page.ticket;
    let understood = Arc::new(made::understood());
    let event = Event::PageUnderstood { ticket, understood };
    stage.state.take_event(event, &mut stage.actions);
    harness.run();
    harness.get_by_label(t!("app-author-no-fields"));
    harness.get_by_label(t!("app-step-use-page")).click();
    harness.run();
    harness.get_by_label_contains(t!("app-step-recording"));
    assert!(harness.query_by_label(t!("app-author-no-fields")).is_none());
}

#[test]
fn the_form_of_a_further_step_is_scrolled_to() {
    let mut harness = show();
    for number in 0..8 {
        click(
            &mut harness,
            described("input", &format!("#q{number}"), &[]),
        );
        harness.run();
        harness.run();
        let field = harness.get_by_label(t!("app-step-text"));
        assert!(field.is_focused());
        let shown = field.rect();
        let element = harness.get_by_label(t!("app-step-element")).rect();
        let screen = harness.ctx.content_rect();
        assert!(screen.contains_rect(shown), "{number}: {shown} {element}");
    }
}
