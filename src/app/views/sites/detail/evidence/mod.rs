//! The evidence panel: the signals found, their places and reliability, beside the page as
//! received, with the selected piece marked in it. Input: the site's status, the stored page,
//! its picture. Output: queries for them.
//!
//! Below: the pieces of evidence, the head of the answer, and long texts in rows.

mod evidence_list;
mod received_answer;
mod text_rows;

use eframe::egui::{self, Context, Label, ScrollArea, Ui};

use super::failing_site_actions;
use crate::action::{Action, PageOfRun};
use crate::background::DataQuery;
use crate::state::app_state::AppState;
use crate::style::frames::narrow;
use crate::style::ui_context::UiContext;
use crate::views::sites::SitesState;
use crate::views::sites::timeline;
use crate::views::workbench::page::{ElementMark, MarkColour, MarkStyle, PageView, received_ui};
use bowerbird_engine::single_page::EvidencePage;
use bowerbird_engine::types::{Evidence, EvidencePlace, Message, Site, SiteId};
use bowerbird_engine::{Command, Event, PageCommand, PageTicket};
use evidence_list::pieces_ui;
use received_answer::{head_ui, of_run_ui};
use text_rows::{TextRows, rows_ui};

/// Tickets of evidence pages begin here, far above all others.
const FIRST_TICKET: u64 = 1 << 41;

/// The display mode of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Received {
    /// As rendered for a reader.
    #[default]
    Picture,
    /// Its readable text.
    Text,
    /// Its source.
    Source,
    /// Status, addresses and headers.
    Head,
}

/// The displayed evidence of one site.
pub struct EvidencePanel {
    /// The site.
    pub site: SiteId,
    url: String,
    evidence: Vec<Evidence>,
    /// The stored answer; `None` until loaded, `Some(None)` when there is none.
    page: Option<Option<Box<EvidencePage>>>,
    text: TextRows,
    source: TextRows,
    /// The marked piece.
    pub chosen: Option<usize>,
    /// The display mode of the page.
    pub shown: Received,
    jump: bool,
    view: PageView,
    drawing: bool,
    /// The page of a run, shown in place of the site's own state.
    of_run: Option<PageOfRun>,
}

impl Default for EvidencePanel {
    fn default() -> Self {
        let mut view = PageView::default();
        view.ticket = PageTicket(FIRST_TICKET);
        Self {
            site: SiteId::default(),
            url: String::new(),
            evidence: Vec::new(),
            page: None,
            text: TextRows::default(),
            source: TextRows::default(),
            chosen: None,
            shown: Received::default(),
            jump: false,
            view,
            drawing: false,
            of_run: None,
        }
    }
}

impl EvidencePanel {
    /// Drops painted pictures when the window closes.
    pub fn forget_pictures(&mut self) {
        self.view.forget_pictures();
    }

    /// Shows a page of a run until another site is selected or the user goes back.
    pub fn show(&mut self, page: PageOfRun) {
        self.of_run = Some(page);
    }

    /// Shows `site` from now on; queries again when its status refers to another page.
    fn show_site(&mut self, site: &Site, actions: &mut Vec<Action>) {
        self.of_run = self.of_run.take().filter(|page| page.site == site.id);
        let (url, evidence) = match (&self.of_run, &site.status) {
            (Some(page), _) => (page.url.clone(), page.evidence.clone()),
            (None, Some(status)) => (status.url.clone(), status.evidence.clone()),
            (None, None) => return,
        };
        let same = self.site == site.id && self.url == url;
        if same && self.evidence == evidence {
            return;
        }
        if !same {
            self.view.cancel(actions);
            self.drawing = false;
            self.page = None;
        }
        self.site = site.id;
        self.url = url;
        self.evidence = evidence;
        self.chosen = (!self.evidence.is_empty()).then_some(0);
        actions.push(Action::Query(DataQuery::Evidence(
            site.id,
            self.url.clone(),
            self.evidence.clone(),
        )));
    }

    /// Handles the stored page.
    pub fn came(&mut self, site: SiteId, url: &str, page: Option<Box<EvidencePage>>) {
        if site != self.site || url != self.url {
            return;
        }
        if let Some(page) = &page {
            let any = page
                .verdict
                .as_ref()
                .is_some_and(|then| !then.evidence.is_empty());
            if self.evidence.is_empty() {
                self.chosen = any.then_some(0);
            }
            self.text = TextRows::of(page.text.clone());
            self.source = TextRows::of(page.source.clone());
        }
        self.page = Some(page);
        self.mark();
    }

