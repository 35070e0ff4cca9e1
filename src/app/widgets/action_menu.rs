//! The actions on a selected thing: buttons whose place and width do not depend on its state, and
//! the menu "…" with the rest. What is not possible now stays in its place, with the reason on
//! hover and for screen readers.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{
    Button, Direction, Key, Layout, Response, RichText, ScrollArea, TextStyle, Ui, vec2,
};

use crate::style::ui_context::UiContext;

/// Width of a menu, in points.
const WIDTH: f32 = 230.0;
/// Space that a menu leaves of the window's height, in points.
const MARGIN: f32 = 80.0;

/// One action.
#[derive(Clone, Debug, Default)]
pub struct ActionItem {
    /// Its text.
    pub text: String,
    /// Its tooltip; may be empty.
    pub tip: String,
    /// The reason why it is not possible now.
    pub why_not: Option<String>,
    /// The label of its key; may be empty.
    pub keys: String,
    /// Whether it removes something.
    pub removes: bool,
}

impl ActionItem {
    /// An action with the message `id`.
    pub fn new(look: &UiContext, id: &str) -> Self {
        Self {
            text: look.t(id),
            ..Self::default()
        }
    }

    /// An action with the message `id` that removes something, with the Delete key.
    pub fn removal(look: &UiContext, id: &str) -> Self {
        Self {
            keys: Key::Delete.name().to_owned(),
            removes: true,
            ..Self::new(look, id)
        }
    }

    /// Returns it with the message `id` as its tooltip.
    #[must_use]
    pub fn tip(self, look: &UiContext, id: &str) -> Self {
        Self {
            tip: look.t(id),
            ..self
        }
    }

    /// Returns it with the message that says why it is not possible now, if any.
    #[must_use]
    pub fn unless(self, look: &UiContext, why_not: Option<&str>) -> Self {
        Self {
            why_not: why_not.map(|id| look.t(id)),
            ..self
        }
    }

    /// Draws it as an entry of a menu; returns whether it was chosen.
    pub fn entry_ui(&self, ui: &mut Ui, look: &UiContext) -> bool {
        let enabled = self.why_not.is_none();
        let text = match self.removes && enabled {
            true => look.coloured(self.text.clone(), look.tokens.bad),
            false => RichText::new(&self.text),
        };
        let button = match self.keys.is_empty() {
            true => Button::new(text),
            false => Button::new(text).shortcut_text(look.hint(&self.keys)),
        };
        // Its name is its text alone, without the key.
        let button = ui.add_enabled(enabled, button).accessible_name(&*self.text);
        let chosen = self.explained(button).clicked();
        if chosen {
            ui.close();
        }
        chosen
    }

    /// Draws it as a button; returns whether it was clicked.
    pub fn button_ui(&self, ui: &mut Ui) -> bool {
        let button = Button::new(&self.text);
        self.explained(ui.add_enabled(self.why_not.is_none(), button))
            .clicked()
    }

    /// Draws it as a button of exactly `width` points, `primary` as the primary one of the view;
    /// returns whether it was clicked.
    pub fn fixed_ui(&self, ui: &mut Ui, look: &UiContext, width: f32, primary: bool) -> bool {
        let size = vec2(width, ui.spacing().interact_size.y);
        let layout = Layout::centered_and_justified(Direction::LeftToRight);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            let enabled = self.why_not.is_none();
            let button = match primary {
                true => look.primary_if(ui, enabled, self.text.as_str()),
                false => ui.add_enabled(enabled, Button::new(&self.text)),
            };
            self.explained(button).clicked()
        })
        .inner
    }

    fn explained(&self, response: Response) -> Response {
        let tip = match (self.tip.is_empty(), self.keys.is_empty()) {
            (false, false) => format!("{} ({})", self.tip, self.keys),
            (true, false) => self.keys.clone(),
            _ => self.tip.clone(),
        };
        match &self.why_not {
            Some(why) => disabled_because(response, why),
            None if tip.is_empty() => response,
            None => response.on_hover_text(tip),
        }
    }
}

/// Says why a disabled control is disabled, on hover and for screen readers.
pub fn disabled_because(response: Response, why: &str) -> Response {
    if !response.enabled() {
        let ctx = &response.ctx;
        let _ = ctx.accesskit_node_builder(response.id, |node| node.set_description(why));
    }
    response.on_disabled_hover_text(why)
}

/// The width of the widest of `texts` as a button, in points: one that changes its text keeps its
/// place.
pub fn widest(ui: &Ui, texts: &[String]) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let colour = ui.visuals().text_color();
    let width = |text: &String| {
        let painter = ui.painter();
        let galley = painter.layout_no_wrap(text.clone(), font.clone(), colour);
        galley.size().x
    };
    let widest = texts.iter().map(width).fold(0.0, f32::max);
    (widest + 2.0 * ui.spacing().button_padding.x).ceil() + 2.0
}

/// The button "…" with a menu of the further actions on `subject`.
pub fn more_ui(ui: &mut Ui, look: &UiContext, subject: &str, fill: impl FnOnce(&mut Ui)) {
    let name = match subject {
        "" => look.t("app-more"),
        subject => look.t1("app-more-of", "subject", subject),
    };
    let most = (ui.ctx().content_rect().height() - MARGIN).max(120.0);
    let (button, _) = MenuButton::new("…").ui(ui, |ui| {
        ui.set_min_width(WIDTH);
        // As high as its entries, not as the space beside the button: it opens to either side.
        ScrollArea::vertical()
            .max_height(most)
            .min_scrolled_height(most)
            .show(ui, fill);
    });
    look.ring(ui, &button);
    button.accessible_name(name.clone()).on_hover_text(name);
}
