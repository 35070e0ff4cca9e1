//! The rules and signals that a worker has compiled, by the hash of their text.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::context::signals::shipped_signals;
use crate::crawl::remote::messages::ReadContext;
use bowerbird_logic::detect::Signals;
use bowerbird_logic::rules::{Rule, parse};

/// The number of rules that are kept.
const MAX_KEPT: usize = 64;

/// A rule with its signals, compiled.
pub(super) struct CompiledContext {
    pub(super) rule: Arc<Rule>,
    pub(super) signals: Signals,
}

/// The compiled rules, the newest last.
#[derive(Default)]
pub(super) struct ReadContexts(Mutex<VecDeque<(String, Arc<CompiledContext>)>>);

impl ReadContexts {
    /// The one with this hash, if it is known.
    pub(super) fn get(&self, hash: &str) -> Option<Arc<CompiledContext>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == hash)?;
        let found = kept.remove(at)?;
        let compiled = Arc::clone(&found.1);
        kept.push_back(found);
        Some(compiled)
    }

    /// Compiles and keeps one; `None` if it is none.
    pub(super) fn add(&self, hash: &str, text: &[u8]) -> Option<Arc<CompiledContext>> {
        let context: ReadContext = serde_json::from_slice(text).ok()?;
        let rule = parse(&context.rule_toml).ok()?;
        let shipped = shipped_signals().ok()?;
        let files = context.signals.iter();
        let files: Vec<(&str, &str)> = files
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let signals = shipped.with_own(&files, &rule.file().signals);
        let compiled = Arc::new(CompiledContext {
            // Wrong files are left out by the owner as well.
            signals: signals.unwrap_or(shipped),
            rule: Arc::new(rule),
        });
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back((hash.to_owned(), Arc::clone(&compiled)));
        Some(compiled)
    }
}
