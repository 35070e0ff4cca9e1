//! One signal as written in a file or a rule, and its validation. Input: TOML text, or an entry.
//! Output: a compiled signal with its place, or a description of the fault. Shipped signals
//! state their source and when they were checked; a user's own need not.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{Signal, SignalTarget};
use crate::messages::{Explain, Message};
use crate::model::{PageState, Strength};

/// A signal as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalEntry {
    /// Its name; a shipped signal with the same name is replaced.
    pub id: String,
    /// Where to search: `title`, `text`, `source`, `url`, `header`, `data`, `portal`,
    /// `proxy_header` or `proxy_body`.
    pub place: String,
    /// The header, for `header` and `proxy_header`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// Regular expression.
    pub pattern: String,
    /// Whether it applies only with an error status.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_errors: bool,
    /// The statuses with which it applies; all when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<u16>,
    /// The token of the state that it implies; none with `against`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
    /// `strong`, `bare`, `weak`, `asking`, `supporting` or `against`: see [`SignalRole`].
    pub strength: String,
    /// The vendor it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
    /// Language of the words, for maintainers of the lists; all are searched for on every page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Source of the knowledge.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// When it was last checked, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
}

/// What a signal does in a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalRole {
    /// Implies its state.
    Deciding,
    /// Implies its state, and asks the visitor to do something: where the page has a place to do it,
    /// this is what can be done there, whatever its title says of access.
    Asking,
    /// Implies its state on a page that shows hardly any text (`BARE_SIGNAL_CHARS` in
    /// `judge/block_page.rs`), and nothing on others.
    Bare,
    /// Counts beside a deciding one, and implies no state by itself: both refusals and outages give
    /// a reference number.
    Supporting,
    /// Counts against any block: the page writes about blocks.
    Against,
}

/// A file of signals.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    signal: Vec<SignalEntry>,
}

/// A fault in a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignalFault {
    /// The file is not valid TOML, or has an unknown or missing key.
    Toml(String),
    /// It has no id.
    NoId,
    /// Two signals have the same id.
    Twice(String),
    /// The place is unknown.
    Place(String, String),
    /// A header signal without a header, or another one with it.
    Header(String),
    /// The state is unknown.
    State(String, String),
    /// The strength is unknown.
    Strength(String, String),
    /// The pattern does not compile.
    Pattern(String, String),
    /// The pattern matches every text.
    Everywhere(String),
}

impl Explain for SignalFault {
    fn explain(&self) -> Message {
        let of = |id: &str, signal: &String| Message::new(id).with("signal", signal.as_str());
        match self {
            Self::Toml(reason) => {
                Message::new("signals-toml").with("reason", reason.trim().replace('\n', " "))
            }
            Self::NoId => Message::new("signals-no-id"),
            Self::Twice(id) => of("signals-twice", id),
            Self::Place(id, text) => of("signals-place", id).with("text", text.as_str()),
            Self::Header(id) => of("signals-header", id),
            Self::State(id, text) => of("signals-state", id)
                .with("text", text.as_str())
                .with("known", states()),
            Self::Strength(id, text) => of("signals-strength", id).with("text", text.as_str()),
            Self::Pattern(id, reason) => of("signals-pattern", id).with("reason", reason.as_str()),
            Self::Everywhere(id) => of("signals-everywhere", id),
        }
    }
}

/// The states that a signal may imply.
fn states() -> String {
    let tokens = PageState::ALL.into_iter().filter(|state| may_be(*state));
    tokens.map(PageState::token).collect::<Vec<_>>().join(", ")
}

/// Excludes what no text on a page can say: all is well, and the rule does not fit.
fn may_be(state: PageState) -> bool {
    !matches!(
        state,
        PageState::Ok | PageState::LayoutChanged | PageState::Incomplete | PageState::NeedsBrowser
    )
}

/// Parses the entries of a file.
///
/// # Errors
/// [`SignalFault::Toml`].
pub fn entries(text: &str) -> Result<Vec<SignalEntry>, SignalFault> {
    let read: File = toml::from_str(text).map_err(|e| SignalFault::Toml(e.to_string()))?;
    Ok(read.signal)
}

impl SignalEntry {
    /// Validates an entry.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), SignalFault> {
        self.clone().compile().map(|_| ())
    }

    pub(super) fn compile(self) -> Result<(SignalTarget, Signal), SignalFault> {
        let id = self.id.trim().to_owned();
        if id.is_empty() {
            return Err(SignalFault::NoId);
        }
        let place = SignalTarget::from_token(&self.place)
            .ok_or_else(|| SignalFault::Place(id.clone(), self.place.clone()))?;
        let in_header = matches!(place, SignalTarget::Header | SignalTarget::ProxyHeader);
        if in_header == self.header.is_empty() {
            return Err(SignalFault::Header(id));
        }
        let (strength, role) = match self.strength.as_str() {
            "strong" => (Strength::Strong, SignalRole::Deciding),
            "bare" => (Strength::Strong, SignalRole::Bare),
            "weak" => (Strength::Weak, SignalRole::Deciding),
            "asking" => (Strength::Weak, SignalRole::Asking),
            "supporting" => (Strength::Weak, SignalRole::Supporting),
            "against" => (Strength::Weak, SignalRole::Against),
            other => return Err(SignalFault::Strength(id, other.to_owned())),
        };
        let is_against = role == SignalRole::Against;
        let state = match self.state.as_str() {
            "" if is_against => PageState::Ok,
            token => PageState::from_token(token)
                .filter(|state| may_be(*state) && !is_against)
                .ok_or_else(|| SignalFault::State(id.clone(), self.state.clone()))?,
        };
        let pattern = plain_classes(&self.pattern);
        let hir = regex_syntax::parse(&pattern)
            .map_err(|e| SignalFault::Pattern(id.clone(), e.to_string()))?;
        if hir.properties().minimum_len() == Some(0) {
            return Err(SignalFault::Everywhere(id));
        }
        let signal = Signal {
            id,
            place,
            state,
            strength,
            role,
            vendor: self.vendor,
            language: self.language,
            source: self.source,
            date: self.date,
            header: self.header.to_ascii_lowercase(),
            only_errors: self.only_errors,
            statuses: self.statuses,
            pattern,
            regex: OnceLock::new(),
        };
        Ok((place, signal))
    }
}

/// The ASCII forms of the usual classes. With the Unicode forms, a word boundary next to a
/// character such as 验 would end the fast search, and every set would be many times larger.
fn plain_classes(pattern: &str) -> String {
    pattern
        .replace(r"\b", r"(?-u:\b)")
        .replace(r"\d", "[0-9]")
        .replace(r"\w", "[0-9A-Za-z_]")
        .replace(r"\s", r"[ \t\r\n]")
}
