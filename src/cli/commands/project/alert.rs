//! `alert`: conditions to be alerted about, channels, tests, history.

use std::io::Read;
use std::path::Path;

use serde_json::json;

use super::conditions;
use crate::args::{AlertSubcommand, ChannelArguments, ConditionArguments, ServiceSubcommand};
use crate::console::{Console, time_text};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, find_site};
use bowerbird_engine::types::{
    AlertChannel, AlertKind, AlertPlan, AlertRule, MailSecurity, MailServer, Message, RaisedAlert,
    Secret, ServiceKind, StoreReader,
};
use bowerbird_engine::{AlertCommand, AlertEvent, Command, EngineError, Event, project};

/// Maximum size of a secret in bytes.
const SECRET_BYTES: u64 = 64 * 1024;

/// Runs the command.
pub fn run(console: &Console, path: &Path, command: AlertSubcommand) -> Outcome {
    match command {
        AlertSubcommand::List => list(console, path),
        AlertSubcommand::Add { condition, terms } => add(console, path, &condition, &terms),
        AlertSubcommand::Set {
            number,
            terms,
            on,
            off,
        } => change(console, path, |plan, store| {
            let rule = find(plan, number)?;
            apply(rule, &terms, store)?;
            rule.enabled = on || (rule.enabled && !off);
            Ok(())
        }),
        AlertSubcommand::Remove { numbers } => change(console, path, |plan, _| {
            for number in &numbers {
                find(plan, *number)?;
            }
            plan.rules.retain(|rule| !numbers.contains(&rule.id));
            Ok(())
        }),
        AlertSubcommand::Condition(command) => conditions::run(console, path, command),
        AlertSubcommand::Tell(arguments) => set_channels(console, path, &arguments),
        AlertSubcommand::Service(command) => services(console, path, command),
        AlertSubcommand::Test { channel } => test(console, path, channel.as_deref()),
        AlertSubcommand::History { limit, clear } => history(console, path, limit, clear),
    }
}

pub(super) fn usage(id: &str, text: &str) -> Failure {
    Failure::Usage(Message::new(id).with("text", text))
}

fn find(plan: &mut AlertPlan, number: u64) -> Result<&mut AlertRule, Failure> {
    let rule = plan.rules.iter_mut().find(|rule| rule.id == number);
    rule.ok_or_else(|| {
        Failure::Failed(EngineError(
            Message::new("cli-no-such-alert").with("number", number),
        ))
    })
}

fn apply(
    rule: &mut AlertRule,
    terms: &ConditionArguments,
    store: &StoreReader,
) -> Result<(), Failure> {
    if let Some(threshold) = terms.threshold {
        rule.threshold = threshold;
    }
    if terms.site.is_some() || terms.tag.is_some() || terms.everywhere {
        rule.site = None;
        rule.tag.clone_from(&terms.tag);
    }
    if let Some(name) = &terms.site {
        rule.site = Some(find_site(&store.sites()?, name)?.id);
    }
    Ok(())
}

fn add(console: &Console, path: &Path, condition: &str, terms: &ConditionArguments) -> Outcome {
    let kind =
        AlertKind::from_token(condition).ok_or_else(|| usage("cli-no-condition", condition))?;
    change(console, path, |plan, store| {
        let mut rule = AlertRule {
            id: 0,
            kind,
            threshold: kind.usual(),
            site: None,
            tag: None,
            enabled: true,
        };
        apply(&mut rule, terms, store)?;
        plan.rules.push(rule);
        Ok(())
    })
}

pub(super) fn is_changed(event: &Event) -> bool {
    matches!(event, Event::Alerts(AlertEvent::Changed))
}

/// Changes the plan and shows it.
fn change(
    console: &Console,
    path: &Path,
    edit: impl FnOnce(&mut AlertPlan, &StoreReader) -> Result<(), Failure>,
) -> Outcome {
    let session = Session::open(path)?;
    let mut plan = session.engine().query().alert_plan()?;
    edit(&mut plan, session.engine().query())?;
    plan.language = console.catalogue.language().tag().to_owned();
    let order = AlertCommand::Plan(Box::new(plan));
    session.perform(Command::Alerts(order), is_changed)?;
    show(console, session.engine().query())
}

