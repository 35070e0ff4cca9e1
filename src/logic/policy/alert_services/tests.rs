//! Addresses of each service, and what is sent to it.

use serde_json::{Value, json};

use super::*;
use crate::messages::Explain;
use crate::model::ServiceKind;

fn read(text: &str) -> ServiceAddress {
    match ServiceAddress::parse(text, None) {
        Ok(address) => address,
        Err(error) => panic!("{text}: {error}"),
    }
}

fn request(text: &str) -> ServiceRequest {
    let message = ServiceMessage {
        title: "Alert for Prices".to_owned(),
        lines: vec!["Alert for Prices. Tea fell to 2.90".to_owned()],
    };
    read(text).request(&message, "alert_7", None)
}

const TEXT: &str = "Alert for Prices\nAlert for Prices. Tea fell to 2.90";

#[track_caller]
fn check(texts: &[&str], kind: ServiceKind, url: &str, body: &Value) {
    for text in texts {
        let request = request(text);
        assert_eq!(read(text).kind, kind, "{text}");
        assert_eq!(request.url.as_str(), url, "{text}");
        assert_eq!(&request.body, body, "{text}");
        assert!(request.authorization.is_none());
        assert_eq!(request.method, HttpMethod::Post);
    }
}

#[test]
fn both_ways_of_writing_an_address_lead_to_one_request() {
    check(
        &[
            "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
            " slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general ",
        ],
        ServiceKind::Slack,
        "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
        &json!({ "text": TEXT }),
    );
    check(
        &[
            "https://discord.com/api/webhooks/4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
            "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?tts=no",
        ],
        ServiceKind::Discord,
        "https://discord.com/api/webhooks/4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
        &json!({ "content": TEXT, "allowed_mentions": { "parse": [] } }),
    );
    check(
        &[
            "https://chat.example.org/sub/hooks/abc123",
            "mmosts://chat.example.org/sub/abc123",
        ],
        ServiceKind::Mattermost,
        "https://chat.example.org/sub/hooks/abc123",
        &json!({ "text": TEXT }),
    );
    check(
        &[
            "https://api.telegram.org/bot123456789:AAabc-def/sendMessage?chat_id=-100987",
            "tgram://123456789:AAabc-def/-100987/",
        ],
        ServiceKind::Telegram,
        "https://api.telegram.org/bot123456789:AAabc-def/sendMessage",
        &json!({ "chat_id": "-100987", "text": TEXT, "link_preview_options": { "is_disabled": true } }),
    );
    check(
        &["https://ntfy.sh/prices", "ntfy://prices"],
        ServiceKind::Ntfy,
        "https://ntfy.sh/",
        &json!({ "topic": "prices", "title": "Alert for Prices", "message": "Alert for Prices. Tea fell to 2.90" }),
    );
    check(
        &[
            "http://push.example.org:8080/message?token=Aw1",
            "gotify://push.example.org:8080/Aw1",
        ],
        ServiceKind::Gotify,
        "http://push.example.org:8080/message?token=Aw1",
        &json!({ "title": "Alert for Prices", "message": "Alert for Prices. Tea fell to 2.90", "priority": 5 }),
    );
    check(
        &[
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=6930-ab",
            "wecombot://6930-ab",
        ],
        ServiceKind::Wecom,
        "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=6930-ab",
        &json!({ "msgtype": "text", "text": { "content": TEXT } }),
    );
    check(
        &[
            "https://open.feishu.cn/open-apis/bot/v2/hook/3f1a",
            "feishu://3f1a",
        ],
        ServiceKind::Feishu,
        "https://open.feishu.cn/open-apis/bot/v2/hook/3f1a",
        &json!({ "msg_type": "text", "content": { "text": TEXT } }),
    );
    check(
        &[
            "https://oapi.dingtalk.com/robot/send?access_token=9c2f",
            "dingtalk://9c2f",
        ],
        ServiceKind::Dingtalk,
        "https://oapi.dingtalk.com/robot/send?access_token=9c2f",
        &json!({ "msgtype": "text", "text": { "content": TEXT }, "at": { "isAtAll": false } }),
    );
}

#[test]
fn cards_of_teams_hold_the_lines() {
    for text in [
        "https://prod-15.westus.logic.azure.com:443/workflows/b1/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=Xy_1",
        "workflows://prod-15.westus.logic.azure.com:443/b1/Xy_1/",
        "https://acme.webhook.office.com/webhookb2/aa@bb/IncomingWebhook/cc/dd",
        "msteams://acme/aa@bb/cc/dd",
    ] {
        let request = request(text);
        assert_eq!(read(text).kind, ServiceKind::Teams, "{text}");
        let card = &request.body["attachments"][0]["content"];
        assert_eq!(card["type"], "AdaptiveCard");
        assert_eq!(
            card["body"][1]["text"],
            "Alert for Prices. Tea fell to 2.90"
        );
    }
    let same = |a: &str, b: &str| assert_eq!(request(a).url, request(b).url);
    same(
        "https://acme.webhook.office.com/webhookb2/aa@bb/IncomingWebhook/cc/dd",
        "msteams://acme/aa@bb/cc/dd",
    );
}

