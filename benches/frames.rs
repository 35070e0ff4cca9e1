//! Times frames of the workbench's page, without a window: update and tessellation at 1440 × 900
//! on a made page of 35,000 elements, while a person points, scrolls, zooms and walks. Prints the
//! median, the 99th percentile and the worst of each manner, in milliseconds.
//! `cargo bench --bench frames`

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used
)]

use std::sync::Arc;
use std::time::Instant;

use bowerbird::app::style::theme;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::views::workbench::page::{
    ElementMark, MarkStyle, PageView, Shown, WorkbenchInput, Zoom, bar_ui, page_ui,
};
use bowerbird::engine::types::{ElementBox, Language, Layout, PageSource, TreeLine, Verdict};
use bowerbird::engine::{OpenedPage, PageTicket};
use bowerbird::io::preview::PreviewTiming;
use eframe::egui::{
    self, Event, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, pos2, vec2,
};

const CARDS: u32 = 5_000;
const FRAMES: u32 = 400;
const SIZE: egui::Vec2 = vec2(1440.0, 900.0);

/// A page of cards: each an article with title, link, date, author, text and picture.
struct Made {
    layout: Layout,
    tree: Arc<Vec<TreeLine>>,
    source: PageSource,
    marks: Vec<ElementMark>,
}

fn made() -> Made {
    let parts = [
        ("article", 0.0, 0.0, 940.0, 90.0, 1),
        ("h2", 10.0, 4.0, 600.0, 24.0, 2),
        ("a", 10.0, 4.0, 300.0, 24.0, 3),
        ("time", 10.0, 30.0, 120.0, 16.0, 2),
        ("span", 140.0, 30.0, 120.0, 16.0, 2),
        ("p", 10.0, 48.0, 700.0, 36.0, 2),
        ("img", 720.0, 4.0, 80.0, 80.0, 2),
    ];
    let mut boxes = Vec::new();
    let mut tree = Vec::new();
    let mut text = String::from("<html>\n");
    let mut spans = vec![(0, 0)];
    let mut marks = Vec::new();
    let mut add = |element: u32, tag: &str, rect: Rect, depth: u16, children| {
        boxes.push(ElementBox {
            element,
            tag: tag.to_owned(),
            x: rect.min.x,
            y: rect.min.y,
            width: rect.width(),
            height: rect.height(),
        });
        tree.push(TreeLine {
            element,
            depth,
            tag: tag.to_owned(),
            id: String::new(),
            classes: "card item".to_owned(),
            text: format!("Text of number {element}"),
            children,
            link: (tag == "a").then(|| format!("http://127.0.0.1:1/{element}")),
        });
    };
    let height = 92.0 * CARDS as f32;
    let whole = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, height));
    add(0, "html", whole, 0, CARDS);
    let mut element = 1;
    for card in 0..CARDS {
        for (tag, x, y, width, height, depth) in parts {
            let min = pos2(30.0 + x, card as f32 * 92.0 + y);
            add(
                element,
                tag,
                Rect::from_min_size(min, vec2(width, height)),
                depth,
                u32::from(tag == "article") * 6,
            );
            spans.push((element, u32::try_from(text.len()).unwrap()));
            text.push_str(&format!(
                "<{tag} class=\"card item\">Text of {element}</{tag}>\n"
            ));
            if tag == "a" || tag == "time" {
                let field = usize::from(tag == "time");
                let label = Some(tag.to_owned());
                marks.push(ElementMark::of_field(
                    field,
                    element,
                    MarkStyle::Alike,
                    label,
                ));
            }
            element += 1;
        }
    }
    Made {
        layout: Layout {
            width: 1000,
            height: height as u32,
            tile_height: 1000,
            boxes,
            timing: PreviewTiming::default(),
        },
        tree: Arc::new(tree),
        source: PageSource {
            text: text.into(),
            spans: Arc::new(spans),
        },
        marks,
    }
}

