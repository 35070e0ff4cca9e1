//! Panels around a view's centre: each is at the right, at the left or at the bottom, can be moved
//! and hidden, and shares its side with others as tabs. A collapsed side is a thin strip of tabs,
//! so that nothing is ever lost. Input: the panels of a view, and their drawing functions.
//! Output: the remaining centre in `ui`. The layout stores places and sizes.

use std::ops::RangeInclusive;

use eframe::egui::{
    self, Align, Button, Color32, Layout as Flow, Panel, Role, Sense, Stroke, TextStyle, Ui,
    WidgetInfo, epaint::TextShape, vec2,
};
use serde::{Deserialize, Serialize};

use super::{Layout, SizedPanel, announce, change, with};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;

/// A side of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dock {
    /// To the right of the centre.
    #[default]
    Right,
    /// To the left of the centre.
    Left,
    /// Below the centre.
    Bottom,
}

impl Dock {
    /// Every side, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Right, Self::Left, Self::Bottom];

    /// Id of the text for "to this side".
    pub fn text_id(self) -> &'static str {
        match self {
            Self::Right => "app-dock-right",
            Self::Left => "app-dock-left",
            Self::Bottom => "app-dock-bottom",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Bottom => "bottom",
        }
    }

    /// The possible sizes of a side in `room`. A size from a larger window must leave enough room
    /// for the page in a small one.
    fn range(self, room: egui::Vec2) -> RangeInclusive<f32> {
        let (least, most) = match self {
            Self::Right | Self::Left => (240.0, (room.x - 240.0).min(720.0)),
            Self::Bottom => (180.0, room.y - 220.0),
        };
        least..=most.max(least)
    }

    fn default_size(self, room: egui::Vec2) -> f32 {
        match self {
            Self::Right | Self::Left => (room.x * 0.3).clamp(280.0, 392.0),
            Self::Bottom => (room.y * 0.4).clamp(180.0, 260.0),
        }
    }
}

/// A movable panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelSpec {
    /// Its key in the settings; unique in its view.
    pub key: &'static str,
    /// Id of its title.
    pub title: &'static str,
    /// Its default side.
    pub dock: Dock,
}

/// The place of a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelPlace {
    /// The side.
    pub dock: Dock,
    /// Whether it is hidden.
    pub hidden: bool,
}

/// Actions on a panel from a menu or the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelAction {
    /// Moves it to a side, and shows it.
    Move(Dock),
    /// Hides it.
    Hide,
    /// Shows it, on top of its side.
    Show,
}

impl PanelAction {
    /// Performs the action on panel `key` of `view`.
    pub fn apply(self, ctx: &egui::Context, view: &'static str, key: &str) {
        let Some(spec) = with(ctx, |remembered| {
            let found = remembered
                .known
                .iter()
                .find(|(of, spec)| *of == view && spec.key == key);
            found.map(|(_, spec)| *spec)
        }) else {
            return;
        };
        change(ctx, |layout| {
            let mut place = place_of(layout, view, &spec);
            match self {
                Self::Move(dock) => {
                    place = PanelPlace {
                        dock,
                        hidden: false,
                    };
                }
                Self::Hide => place.hidden = true,
                Self::Show => place.hidden = false,
            }
            layout.panels.insert(panel_key(view, key), place);
            if !place.hidden {
                let side = layout.docks.entry(side_key(view, place.dock)).or_default();
                side.open = Some(key.to_owned());
                side.folded = Some(false);
            }
        });
    }
}

/// The place of `spec` in `view`.
pub(super) fn place_of(layout: &Layout, view: &str, spec: &PanelSpec) -> PanelPlace {
    let kept = layout.panels.get(&panel_key(view, spec.key)).copied();
    kept.unwrap_or(PanelPlace {
        dock: spec.dock,
        hidden: false,
    })
}

fn panel_key(view: &str, key: &str) -> String {
    format!("{view}.{key}")
}

fn side_key(view: &str, dock: Dock) -> String {
    format!("{view}.{}", dock.name())
}

/// Whether a side of `view` is collapsed, by the user's choice or because the window is small.
fn folded(layout: &Layout, view: &str, dock: Dock, room: egui::Vec2) -> bool {
    let said = layout
        .docks
        .get(&side_key(view, dock))
        .and_then(|side| side.folded);
    said.unwrap_or(match dock {
        Dock::Right | Dock::Left => room.x < 620.0,
        Dock::Bottom => room.y < 320.0,
    })
}

