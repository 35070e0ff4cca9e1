//! What strangers may not do, and what is never lost.

mod plans;
