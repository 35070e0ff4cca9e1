//! The connection: calls with their answers, and events by session. Ends when the browser closes
//! its pipe; then every call fails. An event that nobody takes in time ends its session, so that a
//! page which makes millions of them fills no memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::browser::process::launch::{PipeReceiver, PipeSender, Pipes};

/// Maximum events that wait for a session.
const MAX_EVENTS: usize = 8192;
/// Maximum messages that wait to be written.
const MAX_OUTGOING: usize = 1024;
/// Maximum bytes of one message; the sources of pages are limited before they are sent.
const MAX_MESSAGE: usize = 256 * 1024 * 1024;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::browser) enum ProtocolError {
    /// The browser is gone.
    Closed,
    /// No answer in time.
    Late,
    /// The browser refuses.
    Refused(String),
}

impl std::fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed => f.write_str("the connection ended"),
            Self::Late => f.write_str("no answer in time"),
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

/// An event of a session.
#[derive(Debug, Deserialize)]
pub(in crate::browser) struct Event {
    /// Its name, such as `Page.loadEventFired`.
    pub(in crate::browser) method: String,
    /// Its parameters.
    #[serde(default)]
    pub(in crate::browser) params: Value,
    /// The session that reports it: that of a tab, or of one of its frames.
    #[serde(skip)]
    pub(in crate::browser) session: String,
}

impl Event {
    /// Its parameters as a type; `None` where they are not as documented.
    pub(in crate::browser) fn read<'de, T: Deserialize<'de>>(&'de self) -> Option<T> {
        T::deserialize(&self.params).ok()
    }
}

/// The events of a session; none after the session ended.
pub(in crate::browser) type Events = mpsc::Receiver<Event>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Incoming {
    id: Option<u64>,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    session_id: String,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

type Answer = oneshot::Sender<Result<Value, ProtocolError>>;

#[derive(Default)]
struct Shared {
    next: AtomicU64,
    closed: AtomicBool,
    waiting: Mutex<HashMap<u64, Answer>>,
    sessions: Mutex<HashMap<String, mpsc::Sender<Event>>>,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, Answer>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Event>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.waiting().clear();
        self.sessions().clear();
    }
}

/// A connection to the browser. Clones share it.
#[derive(Clone)]
pub(in crate::browser) struct Connection {
    shared: Arc<Shared>,
    outgoing: mpsc::Sender<Vec<u8>>,
    patience: Duration,
    _tasks: Arc<Tasks>,
}

struct Tasks([JoinHandle<()>; 2]);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

impl Connection {
    /// Speaks over these pipes; calls wait this long at most.
    pub(in crate::browser) fn open(pipes: Pipes, patience: Duration) -> (Self, Events) {
        let shared = Arc::new(Shared::default());
        let (outgoing, to_write) = mpsc::channel(MAX_OUTGOING);
        let (events, of_browser) = mpsc::channel(MAX_EVENTS);
        shared.sessions().insert(String::new(), events);
        let tasks = [
            tokio::spawn(write(pipes.outgoing, to_write)),
            tokio::spawn(read(pipes.incoming, Arc::clone(&shared))),
        ];
        let connection = Self {
            shared,
            outgoing,
            patience,
            _tasks: Arc::new(Tasks(tasks)),
        };
        (connection, of_browser)
    }

    /// Whether the browser is gone.
    pub(in crate::browser) fn is_closed(&self) -> bool {
        self.shared.closed.load(Ordering::Relaxed)
    }

    /// The browser itself as the receiver of calls.
    pub(in crate::browser) fn browser(&self) -> Target {
        Target {
            connection: self.clone(),
            session: String::new(),
        }
    }

    /// The session of a tab as the receiver of calls, and its events from now on.
    pub(in crate::browser) fn session(&self, id: &str) -> (Target, Events) {
        let (sender, events) = mpsc::channel(MAX_EVENTS);
        self.shared.sessions().insert(id.to_owned(), sender);
        let target = Target {
            connection: self.clone(),
            session: id.to_owned(),
        };
        (target, events)
    }

    /// The session of a frame as the receiver of calls; its events join those of `tab`.
    pub(in crate::browser) fn session_within(&self, tab: &str, id: &str) -> Target {
        let mut sessions = self.shared.sessions();
        if let Some(events) = sessions.get(tab).cloned() {
            sessions.insert(id.to_owned(), events);
        }
        drop(sessions);
        Target {
            connection: self.clone(),
            session: id.to_owned(),
        }
    }

    /// Ends the events of a session.
    pub(in crate::browser) fn forget(&self, id: &str) {
        self.shared.sessions().remove(id);
    }