/// Collapses the left and right sides of `view`, or the bottom; expands them if they are collapsed.
pub(crate) fn toggle(ctx: &egui::Context, view: &'static str, below: bool) {
    let docks: &[Dock] = if below {
        &[Dock::Bottom]
    } else {
        &[Dock::Right, Dock::Left]
    };
    change(ctx, |layout| {
        let is_folded = |dock: &Dock| {
            let side = layout.docks.get(&side_key(view, *dock));
            side.and_then(|side| side.folded).unwrap_or(false)
        };
        let fold = !docks.iter().all(is_folded);
        for dock in docks {
            let side = layout.docks.entry(side_key(view, *dock)).or_default();
            side.folded = Some(fold);
        }
    });
}

/// Draws the panels `specs` of `view` around the remaining `ui`; `add` draws the content of the
/// panel with that key. Call it before drawing the centre.
pub fn docks_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &'static str,
    specs: &[PanelSpec],
    mut add: impl FnMut(&mut Ui, &'static str),
) {
    announce(ui.ctx(), view, specs);
    let room = ui.available_size();
    for dock in [Dock::Right, Dock::Left, Dock::Bottom] {
        let (tabs, folded, side) = with(ui.ctx(), |remembered| {
            let layout = &remembered.layout;
            let tabs: Vec<PanelSpec> = specs
                .iter()
                .filter(|spec| {
                    let place = place_of(layout, view, spec);
                    place.dock == dock && !place.hidden
                })
                .copied()
                .collect();
            let side = layout.docks.get(&side_key(view, dock)).cloned();
            (
                tabs,
                folded(layout, view, dock, room),
                side.unwrap_or_default(),
            )
        });
        let Some(first) = tabs.first() else {
            continue;
        };
        if folded {
            strip_ui(ui, look, view, dock, &tabs);
            continue;
        }
        let open = tabs
            .iter()
            .find(|spec| side.open.as_deref() == Some(spec.key))
            .unwrap_or(first);
        let sized = SizedPanel {
            key: side_key(view, dock),
            wanted: side.size.map_or(dock.default_size(room), f32::from),
            range: dock.range(room),
            upright: dock != Dock::Bottom,
        };
        let panel = side_panel(look, view, dock);
        let (_, dragged) = sized.show(ui, panel, |ui| {
            ui.take_available_width();
            head_ui(ui, look, view, dock, &tabs, open);
            ui.push_id(open.key, |ui| add(ui, open.key));
            if dock != Dock::Bottom {
                ui.take_available_height();
            }
        });
        if let Some(size) = dragged {
            change(ui.ctx(), |layout| {
                let side = layout.docks.entry(side_key(view, dock)).or_default();
                side.size = Some(size);
            });
        }
    }
}

/// A margin of `points` at the edge of a side that faces the centre.
fn inner_margin(dock: Dock, points: i8) -> egui::Margin {
    let mut margin = egui::Margin::ZERO;
    match dock {
        Dock::Right => margin.left = points,
        Dock::Left => margin.right = points,
        Dock::Bottom => margin.top = points,
    }
    margin
}

fn side_panel(look: &UiContext, view: &str, dock: Dock) -> Panel {
    let id = ("dock", view.to_owned(), dock.name());
    let gap = inner_margin(dock, 8);
    let made = match dock {
        Dock::Right => Panel::right(id),
        Dock::Left => Panel::left(id),
        Dock::Bottom => Panel::bottom(id),
    };
    made.frame(panel(look).outer_margin(gap))
        .resizable(true)
        .show_separator_line(false)
}

