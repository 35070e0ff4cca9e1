//! `site add-search`: a search with engines that are ready to use.

use std::path::PathBuf;

use clap::Args;

/// `site add-search`
#[derive(Debug, Args)]
pub struct AddSearchArguments {
    /// Names of engines, as listed; the results of all become one list
    #[arg(value_name = "ENGINE", required_unless_present = "list")]
    pub engines: Vec<String>,
    /// Words to search for; repeatable, each is a search of its own
    #[arg(long = "word", value_name = "WORDS")]
    pub words: Vec<String>,
    /// A file of words to search for, one search a line
    #[arg(long = "words", value_name = "FILE")]
    pub words_file: Option<PathBuf>,
    /// Name of the site (default: the words)
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Another list of engines, in the form of the built-in one
    #[arg(long = "engines", value_name = "FILE")]
    pub engines_file: Option<PathBuf>,
    /// List the engines with their terms, and add nothing
    #[arg(long)]
    pub list: bool,
    /// Skip the confirmation
    #[arg(long)]
    pub yes: bool,
}
