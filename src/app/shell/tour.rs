//! A short tour of the places that a new user needs: a card beside each, which blocks nothing.
//! Input: where the places were drawn ([`tour_spots`]). Output: what to do next ([`TourDo`]).

use eframe::egui::{
    self, Area, Color32, Context, Id, Key, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Ui,
    pos2, vec2,
};

use crate::action::{Action, TourDo};
use crate::command::View;
use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;
use crate::widgets::tour_spots::{self, TourTarget};

/// Width and approximate height of the card, in points.
const CARD: egui::Vec2 = vec2(340.0, 170.0);
/// Gap between the card and its target, in points.
const GAP: f32 = 14.0;

/// The steps: the target, its view, and the ids of the text and of its title.
const STEPS: [(TourTarget, View, &str, &str); 6] = [
    (
        TourTarget::Rail,
        View::Monitor,
        "tour-rail",
        "tour-rail-title",
    ),
    (
        TourTarget::Address,
        View::Workbench,
        "tour-address",
        "tour-address-title",
    ),
    (
        TourTarget::RunAll,
        View::Sites,
        "tour-run",
        "tour-run-title",
    ),
    (
        TourTarget::NewTask,
        View::Tasks,
        "tour-task",
        "tour-task-title",
    ),
    (
        TourTarget::Export,
        View::Results,
        "tour-results",
        "tour-results-title",
    ),
    (
        TourTarget::Finder,
        View::Monitor,
        "tour-finder",
        "tour-finder-title",
    ),
];

/// A tour in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    step: usize,
    /// Whether the next button has had the focus in this step.
    led: bool,
}

impl Tour {
    /// The view of the step.
    pub fn view(&self) -> View {
        STEPS
            .get(self.step)
            .map_or(View::Monitor, |(_, view, ..)| *view)
    }

    /// The tour after `what`; `None` when that ends it.
    pub fn after(self, what: TourDo) -> Option<Self> {
        let step = match what {
            TourDo::Begin => 0,
            TourDo::Next => self.step + 1,
            TourDo::Back => self.step.saturating_sub(1),
            TourDo::End => return None,
        };
        (step < STEPS.len()).then_some(Self { step, led: false })
    }
}

/// Draws the card and the ring around its target.
pub fn tour_ui(ctx: &Context, look: &UiContext, tour: &mut Tour, actions: &mut Vec<Action>) {
    let Some((spot, _, text, title)) = STEPS.get(tour.step).copied() else {
        return;
    };
    let target = tour_spots::place(ctx, spot);
    if let Some(target) = target {
        let layer = LayerId::new(Order::Foreground, Id::unique("tour-ring"));
        let ring = Stroke::new(2.0, look.tokens.accent);
        let painter = ctx.layer_painter(layer);
        painter.rect_stroke(target.expand(3.0), 8.0, ring, StrokeKind::Outside);
    }
    let at = card_at(ctx.content_rect(), target);
    let frame = dialog(ctx).stroke(Stroke::new(1.0, look.tokens.accent));
    Area::new(Id::unique("tour-card"))
        .order(Order::Foreground)
        .fixed_pos(at)
        .show(ctx, |ui| {
            frame.shadow(shadow()).show(ui, |ui| {
                ui.set_width(CARD.x);
                card_ui(ui, look, tour, (title, text), actions);
            });
        });
    if ctx.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Tour(TourDo::End));
    }
}

fn card_ui(
    ui: &mut Ui,
    look: &UiContext,
    tour: &mut Tour,
    (title, text): (&str, &str),
    actions: &mut Vec<Action>,
) {
    let step = bowerbird_engine::types::Message::new("tour-step")
        .with("step", tour.step + 1)
        .with("steps", STEPS.len());
    ui.label(look.hint(look.text(&step)));
    ui.label(look.title(look.t(title)).strong());
    ui.label(look.t(text));
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let is_last = tour.step + 1 == STEPS.len();
        let on = look.t(if is_last { "tour-done" } else { "tour-next" });
        let next = look.primary(ui, on);
        // Enter continues, unless the user moves the focus.
        if !std::mem::replace(&mut tour.led, true) {
            next.request_focus();
        }
        if next.clicked() {
            let what = if is_last { TourDo::End } else { TourDo::Next };
            actions.push(Action::Tour(what));
        }
        if tour.step > 0 && ui.button(look.t("tour-back")).clicked() {
            actions.push(Action::Tour(TourDo::Back));
        }
        if !is_last && look.quiet(ui, look.t("tour-end")).clicked() {
            actions.push(Action::Tour(TourDo::End));
        }
    });
}

/// The position of the card: below its target, else beside it, else above; in the middle without a
/// target.
fn card_at(room: Rect, target: Option<Rect>) -> Pos2 {
    let outer = CARD + vec2(40.0, 40.0);
    let Some(target) = target else {
        return room.center() - outer / 2.0;
    };
    let wanted = if target.bottom() + GAP + outer.y < room.bottom() {
        pos2(target.left(), target.bottom() + GAP)
    } else if target.right() + GAP + outer.x < room.right() {
        pos2(target.right() + GAP, target.top() + GAP)
    } else {
        pos2(target.left(), target.top() - GAP - outer.y)
    };
    let most = room.max - outer;
    pos2(
        wanted
            .x
            .clamp(room.left() + GAP, most.x.max(room.left() + GAP)),
        wanted
            .y
            .clamp(room.top() + GAP, most.y.max(room.top() + GAP)),
    )
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
            actions.push(Action::Tour(TourDo::Begin));
        }
        return;
    }
    ui.label(look.hint(look.t("tour-new")));
    if ui.button(begin).clicked() {
        actions.push(Action::Tour(TourDo::Begin));
    }
    if look.quiet(ui, look.t("tour-refuse")).clicked() {
        actions.push(Action::Tour(TourDo::End));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_is_always_in_sight() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(720.0, 480.0));
        for x in [0.0, 300.0, 700.0] {
            for y in [0.0, 200.0, 460.0] {
                let target = Rect::from_min_size(pos2(x, y), vec2(20.0, 20.0));
                let at = card_at(room, Some(target));
                assert!(room.contains(at) && room.contains(at + CARD), "{at:?}");
            }
        }
    }

    #[test]
    fn the_tour_ends_after_its_last_step() {
        let mut tour = Some(Tour::default());
        let mut steps = 0;
        while let Some(at) = tour {
            steps += 1;
            tour = at.after(TourDo::Next);
        }
        assert_eq!(steps, STEPS.len());
        let second = Tour::default().after(TourDo::Next);
        assert_eq!(
            second.and_then(|tour| tour.after(TourDo::Back)),
            Some(Tour::default())
        );
    }
}
