//! Records that a person adds. Input: an address and values. Output: a record under the address by which
//! runs of its site would know the page.

use jiff::Timestamp;
use url::Url;

use super::date_by_hand::stored_value;
use crate::protocol::EngineError;
use bowerbird_io::store::Store;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RecordId, SiteId, Value};
use bowerbird_logic::rules::parse;

/// Adds a record.
///
/// # Errors
/// For what is no address of the web, for one that has a record, and for a date that cannot be read; from
/// the store.
pub(crate) fn add_by_hand(
    store: &Store,
    site: SiteId,
    url: &str,
    values: Vec<(String, Value)>,
) -> Result<RecordId, EngineError> {
    let typed = url.trim();
    let wrong = || EngineError(Message::new("record-add-address").with("url", typed));
    let parsed = Url::parse(typed).map_err(|_| wrong())?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(wrong());
    }
    let sites = store.sites()?;
    let rule = sites.iter().find(|known| known.id == site);
    let rule = rule.and_then(|known| parse(&known.rule_toml).ok());
    let address: String = match rule {
        Some(rule) => rule.address(&parsed).into(),
        None => parsed.into(),
    };
    let values = values.into_iter().map(|(field, value)| {
        let value = stored_value(&field, value)?;
        Ok::<_, EngineError>((field, value))
    });
    let values = values.collect::<Result<Vec<_>, _>>()?;
    let added = store.add_record(site, &address, values, Timestamp::now())?;
    added.ok_or_else(|| EngineError(Message::new("record-add-known").with("url", address)))
}
