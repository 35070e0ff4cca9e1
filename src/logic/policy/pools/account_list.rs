//! Parses lists of accounts. Input: text. Output: users with their passwords, and faults by
//! line. A fault never repeats any input: an invalid line may contain a password.
//!
//! One account per line: `user:password`, user and password separated by a tab or blanks, or
//! columns below a heading line (`user,password,limit,ends` with commas, semicolons or tabs, in any
//! order; fields may be in double quotes, RFC 4180). A password may contain anything but a line
//! end; only the first colon separates. Blank lines and lines that begin with `#` are skipped.

use std::collections::BTreeMap;
use std::fmt;

use jiff::civil::Date;

use super::proxies::proxy_list::{MAX_LINES, split};
use crate::messages::Message;

/// Separators of columns.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Heading words and their columns.
const WORDS: [(&str, Column); 15] = [
    ("user", Column::User),
    ("username", Column::User),
    ("login", Column::User),
    ("email", Column::User),
    ("account", Column::User),
    ("用户名", Column::User),
    ("账号", Column::User),
    ("password", Column::Password),
    ("pass", Column::Password),
    ("token", Column::Password),
    ("密码", Column::Password),
    ("limit", Column::Limit),
    ("day_limit", Column::Limit),
    ("ends", Column::Ends),
    ("expires", Column::Ends),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    User,
    Password,
    Limit,
    Ends,
    /// An unused column.
    Other,
}

/// An account of a list.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountEntry {
    /// Its line, from 1.
    pub line: usize,
    /// Its user.
    pub user: String,
    /// Its password or token. It goes only to the secrets.
    pub password: String,
    /// The maximum number of pages a day.
    pub day_limit: Option<u32>,
    /// The day from which it is no longer used.
    pub ends: Option<Date>,
}

/// Without the password.
impl fmt::Debug for AccountEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccountEntry")
            .field("line", &self.line)
            .field("user", &self.user)
            .field("day_limit", &self.day_limit)
            .field("ends", &self.ends)
            .finish_non_exhaustive()
    }
}

/// The result of parsing a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountList {
    /// The accounts in order, each user once; the last of several lines counts.
    pub entries: Vec<AccountEntry>,
    /// Lines, from 1, without a valid account, and why.
    pub faults: Vec<(usize, Message)>,
}

struct Heading {
    separator: char,
    columns: Vec<Column>,
}

/// Reads a list.
pub fn read_accounts(text: &str) -> AccountList {
    let mut list = AccountList::default();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading = None;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    for (number, line) in lines.by_ref().take(MAX_LINES) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        if heading.is_none()
            && list.entries.is_empty()
            && let Some(found) = heading_of(line)
        {
            heading = Some(found);
            continue;
        }
        match read_line(line, number, heading.as_ref()) {
            Err(wrong) => list.faults.push((number, Message::new(wrong))),
            Ok(entry) => match places
                .get(&entry.user)
                .and_then(|at| list.entries.get_mut(*at))
            {
                Some(before) => *before = entry,
                None => {
                    places.insert(entry.user.clone(), list.entries.len());
                    list.entries.push(entry);
                }
            },
        }
    }
    if let Some((line, _)) = lines.next() {
        let told = Message::new("accounts-list-long").with("lines", MAX_LINES);
        list.faults.push((line, told));
    }
    list
}

/// Parses a heading line: it must name a user and a password column.
fn heading_of(line: &str) -> Option<Heading> {
    let separator = SEPARATORS.into_iter().find(|sep| line.contains(*sep))?;
    let columns: Vec<Column> = split(line, separator)
        .iter()
        .map(|cell| {
            let cell = cell.trim().to_lowercase();
            let word = WORDS.iter().find(|(word, _)| *word == cell);
            word.map_or(Column::Other, |(_, column)| *column)
        })
        .collect();
    let has = |column| columns.contains(&column);
    (has(Column::User) && has(Column::Password)).then_some(Heading { separator, columns })
}

