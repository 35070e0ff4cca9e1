//! Records a run's supervision: the observations, with their times, and the decisions. Input:
//! the input and decisions of a machine, during a run. Output: a small file of JSON lines, and
//! from it, whether the same answers lead to the same decisions again. It contains no page, no
//! matched text, no query of an address and no credentials.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};
use url::Url;

use super::observation::{Decision, Observation};
use super::site_closure::RunOutcome;
use super::state_machine::SiteStateMachine;
use bowerbird_logic::model::{PageState, Phase, RunId, Supervision, SupervisionPlan, Verdict};

/// The version of the file.
const VERSION: u32 = 2;

/// The initial state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    /// The version of the file.
    pub version: u32,
    /// The random seed of the run.
    pub seed: u64,
    /// The allowed actions.
    pub plan: SupervisionPlan,
    /// The state of the site.
    pub site: Supervision,
    /// The run.
    pub run: Option<RunId>,
    /// Whether it was only a try of a closed site.
    pub cautious: bool,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The first.
    Begun(Box<Begun>),
    /// An answer, the decision, and the phase after it.
    Observation {
        /// The answer.
        seen: Box<Observation>,
        /// The decision.
        decision: Decision,
        /// The phase after it.
        phase: Phase,
    },
    /// The egress was switched.
    NewWay,
    /// The run began to wait for a person.
    PersonAwaited {
        /// When.
        at: jiff::Timestamp,
        /// The state that only a person can change.
        state: PageState,
    },
    /// A person answered, and the run went on.
    PersonAnswered {
        /// When.
        at: jiff::Timestamp,
    },
    /// Nobody answered in time.
    NobodyAnswered {
        /// When.
        at: jiff::Timestamp,
    },
    /// The run ended.
    Ended {
        /// The kind of end.
        ended: RunOutcome,
        /// The phase after it.
        phase: Phase,
        /// When the next step is due, if there is one.
        next_at: Option<jiff::Timestamp>,
    },
}

/// A recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// Its lines.
    pub lines: Vec<Line>,
}

/// Why a recording cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// A line of it.
    #[error("line {line}: {reason}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// Why.
        reason: String,
    },
}

/// A difference between a replay and the recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: usize,
    /// What was recorded.
    pub recorded: String,
    /// The decision now.
    pub replayed: String,
}

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReplayResult {
    /// Answers decided again.
    pub answers: usize,
    /// Where the decisions differ.
    pub differences: Vec<Difference>,
}

/// Writes a recording while a run goes on.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    recording: Recording,
}

impl Recorder {
    /// Starts a recording of a run that begins with `machine`.
    pub fn new(machine: &SiteStateMachine) -> Self {
        let mut site = machine.site().clone();
        site.url = bare(&site.url);
        Self {
            recording: Recording {
                lines: vec![Line::Begun(Box::new(Begun {
                    version: VERSION,
                    seed: machine.seed,
                    plan: machine.plan.clone(),
                    site,
                    run: machine.run,
                    cautious: machine.is_cautious(),
                }))],
            },
        }
    }

    /// Records an answer and its decision.
    pub fn record_observation(&mut self, seen: &Observation, decision: Decision, phase: Phase) {
        let mut seen = seen.clone();
        seen.url = bare(&seen.url);
        for evidence in &mut seen.verdict.evidence {
            evidence.matched.clear();
        }
        self.recording.lines.push(Line::Observation {
            seen: Box::new(seen),
            decision,
            phase,
        });
    }

    /// Records an egress switch.
    pub fn record_new_egress(&mut self) {
        self.recording.lines.push(Line::NewWay);
    }

    /// Records that the run waits for a person.
    pub fn record_person_awaited(&mut self, state: PageState, at: jiff::Timestamp) {
        self.recording.lines.push(Line::PersonAwaited { at, state });
    }

    /// Records that a person has answered.
    pub fn record_person_answered(&mut self, at: jiff::Timestamp) {
        self.recording.lines.push(Line::PersonAnswered { at });
    }

