//! Results of several search engines that become one record: their address, and what says which engine
//! found them. Input: the items of a result page. Output: the same items.

use url::Url;

use super::ENGINE;
use crate::model::{FOUND_BY, Value};
use crate::rules::{ListItem, Rule};

/// The field with the DOI of an article.
const DOI: &str = "doi";
/// What stands for the DOI in an address.
const HOLE: &str = "{doi}";

impl Rule {
    /// Prepares the results of a page requested with `fields`, the page being number `page` of its
    /// search: the same result has the same address whichever engine finds it, and says which one
    /// did. Nothing changes in rules that do not join results. Returns whether it does.
    pub fn join_results(
        &self,
        fields: &mut Vec<(String, Value)>,
        page: u32,
        items: &mut [ListItem],
    ) -> bool {
        let Some(search) = self.search.as_ref().filter(|search| search.join) else {
            return false;
        };
        let named = fields.iter().position(|(name, _)| name == ENGINE);
        let engine = named.map(|place| fields.remove(place).1.joined());
        let engine = engine.unwrap_or_default();
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let before = page.saturating_mul(count);
        for (number, item) in (1_u32..).zip(items) {
            let doi = item.fields.iter().find(|(name, _)| name == DOI);
            let doi = doi.map(|(_, value)| value.joined());
            let of_doi = search.doi.as_ref().zip(doi);
            let of_doi = of_doi.and_then(|(address, doi)| doi_address(address, &doi));
            item.url = of_doi.unwrap_or_else(|| self.address(&item.url));
            let rank = before.saturating_add(number);
            let place = format!("{engine} #{rank}");
            item.fields.retain(|(name, _)| name != FOUND_BY);
            item.fields
                .push((FOUND_BY.to_owned(), Value::Many(vec![place])));
        }
        true
    }
}

/// The address of an article by its DOI, which may stand in an address or after a word.
pub(crate) fn doi_address(address: &str, text: &str) -> Option<Url> {
    if !address.contains(HOLE) {
        return None;
    }
    let doi = text.get(text.find("10.")?..)?;
    let doi = doi.split_whitespace().next()?;
    let (prefix, suffix) = doi.split_once('/')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if suffix.is_empty() || !prefix.split('.').all(is_number) {
        return None;
    }
    // A DOI is the same in upper and lower case.
    let url = Url::parse(&address.replace(HOLE, &doi.to_lowercase())).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_has_one_address_however_it_is_written() {
        let address = "https://doi.example/{doi}";
        for text in [
            "10.1000/ABC.1",
            "https://dx.doi.example/10.1000/abc.1",
            "doi:10.1000/Abc.1",
        ] {
            let found = doi_address(address, text).map(String::from);
            assert_eq!(found.as_deref(), Some("https://doi.example/10.1000/abc.1"));
        }
        for text in ["", "version 10.5", "10.x/1", "10.1000/"] {
            assert_eq!(doi_address(address, text), None, "{text}");
        }
        assert_eq!(doi_address("https://doi.example/", "10.1/x"), None);
    }
}