/// Tabs or the title, the menu, and the button that collapses the side.
fn head_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &'static str,
    dock: Dock,
    tabs: &[PanelSpec],
    open: &PanelSpec,
) {
    ui.horizontal(|ui| {
        ui.with_layout(Flow::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let (sign, fold) = match dock {
                Dock::Right => ("→", look.t("app-dock-fold")),
                Dock::Left => ("←", look.t("app-dock-fold")),
                Dock::Bottom => ("↓", look.t("app-dock-fold")),
            };
            let button = Button::new(look.hint(sign)).frame_when_inactive(false);
            let button = ui.add(button).accessible_name(&fold).on_hover_text(&fold);
            if button.clicked() {
                change(ui.ctx(), |layout| {
                    let side = layout.docks.entry(side_key(view, dock)).or_default();
                    side.folded = Some(true);
                });
            }
            place_menu_ui(ui, look, view, dock, open);
            ui.with_layout(Flow::left_to_right(Align::Center), |ui| {
                if tabs.len() == 1 {
                    ui.add(
                        egui::Label::new(look.title(look.t(open.title)).strong())
                            .selectable(false)
                            .truncate(),
                    );
                    return;
                }
                ui.spacing_mut().item_spacing.x = 4.0;
                for tab in tabs {
                    let button = Button::selectable(tab.key == open.key, look.t(tab.title));
                    if ui.add(button).clicked() {
                        PanelAction::Show.apply(ui.ctx(), view, tab.key);
                    }
                }
            });
        });
    });
}

/// The menu that moves or hides a panel.
fn place_menu_ui(ui: &mut Ui, look: &UiContext, view: &'static str, dock: Dock, open: &PanelSpec) {
    let name = look.t1("app-dock-menu", "panel", look.t(open.title));
    let button = Button::new(look.hint("…")).frame_when_inactive(false);
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        for side in Dock::ALL {
            if ui.option(side == dock, look.t(side.text_id())).clicked() {
                PanelAction::Move(side).apply(ui.ctx(), view, open.key);
                ui.close();
            }
        }
        if ui.button(look.t("app-dock-hide")).clicked() {
            PanelAction::Hide.apply(ui.ctx(), view, open.key);
            ui.close();
        }
    });
    response.accessible_name(&name).on_hover_text(name);
}

/// A collapsed side: its tabs, each of which expands it.
fn strip_ui(ui: &mut Ui, look: &UiContext, view: &'static str, dock: Dock, tabs: &[PanelSpec]) {
    let id = ("dock-strip", view, dock.name());
    let (made, upright) = match dock {
        Dock::Right => (Panel::right(id), true),
        Dock::Left => (Panel::left(id), true),
        Dock::Bottom => (Panel::bottom(id), false),
    };
    let frame = egui::Frame::new().inner_margin(inner_margin(dock, 6));
    made.exact_size(34.0)
        .resizable(false)
        .show_separator_line(false)
        .frame(frame)
        .show(ui, |ui| {
            let flow = if upright {
                Flow::top_down(Align::Center)
            } else {
                Flow::left_to_right(Align::Center)
            };
            ui.with_layout(flow, |ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
                for tab in tabs {
                    let title = look.t(tab.title);
                    let clicked = if upright {
                        upright_tab_ui(ui, look, &title, dock == Dock::Left)
                    } else {
                        ui.add(Button::new(&title)).clicked()
                    };
                    if clicked {
                        PanelAction::Show.apply(ui.ctx(), view, tab.key);
                    }
                }
            });
        });
}

/// A tab with vertical text; returns true when it was clicked.
fn upright_tab_ui(ui: &mut Ui, look: &UiContext, title: &str, upwards: bool) -> bool {
    let font = TextStyle::Body.resolve(ui.style());
    let text = ui
        .painter()
        .layout_no_wrap(title.to_owned(), font, Color32::PLACEHOLDER);
    let size = vec2(28.0, text.size().x + 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
    let tokens = look.tokens;
    let fill = if response.hovered() {
        tokens.hover
    } else {
        tokens.panel
    };
    let painter = ui.painter();
    painter.rect(
        rect,
        6.0,
        fill,
        Stroke::new(1.0, tokens.line),
        egui::StrokeKind::Inside,
    );
    let half = text.size() / 2.0;
    let (at, angle) = if upwards {
        (
            rect.center() + vec2(-half.y, half.x),
            -std::f32::consts::FRAC_PI_2,
        )
    } else {
        (
            rect.center() + vec2(half.y, -half.x),
            std::f32::consts::FRAC_PI_2,
        )
    };
    painter.add(TextShape::new(at, text, tokens.text).with_angle(angle));
    look.ring(ui, &response);
    response.clicked()
}
