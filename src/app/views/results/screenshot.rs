//! The picture of a record's page: small in the reader, large in a dialog that zooms. Input: the
//! decoded parts of a picture. Output: the order to load them.

use eframe::egui::{
    Button, Color32, ColorImage, Id, Image, Key, Modal, Rect, ScrollArea, TextureFilter,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use crate::action::Action;
use crate::style::theme::{dialog, is_left};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{PagePictureFacts, RecordId};
use bowerbird_engine::{Command, RecordScreenshot, TextCommand};

/// Size of the small picture, in points.
const SMALL: Vec2 = vec2(220.0, 150.0);
/// How much a step of the zoom changes.
const STEP: f32 = 1.25;
/// The smallest and the largest zoom.
const ZOOM: (f32, f32) = (0.1, 4.0);

/// The picture of the current record.
#[derive(Default)]
pub struct Screenshot {
    /// What it was asked for.
    of: Option<(RecordId, PagePictureFacts)>,
    /// The loaded screenshot, until it is in the graphics memory.
    came: Option<RecordScreenshot>,
    /// Its parts, once they are there; none if it cannot be shown.
    parts: Option<Vec<TextureHandle>>,
    /// Whether the dialog is open.
    open: bool,
    /// The zoom in the dialog; `None`: as wide as that is.
    zoom: Option<f32>,
}

impl std::fmt::Debug for Screenshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(stringify!(Screenshot))
            .field("of", &self.of)
            .field("open", &self.open)
            .finish_non_exhaustive()
    }
}

impl Screenshot {
    /// Handles a decoded picture.
    pub fn came(&mut self, screenshot: RecordScreenshot) {
        if self
            .of
            .is_some_and(|(record, _)| record == screenshot.record)
        {
            self.came = Some(screenshot);
        }
    }

    fn follow(&mut self, wanted: (RecordId, PagePictureFacts), actions: &mut Vec<Action>) {
        if self.of == Some(wanted) {
            return;
        }
        *self = Self {
            of: Some(wanted),
            ..Self::default()
        };
        let order = TextCommand::Screenshot(wanted.0);
        actions.push(Action::Send(Command::Texts(order)));
    }
}

/// Draws the small picture, and the dialog if it is open.
pub(super) fn screenshot_ui(
    ui: &mut Ui,
    look: &UiContext,
    (record, facts): (RecordId, Option<PagePictureFacts>),
    state: &mut Screenshot,
    actions: &mut Vec<Action>,
) {
    let Some(facts) = facts else {
        if state.of.is_some_and(|(of, _)| of != record) {
            *state = Screenshot::default();
        }
        return;
    };
    state.follow((record, facts), actions);
    if let Some(came) = state.came.take() {
        state.parts = Some(textures(ui, &came));
    }
    let time = look.exact_time(facts.taken_at);
    let name = look.t1("app-screenshot-of", "time", time);
    match state.parts.as_deref() {
        None => {
            ui.label(look.hint(look.t("app-screenshot-loading")));
        }
        Some([]) => {
            let failed = look.t("app-screenshot-failed");
            ui.label(look.coloured(failed, look.tokens.warn));
        }
        Some([first, ..]) => {
            let button = Button::image(top_of(first).alt_text(name.clone()));
            // No wider than the picture.
            let button = ui.horizontal(|ui| ui.add(button)).inner;
            let button = button.on_hover_text(look.t("app-screenshot-open"));
            if button
                .accessible_name(look.t("app-screenshot-open"))
                .clicked()
            {
                state.open = true;
                state.zoom = None;
            }
            ui.label(look.hint(name.clone()));
        }
    }
    if state.open {
        dialog_ui(ui, look, &name, state);
    }
}

/// The top of a picture, in the size of the small one.
fn top_of(first: &TextureHandle) -> Image<'_> {
    let size = first.size_vec2();
    let shown = (SMALL.y / SMALL.x * size.x / size.y.max(1.0)).min(1.0);
    let height = (SMALL.x / size.x.max(1.0) * size.y).min(SMALL.y);
    Image::new(first)
        .uv(Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, shown)))
        .fit_to_exact_size(vec2(SMALL.x, height))
        .maintain_aspect_ratio(false)
        .bg_fill(Color32::WHITE)
}

