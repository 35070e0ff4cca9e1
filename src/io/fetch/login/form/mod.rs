//! Login forms on pages: selects the form and its fields, and builds what a browser would send.
//! Input: a page, user and password. Output: address, method and urlencoded body. Pure.

use encoding_rs::{Encoding, UTF_8};
use scraper::{ElementRef, Selector};
use url::{Url, form_urlencoded};

use crate::fetch::LoginForm;
use crate::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;

/// A form ready to be sent.
pub(crate) struct Filled {
    /// The address it is sent to.
    pub url: Url,
    /// Whether it is sent by POST, or else as the query of a GET.
    pub post: bool,
    /// The urlencoded fields.
    pub body: Secret,
}

/// Which page of a login contains the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The only one: it asks for user and password.
    Whole,
    /// The second of two: the site knows the user by now.
    Second,
}

/// Why no form can be sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FormFault {
    /// The page has no form with a password field, or none where the selector matches.
    NoForm,
    /// The form has no password field with a name.
    NoPassword,
    /// The form has no field for the user name.
    NoUser,
    /// The form would put the password into an address (method GET), where servers, proxies, logs
    /// and histories store it.
    InAddress,
    /// The selector is not valid CSS.
    Selector(String),
}

impl FormFault {
    /// The message for the user; `url` is the page.
    pub(super) fn message(&self, url: &str) -> Message {
        match self {
            Self::NoForm => Message::new("fetch-login-no-form").with("url", url),
            Self::NoPassword => Message::new("fetch-login-no-password").with("url", url),
            Self::NoUser => Message::new("fetch-login-no-user").with("url", url),
            Self::InAddress => Message::new("fetch-login-in-address").with("url", url),
            Self::Selector(css) => {
                Message::new("fetch-login-selector").with("selector", css.as_str())
            }
        }
    }
}

/// Fills in the login form of `page`, whose charset is `encoding`: keeps preset and hidden fields,
/// and adds user and password.
pub(super) fn fill(
    page: &Page,
    encoding: &str,
    login: &LoginForm,
    user: &str,
    password: &Secret,
    step: Step,
) -> Result<Filled, FormFault> {
    let form = find(page, login.form.as_deref())?;
    let controls = controls(page, form);
    let password_field = match &login.password_field {
        Some(name) => name.clone(),
        None => password_name(&controls).ok_or(FormFault::NoPassword)?,
    };
    let user_field = match &login.user_field {
        Some(name) => Some(name.clone()),
        None => user_name(&controls),
    };
    if user_field.is_none() && step == Step::Whole {
        return Err(FormFault::NoUser);
    }
    let mut own = vec![(password_field, password.reveal().to_owned())];
    own.extend(user_field.map(|name| (name, user.to_owned())));
    own.reverse();
    let filled = ready(page, form, &controls, encoding, login, own);
    match filled.post {
        true => Ok(filled),
        false => Err(FormFault::InAddress),
    }
}

/// Fills in the form of the first of two pages: the one that asks for the user alone.
pub(super) fn fill_user(
    page: &Page,
    encoding: &str,
    login: &LoginForm,
    user: &str,
) -> Result<Filled, FormFault> {
    let form = find_user_form(page, login)?;
    let controls = controls(page, form);
    let name = match &login.user_field {
        Some(name) => name.clone(),
        None => user_name(&controls).ok_or(FormFault::NoUser)?,
    };
    let own = vec![(name, user.to_owned())];
    Ok(ready(page, form, &controls, encoding, login, own))
}

