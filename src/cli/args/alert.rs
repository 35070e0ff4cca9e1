//! The arguments of `alert …`.

use clap::{Args, Subcommand};

/// Alerts and how they are sent.
#[derive(Debug, Subcommand)]
pub enum AlertSubcommand {
    /// List alerts, channels, and which are active
    List,
    /// Add an alert: new-records (new records of a run, told after each run that finds as many),
    /// changes (changes of records in a run, told likewise),
    /// no-new (runs in a row without new records), low-yield (mean of three runs
    /// below N percent of the median before), blocked (percent of a run's responses), missed
    /// (runs missed within a day), disk (megabytes free)
    Add {
        /// new-records, changes, no-new, low-yield, blocked, missed or disk
        condition: String,
        #[command(flatten)]
        terms: ConditionArguments,
    },
    /// Change an alert
    Set {
        /// Its number
        number: u64,
        #[command(flatten)]
        terms: ConditionArguments,
        /// Enable it
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Disable it
        #[arg(long)]
        off: bool,
    },
    /// Remove alerts
    Remove {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<u64>,
    },
    /// Set channels; `--secret-stdin` reads the webhook's key or the mail server's password
    Tell(ChannelArguments),
    /// Messaging services: Slack, Discord, Teams, Mattermost, Telegram, Matrix, ntfy, Gotify, WeCom,
    /// Feishu, DingTalk
    #[command(subcommand)]
    Service(ServiceSubcommand),
    /// Send a test by desktop, webhook, mail or service-N; by all that are set up if none is named
    Test {
        /// desktop, webhook, mail or service-N
        channel: Option<String>,
    },
    /// Recent alerts, newest first
    History {
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        limit: usize,
        /// Remove resolved ones
        #[arg(long)]
        clear: bool,
    },
}

/// Messaging services.
#[derive(Debug, Subcommand)]
pub enum ServiceSubcommand {
    /// Add a service. Its address is read from standard input, as the service shows it to be copied
    /// or as Apprise writes it; it is saved as a secret
    Add {
        /// The service, if its address does not tell: slack, discord, teams, mattermost, telegram,
        /// matrix, ntfy, gotify, wecom, feishu or dingtalk
        #[arg(long, value_name = "SERVICE")]
        kind: Option<String>,
    },
    /// Remove services with their addresses
    Remove {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<u16>,
    },
}

/// Scope and threshold of an alert.
#[derive(Debug, Args)]
pub struct ConditionArguments {
    /// Threshold: runs, percent, percent, runs or megabytes
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

/// Channels.
#[derive(Debug, Args)]
pub struct ChannelArguments {
    /// Desktop notifications: on or off
    #[arg(long, value_name = "on|off")]
    pub desktop: Option<String>,
    /// Address that gets JSON by POST, signed if there is a key; off for none
    #[arg(long, value_name = "URL|off")]
    pub webhook: Option<String>,
    /// Mail server, with port if not the default; off for none
    #[arg(long, value_name = "HOST[:PORT]|off")]
    pub mail: Option<String>,
    /// Mail server security: tls, starttls or none
    #[arg(long, value_name = "HOW")]
    pub security: Option<String>,
    /// User name on the mail server
    #[arg(long)]
    pub user: Option<String>,
    /// Sender address
    #[arg(long, value_name = "ADDRESS")]
    pub from: Option<String>,
    /// Recipient addresses, separated by commas
    #[arg(long, value_name = "ADDRESSES")]
    pub to: Option<String>,
    /// Hours without alerts outside the window, such as 22:00-07:00; off for none
    #[arg(long, value_name = "HOURS|off")]
    pub quiet: Option<String>,
    /// Also notify when resolved: on or off
    #[arg(long, value_name = "on|off")]
    pub recoveries: Option<String>,
    /// Save the first line of standard input as the secret of this channel: webhook or mail
    #[arg(long, value_name = "WAY")]
    pub secret_stdin: Option<String>,
}
