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
        /// User name; the password is asked for
        #[arg(long)]
        user: Option<String>,
        /// Read the password from standard input
        #[arg(long, requires = "user")]
        secret_stdin: bool,
        #[command(flatten)]
        traits: TraitArguments,
    },
    /// Read a list of proxies into the pool
    #[command(
        after_help = "One proxy a line, mixed as they come: host:port, host:port:user:password, \
                      user:password@host:port, scheme://user:password@host:port, or \
                      scheme,host,port,user,password,tags,tier,country,name. After each may stand \
                      tag=… tier=… country=… name=…. Passwords go to the secrets."
    )]
    Import {
        /// The list; - for standard input
        file: PathBuf,
        /// Scheme of lines that name none
        #[arg(long, value_enum, default_value_t = SchemeArgument::Http)]
        scheme: SchemeArgument,
        /// Only tell what is in the list
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        traits: TraitArguments,
    },
    /// List the proxies with health, score, traffic and last fault
    List {
        /// Only those with this tag or of this country
        #[arg(long, value_name = "TAG")]
        tag: Option<String>,
        /// How they fare at this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Fetch a page through proxies, several at once, and show what came
    #[command(
        after_help = "Without --site and --url the start pages of the project's own sites are \
                      asked for; nobody else is."
    )]
    Test {
        /// Names; all that are enabled without one
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
    /// Give a proxy another password, which is asked for, and another user
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
    /// Hand proxies out again; those that rest after faults too
    Enable(Chosen),
    /// Keep proxies from being used
    Disable(Chosen),
    /// Change tags, tier, country or monthly limit of proxies
    Tag {
        #[command(flatten)]
        chosen: Chosen,
        /// Take a tag away (may be given several times)
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
    /// A tag by which rules choose (may be given several times)
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// What it costs: 1 is the cheapest and tried first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub tier: Option<u8>,
    /// Where its exit lies, such as DE
    #[arg(long, value_name = "CODE")]
    pub country: Option<String>,
    /// Bytes it may carry in a calendar month, such as 5GB; none lifts the limit
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