    /// Records that nobody has answered.
    pub fn record_nobody_answered(&mut self, at: jiff::Timestamp) {
        self.recording.lines.push(Line::NobodyAnswered { at });
    }

    /// Records the end of the run.
    pub fn ended(&mut self, ended: &RunOutcome, machine: &SiteStateMachine) {
        let mut ended = ended.clone();
        ended.url = bare(&ended.url);
        for evidence in &mut ended.evidence {
            evidence.matched.clear();
        }
        self.recording.lines.push(Line::Ended {
            ended,
            phase: machine.site().phase,
            next_at: machine.site().next.as_ref().map(|next| next.at),
        });
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
}

impl Recording {
    /// Parses a recording.
    ///
    /// # Errors
    /// When it cannot be read, or a line is invalid.
    pub fn read(from: impl BufRead) -> Result<Self, RecordingError> {
        let mut lines = Vec::new();
        for (index, text) in from.lines().enumerate() {
            let text = text?;
            let line = serde_json::from_str(&text).map_err(|error| RecordingError::Line {
                line: index + 1,
                reason: error.to_string(),
            })?;
            lines.push(line);
        }
        match lines.first() {
            Some(Line::Begun(begun)) if begun.version == VERSION => Ok(Self { lines }),
            Some(Line::Begun(begun)) => Err(RecordingError::Line {
                line: 1,
                reason: format!("version {}", begun.version),
            }),
            _ => Err(RecordingError::Line {
                line: 1,
                reason: "no recording".to_owned(),
            }),
        }
    }

    /// Writes it, one line each.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, mut to: impl Write) -> Result<(), RecordingError> {
        for line in &self.lines {
            let text = serde_json::to_string(line).map_err(std::io::Error::from)?;
            writeln!(to, "{text}")?;
        }
        to.flush()?;
        Ok(())
    }
}

/// Decides about all answers of a recording again.
pub fn replay(recording: &Recording) -> ReplayResult {
    let mut replayed = ReplayResult::default();
    let mut lines = recording.lines.iter().enumerate();
    let Some((_, Line::Begun(begun))) = lines.next() else {
        return replayed;
    };
    let mut machine = SiteStateMachine::new(
        begun.plan.clone(),
        begun.site.clone(),
        begun.run,
        begun.seed,
    )
    .cautious(begun.cautious);
    for (index, line) in lines {
        let (recorded, now) = match line {
            Line::Begun(_) => continue,
            Line::NewWay => {
                machine.egress_changed();
                continue;
            }
            Line::PersonAwaited { at, state } => {
                let verdict = Verdict {
                    state: *state,
                    ..Verdict::ok()
                };
                machine.await_person(&verdict, "", *at);
                continue;
            }
            Line::PersonAnswered { at } => {
                machine.person_answered(*at);
                continue;
            }
            Line::NobodyAnswered { at } => {
                machine.nobody_answered(*at);
                continue;
            }
            Line::Observation {
                seen,
                decision,
                phase,
            } => {
                replayed.answers += 1;
                let now = machine.observe(seen);
                (
                    format!("{decision:?} {}", phase.token()),
                    format!("{now:?} {}", machine.site().phase.token()),
                )
            }
            Line::Ended {
                ended,
                phase,
                next_at,
            } => {
                machine.end(ended);
                let now = machine.site().next.as_ref().map(|next| next.at);
                (
                    format!("{} {next_at:?}", phase.token()),
                    format!("{} {now:?}", machine.site().phase.token()),
                )
            }
        };
        if recorded != now {
            replayed.differences.push(Difference {
                line: index + 1,
                recorded,
                replayed: now,
            });
        }
    }
    replayed
}

/// An address without parts that may be secret.
fn bare(url: &str) -> String {
    let Ok(mut url) = Url::parse(url) else {
        return String::new();
    };
    url.set_query(None);
    url.set_fragment(None);
    // Addresses that cannot have credentials need no change.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}
