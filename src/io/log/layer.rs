//! Builds log lines from events: the site and run of a span apply to all events in it.

use std::fmt::{Debug, Write as _};

use jiff::Timestamp;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::files::LogFiles;
use bowerbird_logic::mask_secrets::without_credentials;
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::{LogLevel, LogLine, RunId};
use bowerbird_logic::text::printable;

/// Maximum characters of a line's text.
const MAX_LETTERS: usize = 2_000;

/// Writes the events to the files.
pub(super) struct Keep(pub(super) LogFiles);

impl<S> Layer<S> for Keep
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut named = Named::default();
            attributes.record(&mut named);
            span.extensions_mut().insert(named);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(named) = span.extensions_mut().get_mut::<Named>()
        {
            values.record(named);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut named = Named::default();
        event.record(&mut named);
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(of) = span.extensions().get::<Named>() {
                named.site = named.site.or_else(|| of.site.clone());
                named.run = named.run.or(of.run);
            }
        }
        let metadata = event.metadata();
        let part = metadata.target();
        let line = LogLine {
            at: Timestamp::now(),
            level: level(*metadata.level()),
            part: part.strip_prefix("bowerbird::").unwrap_or(part).to_owned(),
            site: named
                .site
                .map(|site| without_credentials(&site).into_owned()),
            run: named.run.map(RunId),
            project: super::project(),
            text: clean(&format!("{}{}", named.message, named.rest)),
            message: named.said.map(clean_message),
        };
        self.0.write(&line);
        super::written();
    }
}

fn level(level: Level) -> LogLevel {
    match level {
        Level::ERROR => LogLevel::Error,
        Level::WARN => LogLevel::Warn,
        Level::INFO => LogLevel::Info,
        _ => LogLevel::Debug,
    }
}

/// Puts text in one line, without secrets, and with a limited length.
fn clean(text: &str) -> String {
    let text: String = text.chars().take(MAX_LETTERS).collect();
    let text = text.replace(|c: char| c.is_control(), " ");
    without_credentials(&printable(&text)).into_owned()
}

/// The same for the texts inside of a message.
fn clean_message(mut message: Message) -> Message {
    for (_, arg) in &mut message.args {
        match arg {
            Arg::Number(_) => {}
            Arg::Text(text) => *text = clean(text),
            Arg::List(texts) => texts.iter_mut().for_each(|text| *text = clean(text)),
            Arg::Nested(inner) => **inner = clean_message(Message::clone(inner)),
        }
    }
    message
}

/// The fields of an event or a span.
#[derive(Default)]
struct Named {
    site: Option<String>,
    run: Option<i64>,
    message: String,
    /// All other fields with their names.
    rest: String,
    /// The message for people, as JSON in the field `said`.
    said: Option<Message>,
}

impl Visit for Named {
    fn record_i64(&mut self, field: &Field, value: i64) {
        match field.name() {
            "run" => self.run = Some(value),
            _ => self.record_debug(field, &value),
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "site" => self.site = Some(value.to_owned()),
            "message" => value.clone_into(&mut self.message),
            "said" => self.said = serde_json::from_str(value).ok(),
            name => {
                let _ = write!(self.rest, " {name}={value}");
            }
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "site" => self.site = Some(format!("{value:?}")),
            "message" => self.message = format!("{value:?}"),
            name => {
                let _ = write!(self.rest, " {name}={value:?}");
            }
        }
    }
}
