//! Rule files from end to end: what is accepted, every fault with its place, what pages yield.

mod evaluate;
mod faults;
mod rewrite;
