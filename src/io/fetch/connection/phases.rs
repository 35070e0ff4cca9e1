//! The phases of a new connection, each with its own time limit: resolving the name, connecting,
//! TLS handshake. Input: the HTTP library's connector. Output: the same with limits, or the
//! phase that timed out. The library makes a connection in one step. The start of a phase shows in
//! the two services it calls: our name resolver, and the TLS session store, which is queried when a
//! handshake begins. Never inspects the data sent.

use std::cell::Cell;
use std::error::Error;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::NamedGroup;
use rustls::client::{
    ClientSessionMemoryCache, ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue,
};
use rustls::pki_types::ServerName;
use tokio::time::{Instant, sleep_until};
use tower_layer::Layer;
use tower_service::Service;

use crate::fetch::error::Stage;

/// Number of TLS sessions kept for faster handshakes: the library's default.
const SESSIONS: usize = 256;

type BoxError = Box<dyn Error + Send + Sync>;

tokio::task_local! {
    /// The phase of the connection that the current task is making.
    static PHASE: Cell<Phase>;
}

/// The current phase of a connection and its start time.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The name is being resolved. The resolver has its own limit.
    Looking(Instant),
    /// Connecting to one of this many addresses.
    Connecting(Instant, usize),
    /// The connection exists, and the TLS handshake is running.
    Securing(Instant),
}

/// A phase of a connection took too long.
#[derive(Debug)]
pub(crate) struct PhaseTimeout {
    /// Which.
    pub(crate) stage: Stage,
}

impl std::fmt::Display for PhaseTimeout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.stage {
            Stage::Secure => "the connection was not secured in time",
            _ => "no connection in time",
        })
    }
}

impl Error for PhaseTimeout {}

/// Time limit for each phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phases {
    /// Resolving the name.
    pub(crate) name: Duration,
    /// Connecting, including to a proxy's target.
    pub(crate) connect: Duration,
    /// TLS handshake.
    pub(crate) secure: Duration,
}

impl Phases {
    /// Maximum time of all phases together. The library splits this equally among several addresses
    /// of a host.
    pub(super) fn whole(&self) -> Duration {
        self.name + self.connect + self.secure
    }

    fn end_of(&self, phase: Phase) -> (Instant, Stage) {
        match phase {
            Phase::Looking(since) => (since + self.whole(), Stage::Name),
            // The first of several addresses may be dead; the others must be tried too.
            Phase::Connecting(since, addresses) => {
                let times = if addresses > 1 { 2 } else { 1 };
                (since + self.connect * times, Stage::Connect)
            }
            Phase::Securing(since) => (since + self.secure, Stage::Secure),
        }
    }
}

/// Notes that name resolution begins.
pub(super) fn enter_resolving() {
    enter(Phase::Looking(Instant::now()));
}

/// Notes that the name resolved to this many addresses.
pub(super) fn found(addresses: usize) {
    enter(Phase::Connecting(Instant::now(), addresses));
}

/// Does nothing if no task tracks the phase.
fn enter(phase: Phase) {
    let _ = PHASE.try_with(|current| current.set(phase));
}

impl<S> Layer<S> for Phases {
    type Service = Limited<S>;

    fn layer(&self, inner: S) -> Limited<S> {
        Limited {
            inner,
            phases: *self,
        }
    }
}

/// A connector with limits.
#[derive(Clone)]
pub(crate) struct Limited<S> {
    inner: S,
    phases: Phases,
}

impl<S, R> Service<R> for Limited<S>
where
    S: Service<R, Error = BoxError>,
    S::Future: Send + 'static,
    S::Response: 'static,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, to: R) -> Self::Future {
        let connecting = self.inner.call(to);
        let phases = self.phases;
        let begun = Cell::new(Phase::Connecting(Instant::now(), 1));
        Box::pin(PHASE.scope(begun, within(phases, connecting)))
    }
}

