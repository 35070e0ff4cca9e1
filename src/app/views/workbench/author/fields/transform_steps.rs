//! Transform steps for the form: their names and arguments. Pure: converts steps of the rule; the
//! engine executes them.

use bowerbird_engine::types::{TRANSFORM_STEPS, TransformStep};

/// The one step whose arguments the form cannot show.
const MAP: &str = "map";

/// The available steps, the most common first.
pub fn steps_on_offer() -> impl Iterator<Item = &'static str> {
    TRANSFORM_STEPS.into_iter().filter(|name| *name != MAP)
}

/// The arguments of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepArgument {
    /// One.
    One(String),
    /// Two: from and to.
    Two(String, String),
}

/// The name of a step.
pub fn step_name(step: &TransformStep) -> Option<&str> {
    step.keys().next().map(String::as_str)
}

/// A new step of that name with default arguments.
pub fn new_step(name: &str) -> TransformStep {
    let argument = match name {
        "replace" => StepArgument::Two("[()]".to_owned(), String::new()),
        "split" => StepArgument::One(";".to_owned()),
        "part" => StepArgument::One("1".to_owned()),
        "join" => StepArgument::One(", ".to_owned()),
        "case" => StepArgument::One("title".to_owned()),
        "prefix" | "suffix" => StepArgument::One(" ".to_owned()),
        _ => return TransformStep::from([(name.to_owned(), toml::Value::Boolean(true))]),
    };
    with_argument(name, &argument)
}

/// The arguments of a step; `None` if it has none, or unsupported ones.
pub fn step_argument(step: &TransformStep) -> Option<StepArgument> {
    match step.values().next()? {
        toml::Value::String(text) => Some(StepArgument::One(text.clone())),
        toml::Value::Integer(number) => Some(StepArgument::One(number.to_string())),
        toml::Value::Array(pair) => match pair.as_slice() {
            [toml::Value::String(from), toml::Value::String(to)] => {
                Some(StepArgument::Two(from.clone(), to.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A step of that name with these arguments.
pub fn with_argument(name: &str, words: &StepArgument) -> TransformStep {
    let value = match words {
        StepArgument::Two(from, to) => toml::Value::Array(vec![
            toml::Value::String(from.clone()),
            toml::Value::String(to.clone()),
        ]),
        StepArgument::One(text) if name == "part" => match text.trim().parse() {
            Ok(number) => toml::Value::Integer(number),
            // Incomplete input: the rule check reports that a number is required.
            Err(_) => toml::Value::String(text.clone()),
        },
        StepArgument::One(text) => toml::Value::String(text.clone()),
    };
    TransformStep::from([(name.to_owned(), value)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::{RuleFile, parse, rewrite};

    #[test]
    fn every_step_on_offer_is_one_the_rule_takes() {
        let text = "[site]\nname = \"a\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1/\"]\n[[field]]\nname = \"x\"\nselect = [{ css = \"b\" }]\n";
        for step in steps_on_offer() {
            let mut file: RuleFile = toml::from_str(text).expect("a rule");
            file.fields[0].transform.push(new_step(step));
            let written = rewrite(text, &file).expect("written");
            let read = parse(&written);
            assert!(read.is_ok(), "{step}: {:?}\n{written}", read.err());
        }
    }

    #[test]
    fn words_go_in_and_come_back() {
        for (name, words) in [
            ("split", StepArgument::One("; ".to_owned())),
            ("part", StepArgument::One("-1".to_owned())),
            ("replace", StepArgument::Two("a".to_owned(), "b".to_owned())),
        ] {
            let step = with_argument(name, &words);
            assert_eq!(step_name(&step), Some(name));
            assert_eq!(step_argument(&step), Some(words));
        }
        assert_eq!(step_argument(&new_step("trim")), None);
    }
}
