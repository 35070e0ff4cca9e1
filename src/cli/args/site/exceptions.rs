//! The arguments of `site not-a-block`, `site is-a-block` and `site exceptions`.

use clap::Subcommand;

/// Exceptions: the user's word on pages against the automatic verdict.
#[derive(Debug, Subcommand)]
pub enum ExceptionSubcommand {
    /// Mark a page as not a block; similar pages of the site count as good from then on
    NotABlock {
        /// Name of the site
        site: String,
        /// Address of a page that a run has fetched, or a saved file
        #[arg(value_name = "URL_OR_FILE")]
        page: String,
    },
    /// Mark a page as a block; similar pages of the site count as one from then on
    IsABlock {
        /// Name of the site
        site: String,
        /// Address of a page that a run has fetched, or a saved file
        #[arg(value_name = "URL_OR_FILE")]
        page: String,
        /// What it is: rate_limited, challenge, blocked, login_required or soft_block (default:
        /// from its status, else soft_block)
        #[arg(long)]
        state: Option<String>,
    },
    /// List a site's exceptions
    Exceptions {
        /// Name of the site
        site: String,
        /// Remove one, by its id
        #[arg(long, value_name = "ID")]
        forget: Option<i64>,
    },
}
