//! Detects that another process may have left a command: something was written to the project. If
//! the system reports writes (inotify(7) on Linux), there are no checks while nothing happens, and
//! at most four per second during writes; otherwise it checks once per second.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::store::StoreReader;

/// Minimum time between checks, however much is written: short enough for the waiting process, and
/// cheap enough for a crawl that writes all the time.
const APART: Duration = Duration::from_millis(250);
/// Interval of checks where the system reports no writes.
const UNTOLD: Duration = Duration::from_secs(1);
/// Maximum time between checks where the system reports writes: some file systems do not.
const IN_ANY_CASE: Duration = Duration::from_secs(60);

/// Waits for commands.
#[derive(Debug, Default)]
pub struct RemoteCommandWatch {
    #[cfg(target_os = "linux")]
    writes: Option<linux::Writes>,
    /// Time of the last check.
    looked: Option<Instant>,
    /// Whether something was written since then.
    written: bool,
    /// Whether that check followed a write.
    #[cfg(target_os = "linux")]
    look_again: bool,
}

impl RemoteCommandWatch {
    /// Waits for commands to the owner of a project; must be created on a runtime.
    pub fn on(store: &StoreReader) -> Self {
        #[cfg(target_os = "linux")]
        {
            let writes = linux::Writes::of(store.path());
            if let Err(error) = &writes {
                tracing::debug!(%error, "commands of other processes are looked for every second");
            }
            Self {
                writes: writes.ok(),
                // A command may have been left before writes were reported.
                written: true,
                ..Self::default()
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = store;
            Self::default()
        }
    }

    /// Returns when a check is worthwhile. Cancel-safe: it may be called again after being dropped.
    pub async fn wait(&mut self) {
        let looked = *self.looked.get_or_insert_with(Instant::now);
        #[cfg(not(target_os = "linux"))]
        sleep_until(looked + UNTOLD).await;
        #[cfg(target_os = "linux")]
        match &self.writes {
            None => sleep_until(looked + UNTOLD).await,
            Some(writes) => {
                if !self.written {
                    // A write is reported before its transaction is complete: what was not there yet
                    // is there at the next check.
                    let most = match self.look_again {
                        true => UNTOLD,
                        false => IN_ANY_CASE,
                    };
                    tokio::select! {
                        () = writes.next() => self.written = true,
                        () = sleep_until(looked + most) => {}
                    }
                }
                sleep_until(looked + APART).await;
                self.look_again = self.written;
            }
        }
        self.written = false;
        self.looked = Some(Instant::now());
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    /// Writes to the log of a project, which receives all stored data first.
    #[derive(Debug)]
    pub(super) struct Writes(AsyncFd<OwnedFd>);

    impl Writes {
        pub(super) fn of(project: &Path) -> io::Result<Self> {
            let mut log = project.as_os_str().to_owned();
            log.push("-wal");
            let told = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
            add_watch(&told, Path::new(&log), WatchFlags::MODIFY)?;
            #[expect(
                deprecated,
                reason = "sound for a descriptor that is owned; what replaces it is unsafe"
            )]
            let told = AsyncFd::with_interest(told, Interest::READABLE)?;
            Ok(Self(told))
        }

        /// Waits for the next write; simultaneous writes count as one.
        pub(super) async fn next(&self) {
            let read = |told: &OwnedFd| {
                let mut events = [0_u8; 4096];
                rustix::io::read(told, &mut events).map_err(io::Error::from)
            };
            if self.0.async_io(Interest::READABLE, read).await.is_err() {
                // No more reports; the regular check remains.
                std::future::pending::<()>().await;
            }
        }
    }
}
