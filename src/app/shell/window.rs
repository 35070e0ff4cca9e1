//! A window, from opening to closing. Input: options, or the program that ran without a window.
//! Output: that program, if it continues without a window.

use std::cell::RefCell;
use std::rc::Rc;

use eframe::egui;

use super::Bowerbird;
use crate::AppOptions;
use crate::state::layout;
use crate::state::settings::{Settings, ThemeChoice, config_folder};
use crate::style::ui_context::UiContext;
use crate::style::{fonts, theme};
use bowerbird_engine::types::{Language, painted_icon};

/// Side of the window's icon, in pixels. Desktops use the larger one from the menu entry, if
/// installed.
const ICON_SIDE: u16 = 64;

/// Size of the first window, in points.
const USUAL_SIZE: egui::Vec2 = egui::vec2(1440.0, 900.0);
/// What panels, title and edges of a desktop take of its screen, in points. The work area itself is
/// not known before a window is shown.
const AROUND: egui::Vec2 = egui::vec2(16.0, 72.0);

/// The size of a first window on a screen of this size, if the usual one does not fit.
fn fitting(usual: egui::Vec2, screen: egui::Vec2) -> Option<egui::Vec2> {
    let most = screen - AROUND;
    let is_known = most.x > 0.0 && most.y > 0.0;
    (is_known && (usual.x > most.x || usual.y > most.y)).then(|| usual.min(most))
}

/// Holds the program between two windows.
#[derive(Clone, Default)]
pub(crate) struct ParkedApp(Rc<RefCell<Option<Box<Bowerbird>>>>);

impl ParkedApp {
    /// Takes the stored program.
    pub(crate) fn take(&self) -> Option<Box<Bowerbird>> {
        self.0.borrow_mut().take()
    }

    /// Stores the program.
    pub(crate) fn put(&self, shell: Box<Bowerbird>) {
        *self.0.borrow_mut() = Some(shell);
    }
}

/// Opens a window and returns when it is closed.
///
/// # Errors
/// When there is no display, or it cannot show the window.
pub(crate) fn open(options: AppOptions, shelf: &ParkedApp) -> anyhow::Result<()> {
    let settings = Settings::load(&config_folder());
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Bowerbird")
            .with_app_id("bowerbird")
            .with_icon(icon())
            .with_inner_size(USUAL_SIZE)
            .with_maximized(settings.maximised)
            .with_min_inner_size([720.0, 480.0]),
        // The shell sets its own, with Chinese glyphs for Han characters.
        system_font_fallback: false,
        ..eframe::NativeOptions::default()
    };
    let shelf = shelf.clone();
    let begin = move |cc: &eframe::CreationContext<'_>| -> Box<dyn eframe::App> {
        let shell = match shelf.take() {
            Some(mut shell) => {
                shell.enter(&cc.egui_ctx);
                shell
            }
            None => Box::new(Bowerbird::new(&cc.egui_ctx, options)),
        };
        Box::new(InWindow {
            shell: Some(shell),
            shelf,
            is_fitted: false,
        })
    };
    eframe::run_native("Bowerbird", native, Box::new(move |cc| Ok(begin(cc))))
        .map_err(|error| anyhow::anyhow!("the window cannot be shown: {error}"))
}

/// The icon in lists of windows.
fn icon() -> egui::IconData {
    let mut rgba = painted_icon(ICON_SIDE);
    // It is painted with premultiplied alpha first.
    for pixel in rgba.chunks_exact_mut(4) {
        pixel.rotate_left(1);
    }
    egui::IconData {
        rgba,
        width: ICON_SIDE.into(),
        height: ICON_SIDE.into(),
    }
}

impl Bowerbird {
    /// Stores a change of the layout.
    pub(super) fn keep_layout(&mut self, ctx: &egui::Context) {
        if let Some(layout) = layout::changed(ctx) {
            let project = self.world.project.as_deref();
            self.settings.keep_layout(project, layout);
            self.keep_settings();
        }
    }

    /// Stores the filter of *Changes* for the next start, once nothing is typed or dragged.
    pub(super) fn keep_changes_filter(&mut self, ctx: &egui::Context) {
        if ctx.text_edit_focused() || ctx.input(|input| input.pointer.any_down()) {
            return;
        }
        let Some(project) = &self.world.project else {
            return;
        };
        let filter = &self.views.changes.filter;
        if self.settings.keep_changes_filter(project, filter) {
            self.keep_settings();
        }
    }

