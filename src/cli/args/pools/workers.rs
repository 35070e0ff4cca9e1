//! `worker` and `workers …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `worker`
#[derive(Debug, Args)]
#[command(
    after_help = "The worker makes a key at its first start and shows its fingerprint. On the machine \
                  with the project, `bowerbird workers list` shows the same one; `bowerbird workers \
                  accept NAME` accepts the worker. It keeps nothing but its key and the key of the \
                  owner that it works for. Ctrl-C finishes what is in progress."
)]
pub struct WorkerArguments {
    /// Address of the Redis or Valkey server: redis://[USER@]HOST[:PORT], rediss:// for TLS
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOWERBIRD_REDIS",
        hide_env_values = true
    )]
    pub redis: String,
    /// File with the password of the server in its first line
    #[arg(long, value_name = "FILE", env = "BOWERBIRD_REDIS_PASSWORD_FILE")]
    pub password_file: Option<PathBuf>,
    /// Name of this worker (default: the name of the machine)
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Number of requests at once
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: u16,
    /// Show pages in the browser where they need it
    #[arg(long)]
    pub browser: bool,
    /// Work only for owners with this fingerprint (default: the first owner that accepts the worker)
    #[arg(long, value_name = "FINGERPRINT")]
    pub owner: Vec<String>,
    /// Folder with the key (default: the data folder)
    #[arg(long, value_name = "DIR")]
    pub key_folder: Option<PathBuf>,
}

/// `workers …`
#[derive(Debug, Subcommand)]
pub enum WorkersSubcommand {
    /// Show the workers: accepted ones, and those that ask to be accepted
    List,
    /// Use the workers at this Redis or Valkey server from now on
    Use {
        /// Its address: redis://[USER@]HOST[:PORT], rediss:// for TLS
        address: String,
        /// File with the password of the server in its first line
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
        /// Megabytes that may wait at the server
        #[arg(long, value_name = "MB")]
        limit: Option<u64>,
    },
    /// Use no workers from now on
    Off,
    /// Accept a worker, after comparing its fingerprint
    Accept {
        /// Its name, or the beginning of its fingerprint
        worker: String,
        /// Let it have passwords, cookies of accounts and keys
        #[arg(long)]
        secrets: bool,
    },
    /// Accept a worker no longer
    Remove {
        /// Its name, or the beginning of its fingerprint
        worker: String,
    },
    /// Hand nothing out to a worker until resumed
    Pause {
        /// Its name, or the beginning of its fingerprint
        worker: String,
    },
    /// Hand requests out to a worker again
    Resume {
        /// Its name, or the beginning of its fingerprint
        worker: String,
    },
    /// Let a worker finish what it has, and hand nothing more out to it
    Drain {
        /// Its name, or the beginning of its fingerprint
        worker: String,
    },
    /// Bind a worker to sites and tags; without any, it works for all
    Bind {
        /// Its name, or the beginning of its fingerprint
        worker: String,
        /// Sites that it works for
        #[arg(long, value_name = "SITE", num_args = 1..)]
        site: Vec<String>,
        /// Tags of sites that it works for
        #[arg(long, value_name = "TAG", num_args = 1..)]
        tag: Vec<String>,
    },
}
