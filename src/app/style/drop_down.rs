//! Drop-down lists by the keyboard: opened by a key, a list begins at the chosen entry; Enter takes
//! an entry and closes the list, Tab closes it and goes on. egui's own stays open until a click.

use eframe::egui::{
    ComboBox, Context, FocusDirection, Id, InnerResponse, IntoAtoms, Key, LayerId, Response, Ui,
};

/// A list that opens below its control.
pub trait DropDown {
    /// Shows the control, and the list while it is open.
    fn show_list<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>>;
}

/// The entries of such a list.
pub trait Entries {
    /// An entry, and whether it is the chosen one.
    fn entry<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response;

    /// An entry that sets `chosen` to `value`.
    fn entry_value<'a, T: PartialEq>(
        &mut self,
        chosen: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response;
}

/// What is remembered of an open list.
#[derive(Clone, Copy)]
struct OpenList {
    /// When it was opened and drawn last.
    opened_frame: u64,
    last_pass: u64,
    /// Whether the chosen entry is still to get the keyboard.
    begins: bool,
    /// The entry that had the keyboard last.
    entry: Option<Id>,
}

/// How a key closed a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClosedBy {
    Enter,
    Tab { back: bool },
}

impl DropDown for ComboBox<'_> {
    fn show_list<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>> {
        let mut closed = None;
        let shown = self.show_ui(ui, |ui| {
            let begun = begin(ui);
            if let Some(ClosedBy::Tab { .. }) = begun {
                // The keyboard goes on from the control, not from entry to entry.
                ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            }
            let inner = add(ui);
            end(ui);
            if begun.is_some() {
                closed = begun;
                ui.close();
            }
            inner
        });
        match closed {
            Some(ClosedBy::Tab { back: false }) => ui.memory_mut(|memory| {
                // What follows the control takes the keyboard.
                memory.stop_text_input();
                memory.move_focus(FocusDirection::Next);
            }),
            Some(_) => shown.response.request_focus(),
            None => {}
        }
        shown
    }
}

impl Entries for Ui {
    fn entry<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response {
        let entry = self.selectable_label(chosen, text);
        if chosen {
            begin_at(self, &entry);
        }
        entry
    }

    fn entry_value<'a, T: PartialEq>(
        &mut self,
        chosen: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response {
        let mut entry = self.entry(*chosen == value, text);
        if entry.clicked() && *chosen != value {
            *chosen = value;
            entry.mark_changed();
        }
        entry
    }
}

fn key_of(ui: &Ui) -> Id {
    Id::unique(("drop-down", ui.layer_id()))
}

fn known(ui: &Ui) -> Option<OpenList> {
    ui.data(|data| data.get_temp(key_of(ui)))
}

fn keep(ui: &Ui, list: OpenList) {
    ui.data_mut(|data| data.insert_temp(key_of(ui), list));
}

/// The widget with the keyboard, if it is in this layer.
fn focused_in(ctx: &Context, layer: LayerId) -> Option<Id> {
    let focused = ctx.memory(|memory| memory.focused())?;
    let shown = ctx.read_response(focused)?;
    (shown.layer_id == layer).then_some(focused)
}

/// Notes that the list is drawn; returns the key that closes it.
fn begin(ui: &Ui) -> Option<ClosedBy> {
    let ctx = ui.ctx();
    let (frame, pass) = (ctx.cumulative_frame_nr(), ctx.cumulative_pass_nr());
    let before = known(ui).filter(|list| list.last_pass.saturating_add(1) >= pass);
    let Some(mut list) = before else {
        let begins = ui.input(|input| {
            let opening = [Key::Enter, Key::Space];
            opening.into_iter().any(|key| input.key_pressed(key))
        });
        let list = OpenList {
            opened_frame: frame,
            last_pass: pass,
            begins,
            entry: None,
        };
        keep(ui, list);
        // The keyboard comes in with the next frame: the key that opens takes no entry.
        ctx.request_repaint();
        return None;
    };
    list.last_pass = pass;
    let inside = focused_in(ctx, ui.layer_id());
    if let (None, Some(entry)) = (inside, list.entry)
        && !ui.input(|input| input.pointer.any_down() || input.pointer.any_click())
    {
        // An arrow that led out of the list.
        ctx.memory_mut(|memory| memory.request_focus(entry));
    }
    list.entry = inside.or(list.entry);
    keep(ui, list);
    if list.opened_frame == frame || inside.is_none() {
        return None;
    }
    ui.input(|input| {
        let takes = input.key_pressed(Key::Enter) || input.key_pressed(Key::Space);
        match (takes, input.key_pressed(Key::Tab)) {
            (true, _) => Some(ClosedBy::Enter),
            (false, true) => Some(ClosedBy::Tab {
                back: input.modifiers.shift,
            }),
            (false, false) => None,
        }
    })
}

/// Gives the keyboard to the chosen entry of a list that was just opened by a key.
fn begin_at(ui: &Ui, entry: &Response) {
    let frame = ui.ctx().cumulative_frame_nr();
    if let Some(list) = known(ui).filter(|list| list.begins && frame > list.opened_frame) {
        entry.request_focus();
        entry.scroll_to_me(None);
        let entry = Some(entry.id);
        keep(ui, OpenList { entry, ..list });
    }
}

/// Only the first frame after the opening one gives the keyboard away.
fn end(ui: &Ui) {
    let frame = ui.ctx().cumulative_frame_nr();
    if let Some(list) = known(ui).filter(|list| list.begins && frame > list.opened_frame) {
        let begins = false;
        keep(ui, OpenList { begins, ..list });
    }
}
