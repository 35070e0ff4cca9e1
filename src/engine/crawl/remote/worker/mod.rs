//! A worker: takes requests from owners that accepted it, fetches and reads them, sends the readings
//! back. Input: the address of a queue. Output: readings. Stores nothing but its own key and whom it
//! works for; opens no project.

mod host_gaps;
mod job;
mod jobs_of_owner;
mod read_contexts;
mod service;
mod statistics;
mod trust;

use std::path::PathBuf;

pub use service::serve;

use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::QueueAddress;
use bowerbird_logic::messages::Message;

/// What a worker is started with.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The queue.
    pub address: QueueAddress,
    /// Its password.
    pub password: Option<Secret>,
    /// What the worker is called.
    pub name: String,
    /// How many requests it works on at once.
    pub jobs: usize,
    /// Whether it shows pages in a browser.
    pub browser: bool,
    /// Its private folder.
    pub folder: PathBuf,
    /// The fingerprints of the owners that it works for; without any, the first that accepts it.
    pub owners: Vec<String>,
    /// This program, which guards the browser.
    pub program: PathBuf,
}

/// What a worker reports.
#[derive(Clone, Debug)]
pub enum WorkerReport {
    /// It has a key; a person compares its fingerprint.
    Key {
        /// The fingerprint.
        fingerprint: String,
    },
    /// The queue answers.
    Connected,
    /// The queue does not answer, or cannot be used for now.
    Problem(Message),
    /// An owner accepted it.
    Accepted {
        /// The owner's fingerprint.
        owner: String,
    },
    /// An owner accepted it that it does not work for.
    Foreign {
        /// The owner's fingerprint.
        owner: String,
    },
    /// An owner has another build.
    OtherBuild {
        /// The owner's.
        theirs: String,
        /// The worker's.
        ours: String,
    },
}
