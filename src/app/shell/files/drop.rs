//! Files dragged onto the window: a target is shown while they hover; dropped files are opened by
//! their type. Input: the system's drag and drop. Output: one action for all of them.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Align2, Context, Id, LayerId, Order, Stroke, TextStyle};

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::views::proxies::import_file;
use bowerbird_engine::types::ProxyScheme;

/// Maximum files accepted at once.
const FILES: usize = 50;

/// Shows the target while files hover, and accepts dropped files.
///
/// With a scheme (in the proxies view), a file that is not a rule, page or project is a list of
/// proxies.
pub fn drop_ui(
    ctx: &Context,
    look: &UiContext,
    proxies: Option<ProxyScheme>,
    actions: &mut Vec<Action>,
) {
    let (hovering, dropped) = ctx.input(|input| {
        let paths = input.raw.dropped_files.iter().take(FILES);
        let paths: Vec<_> = paths.map(|file| file.path().to_owned()).collect();
        (input.raw.hovered_files.len(), paths)
    });
    let (lists, dropped): (Vec<_>, Vec<_>) = dropped
        .into_iter()
        .partition(|path: &PathBuf| proxies.is_some() && is_list(path));
    let scheme = proxies.unwrap_or_default();
    actions.extend(lists.into_iter().map(|path| import_file(path, scheme)));
    if !dropped.is_empty() {
        actions.push(Action::OpenFiles {
            paths: dropped,
            format: None,
        });
    }
    if hovering > 0 {
        target_ui(ctx, look);
    }
}

/// Whether a file can be a list of proxies, by its extension.
fn is_list(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    matches!(
        ending.as_str(),
        "" | "txt" | "csv" | "tsv" | "list" | "lst" | "conf"
    )
}

fn target_ui(ctx: &Context, look: &UiContext) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("drop-target"));
    let painter = ctx.layer_painter(layer);
    let area = ctx.content_rect();
    painter.rect_filled(area, 0.0, look.tokens.ground.gamma_multiply(0.9));
    let inside = area.shrink(24.0);
    let corners = [
        inside.left_top(),
        inside.right_top(),
        inside.right_bottom(),
        inside.left_bottom(),
        inside.left_top(),
    ];
    let line = Stroke::new(2.0, look.tokens.accent);
    painter.extend(egui::Shape::dashed_line(&corners, line, 10.0, 6.0));
    let font = |style: TextStyle| style.resolve(&ctx.global_style());
    let middle = inside.center();
    painter.text(
        middle - egui::vec2(0.0, 6.0),
        Align2::CENTER_BOTTOM,
        look.t("app-drop-title"),
        font(crate::style::theme::empty_state()),
        look.tokens.text,
    );
    painter.text(
        middle + egui::vec2(0.0, 6.0),
        Align2::CENTER_TOP,
        look.t("app-drop-hint"),
        font(TextStyle::Body),
        look.tokens.dim,
    );
}
