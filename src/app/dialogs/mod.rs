//! File dialogs. Each runs on its own thread, because the system's dialog blocks its caller; the
//! answer is returned through a channel. Where the system has no dialogs the answer is "none", and
//! the path field beside every button can be used instead.
//!
//! Below: dialogs over a view, one file each, the command palette, and the shortcut sheet.

pub mod about;
pub mod condition_editor;
pub(super) mod diagnostic_file;
pub(super) mod guide;
pub mod import;
pub(super) mod lost_passphrase;
pub(super) mod page_files;
pub(super) mod palette;
pub mod path_question;
pub mod permission_review;
pub(super) mod rule_export;
pub(super) mod rule_question;
pub(super) mod shortcut_sheet;
pub mod storage;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::action::PathPurpose;
use path_question::{PathWay, way_of};

/// Requested dialogs and their answers.
pub struct Dialogs {
    sender: Sender<FileDialogAnswer>,
    answers: Receiver<FileDialogAnswer>,
    open: usize,
}

/// The answer of a dialog.
pub struct FileDialogAnswer {
    /// Its purpose.
    pub purpose: PathPurpose,
    /// The path; `None` when it was cancelled or there are no dialogs here.
    pub path: Option<PathBuf>,
    /// Whether it arrived faster than a user can answer: there are no dialogs here.
    pub at_once: bool,
}

/// Faster than any user can read and answer a dialog.
const AT_ONCE: Duration = Duration::from_millis(250);

/// The content of a dialog.
pub struct FileDialogRequest {
    /// Its purpose.
    pub purpose: PathPurpose,
    /// Its title.
    pub title: String,
    /// Name of the file type and its extensions.
    pub kind: (String, &'static [&'static str]),
    /// Its initial folder; a file name in it is suggested.
    pub start: PathBuf,
}

impl Default for Dialogs {
    fn default() -> Self {
        // At most one dialog is open at a time, so this never holds more than one answer.
        let (sender, answers) = channel();
        Self {
            sender,
            answers,
            open: 0,
        }
    }
}

impl Dialogs {
    /// Opens a dialog, unless one is open; `wake` is called when it is answered.
    pub fn ask(&mut self, question: FileDialogRequest, wake: impl FnOnce() + Send + 'static) {
        if self.open > 0 {
            return;
        }
        let sender = self.sender.clone();
        let spawned = std::thread::Builder::new()
            .name("file-dialog".to_owned())
            .spawn(move || {
                let purpose = question.purpose;
                let asked = Instant::now();
                let path = show(question);
                // The window may have closed meanwhile; then nobody needs the answer.
                let _ = sender.send(FileDialogAnswer {
                    purpose,
                    path,
                    at_once: asked.elapsed() < AT_ONCE,
                });
                wake();
            });
        self.open += usize::from(spawned.is_ok());
    }

    /// The next answer, if there is one.
    pub fn answer(&mut self) -> Option<FileDialogAnswer> {
        let answer = self.answers.try_recv().ok()?;
        self.open = self.open.saturating_sub(1);
        Some(answer)
    }
}

fn show(question: FileDialogRequest) -> Option<PathBuf> {
    let (name, extensions) = question.kind;
    let mut dialog = rfd::FileDialog::new()
        .set_title(question.title)
        .add_filter(name, extensions);
    if let Some(folder) = question.start.parent() {
        dialog = dialog.set_directory(folder);
    }
    if let Some(file) = question.start.file_name() {
        dialog = dialog.set_file_name(file.to_string_lossy());
    }
    match way_of(question.purpose) {
        PathWay::Read => dialog.pick_file(),
        PathWay::Folder => dialog.pick_folder(),
        PathWay::Project | PathWay::Write => dialog.save_file(),
    }
}
