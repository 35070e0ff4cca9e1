//! An alert as an e-mail in plain text through a mail server (SMTP, RFC 5321; submission, RFC
//! 6409). Its subject and text are made in `engine::controller::alert_delivery::alert_content`.

use std::net::IpAddr;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Message as Letter, SmtpTransport, Transport};
use ring::digest::{SHA256, digest};

use super::mail_refusal::reason;
use super::{AlertError, persist};
use crate::secrets::Secret;
use bowerbird_logic::messages::Arg;
use bowerbird_logic::model::{MailSecurity, MailServer};
use bowerbird_logic::text::printable;

/// Timeout for each answer of the server.
pub(super) const REPLY_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of the hash in the id of a mail.
const ID_BYTES: usize = 16;

/// Checks whether mail can be sent with these settings at all.
///
/// # Errors
/// [`AlertError::MailAddress`], [`AlertError::Clear`].
pub fn check(way: &MailServer) -> Result<(), AlertError> {
    letter(way, "", "", "check")?;
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

/// Sends a mail. `id` is the same whenever the same one is sent again, so that a mailbox keeps one.
/// `patient`: retry for a while.
///
/// # Errors
/// [`AlertError`].
pub fn send(
    way: &MailServer,
    password: Option<&Secret>,
    subject: &str,
    text: &str,
    id: &str,
    patient: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<(), AlertError> {
    check(way)?;
    // Both may contain page titles and site names. A subject is one line.
    let subject = printable(subject).replace(['\n', '\t'], " ");
    // Lines of a mail end with both characters (RFC 5322 §2.1).
    let text = printable(text).replace('\n', "\r\n");
    let letter = letter(way, &subject, &text, id)?;
    let server = server(way, password)?;
    persist(patient, go_on, || {
        let sent = server.send(&letter);
        sent.map(|_| ()).map_err(|error| {
            let passes = error.is_transient() || !(error.is_permanent() || error.is_client());
            (without(failed(way, &error), (way, password)), passes, None)
        })
    })
}

/// The error that the server reports.
fn failed(way: &MailServer, error: &lettre::transport::smtp::Error) -> AlertError {
    AlertError::Mail {
        host: way.host.trim().to_owned(),
        reason: Box::new(reason(error)),
    }
}

/// A careless server may repeat the password in its answer, as it is or as it was sent: in Base64,
/// alone (LOGIN) or behind the user name (PLAIN, RFC 4616 §2).
fn without(error: AlertError, (way, password): (&MailServer, Option<&Secret>)) -> AlertError {
    match (error, password) {
        (AlertError::Mail { host, mut reason }, Some(password)) => {
            let password = password.reveal();
            let plain = format!("\0{}\0{password}", way.user);
            let (plain, alone) = (BASE64.encode(plain), BASE64.encode(password));
            for (_, value) in &mut reason.args {
                if let Arg::Text(text) = value {
                    let forms = [password, plain.as_str(), alone.as_str()].into_iter();
                    let forms = forms.filter(|form| !form.is_empty());
                    *text = forms.fold(text.clone(), |text, form| text.replace(form, "•••"));
                }
            }
            AlertError::Mail { host, reason }
        }
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
        .timeout(Some(REPLY_TIMEOUT))
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

fn letter(way: &MailServer, subject: &str, text: &str, id: &str) -> Result<Letter, AlertError> {
    let from = mailbox(&way.from)?;
    // The id of a message with many alerts lists them all: its hash is short and differs with each.
    let hash = digest(&SHA256, id.as_bytes());
    let id: String = hash
        .as_ref()
        .iter()
        .take(ID_BYTES)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let id = format!("<{id}@{}>", from.email.domain());
    let mut letter = Letter::builder()
        .from(from)
        .subject(subject)
        .message_id(Some(id))
        .header(AutoSubmitted)
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

/// Says that no person wrote it, so that nobody's note of absence answers (RFC 3834 §5).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

fn mailbox(text: &str) -> Result<Mailbox, AlertError> {
    text.trim().parse().map_err(|_| AlertError::MailAddress {
        text: text.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use super::*;

    /// A mail server for one connection that answers `refusal` to the command it names; what it was
    /// sent comes back.
    fn served(refusal: (&'static str, &'static str)) -> (u16, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            stream.write_all(b"220 here\r\n").unwrap();
            let (mut line, mut mail) = (String::new(), String::new());
            // What is no text is the beginning of TLS.
            while reader.read_line(&mut line).is_ok_and(|read| read > 0) {
                let word = line.split_whitespace().next().unwrap_or_default();
                let reply = match word {
                    _ if word == refusal.0 => refusal.1,
                    "EHLO" => "250-here\r\n250 AUTH PLAIN\r\n",
                    "AUTH" => "235 welcome\r\n",
                    "DATA" => {
                        stream.write_all(b"354 go on\r\n").unwrap();
                        while !mail.ends_with("\r\n.\r\n")
                            && reader.read_line(&mut mail).unwrap() > 0
                        {}
                        "250 taken\r\n"
                    }
                    _ => "250 fine\r\n",
                };
                if stream.write_all(reply.as_bytes()).is_err() {
                    break;
                }
                line.clear();
            }
            mail
        });
        (port, server)
    }

    fn sent(port: u16, security: MailSecurity) -> Result<(), AlertError> {
        let way = MailServer {
            host: "127.0.0.1".to_owned(),
            port: Some(port),
            security,
            user: "robin".to_owned(),
            from: "robin@example.org".to_owned(),
            to: "wren@example.org".to_owned(),
        };
        let password = Secret::new("pw of robin");
        let text = "One line\nhttp://h/#no=1";
        send(
            &way,
            Some(&password),
            "Shop",
            text,
            "alert_7",
            false,
            &|| true,
        )
    }

    fn reason(result: Result<(), AlertError>) -> String {
        match result {
            Err(AlertError::Mail { reason, .. }) => reason.id.to_string(),
            other => panic!("no refusal: {other:?}"),
        }
    }

    #[test]
    fn a_mail_has_its_lines_an_id_of_its_own_and_no_person_who_wrote_it() {
        let (port, server) = served(("", ""));
        sent(port, MailSecurity::None).unwrap();
        let mail = server.join().unwrap();
        assert!(
            mail.contains("\r\n\r\nOne line\r\nhttp://h/#no=1"),
            "{mail}"
        );
        let id = mail.split("Message-ID: <").nth(1).unwrap_or("");
        let (hash, rest) = id.split_once('@').unwrap_or_default();
        assert_eq!(
            (hash.len(), rest.starts_with("example.org>\r\n")),
            (32, true)
        );
        assert!(
            mail.contains("Auto-Submitted: auto-generated\r\n"),
            "{mail}"
        );
    }

    #[test]
    fn a_refusal_that_repeats_the_password_is_told_without_it() {
        // As it is sent: `PLAIN` with both, `LOGIN` alone.
        for sent_form in [
            "AHJvYmluAHB3IG9mIHJvYmlu",
            "cHcgb2Ygcm9iaW4=",
            "pw of robin",
        ] {
            let reply = format!("535 no: {sent_form}\r\n");
            let (port, _server) = served(("AUTH", reply.leak()));
            let told = format!("{:?}", sent(port, MailSecurity::None));
            assert!(told.contains("•••") && !told.contains(sent_form), "{told}");
        }
    }

    #[test]
    fn refusals_say_what_to_do() {
        for (command, reply, id) in [
            (
                "AUTH",
                "535 wrong password, pw of robin\r\n",
                "alert-mail-login",
            ),
            ("RCPT", "451 4.7.1 greylisted\r\n", "alert-mail-later"),
            ("MAIL", "552 5.3.4 too large\r\n", "alert-mail-answered"),
            ("EHLO", "250 here\r\n", "alert-mail-no-login"),
        ] {
            let (port, _server) = served((command, reply));
            assert_eq!(reason(sent(port, MailSecurity::None)), id, "{command}");
        }
        let (port, _server) = served(("", ""));
        assert_eq!(reason(sent(port, MailSecurity::Tls)), "alert-mail-no-tls");
        let closed = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = closed.local_addr().unwrap().port();
        drop(closed);
        assert_eq!(
            reason(sent(port, MailSecurity::None)),
            "alert-mail-unreachable"
        );
    }
}
