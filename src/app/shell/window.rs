//! A window, from opening to closing. Input: options, or the program that ran without a window.
//! Output: that program, if it continues without a window.

use std::cell::RefCell;
use std::rc::Rc;

use eframe::egui;

use super::Bowerbird;
use crate::AppOptions;
use crate::state::settings::{Settings, config_folder};
use bowerbird_engine::types::painted_icon;

/// Side of the window's icon, in pixels. Desktops use the larger one from the menu entry, if
/// installed.
const ICON_SIDE: u16 = 64;

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
            .with_inner_size([1440.0, 900.0])
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
}

impl eframe::App for InWindow {
    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
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
