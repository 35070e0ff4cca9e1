//! Messages of services that people read alerts with: Slack, Discord, Telegram and others.
//! Input: the address of a service as people know it (or as Apprise writes it,
//! <https://github.com/caronc/apprise/wiki>), and the text of a message. Output: the HTTP request
//! that delivers it, and what an answer says. Sends nothing. An address holds the key to its
//! service and is a secret.
//!
//! `address` reads addresses, `message` makes the requests, `answer` reads what services answer.

mod address;
mod answer;
mod message;

pub use address::{ServiceAddress, ServiceAddressError, example};
pub use answer::{refusal, room_of};
pub use message::{HttpMethod, ServiceMessage, ServiceRequest};

#[cfg(test)]
mod tests;