fn list(console: &Console, path: &Path) -> Outcome {
    show(console, &project::read(path)?)
}

fn show(console: &Console, store: &StoreReader) -> Outcome {
    let plan = store.alert_plan()?;
    let open = store.open_alerts()?;
    if console.json {
        console.print_json(&json!({ "plan": plan, "open": open }));
        return Ok(());
    }
    let sites = store.sites()?;
    let row = |rule: &AlertRule| {
        let site = rule.site.map(|id| {
            let known = sites.iter().find(|site| site.id == id);
            known.map_or_else(|| id.to_string(), |site| site.name.clone())
        });
        let holds = open.iter().filter(|alert| alert.rule == rule.id).count();
        vec![
            rule.id.to_string(),
            rule.kind.token().to_owned(),
            rule.threshold.to_string(),
            site.or_else(|| rule.tag.as_ref().map(|tag| format!("#{tag}")))
                .unwrap_or_else(|| "*".to_owned()),
            match rule.enabled {
                true => holds.to_string(),
                false => console.catalogue.get("alert-off"),
            },
        ]
    };
    let rows: Vec<Vec<String>> = plan.rules.iter().map(row).collect();
    console.table(
        &[
            "cli-head-id",
            "cli-head-condition",
            "cli-head-threshold",
            "cli-head-covers",
            "cli-head-holds",
        ],
        &rows,
        "cli-no-alerts",
    );
    for channel in plan.channels() {
        let to = match channel {
            AlertChannel::Desktop => String::new(),
            AlertChannel::Webhook => plan.webhook.clone().unwrap_or_default(),
            AlertChannel::Mail => plan.mail.clone().unwrap_or_default().to,
            AlertChannel::Service(id) => plan.service(id).map_or_else(String::new, |one| {
                format!("{} {}", console.text(&one.kind.name()), one.origin)
            }),
        };
        console.line(format!("{} {to}", channel.token()).trim_end());
    }
    for alert in &open {
        console.line(&alert_text(console, alert));
    }
    Ok(())
}

fn alert_text(console: &Console, alert: &RaisedAlert) -> String {
    let what = console.text(&alert.message);
    match alert.site_name.is_empty() {
        true => what,
        false => format!("{}: {what}", alert.site_name),
    }
}

pub(super) fn is_on(text: &str) -> Result<bool, Failure> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(usage("cli-on-or-off", text)),
    }
}

fn set_channels(console: &Console, path: &Path, arguments: &ChannelArguments) -> Outcome {
    let secret = arguments.secret_stdin.as_deref().map(|way| {
        let channel = channel_of(way)?;
        Ok::<_, Failure>((channel, first_line()?))
    });
    let secret = secret.transpose()?;
    change(console, path, |plan, _| {
        if let Some(desktop) = &arguments.desktop {
            plan.desktop = is_on(desktop)?;
        }
        if let Some(recoveries) = &arguments.recoveries {
            plan.recoveries = is_on(recoveries)?;
        }
        let unless_off = |text: &String| (text != "off").then(|| text.clone());
        if let Some(webhook) = &arguments.webhook {
            plan.webhook = unless_off(webhook);
        }
        if let Some(quiet) = &arguments.quiet {
            plan.quiet = unless_off(quiet).unwrap_or_default();
        }
        if let Some(digests) = &arguments.digests {
            plan.digests = unless_off(digests).unwrap_or_default();
        }
        mail(plan, arguments)
    })?;
    // A secret belongs to the address that is set now.
    if let Some((channel, secret)) = secret {
        let order = AlertCommand::Secret {
            channel,
            secret: Some(secret),
        };
        let session = Session::open(path)?;
        session.perform(Command::Alerts(order), is_changed)?;
    }
    Ok(())
}

