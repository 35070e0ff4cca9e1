//! Addresses of services: those that the services themselves show to be copied, and those of
//! Apprise.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::messages::{Explain, Message};
use crate::model::ServiceKind;

/// The length from which a part of an address is taken for secret, in bytes: shorter ones are words.
const LEAST_SECRET: usize = 8;

/// The address of a service, read. It holds a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceAddress {
    /// Which service.
    pub kind: ServiceKind,
    pub(super) endpoint: ServiceEndpoint,
}

/// Where messages go.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum ServiceEndpoint {
    /// An address that takes a JSON text by POST and is the whole secret.
    Hook(Url),
    /// A bot, and the chat it writes into.
    Bot {
        base: Url,
        token: String,
        chat: String,
    },
    /// A user's access token, and a room (`!id:server` or `#alias:server`).
    Room {
        base: Url,
        token: String,
        room: String,
    },
    /// A topic, and the value of `Authorization`.
    Topic {
        base: Url,
        topic: String,
        authorization: Option<String>,
    },
    /// The key of an application.
    Application { base: Url, token: String },
}

/// Why a text is no address of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceAddressError {
    /// Nothing says which service it is.
    #[error("no address of a known service")]
    Unknown,
    /// It is one of this service and lacks something.
    #[error("an incomplete address of {}", .0.token())]
    Incomplete(ServiceKind),
}

impl Explain for ServiceAddressError {
    fn explain(&self) -> Message {
        match self {
            Self::Unknown => Message::new("alert-service-unknown"),
            Self::Incomplete(kind) => Message::new("alert-service-incomplete")
                .with("service", kind.name())
                .with("example", example(*kind)),
        }
    }
}

/// What an address of a service looks like.
pub fn example(kind: ServiceKind) -> &'static str {
    match kind {
        ServiceKind::Slack => "https://hooks.slack.com/services/T…/B…/…",
        ServiceKind::Discord => "https://discord.com/api/webhooks/…/…",
        ServiceKind::Teams => "https://….logic.azure.com/workflows/…",
        ServiceKind::Mattermost => "https://chat.example.org/hooks/…",
        ServiceKind::Telegram => "tgram://123456:ABC…/CHAT",
        ServiceKind::Matrix => "matrixs://ACCESS-TOKEN@matrix.example.org/!room:example.org",
        ServiceKind::Ntfy => "https://ntfy.sh/TOPIC",
        ServiceKind::Gotify => "https://push.example.org/message?token=…",
        ServiceKind::Wecom => "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
        ServiceKind::Feishu => "https://open.feishu.cn/open-apis/bot/v2/hook/…",
        ServiceKind::Dingtalk => "https://oapi.dingtalk.com/robot/send?access_token=…",
    }
}

