//! A tour for new users: a card beside each place that matters, which blocks nothing, with a button
//! that does what the card is about on the sample project. Input: where the places were drawn
//! ([`tour_targets`]), what the window knows. Output: what to do next ([`TourAction`]).
//!
//! Below: the steps, and what they do.

mod placement;
mod steps;
mod tasks;
mod tour_cleanup;

use eframe::egui::{
    self, Area, Color32, Context, Id, Key, LayerId, Order, Stroke, StrokeKind, Ui, vec2,
};

use super::Bowerbird;
use crate::action::{Action, PathPurpose, TourAction};
use crate::shortcuts::View;
use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;
use crate::widgets::tour_targets;
use placement::card_at;
use steps::{STEPS, TourStep, TourTask};
use tour_cleanup::TourLeftovers;

/// Width of the card's content, in points.
const WIDTH: f32 = 360.0;
/// The size of the card before it was drawn, in points.
const USUAL_SIZE: egui::Vec2 = vec2(400.0, 250.0);

/// A tour in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    step: usize,
    /// Whether the view of the step was shown.
    shown: bool,
    /// Whether the step was asked to do what it is about.
    tried: bool,
    /// Whether the tour only shows places, in a project that is not the sample.
    looking: bool,
    /// Whether it was taken up where it had been left.
    resumed: bool,
    /// What it made so far.
    made: TourLeftovers,
    /// What the main button was about when it was given the focus.
    led: Option<Progress>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// It has nothing to do.
    Told,
    /// It can be done.
    Open,
    /// It cannot be done now.
    Impossible,
    /// It is being done.
    Going,
    /// It was done.
    Done,
    /// The person has to say first where the tour takes place.
    Asking,
}

impl Tour {
    /// The tour at a step; at the first one if there is no such step.
    fn at(step: usize) -> Self {
        let step = if step < STEPS.len() { step } else { 0 };
        Self {
            step,
            resumed: step > 0,
            ..Self::default()
        }
    }

    fn current(&self) -> Option<&'static TourStep> {
        STEPS.get(self.step)
    }

    /// The view of the step.
    pub fn view(&self) -> View {
        self.current().map_or(View::Monitor, |step| step.view)
    }

    /// What the step does.
    fn task(&self) -> Option<TourTask> {
        let (task, ..) = self.current()?.task?;
        (!self.looking).then_some(task)
    }

    fn is_last(&self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// The tour after `what`; `None` when that ends it.
    pub fn after(self, what: TourAction) -> Option<Self> {
        let step = match what {
            TourAction::Begin | TourAction::Restart => 0,
            TourAction::Next => self.step + 1,
            TourAction::Back => self.step.saturating_sub(1),
            TourAction::Do => return Some(self),
            TourAction::Look => {
                return Some(Self {
                    looking: true,
                    ..self
                });
            }
            TourAction::End => return None,
        };
        (step < STEPS.len()).then_some(Self {
            step,
            looking: self.looking,
            made: self.made,
            ..Self::default()
        })
    }
}

impl Bowerbird {
    /// Draws the tour, if there is one: the card and the ring around its target.
    pub(super) fn tour_ui(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        let Some(mut tour) = self.tour.filter(|_| self.project.is_some()) else {
            return;
        };
        let asks = !self.is_sample() && !tour.looking;
        let begins = !asks && !tour.shown;
        let progress = match asks {
            true => Progress::Asking,
            false => {
                self.follow_tour(&mut tour, actions);
                self.tour_progress(&tour)
            }
        };
        let file = self.views.results.export_path.as_str();
        card_area_ui(ctx, &self.look, &mut tour, progress, file, actions);
        if begins {
            // The view that is shown next takes the keyboard; the card has it after that.
            tour.led = None;
        }
        self.tour = Some(tour);
    }
}

fn card_area_ui(
    ctx: &Context,
    look: &UiContext,
    tour: &mut Tour,
    progress: Progress,
    file: &str,
    actions: &mut Vec<Action>,
) {
    let Some(step) = tour.current() else {
        return;
    };
    // What was done is seen in the view: the card makes room for it.
    let points = !tour.tried && progress != Progress::Asking;
    let target = points
        .then(|| tour_targets::place(ctx, step.target))
        .flatten();
    if let Some(target) = target {
        let layer = LayerId::new(Order::Foreground, Id::unique("tour-ring"));
        let ring = Stroke::new(2.0, look.tokens.accent);
        let painter = ctx.layer_painter(layer);
        painter.rect_stroke(target.expand(3.0), 8.0, ring, StrokeKind::Outside);
    }
    let id = Id::unique("tour-card");
    let drawn = ctx.memory(|memory| memory.area_rect(id));
    let size = drawn.map_or(USUAL_SIZE, |card| card.size());
    // What is done is seen at the other end of the view.
    let at = card_at(ctx.content_rect(), size, target, step.corner);
    let frame = dialog(ctx).stroke(Stroke::new(1.0, look.tokens.accent));
    Area::new(id)
        .order(Order::Foreground)
        .fixed_pos(at)
        .show(ctx, |ui| {
            frame.shadow(shadow()).show(ui, |ui| {
                ui.set_width(WIDTH);
                match progress {
                    Progress::Asking => asking_ui(ui, look, tour, actions),
                    _ => card_ui(ui, look, tour, step, (progress, file), actions),
                }
            });
        });
    if ctx.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Tour(TourAction::End));
    }
}