    /// Selects a piece, and shows it in a mode where it is visible.
    fn choose(&mut self, piece: usize) {
        self.chosen = Some(piece);
        let Some(Some(page)) = &self.page else {
            return;
        };
        let Some(found) = page.found.get(piece) else {
            return;
        };
        let seen = match self.shown {
            Received::Picture => found.element.is_some(),
            Received::Text => found.in_text.is_some(),
            Received::Source => found.in_source.is_some(),
            Received::Head => found.header.is_some(),
        };
        if !seen {
            self.shown = if found.header.is_some() || is_of_head(self.pieces(), piece) {
                Received::Head
            } else if found.in_text.is_some() {
                Received::Text
            } else if found.in_source.is_some() {
                Received::Source
            } else {
                self.shown
            };
        }
        self.mark();
    }

    /// Scrolls to the selected piece.
    fn mark(&mut self) {
        self.jump = true;
        let chosen = self.chosen;
        if let Some(Some(page)) = &self.page
            && let Some(found) = chosen.and_then(|chosen| page.found.get(chosen))
        {
            self.view.bring(found.element);
        }
    }

    /// Handles an event about the picture; returns it when it is about another page.
    pub fn take_event(&mut self, ctx: &Context, event: Event) -> Option<Event> {
        let about = match &event {
            Event::PageOpened { ticket, .. }
            | Event::PageFailed { ticket, .. }
            | Event::PageDrawn { ticket, .. }
            | Event::PageNotDrawn { ticket, .. }
            | Event::Tile { ticket, .. } => *ticket,
            _ => return Some(event),
        };
        if about.0 < FIRST_TICKET {
            return Some(event);
        }
        if about == self.view.ticket {
            match event {
                Event::PageOpened { ticket, page } => {
                    self.view.opened(ticket, page);
                }
                Event::PageFailed { ticket, message } => self.view.failed(ticket, message),
                Event::PageDrawn { ticket, layout } => {
                    self.view.drawn(ticket, layout);
                    self.mark();
                }
                Event::PageNotDrawn { ticket, message } => self.view.not_drawn(ticket, message),
                Event::Tile {
                    number, size, rgba, ..
                } => self.view.tiles.came(ctx, number, size, &rgba),
                _ => {}
            }
        }
        None
    }

    /// The pieces to show: those of the site's state, else those of the verdict that was given on
    /// the shown page when it came.
    fn pieces(&self) -> &[Evidence] {
        match &self.page {
            Some(Some(page)) if self.evidence.is_empty() => {
                let verdict = page.verdict.as_ref();
                verdict.map_or(&[], |verdict| verdict.evidence.as_slice())
            }
            _ => &self.evidence,
        }
    }

    fn draw(&mut self, scale: f32, actions: &mut Vec<Action>) {
        if std::mem::replace(&mut self.drawing, true) {
            return;
        }
        let (site, url) = (self.site, self.url.clone());
        self.view
            .expect(&url.clone(), scale, actions, |ticket, width| {
                Command::Page(PageCommand::OpenStored {
                    ticket,
                    site,
                    url,
                    evidence: true,
                    width,
                    scale,
                })
            });
        self.mark();
    }
}

fn is_of_head(evidence: &[Evidence], piece: usize) -> bool {
    evidence.get(piece).is_some_and(|piece| {
        matches!(
            piece.place,
            EvidencePlace::Header | EvidencePlace::Status | EvidencePlace::Url
        )
    })
}

