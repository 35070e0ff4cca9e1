//! What strangers' files, pages and servers, other users of the machine, and accidents must not do.

mod bound_secrets;
mod ids_and_archives;
mod plans;
mod refusals;
mod rule_news;
