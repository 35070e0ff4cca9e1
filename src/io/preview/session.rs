//! The parent's side: starts the child, answers its requests, and ends it. Whatever the child does
//! (crashes, hangs, sends garbage) becomes a [`PreviewError`] within the time limit.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::limits::{SCALES, TILE_WIDTH_PX, WIDTHS};
use super::resource_answers::Answers;
use super::worker_protocol::{self, Frame, FromWorker, ToWorker};
use super::{
    Excess, Layout, PreviewError, PreviewLimits, PreviewRequest, PreviewTiming, ResourceLoader,
    Tile,
};

/// A page in its child process, ready to be painted; the process is killed on drop.
#[derive(Debug)]
pub struct PreviewSession {
    child: Child,
    /// Channel to the task that writes to the child, so that a dropped caller never truncates a
    /// frame.
    outgoing: mpsc::Sender<Vec<u8>>,
    /// Channel from the task that reads from the child.
    incoming: mpsc::Receiver<Incoming>,
    tasks: [JoinHandle<()>; 2],
    limits: PreviewLimits,
    lacks_resources: bool,
}

impl PreviewSession {
    /// Starts `worker preview-worker` and lays the page out with the default limits. `worker` is
    /// the program itself (`std::env::current_exe()`). Needs a tokio runtime with time and I/O.
    ///
    /// # Errors
    /// [`PreviewError`]; the caller then shows [`structure`](super::page_structure).
    pub async fn open(
        worker: &Path,
        request: PreviewRequest,
        loader: Arc<dyn ResourceLoader>,
    ) -> Result<(Self, Layout), PreviewError> {
        Self::open_with(worker, request, loader, PreviewLimits::default()).await
    }

    /// [`open`](Self::open) with custom limits.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn open_with(
        worker: &Path,
        request: PreviewRequest,
        loader: Arc<dyn ResourceLoader>,
        limits: PreviewLimits,
    ) -> Result<(Self, Layout), PreviewError> {
        if request.html.len() > limits.source_bytes {
            return Err(PreviewError::TooLarge {
                what: Excess::Bytes,
                found: request.html.len() as u64,
                limit: limits.source_bytes as u64,
            });
        }
        let time = limits.layout_time;
        let mut session = Self::start(worker, limits)?;
        let layout = timeout(time, session.lay_out(request, loader.as_ref()))
            .await
            .unwrap_or_else(|_| Err(timed_out(time)))?;
        Ok((session, layout))
    }

    /// Whether the page was laid out without some late resources.
    pub fn lacks_resources(&self) -> bool {
        self.lacks_resources
    }

    /// Paints one tile; tiles may be requested in any order and repeatedly.
    ///
    /// # Errors
    /// [`PreviewError`]; after anything but [`PreviewError::NoSuchTile`] the session is unusable.
    pub async fn tile(&mut self, number: u32) -> Result<Tile, PreviewError> {
        let time = self.limits.tile_time;
        let painted = timeout(time, self.paint(number))
            .await
            .unwrap_or_else(|_| Err(timed_out(time)));
        if !matches!(painted, Ok(_) | Err(PreviewError::NoSuchTile { .. })) {
            // It may hang or use a gigabyte: do not wait for the caller to drop it.
            let _ = self.child.start_kill();
        }
        painted
    }

    fn start(worker: &Path, limits: PreviewLimits) -> Result<Self, PreviewError> {
        let failed = |reason: String| PreviewError::Start { reason };
        let mut child = Command::new(worker)
            .arg("preview-worker")
            .env("MIMALLOC_ARENA_RESERVE", RESERVED_AT_ONCE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| failed(format!("{}: {e}", worker.display())))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("no pipes".to_owned()));
        };
        let (outgoing, to_write) = mpsc::channel(QUEUE);
        let (read, incoming) = mpsc::channel(QUEUE);
        let tasks = [
            tokio::spawn(write_all(stdin, to_write)),
            tokio::spawn(read_all(stdout, read)),
        ];
        Ok(Self {
            child,
            outgoing,
            incoming,
            tasks,
            limits,
            lacks_resources: false,
        })
    }

    async fn lay_out(
        &mut self,
        request: PreviewRequest,
        loader: &dyn ResourceLoader,
    ) -> Result<Layout, PreviewError> {
        let width = request.width.clamp(WIDTHS.0, WIDTHS.1);
        let open = ToWorker::Open {
            url: request.url,
            width,
            scale: scale_within(request.scale, width),
            limits: Box::new(self.limits.clone()),
        };
        self.send(&open, request.html.as_bytes()).await?;
        let mut answers = Answers::new(loader, &self.limits);
        loop {
            tokio::select! {
                frame = self.incoming.recv() => {
                    let frame = self.understood(frame).await?;
                    match frame.header {
                        FromWorker::Fetch { id, url } => answers.ask(id, url),
                        FromWorker::Layout { width, height, tile_height, timing } => {
                            self.lacks_resources = answers.timed_out();
                            return laid_out(width, height, tile_height, timing, &frame.body);
                        }
                        other => return Err(failure(other)),
                    }
                }
                (id, bytes) = answers.next() => {
                    self.send(&ToWorker::Resource { id }, &bytes).await?;
                }
            }
        }
    }

    async fn paint(&mut self, number: u32) -> Result<Tile, PreviewError> {
        self.send(&ToWorker::Tile { number }, &[]).await?;
        loop {
            let frame = self.incoming.recv().await;
            let frame = self.understood(frame).await?;
            match frame.header {
                FromWorker::Tile {
                    number: painted,
                    width,
                    height,
                } => {
                    // An earlier caller may have been dropped before its tile arrived.
                    if painted == number {
                        return checked_tile(number, width, height, frame.body);
                    }
                }
                FromWorker::NoSuchTile { number: missing } if missing != number => {}
                other => return Err(failure(other)),
            }
        }
    }

    async fn send(&mut self, what: &ToWorker, body: &[u8]) -> Result<(), PreviewError> {
        let bytes = worker_protocol::encode(what, body).map_err(|e| garbled(&e))?;
        if self.outgoing.send(bytes).await.is_ok() {
            return Ok(());
        }
        // The child is gone, perhaps after reporting why.
        while let Some(frame) = self.incoming.recv().await {
            if let Ok(Frame { header, .. }) = frame
                && is_failure(&header)
            {
                return Err(failure(header));
            }
        }
        Err(self.died().await)
    }

    async fn understood(
        &mut self,
        frame: Option<Incoming>,
    ) -> Result<Frame<FromWorker>, PreviewError> {
        match frame {
            Some(Ok(frame)) => Ok(frame),
            Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                Err(garbled(&error))
            }
            Some(Err(_)) | None => Err(self.died().await),
        }
    }

    /// The child closed its output: it has ended, or is killed.
    async fn died(&mut self) -> PreviewError {
        let ended = timeout(DRAIN_TIMEOUT, self.child.wait()).await;
        let status = match ended {
            Ok(Ok(status)) => status.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => {
                let _ = self.child.start_kill();
                "closed its output".to_owned()
            }
        };
        PreviewError::Died { status }
    }
}

