//! The page in the workbench: its views in step, zoom, find, links, widening, marks, back and
//! forward, page info; all by accessible name.

use std::sync::Arc;

use bowerbird::app::action::Action;
use bowerbird::app::shortcuts::UiCommand;
use bowerbird::app::views::workbench::page::{
    ElementMark, How, MarkStyle, Navigation, PageView, Shown, WorkbenchInput, Zoom, bar_ui, page_ui,
};
use bowerbird::engine::types::{ElementBox, Language, Layout, Message, PageSource, TreeLine};
use bowerbird::engine::{Command, PageCommand, PageTicket};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Key, Modifiers, Pos2, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

use crate::app_views::{Stage, field, made, stage_in};
use crate::texts::t;

fn picture() -> &'static str {
    t!("app-bench-picture", title = "Reading Room 阅览室")
}

const SOURCE: &str = "<html><body><div class=list>\n<h2><a href=/1>One</a></h2>\n<h2><a href=/2>Two</a></h2>\n</div></body></html>";

#[derive(Default)]
struct Bench {
    view: PageView,
    marks: Vec<ElementMark>,
    inputs: Vec<WorkbenchInput>,
}

fn draw(ui: &mut egui::Ui, stage: &mut Stage<Bench>) {
    let Bench {
        view,
        marks,
        inputs,
    } = &mut stage.state;
    let before = inputs.len();
    bar_ui(ui, &stage.look, view, inputs);
    let mut new = inputs.split_off(before);
    page_ui(ui, &stage.look, view, marks, &mut new, &mut stage.actions);
    inputs.extend(new);
}

/// html(0) body(1) div(2) h2(3) a(4) h2(5) a(6)
fn lines() -> Vec<TreeLine> {
    let line = |element, depth, tag: &str, text: &str, children, link: Option<&str>| TreeLine {
        element,
        depth,
        tag: tag.to_owned(),
        id: String::new(),
        classes: if tag == "div" { "list" } else { "" }.to_owned(),
        text: text.to_owned(),
        children,
        link: link.map(str::to_owned),
    };
    vec![
        line(0, 0, "html", "", 1, None),
        line(1, 1, "body", "", 1, None),
        line(2, 2, "div", "", 2, None),
        line(3, 3, "h2", "", 1, None),
        line(4, 4, "a", "One", 0, Some("http://127.0.0.1:1/1")),
        line(5, 3, "h2", "", 1, None),
        line(6, 4, "a", "Two", 0, Some("http://127.0.0.1:1/2")),
    ]
}

fn layout(height: u32) -> Layout {
    let element = |element, tag: &str, x, y, width, height| ElementBox {
        element,
        tag: tag.to_owned(),
        x,
        y,
        width,
        height,
    };
    Layout {
        width: 400,
        height,
        tile_height: 500,
        boxes: vec![
            element(0, "html", 0.0, 0.0, 400.0, 3_000.0),
            element(2, "div", 10.0, 10.0, 380.0, 2_400.0),
            element(3, "h2", 20.0, 20.0, 300.0, 40.0),
            element(4, "a", 20.0, 20.0, 120.0, 40.0),
            element(5, "h2", 20.0, 2_300.0, 300.0, 40.0),
            element(6, "a", 20.0, 2_300.0, 120.0, 40.0),
        ],
        timing: bowerbird::io::preview::PreviewTiming::default(),
    }
}

fn bench() -> Bench {
    let mut bench = Bench::default();
    let view = &mut bench.view;
    let ticket = PageTicket(1);
    view.open("http://127.0.0.1:1/list", 1.0, &mut Vec::new());
    view.opened(ticket, made::page());
    view.drawn(ticket, Arc::new(layout(3_000)));
    view.tree_came(ticket, Arc::new(lines()));
    bench
}

fn show(bench: Bench) -> Harness<'static, Stage<Bench>> {
    let mut harness = stage_in(
        Language::English,
        [900.0, 700.0],
        made::world(),
        bench,
        draw,
    );
    harness.run();
    harness
}

fn spot(harness: &Harness<'_, Stage<Bench>>, x: f32, y: f32) -> Pos2 {
    harness.get_by_label(picture()).rect().min + vec2(x, y)
}

fn click_at(harness: &mut Harness<'_, Stage<Bench>>, at: Pos2) {
    harness.hover_at(at);
    harness.run();
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run();
}

/// The row of the tree with that name; the line below may show the same.
fn row<'h>(harness: &'h Harness<'_, Stage<Bench>>, name: &'h str) -> Node<'h> {
    harness
        .get_all_by_label(name)
        .find(|node| node.accesskit_node().role() == Role::TreeItem)
        .expect("a row of that name")
}