fn read_line(
    line: &str,
    number: usize,
    heading: Option<&Heading>,
) -> Result<AccountEntry, &'static str> {
    let mut entry = AccountEntry {
        line: number,
        user: String::new(),
        password: String::new(),
        day_limit: None,
        ends: None,
    };
    match heading {
        Some(heading) => fill(&mut entry, line, heading)?,
        None => {
            let (user, password) = line
                .split_once('\t')
                .or_else(|| line.split_once(':'))
                .or_else(|| line.trim().split_once(char::is_whitespace))
                .ok_or("accounts-list-parts")?;
            user.trim().clone_into(&mut entry.user);
            password.trim().clone_into(&mut entry.password);
        }
    }
    if entry.user.is_empty() || entry.password.is_empty() {
        return Err("accounts-list-parts");
    }
    Ok(entry)
}

fn fill(entry: &mut AccountEntry, line: &str, heading: &Heading) -> Result<(), &'static str> {
    let cells = split(line, heading.separator);
    if cells.len() > heading.columns.len() {
        return Err("accounts-list-columns");
    }
    for (column, cell) in heading.columns.iter().zip(&cells) {
        let trimmed = cell.trim();
        match column {
            Column::User => trimmed.clone_into(&mut entry.user),
            Column::Password => cell.clone_into(&mut entry.password),
            Column::Limit | Column::Ends if trimmed.is_empty() => {}
            Column::Limit => {
                let limit = trimmed.parse().ok().filter(|limit| *limit > 0);
                entry.day_limit = Some(limit.ok_or("accounts-list-limit")?);
            }
            Column::Ends => entry.ends = Some(trimmed.parse().map_err(|_| "accounts-list-ends")?),
            Column::Other => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        let entries = read_accounts(text).entries.into_iter();
        entries.map(|entry| (entry.user, entry.password)).collect()
    }

    #[test]
    fn users_and_passwords_are_read_in_the_usual_notations() {
        let text = "# mine\nann:p:w,1\n\nben@example.org:x y\ncyd\t s3cret \ndee  pw-4 # 5\n";
        let expected = [
            ("ann", "p:w,1"),
            ("ben@example.org", "x y"),
            ("cyd", "s3cret"),
            ("dee", "pw-4 # 5"),
        ];
        let expected = expected.map(|(user, password)| (user.to_owned(), password.to_owned()));
        assert_eq!(pairs(text), expected);
    }

    #[test]
    fn columns_stand_in_the_order_of_their_heading() {
        let text =
            "\u{feff}Password;Note;Username;Limit;Ends\n\"a;b\";x;ann;40;2027-01-31\nq;;ben;;\n";
        let list = read_accounts(text);
        assert!(list.faults.is_empty(), "{list:?}");
        let [ann, ben] = list.entries.as_slice() else {
            panic!("{list:?}");
        };
        assert_eq!((ann.user.as_str(), ann.password.as_str()), ("ann", "a;b"));
        assert_eq!(
            (ann.day_limit, ann.ends),
            (Some(40), "2027-01-31".parse().ok())
        );
        assert_eq!(
            (ben.user.as_str(), ben.day_limit, ben.ends),
            ("ben", None, None)
        );
    }

    #[test]
    fn a_faulty_line_is_named_and_nothing_of_it_is_repeated() {
        let list = read_accounts(
            "user,password,limit,ends\nann,hunter2,0,\nben,hunter3,,soon\n,hunter4,,\na,b,,,e\n",
        );
        let lines: Vec<usize> = list.faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 3, 4, 5]);
        assert!(!format!("{list:?}").contains("hunter"));
        assert_eq!(read_accounts("hunter2\n").faults.len(), 1);
    }

    #[test]
    fn of_several_lines_about_a_user_the_last_counts() {
        let list = read_accounts("ann:old\nben:x\nann:new\n");
        assert_eq!(list.entries.len(), 2);
        assert_eq!(list.entries[0].password, "new");
        assert!(!format!("{list:?}").contains("new"));
    }
}
