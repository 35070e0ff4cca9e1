//! Writes selectors for elements: compounds of stable names, and the shortest one that matches a
//! single element. Input: elements. Output: CSS and XPath as text.

pub(crate) mod compound;
pub(crate) mod stable_names;
pub(crate) mod unique;
