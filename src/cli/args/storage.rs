//! `storage …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::choice::{Choice, choice};
use bowerbird_engine::types::Period;

/// `storage …`
#[derive(Debug, Subcommand)]
pub enum StorageSubcommand {
    /// What is kept, for how long, and the archives
    Show,
    /// Settle how long stored pages are kept; what is over that goes at once
    Keep {
        /// Days at most
        #[arg(long, value_name = "N")]
        days: Option<u64>,
        /// MB of a site at most, compressed; the oldest pages go first
        #[arg(long, value_name = "N")]
        megabytes: Option<u64>,
    },
    /// Move old records into files beside the project; search and export still reach them
    Archive {
        /// Those fetched before (ISO 8601 date or time)
        #[arg(long, value_name = "T")]
        before: String,
        /// What one file holds
        #[arg(long, value_parser = choice::<Period>(), default_value = "year")]
        period: Period,
        /// Only tell how many it would be
        #[arg(long)]
        dry_run: bool,
    },
    /// Verify the project with its archives: what is wrong, and what can be done (exit code 1 when something is)
    Check {
        /// Mend what can be mended, after a copy of each file concerned
        #[arg(long)]
        repair: bool,
    },
    /// Back the project up now, with its archives: compressed, and checked after writing
    Backup {
        /// Folder to write to this once; else the one that is set, or the program's own
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
    },
    /// The backups that there are, and how they are made
    Backups(BackupsArguments),
    /// Put a backup in the project's place; what is there is kept under another name
    Restore {
        /// Its name in `storage backups`, `latest`, or the path of its .json file
        #[arg(value_name = "BACKUP")]
        backup: String,
        /// Put it there instead
        #[arg(long = "as", value_name = "FILE")]
        target: Option<PathBuf>,
    },
    /// Write the stored pages as WARC 1.1
    Warc {
        /// File to write, such as pages.warc.gz
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Only of this site
        #[arg(long, value_name = "S")]
        site: Option<String>,
    },
}

/// `storage backups`
#[derive(Debug, Args)]
pub struct BackupsArguments {
    /// Back the project up each day while its window is open or its scheduler runs, or do not
    #[arg(long, value_name = "on|off", value_parser = parse_switch)]
    pub daily: Option<bool>,
    /// Keep backups in this folder from now on
    #[arg(long, value_name = "FOLDER", conflicts_with = "own_folder")]
    pub folder: Option<PathBuf>,
    /// Keep them in the program's own folder again
    #[arg(long)]
    pub own_folder: bool,
    /// Keep the newest backup of so many days
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// And of so many weeks before these
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