fn picks(harness: &Harness<'_, Stage<Bench>>) -> Vec<(u32, How)> {
    let inputs = harness.state().state.inputs.iter();
    inputs
        .filter_map(|input| match input {
            WorkbenchInput::Pick { element, how, .. } => Some((*element, *how)),
            _ => None,
        })
        .collect()
}

fn pointed(harness: &Harness<'_, Stage<Bench>>) -> Option<u32> {
    harness.state().state.view.pointing.element()
}

#[test]
fn p_widens_and_c_narrows_what_is_pointed_at() {
    let mut harness = show(bench());
    let at = spot(&harness, 40.0, 30.0);
    harness.hover_at(at);
    harness.run();
    assert_eq!(pointed(&harness), Some(4));
    harness.key_press(Key::P);
    harness.run();
    assert_eq!(pointed(&harness), Some(3));
    harness.key_press(Key::P);
    harness.run();
    assert_eq!(pointed(&harness), Some(2));
    harness.get_by_label("div.list");
    harness.key_press(Key::C);
    harness.run();
    click_at(&mut harness, at);
    assert_eq!(picks(&harness), [(3, How::Choose)], "the widened one");
}

#[test]
fn an_ancestor_is_chosen_from_the_line_below() {
    let mut harness = show(bench());
    let at = spot(&harness, 40.0, 30.0);
    click_at(&mut harness, at);
    harness.get_by_label("div.list").click();
    harness.run();
    assert_eq!(picks(&harness), [(4, How::Choose), (2, How::Instead)]);
    assert_eq!(harness.state().state.view.current, Some(2));
}

#[test]
fn what_is_picked_in_the_picture_is_brought_into_the_tree_beside_it() {
    let mut bench = bench();
    bench.view.tree.set_open(2, false);
    (bench.view.shown, bench.view.beside) = (Shown::Tree, true);
    let mut harness = show(bench);
    let is_row = |node: &Node<'_>| node.accesskit_node().role() == Role::TreeItem;
    let shown = |harness: &Harness<'_, Stage<Bench>>| {
        let mut found = harness.query_all_by_label_contains("One");
        found.any(|node| is_row(&node))
    };
    assert!(!shown(&harness));
    let at = spot(&harness, 40.0, 30.0);
    click_at(&mut harness, at);
    assert!(shown(&harness), "the row is unfolded");
}

#[test]
fn keys_say_what_a_pick_is_for() {
    let mut harness = show(bench());
    harness.get_by_label(picture()).focus();
    harness.run();
    for _ in 0..3 {
        harness.key_press(Key::ArrowRight);
        harness.run();
    }
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Enter);
    harness.run();
    harness.key_press_modifiers(Modifiers::ALT, Key::Enter);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let expected = [(3, How::Add), (3, How::Exclude), (3, How::Choose)];
    assert_eq!(picks(&harness), expected);
}

#[test]
fn a_link_is_followed_with_ctrl() {
    let mut harness = show(bench());
    let at = spot(&harness, 40.0, 30.0);
    harness.hover_at(at);
    harness.run();
    harness.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    harness.run();
    harness.get_by_label("→ http://127.0.0.1:1/1");
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::COMMAND,
        });
        harness.run();
    }
    let go = WorkbenchInput::Navigate(Navigation::To("http://127.0.0.1:1/1".to_owned()));
    assert!(harness.state().state.inputs.contains(&go));
    assert!(picks(&harness).is_empty(), "following is not picking");
}

#[test]
fn zooming_changes_the_size_and_fits_again() {
    let mut harness = show(bench());
    let width =
        |harness: &Harness<'_, Stage<Bench>>| harness.get_by_label(picture()).rect().width();
    assert_eq!(width(&harness), 400.0);
    harness.get_by_label(t!("app-page-zoom-in")).click();
    harness.run();
    assert!((width(&harness) - 440.0).abs() < 1.0);
    harness
        .state_mut()
        .state
        .view
        .zoom_command(UiCommand::ZoomReset);
    harness.run();
    assert_eq!(width(&harness), 400.0);
    harness.get_by_label(t!("app-page-zoom")).click();
    harness.run();
    harness.get_by_label("200%").click();
    harness.run();
    assert_eq!(width(&harness), 800.0);
    harness.get_by_label(t!("app-page-zoom-out")).click();
    harness.run();
    assert_eq!(harness.state().state.view.zoom, Zoom::At(1.75));
}

