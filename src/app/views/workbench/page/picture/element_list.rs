//! The picture of a page as a screen reader has it: a list of its headings, texts, links and images
//! in reading order, each with its role and its words, which can be picked. Input: the structure and
//! the boxes. Output: nodes without looks, and picks. Costs nothing while no screen reader asks.

use eframe::egui::accesskit::{Action, Node, Role};
use eframe::egui::{Id, Ui, UiBuilder};

use super::zoom::Placed;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::input::{How, WorkbenchInput};
use crate::views::workbench::page::state::PageView;
use bowerbird_engine::types::{ElementIndex, StructureItem, StructureKind};

/// Elements in the list; the outline has all.
const MAX_ELEMENTS: usize = 1_000;
/// Maximum characters of a name.
const MAX_NAME: usize = 200;

/// Lists the elements below the node `picture`.
pub(super) fn element_list_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    placed: &Placed,
    picture: Id,
    inputs: &mut Vec<WorkbenchInput>,
) {
    let is_read = ui.ctx().accesskit_node_builder(picture, |_| ()).is_some();
    let Some(page) = view.opened.as_ref().filter(|_| is_read) else {
        return;
    };
    let builder = UiBuilder::new()
        .id_salt("elements")
        .max_rect(placed.rect)
        .accessibility_parent(picture)
        .accessibility_role(Role::List)
        .accessibility_label(look.t("app-bench-elements"));
    let mut list = ui.new_child(builder);
    let mut picked = None;
    let mut scroll_to = None;
    let mut shown = 0;
    for item in &page.structure {
        let Some(rect) = view.boxes.get(item.element) else {
            continue;
        };
        let name = name_of(look, item);
        let builder = UiBuilder::new()
            .id_salt((item.element, shown))
            .max_rect(placed.to_screen(rect))
            .accessibility_role(role_of(&item.kind))
            .accessibility_label(name);
        let id = list.new_child(builder).unique_id();
        list.ctx().accesskit_node_builder(id, |node| {
            node.add_action(Action::Click);
            node.add_action(Action::ScrollIntoView);
            describe(node, &item.kind, view.current == Some(item.element));
        });
        let asked = |action| ui.input(|input| input.has_accesskit_action_request(id, action));
        if asked(Action::Click) {
            picked = Some(item.element);
        }
        if asked(Action::ScrollIntoView) {
            scroll_to = Some(item.element);
        }
        shown += 1;
        if shown == MAX_ELEMENTS {
            break;
        }
    }
    if let Some(element) = scroll_to {
        view.scroll.element = Some(element);
    }
    if let Some(element) = picked {
        pick(view, placed, element, inputs);
    }
}

fn pick(
    view: &mut PageView,
    placed: &Placed,
    element: ElementIndex,
    inputs: &mut Vec<WorkbenchInput>,
) {
    view.pointing.at(Some(element));
    view.scroll.element = Some(element);
    inputs.push(WorkbenchInput::Pick {
        element,
        how: How::of(eframe::egui::Modifiers::NONE),
        at: view.boxes.get(element).map(|rect| placed.to_screen(rect)),
    });
}

fn role_of(kind: &StructureKind) -> Role {
    match kind {
        StructureKind::Heading(_) => Role::Heading,
        StructureKind::Paragraph => Role::Paragraph,
        StructureKind::Link { .. } => Role::Link,
        StructureKind::ListItem => Role::ListItem,
        StructureKind::Image => Role::Image,
    }
}

fn describe(node: &mut Node, kind: &StructureKind, is_current: bool) {
    if let StructureKind::Heading(level) = kind {
        node.set_level(usize::from(*level));
    }
    if is_current {
        node.set_selected(true);
    }
}

fn name_of(look: &UiContext, item: &StructureItem) -> String {
    let text = item.text.trim();
    match text.is_empty() {
        // A picture without alternative text.
        true => look.t("app-bench-image"),
        false => text.chars().take(MAX_NAME).collect(),
    }
}