/// The form as sent: its own fields, the rule's further fields, and `own`, each overriding the
/// former.
fn ready(
    page: &Page,
    form: ElementRef<'_>,
    controls: &[ElementRef<'_>],
    encoding: &str,
    login: &LoginForm,
    own: Vec<(String, String)>,
) -> Filled {
    let mut fields = successful(controls);
    for (name, value) in &login.fields {
        fields.retain(|(known, _)| known != name);
        fields.push((name.clone(), value.clone()));
    }
    fields.retain(|(name, _)| own.iter().all(|(known, _)| known != name));
    fields.extend(own);

    let submit = controls.iter().copied().find(is_submit);
    let post = attribute(submit, "formmethod", form, "method")
        .is_some_and(|method| method.eq_ignore_ascii_case("post"));
    let action = attribute(submit, "formaction", form, "action").unwrap_or_default();
    let mut url = target(page, action.trim());
    let body = encode(&fields, encoding);
    if !post {
        url.set_query(Some(&body));
    }
    let body = Secret::new(body);
    Filled { url, post, body }
}

/// Whether `page` holds the login form (again).
pub(super) fn is_there(page: &Page, login: &LoginForm) -> bool {
    find(page, login.form.as_deref()).is_ok_and(|form| controls(page, form).iter().any(is_password))
}

/// Whether `page` asks for a user and for no password: the first of two pages.
pub(super) fn asks_user_only(page: &Page, login: &LoginForm) -> bool {
    !is_there(page, login)
        && find_user_form(page, login)
            .is_ok_and(|form| !controls(page, form).iter().any(is_password))
}

/// Whether `css` matches on `page`.
pub(super) fn matches(page: &Page, css: &str) -> Result<bool, FormFault> {
    let selector = compile(css)?;
    Ok(page.elements().any(|e| selector.matches(&e)))
}

fn compile(css: &str) -> Result<Selector, FormFault> {
    Selector::parse(css).map_err(|_| FormFault::Selector(css.to_owned()))
}

/// The form that the selector matches (the element itself, one inside it, or one around it), else
/// the form with a password field. A form with a single password field is preferred over a
/// registration.
fn find<'a>(page: &'a Page, css: Option<&str>) -> Result<ElementRef<'a>, FormFault> {
    if let Some(css) = css {
        let selector = compile(css)?;
        let chosen = page.elements().find(|e| selector.matches(e));
        return chosen.and_then(form_at).ok_or(FormFault::NoForm);
    }
    let forms = page.elements().filter(is_form);
    let with_count = forms.map(|form| {
        let passwords = controls(page, form).into_iter().filter(is_password).count();
        (form, passwords)
    });
    with_count
        .filter(|(_, passwords)| *passwords > 0)
        .min_by_key(|(_, passwords)| *passwords)
        .map(|(form, _)| form)
        .ok_or(FormFault::NoForm)
}

/// The form that the selector matches, else the one with a user-like field and no password; search
/// forms are excluded.
fn find_user_form<'a>(page: &'a Page, login: &LoginForm) -> Result<ElementRef<'a>, FormFault> {
    if login.form.is_some() {
        return find(page, login.form.as_deref());
    }
    let asks = |form: &ElementRef<'a>| {
        let controls = controls(page, *form);
        let sure = login.user_field.is_some() || is_about_logins(page, *form);
        controls
            .iter()
            .any(|e| is_user(e) && (is_username(e) || (sure && names_user(e, login))))
            && !controls.iter().any(is_password)
    };
    page.elements()
        .filter(is_form)
        .find(asks)
        .ok_or(FormFault::NoForm)
}

/// Whether browsers autofill a field with a user name (HTML standard, autofill).
fn is_username(element: &ElementRef<'_>) -> bool {
    let filled_with = element.attr("autocomplete").unwrap_or_default();
    let mut words = filled_with.split_ascii_whitespace();
    words.any(|word| word.eq_ignore_ascii_case("username"))
}

/// Whether a form without a password is about logins: a form with only a mail field is usually a
/// newsletter's.
fn is_about_logins(page: &Page, form: ElementRef<'_>) -> bool {
    let own = ["action", "id", "class", "name"].map(|name| form.attr(name).unwrap_or_default());
    let words = [
        "login", "logon", "signin", "sign-in", "sign_in", "auth", "session",
    ];
    let mut texts = own.to_vec();
    texts.push(page.url().path());
    texts.iter().any(|text| {
        let text = text.to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    })
}

/// Whether a field is for the user name: by the rule, its type, or the words in its name.
fn names_user(element: &ElementRef<'_>, login: &LoginForm) -> bool {
    let attribute = |name: &str| element.attr(name).unwrap_or_default().to_ascii_lowercase();
    let name = attribute("name");
    if let Some(wanted) = &login.user_field {
        return *wanted.to_ascii_lowercase() == name;
    }
    kind(element) == "email"
        || ["user", "login", "email", "account", "identifier", "handle"]
            .iter()
            .any(|word| name.contains(word))
}

fn form_at(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let inside = element
        .descendants()
        .filter_map(ElementRef::wrap)
        .find(is_form);
    inside.or_else(|| {
        element
            .ancestors()
            .filter_map(ElementRef::wrap)
            .find(is_form)
    })
}

/// The controls of `form`: those in it, those that refer to it, and, when the parser had to close
/// the form early (a form inside a table), those between it and the next form.
fn controls<'a>(page: &'a Page, form: ElementRef<'a>) -> Vec<ElementRef<'a>> {
    let id = form.attr("id").filter(|id| !id.is_empty());
    let inside: Vec<_> = form
        .descendants()
        .filter_map(ElementRef::wrap)
        .filter(is_control)
        .collect();
    let stray = |e: &ElementRef<'_>| {
        e.ancestors()
            .filter_map(ElementRef::wrap)
            .all(|a| !is_form(&a))
    };
    let mut found = inside.clone();
    if inside.is_empty() {
        let after = page.elements().skip_while(|e| *e != form).skip(1);
        found.extend(
            after
                .take_while(|e| !is_form(e))
                .filter(is_control)
                .filter(stray),
        );
    }
    let named = page
        .elements()
        .filter(is_control)
        .filter(|e| e.attr("form") == id && id.is_some());
    for element in named {
        if !found.contains(&element) {
            found.push(element);
        }
    }
    found.retain(|e| e.attr("form").is_none_or(|owner| Some(owner) == id));
    found
}

