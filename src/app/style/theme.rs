//! The sizes and colours of the theme. Input: `assets/theme/tokens.toml`. Output: [`Tokens`]
//! for custom painting in views, and egui styles for everything else. No other file of the window
//! defines a colour.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use eframe::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Theme,
    Visuals, vec2,
};
use serde::Deserialize;

/// Height of a table row in points.
pub const ROW_HEIGHT: f32 = 26.0;
/// Height of a control in points.
pub const CONTROL_HEIGHT: f32 = 28.0;
/// Minimum size of the small buttons in rows: Chinese characters need more height than Latin
/// letters.
pub const SMALL_BUTTON: egui::Vec2 = vec2(22.0, 22.0);
/// The smallest gap; the others are multiples of it.
pub const GAP: f32 = 4.0;
/// Padding of panels.
pub const PADDING: i8 = 12;
/// Leaves a picture's colours unchanged.
pub const UNTINTED: Color32 = Color32::WHITE;

/// The colours of one theme.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Behind the panels.
    pub ground: Color32,
    /// Panels and fields.
    pub panel: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Edges of controls.
    pub border: Color32,
    /// Buttons.
    pub control: Color32,
    /// Buttons under the pointer.
    pub hover: Color32,
    /// Scroll handles, checkboxes.
    pub handle: Color32,
    /// Text.
    pub text: Color32,
    /// Hints.
    pub dim: Color32,
    /// Links, focus, selection.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Success.
    pub ok: Color32,
    /// Warning.
    pub warn: Color32,
    /// Failure.
    pub bad: Color32,
    /// Selected rows and text.
    pub selection: Color32,
    /// One colour per field.
    pub fields: Vec<Color32>,
}

impl Tokens {
    /// The colours of `theme`.
    pub fn of(theme: Theme) -> &'static Self {
        Self::with_contrast(theme, false)
    }

    /// The colours of `theme`, with high or normal contrast.
    pub fn with_contrast(theme: Theme, high: bool) -> &'static Self {
        match (theme, high) {
            (Theme::Light, false) => &THEMES.light,
            (Theme::Dark, false) => &THEMES.dark,
            (Theme::Light, true) => &THEMES.contrast_light,
            (Theme::Dark, true) => &THEMES.contrast_dark,
        }
    }

    /// The colours currently shown by `ctx`.
    pub fn shown(ctx: &egui::Context) -> &'static Self {
        let high = ctx
            .data(|data| data.get_temp(contrast_id()))
            .unwrap_or(false);
        Self::with_contrast(ctx.theme(), high)
    }

    /// The colour of field number `index`.
    pub fn field(&self, index: usize) -> Color32 {
        let place = index % self.fields.len().max(1);
        self.fields.get(place).copied().unwrap_or(self.accent)
    }
}

/// Installs the styles of both themes.
pub fn install(ctx: &egui::Context) {
    install_with(ctx, false);
}

/// The same, with high or normal contrast.
pub fn install_with(ctx: &egui::Context, high_contrast: bool) {
    for theme in [Theme::Light, Theme::Dark] {
        let tokens = Tokens::with_contrast(theme, high_contrast);
        ctx.set_style_of(theme, style(theme, tokens));
    }
    ctx.data_mut(|data| data.insert_temp(contrast_id(), high_contrast));
    // Used if the system does not report its theme.
    ctx.options_mut(|options| options.fallback_theme = Theme::Light);
}

fn contrast_id() -> egui::Id {
    egui::Id::unique("high-contrast")
}

struct Themes {
    light: Tokens,
    dark: Tokens,
    contrast_light: Tokens,
    contrast_dark: Tokens,
}

static THEMES: LazyLock<Themes> = LazyLock::new(|| {
    let mut file: BTreeMap<String, RawTokens> =
        toml::from_str(include_str!("../../../assets/theme/tokens.toml")).unwrap_or_default();
    let mut take = |name: &str, ink, paper| {
        let raw = file.remove(name).unwrap_or_default();
        raw.colours(ink, paper)
    };
    Themes {
        light: take("light", Color32::BLACK, Color32::WHITE),
        dark: take("dark", Color32::WHITE, Color32::BLACK),
        contrast_light: take("contrast-light", Color32::BLACK, Color32::WHITE),
        contrast_dark: take("contrast-dark", Color32::WHITE, Color32::BLACK),
    }
});

/// The file format of the theme.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawTokens {
    ground: String,
    panel: String,
    line: String,
    border: String,
    control: String,
    hover: String,
    handle: String,
    text: String,
    dim: String,
    accent: String,
    on_accent: String,
    ok: String,
    warn: String,
    bad: String,
    selection: String,
    fields: Vec<String>,
}

impl RawTokens {
    /// Parses the colours; an invalid one becomes plain ink or paper, so that a damaged file still
    /// gives a readable window.
    fn colours(self, ink: Color32, paper: Color32) -> Tokens {
        let read = |text: &str, otherwise| Color32::from_hex(text).unwrap_or(otherwise);
        Tokens {
            ground: read(&self.ground, paper),
            panel: read(&self.panel, paper),
            line: read(&self.line, ink),
            border: read(&self.border, ink),
            control: read(&self.control, paper),
            hover: read(&self.hover, paper),
            handle: read(&self.handle, paper),
            text: read(&self.text, ink),
            dim: read(&self.dim, ink),
            accent: read(&self.accent, ink),
            on_accent: read(&self.on_accent, paper),
            ok: read(&self.ok, ink),
            warn: read(&self.warn, ink),
            bad: read(&self.bad, ink),
            selection: read(&self.selection, paper),
            fields: self.fields.iter().map(|hex| read(hex, ink)).collect(),
        }
    }
}

