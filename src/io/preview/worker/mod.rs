//! The child's side: one page, from its source to painted tiles. It reads requests from stdin on
//! one thread and works on another with a large stack. A panic there is reported as a failure;
//! anything worse ends the process, which the parent detects. It opens no connection and no file
//! except fonts, and ends when its parent closes the pipe.

mod box_geometry;
mod css;
mod document;
mod images;
mod inline;
mod misplaced_table_parts;
mod missing_images;
mod paint;
mod resources;
mod tables;

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use url::Url;

use super::limits::{STACK_BYTES, TILE_HEIGHT};
use super::worker_protocol::{self, Frame, FromWorker, ToWorker};
use super::{PreviewLimits, PreviewTiming};
use bowerbird_logic::page::Page;
use document::Document;
use paint::Painter;
use resources::Broker;

/// The main function of the child process: serves one page over stdin and stdout, then ends.
pub fn worker_main() -> ExitCode {
    let (sender, frames) = channel();
    let output = Output::default();
    let worker_output = output.clone();
    let panic_place = remember_panics();
    let reader = thread::Builder::new()
        .name("preview-input".to_owned())
        .spawn(move || read_frames(&mut io::stdin().lock(), &sender));
    let renderer = thread::Builder::new()
        .name("preview-render".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || serve(&frames, &worker_output));
    let (Ok(_), Ok(renderer)) = (reader, renderer) else {
        output.fail("no threads");
        return ExitCode::FAILURE;
    };
    match renderer.join() {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            output.fail(&error.to_string());
            ExitCode::FAILURE
        }
        Err(_) => {
            let place = panic_place.lock().map(|p| p.clone()).unwrap_or_default();
            output.fail(&place);
            ExitCode::FAILURE
        }
    }
}

/// The output to the parent, shared by all senders.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<()>>);

impl Output {
    fn send(&self, what: &FromWorker, body: &[u8]) -> io::Result<()> {
        // A panic elsewhere cannot have truncated a frame: the lock is held for whole frames only.
        let _whole_frames = self.0.lock();
        worker_protocol::write(&mut io::stdout().lock(), what, body)
    }

    fn fail(&self, detail: &str) {
        let detail = detail.to_owned();
        // If even this fails, the parent sees the end of the process.
        let _ = self.send(&FromWorker::Failed { detail }, &[]);
    }
}

fn remember_panics() -> Arc<Mutex<String>> {
    let place = Arc::new(Mutex::new(String::new()));
    let kept = Arc::clone(&place);
    std::panic::set_hook(Box::new(move |info| {
        let _ = writeln!(io::stderr(), "{info}");
        if let Ok(mut place) = kept.lock()
            && place.is_empty()
        {
            *place = info.to_string();
        }
    }));
    place
}

fn read_frames(from: &mut impl Read, to: &Sender<Frame<ToWorker>>) {
    while let Ok(Some(frame)) = worker_protocol::read(from) {
        if to.send(frame).is_err() {
            return;
        }
    }
    // The parent is gone or sends garbage: continuing the current work is useless.
    std::process::exit(0);
}

fn serve(frames: &Receiver<Frame<ToWorker>>, output: &Output) -> io::Result<()> {
    let Ok(Frame {
        header:
            ToWorker::Open {
                url,
                width,
                scale,
                limits,
            },
        body,
    }) = frames.recv()
    else {
        return Err(io::Error::other("not opened"));
    };
    limit_process(&limits);
    let Some((mut painter, width_px)) = open(frames, output, &url, (width, scale), &limits, body)?
    else {
        return Ok(());
    };
    while let Ok(frame) = frames.recv() {
        if let ToWorker::Tile { number } = frame.header {
            match painter.tile(number) {
                Some((height, rgba)) => output.send(
                    &FromWorker::Tile {
                        number,
                        width: width_px,
                        height,
                    },
                    &rgba,
                )?,
                None => output.send(&FromWorker::NoSuchTile { number }, &[])?,
            }
        }
    }
    Ok(())
}

/// Lays the page out and reports it; `None` when it is too large, which is reported too.
fn open(
    frames: &Receiver<Frame<ToWorker>>,
    output: &Output,
    url: &Url,
    (width, scale): (u32, f32),
    limits: &PreviewLimits,
    source: Vec<u8>,
) -> io::Result<Option<(Painter, u32)>> {
    let mut timing = PreviewTiming::default();
    let started = Instant::now();
    let source = String::from_utf8(source).map_err(io::Error::other)?;
    let page = Page::parse(&source, url);
    drop(source);
    if let Err(too_large) = document::check(&page, limits) {
        output.send(&too_large, &[])?;
        return Ok(None);
    }
    let broker = Arc::new(Broker::new(output.clone(), limits));
    let mut document = Document::build(&page, (width, TILE_HEIGHT), scale, Arc::clone(&broker));
    drop(page);
    timing.parse_ms = millis(started);

    let (waited, resolved) = resources::settle(&mut document.base, &broker, frames, limits);
    let started = Instant::now();
    if put_right(&mut document, &broker) {
        document.base.resolve(0.0);
    }
    let (height, boxes) = box_geometry::measure(&document, width, limits.page_height);
    timing.resources_ms = waited.as_secs_f32() * 1000.0;
    timing.layout_ms = resolved.as_secs_f32() * 1000.0 + millis(started);

    let painter = Painter::new(document, width, height, scale);
    let width_px = painter.width_px();
    output.send(
        &FromWorker::Layout {
            width,
            height,
            tile_height: TILE_HEIGHT,
            timing,
        },
        &serde_json::to_vec(&boxes)?,
    )?;
    Ok(Some((painter, width_px)))
}

/// Fixes problems revealed by the first layout; returns whether another is needed.
fn put_right(document: &mut Document, broker: &Broker) -> bool {
    let bare = broker.came_back_empty();
    if bare {
        document.style_as_bare();
    }
    let alternatives = missing_images::show_alternatives(document);
    let orphans = misplaced_table_parts::adopt(document);
    let tables = tables::let_grow(document);
    bare || alternatives || orphans || tables
}

fn millis(since: Instant) -> f32 {
    since.elapsed().as_secs_f32() * 1000.0
}

/// Asks the system to stop this process before it exhausts the machine's memory. Without such a
/// limit, the parent's timeouts remain.
#[cfg(unix)]
fn limit_process(limits: &PreviewLimits) {
    use rlimit::Resource;
    // Anonymous memory, not address space: mapped font files are large and cost nothing. The
    // stack of the rendering thread counts in full, used or not.
    let bytes = limits.memory_bytes.saturating_add(STACK_BYTES as u64);
    for (resource, most) in [(Resource::DATA, bytes), (Resource::CORE, 0)] {
        let hard = resource.get_hard().unwrap_or(rlimit::INFINITY);
        let _ = resource.set(most.min(hard), most.min(hard));
    }
}

#[cfg(not(unix))]
fn limit_process(_limits: &PreviewLimits) {}
