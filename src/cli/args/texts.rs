//! `search`, `summarise`, `reposts`.

use clap::{Args, Subcommand};

use bowerbird_engine::types::{DEFAULT_KEYWORDS, SummaryLength};

/// `search`
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Words, "phrases", AND OR NOT, -word, word*, and site: after: before: lang: tag:; Chinese works
    #[arg(required = true)]
    pub query: Vec<String>,
    /// Only of this site
    #[arg(long)]
    pub site: Option<String>,
    /// Records at most
    #[arg(long, default_value_t = 20)]
    pub limit: u64,
    /// Leave reposts out
    #[arg(long)]
    pub fold: bool,
}

/// `summarise`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("length").args(["sentences", "words", "characters"])))]
pub struct SummariseArguments {
    /// Only records that this search finds
    pub query: Vec<String>,
    /// Only of this site
    #[arg(long)]
    pub site: Option<String>,
    /// Sentences at most
    #[arg(long, value_name = "N", help = sentences_help())]
    pub sentences: Option<usize>,
    /// Words at most
    #[arg(long, value_name = "N")]
    pub words: Option<usize>,
    /// Characters at most
    #[arg(long, value_name = "N")]
    pub characters: Option<usize>,
    /// Keywords at most
    #[arg(long, value_name = "N", default_value_t = DEFAULT_KEYWORDS)]
    pub keywords: usize,
    /// Ask this service instead: it is posted {title, text, length, keywords} and answers {summary, keywords}
    #[arg(long, value_name = "URL")]
    pub service: Option<String>,
}

fn sentences_help() -> String {
    let usual = SummaryLength::DEFAULT_SENTENCES;
    format!("Sentences at most ({usual} when nothing is said)")
}

/// `reposts …`
#[derive(Debug, Subcommand)]
pub enum RepostsSubcommand {
    /// The reposts marked last, each with the record that it repeats
    List {
        /// At most
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Look for reposts all over the project, outside of the window too
    Pass,
    /// Take back what the last passes found
    Undo,
    /// Say that the records of an address are no reposts, for good
    Apart {
        /// The address
        url: String,
    },
    /// Show or change how reposts are found
    Settings {
        /// Look for them
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Do not look for them
        #[arg(long)]
        off: bool,
        /// Least likeness, 0.5 to 1
        #[arg(long, value_name = "COSINE")]
        threshold: Option<f64>,
        /// Records before a record that it is compared with
        #[arg(long, value_name = "N")]
        window: Option<usize>,
        /// Days before a record
        #[arg(long, value_name = "N")]
        days: Option<u32>,
    },
}
