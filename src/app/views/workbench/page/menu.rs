//! The menu of an element, on the picture and on the line of its ancestors: the actions of clicks,
//! keys and other views, in the right-click menu. Input: the element. Output:
//! [`WorkbenchInput`]s.

use eframe::egui::{Button, Response, Ui};

use super::element_names::label_of;
use super::input::{Copied, How, Navigation, WorkbenchInput};
use super::picture::pointed_element::Menu;
use super::state::{PageView, Shown};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ElementIndex, pasteable};

/// The menu of `response`, opened with a right click at `element`.
pub(super) fn menu_ui(
    response: &Response,
    look: &UiContext,
    view: &mut PageView,
    element: Option<ElementIndex>,
    inputs: &mut Vec<WorkbenchInput>,
) {
    if response.secondary_clicked() {
        view.menu = element.map(|element| Menu {
            element,
            from: element,
        });
    }
    if view.menu.is_none() {
        return;
    }
    response.context_menu(|ui| {
        let Some(menu) = view.menu else {
            return;
        };
        view.crumb = Some(menu.element);
        ui.set_min_width(190.0);
        // Everything fits into a window of 700 points.
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 24.0;
        ui.spacing_mut().button_padding.y = 2.0;
        ui.label(look.hint(label_of(view, menu.element)));
        picks_ui(ui, look, view, menu, inputs);
        ui.separator();
        reach_ui(ui, look, view, menu);
        ui.separator();
        link_ui(ui, look, view, menu.element, inputs);
        copy_ui(ui, look, menu.element, inputs);
        ui.separator();
        views_ui(ui, look, view, menu.element);
    });
}

/// An entry with its key, right-aligned.
fn entry(ui: &mut Ui, look: &UiContext, id: &str, keys: &str, enabled: bool) -> bool {
    let mut button = Button::new(look.t(id)).min_size(eframe::egui::vec2(180.0, 0.0));
    if !keys.is_empty() {
        button = button.shortcut_text(keys.to_owned());
    }
    ui.add_enabled(enabled, button).clicked()
}

fn picks_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &PageView,
    menu: Menu,
    inputs: &mut Vec<WorkbenchInput>,
) {
    for (id, how) in [
        ("app-page-menu-pick", How::Choose),
        ("app-page-menu-too", How::Add),
        ("app-page-menu-not", How::Exclude),
    ] {
        if entry(ui, look, id, &look.t(&format!("{id}-keys")), true) {
            inputs.push(WorkbenchInput::Pick {
                element: menu.element,
                how,
                at: view.on_screen(menu.element),
            });
            ui.close();
        }
    }
}

/// Widen and narrow; the menu stays open, so that it can be repeated.
fn reach_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView, menu: Menu) {
    let holder = view.holder(menu.element);
    if entry(ui, look, "app-page-menu-widen", "P", holder.is_some())
        && let Some(element) = holder
    {
        view.menu = Some(Menu { element, ..menu });
    }
    let path = view.path(menu.from);
    let place = path.iter().position(|element| *element == menu.element);
    let inner = place.and_then(|place| path.get(place + 1)).copied();
    if entry(ui, look, "app-page-menu-narrow", "C", inner.is_some())
        && let Some(element) = inner
    {
        view.menu = Some(Menu { element, ..menu });
    }
}

fn link_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &PageView,
    element: ElementIndex,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let Some(link) = view.link(element).map(str::to_owned) else {
        return;
    };
    if entry(ui, look, "app-bench-follow", "", true) {
        inputs.push(WorkbenchInput::Navigate(Navigation::To(link)));
        ui.close();
    }
    if entry(ui, look, "app-page-menu-copy-link", "", true) {
        ui.ctx()
            .copy_text(pasteable(view.link(element).unwrap_or_default()).into_owned());
        ui.close();
    }
}

fn copy_ui(ui: &mut Ui, look: &UiContext, element: ElementIndex, inputs: &mut Vec<WorkbenchInput>) {
    for (id, what) in [
        ("app-page-menu-copy-text", Copied::Text),
        ("app-page-menu-copy-css", Copied::Css),
        ("app-page-menu-copy-xpath", Copied::XPath),
    ] {
        if entry(ui, look, id, "", true) {
            inputs.push(WorkbenchInput::Copy { element, what });
            ui.close();
        }
    }
}

fn views_ui(ui: &mut Ui, look: &UiContext, view: &mut PageView, element: ElementIndex) {
    for (id, shown) in [
        ("app-page-menu-tree", Shown::Tree),
        ("app-page-menu-source", Shown::Source),
    ] {
        if entry(ui, look, id, "", view.shown != shown) {
            view.current = Some(element);
            view.show(shown);
            ui.close();
        }
    }
}
