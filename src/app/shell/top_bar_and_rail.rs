//! The frame around every view: the top bar and the rail.

use eframe::egui::{
    self, Align, Align2, Button, Frame, Layout, Margin, Panel, Rect, Role, Sense, TextStyle, Ui,
    WidgetInfo, vec2,
};

use super::Bowerbird;
use super::menu::{MenuView, menu_ui};
use super::tour;
use crate::action::Action;
use crate::notices::notification_centre::bell_ui;
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::style::drop_down::{DropDown as _, Entries as _};
use crate::style::frames::narrow;
use crate::style::theme::CONTROL_HEIGHT;
use crate::style::ui_context::UiContext;
use crate::widgets::icons;
use crate::widgets::tour_targets::{self, TourTarget};
use bowerbird_engine::types::Language;

/// Draws the top bar.
pub fn top_bar_ui(ui: &mut Ui, shell: &mut Bowerbird, actions: &mut Vec<Action>) {
    let tokens = shell.look.tokens;
    Panel::top("top-bar")
        .exact_size(45.0)
        .frame(
            Frame::new()
                .fill(tokens.panel)
                .inner_margin(Margin::symmetric(12, 8)),
        )
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| bar_ui(ui, shell, actions));
        });
}

fn bar_ui(ui: &mut Ui, shell: &Bowerbird, actions: &mut Vec<Action>) {
    let (look, world) = (&shell.look, &shell.world);
    let width = ui.available_width();
    let idle = shell.idle_commands();
    let menu = MenuView {
        look,
        world,
        view: shell.view,
        theme: shell.settings.theme,
        idle: &idle,
    };
    if width > 860.0 {
        ui.label(look.title("Bowerbird").strong());
    }
    ui.scope(|ui| menu_ui(ui, menu, width < 1100.0, actions));
    let project = world.project.as_ref().and_then(|path| path.file_stem());
    if let Some(name) = project.filter(|_| width > 640.0) {
        let path = world.project.as_ref().map(|p| p.display().to_string());
        let name: String = name.to_string_lossy().chars().take(24).collect();
        ui.label(look.hint(name))
            .on_hover_text(path.unwrap_or_default());
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if width > 640.0 {
            language_ui(ui, look, actions);
        }
        if shell.project.is_some() {
            bell_ui(ui, look, &shell.alerts, actions);
            attention_ui(ui, look, world, actions);
            running_ui(ui, look, world, actions);
        }
        search_ui(ui, look, actions);
    });
}

fn language_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    let mut language = look.texts.language();
    let combo = egui::ComboBox::from_id_salt("language")
        .width(92.0)
        .selected_text(language.own_name())
        .show_list(ui, |ui| {
            for option in Language::ALL {
                ui.entry_value(&mut language, option, option.own_name());
            }
        });
    combo
        .response
        .accessible_name(look.t("app-settings-language"));
    if language != look.texts.language() {
        actions.push(Action::SetLanguage(language));
    }
}

fn attention_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    let count = world.attention_count();
    if count > 0 {
        let text = look.t1("app-top-attention", "count", count);
        let button = Button::new(look.coloured(format!("⚠ {text}"), look.tokens.warn))
            .frame_when_inactive(false);
        if ui.add(button).clicked() {
            actions.push(Action::ShowAttention);
        }
    }
}

fn running_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    if !world.live.is_empty() {
        let text = look.t1("app-top-running", "count", world.live.len());
        let button = Button::new(look.coloured(format!("▶ {text}"), look.tokens.ok))
            .frame_when_inactive(false);
        if ui.add(button).clicked() {
            actions.push(Action::Show(View::Sites));
        }
    }
}

