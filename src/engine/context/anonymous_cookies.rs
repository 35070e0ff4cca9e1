//! The cookies of anonymous visits, kept while the program runs.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bowerbird_io::fetch::Session;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::policy::pools::MAX_SESSIONS;

/// The cookies of anonymous visitors, kept while the program runs.
#[derive(Default)]
pub(crate) struct Visitors(Mutex<HashMap<SiteId, Vec<(u64, Session)>>>);

impl Visitors {
    pub(crate) fn keep(&self, site: SiteId, number: u64, session: &Session) {
        let mut all = self.lock();
        let here = all.entry(site).or_default();
        here.retain(|(known, _)| *known != number);
        if here.len() >= MAX_SESSIONS {
            here.remove(0);
        }
        here.push((number, session.clone()));
    }

    pub(crate) fn known(&self, site: SiteId, number: u64) -> Option<Session> {
        let all = self.lock();
        let here = all.get(&site)?;
        let found = here.iter().find(|(known, _)| *known == number)?;
        Some(found.1.clone())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, Vec<(u64, Session)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
