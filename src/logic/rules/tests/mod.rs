//! Rule files end to end: what is accepted, every fault with its place, what pages yield.

mod arbitrary;
mod evaluate;
mod fallbacks;
mod faults;
mod implausible;
mod manual;
mod refusals;
mod rewrite;
mod selectors;
mod steps;