impl Drop for PreviewSession {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

type Incoming = std::io::Result<Frame<FromWorker>>;

/// Maximum queued frames in each direction.
const QUEUE: usize = 16;
/// The memory that the child's allocator reserves at once. It reserves a first gigabyte before the
/// child sets its limit, which would then not count it.
const RESERVED_AT_ONCE: &str = "8MiB";
/// How long a child may take to end after closing its output.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

async fn write_all(mut stdin: ChildStdin, mut frames: mpsc::Receiver<Vec<u8>>) {
    while let Some(frame) = frames.recv().await {
        if stdin.write_all(&frame).await.is_err() || stdin.flush().await.is_err() {
            return;
        }
    }
}

async fn read_all(mut stdout: ChildStdout, frames: mpsc::Sender<Incoming>) {
    loop {
        let frame = match worker_protocol::read_async(&mut stdout).await {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let last = frame.is_err();
        if frames.send(frame).await.is_err() || last {
            return;
        }
    }
}

fn laid_out(
    width: u32,
    height: u32,
    tile_height: u32,
    timing: PreviewTiming,
    boxes: &[u8],
) -> Result<Layout, PreviewError> {
    if tile_height == 0 || height == 0 {
        return Err(PreviewError::Garbled {
            detail: "page without height".to_owned(),
        });
    }
    let boxes = serde_json::from_slice(boxes).map_err(|e| PreviewError::Garbled {
        detail: e.to_string(),
    })?;
    Ok(Layout {
        width,
        height,
        tile_height,
        boxes,
        timing,
    })
}

fn checked_tile(number: u32, width: u32, height: u32, rgba: Vec<u8>) -> Result<Tile, PreviewError> {
    let expected = u64::from(width) * u64::from(height) * 4;
    if rgba.is_empty() || rgba.len() as u64 != expected {
        return Err(PreviewError::Garbled {
            detail: format!("tile of {width} × {height} with {} bytes", rgba.len()),
        });
    }
    Ok(Tile {
        number,
        width,
        height,
        rgba,
    })
}

fn is_failure(header: &FromWorker) -> bool {
    matches!(
        header,
        FromWorker::TooLarge { .. } | FromWorker::Failed { .. }
    )
}

fn failure(header: FromWorker) -> PreviewError {
    match header {
        FromWorker::TooLarge { what, found, limit } => {
            PreviewError::TooLarge { what, found, limit }
        }
        FromWorker::Failed { detail } => PreviewError::Engine { detail },
        FromWorker::NoSuchTile { number } => PreviewError::NoSuchTile { number },
        FromWorker::Fetch { .. } | FromWorker::Layout { .. } | FromWorker::Tile { .. } => {
            PreviewError::Garbled {
                detail: "answer out of turn".to_owned(),
            }
        }
    }
}

fn garbled(error: &std::io::Error) -> PreviewError {
    PreviewError::Garbled {
        detail: error.to_string(),
    }
}

fn timed_out(time: Duration) -> PreviewError {
    PreviewError::TimedOut {
        seconds: time.as_secs_f32().ceil() as u64,
    }
}

fn scale_within(scale: f32, width: u32) -> f32 {
    let widest = TILE_WIDTH_PX as f32 / width.max(1) as f32;
    let scale = if scale.is_finite() { scale } else { 1.0 };
    scale.clamp(SCALES.0, SCALES.1).min(widest)
}