fn is_form(element: &ElementRef<'_>) -> bool {
    element.value().name() == "form"
}

fn is_control(element: &ElementRef<'_>) -> bool {
    matches!(
        element.value().name(),
        "input" | "select" | "textarea" | "button"
    )
}

/// The type of an input, lower case; `text` when absent.
fn kind(element: &ElementRef<'_>) -> String {
    let default = if element.value().name() == "button" {
        "submit"
    } else {
        "text"
    };
    element
        .attr("type")
        .unwrap_or(default)
        .trim()
        .to_ascii_lowercase()
}

fn is_password(element: &ElementRef<'_>) -> bool {
    element.value().name() == "input" && kind(element) == "password"
}

fn is_submit(element: &ElementRef<'_>) -> bool {
    matches!(element.value().name(), "input" | "button")
        && matches!(kind(element).as_str(), "submit" | "image")
}

fn is_user(element: &ElementRef<'_>) -> bool {
    element.value().name() == "input"
        && !matches!(
            kind(element).as_str(),
            "password"
                | "hidden"
                | "submit"
                | "image"
                | "button"
                | "reset"
                | "checkbox"
                | "radio"
                | "file"
                | "search"
                | "color"
                | "range"
                | "date"
        )
}

fn name_of(element: &ElementRef<'_>) -> Option<String> {
    let name = element.attr("name").filter(|name| !name.is_empty())?;
    Some(name.to_owned())
}

fn password_name(controls: &[ElementRef<'_>]) -> Option<String> {
    controls.iter().filter(|e| is_password(e)).find_map(name_of)
}

/// The last text field before the password, else the first one anywhere. The user name is usually
/// right above the password; earlier fields may be a search or a language.
fn user_name(controls: &[ElementRef<'_>]) -> Option<String> {
    let before = controls.iter().take_while(|e| !is_password(e));
    let last = before.filter(|e| is_user(e)).filter_map(name_of).last();
    last.or_else(|| controls.iter().filter(|e| is_user(e)).find_map(name_of))
}

/// What a browser sends for `controls`, with the first submit button pressed.
fn successful(controls: &[ElementRef<'_>]) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut pressed = false;
    for element in controls.iter().filter(|e| e.attr("disabled").is_none()) {
        let Some(name) = name_of(element) else {
            pressed |= is_submit(element);
            continue;
        };
        if let Some(value) = preset(element, &mut pressed) {
            fields.push((name, value));
        }
    }
    fields
}

/// The value of one control; `None` when it sends nothing.
fn preset(element: &ElementRef<'_>, pressed: &mut bool) -> Option<String> {
    let value = || element.attr("value").map(str::to_owned);
    match element.value().name() {
        "select" => chosen(element),
        "textarea" => Some(element.text().collect()),
        _ if is_submit(element) => {
            let first = !std::mem::replace(pressed, true);
            // An image button sends coordinates instead of its value.
            (first && kind(element) != "image").then(|| value().unwrap_or_default())
        }
        _ => match kind(element).as_str() {
            "checkbox" | "radio" => element
                .attr("checked")
                .map(|_| value().unwrap_or_else(|| "on".to_owned())),
            "button" | "reset" | "file" => None,
            _ => Some(value().unwrap_or_default()),
        },
    }
}

/// The value of the selected option, else of the first.
fn chosen(select: &ElementRef<'_>) -> Option<String> {
    let options = || {
        select
            .descendants()
            .filter_map(ElementRef::wrap)
            .filter(|e| e.value().name() == "option")
    };
    let selected = options().find(|e| e.attr("selected").is_some());
    let option = selected.or_else(|| options().next())?;
    Some(match option.attr("value") {
        Some(value) => value.to_owned(),
        None => bowerbird_logic::page::collapse(&option.text().collect::<String>()),
    })
}

/// An attribute of the pressed button, or else of the form.
fn attribute<'a>(
    submit: Option<ElementRef<'a>>,
    of_submit: &str,
    form: ElementRef<'a>,
    of_form: &str,
) -> Option<&'a str> {
    let own = submit.and_then(|s| s.value().attr(of_submit));
    own.or_else(|| form.value().attr(of_form))
}

/// The target of a form; scripts and invalid addresses as actions are replaced by the page itself.
fn target(page: &Page, action: &str) -> Url {
    let own = || page.url().clone();
    let mut url = if action.is_empty() {
        own()
    } else {
        page.join(action).unwrap_or_else(own)
    };
    url.set_fragment(None);
    url
}

fn encode(fields: &[(String, String)], encoding: &str) -> String {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8);
    let part = |text: &str| -> String {
        form_urlencoded::byte_serialize(&encoding.encode(text).0).collect()
    };
    let pairs = fields
        .iter()
        .map(|(n, v)| format!("{}={}", part(n), part(v)));
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests;
