//! The rules and signals that a worker has compiled, by the hash of their text. Each is compiled once,
//! however many requests ask for it at the same time, and not on a thread that has to tell the owner
//! that this worker is there.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::context::signals::shipped_signals;
use crate::crawl::remote::messages::ReadContext;
use crate::runtime::threads::blocking;
use bowerbird_logic::detect::Signals;
use bowerbird_logic::rules::{Rule, parse};

/// The number of rules that are kept.
const MAX_KEPT: usize = 256;

/// A rule with its signals, compiled.
pub(super) struct CompiledContext {
    pub(super) rule: Arc<Rule>,
    pub(super) signals: Signals,
}

/// A place for one, empty until it is compiled.
type Place = Arc<OnceCell<Arc<CompiledContext>>>;

/// The compiled rules, the one that was asked for last at the end.
#[derive(Default)]
pub(super) struct ReadContexts(Mutex<VecDeque<(String, Place)>>);

impl ReadContexts {
    /// The one with this hash; `text` loads it if it is not known. `None` if that has none, or it
    /// cannot be read.
    pub(super) async fn get(
        &self,
        hash: &str,
        text: impl Future<Output = Option<Vec<u8>>>,
    ) -> Option<Arc<CompiledContext>> {
        let place = self.place(hash);
        let compiled = place.get_or_try_init(|| async {
            let text = text.await.ok_or(())?;
            let compiled = blocking(move || compile(&text)).await;
            compiled.flatten().map(Arc::new).ok_or(())
        });
        compiled.await.ok().cloned()
    }

    fn place(&self, hash: &str) -> Place {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == hash);
        let found = at.and_then(|at| kept.remove(at));
        if found.is_none() && kept.len() >= MAX_KEPT {
            kept.pop_front();
        }
        let found = found.unwrap_or_else(|| (hash.to_owned(), Place::default()));
        let place = Arc::clone(&found.1);
        kept.push_back(found);
        place
    }
}

/// Compiles one; `None` if it is none.
fn compile(text: &[u8]) -> Option<CompiledContext> {
    let context: ReadContext = serde_json::from_slice(text).ok()?;
    let rule = parse(&context.rule_toml).ok()?;
    let shipped = shipped_signals().ok()?;
    let files = context.signals.iter();
    let files: Vec<(&str, &str)> = files
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let signals = shipped.with_own(&files, &rule.file().signals);
    Some(CompiledContext {
        // Wrong files are left out by the owner as well.
        signals: signals.unwrap_or(shipped),
        rule: Arc::new(rule),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const RULE: &str = "[site]\nname = \"a\"\nkind = \"list\"\nstart = [\"http://a.example/\"]\n\n\
        [list]\nlink = { css = \"a\" }\n\n[[field]]\nname = \"title\"\nselect = [ { css = \"h1\" } ]\n";

    fn text() -> Vec<u8> {
        let context = ReadContext {
            rule_toml: RULE.to_owned(),
            signals: Vec::new(),
        };
        serde_json::to_vec(&context).unwrap()
    }

    #[tokio::test]
    async fn a_rule_that_many_requests_ask_for_is_loaded_once() {
        let (contexts, loaded) = (ReadContexts::default(), AtomicUsize::new(0));
        let ask = || {
            contexts.get("one", async {
                loaded.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Some(text())
            })
        };
        let (first, second, third) = tokio::join!(ask(), ask(), ask());
        let (first, second, third) = (first.unwrap(), second.unwrap(), third.unwrap());
        assert!(Arc::ptr_eq(&first, &second) && Arc::ptr_eq(&first, &third));
        assert_eq!(loaded.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_rule_that_was_not_there_is_loaded_when_it_is() {
        let contexts = ReadContexts::default();
        assert!(contexts.get("one", async { None }).await.is_none());
        let wrong = async { Some(b"nothing".to_vec()) };
        assert!(contexts.get("one", wrong).await.is_none());
        assert!(contexts.get("one", async { Some(text()) }).await.is_some());
        let again = async { None };
        assert!(contexts.get("one", again).await.is_some());
    }
}