fn textures(ui: &Ui, screenshot: &RecordScreenshot) -> Vec<TextureHandle> {
    let most = ui.input(|input| input.max_texture_side);
    let mut parts = Vec::with_capacity(screenshot.parts.len());
    for part in &screenshot.parts {
        let size = [part.width, part.height].map(|side| side as usize);
        let fits = size.iter().all(|side| (1..=most).contains(side));
        if !fits || size.iter().product::<usize>() * 4 != part.rgba.len() {
            return Vec::new();
        }
        let image = ColorImage::from_rgba_unmultiplied(size, &part.rgba);
        // Small texts stay readable in a picture that is shown much smaller than it is.
        let options = TextureOptions::LINEAR.with_mipmap_mode(Some(TextureFilter::Linear));
        let texture = ui.load_texture("screenshot", image, options);
        parts.push(texture);
    }
    parts
}

fn dialog_ui(ui: &Ui, look: &UiContext, name: &str, state: &mut Screenshot) {
    let Some(parts) = state.parts.as_deref() else {
        return;
    };
    let area = ui.content_rect().size() - vec2(80.0, 120.0);
    let mut close = false;
    let zoom = &mut state.zoom;
    let shown = Modal::new(Id::unique("screenshot"))
        .frame(dialog(ui.ctx()))
        .show(ui.ctx(), |ui| {
            ui.set_width(area.x);
            let width = parts
                .first()
                .map_or(1.0, |part| part.size_vec2().x.max(1.0));
            let fitting = ((area.x - 20.0) / width).clamp(ZOOM.0, 1.0);
            let now = zoom.unwrap_or(fitting);
            ui.horizontal_wrapped(|ui| {
                ui.strong(name);
                let percent = look.t1(
                    "app-screenshot-zoom",
                    "percent",
                    (now * 100.0).round() as u64,
                );
                ui.label(look.hint(percent));
                let smaller = ui.button(look.t("app-screenshot-smaller")).clicked()
                    || ui.input(|input| input.key_pressed(Key::Minus));
                let larger = ui.button(look.t("app-screenshot-larger")).clicked()
                    || ui.input(|input| {
                        input.key_pressed(Key::Plus) || input.key_pressed(Key::Equals)
                    });
                if smaller || larger {
                    let next = if larger { now * STEP } else { now / STEP };
                    *zoom = Some(next.clamp(ZOOM.0, ZOOM.1));
                }
                let fit = ui.button(look.t("app-screenshot-fit")).clicked();
                if fit || ui.input(|input| input.key_pressed(Key::Num0)) {
                    *zoom = None;
                }
                close = look.quiet(ui, look.t("app-close")).clicked();
            });
            ui.label(look.hint(look.t("app-screenshot-hint")));
            let moved = scrolled_by_keys(ui, area.y);
            ScrollArea::both()
                .id_salt("screenshot")
                .max_height(area.y)
                .min_scrolled_height(area.y)
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.scroll_with_delta(moved);
                    ui.spacing_mut().item_spacing = Vec2::ZERO;
                    for part in parts {
                        let image = Image::new(part)
                            .fit_to_exact_size(part.size_vec2() * now)
                            .bg_fill(Color32::WHITE)
                            .alt_text(name);
                        ui.add(image);
                    }
                });
        });
    if close || is_left(&shown) {
        state.open = false;
    }
}

/// By how much the keys scroll; `page` is the height of what is visible.
fn scrolled_by_keys(ui: &Ui, page: f32) -> Vec2 {
    let keys = [
        (Key::ArrowDown, vec2(0.0, -60.0)),
        (Key::ArrowUp, vec2(0.0, 60.0)),
        (Key::ArrowRight, vec2(-60.0, 0.0)),
        (Key::ArrowLeft, vec2(60.0, 0.0)),
        (Key::PageDown, vec2(0.0, -page * 0.9)),
        (Key::PageUp, vec2(0.0, page * 0.9)),
        (Key::End, vec2(0.0, -f32::from(u16::MAX))),
        (Key::Home, vec2(0.0, f32::from(u16::MAX))),
    ];
    ui.input(|input| {
        let pressed = keys.iter().filter(|(key, _)| input.key_pressed(*key));
        pressed.fold(Vec2::ZERO, |sum, (_, by)| sum + *by)
    })
}
