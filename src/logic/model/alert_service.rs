//! Messaging services that alerts are sent through.

use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// A messaging service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceKind {
    /// Slack: an incoming webhook.
    Slack,
    /// Discord: a webhook of a channel.
    Discord,
    /// Microsoft Teams: a webhook of a workflow or of a channel.
    Teams,
    /// Mattermost, and what takes its webhooks, such as Rocket.Chat.
    Mattermost,
    /// Telegram: a bot that writes into a chat.
    Telegram,
    /// Matrix: a user that writes into a room.
    Matrix,
    /// ntfy: a topic of a server.
    Ntfy,
    /// Gotify: an application of a server.
    Gotify,
    /// WeCom (企业微信): a robot of a group.
    Wecom,
    /// Feishu or Lark (飞书): a robot of a group.
    Feishu,
    /// DingTalk (钉钉): a robot of a group.
    Dingtalk,
}

impl ServiceKind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::Slack,
        Self::Discord,
        Self::Teams,
        Self::Mattermost,
        Self::Telegram,
        Self::Matrix,
        Self::Ntfy,
        Self::Gotify,
        Self::Wecom,
        Self::Feishu,
        Self::Dingtalk,
    ];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Slack => "slack",
            Self::Discord => "discord",
            Self::Teams => "teams",
            Self::Mattermost => "mattermost",
            Self::Telegram => "telegram",
            Self::Matrix => "matrix",
            Self::Ntfy => "ntfy",
            Self::Gotify => "gotify",
            Self::Wecom => "wecom",
            Self::Feishu => "feishu",
            Self::Dingtalk => "dingtalk",
        }
    }

    /// Its name in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!("alert-service-{}", self.token()))
    }

    /// The service that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }
}

/// A service that is set up. Its address holds the key to it, so it is a secret and not stored
/// here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertService {
    /// Its number within the project, from 1; never reused. 0: not numbered yet.
    pub id: u16,
    /// Which service.
    pub kind: ServiceKind,
    /// Scheme, host and port that messages go to, such as `https://hooks.slack.com`.
    pub origin: String,
}
