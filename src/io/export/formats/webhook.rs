//! Records sent to an address, in batches of JSON by POST, signed according to Standard Webhooks
//! 1.0 (<https://www.standardwebhooks.com>): `webhook-id` stays the same across retries of a batch,
//! so that a receiver can drop duplicates. A batch that fails temporarily is retried with growing
//! waits, a limited number of times. Batches accepted before stay accepted.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use ring::digest;
use tokio::runtime::{Builder, Handle, Runtime};
use url::Url;

use super::jsonl;
use crate::export::columns::{self, HeadedColumn};
use crate::export::{ExportError, ExportOptions, Exported, each_row};
use crate::fetch::signed_post::{DeliveryError, SigningKey, post_signed};
use crate::fetch::{FetchLimits, Fetcher};
use crate::store::StoreReader;
use bowerbird_logic::mask_secrets::without_credentials;
use bowerbird_logic::model::StoredRecord;
use bowerbird_logic::policy::delivery::{MAX_WAIT, WAITS};

/// Maximum records per batch.
const BATCH: usize = 100;
/// Size of a batch in bytes after which no record is added: most receivers accept a few MB.
const BATCH_BYTES: usize = 1024 * 1024;
/// Interval between checks for cancellation during a wait.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Sends the records; returns how many were accepted.
///
/// # Errors
/// [`ExportError::Address`], [`ExportError::Refused`] with the number accepted before; errors from
/// reading.
pub(crate) fn push(
    store: &StoreReader,
    options: &ExportOptions,
    address: &str,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Exported, ExportError> {
    let url = address_of(address)?;
    let columns = columns::chosen(store, options)?;
    let way = Driver::here().map_err(|e| ExportError::from_io(Path::new(address), &e))?;
    let mut sender = Sender {
        fetcher: Fetcher::new(FetchLimits::default()),
        way,
        url,
        key: options.secret.as_ref().map(SigningKey::of),
        batch: Vec::new(),
        bytes: 0,
        taken: 0,
    };
    let mut stopped = None;
    // Called between two records and between two tries, never at the same time.
    let progress = RefCell::new(progress);
    let go_on = |rows: u64| (progress.borrow_mut())(rows);
    let read = each_row(
        store,
        options,
        Path::new(address),
        &mut |rows| go_on(rows),
        &mut |record| {
            sender.add(&columns, record);
            if !sender.is_full() {
                return Ok(());
            }
            sender.send(&go_on).map_err(|error| {
                stopped = Some(error);
                std::io::Error::other("stopped")
            })
        },
    );
    match stopped {
        Some(error) => return Err(error),
        None => read?,
    };
    sender.send(&go_on)?;
    go_on(sender.taken);
    Ok(Exported {
        rows: sender.taken,
        notes: Vec::new(),
    })
}

/// The address, if it can be sent to. Credentials in it are rejected, because they would be stored
/// unencrypted.
pub(super) fn address_of(address: &str) -> Result<Url, ExportError> {
    Url::parse(address.trim())
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .ok_or_else(|| ExportError::Address {
            address: without_credentials(address).into_owned(),
        })
}

/// The runtime that drives requests.
enum Driver {
    /// The runtime that this blocking thread belongs to.
    Inside(Handle),
    /// Our own runtime. It must be blocked on itself: its handle alone drives no network I/O.
    Own(Runtime),
}

impl Driver {
    fn here() -> std::io::Result<Self> {
        match Handle::try_current() {
            Ok(handle) => Ok(Self::Inside(handle)),
            Err(_) => Builder::new_current_thread()
                .enable_all()
                .build()
                .map(Self::Own),
        }
    }
}

struct Sender {
    fetcher: Fetcher,
    way: Driver,
    url: Url,
    key: Option<SigningKey>,
    batch: Vec<serde_json::Value>,
    bytes: usize,
    taken: u64,
}

impl Sender {
    fn add(&mut self, columns: &[HeadedColumn], record: &StoredRecord) {
        let object = jsonl::object(columns, record);
        self.bytes += record.record.text.len() + record.record.title.len();
        self.batch.push(object.into());
    }

    fn is_full(&self) -> bool {
        self.batch.len() >= BATCH || self.bytes >= BATCH_BYTES
    }

    /// Sends the collected batch, with retries while they may help.
    fn send(&mut self, go_on: &dyn Fn(u64) -> bool) -> Result<(), ExportError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let count = self.batch.len();
        let body = serde_json::json!({
            "type": "records",
            "records": std::mem::take(&mut self.batch),
        })
        .to_string();
        self.bytes = 0;
        let sum = digest::digest(&digest::SHA256, body.as_bytes());
        let id = format!("msg_{}", hex(sum.as_ref().get(..16).unwrap_or_default()));
        let mut waits = WAITS.into_iter();
        loop {
            let fault = match self.post(&id, &body, go_on) {
                Some(Ok(())) => break,
                Some(Err(fault)) => fault,
                None => return Err(ExportError::Cancelled),
            };
            let wait = waits.next().filter(|_| fault.passes);
            let Some(wait) = wait else {
                return Err(ExportError::Refused {
                    host: self.url.host_str().unwrap_or_default().to_owned(),
                    reason: fault.reason,
                    sent: self.taken,
                });
            };
            let until = Instant::now() + fault.asked.unwrap_or(wait).min(MAX_WAIT);
            while Instant::now() < until {
                if !go_on(self.taken) {
                    return Err(ExportError::Cancelled);
                }
                std::thread::sleep(POLL_INTERVAL);
            }
        }
        self.taken += count as u64;
        Ok(())
    }

    /// Sends it once; returns `None` when cancelled before an answer arrived.
    fn post(
        &self,
        id: &str,
        body: &str,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Option<Result<(), DeliveryError>> {
        let request = async {
            let sent = post_signed(&self.fetcher, &self.url, self.key.as_ref(), id, body);
            let mut sent = std::pin::pin!(sent);
            loop {
                // A receiver may answer slowly, and the user may not want to wait.
                match tokio::time::timeout(POLL_INTERVAL, &mut sent).await {
                    Ok(answer) => return Some(answer),
                    Err(_) if go_on(self.taken) => {}
                    Err(_) => return None,
                }
            }
        };
        match &self.way {
            Driver::Inside(handle) => handle.block_on(request),
            Driver::Own(runtime) => runtime.block_on(request),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
