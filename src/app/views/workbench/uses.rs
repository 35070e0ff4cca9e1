//! What a selector can become in a rule: a field, the list's items, their link, the next page,
//! the content. Pure: a rule file goes in and comes out changed.

use super::draft::Draft;
use crate::engine::types::{
    FieldRule, FieldType, ListRule, NextRule, Picked, RuleFile, SelectorKind,
};

/// A use of the selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Use {
    /// A field of the record.
    Field {
        /// Its name.
        name: String,
        /// Its type.
        kind: FieldType,
        /// Read off the list item, not the content page.
        on_list: bool,
        /// One more way to find a field that is there already.
        another_way: bool,
    },
    /// The container of a list item.
    Item,
    /// The link of a list item.
    Link,
    /// The link to the next list page.
    Next,
    /// The content.
    Content,
}

/// Puts `draft` into `file`. `picked` helps a list's selectors to match all items where the draft
/// still is the selector of the one picked.
/// Returns the selector as the rule has it now.
pub fn apply(file: &mut RuleFile, what: &Use, draft: &Draft, picked: Option<&Picked>) -> Draft {
    let draft = match what {
        Use::Field { .. } | Use::Content => draft.clone(),
        Use::Item => alike(draft, picked),
        Use::Link => to_link(&alike(draft, picked), picked),
        Use::Next => to_next(draft, picked),
    };
    match what {
        Use::Field {
            name,
            kind,
            on_list,
            another_way,
        } => {
            let fields = if *on_list {
                &mut file.list.get_or_insert_with(ListRule::default).fields
            } else {
                &mut file.fields
            };
            set_field(fields, name.trim(), *kind, &draft, *another_way);
        }
        Use::Item => {
            let way = draft.alternative(None);
            file.list.get_or_insert_with(ListRule::default).item = Some(way);
        }
        Use::Link => {
            file.list.get_or_insert_with(ListRule::default).link = draft.alternative(Some("href"));
        }
        Use::Next => {
            let way = draft.alternative(Some("href"));
            let list = file.list.get_or_insert_with(ListRule::default);
            let max_pages = list.next.as_ref().and_then(|next| next.max_pages);
            list.next = Some(NextRule::found_by(way, max_pages));
        }
        Use::Content => file.content.select.insert(0, draft.alternative(None)),
    }
    draft
}

fn set_field(
    fields: &mut Vec<FieldRule>,
    name: &str,
    kind: FieldType,
    draft: &Draft,
    another_way: bool,
) {
    let way = draft.alternative(None);
    match fields.iter_mut().find(|field| field.name == name) {
        Some(field) if another_way => field.select.push(way),
        Some(field) => {
            field.kind = kind;
            match field.select.first_mut() {
                Some(first) => *first = way,
                None => field.select.push(way),
            }
        }
        None => fields.push(FieldRule {
            name: name.to_owned(),
            select: vec![way],
            kind,
            ..FieldRule::default()
        }),
    }
}

/// The selector of the picked element's likes, where the draft is that of the element alone.
fn alike(draft: &Draft, picked: Option<&Picked>) -> Draft {
    match picked {
        Some(Picked {
            css,
            css_alike: Some(alike),
            ..
        }) if draft.source == *css => Draft {
            source: alike.clone(),
            ..draft.clone()
        },
        _ => draft.clone(),
    }
}

/// What finds the next page's link on every page, where the draft still is the selector of the
/// link that was picked: that one tells by its place, which another page gives to another link.
fn to_next(draft: &Draft, picked: Option<&Picked>) -> Draft {
    match picked {
        Some(Picked {
            css,
            next: Some((kind, source)),
            ..
        }) if draft.kind == SelectorKind::Css && draft.source == *css => Draft {
            kind: *kind,
            source: source.clone(),
            ..draft.clone()
        },
        _ => to_link(draft, picked),
    }
}

/// A link is wanted, but what was picked holds one or is none: its link is meant.
fn to_link(draft: &Draft, picked: Option<&Picked>) -> Draft {
    let holds_no_address = picked.is_some_and(|picked| {
        picked.tag != "a"
            && (draft.source == picked.css || Some(&draft.source) == picked.css_alike.as_ref())
    });
    if holds_no_address && draft.kind == SelectorKind::Css {
        Draft {
            source: format!("{} a", draft.source),
            ..draft.clone()
        }
    } else {
        draft.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(tag: &str) -> Picked {
        Picked {
            element: 7,
            tag: tag.to_owned(),
            text: "One".to_owned(),
            attributes: Vec::new(),
            path: Vec::new(),
            css: "li:nth-child(2) h2".to_owned(),
            xpath: "//li[2]/h2".to_owned(),
            css_alike: Some("li h2".to_owned()),
            next: Some((SelectorKind::XPath, "//a[.='›']".to_owned())),
        }
    }

    #[test]
    fn a_list_link_matches_all_items_and_takes_the_address() {
        let (mut file, picked) = (RuleFile::default(), picked("h2"));
        apply(
            &mut file,
            &Use::Link,
            &Draft::picked(&picked),
            Some(&picked),
        );
        let link = file.list.unwrap().link;
        assert_eq!(link.css.as_deref(), Some("li h2 a"));
        assert_eq!(link.take.as_deref(), Some("href"));
    }

    #[test]
    fn the_next_link_keeps_its_limit_and_stays_one() {
        let (mut file, picked) = (RuleFile::default(), picked("a"));
        let next = NextRule {
            max_pages: Some(8),
            ..NextRule::default()
        };
        file.list = Some(ListRule {
            next: Some(next),
            ..ListRule::default()
        });
        apply(
            &mut file,
            &Use::Next,
            &Draft::picked(&picked),
            Some(&picked),
        );
        let next = file.list.unwrap().next.unwrap();
        assert_eq!(
            (next.css, next.xpath.as_deref()),
            (None, Some("//a[.='›']"))
        );
        assert_eq!(next.take.as_deref(), Some("href"));
        assert_eq!(next.max_pages, Some(8));
    }

    #[test]
    fn a_field_is_set_then_gets_another_way() {
        let mut file = RuleFile::default();
        let field = |another_way| Use::Field {
            name: "date".to_owned(),
            kind: FieldType::Date,
            on_list: false,
            another_way,
        };
        let draft = |css: &str| Draft {
            source: css.to_owned(),
            ..Draft::default()
        };
        apply(&mut file, &field(false), &draft("time"), None);
        apply(&mut file, &field(true), &draft(".date"), None);
        assert_eq!(file.fields.len(), 1);
        assert_eq!(file.fields[0].select.len(), 2);
        apply(&mut file, &field(false), &draft("b"), None);
        assert_eq!(file.fields[0].select.len(), 2, "the other way stays");
        assert_eq!(file.fields[0].select[0].css.as_deref(), Some("b"));
    }
}