impl ServiceAddress {
    /// Reads an address. `chosen` is the service that the person named; without it, the address
    /// itself has to say which one it is.
    ///
    /// # Errors
    /// [`ServiceAddressError`].
    pub fn parse(text: &str, chosen: Option<ServiceKind>) -> Result<Self, ServiceAddressError> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").ok_or(ServiceAddressError::Unknown)?;
        let scheme = scheme.to_ascii_lowercase();
        if matches!(scheme.as_str(), "http" | "https") {
            let url = Url::parse(text).map_err(|_| ServiceAddressError::Unknown)?;
            let kind = chosen
                .or_else(|| kind_of(&url))
                .ok_or(ServiceAddressError::Unknown)?;
            let endpoint = of_url(kind, url).ok_or(ServiceAddressError::Incomplete(kind))?;
            return Ok(Self { kind, endpoint });
        }
        let (kind, secure) = scheme_of(&scheme).ok_or(ServiceAddressError::Unknown)?;
        let endpoint = Parts::of(rest)
            .and_then(|parts| of_parts(kind, secure, &scheme, &parts))
            .ok_or(ServiceAddressError::Incomplete(kind))?;
        Ok(Self { kind, endpoint })
    }

    /// `text`, which came from the service, with a mark in place of what is secret of the address.
    pub fn without_key(&self, text: &str) -> String {
        let secrets: Vec<String> = match &self.endpoint {
            ServiceEndpoint::Hook(url) => {
                let path = url.path_segments().into_iter().flatten();
                let path = path.flat_map(|part| [part.to_owned(), decoded(part)]);
                let query = url.query_pairs().map(|(_, value)| value.into_owned());
                let written = url.query().into_iter().flat_map(|query| query.split('&'));
                let written = written.filter_map(|pair| pair.split_once('='));
                let written = written.map(|(_, value)| value.to_owned());
                path.chain(query).chain(written).collect()
            }
            ServiceEndpoint::Bot { token, .. }
            | ServiceEndpoint::Room { token, .. }
            | ServiceEndpoint::Application { token, .. } => vec![token.clone()],
            ServiceEndpoint::Topic {
                topic,
                authorization,
                ..
            } => {
                let key = authorization.iter().flat_map(|value| value.split(' '));
                key.chain([topic.as_str()]).map(str::to_owned).collect()
            }
        };
        let long = secrets.iter().filter(|secret| secret.len() >= LEAST_SECRET);
        long.fold(text.to_owned(), |text, secret| text.replace(secret, "•••"))
    }

    /// What messages are sent to: without path, key and names.
    pub fn origin(&self) -> Url {
        let mut origin = match &self.endpoint {
            ServiceEndpoint::Hook(url) => url.clone(),
            ServiceEndpoint::Bot { base, .. }
            | ServiceEndpoint::Room { base, .. }
            | ServiceEndpoint::Topic { base, .. }
            | ServiceEndpoint::Application { base, .. } => base.clone(),
        };
        origin.set_path("");
        origin.set_query(None);
        origin.set_fragment(None);
        // Both only fail for addresses without a host.
        let _ = origin.set_username("");
        let _ = origin.set_password(None);
        origin
    }
}

