//! The targets of the tour: each reports its position in every frame.

use eframe::egui::{Context, Id, Rect};

/// A target of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TourTarget {
    /// The names of the views.
    Rail,
    /// The address of the workbench.
    Address,
    /// The button that runs all sites.
    RunAll,
    /// The first site whose rule needs a repair, in the table.
    SiteToRepair,
    /// The search field of the results.
    Search,
    /// The form of a new task.
    NewTask,
    /// The button that exports.
    Export,
    /// The search field.
    Finder,
}

/// Reports the position of a target in this frame.
pub fn mark(ctx: &Context, spot: TourTarget, rect: Rect) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(("tour", spot)), (rect, pass)));
}

/// The position of a target; `None` when it is not shown.
pub fn place(ctx: &Context, spot: TourTarget) -> Option<Rect> {
    let found: Option<(Rect, u64)> = ctx.data(|data| data.get_temp(Id::unique(("tour", spot))));
    let (rect, pass) = found?;
    (pass + 1 >= ctx.cumulative_pass_nr()).then_some(rect)
}