fn opened(made: &Made) -> PageView {
    let ticket = PageTicket(1);
    let mut view = PageView::default();
    view.open("http://127.0.0.1:1/", 1.0, &mut Vec::new());
    let page = OpenedPage {
        url: "http://127.0.0.1:1/".to_owned(),
        requested: "http://127.0.0.1:1/".to_owned(),
        title: "Cards".to_owned(),
        status: 200,
        encoding: "UTF-8".to_owned(),
        content_type: "text/html".to_owned(),
        headers: Vec::new(),
        from_store: false,
        sent_from: None,
        read_at: None,
        file: None,
        proxy: None,
        shown_as: None,
        ways: None,
        fetch_ms: 10,
        bytes: 2_000_000,
        elements: CARDS * 7 + 1,
        verdict: Verdict::ok(),
        robots: None,
        structure: Vec::new(),
    };
    view.opened(ticket, page);
    view.drawn(ticket, Arc::new(made.layout.clone()));
    view.tree_came(ticket, Arc::clone(&made.tree));
    view.source_came(ticket, &made.source);
    view
}

/// Runs frames with `input` and prints their times.
fn time(
    name: &str,
    made: &Made,
    prepare: impl FnOnce(&mut PageView),
    input: impl Fn(u32) -> Vec<Event>,
) {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let look = UiContext::new(Language::English, egui::Theme::Light);
    let mut view = opened(made);
    prepare(&mut view);
    let mut times = Vec::new();
    for frame in 0..FRAMES + 20 {
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(f64::from(frame) / 60.0),
            events: input(frame),
            ..RawInput::default()
        };
        let began = Instant::now();
        let mut inputs: Vec<WorkbenchInput> = Vec::new();
        let output = ctx.run_ui(raw, |ui| {
            bar_ui(ui, &look, &mut view, &mut inputs);
            let mut actions = Vec::new();
            page_ui(ui, &look, &mut view, &made.marks, &mut inputs, &mut actions);
        });
        let shapes = ctx.tessellate(output.shapes, output.pixels_per_point);
        let spent = began.elapsed();
        std::hint::black_box(shapes);
        // The first frames make fonts and textures.
        if frame >= 20 {
            times.push(spent.as_secs_f64() * 1e3);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{name:<34} median {:6.2}  99 % {:6.2}  worst {:6.2} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn wheel(by: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, by),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    }
}

fn moving(frame: u32) -> Event {
    let along = (frame * 7 % 800) as f32;
    Event::PointerMoved(pos2(200.0 + along, 200.0 + along * 0.6))
}

fn main() {
    let made = made();
    let began = Instant::now();
    let view = opened(&made);
    println!(
        "{} elements, {} marks; taking layout, tree and source in: {:.1} ms",
        made.tree.len(),
        made.marks.len(),
        began.elapsed().as_secs_f64() * 1e3
    );
    drop(view);
    time("pointing", &made, |_| {}, |f| vec![moving(f)]);
    time(
        "scrolling",
        &made,
        |_| {},
        |f| vec![moving(f), wheel(-60.0)],
    );
    let small = |view: &mut PageView| view.zoom = Zoom::At(0.25);
    time("pointing, at 25 %", &made, small, |f| vec![moving(f)]);
    // Everything of 10,000 marks in sight at once, which no window shows.
    let tiny = |view: &mut PageView| view.zoom = Zoom::At(0.0019);
    time("10,000 marks in sight", &made, tiny, |f| vec![moving(f)]);
    let tree = |view: &mut PageView| {
        view.shown = Shown::Tree;
        view.tree.set_all_open(0, true);
    };
    time("tree, scrolling", &made, tree, |f| {
        vec![moving(f), wheel(-60.0)]
    });
    let source = |view: &mut PageView| view.shown = Shown::Source;
    time("source, scrolling", &made, source, |f| {
        vec![moving(f), wheel(-60.0)]
    });
}