/// The service that an address of the web is of.
fn kind_of(url: &Url) -> Option<ServiceKind> {
    let (host, path) = (url.host_str()?, url.path());
    let ends = |domain: &str| {
        host.strip_suffix(domain)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let has = |name: &str| url.query_pairs().any(|(key, _)| key == name);
    Some(match () {
        () if host == "hooks.slack.com" => ServiceKind::Slack,
        () if (ends("discord.com") || ends("discordapp.com")) && path.contains("/webhooks/") => {
            ServiceKind::Discord
        }
        () if ends("webhook.office.com") || ends("logic.azure.com") => ServiceKind::Teams,
        () if ends("powerplatform.com") && path.contains("/workflows/") => ServiceKind::Teams,
        () if host == "api.telegram.org" => ServiceKind::Telegram,
        () if host == "qyapi.weixin.qq.com" => ServiceKind::Wecom,
        () if ends("feishu.cn") || ends("larksuite.com") => ServiceKind::Feishu,
        () if host == "oapi.dingtalk.com" => ServiceKind::Dingtalk,
        () if ends("ntfy.sh") => ServiceKind::Ntfy,
        () if path.ends_with("/message") && has("token") => ServiceKind::Gotify,
        () if path.contains("/hooks/") => ServiceKind::Mattermost,
        () => return None,
    })
}

/// The endpoint of an address of the web of this service.
fn of_url(kind: ServiceKind, url: Url) -> Option<ServiceEndpoint> {
    url.host_str()?;
    let segments: Vec<String> = url.path_segments()?.map(decoded).collect();
    let query = |name: &str| -> Option<String> {
        let mut pairs = url.query_pairs();
        let value = pairs.find(|(key, _)| key == name)?.1.into_owned();
        (!value.is_empty()).then_some(value)
    };
    let base = |keep: usize| -> Option<Url> {
        let mut base = url.clone();
        base.set_query(None);
        base.set_fragment(None);
        let _ = base.set_username("");
        let _ = base.set_password(None);
        base.set_path(&segments.get(..keep)?.join("/"));
        Some(base)
    };
    let last = segments.last().filter(|last| !last.is_empty()).cloned();
    Some(match kind {
        ServiceKind::Telegram => {
            let at = segments.iter().position(|part| part.starts_with("bot"))?;
            let token = segments.get(at)?.strip_prefix("bot")?.to_owned();
            ServiceEndpoint::Bot {
                base: base(at)?,
                token: (!token.is_empty()).then_some(token)?,
                chat: query("chat_id")?,
            }
        }
        ServiceKind::Ntfy => ServiceEndpoint::Topic {
            base: base(segments.len() - 1)?,
            topic: last?,
            authorization: match (url.username(), url.password()) {
                ("", None) => query("token").map(|token| format!("Bearer {token}")),
                (user, password) => Some(basic(&decoded(user), &decoded(password.unwrap_or("")))),
            },
        },
        ServiceKind::Gotify => ServiceEndpoint::Application {
            base: base(segments.iter().position(|part| part == "message")?)?,
            token: query("token")?,
        },
        // What a person can copy does not hold the access token.
        ServiceKind::Matrix => return None,
        ServiceKind::Wecom => query("key").map(|_| ServiceEndpoint::Hook(url.clone()))?,
        ServiceKind::Dingtalk => {
            query("access_token").map(|_| ServiceEndpoint::Hook(url.clone()))?
        }
        ServiceKind::Slack
        | ServiceKind::Discord
        | ServiceKind::Teams
        | ServiceKind::Mattermost
        | ServiceKind::Feishu => {
            last?;
            ServiceEndpoint::Hook(url)
        }
    })
}

/// The service of a scheme of Apprise, and whether it is over TLS.
fn scheme_of(scheme: &str) -> Option<(ServiceKind, bool)> {
    Some(match scheme {
        "slack" => (ServiceKind::Slack, true),
        "discord" => (ServiceKind::Discord, true),
        "msteams" | "workflow" | "workflows" => (ServiceKind::Teams, true),
        "mmost" => (ServiceKind::Mattermost, false),
        "mmosts" => (ServiceKind::Mattermost, true),
        "tgram" => (ServiceKind::Telegram, true),
        "matrix" => (ServiceKind::Matrix, false),
        "matrixs" => (ServiceKind::Matrix, true),
        "ntfy" => (ServiceKind::Ntfy, false),
        "ntfys" => (ServiceKind::Ntfy, true),
        "gotify" => (ServiceKind::Gotify, false),
        "gotifys" => (ServiceKind::Gotify, true),
        "wecombot" => (ServiceKind::Wecom, true),
        "feishu" => (ServiceKind::Feishu, true),
        "dingtalk" => (ServiceKind::Dingtalk, true),
        _ => return None,
    })
}

/// What stands behind the scheme. Read by hand: tokens with colons are no ports.
struct Parts {
    user: String,
    password: Option<String>,
    /// Host with port, or a token in its place.
    host: String,
    path: Vec<String>,
}

impl Parts {
    fn of(rest: &str) -> Option<Self> {
        // Settings of Apprise (`?format=…`) are about its own output.
        let rest = rest.split('?').next().unwrap_or_default();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        let (user, password) = match user.split_once(':') {
            Some((user, password)) => (user, Some(decoded(password))),
            None => (user, None),
        };
        let path = path.split('/').filter(|part| !part.is_empty());
        Some(Self {
            user: decoded(user),
            password,
            host: Some(decoded(host)).filter(|host| !host.is_empty())?,
            path: path.map(decoded).collect(),
        })
    }

    fn base(&self, secure: bool, folders: &[String]) -> Option<Url> {
        let scheme = if secure { "https" } else { "http" };
        let mut base = Url::parse(&format!("{scheme}://{}/", self.host)).ok()?;
        base.set_path(&folders.join("/"));
        Some(base)
    }
}

fn of_parts(
    kind: ServiceKind,
    secure: bool,
    scheme: &str,
    parts: &Parts,
) -> Option<ServiceEndpoint> {
    let path = &parts.path;
    let part = |at: usize| path.get(at).map(String::as_str);
    let hook = |text: String| Url::parse(&text).ok().map(ServiceEndpoint::Hook);
    let (last, folders) = match path.split_last() {
        Some((last, folders)) => (Some(last.clone()), folders),
        None => (None, path.as_slice()),
    };
    match kind {
        ServiceKind::Slack => hook(format!(
            "https://hooks.slack.com/services/{}/{}/{}",
            parts.host,
            part(0)?,
            part(1)?
        )),
        ServiceKind::Discord => hook(format!(
            "https://discord.com/api/webhooks/{}/{}",
            parts.host,
            part(0)?
        )),
        ServiceKind::Teams if scheme == "msteams" => {
            // Old addresses have no team in front: three tokens.
            let with_team = path.len() >= 3;
            let (host, tokens) = match with_team {
                true => (
                    format!("{}.webhook.office.com/webhookb2", parts.host),
                    path.clone(),
                ),
                false => (
                    "outlook.office.com/webhook".to_owned(),
                    std::iter::once(&parts.host).chain(path).cloned().collect(),
                ),
            };
            let [group, rest @ ..] = tokens.as_slice() else {
                return None;
            };
            if rest.len() < 2 {
                return None;
            }
            hook(format!(
                "https://{host}/{group}/IncomingWebhook/{}",
                rest.join("/")
            ))
        }
        ServiceKind::Teams => {
            let mut url = parts.base(true, &[])?;
            url.set_path(&format!(
                "/workflows/{}/triggers/manual/paths/invoke",
                part(0)?
            ));
            url.query_pairs_mut()
                .append_pair("api-version", "2016-06-01")
                .append_pair("sp", "/triggers/manual/run")
                .append_pair("sv", "1.0")
                .append_pair("sig", part(1)?);
            Some(ServiceEndpoint::Hook(url))
        }
        ServiceKind::Mattermost => {
            let mut url = parts.base(secure, folders)?;
            let folders = url.path().trim_end_matches('/').to_owned();
            url.set_path(&format!("{folders}/hooks/{}", last?));
            Some(ServiceEndpoint::Hook(url))
        }
        // A token has a colon, which is read as the end of a user or as a port: neither is there.
        ServiceKind::Telegram => Some(ServiceEndpoint::Bot {
            base: Url::parse("https://api.telegram.org/").ok()?,
            token: parts
                .host
                .strip_prefix("bot")
                .unwrap_or(&parts.host)
                .to_owned(),
            chat: part(0)?.to_owned(),
        }),
        ServiceKind::Matrix => {
            // `user:password@` would need a login of its own: an access token is asked for.
            let token = match &parts.password {
                None => Some(parts.user.clone()).filter(|token| !token.is_empty())?,
                Some(_) => return None,
            };
            let room = last.filter(|room| room.starts_with(['!', '#']))?;
            Some(ServiceEndpoint::Room {
                base: parts.base(secure, folders)?,
                token,
                room,
            })
        }
        ServiceKind::Ntfy => match last {
            Some(topic) => {
                let authorization = match (&parts.user, &parts.password) {
                    (user, None) if user.is_empty() => None,
                    (token, None) => Some(format!("Bearer {token}")),
                    (user, Some(password)) if user.is_empty() => Some(format!("Bearer {password}")),
                    (user, Some(password)) => Some(basic(user, password)),
                };
                Some(ServiceEndpoint::Topic {
                    base: parts.base(secure, folders)?,
                    topic,
                    authorization,
                })
            }
            // A topic alone is one of the public server.
            None => Some(ServiceEndpoint::Topic {
                base: Url::parse("https://ntfy.sh/").ok()?,
                topic: parts.host.clone(),
                authorization: None,
            }),
        },
        ServiceKind::Gotify => Some(ServiceEndpoint::Application {
            base: parts.base(secure, folders)?,
            token: last?,
        }),
        ServiceKind::Wecom => hook(format!(
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={}",
            parts.host
        )),
        ServiceKind::Feishu => hook(format!(
            "https://open.feishu.cn/open-apis/bot/v2/hook/{}",
            parts.host
        )),
        // With a key for signatures in front, messages would have to be signed.
        ServiceKind::Dingtalk if !parts.user.is_empty() => None,
        ServiceKind::Dingtalk => hook(format!(
            "https://oapi.dingtalk.com/robot/send?access_token={}",
            parts.host
        )),
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The value of `Authorization` for a user with a password (RFC 7617 §2).
fn basic(user: &str, password: &str) -> String {
    use base64::Engine as _;
    let pair = base64::engine::general_purpose::STANDARD.encode(format!("{user}:{password}"));
    format!("Basic {pair}")
}