#[test]
fn a_room_is_entered_and_written_into_once() {
    let known = read("matrixs://syt_secret@matrix.example.org/!abc:example.org");
    assert!(known.room_request().is_none());
    let named = read("matrix://syt_secret@matrix.example.org:8008/#prices:example.org");
    let Some(enter) = named.room_request() else {
        panic!("the room has no id yet");
    };
    assert_eq!(
        enter.url.as_str(),
        "http://matrix.example.org:8008/_matrix/client/v3/join/%23prices:example.org"
    );
    let room = room_of(r#"{"room_id":"!abc:example.org"}"#);
    let message = ServiceMessage {
        title: "T".to_owned(),
        lines: vec!["L".to_owned()],
    };
    let request = named.request(&message, "alert_7", room.as_deref());
    assert_eq!(
        request.url.as_str(),
        "http://matrix.example.org:8008/_matrix/client/v3/rooms/!abc:example.org/send/m.room.message/alert_7"
    );
    assert_eq!(request.method, HttpMethod::Put);
    assert_eq!(request.authorization.as_deref(), Some("Bearer syt_secret"));
    assert_eq!(request.body["body"], "T\nL");
}

#[test]
fn a_topic_may_need_a_login() {
    let of = |text: &str| request(text).authorization;
    assert_eq!(
        of("ntfys://tk_abc@push.example.org/prices").as_deref(),
        Some("Bearer tk_abc")
    );
    let login = Some("Basic YW5uOnB3MQ==".to_owned());
    assert_eq!(of("ntfys://ann:pw1@push.example.org/prices"), login);
    let web = ServiceAddress::parse(
        "https://ann:pw1@push.example.org/prices",
        Some(ServiceKind::Ntfy),
    );
    let web = web.map(|address| (String::from(address.origin()), address));
    let Ok((origin, address)) = web else {
        panic!("an address of a topic");
    };
    assert_eq!(origin, "https://push.example.org/");
    let request = address.request(&ServiceMessage::default(), "1", None);
    assert_eq!(request.authorization, login);
    assert_eq!(request.url.as_str(), "https://push.example.org/");
}

#[test]
fn the_origin_holds_no_key() {
    for text in [
        "slack://T1/B1/secret",
        "tgram://123:secret/9",
        "matrixs://secret@matrix.example.org/!a:b",
        "ntfys://ann:secret@push.example.org/secret",
        "gotifys://push.example.org/secret",
        "dingtalk://secret",
        "https://ann:secret@chat.example.org/hooks/secret?x=secret#secret",
    ] {
        let origin = String::from(read(text).origin());
        assert!(!origin.contains("secret"), "{origin}");
    }
}

#[test]
fn what_is_no_address_says_what_one_looks_like() {
    let fault = |text: &str, kind| {
        let read = ServiceAddress::parse(text, kind);
        read.err().map(|error| error.explain().id)
    };
    for text in [
        "",
        "hooks",
        "ftp://h/x",
        "https://example.org/",
        "mailto://x",
    ] {
        assert_eq!(
            fault(text, None).as_deref(),
            Some("alert-service-unknown"),
            "{text}"
        );
    }
    for text in [
        "slack://T1/B1",
        "discord://1",
        "tgram://123:abc",
        "matrixs://ann:pw@h/!a:b",
        "matrixs://token@h/room",
        "gotify://h",
        "dingtalk://key@token",
        "https://api.telegram.org/bot1:2/sendMessage",
        "https://qyapi.weixin.qq.com/cgi-bin/webhook/send",
    ] {
        assert_eq!(
            fault(text, None).as_deref(),
            Some("alert-service-incomplete"),
            "{text}"
        );
    }
    let chosen = ServiceAddress::parse("https://talk.example.org/x/y", Some(ServiceKind::Slack));
    assert!(chosen.is_ok_and(|address| address.kind == ServiceKind::Slack));
}

#[test]
fn texts_of_pages_mention_nobody_and_fit() {
    let message = ServiceMessage {
        title: "<!channel> @all *x* [a](b)".to_owned(),
        lines: vec!["é界".repeat(40_000)],
    };
    let body = |text: &str| read(text).request(&message, "1", None).body;
    let slack = body("slack://T/B/C");
    let slack = slack["text"].as_str().unwrap_or_default();
    assert!(
        slack.starts_with("&lt;!channel&gt;") && slack.len() <= 4_000,
        "{}",
        slack.len()
    );
    let discord = body("discord://1/2");
    assert_eq!(
        discord["content"].as_str().map(|text| text.chars().count()),
        Some(2_000)
    );
    let mattermost = body("mmosts://h/t");
    assert!(
        !mattermost["text"]
            .as_str()
            .unwrap_or("@all")
            .contains("@all")
    );
    let teams = body("msteams://t/a/b/c");
    let title = &teams["attachments"][0]["content"]["body"][0]["text"];
    assert_eq!(title, "<!channel> @all \\*x\\* \\[a\\](b)");
    for text in [
        "tgram://1:2/3",
        "ntfy://t",
        "gotify://h/t",
        "wecombot://k",
        "feishu://k",
        "matrix://t@h/!r:h",
    ] {
        assert!(body(text).to_string().len() < 31_000, "{text}");
    }
}

#[test]
fn refusals_at_a_good_status_are_read() {
    let telegram = r#"{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}"#;
    let said = refusal(ServiceKind::Telegram, telegram);
    assert_eq!(said.as_deref(), Some("Bad Request: chat not found"));
    let wecom = r#"{"errcode":93000,"errmsg":"invalid webhook url"}"#;
    assert_eq!(
        refusal(ServiceKind::Wecom, wecom).as_deref(),
        Some("93000 invalid webhook url")
    );
    let feishu = r#"{"code":19001,"msg":"param invalid"}"#;
    assert_eq!(
        refusal(ServiceKind::Feishu, feishu).as_deref(),
        Some("19001 param invalid")
    );
    for (kind, body) in [
        (ServiceKind::Wecom, r#"{"errcode":0,"errmsg":"ok"}"#),
        (
            ServiceKind::Feishu,
            r#"{"code":0,"msg":"success","data":{}}"#,
        ),
        (ServiceKind::Telegram, r#"{"ok":true}"#),
        (ServiceKind::Slack, "ok"),
        (ServiceKind::Discord, ""),
    ] {
        assert_eq!(refusal(kind, body), None, "{body}");
    }
}

#[test]
fn an_alert_alone_says_its_title_once() {
    let message = ServiceMessage {
        title: "Shop: price 4.50 → 2.50".to_owned(),
        lines: vec!["Shop: price 4.50 → 2.50\nhttp://h/#no=2".to_owned()],
    };
    let body = |text: &str| read(text).request(&message, "1", None).body;
    let whole = "Shop: price 4.50 → 2.50\nhttp://h/#no=2";
    assert_eq!(body("slack://T/B/C")["text"], whole);
    assert_eq!(body("matrix://t@h/!r:h")["body"], whole);
    assert_eq!(body("ntfy://t")["message"], "http://h/#no=2");
    let card = &body("msteams://t/a/b/c")["attachments"][0]["content"]["body"];
    assert_eq!(card[1]["text"], "http://h/#no=2");
    let alone = ServiceMessage {
        lines: vec![message.title.clone()],
        ..message
    };
    let body = |text: &str| read(text).request(&alone, "1", None).body;
    assert_eq!(body("slack://T/B/C")["text"], "Shop: price 4.50 → 2.50");
    assert_eq!(body("ntfy://t")["message"], "Shop: price 4.50 → 2.50");
}

#[test]
fn what_a_service_says_beside_a_bad_status_is_told_without_its_key() {
    let said = |body: &str| said_of(body);
    for (body, words) in [
        (
            r#"{"errcode":"M_FORBIDDEN","error":"User not in room"}"#,
            "User not in room",
        ),
        (
            r#"{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}"#,
            "Bad Request: chat not found",
        ),
        (
            r#"{"error":"Unauthorized","errorCode":401,"errorDescription":"you need a valid token"}"#,
            "you need a valid token",
        ),
        (
            r#"{"message":"Unknown Webhook","code":10015}"#,
            "Unknown Webhook",
        ),
        ("channel_not_found\n", "channel_not_found"),
    ] {
        assert_eq!(said(body).as_deref(), Some(words));
    }
    for body in [
        "",
        "{}",
        "<html>Bad gateway</html>",
        &"x".repeat(900),
        "a\nb",
    ] {
        assert_eq!(said(body), None, "{body}");
    }
    let address = read("matrix://syt_secret@h/!r:h");
    assert_eq!(address.without_key("no syt_secret here"), "no ••• here");
    let hook = read("https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXr");
    assert_eq!(hook.without_key("bad TIiajkdnlazkcOXr"), "bad •••");
}

#[test]
fn services_say_how_long_to_wait_in_their_own_units() {
    let wait = |body: &str| asked_wait(body).map(|wait| wait.as_millis());
    assert_eq!(
        wait(r#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}"#),
        Some(2_500)
    );
    assert_eq!(wait(r#"{"retry_after":0.3,"global":false}"#), Some(300));
    assert_eq!(
        wait(r#"{"ok":false,"parameters":{"retry_after":7}}"#),
        Some(7_000)
    );
    for body in [
        "",
        "{}",
        r#"{"retry_after":-1}"#,
        r#"{"retry_after_ms":1e300}"#,
    ] {
        assert_eq!(wait(body), None, "{body}");
    }
}
