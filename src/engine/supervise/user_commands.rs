//! User commands for single sites, on their way to the runs. Input: a command for a site.
//! Output: the commands of a site, once, to its current or next run.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bowerbird_logic::model::{SiteId, SiteSupervisionCommand};

/// The commands of all sites.
#[derive(Default)]
pub(crate) struct Orders(Mutex<HashMap<SiteId, Vec<SiteSupervisionCommand>>>);

impl Orders {
    /// Leaves a command for the run of a site; duplicates are dropped.
    pub(crate) fn leave(&self, site: SiteId, order: SiteSupervisionCommand) {
        let mut all = self.lock();
        let orders = all.entry(site).or_default();
        if !orders.contains(&order) {
            orders.push(order);
        }
    }

    /// Takes the commands of a site.
    pub(crate) fn take(&self, site: SiteId) -> Vec<SiteSupervisionCommand> {
        self.lock().remove(&site).unwrap_or_default()
    }

    /// Drops the commands of a site that are about its current question only.
    pub(crate) fn drop_answers(&self, site: SiteId) {
        if let Some(orders) = self.lock().get_mut(&site) {
            orders.retain(|order| {
                !matches!(
                    order,
                    SiteSupervisionCommand::Answer | SiteSupervisionCommand::RetryNow
                )
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, Vec<SiteSupervisionCommand>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_given_out_once() {
        let orders = Orders::default();
        orders.leave(SiteId(1), SiteSupervisionCommand::OtherProxy);
        orders.leave(SiteId(1), SiteSupervisionCommand::OtherProxy);
        orders.leave(SiteId(2), SiteSupervisionCommand::RetryNow);
        assert_eq!(orders.take(SiteId(1)), [SiteSupervisionCommand::OtherProxy]);
        assert!(orders.take(SiteId(1)).is_empty());
        orders.leave(SiteId(2), SiteSupervisionCommand::Answer);
        orders.leave(SiteId(2), SiteSupervisionCommand::OtherAccount);
        orders.drop_answers(SiteId(2));
        assert_eq!(
            orders.take(SiteId(2)),
            [SiteSupervisionCommand::OtherAccount]
        );
    }
}
