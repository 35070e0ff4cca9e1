//! `rule learn`: pages and picks, in the order given.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

/// `rule learn`
#[derive(Debug, clap::Args)]
pub struct LearnArguments {
    /// Picks as JSON lines: {page, url, field, css or xpath or text, take?, not?: true}
    #[arg(long, value_name = "PICKS", conflicts_with = "page")]
    pub picks: Option<PathBuf>,
    /// Output rule file
    #[arg(long, value_name = "RULE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub pages: Pages,
}

/// Pages with their picks, in the order given.
#[derive(Debug)]
pub struct Pages(pub Vec<(String, String)>);

const OPTIONS: [(&str, &str, &str); 4] = [
    (
        "page",
        "FILE_OR_URL",
        "A page; the picks after it belong to it",
    ),
    (
        "url",
        "BASE",
        "Address of the page before it, if it is a file",
    ),
    (
        "pick",
        "NAME=SELECTOR_OR_TEXT",
        "A value on the page before it",
    ),
    (
        "not",
        "NAME=SELECTOR_OR_TEXT",
        "What must not match that field",
    ),
];

impl clap::Args for Pages {
    fn augment_args(command: Command) -> Command {
        OPTIONS
            .into_iter()
            .fold(command, |command, (name, value, help)| {
                let option = Arg::new(name).long(name).value_name(value).help(help);
                command.arg(option.action(ArgAction::Append))
            })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Pages {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given: Vec<(usize, String, String)> = Vec::new();
        for (name, _, _) in OPTIONS {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            given.extend(
                places
                    .zip(values)
                    .map(|(at, v)| (at, name.to_owned(), v.clone())),
            );
        }
        given.sort();
        Ok(Self(
            given
                .into_iter()
                .map(|(_, name, value)| (name, value))
                .collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
