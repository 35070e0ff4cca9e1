//! An alert as an e-mail in plain text through a mail server (SMTP, RFC 5321; submission, RFC
//! 6409). Its subject and text are made in `engine::controller::alert_delivery::alert_content`.

use std::net::IpAddr;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Message as Letter, SmtpTransport, Transport};

use super::{AlertError, persist};
use crate::secrets::Secret;
use bowerbird_logic::model::{MailSecurity, MailServer};
use bowerbird_logic::text::printable;

/// Timeout for each answer of the server.
const PATIENCE: Duration = Duration::from_secs(20);

/// Checks whether mail can be sent with these settings at all.
///
/// # Errors
/// [`AlertError::MailAddress`], [`AlertError::Clear`].
pub fn check(way: &MailServer) -> Result<(), AlertError> {
    letter(way, "", "")?;
    if way.host.trim().is_empty() {
        return Err(AlertError::MailAddress {
            text: String::new(),
        });
    }
    let in_clear = way.security == MailSecurity::None && !way.user.is_empty();
    match in_clear && !is_this_machine(&way.host) {
        true => Err(AlertError::Clear),
        false => Ok(()),
    }
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim();
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Sends a mail. `patient`: retry for a while.
///
/// # Errors
/// [`AlertError`].
pub fn send(
    way: &MailServer,
    password: Option<&Secret>,
    subject: &str,
    text: &str,
    patient: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<(), AlertError> {
    check(way)?;
    // Both may contain page titles and site names. A subject is one line.
    let subject = printable(subject).replace(['\n', '\t'], " ");
    let letter = letter(way, &subject, &printable(text))?;
    let server = server(way, password)?;
    persist(patient, go_on, || {
        let sent = server.send(&letter);
        sent.map(|_| ()).map_err(|error| {
            let passes = error.is_transient() || !(error.is_permanent() || error.is_client());
            (without(failed(way, &error), password), passes, None)
        })
    })
}

/// The error that the server reports.
fn failed(way: &MailServer, error: &lettre::transport::smtp::Error) -> AlertError {
    AlertError::Mail {
        host: way.host.trim().to_owned(),
        reason: error.to_string(),
    }
}

/// A careless server may repeat the password in its answer.
fn without(error: AlertError, password: Option<&Secret>) -> AlertError {
    match (error, password) {
        (AlertError::Mail { host, reason }, Some(password)) => AlertError::Mail {
            host,
            reason: reason.replace(password.reveal(), "•••"),
        },
        (error, _) => error,
    }
}

fn server(way: &MailServer, password: Option<&Secret>) -> Result<SmtpTransport, AlertError> {
    let host = way.host.trim();
    let tls = || TlsParameters::new(host.to_owned()).map_err(|error| failed(way, &error));
    let tls = match way.security {
        MailSecurity::Tls => Tls::Wrapper(tls()?),
        MailSecurity::Starttls => Tls::Required(tls()?),
        MailSecurity::None => Tls::None,
    };
    let builder = SmtpTransport::builder_dangerous(host)
        .port(way.port.unwrap_or_else(|| way.security.port()))
        .timeout(Some(PATIENCE))
        .tls(tls);
    let login = password.filter(|_| !way.user.is_empty());
    Ok(match login {
        Some(password) => builder
            .credentials(Credentials::new(
                way.user.clone(),
                password.reveal().to_owned(),
            ))
            .build(),
        None => builder.build(),
    })
}

fn letter(way: &MailServer, subject: &str, text: &str) -> Result<Letter, AlertError> {
    let mut letter = Letter::builder()
        .from(mailbox(&way.from)?)
        .subject(subject)
        .header(ContentType::TEXT_PLAIN);
    for to in way.to.split(',') {
        letter = letter.to(mailbox(to)?);
    }
    letter
        .body(text.to_owned())
        .map_err(|_| AlertError::MailAddress {
            text: way.to.clone(),
        })
}

fn mailbox(text: &str) -> Result<Mailbox, AlertError> {
    text.trim().parse().map_err(|_| AlertError::MailAddress {
        text: text.trim().to_owned(),
    })
}