/// Awaits `connecting`, or reports which phase took too long.
async fn within<T>(
    phases: Phases,
    connecting: impl Future<Output = Result<T, BoxError>>,
) -> Result<T, BoxError> {
    let mut connecting = pin!(connecting);
    let mut timer = pin!(sleep_until(Instant::now() + phases.whole()));
    poll_fn(move |context| {
        if let Poll::Ready(done) = connecting.as_mut().poll(context) {
            return Poll::Ready(done);
        }
        let (end, stage) = phases.end_of(PHASE.with(Cell::get));
        if timer.deadline() != end {
            timer.as_mut().reset(end);
        }
        match timer.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(PhaseTimeout { stage }.into())),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// The default TLS session store, which also notes the start of a handshake: it is queried for a
/// session to resume, or for key exchange hints, and at no other time.
#[derive(Debug)]
pub(super) struct Sessions(ClientSessionMemoryCache);

impl Sessions {
    /// An empty store.
    pub(super) fn shared() -> Arc<dyn ClientSessionStore> {
        Arc::new(Self(ClientSessionMemoryCache::new(SESSIONS)))
    }
}

fn securing() {
    enter(Phase::Securing(Instant::now()));
}

impl ClientSessionStore for Sessions {
    fn set_kx_hint(&self, server_name: ServerName<'static>, group: NamedGroup) {
        self.0.set_kx_hint(server_name, group);
    }

    fn kx_hint(&self, server_name: &ServerName<'_>) -> Option<NamedGroup> {
        securing();
        self.0.kx_hint(server_name)
    }

    fn set_tls12_session(&self, server_name: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.0.set_tls12_session(server_name, value);
    }

    fn tls12_session(&self, server_name: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        securing();
        self.0.tls12_session(server_name)
    }

    fn remove_tls12_session(&self, server_name: &ServerName<'static>) {
        self.0.remove_tls12_session(server_name);
    }

    fn insert_tls13_ticket(
        &self,
        server_name: ServerName<'static>,
        value: Tls13ClientSessionValue,
    ) {
        self.0.insert_tls13_ticket(server_name, value);
    }

    fn take_tls13_ticket(
        &self,
        server_name: &ServerName<'static>,
    ) -> Option<Tls13ClientSessionValue> {
        securing();
        self.0.take_tls13_ticket(server_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stage that times out for a connection that goes through `steps` and then hangs.
    async fn late(phases: Phases, steps: impl Fn()) -> Option<Stage> {
        let hangs = async {
            steps();
            std::future::pending::<Result<(), BoxError>>().await
        };
        let begun = Cell::new(Phase::Connecting(Instant::now(), 1));
        let error = PHASE.scope(begun, within(phases, hangs)).await.err()?;
        Some(error.downcast_ref::<PhaseTimeout>()?.stage)
    }

    #[tokio::test]
    async fn each_phase_has_its_own_limit() {
        let long = Duration::from_secs(600);
        let all = Phases {
            name: long,
            connect: long,
            secure: long,
        };
        let short = Duration::from_millis(1);
        let connect = Phases {
            connect: short,
            ..all
        };
        let secure = Phases {
            secure: short,
            ..all
        };
        assert_eq!(late(connect, || ()).await, Some(Stage::Connect));
        let several = || found(3);
        assert_eq!(late(connect, several).await, Some(Stage::Connect));
        let secures = || {
            enter_resolving();
            found(1);
            securing();
        };
        assert_eq!(late(secure, secures).await, Some(Stage::Secure));
    }

    #[test]
    fn several_addresses_have_their_turn() {
        let phases = Phases {
            name: Duration::from_secs(8),
            connect: Duration::from_secs(10),
            secure: Duration::from_secs(10),
        };
        let now = Instant::now();
        let end = |phase| phases.end_of(phase).0 - now;
        assert_eq!(end(Phase::Connecting(now, 1)), phases.connect);
        // The second address is tried when the library has given up the first.
        assert!(end(Phase::Connecting(now, 2)) > phases.whole() / 2);
    }

    #[tokio::test]
    async fn what_comes_in_time_passes_and_faults_too() {
        let phases = Phases {
            name: Duration::from_secs(600),
            connect: Duration::from_secs(600),
            secure: Duration::from_secs(600),
        };
        let begun = || Cell::new(Phase::Connecting(Instant::now(), 1));
        let seven = within(phases, async { Ok(7) });
        assert_eq!(PHASE.scope(begun(), seven).await.unwrap(), 7);
        let fails = within(phases, async { Err::<(), _>("refused".into()) });
        let fault = PHASE.scope(begun(), fails).await.unwrap_err();
        assert_eq!(fault.to_string(), "refused");
    }
}
