//! The arguments of `alert …`.

use clap::{Args, Subcommand};

/// Conditions that you want to be told of, and ways of telling.
#[derive(Debug, Subcommand)]
pub enum AlertSubcommand {
    /// The conditions, the ways of telling, and what holds now
    List,
    /// Add a condition: no-new (runs in a row without a new record), low-yield (mean of three runs
    /// below so many percent of the median before), blocked (percent of a run's answers), missed
    /// (turns missed within a day), disk (megabytes free)
    Add {
        /// no-new, low-yield, blocked, missed or disk
        condition: String,
        #[command(flatten)]
        terms: ConditionArguments,
    },
    /// Change a condition
    Set {
        /// Its number
        number: u64,
        #[command(flatten)]
        terms: ConditionArguments,
        /// Judge it
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Judge it no more
        #[arg(long)]
        off: bool,
    },
    /// Remove conditions
    Remove {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<u64>,
    },
    /// Set ways of telling; `--secret-stdin` reads the webhook's key or the mail server's password
    Tell(ChannelArguments),
    /// Tell a test by a way: desktop, webhook or mail; all that are set up when none is named
    Test {
        /// desktop, webhook or mail
        channel: Option<String>,
    },
    /// What was raised, the newest first
    History {
        /// So many at most
        #[arg(long, default_value_t = 50)]
        limit: usize,
        /// Forget what holds no more
        #[arg(long)]
        clear: bool,
    },
}

/// What a condition covers and from where on it holds.
#[derive(Debug, Args)]
pub struct ConditionArguments {
    /// Threshold: runs, percent, percent, turns or megabytes
    #[arg(long, value_name = "N")]
    pub threshold: Option<u64>,
    /// This site only
    #[arg(long, value_name = "NAME", conflicts_with_all = ["tag", "everywhere"])]
    pub site: Option<String>,
    /// Sites with this tag only
    #[arg(long, value_name = "TAG", conflicts_with = "everywhere")]
    pub tag: Option<String>,
    /// All sites
    #[arg(long)]
    pub everywhere: bool,
}

/// Ways of telling.
#[derive(Debug, Args)]
pub struct ChannelArguments {
    /// Notifications of the desktop: on or off
    #[arg(long, value_name = "on|off")]
    pub desktop: Option<String>,
    /// Address that gets JSON by POST, signed when there is a key; off for none
    #[arg(long, value_name = "URL|off")]
    pub webhook: Option<String>,
    /// Mail server, with a port when it is not the usual one; off for none
    #[arg(long, value_name = "HOST[:PORT]|off")]
    pub mail: Option<String>,
    /// How the way to the mail server is secured: tls, starttls or none
    #[arg(long, value_name = "HOW")]
    pub security: Option<String>,
    /// Who logs in at the mail server
    #[arg(long)]
    pub user: Option<String>,
    /// Address of the sender
    #[arg(long, value_name = "ADDRESS")]
    pub from: Option<String>,
    /// Addresses of the receivers, with commas between them
    #[arg(long, value_name = "ADDRESSES")]
    pub to: Option<String>,
    /// Hours in which nothing is told outside of the window, such as 22:00-07:00; off for none
    #[arg(long, value_name = "HOURS|off")]
    pub quiet: Option<String>,
    /// Whether it is told, too, that a condition holds no more: on or off
    #[arg(long, value_name = "on|off")]
    pub recoveries: Option<String>,
    /// Keep the first line of standard input as the secret of this way: webhook or mail
    #[arg(long, value_name = "WAY")]
    pub secret_stdin: Option<String>,
}
