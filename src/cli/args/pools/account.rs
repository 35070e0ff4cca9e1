//! `account …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `account …`
#[derive(Debug, Subcommand)]
pub enum AccountSubcommand {
    /// Add an account of a site; prompts for the password (or token)
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
    /// List accounts: state, last login, end, pages today, next try, errors
    List {
        /// Only this site
        #[arg(long, value_name = "NAME")]
        site: Option<String>,
    },
    /// Log in with an account now and show the result
    Test {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
    /// Change an account's password, limit or end, or where its secrets may be sent
    #[command(
        after_help = "A password is sent only to the hosts that the site's start and login pages \
                      had when it was given. --allow-host adds one, such as that of a single \
                      sign-on: login.example.org, 10.0.0.7:8080, or an address."
    )]
    Set {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// Prompt for a new password
        #[arg(long)]
        password: bool,
        /// Read the new password from standard input
        #[arg(long, conflicts_with = "password")]
        secret_stdin: bool,
        /// Also allow sending password and cookies to this host
        #[arg(long, value_name = "HOST")]
        allow_host: Option<String>,
        #[command(flatten)]
        terms: TermArguments,
    },
    /// Import a list of users and passwords of a site
    #[command(
        after_help = "One account per line: user:password, user and password separated by a tab or \
                      blanks, or columns below a heading line such as \
                      user,password,limit,ends. Known accounts get the new password. Passwords \
                      are kept with the secrets."
    )]
    Import {
        /// Name of the site
        site: String,
        /// The list; - for standard input
        file: PathBuf,
        /// Only show what the list contains
        #[arg(long)]
        dry_run: bool,
    },
    /// Log in by hand: open the site in a browser window and keep its cookies
    #[command(
        after_help = "The window opens the page that stood in the way of the last run, the login \
                      page of the rule, or the start page. Log in there, or answer what the site \
                      asks, then close the window: the account gets its cookies and is added if it \
                      does not exist. Ctrl+C closes the window and keeps nothing."
    )]
    Login {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// Open this page instead
        #[arg(long, value_name = "URL")]
        url: Option<String>,
    },
    /// Import cookies from a browser: log in there, export its cookies, name the file
    #[command(
        after_help = "Supported are Netscape and curl cookie files, JSON exports of browser \
                      extensions and drivers, and the line after Cookie: in the developer tools. \
                      The account is added if it does not exist. If a page checks whether you \
                      are human, complete the check in the browser, import the cookies with the \
                      browser's user agent, and run the site again."
    )]
    Cookies {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
        /// The file; - for standard input
        file: PathBuf,
        /// The browser's user agent, if the site binds its cookies to it
        #[arg(long, value_name = "TEXT")]
        user_agent: Option<String>,
    },
    /// Enable an account
    Enable {
        /// Name of the site
        site: String,
        /// User name there
        user: String,
    },
    /// Disable an account
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
    /// Maximum pages per day (UTC); 0 for no limit
    #[arg(long, value_name = "N")]
    pub day_limit: Option<u32>,
    /// Not used from this date or time on (ISO 8601); never for no end
    #[arg(long, value_name = "T")]
    pub expires: Option<String>,
}