#[test]
fn the_tree_shows_what_was_picked_and_picks_itself() {
    let mut harness = show(bench());
    let at = spot(&harness, 40.0, 30.0);
    click_at(&mut harness, at);
    harness.get_by_label(t!("app-page-tree")).click();
    harness.run();
    harness.get_by_label("a One");
    row(&harness, "div.list").click();
    harness.run();
    assert_eq!(picks(&harness).last(), Some(&(2, How::Choose)));
    harness.get_by_label(t!("app-page-tree-name")).focus();
    harness.run();
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert!(harness.query_by_label("a One").is_none(), "closed");
    harness.key_press(Key::ArrowRight);
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(pointed(&harness), Some(3), "into the branch");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(picks(&harness).last(), Some(&(3, How::Choose)));
}

#[test]
fn the_source_comes_when_it_is_looked_at_and_picks_too() {
    let mut harness = show(bench());
    harness.get_by_label(t!("app-page-source")).click();
    harness.run();
    let asked = Command::Page(PageCommand::Source {
        ticket: PageTicket(1),
    });
    assert!(harness.state().commands().contains(&&asked));
    let place = |of: &str| u32::try_from(SOURCE.find(of).unwrap()).unwrap();
    let source = PageSource {
        text: SOURCE.into(),
        spans: Arc::new(vec![
            (0, 0),
            (1, place("<body")),
            (2, place("<div")),
            (3, place("<h2")),
            (4, place("<a href=/1")),
            (5, place("<h2><a href=/2")),
            (6, place("<a href=/2")),
        ]),
    };
    let state = harness.state_mut();
    state.state.view.source_came(PageTicket(1), &source);
    harness.run();
    let row = harness.get_by_label("<h2><a href=/1>One</a></h2>").rect();
    click_at(&mut harness, pos2(row.left() + 40.0, row.center().y));
    assert_eq!(picks(&harness), [(4, How::Choose)]);
    harness.get_by_label(t!("app-page-source-name")).focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(pointed(&harness), Some(5));
}

#[test]
fn a_text_is_found_counted_and_walked() {
    let mut harness = show(bench());
    harness.state_mut().state.view.find.begin();
    harness.run();
    field(&harness, t!("app-page-find")).type_text("o");
    harness.run();
    let Some(Command::Page(PageCommand::FindText {
        generation, text, ..
    })) = harness.state().commands().last()
    else {
        panic!("{:?}", harness.state().actions);
    };
    let (generation, text) = (*generation, text.clone());
    assert_eq!(text, "o");
    let view = &mut harness.state_mut().state.view;
    view.text_found(PageTicket(1), generation, vec![4, 6]);
    harness.run();
    harness.get_by_label(t!("app-page-find-count", at = 1, all = 2));
    field(&harness, t!("app-page-find")).focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    harness.get_by_label(t!("app-page-find-count", at = 2, all = 2));
    let scrolled = harness.state().state.view.scroll.offset.y;
    assert!(scrolled > 1_000.0, "it is in sight: {scrolled}");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Enter);
    harness.run();
    harness.get_by_label(t!("app-page-find-count", at = 1, all = 2));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(
        harness
            .query_by_label(t!("app-page-find-count", at = 1, all = 2))
            .is_none(),
        "closed"
    );
}

#[test]
fn going_back_returns_to_the_place() {
    let mut harness = show(bench());
    harness.get_by_label(picture()).focus();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    let left = harness.state().state.view.scroll.offset.y;
    assert!(left > 1_000.0, "scrolled to the end: {left}");
    let stage = harness.state_mut();
    let (view, actions) = (&mut stage.state.view, &mut stage.actions);
    view.open("http://127.0.0.1:1/2", 1.0, actions);
    view.navigate(&Navigation::Back, 1.0, actions);
    assert!(view.history.has_after());
    view.opened(PageTicket(3), made::page());
    view.drawn(PageTicket(3), Arc::new(layout(3_000)));
    harness.run();
    let now = harness.state().state.view.scroll.offset.y;
    assert_eq!(now, left);
}

#[test]
fn a_page_that_grows_when_its_images_come_keeps_its_place() {
    let mut harness = show(bench());
    harness.state_mut().state.view.light(Some(6));
    harness.run();
    let top = |harness: &Harness<'_, Stage<Bench>>| {
        let view = &harness.state().state.view;
        view.on_screen(2).expect("the box of the list").top()
    };
    let before = top(&harness);
    let mut grown = layout(4_000);
    for b in grown.boxes.iter_mut().skip(1) {
        b.y += 500.0;
    }
    let view = &mut harness.state_mut().state.view;
    view.drawn(PageTicket(1), Arc::new(grown));
    harness.run();
    assert!((top(&harness) - before).abs() < 1.0);
}

