//! What an alert says: the subject of the mail, the title of the notification, its lines, and the
//! data that a webhook is posted. Input: the alerts of one delivery. Output: texts in the language
//! of the plan. The words themselves are in `assets/messages/`.

use jiff::Timestamp;
use serde_json::{Value, json};

use bowerbird_logic::messages::{Catalogue, Language, Message};
use bowerbird_logic::model::{AlertKind, AlertPlan, RaisedAlert};

/// The texts and data of one delivery.
pub(super) struct AlertContent {
    /// By which a receiver knows it again.
    pub(super) id: String,
    /// The subject of a mail, the title of a notification.
    pub(super) title: String,
    /// One an alert.
    pub(super) lines: Vec<String>,
    /// What a webhook is posted.
    pub(super) data: Value,
}

impl AlertContent {
    pub(super) fn of(plan: &AlertPlan, due: &[RaisedAlert]) -> Self {
        let catalogue = catalogue(plan);
        let words = |alert: &RaisedAlert| alert_text(&catalogue, alert);
        let lines: Vec<String> = due.iter().map(words).collect();
        let title = match due {
            [alert] => catalogue.text(&title_of(alert)),
            _ => catalogue.text(&Message::new("alert-several").with("count", due.len())),
        };
        let ids: Vec<String> = due
            .iter()
            .map(|alert| match alert.tells_end() {
                false => format!("{}r", alert.id),
                true => format!("{}c", alert.id),
            })
            .collect();
        let at = due.iter().map(|alert| alert.raised_at.as_second()).min();
        let one = |alert: &RaisedAlert| {
            json!({
                "id": alert.id,
                "condition": alert.kind.token(),
                "site": (!alert.site_name.is_empty()).then_some(&alert.site_name),
                "text": words(alert),
                "raised_at": alert.raised_at,
                "cleared_at": alert.cleared_at.filter(|_| alert.tells_end()),
            })
        };
        let part = |cleared: bool| -> Vec<Value> {
            let of_it = due.iter().filter(|alert| alert.tells_end() == cleared);
            of_it.map(one).collect()
        };
        Self {
            id: format!("alert_{}_{}", at.unwrap_or_default(), ids.join("_")),
            data: json!({
                "type": "alerts",
                "title": title,
                "raised": part(false),
                "cleared": part(true),
            }),
            title,
            lines,
        }
    }

    /// The same as a test: a receiver takes it for no alert that it had before.
    pub(super) fn marked_as_test(mut self) -> Self {
        self.id = test_id();
        if let Value::Object(data) = &mut self.data {
            data.insert("test".to_owned(), true.into());
        }
        self
    }

    pub(super) fn test(plan: &AlertPlan) -> Self {
        let catalogue = catalogue(plan);
        let title = catalogue.get("alert-test-title");
        let text = catalogue.get("alert-test-body");
        Self {
            id: test_id(),
            data: json!({ "type": "test", "title": title, "text": text }),
            title,
            lines: vec![text],
        }
    }
}

fn test_id() -> String {
    format!("alert_test_{}", Timestamp::now().as_microsecond())
}

fn catalogue(plan: &AlertPlan) -> Catalogue {
    Catalogue::new(Language::from_locale(&plan.language))
}

/// The title of one alert, which is the subject of its mail.
fn title_of(alert: &RaisedAlert) -> Message {
    if alert.kind == AlertKind::Condition {
        return of_condition(alert, "subject");
    }
    let of_run = match alert.kind {
        AlertKind::NewRecords => Some("alert-title-new"),
        AlertKind::Changes => Some("alert-title-changes"),
        _ => None,
    };
    if let Some(id) = of_run {
        return Message::new(id).with("site", alert.site_name.as_str());
    }
    let id = match (alert.cleared_at.is_some(), alert.site.is_some()) {
        (false, true) => "alert-title-site",
        (false, false) => "alert-title-project",
        (true, true) => "alert-title-site-cleared",
        (true, false) => "alert-title-project-cleared",
    };
    Message::new(id).with("site", alert.site_name.as_str())
}

/// What a condition tells, after the name of the site: the subject, or all of it.
fn of_condition(alert: &RaisedAlert, part: &str) -> Message {
    let mut args = alert.message.args.iter();
    let subject = args
        .find(|(name, _)| name == part)
        .map(|(_, arg)| arg.clone());
    let what = subject.unwrap_or_else(|| alert.message.clone().into());
    Message::new("condition-title")
        .with("site", alert.site_name.as_str())
        .with("what", what)
}

/// The line of one alert.
fn alert_text(catalogue: &Catalogue, alert: &RaisedAlert) -> String {
    if alert.kind == AlertKind::Condition {
        return catalogue.text(&of_condition(alert, ""));
    }
    let line = Message::new("alert-line")
        .with("title", catalogue.text(&title_of(alert)))
        .with("what", catalogue.text(&alert.message));
    catalogue.text(&line)
}
