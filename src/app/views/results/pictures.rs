//! The pictures of the current record, only loaded on request. Input: decoded pictures.
//! Output: the order to load them.

use eframe::egui::{Color32, ColorImage, Context, Image, TextureHandle, TextureOptions, Ui, vec2};

use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{RecordId, RecordPicture};
use bowerbird_engine::{Command, TextCommand};

/// The pictures.
#[derive(Default)]
pub struct Pictures {
    /// Whether the user wants pictures.
    pub wanted: bool,
    /// The record they were requested for.
    of: Option<RecordId>,
    /// The loaded pictures; `None` while loading.
    came: Option<Vec<Shown>>,
}

struct Shown {
    url: String,
    alt: String,
    /// `None` when it could not be loaded.
    texture: Option<TextureHandle>,
}

impl std::fmt::Debug for Pictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let came = self.came.as_ref().map(Vec::len);
        f.debug_struct(stringify!(Pictures))
            .field("wanted", &self.wanted)
            .field("of", &self.of)
            .field("came", &came)
            .finish()
    }
}

impl Pictures {
    /// Requests the pictures of `record` if they are wanted and not loaded.
    pub fn follow(&mut self, record: RecordId, actions: &mut Vec<Action>) {
        if !self.wanted {
            self.of = None;
            self.came = None;
            return;
        }
        if self.of == Some(record) {
            return;
        }
        self.of = Some(record);
        self.came = None;
        let order = TextCommand::Pictures(record);
        actions.push(Action::Send(Command::Texts(order)));
    }

    /// Handles loaded pictures.
    pub fn came(&mut self, ctx: &Context, record: RecordId, pictures: &[RecordPicture]) {
        if self.of != Some(record) {
            return;
        }
        let shown = pictures.iter().map(|picture| Shown {
            url: picture.url.clone(),
            alt: picture.alt.clone(),
            texture: texture(ctx, picture),
        });
        self.came = Some(shown.collect());
    }
}

fn texture(ctx: &Context, picture: &RecordPicture) -> Option<TextureHandle> {
    let [width, height] = picture.size?;
    let size = [usize::try_from(width).ok()?, usize::try_from(height).ok()?];
    let fits = size.iter().product::<usize>().checked_mul(4) == Some(picture.rgba.len());
    if !fits || picture.rgba.is_empty() {
        return None;
    }
    let image = ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
    Some(ctx.load_texture(picture.url.clone(), image, TextureOptions::LINEAR))
}

/// Draws the choice.
pub fn choice_ui(ui: &mut Ui, look: &UiContext, pictures: &mut Pictures) {
    ui.tick(&mut pictures.wanted, look.t("texts-pictures"))
        .on_hover_text(look.t("texts-pictures-tip"));
}

/// Draws the loaded pictures.
pub fn pictures_ui(ui: &mut Ui, look: &UiContext, pictures: &Pictures) {
    if !pictures.wanted {
        return;
    }
    let Some(came) = &pictures.came else {
        ui.label(look.hint(look.t("texts-pictures-loading")));
        return;
    };
    if came.is_empty() {
        ui.label(look.hint(look.t("texts-pictures-none")));
    }
    for shown in came {
        let name = match shown.alt.is_empty() {
            true => look.t("texts-picture"),
            false => shown.alt.clone(),
        };
        match &shown.texture {
            Some(texture) => {
                // No wider than the column, and never larger than its original size.
                let most = vec2(ui.available_width(), 480.0).min(texture.size_vec2());
                let image = Image::new(texture)
                    .max_size(most)
                    .bg_fill(Color32::TRANSPARENT)
                    .alt_text(name);
                ui.add(image).on_hover_text(&shown.url);
                if !shown.alt.is_empty() {
                    ui.label(look.hint(shown.alt.as_str()));
                }
            }
            None => {
                let failed = look.t1("texts-picture-failed", "url", shown.url.as_str());
                ui.label(look.hint(failed));
            }
        }
    }
}
