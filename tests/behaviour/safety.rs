//! What no stranger may get or do: projects, rules, pages and servers made with bad intent.

mod bound_secrets;