#[test]
fn a_place_is_returned_to_once_the_page_is_long_enough() {
    let mut harness = show(bench());
    harness.get_by_label(picture()).focus();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    let left = harness.state().state.view.scroll.offset.y;
    let stage = harness.state_mut();
    let (view, actions) = (&mut stage.state.view, &mut stage.actions);
    view.navigate(&Navigation::Again, 1.0, actions);
    view.opened(PageTicket(2), made::page());
    view.drawn(PageTicket(2), Arc::new(layout(900)));
    harness.run_steps(30);
    assert!(harness.state().state.view.scroll.offset.y < left);
    let view = &mut harness.state_mut().state.view;
    view.drawn(PageTicket(2), Arc::new(layout(3_000)));
    harness.run_steps(30);
    assert_eq!(harness.state().state.view.scroll.offset.y, left);
}

#[test]
fn marks_are_drawn_with_their_names() {
    let mut bench = bench();
    bench.marks = vec![
        ElementMark::of_field(0, 4, MarkStyle::Chosen, Some("title".to_owned())),
        ElementMark::of_field(0, 6, MarkStyle::Alike, Some("title".to_owned())),
        ElementMark::of_field(1, 3, MarkStyle::Excluded, None),
        ElementMark::plain(2, MarkStyle::Lit),
    ];
    let mut harness = show(bench);
    harness.state_mut().state.view.light(Some(6));
    harness.run();
    assert!(harness.state().state.view.scroll.offset.y > 1_000.0);
    let on_screen = harness.state().state.view.on_screen(6).expect("its box");
    let picture = harness.get_by_label(picture()).rect();
    assert!((on_screen.top() - picture.top() - 2_300.0).abs() < 1.0);
}

#[test]
fn page_info_tells_what_came() {
    let mut harness = show(bench());
    harness.get_by_label(t!("app-page-info")).click();
    harness.run();
    for name in [
        t!("app-page-charset"),
        t!("app-page-elements"),
        t!("app-page-time"),
        t!("app-page-time-fetch"),
    ] {
        harness.get_by_label(name);
    }
}

#[test]
fn a_page_without_a_picture_still_has_a_tree() {
    let mut bench = bench();
    let ticket = PageTicket(1);
    bench.view.not_drawn(ticket, Message::new("app-error-open"));
    bench.view.shown = Shown::Tree;
    let mut harness = show(bench);
    row(&harness, "div.list").click();
    harness.run();
    assert_eq!(picks(&harness), [(2, How::Choose)]);
}

#[test]
fn the_tree_is_asked_for_once() {
    let mut bench = bench();
    bench
        .view
        .open("http://127.0.0.1:1/2", 1.0, &mut Vec::new());
    bench.view.opened(PageTicket(2), made::page());
    bench.view.drawn(PageTicket(2), Arc::new(layout(1_000)));
    let mut harness = show(bench);
    harness.run();
    let asks = |action: &&Action| {
        matches!(
            action,
            Action::Send(Command::Page(PageCommand::Tree { .. }))
        )
    };
    assert_eq!(harness.state().actions.iter().filter(asks).count(), 1);
}

#[test]
fn a_key_held_while_the_button_goes_down_counts_even_when_it_is_up_again_in_that_frame() {
    let mut harness = show(bench());
    let at = harness.get_by_label(picture()).rect().min + vec2(30.0, 30.0);
    harness.hover_at(at);
    harness.run();
    for (pressed, modifiers) in [(true, Modifiers::SHIFT), (false, Modifiers::NONE)] {
        let button = egui::PointerButton::Primary;
        harness.input_mut().events.push(egui::Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers,
        });
    }
    harness.run();
    let picked = picks(&harness);
    assert_eq!(picked.last().map(|(_, how)| *how), Some(How::Add));
}

#[test]
fn a_screen_reader_has_the_elements_of_the_picture_and_picks_one() {
    let mut harness = show(bench());
    let list = harness.get_by_label(t!("app-bench-elements"));
    assert_eq!(
        list.accesskit_node()
            .parent()
            .and_then(|node| node.label())
            .as_deref(),
        Some(picture())
    );
    {
        let mut named = harness.get_all_by_label("Reading Room");
        let heading = named.find(|node| node.accesskit_node().role() == Role::Heading);
        let heading = heading.expect("the heading of the picture");
        assert_eq!(heading.accesskit_node().data().level(), Some(1));
        heading.click_accesskit();
    }
    harness.run();
    let picked = harness
        .state()
        .state
        .inputs
        .iter()
        .find_map(|input| match input {
            WorkbenchInput::Pick { element, how, at } => Some((*element, *how, at.is_some())),
            _ => None,
        });
    assert_eq!(picked, Some((3, How::of(Modifiers::NONE), true)));
}