    async fn call(
        &self,
        session: &str,
        method: &str,
        params: Value,
        patience: Duration,
    ) -> Result<Value, ProtocolError> {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (answer, answered) = oneshot::channel();
        self.shared.waiting().insert(id, answer);
        if self.is_closed() {
            self.shared.waiting().remove(&id);
            return Err(ProtocolError::Closed);
        }
        let sent = self.send(id, session, method, &params).await;
        let result = match sent {
            Ok(()) => match timeout(patience, answered).await {
                Ok(Ok(result)) => result,
                Ok(Err(_)) => Err(ProtocolError::Closed),
                Err(_) => Err(ProtocolError::Late),
            },
            Err(error) => Err(error),
        };
        self.shared.waiting().remove(&id);
        result
    }

    async fn send(
        &self,
        id: u64,
        session: &str,
        method: &str,
        params: &Value,
    ) -> Result<(), ProtocolError> {
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !session.is_empty()
            && let Some(message) = message.as_object_mut()
        {
            message.insert("sessionId".to_owned(), session.into());
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let sent = self.outgoing.send(bytes).await;
        sent.map_err(|_| ProtocolError::Closed)
    }
}

/// The receiver of calls: the browser, or a tab.
#[derive(Clone)]
pub(in crate::browser) struct Target {
    connection: Connection,
    session: String,
}

impl Target {
    /// Its session.
    pub(in crate::browser) fn session(&self) -> &str {
        &self.session
    }

    /// Calls a method and returns its result.
    pub(in crate::browser) async fn call(
        &self,
        method: &str,
        params: Value,
    ) -> Result<Value, ProtocolError> {
        self.call_within(method, params, self.connection.patience)
            .await
    }

    /// The same with another time limit.
    pub(in crate::browser) async fn call_within(
        &self,
        method: &str,
        params: Value,
        patience: Duration,
    ) -> Result<Value, ProtocolError> {
        let connection = &self.connection;
        connection
            .call(&self.session, method, params, patience)
            .await
    }

    /// Calls a method whose result nobody needs.
    pub(in crate::browser) async fn tell(
        &self,
        method: &str,
        params: Value,
    ) -> Result<(), ProtocolError> {
        let connection = &self.connection;
        let id = connection.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        connection.send(id, &self.session, method, &params).await
    }
}

async fn write(mut pipe: PipeSender, mut messages: mpsc::Receiver<Vec<u8>>) {
    while let Some(message) = messages.recv().await {
        if pipe.write_all(&message).await.is_err() || pipe.flush().await.is_err() {
            return;
        }
    }
}

async fn read(pipe: PipeReceiver, shared: Arc<Shared>) {
    let mut pipe = BufReader::with_capacity(256 * 1024, pipe);
    let mut message = Vec::new();
    loop {
        message.clear();
        match read_message(&mut pipe, &mut message).await {
            Ok(true) => take(&shared, &message),
            Ok(false) | Err(_) => break,
        }
        if message.capacity() > 4 * 1024 * 1024 {
            message = Vec::new();
        }
    }
    shared.close();
}

/// Reads up to the next zero byte; false at the end.
async fn read_message(
    pipe: &mut BufReader<PipeReceiver>,
    message: &mut Vec<u8>,
) -> std::io::Result<bool> {
    loop {
        let part = pipe.fill_buf().await?;
        if part.is_empty() {
            return Ok(false);
        }
        let end = memchr::memchr(0, part);
        let taken = end.unwrap_or(part.len());
        message.extend_from_slice(part.get(..taken).unwrap_or_default());
        pipe.consume(taken + usize::from(end.is_some()));
        if message.len() > MAX_MESSAGE {
            return Err(std::io::Error::other("a message without an end"));
        }
        if end.is_some() {
            return Ok(true);
        }
    }
}

fn take(shared: &Shared, message: &[u8]) {
    let Ok(incoming) = serde_json::from_slice::<Incoming>(message) else {
        tracing::debug!(
            bytes = message.len(),
            "an unreadable message of the browser"
        );
        return;
    };
    if let Some(id) = incoming.id {
        if let Some(answer) = shared.waiting().remove(&id) {
            let result = match incoming.error {
                Some(refusal) => Err(ProtocolError::Refused(refusal.message)),
                None => Ok(incoming.result),
            };
            // Nobody may wait any more.
            let _ = answer.send(result);
        }
        return;
    }
    let Some(method) = incoming.method else {
        return;
    };
    let event = Event {
        method,
        params: incoming.params,
        session: incoming.session_id,
    };
    let mut sessions = shared.sessions();
    let Some(session) = sessions.get(&event.session).cloned() else {
        return;
    };
    if let Err(lost) = session.try_send(event) {
        // Nobody reads the events of a tab any more, or not fast enough: it ends, with its frames.
        let lost = lost.into_inner().session;
        sessions.retain(|id, known| *id != lost && !known.same_channel(&session));
    }
}
