//! A query from the command line: mistakes that leave no sense in it end the command, others are told.

use crate::console::Console;
use crate::failure::Failure;
use bowerbird_engine::types::{Query, StoreReader};

/// Parses a query with the fields of the project.
pub(super) fn checked(
    console: &Console,
    store: &StoreReader,
    typed: &str,
) -> Result<Query, Failure> {
    let query = Query::parse_with(typed, &store.query_fields()?);
    for problem in &query.problems {
        if problem.is_fatal() {
            return Err(Failure::Usage(problem.message()));
        }
    }
    for problem in &query.problems {
        console.note(&problem.message());
    }
    Ok(query)
}

/// Checks a query that may be none; of what is no mistake for sure nothing is told.
pub(super) fn check(store: &StoreReader, typed: Option<&String>) -> Result<(), Failure> {
    let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) else {
        return Ok(());
    };
    let query = Query::parse_with(typed, &store.query_fields()?);
    match query.problems.iter().find(|problem| problem.is_fatal()) {
        Some(problem) => Err(Failure::Usage(problem.message())),
        None => Ok(()),
    }
}
