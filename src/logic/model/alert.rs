//! Alerts: conditions, notification channels, and raised alerts.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{AlertService, ServiceKind, SiteId};
use crate::messages::{Arg, Message};

/// What is monitored. Each kind has one threshold, see [`AlertKind::usual`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlertKind {
    /// This many consecutive runs found no new record.
    NoNew,
    /// A run found at least this many new records. It is an event: nothing is told when it is over.
    NewRecords,
    /// A run found at least this many changes of records: other values, gone, back. An event too.
    Changes,
    /// The mean of new records of the last three runs is below this percentage of the median of the
    /// runs before.
    LowYield,
    /// This percentage of a run's answers were blocks.
    Blocked,
    /// This many turns of tasks were missed within a day.
    Missed,
    /// Less than this many megabytes (10⁶ bytes) are free on the project's disk.
    Disk,
    /// The site does not answer as it should, whatever the state: blocked, redesigned, a login, down.
    Trouble,
    /// The site waits for a person: no automatic step is left.
    NeedsYou,
    /// The rule no longer matches the site.
    Redesigned,
    /// The site was read and has nothing to collect.
    Nothing,
    /// At least this percentage of the last run's pages failed.
    Failing,
    /// At least this percentage of the last run's records lack a field that most records have.
    LacksField,
    /// A condition over records counted. It is an event, and has no threshold: what it asks for is a
    /// [`RecordCondition`](super::RecordCondition).
    Condition,
}

impl AlertKind {
    /// Those that a person adds by their kind.
    pub const ALL: [Self; 13] = [
        Self::NewRecords,
        Self::Changes,
        Self::NoNew,
        Self::LowYield,
        Self::Trouble,
        Self::NeedsYou,
        Self::Blocked,
        Self::Redesigned,
        Self::Nothing,
        Self::Failing,
        Self::LacksField,
        Self::Missed,
        Self::Disk,
    ];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::NewRecords => "new-records",
            Self::Changes => "changes",
            Self::NoNew => "no-new",
            Self::LowYield => "low-yield",
            Self::Blocked => "blocked",
            Self::Missed => "missed",
            Self::Disk => "disk",
            Self::Trouble => "trouble",
            Self::NeedsYou => "needs-you",
            Self::Redesigned => "redesigned",
            Self::Nothing => "nothing",
            Self::Failing => "failing",
            Self::LacksField => "lacks-field",
            Self::Condition => "condition",
        }
    }

    /// The kind that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain([Self::Condition]);
        all.find(|kind| kind.token() == token)
    }

    /// Whether it tells what a run found: it is raised anew by each run, and nothing is told when it
    /// is over.
    pub fn is_event(self) -> bool {
        matches!(self, Self::NewRecords | Self::Changes | Self::Condition)
    }

    /// Whether its threshold says something: states have none.
    pub fn has_threshold(self) -> bool {
        !matches!(
            self,
            Self::Trouble | Self::NeedsYou | Self::Redesigned | Self::Nothing | Self::Condition
        )
    }

    /// Whether it applies to single sites rather than the project.
    pub fn is_of_sites(self) -> bool {
        self != Self::Disk
    }
}

/// A condition with what it covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertRule {
    /// Its number within the project, from 1; never reused.
    pub id: u64,
    /// What is monitored.
    pub kind: AlertKind,
    /// The threshold, in the unit of the kind.
    pub threshold: u64,
    /// One site only.
    #[serde(default)]
    pub site: Option<SiteId>,
    /// Sites with this tag only.
    #[serde(default)]
    pub tag: Option<String>,
    /// Whether it is evaluated at all.
    pub enabled: bool,
}

/// How the connection to a mail server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailSecurity {
    /// TLS from the first byte (RFC 8314), usually port 465.
    #[default]
    Tls,
    /// Unencrypted until STARTTLS (RFC 3207), usually port 587; fails without it.
    Starttls,
    /// Unencrypted. A password is then sent only to this machine.
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

    /// The security mode that a token names.
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

