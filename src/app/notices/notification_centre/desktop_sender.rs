//! The desktop's notifications, shown by a separate thread, because the bus may be slow. Input:
//! titles and texts. Output: the results of tries.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

use bowerbird_engine::types::{Explain, Message, show_at_the_desk};

/// Maximum waiting notifications; more are left out, because the centre has them.
const WAITING: usize = 8;

/// A notification to be shown.
struct NotificationRequest {
    title: String,
    body: String,
    is_test: bool,
}

/// Channels to the thread: notifications to show, and results with whether it was a test and what
/// failed.
type Thread = (
    SyncSender<NotificationRequest>,
    Receiver<(bool, Option<Message>)>,
);

/// The desktop's notifications.
#[derive(Default)]
pub struct DesktopNotifications {
    thread: Option<Thread>,
    /// Why the desktop showed nothing the last time.
    pub fault: Option<Message>,
    wake: Option<crate::background::project::Wake>,
}

impl DesktopNotifications {
    /// Calls `wake` when there is a result.
    pub fn waking(&mut self, wake: crate::background::project::Wake) {
        self.wake = Some(wake);
    }

    /// Queues a notification without blocking. [`Self::tested`] returns the result of a test.
    pub fn show(&mut self, title: String, body: String, is_test: bool) {
        if self.thread.is_none() {
            self.thread = self.start();
        }
        let request = NotificationRequest {
            title,
            body,
            is_test,
        };
        let sent = self
            .thread
            .as_ref()
            .map(|(requests, _)| requests.try_send(request));
        if !matches!(sent, Some(Ok(()))) {
            tracing::debug!(waiting = WAITING, "left-out");
        }
    }

    /// The result of the last test, once: `Some(None)` when it was shown.
    pub fn tested(&mut self) -> Option<Option<Message>> {
        let (_, answers) = self.thread.as_ref()?;
        loop {
            match answers.try_recv() {
                Ok((is_test, fault)) => {
                    self.fault.clone_from(&fault);
                    if is_test {
                        return Some(fault);
                    }
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
            }
        }
    }

    fn start(&self) -> Option<Thread> {
        let (requests, inbox) = sync_channel::<NotificationRequest>(WAITING);
        let (answers, outbox) = sync_channel(WAITING);
        let wake = self.wake.clone();
        let serve = move || {
            while let Ok(request) = inbox.recv() {
                let shown = show_at_the_desk(&request.title, &request.body);
                let fault = shown.err().map(|error| error.explain());
                if answers.try_send((request.is_test, fault)).is_ok()
                    && let Some(wake) = &wake
                {
                    wake();
                }
            }
        };
        let spawned = std::thread::Builder::new()
            .name("desktop-notices".to_owned())
            .spawn(serve);
        spawned.is_ok().then_some((requests, outbox))
    }
}
