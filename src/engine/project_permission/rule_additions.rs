//! New parts of a rule that the user must see before it is used: hosts, addresses inside the
//! network, logins and files of this machine. Input: the rule, and the one that it replaces.
//! Output: the parts of the plan that it adds.

use super::plan::{parts_of_site, users_of};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Account, Site};
use bowerbird_logic::policy::project_permission::{PlanPart, listed};
use bowerbird_logic::rules::parse;

/// An action of a rule that the previous one lacked, or had differently.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPart {
    /// The part.
    pub part: PlanPart,
    /// The previous targets of that kind.
    pub before: Option<Message>,
}

/// The new parts of a rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleEvent {
    /// The site's name.
    pub site: String,
    /// Whether a site of that name exists, whose rule it would replace.
    pub is_known: bool,
    /// The new parts.
    pub parts: Vec<NewPart>,
}

/// The new parts of `after` for a site with the rule `before` and accounts of these users; all
/// parts for a new site. An invalid rule has none.
pub fn news_of(before: Option<&str>, after: &str, users: &[String]) -> Vec<NewPart> {
    let Ok(rule) = parse(after) else {
        return Vec::new();
    };
    let name = &rule.file().site.name;
    // A changed name alone is not new: both use the new one.
    let old = before.map_or_else(Vec::new, |text| parts_of_site(name, text, users));
    let parts = parts_of_site(name, after, users).into_iter();
    let new = parts.filter(|part| !old.contains(part));
    new.map(|part| NewPart {
        before: old
            .iter()
            .find(|old| old.kind == part.kind)
            // Only the sent data may differ.
            .filter(|old| old.wants != part.wants)
            .map(|old| listed(&old.wants, old.more)),
        part,
    })
    .collect()
}

/// The new parts of a rule in a project with these sites and accounts: compared with the site of
/// its name, if there is one.
pub fn rule_news(sites: &[Site], accounts: &[Account], rule_toml: &str) -> RuleEvent {
    let Ok(rule) = parse(rule_toml) else {
        return RuleEvent::default();
    };
    let name = rule.file().site.name.clone();
    let known = sites.iter().find(|site| site.name == name);
    let users = known.map_or_else(Vec::new, |site| users_of(site, accounts));
    let before = known.map(|site| site.rule_toml.as_str());
    RuleEvent {
        is_known: known.is_some(),
        parts: news_of(before, rule_toml, &users),
        site: name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::policy::project_permission::PartKind;

    fn rule(start: &str, more: &str) -> String {
        format!(
            "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{start}\"]\n{more}\n\
             [list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n"
        )
    }

    #[test]
    fn only_what_is_asked_elsewhere_or_sent_is_news() {
        let old = rule("https://a.example/", "");
        let kinds = |before: Option<&str>, after: &str| -> Vec<PartKind> {
            let news = news_of(before, after, &[]).into_iter();
            news.map(|new| new.part.kind).collect()
        };
        assert_eq!(kinds(None, &old), [PartKind::Site]);
        let slower = rule("https://a.example/other", "[politeness]\ndelay = \"9s\"");
        assert!(kinds(Some(&old), &slower).is_empty());
        let named = rule("https://a.example/", "[network]\nuser_agent = \"x\"");
        assert!(kinds(Some(&named), &old).is_empty());
        let renamed = old.replace("\"News\"", "\"Other\"");
        assert!(kinds(Some(&old), &renamed).is_empty());
        let inside = rule("http://192.168.1.1/", "");
        let both = [PartKind::Site, PartKind::PrivateNetwork];
        assert_eq!(kinds(Some(&old), &inside), both);
        let login = rule(
            "https://a.example/",
            "[login]\nurl = \"https://b.example/in\"",
        );
        assert_eq!(kinds(Some(&old), &login), [PartKind::Login]);
    }
}