fn style(theme: Theme, tokens: &Tokens) -> Style {
    let mut style = Style {
        visuals: visuals(theme, tokens),
        animation_time: 0.0,
        ..Style::default()
    };
    let sans = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = BTreeMap::from([
        (TextStyle::Small, sans(11.5)),
        (TextStyle::Body, sans(13.0)),
        (TextStyle::Button, sans(13.0)),
        (TextStyle::Heading, sans(15.0)),
        (
            TextStyle::Monospace,
            FontId::new(12.5, FontFamily::Monospace),
        ),
        (empty_state(), sans(22.0)),
    ]);
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 8.0);
    spacing.button_padding = vec2(10.0, 4.0);
    spacing.interact_size = vec2(40.0, CONTROL_HEIGHT);
    spacing.menu_margin = Margin::same(8);
    spacing.window_margin = Margin::same(16);
    spacing.combo_width = 120.0;
    spacing.icon_width = 16.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
    style
}

/// Whether a dialog in which a person types is left: by Escape, but not by a click beside it, which would
/// throw away what was typed.
pub fn is_left<T>(shown: &egui::ModalResponse<T>) -> bool {
    !shown.backdrop_response.clicked() && shown.should_close()
}

/// The frame of dialogs: a panel's frame with the margin of windows.
pub fn dialog(ctx: &egui::Context) -> egui::Frame {
    let style = ctx.global_style();
    egui::Frame::popup(&style).inner_margin(style.spacing.window_margin)
}

/// The text style of empty states.
pub fn empty_state() -> TextStyle {
    TextStyle::Name("empty-state".into())
}

fn visuals(theme: Theme, tokens: &Tokens) -> Visuals {
    let mut visuals = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    let radius = CornerRadius::same(6);
    let hairline = Stroke::new(1.0, tokens.line);
    let ink = Stroke::new(1.0, tokens.text);

    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.panel;
    visuals.window_stroke = hairline;
    visuals.window_corner_radius = radius;
    visuals.menu_corner_radius = radius;
    visuals.extreme_bg_color = tokens.panel;
    visuals.text_edit_bg_color = Some(tokens.panel);
    visuals.faint_bg_color = tokens.ground;
    visuals.code_bg_color = tokens.ground;
    visuals.hyperlink_color = tokens.accent;
    visuals.warn_fg_color = tokens.warn;
    visuals.error_fg_color = tokens.bad;
    visuals.weak_text_color = Some(tokens.dim);
    visuals.selection.bg_fill = tokens.selection;
    visuals.selection.stroke = Stroke::new(1.0, tokens.accent);
    visuals.text_cursor.stroke = Stroke::new(1.5, tokens.accent);
    // A blinking cursor would constantly repaint an idle window.
    visuals.text_cursor.blink = false;
    visuals.popup_shadow.offset = [0, 2];
    visuals.window_shadow.offset = [0, 4];

    let widgets = &mut visuals.widgets;
    for (widget, fill, edge) in [
        (&mut widgets.noninteractive, tokens.panel, hairline),
        (
            &mut widgets.inactive,
            tokens.control,
            Stroke::new(1.0, tokens.line),
        ),
        (
            &mut widgets.hovered,
            tokens.hover,
            Stroke::new(1.0, tokens.border),
        ),
        // egui shows keyboard focus with the active style: this is the focus ring.
        (
            &mut widgets.active,
            tokens.hover,
            Stroke::new(1.5, tokens.accent),
        ),
        (
            &mut widgets.open,
            tokens.hover,
            Stroke::new(1.0, tokens.border),
        ),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = edge;
        widget.fg_stroke = ink;
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
    widgets.inactive.bg_fill = tokens.handle;
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, WCAG 2.2.
    fn luminance(colour: Color32) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(colour.r()) + 0.7152 * part(colour.g()) + 0.0722 * part(colour.b())
    }

    fn contrast(one: Color32, other: Color32) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_can_be_read_on_every_ground() {
        for (theme, high) in THEME_TABLES {
            let t = Tokens::with_contrast(theme, high);
            let name = format!("{theme:?}, high contrast {high}");
            let least = if high { 7.0 } else { 4.5 };
            let grounds = [t.ground, t.panel, t.control, t.hover, t.selection];
            let tick = contrast(t.text, t.handle);
            assert!(tick >= least, "{name}: a tick in its box is {tick:.2}");
            let mut inks = vec![t.text, t.dim, t.accent, t.ok, t.warn, t.bad];
            inks.extend(&t.fields);
            for ground in grounds {
                for ink in &inks {
                    let got = contrast(*ink, ground);
                    assert!(got >= least, "{name}: {ink:?} on {ground:?} is {got:.2}");
                }
            }
            let button = contrast(t.on_accent, t.accent);
            assert!(button >= least, "{name}: text on the accent is {button:.2}");
            let edges = if high { 4.5 } else { 3.0 };
            for ground in [t.ground, t.panel] {
                let edge = contrast(t.border, ground);
                assert!(edge >= edges, "{name}: edges are {edge:.2}");
            }
        }
    }

    const THEME_TABLES: [(Theme, bool); 4] = [
        (Theme::Light, false),
        (Theme::Dark, false),
        (Theme::Light, true),
        (Theme::Dark, true),
    ];

    #[test]
    fn the_file_loads_with_eight_field_colours() {
        let file: BTreeMap<String, RawTokens> =
            toml::from_str(include_str!("../../../assets/theme/tokens.toml")).unwrap();
        assert_eq!(
            file.keys().collect::<Vec<_>>(),
            ["contrast-dark", "contrast-light", "dark", "light"]
        );
        for (theme, high) in THEME_TABLES {
            let tokens = Tokens::with_contrast(theme, high);
            assert_eq!(tokens.fields.len(), 8);
            assert_eq!(tokens.field(8), tokens.field(0));
        }
    }
}
