//! `storage …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::choice::{Choice, choice};
use bowerbird_engine::types::Period;

/// `storage …`
#[derive(Debug, Subcommand)]
pub enum StorageSubcommand {
    /// Show saved pages, how long they are kept, and archives
    Show,
    /// Set how long to keep saved pages, and how many screenshots; older ones are removed at once
    Keep {
        /// Maximum days
        #[arg(long, value_name = "N")]
        days: Option<u64>,
        /// Maximum MB per site, compressed; the oldest pages are removed first
        #[arg(long, value_name = "N")]
        megabytes: Option<u64>,
        /// Maximum MB of screenshots in the project, or `all` (the default): the oldest are removed first
        #[arg(long, value_name = "N")]
        screenshots: Option<String>,
    },
    /// Move old records into files in the project's folder; search and export still include them
    Archive {
        /// Records fetched before (ISO 8601 date or time)
        #[arg(long, value_name = "T")]
        before: String,
        /// Period of one file
        #[arg(long, value_parser = choice::<Period>(), default_value = "year")]
        period: Period,
        /// Only show how many
        #[arg(long)]
        dry_run: bool,
    },
    /// Check the project and its archives, and list remedies (exit code 1 if there are problems)
    Check {
        /// Repair what can be repaired, after copying each affected file
        #[arg(long)]
        repair: bool,
    },
    /// Back up the project and its archives now, compressed and checked
    Backup {
        /// Folder for this backup (default: the configured one, or the program's own)
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
    },
    /// List backups, or change how they are made
    Backups(BackupsArguments),
    /// Restore a backup; the current project is kept under another name
    Restore {
        /// Its name in `storage backups`, `latest`, or the path of its .json file
        #[arg(value_name = "BACKUP")]
        backup: String,
        /// Restore to this path instead
        #[arg(long = "as", value_name = "FILE")]
        target: Option<PathBuf>,
    },
    /// Export saved pages as WARC 1.1
    Warc {
        /// Output file, such as pages.warc.gz
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Only this site
        #[arg(long, value_name = "S")]
        site: Option<String>,
    },
}

/// `forget`
#[derive(Debug, Args)]
pub struct ForgetArguments {
    /// Names, words, e-mail addresses or addresses, in each spelling; `-` reads them from standard input,
    /// one a line
    #[arg(value_name = "WORDS", required = true)]
    pub words: Vec<String>,
    /// Only what is of this site
    #[arg(long, value_name = "S")]
    pub site: Option<String>,
    /// Parts of longer words count too
    #[arg(long)]
    pub part: bool,
    /// Look into this file or folder as well, such as evidence or exports written by hand
    #[arg(long, value_name = "PATH")]
    pub also: Vec<PathBuf>,
    /// Remove it for good; without this, only show what was found
    #[arg(long)]
    pub apply: bool,
    /// With --apply: remove files outside of the project's own folders, too
    #[arg(long, requires = "apply")]
    pub exports: bool,
    /// With --apply: do not ask
    #[arg(long, requires = "apply")]
    pub yes: bool,
}

/// `storage backups`
#[derive(Debug, Args)]
pub struct BackupsArguments {
    /// Back up daily while the window is open or the scheduler runs: on or off
    #[arg(long, value_name = "on|off", value_parser = parse_switch)]
    pub daily: Option<bool>,
    /// Save backups in this folder from now on
    #[arg(long, value_name = "FOLDER", conflicts_with = "own_folder")]
    pub folder: Option<PathBuf>,
    /// Save them in the program's own folder again
    #[arg(long)]
    pub own_folder: bool,
    /// Days to keep one backup of each
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// Weeks before these to keep one backup of each
    #[arg(long, value_name = "N")]
    pub weeks: Option<u32>,
}

fn parse_switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off".to_owned()),
    }
}

impl Choice for Period {
    fn all() -> &'static [Self] {
        &[Self::Year, Self::Month]
    }

    fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Year => ("year", "A year"),
            Self::Month => ("month", "A month"),
        }
    }
}
