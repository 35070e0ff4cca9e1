//! The window's views, driven by accessible name over plain state, without an engine: what a
//! person reads and presses, and what the view asks for. Every control has a name (the harness
//! refuses nameless ones) and every character has a glyph.

mod changes;
mod log;
mod made;
mod pools;
mod results;
mod sites;
mod whole_window;
mod workbench;

use bowerbird::app::action::Action;
use bowerbird::app::state::app_state::AppState;
use bowerbird::app::style::ui_context::UiContext;
use bowerbird::app::style::{fonts, theme};
use bowerbird::engine::Command;
use bowerbird::engine::types::Language;
use eframe::egui::{self, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

/// What a view is drawn from, and what it asked for.
struct Stage<S> {
    look: UiContext,
    world: AppState,
    state: S,
    actions: Vec<Action>,
}

impl<S> Stage<S> {
    /// The engine commands asked for.
    fn commands(&self) -> Vec<&Command> {
        self.actions
            .iter()
            .filter_map(|action| match action {
                Action::Send(command) => Some(command),
                _ => None,
            })
            .collect()
    }
}

type Draw<S> = fn(&mut egui::Ui, &mut Stage<S>);

/// A view on stage in an English window of 1440 × 900.
fn stage<S: 'static>(world: AppState, state: S, draw: Draw<S>) -> Harness<'static, Stage<S>> {
    stage_in(Language::English, [1440.0, 900.0], world, state, draw)
}

fn stage_in<S: 'static>(
    language: Language,
    size: [f32; 2],
    world: AppState,
    state: S,
    draw: Draw<S>,
) -> Harness<'static, Stage<S>> {
    let stage = Stage {
        look: UiContext::new(language, egui::Theme::Light),
        ..stage_of(world, state)
    };
    Harness::builder()
        .with_size(size)
        .with_max_steps(12)
        .with_theme(egui::Theme::Light)
        .with_context_setup(move |ctx| set_up(ctx, language))
        .build_ui_state(draw, stage)
}

/// An English stage.
fn stage_of<S>(world: AppState, state: S) -> Stage<S> {
    Stage {
        look: UiContext::new(Language::English, egui::Theme::Light),
        world,
        state,
        actions: Vec::new(),
    }
}

/// The field of that name: a table beside it may have a column of the same name.
fn field<'h, S>(harness: &'h Harness<'_, S>, name: &'h str) -> Node<'h> {
    harness
        .get_all_by_label(name)
        .find(|node| {
            matches!(
                node.accesskit_node().role(),
                Role::TextInput | Role::PasswordInput | Role::MultilineTextInput
            )
        })
        .expect("a field of that name")
}

/// Fonts and themes as the window has them.
fn set_up(ctx: &egui::Context, language: Language) {
    fonts::install(ctx, language);
    theme::install(ctx);
}
