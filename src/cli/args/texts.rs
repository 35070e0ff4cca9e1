//! `search`, `summarise`, `reposts`.

use clap::{Args, Subcommand};

use bowerbird_engine::types::{DEFAULT_KEYWORDS, SummaryLength};

/// `search`
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Words, "phrases", AND OR NOT, -word, word*, and site: after: before: lang: tag:; Chinese works
    #[arg(required = true)]
    pub query: Vec<String>,
    /// Only this site
    #[arg(long)]
    pub site: Option<String>,
    /// Maximum number of records
    #[arg(long, default_value_t = 20)]
    pub limit: u64,
    /// Skip reposts
    #[arg(long)]
    pub fold: bool,
}

/// `summarise`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("length").args(["sentences", "words", "characters"])))]
pub struct SummariseArguments {
    /// Only matches of this search
    pub query: Vec<String>,
    /// Only this site
    #[arg(long)]
    pub site: Option<String>,
    /// Maximum sentences
    #[arg(long, value_name = "N", help = sentences_help())]
    pub sentences: Option<usize>,
    /// Maximum words
    #[arg(long, value_name = "N")]
    pub words: Option<usize>,
    /// Maximum characters
    #[arg(long, value_name = "N")]
    pub characters: Option<usize>,
    /// Maximum keywords
    #[arg(long, value_name = "N", default_value_t = DEFAULT_KEYWORDS)]
    pub keywords: usize,
    /// Use this service instead: it receives {title, text, length, keywords} and returns {summary, keywords}
    #[arg(long, value_name = "URL")]
    pub service: Option<String>,
}

fn sentences_help() -> String {
    let usual = SummaryLength::DEFAULT_SENTENCES;
    format!("Maximum sentences (default: {usual})")
}

/// `reposts …`
#[derive(Debug, Subcommand)]
pub enum RepostsSubcommand {
    /// List the latest reposts, each with the record it repeats
    List {
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Find reposts in the whole project, not only among recent records
    Pass,
    /// Undo what the last passes found
    Undo,
    /// Mark the records of an address as not reposts, permanently
    Apart {
        /// The address
        url: String,
    },
    /// Show or change how reposts are found
    Settings {
        /// Turn the search on
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Turn the search off
        #[arg(long)]
        off: bool,
        /// Least similarity, 0.5 to 1
        #[arg(long, value_name = "COSINE")]
        threshold: Option<f64>,
        /// Compare each record with this many before it
        #[arg(long, value_name = "N")]
        window: Option<usize>,
        /// Compare with records of this many days before
        #[arg(long, value_name = "N")]
        days: Option<u32>,
    },
}
