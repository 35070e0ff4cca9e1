//! The keyboard: which commands were pressed in this frame. Keys that a text field would interpret
//! as text, or as its own undo, count only while none has the focus; while an input method composes
//! a character, no key counts.

use eframe::egui::{self, Event, Id, ImeEvent, Key, KeyboardShortcut, Popup};

use super::UiCommand;
use super::view_start::aim_tab;

impl UiCommand {
    /// The commands whose keys were pressed.
    pub fn pressed(ctx: &egui::Context) -> Vec<Self> {
        if composing(ctx) {
            return Vec::new();
        }
        aim_tab(ctx);
        let (typing, menu) = (ctx.text_edit_focused(), Popup::is_any_open(ctx));
        Self::ALL
            .iter()
            .copied()
            .filter(|command| {
                command
                    .keys()
                    .iter()
                    .filter(|key| !typing || !belongs_to_text(key))
                    // Escape is passed on to menus and text fields, which know what to close; it
                    // closes nothing else then.
                    .any(|key| match command {
                        Self::Escape => {
                            !typing && !menu && ctx.input(|i| i.key_pressed(key.logical_key))
                        }
                        _ => ctx.input_mut(|i| i.consume_shortcut(key)),
                    })
            })
            .collect()
    }
}

/// Whether an input method is composing a character, or just finished: then the keys of this frame
/// belong to it.
pub fn composing(ctx: &egui::Context) -> bool {
    let id = Id::unique("input-method-composes");
    let told = ctx.input(|input| {
        input.events.iter().rev().find_map(|event| match event {
            Event::Ime(ImeEvent::Preedit { text, .. }) => Some(!text.is_empty()),
            Event::Ime(ImeEvent::Commit(_)) => Some(false),
            _ => None,
        })
    });
    ctx.data_mut(|data| {
        if let Some(now) = told {
            data.insert_temp(id, now);
        }
        told.is_some() || data.get_temp(id).unwrap_or(false)
    })
}

/// The label of a key, as printed on the keyboard.
pub fn shown_key(ctx: &egui::Context, key: &KeyboardShortcut) -> String {
    match key.logical_key {
        Key::Slash | Key::Questionmark => key.logical_key.symbol_or_name().to_owned(),
        _ => {
            let text = ctx.format_shortcut(key);
            let head = text.strip_suffix(key.logical_key.name());
            match (head, sign(key.logical_key)) {
                (Some(head), Some(sign)) => format!("{head}{sign}"),
                _ => text,
            }
        }
    }
}

/// What is printed on the key, where it has another name.
fn sign(key: Key) -> Option<&'static str> {
    Some(match key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Escape => "Esc",
        Key::Plus => "+",
        Key::Equals => "=",
        Key::Minus => "-",
        _ => return None,
    })
}

fn belongs_to_text(key: &KeyboardShortcut) -> bool {
    let plain =
        key.modifiers.is_none() && !matches!(key.logical_key, Key::F1 | Key::F5 | Key::Escape);
    let moves = key.modifiers.alt && matches!(key.logical_key, Key::ArrowLeft | Key::ArrowRight);
    plain || moves || matches!(key.logical_key, Key::Z | Key::Y)
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, Modifiers, RawInput};

    use super::*;

    fn press(key: Key) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    fn frame(ctx: &Context, events: Vec<Event>) -> Vec<UiCommand> {
        let mut pressed = Vec::new();
        let input = RawInput {
            events,
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| pressed = UiCommand::pressed(ui.ctx()));
        output.textures_delta.clear();
        pressed
    }

    #[test]
    fn no_key_is_a_command_while_an_input_method_composes() {
        let ctx = Context::default();
        let preedit = |text: &str| {
            Event::Ime(ImeEvent::Preedit {
                text: text.to_owned(),
                active_range_chars: None,
            })
        };
        assert_eq!(frame(&ctx, vec![press(Key::Num2)]), [UiCommand::ShowSites]);
        assert_eq!(frame(&ctx, vec![preedit("ni"), press(Key::Num2)]), []);
        assert_eq!(frame(&ctx, vec![press(Key::Num2)]), [], "still composing");
        let commit = Event::Ime(ImeEvent::Commit("你".to_owned()));
        assert_eq!(
            frame(&ctx, vec![commit, press(Key::Num2)]),
            [],
            "the key that chose the character"
        );
        assert_eq!(frame(&ctx, vec![press(Key::Num2)]), [UiCommand::ShowSites]);
        frame(&ctx, vec![preedit("ni")]);
        frame(&ctx, vec![preedit("")]);
        assert_eq!(
            frame(&ctx, vec![press(Key::Num3)]),
            [UiCommand::ShowWorkbench],
            "given up"
        );
    }

    #[test]
    fn escape_closes_a_menu_and_nothing_behind_it() {
        let ctx = Context::default();
        let escape = || RawInput {
            events: vec![press(Key::Escape)],
            ..RawInput::default()
        };
        let mut seen = Vec::new();
        for is_open in [true, false] {
            let mut output = ctx.run_ui(escape(), |ui| {
                if is_open {
                    Popup::open_id(ui.ctx(), Id::unique("menu"));
                }
                seen.push(UiCommand::pressed(ui.ctx()));
            });
            output.textures_delta.clear();
            Popup::close_id(&ctx, Id::unique("menu"));
        }
        assert_eq!(seen, [vec![], vec![UiCommand::Escape]]);
    }
}
