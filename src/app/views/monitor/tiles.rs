//! Tiles with counts; each opens the items it counts.

use eframe::egui::{Align2, Color32, FontId, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};
use jiff::Timestamp;

use crate::action::Action;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::site_filter::SiteFilter;
use crate::style::ui_context::{UiContext, capitalised};
use bowerbird_engine::types::{Dashboard, PageState};

/// Size of a tile, in points.
const SIZE: eframe::egui::Vec2 = vec2(100.0, 58.0);
/// Room beside the word of a tile.
const PADDING: f32 = 10.0;

/// The subject of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Sites that run.
    Running,
    /// Tasks due within an hour.
    Due,
    /// Sites that block us.
    Blocked,
    /// Sites whose rule no longer fits.
    LayoutChanged,
    /// Sites that are unreachable.
    Failed,
    /// Sites that require a login.
    LoginRequired,
    /// Sites with missing promised pages.
    Incomplete,
    /// Records since midnight.
    RecordsToday,
    /// Reposts.
    Reposts,
    /// All records.
    Records,
}

/// All tiles in order.
const TILES: [Tile; 10] = [
    Tile::Running,
    Tile::Due,
    Tile::Blocked,
    Tile::LayoutChanged,
    Tile::Failed,
    Tile::LoginRequired,
    Tile::Incomplete,
    Tile::RecordsToday,
    Tile::Reposts,
    Tile::Records,
];

impl Tile {
    fn word(self) -> &'static str {
        match self {
            Self::Running => "monitor-running",
            Self::Due => "monitor-due",
            Self::Blocked => "monitor-blocked",
            Self::LayoutChanged => "monitor-layout",
            Self::Failed => "monitor-failed",
            Self::LoginRequired => "app-state-login-required",
            Self::Incomplete => "app-state-incomplete",
            Self::RecordsToday => "monitor-today",
            Self::Reposts => "monitor-reposts",
            Self::Records => "monitor-records",
        }
    }

    fn chip(self) -> Option<SiteFilter> {
        match self {
            Self::Running => Some(SiteFilter::Running),
            Self::Blocked => Some(SiteFilter::Blocked),
            Self::LayoutChanged => Some(SiteFilter::State(PageState::LayoutChanged)),
            Self::Failed => Some(SiteFilter::Failed),
            Self::LoginRequired => Some(SiteFilter::State(PageState::LoginRequired)),
            Self::Incomplete => Some(SiteFilter::State(PageState::Incomplete)),
            Self::Due | Self::RecordsToday | Self::Reposts | Self::Records => None,
        }
    }

    fn action(self) -> Action {
        match (self, self.chip()) {
            (_, Some(chip)) => Action::ShowSitesBy(chip),
            (Self::Due, None) => Action::Show(View::Tasks),
            (Self::Reposts, None) => Action::ShowReposts,
            (_, None) => Action::Show(View::Results),
        }
    }

    fn colour(self, look: &UiContext) -> Color32 {
        match self {
            Self::Blocked => look.tokens.bad,
            Self::LayoutChanged | Self::Failed | Self::LoginRequired | Self::Incomplete => {
                look.tokens.warn
            }
            Self::Running => look.tokens.accent,
            _ => look.tokens.text,
        }
    }
}

/// The count; `None` while unknown.
pub fn counted(
    tile: Tile,
    world: &AppState,
    dashboard: Option<&Dashboard>,
    now: Timestamp,
) -> Option<u64> {
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    match (tile, tile.chip()) {
        (_, Some(chip)) => {
            let sites = world.sites().iter();
            Some(number(sites.filter(|site| chip.holds(world, site)).count()))
        }
        (Tile::Due, None) => {
            let soon = now.as_second() + 3_600;
            let tasks = world.tasks.iter().filter(|task| {
                !task.paused && task.next_at.is_some_and(|at| at.as_second() <= soon)
            });
            Some(number(tasks.count()))
        }
        (Tile::Reposts, None) => dashboard.map(|dashboard| dashboard.reposts),
        (Tile::RecordsToday, None) => dashboard.map(|dashboard| dashboard.records_today),
        (_, None) => Some(world.records),
    }
}

/// Draws the tiles.
pub(super) fn tiles_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    dashboard: Option<&Dashboard>,
    actions: &mut Vec<Action>,
) {
    let now = Timestamp::now();
    let width = TILES.map(|tile| word_width(ui, look, tile) + PADDING);
    let width = width.into_iter().fold(SIZE.x, f32::max);
    let gap = ui.spacing().item_spacing.x;
    let columns = columns(TILES.len(), ui.available_width(), width, gap);
    // The rows end where the panels below them end.
    #[expect(clippy::cast_precision_loss, reason = "a handful of tiles")]
    let number = columns as f32;
    let filling = (ui.available_width() - gap * (number - 1.0)) / number;
    let width = width.max(filling.floor());
    for row in TILES.chunks(columns) {
        ui.horizontal(|ui| {
            for tile in row {
                let count = counted(*tile, world, dashboard, now);
                if tile_ui(ui, look, *tile, count, width) {
                    actions.push(tile.action());
                }
            }
        });
    }
}

/// The number of tiles in a row, so that all rows are about equally long: none stands alone.
fn columns(tiles: usize, available: f32, width: f32, gap: f32) -> usize {
    let mut fit = 1;
    #[expect(clippy::cast_precision_loss, reason = "a handful of tiles")]
    while fit < tiles && (fit + 1) as f32 * (width + gap) - gap <= available {
        fit += 1;
    }
    tiles.div_ceil(tiles.div_ceil(fit).max(1)).max(1)
}

fn word_width(ui: &Ui, look: &UiContext, tile: Tile) -> f32 {
    let small = TextStyle::Small.resolve(ui.style());
    let painter = ui.painter();
    let word = painter.layout_no_wrap(capitalised(&look.t(tile.word())), small, look.tokens.dim);
    word.size().x
}

/// Draws one; returns whether it was clicked.
fn tile_ui(ui: &mut Ui, look: &UiContext, tile: Tile, count: Option<u64>, width: f32) -> bool {
    let word = capitalised(&look.t(tile.word()));
    let number = count.map_or_else(|| "–".to_owned(), |count| look.count(count));
    let small = TextStyle::Small.resolve(ui.style());
    let galley = ui
        .painter()
        .layout_no_wrap(word.clone(), small.clone(), look.tokens.dim);
    let size = vec2(width, SIZE.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{number} {word}")));
    let colour = match count {
        Some(count) if count > 0 => tile.colour(look),
        _ => look.tokens.dim,
    };
    let fill = match response.hovered() {
        true => look.tokens.hover,
        false => look.tokens.panel,
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 6.0, fill);
    let large = FontId::new(22.0, small.family.clone());
    let at = rect.center() - vec2(0.0, 9.0);
    painter.text(at, Align2::CENTER_CENTER, number, large, colour);
    let at = rect.center() + vec2(0.0, 15.0) - galley.size() / 2.0;
    painter.galley(at, galley, look.tokens.dim);
    look.ring(ui, &response);
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_tiles_are_about_equally_long() {
        let rows = |available| columns(10, available, 100.0, 10.0);
        assert_eq!(rows(2_000.0), 10);
        assert_eq!(rows(1_090.0), 10);
        assert_eq!(rows(1_080.0), 5, "not nine and one");
        assert_eq!(rows(500.0), 4);
        assert_eq!(rows(50.0), 1);
    }
}
