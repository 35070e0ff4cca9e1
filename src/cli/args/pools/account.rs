//! `account …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `account …`
#[derive(Debug, Subcommand)]
pub enum AccountSubcommand {
    /// Add an account of a site; the password (or token) is asked for
    Add {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// Read the password from standard input
        #[arg(long)]
        secret_stdin: bool,
        #[command(flatten)]
        terms: TermArguments,
    },
    /// List the accounts: state, last login, end, pages today, next try, what is wrong
    List {
        /// Only of this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Let an account in now and tell what happened
    Test {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
    /// Change password, limit or end of an account, or where its secrets may go
    #[command(
        after_help = "A password goes only to the hosts of the site's start and login pages as they \
                      were when it was given. --allow-host adds one, such as that of a single \
                      sign-on: login.example.org, 10.0.0.7:8080, or an address."
    )]
    Set {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// Ask for a new password
        #[arg(long)]
        password: bool,
        /// Read the new password from standard input
        #[arg(long, conflicts_with = "password")]
        secret_stdin: bool,
        /// Let password and cookies go to this host too
        #[arg(long, value_name = "HOST")]
        allow_host: Option<String>,
        #[command(flatten)]
        terms: TermArguments,
    },
    /// Read a list of users and passwords of a site into the pool
    #[command(
        after_help = "One account a line: user:password, user and password with a tab or blanks \
                      between them, or columns below a heading line such as \
                      user,password,limit,ends. An account that is there already gets the new \
                      password. Passwords go to the secrets."
    )]
    Import {
        /// Name of the site
        site: String,
        /// The list; - for standard input
        file: PathBuf,
        /// Only tell what is in the list
        #[arg(long)]
        dry_run: bool,
    },
    /// Take cookies from a browser: log in there, export its cookies, name the file
    #[command(
        after_help = "Read are Netscape and curl cookie files, the JSON exports of browser \
                      extensions and drivers, and the line after Cookie: in the developer tools. \
                      The account is added when it is not there. Where a page asks for proof that \
                      you are a person, pass it in the browser, bring the cookies with the \
                      browser's user agent, and run the site again."
    )]
    Cookies {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// The file; - for standard input
        file: PathBuf,
        /// The browser's user agent, when the site ties its cookies to it
        #[arg(long, value_name = "TEXT")]
        user_agent: Option<String>,
    },
    /// Use an account again
    Enable {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
    /// Leave an account unused
    Disable {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
    /// Remove an account with its password and cookies
    Remove {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
}

/// What a person settles about an account.
#[derive(Debug, Args)]
pub struct TermArguments {
    /// Pages a day (UTC) with it at most; 0 for no bound
    #[arg(long, value_name = "N")]
    pub day_limit: Option<u32>,
    /// Not used from this date or time on (ISO 8601); never for no end
    #[arg(long, value_name = "T")]
    pub expires: Option<String>,
}
