//! Counts of what goes on; each leads to what it counts.

use eframe::egui::text::LayoutJob;
use eframe::egui::{Button, Color32, FontId, TextFormat, TextStyle, Ui, vec2};
use jiff::Timestamp;

use crate::app::action::Action;
use crate::app::command::View;
use crate::app::look::Look;
use crate::app::views::sites::Chip;
use crate::app::world::World;
use crate::engine::types::{Dashboard, PageState};

/// Size of a tile, in points.
const SIZE: eframe::egui::Vec2 = vec2(122.0, 58.0);

/// What a tile counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Sites that run.
    Running,
    /// Tasks whose turn comes within the hour.
    Due,
    /// Sites that keep us out.
    Blocked,
    /// Sites whose rule fits no more.
    LayoutChanged,
    /// Sites that cannot be reached or want a login.
    Failed,
    /// Records since midnight.
    RecordsToday,
    /// All records.
    Records,
}

/// All, in their order.
const TILES: [Tile; 7] = [
    Tile::Running,
    Tile::Due,
    Tile::Blocked,
    Tile::LayoutChanged,
    Tile::Failed,
    Tile::RecordsToday,
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
            Self::RecordsToday => "monitor-today",
            Self::Records => "monitor-records",
        }
    }

    fn chip(self) -> Option<Chip> {
        match self {
            Self::Running => Some(Chip::Running),
            Self::Blocked => Some(Chip::Blocked),
            Self::LayoutChanged => Some(Chip::State(PageState::LayoutChanged)),
            Self::Failed => Some(Chip::Failed),
            Self::Due | Self::RecordsToday | Self::Records => None,
        }
    }

    fn action(self) -> Action {
        match (self, self.chip()) {
            (_, Some(chip)) => Action::ShowSitesBy(chip),
            (Self::Due, None) => Action::Show(View::Tasks),
            (_, None) => Action::Show(View::Results),
        }
    }

    fn colour(self, look: &Look) -> Color32 {
        match self {
            Self::Blocked => look.tokens.bad,
            Self::LayoutChanged | Self::Failed => look.tokens.warn,
            Self::Running => look.tokens.accent,
            _ => look.tokens.text,
        }
    }
}

/// How many there are; `None` while it is not known.
pub fn counted(
    tile: Tile,
    world: &World,
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
        (Tile::RecordsToday, None) => dashboard.map(|dashboard| dashboard.records_today),
        (_, None) => Some(world.records),
    }
}

/// Draws the tiles.
pub(super) fn tiles_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    dashboard: Option<&Dashboard>,
    actions: &mut Vec<Action>,
) {
    let now = Timestamp::now();
    ui.horizontal_wrapped(|ui| {
        for tile in TILES {
            let count = counted(tile, world, dashboard, now);
            let button = Button::new(words(ui, look, tile, count)).min_size(SIZE);
            if ui.add(button).clicked() {
                actions.push(tile.action());
            }
        }
    });
}

fn words(ui: &Ui, look: &Look, tile: Tile, count: Option<u64>) -> LayoutJob {
    let colour = match count {
        Some(count) if count > 0 => tile.colour(look),
        _ => look.tokens.dim,
    };
    let number = count.map_or_else(|| "–".to_owned(), |count| look.count(count));
    let small = TextStyle::Small.resolve(ui.style());
    let large = FontId::new(22.0, small.family.clone());
    let mut job = LayoutJob::default();
    job.append(&number, 0.0, TextFormat::simple(large, colour));
    job.append(
        "\n",
        0.0,
        TextFormat::simple(small.clone(), look.tokens.dim),
    );
    let word = look.t(tile.word());
    job.append(&word, 0.0, TextFormat::simple(small, look.tokens.dim));
    job
}
