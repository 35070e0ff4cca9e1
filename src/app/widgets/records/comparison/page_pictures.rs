//! The pages of both versions as pictures beside each other, with the changed field in a frame.
//! Input: painted pages. Output: the order to draw them.

use eframe::egui::{
    Color32, ColorImage, Context, Image, Label, Rect, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::{Command, PagesOfVersions, TextCommand, VersionPage};

/// The frame around the field, in points.
const FRAME: f32 = 2.0;

/// The pictures of two pages.
#[derive(Default)]
pub struct PagePictures {
    /// What they were asked for.
    of: Option<PagesOfVersions>,
    /// The pages, once they are drawn.
    came: Option<[ShownPage; 2]>,
}

struct ShownPage {
    page: VersionPage,
    texture: Option<TextureHandle>,
}

impl std::fmt::Debug for PagePictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(stringify!(PagePictures))
            .field("of", &self.of)
            .field("came", &self.came.is_some())
            .finish()
    }
}

impl PagePictures {
    /// Handles drawn pages.
    pub fn came(&mut self, ctx: &Context, of: &PagesOfVersions, pages: &[VersionPage; 2]) {
        if self.of.as_ref() == Some(of) {
            self.came = Some(pages.each_ref().map(|page| shown(ctx, page)));
        }
    }
}

fn shown(ctx: &Context, page: &VersionPage) -> ShownPage {
    let size = page.size.map(|side| side as usize);
    let fits = !page.rgba.is_empty() && size.iter().product::<usize>() * 4 == page.rgba.len();
    let texture = fits.then(|| {
        let image = ColorImage::from_rgba_unmultiplied(size, &page.rgba);
        ctx.load_texture("page-of-version", image, TextureOptions::LINEAR)
    });
    // The picture is in the graphics memory now.
    let page = VersionPage {
        rgba: Default::default(),
        ..page.clone()
    };
    ShownPage { page, texture }
}

/// Draws the pages.
pub(super) fn pages_ui(
    ui: &mut Ui,
    look: &UiContext,
    wanted: &PagesOfVersions,
    state: &mut PagePictures,
    actions: &mut Vec<Action>,
) {
    if state.of.as_ref() != Some(wanted) {
        state.of = Some(wanted.clone());
        state.came = None;
        let order = TextCommand::VersionPages(wanted.clone());
        actions.push(Action::Send(Command::Texts(order)));
    }
    let Some([before, after]) = &state.came else {
        ui.label(look.hint(look.t("compare-pages-drawn")));
        return;
    };
    ui.columns_const(|[left, right]| {
        page_ui(left, look, before, wanted.field.as_deref());
        page_ui(right, look, after, wanted.field.as_deref());
    });
}

fn page_ui(ui: &mut Ui, look: &UiContext, shown: &ShownPage, field: Option<&str>) {
    let page = &shown.page;
    let Some(at) = page.fetched_at else {
        ui.add(Label::new(look.hint(look.t("compare-page-not-kept"))).wrap());
        return;
    };
    let time = look.t1("compare-page-of", "time", look.exact_time(at));
    ui.add(Label::new(look.hint(time.clone())).wrap());
    if let Some(fault) = &page.fault {
        let text = look.coloured(look.text(fault), look.tokens.warn);
        ui.add(Label::new(text).wrap());
        return;
    }
    let Some(texture) = &shown.texture else {
        return;
    };
    if let Some(field) = field.filter(|_| page.boxes.is_empty()) {
        let words = look.t1("compare-page-no-place", "field", field);
        ui.add(Label::new(look.hint(words)).wrap());
    }
    if page.is_part {
        ui.add(Label::new(look.hint(look.t("compare-page-part"))).wrap());
    }
    let size = texture.size_vec2();
    let scale = (ui.available_width() / size.x.max(1.0)).min(1.0);
    let image = Image::new(texture)
        .fit_to_exact_size(size * scale)
        .bg_fill(Color32::WHITE)
        .alt_text(time);
    let area = ui.add(image).rect;
    let colour = look.tokens.accent;
    let edge = Stroke::new(1.0, look.tokens.line);
    ui.painter()
        .rect_stroke(area, 0.0, edge, StrokeKind::Outside);
    for [x, y, width, height] in &page.boxes {
        let place = Rect::from_min_size(
            area.min + vec2(*x, *y) * scale,
            vec2(*width, *height) * scale,
        );
        let place = place.expand(FRAME).intersect(area);
        if place.is_positive() {
            let stroke = Stroke::new(FRAME, colour);
            ui.painter()
                .rect_stroke(place, 2.0, stroke, StrokeKind::Middle);
            // Seen from the edge too, where the field is small on a large page.
            let side = pos2(area.left(), place.center().y);
            ui.painter().circle_filled(side, 4.0, colour);
        }
    }
}
