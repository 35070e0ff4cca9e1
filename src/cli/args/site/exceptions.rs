//! The arguments of `site not-a-block`, `site is-a-block` and `site exceptions`.

use clap::Subcommand;

/// What a person says of pages against the judge.
#[derive(Debug, Subcommand)]
pub enum ExceptionSubcommand {
    /// Say that a page is no block; pages of the site that look like it count as good from then on
    NotABlock {
        /// Name of the site
        site: String,
        /// Address of a page that a run has met, or a file that holds one
        #[arg(value_name = "URL_OR_FILE")]
        page: String,
    },
    /// Say that a page is a block; pages of the site that look like it count as one from then on
    IsABlock {
        /// Name of the site
        site: String,
        /// Address of a page that a run has met, or a file that holds one
        #[arg(value_name = "URL_OR_FILE")]
        page: String,
        /// What it is: rate_limited, challenge, blocked, login_required or soft_block (default:
        /// what its status says, else soft_block)
        #[arg(long)]
        state: Option<String>,
    },
    /// What was said of pages of a site
    Exceptions {
        /// Name of the site
        site: String,
        /// Forget one, by its id
        #[arg(long, value_name = "ID")]
        forget: Option<i64>,
    },
}