    /// Draws everything in `language` from now on.
    pub(super) fn set_language(&mut self, ctx: &egui::Context, language: Language) {
        self.settings.language = Some(language.tag().to_owned());
        self.look = UiContext::new(language, ctx.theme());
        fonts::install(ctx, language);
        self.keep_settings();
    }

    /// Keeps whether the window fills the screen, for the next one.
    fn note_maximised(&mut self, maximised: bool) {
        if std::mem::replace(&mut self.settings.maximised, maximised) != maximised {
            self.keep_settings();
        }
    }
}

/// The program in its window.
struct InWindow {
    /// Taken out when the window closes.
    shell: Option<Box<Bowerbird>>,
    shelf: ParkedApp,
    /// Whether its size was compared with the screen's.
    is_fitted: bool,
}

impl InWindow {
    /// Makes a new window smaller that does not fit its screen.
    fn fit(&mut self, ctx: &egui::Context) {
        let (screen, maximised) = ctx.input(|input| {
            let viewport = input.viewport();
            (viewport.monitor_size, viewport.maximized == Some(true))
        });
        let Some(screen) = screen.filter(|_| !self.is_fitted) else {
            return;
        };
        self.is_fitted = true;
        let usual = USUAL_SIZE / ctx.zoom_factor();
        if let Some(size) = fitting(usual, screen).filter(|_| !maximised) {
            ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(size));
        }
    }
}

impl eframe::App for InWindow {
    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        self.fit(ctx);
        if let Some(shell) = &mut self.shell {
            if let Some(maximised) = ctx.input(|input| input.viewport().maximized) {
                shell.note_maximised(maximised);
            }
            shell.logic(ctx, frame);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let Some(shell) = &mut self.shell {
            shell.ui(ui, frame);
        }
    }

    fn on_exit(&mut self, gl: Option<&eframe::glow::Context>) {
        let Some(mut shell) = self.shell.take() else {
            return;
        };
        if shell.leave() {
            self.shelf.put(shell);
        } else {
            shell.on_exit(gl);
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        match &self.shell {
            Some(shell) => shell.clear_color(visuals),
            None => visuals.panel_fill.to_normalized_gamma_f32(),
        }
    }
}

/// Sets fonts, colours, size and panels of a window.
pub(super) fn install_style(ctx: &egui::Context, settings: &Settings, language: Language) {
    fonts::install(ctx, language);
    apply_theme(ctx, settings.theme);
    apply_size(ctx, settings);
    layout::install(ctx, settings.layout.clone());
    // The settings store the size; egui's own zoom keys would not update them.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Applies the theme `choice`.
pub(super) fn apply_theme(ctx: &egui::Context, choice: ThemeChoice) {
    let (preference, high_contrast) = match choice {
        ThemeChoice::System => (egui::ThemePreference::System, false),
        ThemeChoice::Light => (egui::ThemePreference::Light, false),
        ThemeChoice::Dark => (egui::ThemePreference::Dark, false),
        ThemeChoice::ContrastLight => (egui::ThemePreference::Light, true),
        ThemeChoice::ContrastDark => (egui::ThemePreference::Dark, true),
    };
    theme::install_with(ctx, high_contrast);
    ctx.set_theme(preference);
}

/// Applies the size in `settings`.
pub(super) fn apply_size(ctx: &egui::Context, settings: &Settings) {
    ctx.set_zoom_factor(f32::from(settings.size_percent()) / 100.0);
}

#[cfg(test)]
mod tests {
    use eframe::egui::vec2;

    use super::*;

    #[test]
    fn a_first_window_fits_its_screen() {
        assert_eq!(fitting(USUAL_SIZE, vec2(1920.0, 1080.0)), None);
        assert_eq!(
            fitting(USUAL_SIZE, vec2(1366.0, 768.0)),
            Some(vec2(1350.0, 696.0))
        );
        assert_eq!(
            fitting(USUAL_SIZE, vec2(1920.0, 900.0)),
            Some(vec2(1440.0, 828.0))
        );
        assert_eq!(fitting(USUAL_SIZE, vec2(0.0, 0.0)), None);
    }
}