/// A mail server with sender and receivers. The password is a secret and not stored here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MailServer {
    /// Name or address of the server.
    pub host: String,
    /// Port; the usual one when absent.
    pub port: Option<u16>,
    /// How the connection is encrypted.
    pub security: MailSecurity,
    /// The user that logs in; no login when empty.
    pub user: String,
    /// Address of the sender.
    pub from: String,
    /// Addresses of the receivers, separated by commas.
    pub to: String,
}

/// Channels outside the window through which alerts are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum AlertChannel {
    /// A notification of the desktop.
    Desktop,
    /// JSON by POST.
    Webhook,
    /// E-mail.
    Mail,
    /// The messaging service with this number, see [`AlertService::id`].
    Service(u16),
}

/// What the number of a service follows in the token of its channel.
const SERVICE: &str = "service-";

impl AlertChannel {
    /// Those that every project can have, once.
    pub const FIXED: [Self; 3] = [Self::Desktop, Self::Webhook, Self::Mail];

    /// The token used on the command line, in the project file and in `--json`.
    pub fn token(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Desktop => "desktop",
            Self::Webhook => "webhook",
            Self::Mail => "mail",
            Self::Service(id) => return Cow::Owned(format!("{SERVICE}{id}")),
        })
    }

    /// The channel that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        let fixed = Self::FIXED.into_iter().find(|way| way.token() == token);
        fixed.or_else(|| Some(Self::Service(token.strip_prefix(SERVICE)?.parse().ok()?)))
    }

    /// Name of its secret: the webhook's key, the mail server's password, or the whole address of a
    /// service.
    pub fn secret_name(self) -> String {
        format!("alert:{}", self.token())
    }
}

impl From<AlertChannel> for String {
    fn from(channel: AlertChannel) -> Self {
        channel.token().into_owned()
    }
}

impl TryFrom<String> for AlertChannel {
    type Error = String;

    fn try_from(token: String) -> Result<Self, String> {
        Self::from_token(&token).ok_or(token)
    }
}

/// Conditions and channels of one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AlertPlan {
    /// The conditions.
    pub rules: Vec<AlertRule>,
    /// The highest number ever given to a condition.
    pub last_id: u64,
    /// Whether desktop notifications are on.
    pub desktop: bool,
    /// Address of the webhook, when there is one.
    pub webhook: Option<String>,
    /// Whether a key is kept for the webhook; unknown in plans of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_key: Option<bool>,
    /// The mail server, when there is one.
    pub mail: Option<MailServer>,
    /// Messaging services.
    pub services: Vec<AlertService>,
    /// The highest number ever given to a service.
    pub last_service: u16,
    /// Quiet hours in the machine's zone, in which alerts stay in the window, such as
    /// `22:00-07:00`; none when empty.
    pub quiet: String,
    /// Times of day in the machine's zone at which digests are sent, such as `08:00, 18:00`; the
    /// usual one when empty.
    pub digests: String,
    /// Whether recoveries are reported too.
    pub recoveries: bool,
    /// BCP 47 tag of the language of alerts; English when empty.
    pub language: String,
}

impl AlertPlan {
    /// The configured channels.
    pub fn channels(&self) -> Vec<AlertChannel> {
        let is_set = |channel: &AlertChannel| match channel {
            AlertChannel::Desktop => self.desktop,
            AlertChannel::Webhook => self.webhook.is_some(),
            AlertChannel::Mail => self.mail.is_some(),
            AlertChannel::Service(id) => self.service(*id).is_some(),
        };
        let fixed = AlertChannel::FIXED.into_iter().filter(is_set);
        let services = self
            .services
            .iter()
            .map(|one| AlertChannel::Service(one.id));
        fixed.chain(services).collect()
    }

