//! Arguments of `schedule`.

use clap::{ArgGroup, Args, Subcommand};

use super::run::{LimitArguments, seconds};
use bowerbird_engine::types::MIDDLE_PRIORITY;

/// `schedule`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ScheduleArguments {
    /// Stop at this time (ISO 8601, such as 2026-03-30T08:00:00Z)
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
    /// Wait for a person where only a person can answer a site: 30m, or this long, such as =2h; see `answer`
    #[arg(long, value_name = "T", value_parser = seconds, num_args = 0..=1, require_equals = true, default_missing_value = "30m")]
    pub wait_for_person: Option<u64>,
    /// `list`, …
    #[command(subcommand)]
    pub command: Option<ScheduleSubcommand>,
}

/// `schedule …`
#[derive(Debug, Subcommand)]
pub enum ScheduleSubcommand {
    /// List next runs and missed runs
    List,
    /// Run a site based on how often it changes: what each visit finds sets the interval
    Adapt {
        /// Its name
        site: String,
        /// Shortest interval, such as 10m
        #[arg(long, value_name = "T")]
        min: Option<String>,
        /// Longest interval, such as 1d
        #[arg(long, value_name = "T")]
        max: Option<String>,
        /// 0 (last) to 9 (first)
        #[arg(long, value_name = "N", default_value_t = MIDDLE_PRIORITY, value_parser = clap::value_parser!(u8).range(0..=9))]
        priority: u8,
    },
    /// Add a task for sites or a tag
    #[command(group(ArgGroup::new("what").required(true).args(["sites", "tag"]).multiple(false)))]
    #[command(group(ArgGroup::new("when").required(true).args(["cron", "every", "at", "now", "adaptive", "after"])))]
    Add {
        /// Site names
        sites: Vec<String>,
        /// Timing and options
        #[command(flatten)]
        task: Box<TaskArguments>,
    },
    /// Change a task; omitted options stay as they are
    #[command(group(ArgGroup::new("what").args(["site", "tag"]).multiple(false)))]
    #[command(group(ArgGroup::new("when").args(["cron", "every", "at", "now", "adaptive", "after"])))]
    Set {
        /// Task number, as listed
        task: i64,
        /// Another site; repeatable
        #[arg(long, value_name = "S")]
        site: Vec<String>,
        /// Changes
        #[command(flatten)]
        to: Box<TaskArguments>,
    },
    /// Remove tasks
    Remove(TaskNumbers),
    /// Pause tasks; runs due meanwhile do not count as missed
    Pause(TaskNumbers),
    /// Resume paused tasks
    Resume(TaskNumbers),
    /// Run tasks now, in the process that has the project open or else here
    Run(TaskNumbers),
    /// Show what ran when, why, how long and with what result, and what was missed
    History {
        /// Only this task
        task: Option<i64>,
        /// Maximum number of runs
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    /// Explain a cron expression in words, with its next runs
    Next {
        /// Five or six fields, or @daily and the like
        expression: String,
        /// IANA name of its time zone (default: the machine's)
        #[arg(long, value_name = "ZONE")]
        timezone: Option<String>,
        /// Number of runs
        #[arg(long, value_name = "N", default_value_t = 10)]
        count: usize,
    },
    /// Set a site's own tags, besides those of its rule; none to clear them
    Tag {
        /// Name of the site
        site: String,
        /// Its tags
        tags: Vec<String>,
    },
}

/// Numbers of tasks.
#[derive(Debug, Args)]
pub struct TaskNumbers {
    /// Numbers, as listed
    #[arg(required = true)]
    pub tasks: Vec<i64>,
}

/// Timing and options of a task.
#[derive(Debug, Args)]
pub struct TaskArguments {
    /// All sites with this tag
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// A name for the task
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Cron expression: five or six fields, or @daily and the like
    #[arg(long, value_name = "EXPRESSION")]
    pub cron: Option<String>,
    /// Repeat at this interval, such as 2h
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub every: Option<u64>,
    /// Shift each run randomly by up to this much, such as 10m
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub jitter: Option<u64>,
    /// Once, at this time: 2026-03-30T08:00 in its zone, or with an offset
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    /// Once, as soon as the scheduler is on
    #[arg(long)]
    pub now: bool,
    /// As often as its sites change
    #[arg(long)]
    pub adaptive: bool,
    /// Shortest interval with --adaptive, such as 10m
    #[arg(long, value_name = "T", value_parser = seconds, requires = "adaptive")]
    pub min: Option<u64>,
    /// Longest interval with --adaptive, such as 1d
    #[arg(long, value_name = "T", value_parser = seconds, requires = "adaptive")]
    pub max: Option<u64>,
    /// After each run of this task
    #[arg(long, value_name = "TASK")]
    pub after: Option<i64>,
    /// With --after: only if that task succeeded
    #[arg(long, requires = "after")]
    pub only_done: bool,
    /// IANA name of the time zone of --cron, --at, --window and --holidays
    #[arg(long, value_name = "ZONE")]
    pub timezone: Option<String>,
    /// 0 (last) to 9 (first)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub priority: Option<u8>,
    /// If the previous run is still active: skip this run, queue it, or replace the previous one
    #[arg(long, value_name = "P", value_parser = ["skip", "queue", "replace"])]
    pub overlap: Option<String>,
    /// Missed runs: run once, skip, or run all
    #[arg(long, value_name = "P", value_parser = ["once", "skip", "all"])]
    pub missed: Option<String>,
    /// With --missed all: maximum number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub missed_at_most: Option<u32>,
    /// Grace period: how late a run may start, such as 5m
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub grace: Option<u64>,
    /// Only in these time windows, such as "mon-fri 8:00-20:00, sat"; "" for always
    #[arg(long, value_name = "TIMES")]
    pub window: Option<String>,
    /// Not on these days, such as "2026-12-25, 01-01"; "" for none
    #[arg(long, value_name = "DAYS")]
    pub holidays: Option<String>,
    /// Limits of each run
    #[command(flatten)]
    pub limits: LimitArguments,
}