fn mail(plan: &mut AlertPlan, arguments: &ChannelArguments) -> Result<(), Failure> {
    if arguments.mail.as_deref() == Some("off") {
        plan.mail = None;
        return Ok(());
    }
    let mut way = plan.mail.clone().unwrap_or_default();
    if let Some(server) = &arguments.mail {
        let port = server
            .rsplit_once(':')
            .and_then(|(host, port)| Some((host, port.parse().ok()?)));
        (way.host, way.port) = match port {
            Some((host, port)) => (host.to_owned(), Some(port)),
            None => (server.clone(), None),
        };
    }
    if let Some(how) = &arguments.security {
        way.security =
            MailSecurity::from_token(how).ok_or_else(|| usage("cli-no-mail-security", how))?;
    }
    for (to, typed) in [
        (&mut way.user, &arguments.user),
        (&mut way.from, &arguments.from),
        (&mut way.to, &arguments.to),
    ] {
        if let Some(typed) = typed {
            to.clone_from(typed);
        }
    }
    if way != MailServer::default() {
        plan.mail = Some(way);
    }
    Ok(())
}

/// Adds or removes messaging services, and shows the plan.
fn services(console: &Console, path: &Path, command: ServiceSubcommand) -> Outcome {
    let orders = match command {
        ServiceSubcommand::Add { kind } => {
            let kind = kind.map(|text| {
                ServiceKind::from_token(&text).ok_or_else(|| usage("cli-no-service", &text))
            });
            let (kind, address) = (kind.transpose()?, first_line()?);
            vec![AlertCommand::AddService { kind, address }]
        }
        ServiceSubcommand::Remove { numbers } => {
            let orders = numbers.into_iter().map(AlertCommand::RemoveService);
            orders.collect()
        }
    };
    let session = Session::open(path)?;
    for order in orders {
        session.perform(Command::Alerts(order), is_changed)?;
    }
    show(console, session.engine().query())
}

fn first_line() -> Result<Secret, Failure> {
    let mut text = String::new();
    let read = std::io::stdin()
        .take(SECRET_BYTES)
        .read_to_string(&mut text);
    let line = text.lines().next().unwrap_or_default();
    match read {
        Ok(_) if !line.is_empty() => Ok(Secret::new(line)),
        _ => Err(Failure::Usage(Message::new("cli-no-secret"))),
    }
}

pub(super) fn channel_of(text: &str) -> Result<AlertChannel, Failure> {
    AlertChannel::from_token(text).ok_or_else(|| usage("cli-no-channel", text))
}

fn test(console: &Console, path: &Path, channel: Option<&str>) -> Outcome {
    let session = Session::open(path)?;
    let plan = session.engine().query().alert_plan()?;
    let channels = match channel {
        Some(named) => vec![channel_of(named)?],
        None => plan.channels(),
    };
    if channels.is_empty() {
        return Err(EngineError(Message::new("alert-no-channel")).into());
    }
    let mut failed = false;
    for channel in channels {
        let mut fault = None;
        session.perform(Command::Alerts(AlertCommand::Test(channel)), |event| {
            let Event::Alerts(AlertEvent::Tested { fault: found, .. }) = event else {
                return false;
            };
            fault.clone_from(found);
            true
        })?;
        let told = match fault {
            None => Message::new("alert-tested").with("channel", plan.channel_name(channel)),
            Some(fault) => {
                failed = true;
                fault
            }
        };
        console.print_message(&told);
    }
    match failed {
        true => Err(Failure::Told),
        false => Ok(()),
    }
}

fn history(console: &Console, path: &Path, limit: usize, clear: bool) -> Outcome {
    if clear {
        let session = Session::open(path)?;
        session.perform(Command::Alerts(AlertCommand::Forget), is_changed)?;
    }
    let alerts = project::read(path)?.alerts(limit)?;
    if console.json {
        console.print_json(&alerts);
        return Ok(());
    }
    let row = |alert: &RaisedAlert| {
        vec![
            time_text(alert.raised_at),
            alert
                .cleared_at
                .filter(|_| alert.tells_end())
                .map(time_text)
                .unwrap_or_default(),
            alert.kind.token().to_owned(),
            alert_text(console, alert),
            alert.fault.as_ref().map_or_else(
                || alert.told_at.map(time_text).unwrap_or_default(),
                |fault| console.text(fault),
            ),
        ]
    };
    let rows: Vec<Vec<String>> = alerts.iter().map(row).collect();
    console.table(
        &[
            "cli-head-since",
            "cli-head-until",
            "cli-head-condition",
            "cli-head-what",
            "cli-head-told",
        ],
        &rows,
        "cli-no-alert-history",
    );
    Ok(())
}
