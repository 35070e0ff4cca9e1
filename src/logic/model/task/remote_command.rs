//! Commands from another process to the one that owns the project.

use serde::{Deserialize, Serialize};

use crate::model::SiteId;

/// The kind of command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemoteCommandKind {
    /// Pause the run of a site.
    Pause,
    /// Resume a paused site.
    Resume,
    /// Stop the run of a site; all without a site.
    Stop,
    /// End the run of a site and drop what is queued.
    Cancel,
    /// Undo the dropping of a queue.
    Restore,
    /// Probe a site now.
    Probe,
    /// Show what a site asks in a browser window, for a person to answer it.
    Answer,
    /// Change tasks: [`RemoteCommand::text`] has the details, as JSON.
    Tasks,
    /// Show the window: the program was started again. For owners with a window.
    Show,
}

impl RemoteCommandKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Pause,
        Self::Resume,
        Self::Stop,
        Self::Cancel,
        Self::Restore,
        Self::Probe,
        Self::Answer,
        Self::Tasks,
        Self::Show,
    ];

    /// The token in the project file.
    pub fn token(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Stop => "stop",
            Self::Cancel => "cancel",
            Self::Restore => "restore",
            Self::Probe => "probe",
            Self::Answer => "answer",
            Self::Tasks => "tasks",
            Self::Show => "show",
        }
    }

    /// The command that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }
}

/// A command of another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteCommand {
    /// Its kind.
    pub kind: RemoteCommandKind,
    /// The site; all sites if `None`.
    pub site: Option<SiteId>,
    /// Details, if the kind needs them.
    pub text: Option<String>,
}
