//! `storage …`

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Subcommand, ValueEnum};

use crate::engine::types::Period;

/// `storage …`
#[derive(Debug, Subcommand)]
pub enum StorageCommand {
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
        #[arg(long, value_enum, default_value = "year")]
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

impl ValueEnum for Period {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Year, Self::Month]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Year => PossibleValue::new("year").help("A year"),
            Self::Month => PossibleValue::new("month").help("A month"),
        })
    }
}
