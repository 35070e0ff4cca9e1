//! What strangers' files, pages and servers, other users of the machine, and accidents must not do.

mod addresses;
mod bound_secrets;
mod bounds;
mod cookies;
mod files;
mod odd_inputs;
mod permissions;
mod shown;
