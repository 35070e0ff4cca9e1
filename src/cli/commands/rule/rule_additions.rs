//! Reports what a rule adds before it takes effect, and asks before it replaces another rule.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use bowerbird_engine::project_permission::rule_additions::RuleEvent;
use bowerbird_engine::types::Message;

/// Reports what rules add. Unless `yes` is set, asks before one replaces the rule of a known site
/// and would contact other hosts, log in differently or read files.
///
/// # Errors
/// When the user does not confirm.
pub fn confirm(console: &Console, news: &[RuleEvent], yes: bool) -> Outcome {
    let mut asked = Vec::new();
    for news in news.iter().filter(|news| !news.parts.is_empty()) {
        let head = match news.is_known {
            true => "news-known-site",
            false => "news-new-site",
        };
        console.note(&Message::new(head).with("site", news.site.as_str()));
        for new in &news.parts {
            let line = Message::new("news-part").with("part", new.part.explain());
            console.note(&line);
            if let Some(before) = &new.before {
                console.note(&Message::new("news-part-before").with("wants", before.clone()));
            }
        }
        if news.is_known {
            asked.push(news.site.as_str());
        }
    }
    if asked.is_empty() || yes {
        return Ok(());
    }
    let sites = asked.join(", ");
    if std::io::stdin().is_terminal() {
        let mut err = std::io::stderr().lock();
        let question = Message::new("news-question").with("sites", sites.as_str());
        let _ = write!(err, "{} ", console.text(&question));
        let _ = err.flush();
        let mut answer = String::new();
        let _ = std::io::stdin().lock().read_line(&mut answer);
        if ["y", "yes", "是", "j"].contains(&answer.trim().to_lowercase().as_str()) {
            return Ok(());
        }
    }
    Err(Failure::Usage(
        Message::new("news-needs-yes").with("sites", sites),
    ))
}
