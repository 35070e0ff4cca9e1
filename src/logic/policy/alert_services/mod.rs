//! Messages of services that people read alerts with: Slack, Discord, Telegram and others.
//! Input: the address of a service as people know it (or as Apprise writes it,
//! <https://github.com/caronc/apprise/wiki>), and the text of a message. Output: the HTTP request
//! that delivers it, and what an answer says. Sends nothing. An address holds the key to its
//! service and is a secret.
//!
//! `service_address` reads addresses, `service_request` makes the requests, `answer` reads what services
//! answer. A new service begins as a `ServiceKind` in `model/alert_service.rs`; its texts are in
//! `assets/messages/LANGUAGE/alerts.ftl`.

mod answer;
mod service_address;
mod service_request;

pub use answer::{asked_wait, refusal, room_of, said_of};
pub use service_address::{ServiceAddress, ServiceAddressError, example};
pub use service_request::{HttpMethod, ServiceMessage, ServiceRequest};

#[cfg(test)]
mod tests;
