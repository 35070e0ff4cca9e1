//! What holds where neither a rule nor an option says otherwise: the delay between two requests,
//! concurrent requests, retries, how many pages of a list are followed, how long a person is waited for, the number
//! of runs after which a missing page is given up, and how long a worker may say nothing. The sections of a rule take their defaults from here. Ranges are checked where a section is read, in
//! `rules::sections_and_defaults`.

mod missing_pages;
mod paging;
mod person;
mod politeness;
mod worker_times;

pub use missing_pages::MISSING_PAGE_RUNS;
pub use paging::max_list_pages;
pub use person::PERSON_WAIT;
pub use politeness::{ADAPTIVE, CONCURRENCY, DELAY, DELAY_TEXT, OBEY_ROBOTS, RETRIES};
pub use worker_times::{QUEUE_ENTRY, WORKER_FINISH, WORKER_OFFLINE, WORKER_SILENT, WORKER_TICK};