/// The single field for search and commands: it opens the palette.
fn search_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let width = (ui.available_width() - 16.0).clamp(80.0, 440.0);
        let spare = (ui.available_width() - width) / 2.0;
        ui.add_space(spare.max(0.0));
        let size = vec2(width, CONTROL_HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        tour_targets::mark(ui.ctx(), TourTarget::Finder, rect);
        let name = look.t("app-palette-hint");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let tokens = look.tokens;
        let fill = if response.hovered() {
            tokens.hover
        } else {
            tokens.panel
        };
        let edge = egui::Stroke::new(1.0, tokens.border);
        ui.painter()
            .rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
        let inside = rect.shrink2(vec2(10.0, 0.0));
        let small = TextStyle::Small.resolve(ui.style());
        let keys = UiCommand::Palette.key_text(ui.ctx());
        let keys = ui.painter().layout_no_wrap(keys, small, tokens.dim);
        let mut left = inside;
        left.max.x -= keys.size().x + 8.0;
        let at = inside.right_center() - vec2(keys.size().x, keys.size().y / 2.0);
        ui.painter().galley(at, keys, tokens.dim);
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().with_clip_rect(left).text(
            left.left_center(),
            Align2::LEFT_CENTER,
            &name,
            font,
            tokens.dim,
        );
        let tip = UiCommand::Palette.tooltip(look, ui.ctx());
        if response.on_hover_text(tip).clicked() {
            actions.push(Action::Ui(UiCommand::Palette));
        }
    });
}

/// Space needed for the offer of a tour, in points.
const MIN_OFFER: f32 = 140.0;
/// Between two entries of the rail, in points.
const RAIL_GAP: f32 = 4.0;

/// Draws the rail; its entries are lower in a low window. The offer of a tour, if any, is below
/// them. Returns whether a view was opened by key.
pub fn rail_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (shown, offers_tour): (View, bool),
    actions: &mut Vec<Action>,
) -> bool {
    let narrow = narrow(ui);
    let mut by_key = false;
    Panel::left("rail")
        .exact_size(if narrow { 53.0 } else { 157.0 })
        .resizable(false)
        .frame(Frame::new().fill(look.tokens.panel).inner_margin(8))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = RAIL_GAP;
            #[expect(clippy::cast_precision_loss, reason = "ten views")]
            let room = ui.available_height() / View::ALL.len() as f32 - RAIL_GAP;
            let height = room.clamp(20.0, 32.0);
            for view in View::ALL {
                if entry_ui(
                    ui,
                    look,
                    view,
                    view == shown,
                    &count(look, world, view),
                    (narrow, height),
                ) {
                    actions.push(Action::Show(view));
                    by_key = !ui.input(|input| input.pointer.any_released());
                }
            }
            tour_targets::mark(ui.ctx(), TourTarget::Rail, ui.min_rect());
            if offers_tour && ui.available_height() > MIN_OFFER {
                ui.add_space(24.0);
                tour::offer_ui(ui, look, narrow, actions);
            }
        });
    by_key
}

/// The live count beside a view's name.
fn count(look: &UiContext, world: &AppState, view: View) -> String {
    let number = match view {
        View::Sites => world.sites().len() as u64,
        View::Tasks => world.tasks.len() as u64,
        View::Results => world.records,
        View::Proxies => world.proxies.len() as u64,
        View::Accounts => world.accounts.len() as u64,
        View::Runs => world.live.len() as u64,
        View::Monitor => world.attention_count() as u64,
        View::Workbench | View::Changes | View::Settings | View::Log => 0,
    };
    if number == 0 {
        String::new()
    } else {
        look.count(number)
    }
}

/// Draws one entry of the rail; returns true when it was clicked.
fn entry_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: View,
    shown: bool,
    count: &str,
    (narrow, height): (bool, f32),
) -> bool {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = look.t(view.command().text_id());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &name));
    let painter = ui.painter();
    let tokens = look.tokens;
    let colour = if shown { tokens.accent } else { tokens.text };
    if shown {
        painter.rect_filled(rect, 6.0, tokens.selection);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, 1.0, tokens.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, 6.0, tokens.hover);
    }
    let icon_x = if narrow {
        rect.center().x
    } else {
        rect.left() + 20.0
    };
    icons::paint(painter, view, egui::pos2(icon_x, rect.center().y), colour);
    if !narrow {
        let font = TextStyle::Body.resolve(ui.style());
        let small = TextStyle::Small.resolve(ui.style());
        let start = rect.left_center() + vec2(36.0, 0.0);
        painter.text(start, Align2::LEFT_CENTER, &name, font, colour);
        let end = rect.right_center() - vec2(8.0, 0.0);
        painter.text(end, Align2::RIGHT_CENTER, count, small, tokens.dim);
    }
    look.ring(ui, &response);
    let clicked = response.clicked();
    let mut tip = view.command().tooltip(look, ui.ctx());
    if narrow {
        tip = if count.is_empty() {
            format!("{name}\n{tip}")
        } else {
            format!("{name} · {count}\n{tip}")
        };
    }
    response.on_hover_text(tip);
    clicked
}