/// Gives the main button the keyboard once, whenever it is about something else, and whenever nothing
/// has it: Enter continues, unless the user moves the focus.
fn lead(tour: &mut Tour, progress: Progress, button: &egui::Response) {
    let is_free = button.ctx.memory(|memory| memory.focused().is_none());
    if tour.led != Some(progress) || is_free {
        tour.led = Some(progress);
        button.request_focus();
    }
}

/// Asks where the tour takes place: a person's own project is not changed unasked.
fn asking_ui(ui: &mut Ui, look: &UiContext, tour: &mut Tour, actions: &mut Vec<Action>) {
    ui.label(look.title(look.t("tour-own-title")).strong());
    ui.label(look.t("tour-own"));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let open = look.primary(ui, look.t("app-start-sample"));
        lead(tour, Progress::Asking, &open);
        if open.clicked() {
            actions.push(Action::OpenSampleProject);
        }
        if ui.button(look.t("tour-look")).clicked() {
            actions.push(Action::Tour(TourAction::Look));
        }
        if look.quiet(ui, look.t("tour-end")).clicked() {
            actions.push(Action::Tour(TourAction::End));
        }
    });
}

fn card_ui(
    ui: &mut Ui,
    look: &UiContext,
    tour: &mut Tour,
    step: &TourStep,
    (progress, file): (Progress, &str),
    actions: &mut Vec<Action>,
) {
    let place = bowerbird_engine::types::Message::new("tour-step")
        .with("step", tour.step + 1)
        .with("steps", STEPS.len());
    ui.label(look.hint(look.text(&place)));
    ui.label(look.title(look.t(step.title)).strong());
    ui.label(look.t(step.text));
    let (do_it, seen) = step.task.map_or(("", ""), |(_, do_it, seen)| (do_it, seen));
    match progress {
        Progress::Done => {
            ui.label(look.coloured(format!("✓ {}", look.t(seen)), look.tokens.ok));
        }
        Progress::Going => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(look.hint(look.t("tour-going")));
            });
        }
        Progress::Impossible => {
            ui.label(look.hint(look.t("tour-impossible")));
        }
        Progress::Open if tour.task() == Some(TourTask::Write) => {
            ui.horizontal_wrapped(|ui| {
                ui.label(look.hint(file));
                if ui.button(look.t("tour-write-elsewhere")).clicked() {
                    actions.push(Action::PickPath(PathPurpose::Export));
                }
            });
        }
        Progress::Told | Progress::Open | Progress::Asking => {}
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let is_last = tour.is_last();
        let onward = if is_last {
            TourAction::End
        } else {
            TourAction::Next
        };
        match progress {
            Progress::Open => {
                let begin = look.primary(ui, look.t(do_it));
                lead(tour, progress, &begin);
                if begin.clicked() {
                    actions.push(Action::Tour(TourAction::Do));
                }
                if ui.button(look.t("tour-skip")).clicked() {
                    actions.push(Action::Tour(onward));
                }
            }
            Progress::Going => {
                if ui.button(look.t("tour-skip")).clicked() {
                    actions.push(Action::Tour(onward));
                }
            }
            _ => {
                let on = look.t(if is_last { "tour-done" } else { "tour-next" });
                let next = look.primary(ui, on);
                lead(tour, progress, &next);
                if next.clicked() {
                    actions.push(Action::Tour(onward));
                }
            }
        }
        if tour.step > 0 && ui.button(look.t("tour-back")).clicked() {
            actions.push(Action::Tour(TourAction::Back));
        }
        if tour.resumed && look.quiet(ui, look.t("tour-restart")).clicked() {
            actions.push(Action::Tour(TourAction::Restart));
        }
        if !is_last && look.quiet(ui, look.t("tour-end")).clicked() {
            actions.push(Action::Tour(TourAction::End));
        }
    });
}

fn shadow() -> egui::Shadow {
    egui::Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(60),
    }
}

/// Draws the offer of the tour at the bottom of the rail.
pub fn offer_ui(ui: &mut Ui, look: &UiContext, narrow: bool, actions: &mut Vec<Action>) {
    let begin = look.t("tour-begin");
    if narrow {
        let button = ui.button("?").accessible_name(begin.clone());
        if button.on_hover_text(begin).clicked() {
            actions.push(Action::Tour(TourAction::Begin));
        }
        return;
    }
    ui.label(look.hint(look.t("tour-new")));
    if ui.button(begin).clicked() {
        actions.push(Action::Tour(TourAction::Begin));
    }
    if look.quiet(ui, look.t("tour-refuse")).clicked() {
        actions.push(Action::Tour(TourAction::End));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_ends_after_its_last_step() {
        let mut tour = Some(Tour::default());
        let mut steps = 0;
        while let Some(at) = tour {
            steps += 1;
            tour = at.after(TourAction::Next);
        }
        assert_eq!(steps, STEPS.len());
        let second = Tour::default().after(TourAction::Next);
        assert_eq!(
            second.and_then(|tour| tour.after(TourAction::Back)),
            Some(Tour::default())
        );
    }

    #[test]
    fn a_tour_is_taken_up_at_its_step_and_begins_anew_beyond_the_last() {
        assert_eq!(Tour::at(3).step, 3);
        assert_eq!(Tour::at(STEPS.len()), Tour::default());
        let again = Tour::at(3).after(TourAction::Restart);
        assert_eq!(again, Some(Tour::default()));
    }

    #[test]
    fn a_tour_that_only_looks_does_nothing() {
        let looking = Tour::default().after(TourAction::Look).unwrap_or_default();
        assert!(Tour::default().task().is_some() && looking.task().is_none());
        let next = looking.after(TourAction::Next).unwrap_or_default();
        assert!(next.task().is_none());
    }
}
