//! The requests that deliver a message, service by service. Texts come from pages of strangers:
//! what a service would take for a mention of everybody or for a link is defused, and what is
//! longer than a service takes is cut.

use serde_json::{Value, json};
use url::Url;

use super::service_address::{ServiceAddress, ServiceEndpoint};
use crate::model::ServiceKind;

/// The text of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceMessage {
    /// One line that says what it is about.
    pub title: String,
    /// What happened, line by line.
    pub lines: Vec<String>,
}

/// A method of HTTP that writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpMethod {
    /// POST
    Post,
    /// PUT: sent twice, it delivers once.
    Put,
}

/// A request with a JSON body. It holds a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceRequest {
    /// The method.
    pub method: HttpMethod,
    /// Where to.
    pub url: Url,
    /// The value of `Authorization`, if one is needed.
    pub authorization: Option<String>,
    /// The body.
    pub body: Value,
}

impl ServiceAddress {
    /// The request by which the id of the room is learned that [`Self::request`] needs; `None` if
    /// it is known.
    pub fn room_request(&self) -> Option<ServiceRequest> {
        match &self.endpoint {
            ServiceEndpoint::Room { room, .. } if room.starts_with('#') => self.enter_request(),
            _ => None,
        }
    }

    /// The request that enters a room, which takes invited users and, if it is public, all; `None`
    /// where there are no rooms.
    pub fn enter_request(&self) -> Option<ServiceRequest> {
        let ServiceEndpoint::Room { base, token, room } = &self.endpoint else {
            return None;
        };
        Some(ServiceRequest {
            method: HttpMethod::Post,
            url: below(base, &["_matrix", "client", "v3", "join", room]),
            authorization: Some(format!("Bearer {token}")),
            body: json!({}),
        })
    }

    /// The request that delivers `message`. `id` is the same whenever the same message is sent
    /// again; `room` is what [`super::room_of`] read of the answer to [`Self::room_request`].
    pub fn request(
        &self,
        message: &ServiceMessage,
        id: &str,
        room: Option<&str>,
    ) -> ServiceRequest {
        let mut request = ServiceRequest {
            method: HttpMethod::Post,
            url: self.origin(),
            authorization: None,
            body: Value::Null,
        };
        match &self.endpoint {
            ServiceEndpoint::Hook(url) => {
                request.url = url.clone();
                request.body = hook_body(self.kind, message);
            }
            ServiceEndpoint::Bot { base, token, chat } => {
                request.url = below(base, &[&format!("bot{token}"), "sendMessage"]);
                request.body = json!({
                    "chat_id": chat,
                    "text": cut(&message.text(), 4_000),
                    "link_preview_options": { "is_disabled": true },
                });
            }
            ServiceEndpoint::Room {
                base,
                token,
                room: named,
            } => {
                let room = room.unwrap_or(named);
                let path = [
                    "_matrix",
                    "client",
                    "v3",
                    "rooms",
                    room,
                    "send",
                    "m.room.message",
                    id,
                ];
                request.method = HttpMethod::Put;
                request.url = below(base, &path);
                request.authorization = Some(format!("Bearer {token}"));
                request.body = json!({
                    "msgtype": "m.text",
                    "body": cut(&message.text(), 30_000),
                    // Nobody is mentioned, whatever the text says (client-server API §11.37).
                    "m.mentions": {},
                });
            }
            ServiceEndpoint::Topic {
                base,
                topic,
                authorization,
            } => {
                request.url = base.clone();
                request.authorization.clone_from(authorization);
                // Longer messages become attachments.
                request.body = json!({
                    "topic": topic,
                    "title": message.title,
                    "message": cut(&message.below_title(), 4_000),
                });
            }
            ServiceEndpoint::Application { base, token } => {
                let mut url = below(base, &["message"]);
                url.query_pairs_mut().append_pair("token", token);
                request.url = url;
                request.body = json!({
                    "title": message.title,
                    "message": cut(&message.below_title(), 16_000),
                    "priority": 5,
                });
            }
        }
        request
    }
}

impl ServiceMessage {
    fn text(&self) -> String {
        let mut text = self.title.clone();
        for line in self.other_lines() {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// The lines without the title, with which an alert that is alone begins.
    fn other_lines(&self) -> impl Iterator<Item = &str> {
        let alone = self.lines.len() == 1;
        self.lines.iter().filter_map(move |line| {
            let rest = line.strip_prefix(self.title.as_str()).filter(|_| alone);
            match rest {
                Some("") => None,
                Some(rest) => Some(rest.strip_prefix('\n').unwrap_or(line)),
                None => Some(line),
            }
        })
    }

    /// What stands below a title that is shown by itself: never nothing.
    fn below_title(&self) -> String {
        let lines: Vec<&str> = self.other_lines().collect();
        match lines.is_empty() {
            true => self.title.clone(),
            false => lines.join("\n"),
        }
    }
}

/// The body for services whose address is all that is needed.
fn hook_body(kind: ServiceKind, message: &ServiceMessage) -> Value {
    let text = message.text();
    match kind {
        // "<" begins links and mentions, "&" the ways to write them.
        ServiceKind::Slack => {
            let text = text
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            json!({ "text": cut(&text, 4_000) })
        }
        ServiceKind::Discord => json!({
            "content": cut_characters(&text, 2_000),
            "allowed_mentions": { "parse": [] },
        }),
        ServiceKind::Teams => json!({
            "type": "message",
            "attachments": [{
                "contentType": "application/vnd.microsoft.card.adaptive",
                "contentUrl": null,
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": card_lines(message),
                },
            }],
        }),
        ServiceKind::Feishu => {
            // `<at …>` mentions people.
            json!({ "msg_type": "text", "content": { "text": cut(&text.replace("<at", "< at"), 16_000) } })
        }
        ServiceKind::Wecom => json!({
            "msgtype": "text",
            "text": { "content": cut(&text, 2_000) },
        }),
        ServiceKind::Dingtalk => json!({
            "msgtype": "text",
            "text": { "content": cut(&text, 16_000) },
            "at": { "isAtAll": false },
        }),
        // Mattermost mentions whom the text names: a character of no width stands in between.
        _ => json!({ "text": cut(&text.replace('@', "@\u{200b}"), 12_000) }),
    }
}

fn card_lines(message: &ServiceMessage) -> Vec<Value> {
    let mut lines = vec![json!({
        "type": "TextBlock", "text": markdown_free(&message.title), "wrap": true, "weight": "bolder",
    })];
    let mut left: usize = 16_000;
    for line in message.other_lines() {
        let text = cut(&markdown_free(line), left);
        if text.is_empty() {
            break;
        }
        left = left.saturating_sub(text.len());
        lines.push(json!({ "type": "TextBlock", "text": text, "wrap": true }));
    }
    lines
}

/// Cards take a few marks of Markdown: a text is none.
fn markdown_free(text: &str) -> String {
    let mut free = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '[' | ']' | '*' | '_' | '\\') {
            free.push('\\');
        }
        free.push(c);
    }
    free
}

/// At most so many bytes of UTF-8, with a mark where something was left out.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(most.saturating_sub('…'.len_utf8()));
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// At most so many characters.
fn cut_characters(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let begin: String = text.chars().take(most.saturating_sub(1)).collect();
    begin + "…"
}

/// The address of a path below `base`, whatever is in the names.
fn below(base: &Url, names: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(names);
    }
    url
}
