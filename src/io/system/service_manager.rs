//! What a service manager such as systemd is told (sd_notify(3)): that the program is ready, that it
//! still works, and that it stops. Input: the variables that it sets. Output: datagrams to its
//! socket; nothing where there is no such manager, and no failure here affects the work.

use std::time::{Duration, Instant};

/// The socket of the service manager, if one started this process.
pub struct ServiceManager {
    #[cfg(unix)]
    socket: Option<std::os::unix::net::UnixDatagram>,
    /// How often it is told that the program still works: twice in the time that it waits.
    period: Option<Duration>,
    told: Instant,
}

impl ServiceManager {
    /// The manager that `NOTIFY_SOCKET` names and the patience that `WATCHDOG_USEC` names.
    pub fn of_environment() -> Self {
        #[cfg(unix)]
        let socket = std::env::var_os("NOTIFY_SOCKET").and_then(|name| connected(&name));
        #[cfg(unix)]
        let is_there = socket.is_some();
        #[cfg(not(unix))]
        let is_there = false;
        Self {
            #[cfg(unix)]
            socket,
            period: is_there.then(patience).flatten().map(|time| time / 2),
            told: Instant::now(),
        }
    }

    /// Tells that the program does its work from now on.
    pub fn ready(&mut self) {
        self.tell("READY=1");
    }

    /// Tells that the program still works, if it is time to.
    pub fn alive(&mut self) {
        if self
            .period
            .is_some_and(|period| self.told.elapsed() >= period)
        {
            self.tell("WATCHDOG=1");
            self.told = Instant::now();
        }
    }

    /// Tells that the program ends, which may take a while.
    pub fn stopping(&mut self) {
        self.tell("STOPPING=1");
    }

    /// How long the program may sleep before it must say that it works; `longest` at most.
    pub fn sleep(&self, longest: Duration) -> Duration {
        self.period.map_or(longest, |period| {
            period.saturating_sub(self.told.elapsed()).min(longest)
        })
    }

    fn tell(&self, state: &str) {
        #[cfg(unix)]
        if let Some(socket) = &self.socket
            && let Err(error) = socket.send(state.as_bytes())
        {
            tracing::debug!(%error, state, "the service manager does not listen");
        }
        #[cfg(not(unix))]
        let _ = state;
    }
}

/// How long the manager waits for a sign of life of this process.
fn patience() -> Option<Duration> {
    let number = |name| std::env::var(name).ok()?.parse::<u64>().ok();
    // The variables are inherited; those of another process do not concern this one.
    let is_other = number("WATCHDOG_PID").is_some_and(|pid| pid != u64::from(std::process::id()));
    let micros = number("WATCHDOG_USEC").filter(|micros| *micros > 0 && !is_other)?;
    Some(Duration::from_micros(micros))
}

/// A socket that sends to `name`; one that begins with `@` is in Linux' abstract namespace.
#[cfg(unix)]
fn connected(name: &std::ffi::OsStr) -> Option<std::os::unix::net::UnixDatagram> {
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let bytes = name.as_bytes();
    let address = match bytes.strip_prefix(b"@") {
        #[cfg(target_os = "linux")]
        Some(abstract_name) => {
            use std::os::linux::net::SocketAddrExt as _;
            SocketAddr::from_abstract_name(abstract_name)
        }
        #[cfg(not(target_os = "linux"))]
        Some(_) => return None,
        None => SocketAddr::from_pathname(name),
    };
    let socket = UnixDatagram::unbound().ok()?;
    socket.connect_addr(&address.ok()?).ok()?;
    // The manager that does not read must not stop the work.
    socket.set_nonblocking(true).ok()?;
    Some(socket)
}
