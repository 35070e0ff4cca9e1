//! Style sheets, images and fonts: Blitz's requests are passed to the parent, and its answers back.
//! Every request gets an answer, possibly empty, because Blitz waits for style sheets forever.
//! `data:` addresses are answered immediately.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use blitz_dom::BaseDocument;
use blitz_traits::net::{Bytes, NetHandler, NetProvider, Request};
use data_url::DataUrl;
use url::Url;

use super::super::PreviewLimits;
use super::super::limits::{GRACE, ROUNDS};
use super::super::worker_protocol::{Frame, FromWorker, ToWorker};
use super::images::PixelBudget;
use super::{Output, css};

/// Passes Blitz's requests to the parent.
pub(super) struct Broker {
    output: Output,
    questions: Mutex<Questions>,
    next: AtomicU64,
    /// Whether the time is up and nothing more is fetched.
    closed: AtomicBool,
    /// Whether a requested resource has arrived.
    received: AtomicBool,
    pixels: Mutex<PixelBudget>,
    most_bytes: usize,
}

type Questions = BTreeMap<u64, (Url, Box<dyn NetHandler>)>;

impl Broker {
    /// A broker that talks to the parent through `output`.
    pub(super) fn new(output: Output, limits: &PreviewLimits) -> Self {
        Self {
            output,
            questions: Mutex::default(),
            next: AtomicU64::new(0),
            closed: AtomicBool::new(false),
            received: AtomicBool::new(false),
            pixels: Mutex::new(PixelBudget::new(limits)),
            most_bytes: limits.resource_bytes,
        }
    }

    /// Whether resources were requested and none arrived.
    pub(super) fn came_back_empty(&self) -> bool {
        self.next.load(Ordering::Relaxed) > 0 && !self.received.load(Ordering::Relaxed)
    }

    fn waits(&self) -> bool {
        !held(&self.questions).is_empty()
    }

    fn deliver(&self, id: u64, bytes: Vec<u8>) {
        // The lock is released first: parsing a style sheet requests its imports.
        let question = held(&self.questions).remove(&id);
        if let Some((url, handler)) = question {
            if !bytes.is_empty() {
                self.received.store(true, Ordering::Relaxed);
            }
            self.hand_over(&url, handler, bytes);
        }
    }

    fn hand_over(&self, url: &Url, handler: Box<dyn NetHandler>, bytes: Vec<u8>) {
        let bytes = if bytes.len() > self.most_bytes || !held(&self.pixels).admit(&bytes) {
            Vec::new()
        } else if is_text(&bytes) {
            css::decoded(&bytes, url)
        } else {
            bytes
        };
        // Blitz identifies waiting images by the requested address.
        handler.bytes(url.to_string(), Bytes::from(bytes));
    }

    /// Answers all requests with nothing, including future ones.
    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let questions = std::mem::take(&mut *held(&self.questions));
        for (_, (url, handler)) in questions {
            self.hand_over(&url, handler, Vec::new());
        }
    }
}

impl NetProvider for Broker {
    fn fetch(&self, _document: usize, request: Request, handler: Box<dyn NetHandler>) {
        let url = request.url;
        match url.scheme() {
            "data" => {
                let bytes = data_bytes(&url).unwrap_or_default();
                self.hand_over(&url, handler, bytes);
            }
            "http" | "https" | "cid" if !self.closed.load(Ordering::Relaxed) => {
                let id = self.next.fetch_add(1, Ordering::Relaxed);
                let question = FromWorker::Fetch {
                    id,
                    url: url.clone(),
                };
                held(&self.questions).insert(id, (url, handler));
                if self.output.send(&question, &[]).is_err() {
                    self.deliver(id, Vec::new());
                }
            }
            _ => self.hand_over(&url, handler, Vec::new()),
        }
    }
}

/// Lays `document` out, waiting for its resources first and again for those that only its style
/// sheets reveal. Returns the waiting time and the working time.
pub(super) fn settle(
    document: &mut BaseDocument,
    broker: &Broker,
    frames: &Receiver<Frame<ToWorker>>,
    limits: &PreviewLimits,
) -> (Duration, Duration) {
    let deadline = Instant::now() + limits.resource_time + GRACE;
    let (mut waited, mut worked) = (Duration::ZERO, Duration::ZERO);
    for round in 0..=ROUNDS {
        let started = Instant::now();
        if round == ROUNDS {
            broker.close();
        }
        wait(broker, frames, deadline);
        let resolving = Instant::now();
        waited += resolving - started;
        document.resolve(0.0);
        worked += resolving.elapsed();
        if !broker.waits() {
            break;
        }
    }
    (waited, worked)
}

fn wait(broker: &Broker, frames: &Receiver<Frame<ToWorker>>, deadline: Instant) {
    while broker.waits() {
        let left = deadline.saturating_duration_since(Instant::now());
        match frames.recv_timeout(left) {
            Ok(Frame {
                header: ToWorker::Resource { id },
                body,
            }) => broker.deliver(id, body),
            Ok(_) => {}
            Err(_) => broker.close(),
        }
    }
}

fn data_bytes(url: &Url) -> Option<Vec<u8>> {
    let data = DataUrl::process(url.as_str()).ok()?;
    data.decode_to_vec().ok().map(|(bytes, _)| bytes)
}

/// Whether the bytes are a style sheet rather than an image or a font.
fn is_text(bytes: &[u8]) -> bool {
    const OTHERS: [&[u8]; 7] = [
        b"wOFF",
        b"wOF2",
        b"OTTO",
        b"true",
        b"ttcf",
        b"\x00\x01\x00\x00",
        b"\x1f\x8b",
    ];
    let first = bytes
        .iter()
        .find(|b| !b.is_ascii_whitespace() && !matches!(b, 0xEF | 0xBB | 0xBF));
    first != Some(&b'<')
        && !OTHERS.iter().any(|magic| bytes.starts_with(magic))
        && image::guess_format(bytes).is_err()
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_are_told_from_images_and_fonts() {
        assert!(is_text(b"@charset \"utf-8\"; p {}"));
        assert!(is_text(b""));
        assert!(!is_text(b"wOF2...."));
        assert!(!is_text(b"\n <svg>"));
        assert!(!is_text(b"GIF89a......"));
        assert!(!is_text(b"\xff\xd8\xff\xe0"));
    }

    #[test]
    fn data_addresses_carry_their_bytes() {
        let decode = |text: &str| Url::parse(text).ok().and_then(|url| data_bytes(&url));
        assert_eq!(decode("data:text/css,p%7B%7D"), Some(b"p{}".to_vec()));
        assert_eq!(decode("data:image/x;base64,AAEC"), Some(vec![0, 1, 2]));
        assert_eq!(decode("data:nothing"), None);
    }
}
