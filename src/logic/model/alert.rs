//! Alerts: conditions that a person wants to be told of, ways they are told, what was raised.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::SiteId;
use crate::messages::Message;

/// What is watched. Each has one threshold, see [`AlertKind::usual`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlertKind {
    /// That many runs in a row brought no new record.
    NoNew,
    /// The mean of new records of the last three runs fell below that many percent of the median
    /// of the runs before.
    LowYield,
    /// That many percent of a run's answers were blocks.
    Blocked,
    /// That many turns of tasks were missed within a day.
    Missed,
    /// Less than that many megabytes (10⁶ bytes) are free on the project's disk.
    Disk,
}

impl AlertKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::NoNew,
        Self::LowYield,
        Self::Blocked,
        Self::Missed,
        Self::Disk,
    ];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::NoNew => "no-new",
            Self::LowYield => "low-yield",
            Self::Blocked => "blocked",
            Self::Missed => "missed",
            Self::Disk => "disk",
        }
    }

    /// The kind that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }

    /// The threshold when nothing is said: runs, percent, percent, turns, megabytes.
    pub fn usual(self) -> u64 {
        match self {
            Self::NoNew | Self::Missed => 3,
            Self::LowYield => 50,
            Self::Blocked => 20,
            Self::Disk => 1_000,
        }
    }

    /// The thresholds that make sense, both ends included.
    pub fn range(self) -> (u64, u64) {
        match self {
            Self::NoNew => (1, 20),
            Self::LowYield | Self::Blocked => (1, 100),
            Self::Missed => (1, 1_000),
            Self::Disk => (1, 100_000_000),
        }
    }

    /// Whether it is about single sites, and not about the project.
    pub fn is_of_sites(self) -> bool {
        self != Self::Disk
    }
}

/// A condition with what it covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertRule {
    /// Its number within the project, from 1; never given twice.
    pub id: u64,
    /// What is watched.
    pub kind: AlertKind,
    /// The threshold, in the unit of the kind.
    pub threshold: u64,
    /// One site only.
    #[serde(default)]
    pub site: Option<SiteId>,
    /// Sites with this tag only.
    #[serde(default)]
    pub tag: Option<String>,
    /// Whether it is judged at all.
    pub enabled: bool,
}

/// How the way to a mail server is secured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailSecurity {
    /// TLS from the first byte (RFC 8314), usually port 465.
    #[default]
    Tls,
    /// In clear until the server agrees on TLS (RFC 3207), usually port 587; never without it.
    Starttls,
    /// In clear. A password is given only to this machine that way.
    None,
}

impl MailSecurity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tls, Self::Starttls, Self::None];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Tls => "tls",
            Self::Starttls => "starttls",
            Self::None => "none",
        }
    }

    /// The way that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.token() == token)
    }

    /// The usual port.
    pub fn port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::Starttls => 587,
            Self::None => 25,
        }
    }
}

/// A mail server and who writes to whom. The password is a secret and not in here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MailServer {
    /// Name or address of the server.
    pub host: String,
    /// Port; the usual one when absent.
    pub port: Option<u16>,
    /// How the way there is secured.
    pub security: MailSecurity,
    /// Who logs in; nobody when empty.
    pub user: String,
    /// Address of the sender.
    pub from: String,
    /// Addresses of the receivers, with commas between them.
    pub to: String,
}

/// Ways out of the window by which alerts are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlertChannel {
    /// A notification of the desktop.
    Desktop,
    /// JSON by POST.
    Webhook,
    /// E-mail.
    Mail,
}

impl AlertChannel {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Webhook, Self::Mail];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Webhook => "webhook",
            Self::Mail => "mail",
        }
    }

    /// The channel that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.token() == token)
    }

    /// Name of its secret: the webhook's key or the mail server's password.
    pub fn secret_name(self) -> String {
        format!("alert:{}", self.token())
    }
}

/// Conditions and ways of one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AlertPlan {
    /// The conditions.
    pub rules: Vec<AlertRule>,
    /// The highest number that a condition ever had.
    pub last_id: u64,
    /// Whether the desktop tells.
    pub desktop: bool,
    /// Address of the webhook, when there is one.
    pub webhook: Option<String>,
    /// The mail server, when there is one.
    pub mail: Option<MailServer>,
    /// Hours in the machine's zone in which nothing leaves the window, such as `22:00-07:00`;
    /// none when empty.
    pub quiet: String,
    /// Whether it is told, too, that a condition holds no more.
    pub recoveries: bool,
    /// BCP 47 tag of the language that is told in; English when empty.
    pub language: String,
}

impl AlertPlan {
    /// The ways that are set up.
    pub fn channels(&self) -> Vec<AlertChannel> {
        let is_set = |channel: &AlertChannel| match channel {
            AlertChannel::Desktop => self.desktop,
            AlertChannel::Webhook => self.webhook.is_some(),
            AlertChannel::Mail => self.mail.is_some(),
        };
        AlertChannel::ALL.into_iter().filter(is_set).collect()
    }
}

/// A condition that held, or holds, for a site or the project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaisedAlert {
    /// Row id; 0 before it is stored.
    pub id: i64,
    /// Number of its condition.
    pub rule: u64,
    /// What was watched.
    pub kind: AlertKind,
    /// The site; `None` when it is about the project.
    pub site: Option<SiteId>,
    /// Name of the site; empty when it is about the project.
    pub site_name: String,
    /// What held, in words.
    pub message: Message,
    /// Since when.
    pub raised_at: Timestamp,
    /// Since when it holds no more.
    pub cleared_at: Option<Timestamp>,
    /// When it was told outside of the window that it holds.
    pub told_at: Option<Timestamp>,
    /// When it was told that it holds no more.
    pub told_cleared_at: Option<Timestamp>,
    /// Why a way did not take it.
    pub fault: Option<Message>,
    /// What became of it by each way that has tried.
    #[serde(default)]
    pub deliveries: Vec<AlertDelivery>,
}

/// What became of an alert by one way of telling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlertDelivery {
    /// The way.
    pub channel: AlertChannel,
    /// Whether it is about that the alert holds no more.
    pub cleared: bool,
    /// How it stands.
    pub state: DeliveryState,
    /// Tries that failed.
    pub tries: u32,
    /// When it is tried again; only while it waits.
    pub next_at: Option<Timestamp>,
    /// When it was told, failed last, or ended.
    pub at: Timestamp,
    /// Why it failed last, or ended untold.
    pub reason: Option<Message>,
}

impl AlertDelivery {
    /// What a person is told of it, with `time` to write an instant; nothing where it was told.
    pub fn message(&self, time: impl Fn(Timestamp) -> String) -> Option<Message> {
        let id = match self.state {
            DeliveryState::Told => return None,
            DeliveryState::Waiting => "alert-not-told",
            DeliveryState::Ended => "alert-never-told",
        };
        let told = Message::new(id)
            .with("channel", self.channel.token())
            .with("tries", self.tries)
            .with("time", self.next_at.map(time).unwrap_or_default());
        Some(match &self.reason {
            Some(reason) => told.with("reason", reason.clone()),
            None => told.with("reason", ""),
        })
    }
}

/// How a way stands with an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeliveryState {
    /// It failed and is tried again.
    Waiting,
    /// It was told.
    Told,
    /// It stays untold; the reason says why.
    Ended,
}