/// Draws the panel.
pub fn evidence_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    let mut panel = std::mem::take(&mut state.evidence);
    panel.show_site(site, actions);
    if site.status.is_none() && panel.of_run.is_none() {
        ui.label(look.hint(look.t("sites-evidence-never-ran")));
        state.evidence = panel;
        return;
    }
    timeline::follow(&mut state.timeline, site.id, actions);
    let width = if narrow(ui) { 250.0 } else { 340.0 };
    egui::Panel::left("evidence-list")
        .frame(egui::Frame::NONE.outer_margin(egui::Margin {
            right: 10,
            ..egui::Margin::ZERO
        }))
        .resizable(true)
        .default_size(width)
        .size_range(200.0..=(ui.available_width() - 260.0).max(201.0))
        .show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("evidence-pieces")
                .auto_shrink(false)
                .show(ui, |ui| {
                    match panel.of_run.take() {
                        Some(page) => {
                            let kept = panel.page.as_ref().and_then(Option::as_deref);
                            let stays = of_run_ui(ui, look, &page, kept, actions);
                            panel.of_run = stays.then_some(page);
                        }
                        None => {
                            reason_ui(ui, look, site);
                            // The rest is in the menu below.
                            ui.horizontal_wrapped(|ui| {
                                for act in [
                                    failing_site_actions::FailingSiteAction::NotABlock,
                                    failing_site_actions::FailingSiteAction::IsABlock,
                                ] {
                                    failing_site_actions::act_ui(
                                        ui, look, world, site, act, actions,
                                    );
                                }
                            });
                        }
                    }
                    ui.add_space(4.0);
                    pieces_ui(ui, look, &mut panel);
                    state.taught.show_ui(ui, look, site.id, actions);
                    ui.add_space(6.0);
                    timeline::tried_ui(ui, look, &state.timeline, site.id, 6);
                });
        });
    egui::CentralPanel::no_frame().show(ui, |ui| page_ui(ui, look, &mut panel, actions));
    state.evidence = panel;
}

fn reason_ui(ui: &mut Ui, look: &UiContext, site: &Site) {
    if let Some(status) = &site.status {
        ui.label(look.text(&status.reason));
        ui.add(Label::new(look.hint(&status.url)).wrap());
    }
}

/// The page as received.
fn page_ui(ui: &mut Ui, look: &UiContext, panel: &mut EvidencePanel, actions: &mut Vec<Action>) {
    let Some(page) = &panel.page else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    let Some(page) = page else {
        ui.label(look.t("sites-evidence-not-kept"));
        ui.label(look.hint(look.t("sites-evidence-not-kept-hint")));
        return;
    };
    let mut shown = panel.shown;
    ui.horizontal_wrapped(|ui| {
        for (choice, id) in [
            (Received::Picture, "sites-received-picture"),
            (Received::Text, "sites-received-text"),
            (Received::Source, "sites-received-source"),
            (Received::Head, "sites-received-head"),
        ] {
            ui.selectable_value(&mut shown, choice, look.t(id));
        }
        let id = match page.is_evidence {
            true => "sites-received-evidence",
            false => "sites-received-page",
        };
        let about = Message::new(id)
            .with("status", u64::from(page.status))
            .with("time", look.time(page.fetched_at))
            .with("bytes", look.bytes(page.bytes as u64));
        ui.label(look.hint(look.text(&about)))
            .on_hover_text(look.exact_time(page.fetched_at));
    });
    if shown != panel.shown {
        panel.shown = shown;
        panel.jump = true;
    }
    match panel.shown {
        Received::Picture => {
            let pieces = marks_of(page, panel.chosen);
            panel.draw(ui.ctx().pixels_per_point(), actions);
            received_ui(ui, look, &mut panel.view, &pieces, actions);
        }
        Received::Text => {
            let found = page.found.iter().map(|piece| piece.in_text.clone());
            let places: Vec<_> = found.collect();
            let (name, marks) = (look.t("sites-received-text-name"), (&*places, panel.chosen));
            rows_ui(ui, look, &name, &panel.text, marks, &mut panel.jump);
        }
        Received::Source => {
            let found = page.found.iter().map(|piece| piece.in_source.clone());
            let places: Vec<_> = found.collect();
            let (name, marks) = (
                look.t("sites-received-source-name"),
                (&*places, panel.chosen),
            );
            rows_ui(ui, look, &name, &panel.source, marks, &mut panel.jump);
        }
        Received::Head => head_ui(ui, look, page, panel.chosen, panel.pieces()),
    }
}

fn marks_of(page: &EvidencePage, chosen: Option<usize>) -> Vec<ElementMark> {
    let pieces = page.found.iter().enumerate();
    let marks = pieces.filter_map(|(number, piece)| {
        let style = match chosen == Some(number) {
            true => MarkStyle::Lit,
            false => MarkStyle::Found,
        };
        Some(ElementMark {
            colour: MarkColour::Found,
            ..ElementMark::plain(piece.element?, style)
        })
    });
    marks.collect()
}
