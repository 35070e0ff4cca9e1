//! The menu: file, edit, view, help. In a narrow window all four are under one button. Input:
//! the command table, recent items, the panels of the view. Output: actions.

use eframe::egui::containers::menu::{MenuButton, SubMenuButton};
use eframe::egui::{Button, Context, Ui};

use crate::Bowerbird;
use crate::action::{Action, PathPurpose};
use crate::dialogs::about;
use crate::dialogs::guide::{GuideWindow, chapter_of};
use crate::dialogs::import::format_name;
use crate::dialogs::palette::{self, Palette};
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::state::layout::{self, Dock, PanelAction};
use crate::state::settings::ThemeChoice;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::ActionItem;
use bowerbird_engine::types::{ImportFormat, Language, SourceKind};

/// The data that the menu is drawn from.
#[derive(Clone, Copy)]
pub struct MenuView<'a> {
    /// Texts and colours.
    pub look: &'a UiContext,
    /// The project.
    pub world: &'a AppState,
    /// The current view.
    pub view: View,
    /// The selected theme.
    pub theme: ThemeChoice,
    /// Commands that have nothing to do now.
    pub idle: &'a [UiCommand],
}

/// Draws the menu; `narrow` puts it under one button.
pub fn menu_ui(ui: &mut Ui, menu: MenuView<'_>, narrow: bool, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    if narrow {
        menu_button(ui, menu.look, "app-menu", |ui| {
            for (title, fill) in MENUS {
                sub_menu(ui, menu.look, title, |ui| fill(ui, menu, actions));
            }
        });
    } else {
        for (title, fill) in MENUS {
            menu_button(ui, menu.look, title, |ui| fill(ui, menu, actions));
        }
    }
}

type Fill = fn(&mut Ui, MenuView<'_>, &mut Vec<Action>);

const MENUS: [(&str, Fill); 4] = [
    ("app-menu-file", file_ui),
    ("app-menu-edit", edit_ui),
    ("app-menu-view", view_ui),
    ("app-menu-help", help_ui),
];

fn menu_button(ui: &mut Ui, look: &UiContext, title: &str, fill: impl FnOnce(&mut Ui)) {
    let button = Button::new(look.t(title)).frame_when_inactive(false);
    MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_min_width(220.0);
        fill(ui);
    });
}

fn sub_menu(ui: &mut Ui, look: &UiContext, title: &str, fill: impl FnOnce(&mut Ui)) {
    SubMenuButton::new(look.t(title)).ui(ui, |ui| {
        ui.set_min_width(200.0);
        fill(ui);
    });
}

/// One command with its key.
fn item(ui: &mut Ui, menu: MenuView<'_>, command: UiCommand, actions: &mut Vec<Action>) {
    let possible = menu.world.project.is_some() || command.without_project();
    let usable = possible && !menu.idle.contains(&command);
    let keys = command.key_text(ui.ctx());
    let button = Button::new(menu.look.t(command.text_id()));
    let button = if keys.is_empty() {
        button
    } else {
        button.shortcut_text(menu.look.hint(keys))
    };
    if ui.add_enabled(usable, button).clicked() {
        actions.push(Action::Ui(command));
        ui.close();
    }
}

fn file_ui(ui: &mut Ui, menu: MenuView<'_>, actions: &mut Vec<Action>) {
    let (look, world) = (menu.look, menu.world);
    item(ui, menu, UiCommand::NewProject, actions);
    item(ui, menu, UiCommand::OpenProject, actions);
    let recent = &world.recent.projects;
    if !recent.is_empty() {
        sub_menu(ui, look, "app-menu-recent", |ui| {
            for path in recent {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let button = ui.button(name.as_ref());
                if button.on_hover_text(path.display().to_string()).clicked() {
                    actions.push(Action::OpenProject(path.clone()));
                    ui.close();
                }
            }
        });
    }
    item(ui, menu, UiCommand::Permissions, actions);
    item(ui, menu, UiCommand::Forget, actions);
    item(ui, menu, UiCommand::CloseProject, actions);
    ui.separator();
    item(ui, menu, UiCommand::OpenPage, actions);
    if world.project.is_some() {
        sub_menu(ui, look, "app-command-import", |ui| {
            import_ui(ui, look, actions);
        });
        if !world.sites().is_empty() {
            sub_menu(ui, look, "app-command-export-rule", |ui| {
                if ui.button(look.t("app-rules-export-several")).clicked() {
                    actions.push(Action::ChooseExport(Vec::new()));
                    ui.close();
                }
                ui.separator();
                eframe::egui::ScrollArea::vertical()
                    .max_height(360.0)
                    .show(ui, |ui| {
                        for site in world.sites() {
                            if ui.button(&site.name).clicked() {
                                actions.push(Action::PickPath(PathPurpose::ExportRule(site.id)));
                                ui.close();
                            }
                        }
                    });
            });
            let feeds = world
                .sites()
                .iter()
                .any(|site| site.kind == SourceKind::Feed);
            let export = ActionItem::new(look, "app-feeds-export");
            let export = export.unless(look, (!feeds).then_some("app-feeds-export-why-none"));
            if export.entry_ui(ui, look) {
                actions.push(Action::PickPath(PathPurpose::ExportFeeds { all: true }));
            }
        }
    }
    item(ui, menu, UiCommand::Export, actions);
    ui.separator();
    item(ui, menu, UiCommand::Quit, actions);
}

/// Rules of this or other programs: detected, or of a format chosen by the user.
fn import_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    let mut choose = |ui: &mut Ui, text: String, format| {
        if ui.button(text).clicked() {
            actions.push(Action::PickPath(PathPurpose::Import(format)));
            ui.close();
        }
    };
    choose(ui, look.t("app-import-auto"), None);
    ui.separator();
    for format in ImportFormat::ALL {
        choose(ui, format_name(look, format), Some(format));
    }
}

