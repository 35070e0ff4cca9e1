//! Requests that are not allowed: from outside into the local network. The servers are on loopback,
//! so public hosts are names that a proxy on loopback resolves.

use super::super::ProxyRoute;
use super::*;
use bowerbird_logic::model::ProxyId;

/// A session through `proxy` that only reaches the web.
fn outside(proxy: &Server) -> Session {
    let route = ProxyRoute::new(ProxyId(1), proxy.url(""), None);
    Session::new(Some(route), None, None)
}

fn is_refused(fetched: Result<Fetched, FetchError>, wanted: AddressSpace) {
    match fetched {
        Err(error @ FetchError::OutOfReach { space, .. }) => {
            assert_eq!(space, wanted);
            assert!(error.is_lasting());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_session_asks_nothing_on_this_machine_or_inside_of_the_network() {
    let server = Server::new(|_| answer("200 OK", "secret"));
    let port = server.address.port();
    let session = Session::new(None, None, None);
    for (host, space) in [
        ("127.0.0.1", AddressSpace::Loopback),
        ("0x7f.1", AddressSpace::Loopback),
        ("2130706433", AddressSpace::Loopback),
        ("0", AddressSpace::Loopback),
        ("[::ffff:127.0.0.1]", AddressSpace::Loopback),
        ("[64:ff9b::7f00:1]", AddressSpace::Loopback),
        ("localhost", AddressSpace::Loopback),
        ("x.localhost.", AddressSpace::Loopback),
        ("192.168.255.254", AddressSpace::Private),
        ("[fd00::1]", AddressSpace::Private),
        ("169.254.169.254", AddressSpace::Metadata),
        ("198.18.0.1", AddressSpace::Reserved),
    ] {
        let url = url(&format!("http://{host}:{port}/"));
        is_refused(run(Fetcher::new(short()).get(&session, &url)), space);
    }
    assert!(server.requests().is_empty());
}

#[test]
fn redirects_are_held_against_the_reach_hop_by_hop_also_behind_a_proxy() {
    let inside = Server::new(|_| answer("200 OK", "secret"));
    let to = inside.url("/x").to_string();
    let proxy = Server::new(move |request| match request.target.as_str() {
        "http://shop.example/out" => redirect("http://news.example/"),
        "http://shop.example/robots.txt" | "http://shop.example/in" => redirect(&to),
        "http://shop.example/name" => redirect("http://jenkins.internal/"),
        _ => answer("200 OK", "public"),
    });
    let get = |path: &str| {
        let url = url(&format!("http://shop.example{path}"));
        run(Fetcher::new(short()).get(&outside(&proxy), &url))
    };
    assert_eq!(get("/out").unwrap().body, b"public");
    is_refused(get("/in"), AddressSpace::Loopback);
    is_refused(get("/name"), AddressSpace::Private);
    let page = url("http://shop.example/a");
    let robots = run(Fetcher::new(short()).robots(&outside(&proxy), &page));
    assert!(robots.unreachable && matches!(robots.fault, Some(FetchError::OutOfReach { .. })));
    assert!(inside.requests().is_empty());
    let allowed = outside(&proxy).reaching(Reach::PUBLIC.and_inside());
    let page = url("http://shop.example/in");
    let fetched = run(Fetcher::new(short()).get(&allowed, &page)).unwrap();
    // Requested through the proxy, like everything.
    assert_eq!(fetched.body, b"public");
}

#[test]
fn a_connection_made_inside_is_not_handed_to_what_began_outside() {
    let server = Server::raw(|_, mut stream| stream.write_all(&answer("200 OK", "x")).is_ok());
    let fetcher = Fetcher::new(short());
    let url = url(&format!("http://localhost:{}/", server.address.port()));
    run(async {
        assert!(fetcher.get(&session(), &url).await.is_ok());
        let outside = Session::new(None, None, None);
        is_refused(fetcher.get(&outside, &url).await, AddressSpace::Loopback);
        // A rejection for one session does not apply to the other.
        assert!(!fetcher.robots(&outside, &url).await.allowed);
        assert!(fetcher.robots(&session(), &url).await.allowed);
    });
}

#[test]
fn what_a_person_names_is_in_reach_where_it_leads() {
    let fetcher = Fetcher::new(short());
    let reach = |text: &str| run(fetcher.reach_of_named(&url(text)));
    assert!(reach("http://localhost/").has(AddressSpace::Loopback));
    assert!(reach("http://10.0.0.1/").has(AddressSpace::Private));
    assert_eq!(reach("http://93.184.216.34/"), Reach::PUBLIC);
}
