//! `proxy …`

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use bowerbird_engine::types::{ProxyScheme, parse_size};

/// `proxy …`
#[derive(Debug, Subcommand)]
pub enum ProxySubcommand {
    /// Add a proxy
    Add {
        /// Name
        name: String,
        /// http://host:port, https://…, socks5://… or socks5h://…, without user and password
        url: String,
        /// User name; prompts for the password
        #[arg(long)]
        user: Option<String>,
        /// Read the password from standard input
        #[arg(long, requires = "user")]
        secret_stdin: bool,
        #[command(flatten)]
        traits: TraitArguments,
    },
    /// Import a list of proxies
    #[command(
        after_help = "One proxy per line, in any mix of formats: host:port, host:port:user:password, \
                      user:password@host:port, scheme://user:password@host:port, or \
                      scheme,host,port,user,password,tags,tier,country,name. Optionally followed \
                      by tag=… tier=… country=… name=…. Passwords are kept with the secrets."
    )]
    Import {
        /// The list; - for standard input
        file: PathBuf,
        /// Scheme of lines without one
        #[arg(long, value_enum, default_value_t = SchemeArgument::Http)]
        scheme: SchemeArgument,
        /// Only show what the list contains
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        traits: TraitArguments,
    },
    /// List proxies with health, score, traffic and last error
    List {
        /// Only those with this tag or of this country
        #[arg(long, value_name = "TAG")]
        tag: Option<String>,
        /// Their results at this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Test proxies by fetching a page, several at once, and show the results
    #[command(
        after_help = "Without --site and --url, the start pages of the project's own sites are \
                      requested, and no other hosts."
    )]
    Test {
        /// Names; all enabled ones if omitted
        names: Vec<String>,
        /// Site whose start page to fetch
        #[arg(long, value_name = "NAME", conflicts_with = "url")]
        site: Option<String>,
        /// Address to fetch
        #[arg(long)]
        url: Option<String>,
        /// Only those with this tag or of this country
        #[arg(long, value_name = "TAG", conflicts_with = "names")]
        tag: Option<String>,
    },
    /// Change a proxy's password (prompted for) and user
    Password {
        /// Name
        name: String,
        /// The new user name
        #[arg(long)]
        user: Option<String>,
        /// Read the password from standard input
        #[arg(long)]
        secret_stdin: bool,
    },
    /// Remove proxies with their passwords
    Remove(Chosen),
    /// Enable proxies; also ends their rest after errors
    Enable(Chosen),
    /// Disable proxies
    Disable(Chosen),
    /// Change tags, tier, country or monthly limit of proxies
    Tag {
        #[command(flatten)]
        chosen: Chosen,
        /// Remove a tag (repeatable)
        #[arg(long, value_name = "TAG")]
        remove: Vec<String>,
        #[command(flatten)]
        traits: TraitArguments,
    },
}

/// Which proxies.
#[derive(Args, Debug)]
pub struct Chosen {
    /// Names
    #[arg(required_unless_present_any = ["of_tag", "all"])]
    pub names: Vec<String>,
    /// Those with this tag or of this country
    #[arg(long, value_name = "TAG", conflicts_with = "names")]
    pub of_tag: Option<String>,
    /// All of them
    #[arg(long, conflicts_with_all = ["names", "of_tag"])]
    pub all: bool,
}

/// What is said about proxies.
#[derive(Args, Debug)]
pub struct TraitArguments {
    /// A tag that rules can select (repeatable)
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Cost: 1 is the cheapest and tried first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub tier: Option<u8>,
    /// Country of its exit, such as DE
    #[arg(long, value_name = "CODE")]
    pub country: Option<String>,
    /// Traffic per calendar month, such as 5GB; none for no limit
    #[arg(long, value_name = "SIZE", value_parser = limit)]
    pub limit: Option<Limit>,
}

/// A monthly limit in bytes, or none.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub Option<u64>);

fn limit(text: &str) -> Result<Limit, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    match parse_size(text) {
        Some(size) => Ok(Limit(Some(size))),
        None => Err("expected a size such as 500MB or 5GB, or none".to_owned()),
    }
}

/// Schemes as arguments.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SchemeArgument {
    /// Plain HTTP to the proxy
    Http,
    /// TLS to the proxy
    Https,
    /// SOCKS5
    Socks5,
    /// SOCKS5 with names resolved at the proxy
    Socks5h,
}

impl From<SchemeArgument> for ProxyScheme {
    fn from(scheme: SchemeArgument) -> Self {
        match scheme {
            SchemeArgument::Http => Self::Http,
            SchemeArgument::Https => Self::Https,
            SchemeArgument::Socks5 => Self::Socks5,
            SchemeArgument::Socks5h => Self::Socks5h,
        }
    }
}
