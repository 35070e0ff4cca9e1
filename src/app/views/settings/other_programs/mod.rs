//! Sections about programs and machines beside this one: the browser that shows pages, browsers that send
//! pages, programs that ask, and workers.

pub(in crate::views::settings) mod browser;
pub(in crate::views::settings) mod sent_pages;
pub(in crate::views::settings) mod serve;
pub(in crate::views::settings) mod workers;
