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
    /// `list`, …
    #[command(subcommand)]
    pub command: Option<ScheduleSubcommand>,
}

/// `schedule …`
#[derive(Debug, Subcommand)]
pub enum ScheduleSubcommand {
    /// What runs next and what was missed
    List,
    /// Run a site as often as it changes: what its visits find says when to come again
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
        /// Names of sites
        sites: Vec<String>,
        /// When, and by which terms
        #[command(flatten)]
        task: Box<TaskArguments>,
    },
    /// Change a task: what is given changes, the rest stays
    #[command(group(ArgGroup::new("what").args(["site", "tag"]).multiple(false)))]
    #[command(group(ArgGroup::new("when").args(["cron", "every", "at", "now", "adaptive", "after"])))]
    Set {
        /// Number of the task, as the list names it
        task: i64,
        /// Another site; may be given several times
        #[arg(long, value_name = "S")]
        site: Vec<String>,
        /// What changes
        #[command(flatten)]
        to: Box<TaskArguments>,
    },
    /// Remove tasks
    Remove(TaskNumbers),
    /// Pause tasks; what is due meanwhile is not missed
    Pause(TaskNumbers),
    /// Let paused tasks go on
    Resume(TaskNumbers),
    /// Run tasks now, in the process that has the project, or in this one
    Run(TaskNumbers),
    /// What ran when, why, for how long and with what success, and what was missed
    History {
        /// Only of this task
        task: Option<i64>,
        /// Turns at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    /// What a cron expression means: in words, and its next turns
    Next {
        /// Five or six fields, or @daily and friends
        expression: String,
        /// IANA name of its time zone; that of the machine when absent
        #[arg(long, value_name = "ZONE")]
        timezone: Option<String>,
        /// How many turns
        #[arg(long, value_name = "N", default_value_t = 10)]
        count: usize,
    },
    /// Make these the tags of a site, beside those of its rule; without tags none
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
    /// Numbers, as the list names them
    #[arg(required = true)]
    pub tasks: Vec<i64>,
}

/// When a task runs, and by which terms.
#[derive(Debug, Args)]
pub struct TaskArguments {
    /// All sites with this tag
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// A name for the task
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// By a cron expression: five or six fields, or @daily and friends
    #[arg(long, value_name = "EXPRESSION")]
    pub cron: Option<String>,
    /// Again and again after this time, such as 2h
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub every: Option<u64>,
    /// Up to so much earlier or later each time, such as 10m
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
    /// Whenever this task has run
    #[arg(long, value_name = "TASK")]
    pub after: Option<i64>,
    /// With --after: only when that task went well
    #[arg(long, requires = "after")]
    pub only_done: bool,
    /// IANA name of the time zone of --cron, --at, --window and --holidays
    #[arg(long, value_name = "ZONE")]
    pub timezone: Option<String>,
    /// 0 (last) to 9 (first)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub priority: Option<u8>,
    /// While its last run still goes: leave the turn out, run after it, or take its place
    #[arg(long, value_name = "P", value_parser = ["skip", "queue", "replace"])]
    pub overlap: Option<String>,
    /// What was missed while nothing ran: run once, leave out, or run all
    #[arg(long, value_name = "P", value_parser = ["once", "skip", "all"])]
    pub missed: Option<String>,
    /// With --missed all: so many at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub missed_at_most: Option<u32>,
    /// How late a turn may be without being missed, such as 5m
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub grace: Option<u64>,
    /// Only in these times of the week, such as "mon-fri 8:00-20:00, sat"; "" for always
    #[arg(long, value_name = "TIMES")]
    pub window: Option<String>,
    /// Not on these days, such as "2026-12-25, 01-01"; "" for none
    #[arg(long, value_name = "DAYS")]
    pub holidays: Option<String>,
    /// How far each of its runs goes
    #[command(flatten)]
    pub limits: LimitArguments,
}
