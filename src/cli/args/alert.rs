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
    /// (runs missed within a day), disk (megabytes free), failing (percent of a run's pages),
    /// lacks-field (percent of a run's records), and states of a site: trouble (any), needs-you,
    /// redesigned, nothing
    Add {
        /// new-records, changes, no-new, low-yield, trouble, needs-you, blocked, redesigned, nothing,
        /// failing, lacks-field, missed or disk
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
    /// Conditions over records: values that cross a limit, fall or rise, words that appear, records
    /// that come and go
    #[command(subcommand)]
    Condition(ConditionSubcommand),
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

/// Conditions over records.
#[derive(Debug, Subcommand)]
pub enum ConditionSubcommand {
    /// List conditions, and how often each counted in the last 30 days
    List,
    /// Add a condition, such as: add "price below 3" --site NAME
    Add {
        /// FIELD TEST VALUE. Tests: below, above, falls, rises (by so much, or 10%), lowest, highest (of
        /// so many days), contains, lacks (a word or phrase), matches, mismatches (a regular
        /// expression), changes, appears, vanishes. The field is "*" for any text, and "record" with
        /// appears and vanishes for the record itself
        #[arg(required = true, value_name = "PART")]
        parts: Vec<String>,
        #[command(flatten)]
        terms: RecordConditionArguments,
    },
    /// Change a condition; parts that are given replace all parts
    Edit {
        /// Its number
        number: i64,
        /// FIELD TEST VALUE, as in add
        #[arg(value_name = "PART")]
        parts: Vec<String>,
        #[command(flatten)]
        terms: RecordConditionArguments,
        /// Enable it
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Disable it
        #[arg(long)]
        off: bool,
    },
    /// Remove conditions
    Remove {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<i64>,
    },
    /// Say what a condition would have matched in the last 30 days; nothing is saved or sent
    Test {
        /// FIELD TEST VALUE, as in add
        #[arg(value_name = "PART", required_unless_present = "number")]
        parts: Vec<String>,
        /// The number of a saved condition
        #[arg(long)]
        number: Option<i64>,
        #[command(flatten)]
        terms: RecordConditionArguments,
        /// Maximum number of matches shown
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
}

/// The records that a condition or a filter is about, and how its parts are joined.
#[derive(Debug, Args)]
pub struct ConditionScopeArguments {
    /// Records of this site only
    #[arg(long, value_name = "NAME", conflicts_with_all = ["tag", "everywhere"])]
    pub site: Option<String>,
    /// Records of sites with this tag only
    #[arg(long, value_name = "TAG", conflicts_with = "everywhere")]
    pub tag: Option<String>,
    /// Records of all sites
    #[arg(long)]
    pub everywhere: bool,
    /// All parts must hold
    #[arg(long, conflicts_with = "any")]
    pub all: bool,
    /// One part must hold
    #[arg(long)]
    pub any: bool,
}

/// What a condition over records is about, how often it counts, and what is done then.
#[derive(Debug, Args)]
pub struct RecordConditionArguments {
    #[command(flatten)]
    pub scope: ConditionScopeArguments,
    /// How often it counts: once (the first time that it holds, at the first reading too), again (each time
    /// it begins to hold), further (each time the value moves further) or always (at every reading)
    #[arg(long, value_name = "HOW")]
    pub count: Option<String>,
    /// Count for records, too, that match already when it is saved: on or off (the default)
    #[arg(long, value_name = "on|off")]
    pub matching_now: Option<String>,
    /// Send through this channel only: desktop, webhook, mail or service-N; can be repeated; all for
    /// all
    #[arg(long, value_name = "CHANNEL", conflicts_with = "silent")]
    pub channel: Vec<String>,
    /// Send nothing
    #[arg(long)]
    pub silent: bool,
    /// Wait for the next digest: on or off
    #[arg(long, value_name = "on|off")]
    pub digest: Option<String>,
    /// Tag the record; off for none
    #[arg(long, value_name = "TAG|off")]
    pub add_tag: Option<String>,
    /// Mark the record as read: on or off
    #[arg(long, value_name = "on|off")]
    pub mark_read: Option<String>,
    /// Never store records that are new: on or off
    #[arg(long, value_name = "on|off")]
    pub skip: Option<String>,
    /// Run the task with this number; off for none
    #[arg(long, value_name = "TASK|off")]
    pub run_task: Option<String>,
    /// How the message says it. Placeholders: {title} {site} {what} {field} {before} {after}
    /// {difference} {percent} {link} {time}
    #[arg(long, value_name = "TEXT")]
    pub wording: Option<String>,
}

/// Filters: what becomes of new records.
#[derive(Debug, Subcommand)]
pub enum FilterSubcommand {
    /// List filters in their order, with what each did in the last 30 days
    List {
        /// Only those that apply to this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Add a filter, such as: add "title contains advert" --skip --site NAME
    Add {
        /// FIELD TEST VALUE. Tests: contains, lacks (a word or phrase), equals, matches, mismatches (a
        /// regular expression), below, above (a number), empty, older (than so many days). The field
        /// is "*" for any text
        #[arg(required = true, value_name = "PART")]
        parts: Vec<String>,
        #[command(flatten)]
        terms: FilterArguments,
    },
    /// Change a filter; parts that are given replace all parts, effects replace all effects
    Edit {
        /// Its number
        number: i64,
        /// FIELD TEST VALUE, as in add
        #[arg(value_name = "PART")]
        parts: Vec<String>,
        #[command(flatten)]
        terms: FilterArguments,
    },
    /// Remove filters; pages that were read stay skipped until they are kept
    Remove {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<i64>,
    },
    /// Switch filters on
    On {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<i64>,
    },
    /// Switch filters off
    Off {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<i64>,
    },
    /// Move a filter one place up or down
    Move {
        /// Its number
        number: i64,
        /// up or down
        #[arg(value_parser = ["up", "down"])]
        way: String,
    },
    /// Show a filter, and the records that it would have matched in the last 30 days
    Show {
        /// Its number
        number: i64,
        /// Maximum number of records shown
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// Say which records a filter would have matched in the last 30 days; nothing is saved
    Test {
        /// FIELD TEST VALUE, as in add
        #[arg(required = true, value_name = "PART")]
        parts: Vec<String>,
        #[command(flatten)]
        terms: FilterArguments,
        /// Maximum number of records shown
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// List skipped records, newest first
    Skipped {
        /// Only those of the filter with this number
        #[arg(long, value_name = "NUMBER")]
        filter: Option<i64>,
        /// Only those of this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// Keep skipped records after all: at once where the page was read, else in the next run
    Keep {
        /// Their numbers, as listed by skipped
        #[arg(required = true)]
        numbers: Vec<i64>,
    },
    /// Apply a filter to the records that are stored: show which, or with --yes delete, tag or mark them
    Apply {
        /// Its number
        number: i64,
        /// Do it; deleted records can be restored
        #[arg(long)]
        yes: bool,
        /// Maximum number of records shown
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
}

/// What a filter is about, and what it does.
#[derive(Debug, Args)]
pub struct FilterArguments {
    #[command(flatten)]
    pub scope: ConditionScopeArguments,
    /// Skip the record: it is not stored
    #[arg(long, conflicts_with_all = ["keep", "add_tag", "mark_read"])]
    pub skip: bool,
    /// Keep the record, whatever filters would skip it
    #[arg(long)]
    pub keep: bool,
    /// Tag the record
    #[arg(long, value_name = "TAG")]
    pub add_tag: Option<String>,
    /// Mark the record as read
    #[arg(long)]
    pub mark_read: bool,
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
    /// Times of day for digests, such as 08:00,18:00; off for the usual one
    #[arg(long, value_name = "TIMES|off")]
    pub digests: Option<String>,
    /// Also notify when resolved: on or off
    #[arg(long, value_name = "on|off")]
    pub recoveries: Option<String>,
    /// Save the first line of standard input as the secret of this channel: webhook or mail
    #[arg(long, value_name = "WAY")]
    pub secret_stdin: Option<String>,
}