fn edit_ui(ui: &mut Ui, menu: MenuView<'_>, actions: &mut Vec<Action>) {
    for command in [UiCommand::Undo, UiCommand::Redo] {
        item(ui, menu, command, actions);
    }
    ui.separator();
    for command in [
        UiCommand::Find,
        UiCommand::TryRule,
        UiCommand::AddSample,
        UiCommand::SaveRule,
        UiCommand::NewSite,
    ] {
        item(ui, menu, command, actions);
    }
}

fn view_ui(ui: &mut Ui, menu: MenuView<'_>, actions: &mut Vec<Action>) {
    let look = menu.look;
    for view in View::ALL {
        item(ui, menu, view.command(), actions);
    }
    ui.separator();
    let panels = layout::panels(ui.ctx(), menu.view.key());
    if !panels.is_empty() {
        sub_menu(ui, look, "app-menu-panels", |ui| {
            panels_ui(ui, menu, &panels, actions);
        });
    }
    item(ui, menu, UiCommand::ResetLayout, actions);
    sub_menu(ui, look, "app-settings-theme", |ui| {
        for (choice, id) in ThemeChoice::ALL {
            if ui.option(menu.theme == choice, look.t(id)).clicked() {
                actions.push(Action::SetTheme(choice));
                ui.close();
            }
        }
    });
    sub_menu(ui, look, "app-settings-language", |ui| {
        for language in Language::ALL {
            let chosen = look.texts.language() == language;
            if ui.option(chosen, language.own_name()).clicked() {
                actions.push(Action::SetLanguage(language));
                ui.close();
            }
        }
    });
    for command in [UiCommand::Larger, UiCommand::Smaller, UiCommand::UsualSize] {
        item(ui, menu, command, actions);
    }
}

fn panels_ui(
    ui: &mut Ui,
    menu: MenuView<'_>,
    panels: &[(layout::PanelSpec, layout::PanelPlace)],
    actions: &mut Vec<Action>,
) {
    let mut act = |key: &str, what| {
        actions.push(Action::Panel {
            view: menu.view,
            key: key.to_owned(),
            what,
        });
    };
    for (spec, place) in panels {
        sub_menu(ui, menu.look, spec.title, |ui| {
            for dock in Dock::ALL {
                let here = place.dock == dock && !place.hidden;
                if ui.option(here, menu.look.t(dock.text_id())).clicked() {
                    act(spec.key, PanelAction::Move(dock));
                    ui.close();
                }
            }
            let hidden = menu.look.t("app-dock-hide");
            if ui.option(place.hidden, hidden).clicked() {
                act(spec.key, PanelAction::Hide);
                ui.close();
            }
        });
    }
    ui.separator();
    item(ui, menu, UiCommand::ToggleSides, actions);
    item(ui, menu, UiCommand::ToggleBottom, actions);
}

fn help_ui(ui: &mut Ui, menu: MenuView<'_>, actions: &mut Vec<Action>) {
    item(ui, menu, UiCommand::Guide, actions);
    item(ui, menu, UiCommand::Palette, actions);
    item(ui, menu, UiCommand::Shortcuts, actions);
    item(ui, menu, UiCommand::Tour, actions);
    if ui.button(menu.look.t("app-start-sample")).clicked() {
        actions.push(Action::OpenSampleProject);
        ui.close();
    }
    ui.separator();
    item(ui, menu, UiCommand::Diagnostic, actions);
    if ui.button(menu.look.t("app-about")).clicked() {
        about::open(ui.ctx());
        ui.close();
    }
}

impl Bowerbird {
    /// The commands of the menu that have nothing to do now.
    pub(super) fn idle_commands(&self) -> Vec<UiCommand> {
        let (author, page) = (&self.views.workbench.author, &self.views.workbench.page);
        let is_bench = self.view == View::Workbench;
        let is_open = is_bench && page.opened.is_some();
        let (undo, redo) = author.can();
        let editor = self.views.sites.editor.as_ref();
        let saves = match self.view {
            View::Workbench => author.rule.as_ref().filter(|_| author.changed()),
            View::Sites => editor.filter(|editor| editor.changed()),
            _ => None,
        };
        let saves = saves.is_some_and(|rule| rule.faults.is_empty());
        let undoes = match is_bench {
            true => undo,
            false => self.removals.has_undo(),
        };
        [
            (UiCommand::Undo, undoes),
            (UiCommand::Redo, is_bench && redo),
            (UiCommand::Find, is_open || self.view == View::Settings),
            (UiCommand::TryRule, is_open && author.rule.is_some()),
            (UiCommand::AddSample, is_open && author.site.is_some()),
            (UiCommand::SaveRule, saves),
        ]
        .into_iter()
        .filter(|(_, has_something)| !has_something)
        .map(|(command, _)| command)
        .collect()
    }

    /// Opens the guide at a heading, or at the chapter about the view.
    pub(super) fn open_guide(&mut self, heading: Option<&str>) {
        let chapter = self.look.t(chapter_of(self.view));
        let heading = heading.unwrap_or(&chapter);
        self.guide = Some(GuideWindow::at(&self.look, heading));
    }

    /// Opens the palette; what is typed in the same frame already belongs to it.
    pub(super) fn open_palette(&mut self, ctx: &Context, typed: &str) {
        let entries = palette::entries(ctx, &self.look, &self.world, self.view);
        self.palette = Some(Palette::new(ctx, entries, typed));
    }
}
