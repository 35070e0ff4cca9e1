//! Tests of what a browser would send for a form.

use super::*;

fn login() -> LoginForm {
    LoginForm::at(Url::parse("http://a.example/login?next=%2F").unwrap())
}

fn filled(source: &str, login: &LoginForm) -> Result<(String, bool, String), FormFault> {
    let page = Page::parse(source, &login.url);
    let filled = fill(
        &page,
        "UTF-8",
        login,
        "ann",
        &Secret::new("p w&"),
        Step::Whole,
    )?;
    Ok((
        filled.url.to_string(),
        filled.post,
        filled.body.reveal().to_owned(),
    ))
}

#[test]
fn hidden_and_preset_fields_are_kept() {
    let source = "<form action=/search><input name=q></form>
        <form method=POST action=/in#x>
        <input type=hidden name=csrf value=t0k>
        <input name=user value=guest> <input type=password name=pw>
        <input type=checkbox name=remember> <input type=checkbox name=terms checked>
        <input type=radio name=r value=1><input type=radio name=r value=2 checked>
        <select name=lang><option value=en>E<option selected>中 文</select>
        <input name=off value=1 disabled><input type=file name=f>
        <button name=do value=login>Go</button><button name=do value=cancel>No</button>
        </form>";
    let (url, post, body) = filled(source, &login()).unwrap();
    assert_eq!(url, "http://a.example/in");
    assert!(post);
    assert_eq!(
        body,
        "csrf=t0k&terms=on&r=2&lang=%E4%B8%AD+%E6%96%87&do=login&user=ann&pw=p+w%26"
    );
}

#[test]
fn an_absent_action_is_the_page_itself() {
    let source = "<form method=post><input name=u><input type=password name=p></form>";
    assert_eq!(
        filled(source, &login()).unwrap().0,
        "http://a.example/login?next=%2F"
    );
    let script = "<form method=post action='javascript:go()'><input name=u>
        <input type=password name=p></form>";
    let (url, post, _) = filled(script, &login()).unwrap();
    assert_eq!(
        (url.as_str(), post),
        ("http://a.example/login?next=%2F", true)
    );
}

#[test]
fn a_password_is_never_put_into_an_address() {
    for form in [
        "<form><input name=u><input type=password name=p></form>",
        "<form method=get><input name=u><input type=password name=kennwort></form>",
        "<form method=post><input name=u><input type=password name=p>
         <button formmethod=get>Go</button></form>",
        "<form method=dialog><input name=u><input type=password name=p></form>",
    ] {
        let fault = filled(form, &login()).unwrap_err();
        assert_eq!(fault, FormFault::InAddress, "{form}");
    }
}

#[test]
fn the_login_goes_before_the_registration() {
    let source = "<form action=/new method=post><input name=a><input type=password name=b>
        <input type=password name=c></form>
        <form action=/in method=post><input type=email name=u><input type=password name=p></form>";
    assert_eq!(filled(source, &login()).unwrap().0, "http://a.example/in");
    let chosen = LoginForm {
        form: Some("[name=b]".to_owned()),
        ..login()
    };
    assert_eq!(filled(source, &chosen).unwrap().0, "http://a.example/new");
}

#[test]
fn forms_that_the_parser_closed_early_keep_their_fields() {
    let source = "<table><form action=/in method=post><tr><td><input name=u></td>
        <td><input type=password name=p><input type=hidden name=t value=1></td></tr></form></table>
        <form action=/search><input name=q></form>";
    let (url, _, body) = filled(source, &login()).unwrap();
    assert_eq!(url, "http://a.example/in");
    assert_eq!(body, "t=1&u=ann&p=p+w%26");
}

#[test]
fn fields_may_stand_outside_and_name_their_form() {
    let source = "<form id=f action=/in method=post><input name=u></form>
        <input form=f type=password name=p><input form=other name=x>";
    assert_eq!(filled(source, &login()).unwrap().2, "u=ann&p=p+w%26");
}

#[test]
fn given_names_win() {
    let source = "<form method=post><input name=u><input name=code value=7>
        <input type=password name=p></form>";
    let given = LoginForm {
        user_field: Some("u".to_owned()),
        ..login()
    };
    assert_eq!(filled(source, &given).unwrap().2, "code=7&u=ann&p=p+w%26");
}

#[test]
fn what_is_missing_is_named() {
    let check =
        |source: &str, expected| assert_eq!(filled(source, &login()).unwrap_err(), expected);
    check("<p>no form</p>", FormFault::NoForm);
    check("<form><input type=password></form>", FormFault::NoPassword);
    check(
        "<form><input type=password name=p></form>",
        FormFault::NoUser,
    );
    let broken = LoginForm {
        form: Some("form[".to_owned()),
        ..login()
    };
    let fault = FormFault::Selector("form[".to_owned());
    assert_eq!(filled("<form></form>", &broken).unwrap_err(), fault);
}

#[test]
fn values_go_in_the_charset_of_the_page() {
    let fields = [("u".to_owned(), "中".to_owned())];
    assert_eq!(encode(&fields, "GBK"), "u=%D6%D0");
    assert_eq!(encode(&fields, "no such charset"), "u=%E4%B8%AD");
}

#[test]
fn further_fields_of_the_rule_go_along_and_win_over_those_of_the_page() {
    let source = "<form method=post><input type=hidden name=realm value=a><input name=u>
        <input type=password name=p></form>";
    let mut login = login();
    login.fields = vec![("realm".into(), "b".into()), ("keep".into(), "1".into())];
    let (_, _, body) = filled(source, &login).unwrap();
    assert_eq!(body, "realm=b&keep=1&u=ann&p=p+w%26");
}

#[test]
fn the_first_of_two_pages_is_told_from_a_search() {
    let check = |source: &str, expected: bool| {
        let page = Page::parse(source, &login().url);
        assert_eq!(asks_user_only(&page, &login()), expected, "{source}");
    };
    check("<form><input name=q></form>", false);
    check("<form><input type=email name=x></form>", true);
    check(
        "<form><input name=q></form><form><input name=username></form>",
        true,
    );
    check(
        "<form><input name=id autocomplete='username webauthn'></form>",
        true,
    );
    check(
        "<form><input name=user><input type=password name=p></form>",
        false,
    );
    let home = Url::parse("http://a.example/").unwrap();
    let page = Page::parse(
        "<form action=/news><input type=email name=email></form>",
        &home,
    );
    assert!(!asks_user_only(&page, &login()), "a newsletter");
    let page = Page::parse(
        "<form method=post action=/two><input type=hidden name=t value=1><input name=login></form>",
        &login().url,
    );
    let sent = fill_user(&page, "UTF-8", &login(), "ann").unwrap();
    assert_eq!(sent.body.reveal(), "t=1&login=ann");
    assert_eq!(sent.url.as_str(), "http://a.example/two");
}