    /// The name of a channel: that of its service, else its token.
    pub fn channel_name(&self, channel: AlertChannel) -> Arg {
        let service = match channel {
            AlertChannel::Service(id) => self.service(id).map(|service| service.kind),
            _ => None,
        };
        name_of(channel, service)
    }

    /// The service with this number.
    pub fn service(&self, id: u16) -> Option<&AlertService> {
        self.services.iter().find(|service| service.id == id)
    }
}

fn name_of(channel: AlertChannel, service: Option<ServiceKind>) -> Arg {
    match service {
        Some(kind) => kind.name().into(),
        None => channel.token().into_owned().into(),
    }
}

/// A condition that held, or holds, for a site or the project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaisedAlert {
    /// Row id; 0 before it is stored.
    pub id: i64,
    /// Number of its condition.
    pub rule: u64,
    /// What is monitored.
    pub kind: AlertKind,
    /// The site; `None` for the project.
    pub site: Option<SiteId>,
    /// Name of the site; empty for the project.
    pub site_name: String,
    /// What held, in words.
    pub message: Message,
    /// Since when.
    pub raised_at: Timestamp,
    /// When it stopped holding.
    pub cleared_at: Option<Timestamp>,
    /// When it was sent outside the window.
    pub told_at: Option<Timestamp>,
    /// When its end was sent.
    pub told_cleared_at: Option<Timestamp>,
    /// Why a channel did not accept it.
    pub fault: Option<Message>,
    /// Its delivery state by channel, for those that were tried.
    #[serde(default)]
    pub deliveries: Vec<AlertDelivery>,
}

impl RaisedAlert {
    /// Whether what is told of it is that it is over. What happened once is never over.
    pub fn tells_end(&self) -> bool {
        self.cleared_at.is_some() && !self.kind.is_event()
    }
}

/// The delivery of an alert through one channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlertDelivery {
    /// The channel.
    pub channel: AlertChannel,
    /// The service that it is, if it is one that is still set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceKind>,
    /// Whether it reports the end of the alert.
    pub cleared: bool,
    /// Its state.
    pub state: DeliveryState,
    /// The number of failed tries.
    pub tries: u32,
    /// When it is retried; only while it waits.
    pub next_at: Option<Timestamp>,
    /// When it was sent, last failed, or was given up.
    pub at: Timestamp,
    /// Why it last failed, or was given up.
    pub reason: Option<Message>,
}

impl AlertDelivery {
    /// The text for the user, with `time` to format an instant; `None` if it was sent.
    pub fn message(&self, time: impl Fn(Timestamp) -> String) -> Option<Message> {
        let id = match self.state {
            DeliveryState::Told => return None,
            DeliveryState::Waiting => "alert-not-told",
            DeliveryState::Ended => "alert-never-told",
        };
        let told = Message::new(id)
            .with("channel", name_of(self.channel, self.service))
            .with("tries", self.tries)
            .with("time", self.next_at.map(time).unwrap_or_default());
        Some(match &self.reason {
            Some(reason) => told.with("reason", reason.clone()),
            None => told.with("reason", ""),
        })
    }
}

/// The deliveries that fail now: of each channel the newest, unless it was sent. `raised` has the
/// newest alerts first.
pub fn failing_channels(raised: &[RaisedAlert]) -> Vec<&AlertDelivery> {
    let mut newest: Vec<&AlertDelivery> = Vec::new();
    for delivery in raised.iter().flat_map(|alert| &alert.deliveries) {
        match newest
            .iter_mut()
            .find(|one| one.channel == delivery.channel)
        {
            Some(known) if known.at < delivery.at => *known = delivery,
            Some(_) => {}
            None => newest.push(delivery),
        }
    }
    newest.retain(|delivery| delivery.state != DeliveryState::Told);
    newest
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeliveryState {
    /// It failed and is retried.
    Waiting,
    /// It was sent.
    Told,
    /// It is not sent; the reason says why.
    Ended,
}
