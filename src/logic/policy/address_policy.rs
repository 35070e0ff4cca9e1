//! Whether a request may go to an address: the only policy about it. A crawl that starts on the
//! public web never reaches inside the network: not this machine, not a private network, not a
//! cloud machine's metadata service. Pure: addresses in, a [`Reach`] or an [`AddressSpace`] out.
//!
//! - The *start* of a crawl decides what it may reach: the start addresses of a rule, or the
//!   address that a person typed. The public web is always in reach, and so is the space of the
//!   start itself. From this machine (loopback) the private networks are in reach too, but not vice
//!   versa.
//! - A name that only a network's own name service knows (of one label, or under a domain that the
//!   web does not have, such as `.internal`) is inside, whatever it resolves to. A name of the web
//!   is outside, since its owner may point it elsewhere at any time (DNS rebinding): its resolved
//!   address is checked against the reach for each connection.
//! - The user's consent (`[network] private = true`, `--allow-private`) brings this machine, the
//!   private networks and link-local addresses into reach; metadata services and non-host addresses
//!   can be reached only from there.
//! - Name services of VPNs and proxies answer with made-up addresses in 198.18.0.0/15: a resolved
//!   one counts as the public web, a literal one does not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// The part of the network that an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AddressSpace {
    /// The web, reachable for everyone.
    Public,
    /// Private networks (RFC 1918, RFC 4193, RFC 6598).
    Private,
    /// The link that this machine is on (RFC 3927, RFC 4291).
    LinkLocal,
    /// This machine.
    Loopback,
    /// Services that give a machine its own credentials.
    Metadata,
    /// No host of the web: multicast, documentation, benchmarks, reserved.
    Reserved,
}

impl AddressSpace {
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Whether the user's consent brings it into reach.
    pub fn can_be_allowed(self) -> bool {
        matches!(self, Self::Private | Self::LinkLocal | Self::Loopback)
    }
}

/// The spaces that requests may reach from some start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reach(u8);

impl Reach {
    /// The web only.
    pub const PUBLIC: Self = Self(1 << AddressSpace::Public as u8);

    /// The reach of a crawl that starts at `url`. A name of the web is never more than public.
    pub fn of_start(url: &Url) -> Self {
        match url.host() {
            None => Self::PUBLIC,
            Some(Host::Ipv4(v4)) => Self::PUBLIC.with(space_of(v4.into())),
            Some(Host::Ipv6(v6)) => Self::PUBLIC.with(space_of(v6.into())),
            Some(Host::Domain(name)) => match space_of_name(name) {
                Some(space) => Self::PUBLIC.with(space),
                None if is_inside_name(name) => Self::PUBLIC.and_inside(),
                None => Self::PUBLIC,
            },
        }
    }

    /// The same plus `space` and the spaces that come with it.
    #[must_use]
    pub const fn with(self, space: AddressSpace) -> Self {
        let around = match space {
            AddressSpace::Loopback => AddressSpace::Private.bit(),
            _ => 0,
        };
        Self(self.0 | space.bit() | around)
    }

    /// The same plus all spaces that the user's consent allows.
    #[must_use]
    pub fn and_inside(self) -> Self {
        let inside = [
            AddressSpace::Private,
            AddressSpace::LinkLocal,
            AddressSpace::Loopback,
        ];
        inside.into_iter().fold(self, Self::with)
    }

    /// The same without the web.
    #[must_use]
    pub fn without_public(self) -> Self {
        Self(self.0 & !AddressSpace::Public.bit())
    }

    /// The union of both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether addresses of `space` are in reach.
    pub fn has(self, space: AddressSpace) -> bool {
        self.0 & space.bit() != 0
    }

    /// The space for which a request to `url` is refused, judged by the address alone. Resolved
    /// addresses are checked on resolution; where a proxy resolves, inside names are judged by
    /// their name.
    pub fn refuses(self, url: &Url, resolved_elsewhere: bool) -> Option<AddressSpace> {
        let space = match url.host()? {
            Host::Ipv4(v4) => space_of(v4.into()),
            Host::Ipv6(v6) => space_of(v6.into()),
            Host::Domain(name) => match space_of_name(name) {
                Some(space) => space,
                None if resolved_elsewhere && is_inside_name(name) => AddressSpace::Private,
                None => return None,
            },
        };
        (!self.has(space)).then_some(space)
    }
}

/// The space of an address that a name resolved to.
pub fn space_of_resolved(address: IpAddr) -> AddressSpace {
    match plain(address) {
        IpAddr::V4(v4) if is_made_up(v4) => AddressSpace::Public,
        address => space_of(address),
    }
}

/// The space of an address. An IPv6 address that embeds an IPv4 one has the space of that one.
pub fn space_of(address: IpAddr) -> AddressSpace {
    match plain(address) {
        address if METADATA.contains(&address) => AddressSpace::Metadata,
        IpAddr::V4(v4) => space_of_v4(v4),
        IpAddr::V6(v6) => space_of_v6(v6),
    }
}

/// The metadata services of AWS (also of its containers), Google, Azure, Oracle, Alibaba, Tencent
/// and OpenStack that do not use 169.254.169.254.
const METADATA: [IpAddr; 11] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 2)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 170, 23)),
    IpAddr::V4(Ipv4Addr::new(169, 254, 0, 23)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe)),
];

/// Names of metadata services.
const METADATA_NAMES: [&str; 3] = ["metadata.google.internal", "metadata.goog", "instance-data"];

/// Names for this machine in system host tables, besides `localhost`.
const LOOPBACK_NAMES: [&str; 4] = [
    "localhost.localdomain",
    "localhost6",
    "ip6-localhost",
    "ip6-loopback",
];

/// Domains that are not and will not be on the web: RFC 6761, 6762 (with its appendix G), 8375, and
/// `.internal`, which ICANN reserved in 2024.
const INSIDE_DOMAINS: [&str; 11] = [
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "test",
];

fn without_root(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// The space of a well-known name.
fn space_of_name(name: &str) -> Option<AddressSpace> {
    let name = without_root(name);
    let is_one_of = |all: &[&str]| all.iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_one_of(&METADATA_NAMES) {
        return Some(AddressSpace::Metadata);
    }
    let loopback = is_below(name, "localhost") || is_one_of(&LOOPBACK_NAMES);
    loopback.then_some(AddressSpace::Loopback)
}

/// Whether only a network's own name service knows the name.
fn is_inside_name(name: &str) -> bool {
    let name = without_root(name);
    !name.contains('.') || INSIDE_DOMAINS.iter().any(|domain| is_below(name, domain))
}

/// Whether `name` is `domain` or a name below it.
fn is_below(name: &str, domain: &str) -> bool {
    let Some(at) = name.len().checked_sub(domain.len()) else {
        return false;
    };
    let (before, end) = (name.get(..at), name.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(domain))
        && before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Benchmarks (RFC 2544); name services take made-up addresses from here.
fn is_made_up(v4: Ipv4Addr) -> bool {
    let [a, b, ..] = v4.octets();
    a == 198 && matches!(b, 18 | 19)
}

/// The IPv4 address embedded in an IPv6 one, if any: mapped and compatible (RFC 4291), translated
/// (RFC 6052, RFC 8215), 6to4 (RFC 3056).
fn plain(address: IpAddr) -> IpAddr {
    let IpAddr::V6(v6) = address else {
        return address;
    };
    let [a, b, c, d, e, f, high, low] = v6.segments();
    let joined = |high: u16, low: u16| {
        let [one, two] = high.to_be_bytes();
        let [three, four] = low.to_be_bytes();
        IpAddr::V4(Ipv4Addr::new(one, two, three, four))
    };
    match [a, b, c, d, e, f] {
        // `::` and `::1` are addresses of their own.
        [0, 0, 0, 0, 0, 0] if high == 0 && low <= 1 => address,
        [0, 0, 0, 0, 0, 0] | [0, 0, 0, 0, 0, 0xffff] | [0, 0, 0, 0, 0xffff, 0] => joined(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0] | [0x64, 0xff9b, 1, 0, 0, 0] => joined(high, low),
        [0x2002, ..] => joined(b, c),
        _ => address,
    }
}

fn space_of_v4(v4: Ipv4Addr) -> AddressSpace {
    let [a, b, c, d] = v4.octets();
    match (a, b, c) {
        // Linux treats 0.0.0.0 as this machine.
        (0, 0, 0) if d == 0 => AddressSpace::Loopback,
        (0, ..) => AddressSpace::Reserved,
        (127, ..) => AddressSpace::Loopback,
        (10, ..) | (192, 168, _) => AddressSpace::Private,
        (172, b, _) if (16..=31).contains(&b) => AddressSpace::Private,
        (100, b, _) if (64..=127).contains(&b) => AddressSpace::Private,
        (169, 254, _) => AddressSpace::LinkLocal,
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 51, 100) | (203, 0, 113) => AddressSpace::Reserved,
        (198, 18 | 19, _) => AddressSpace::Reserved,
        (224.., ..) => AddressSpace::Reserved,
        _ => AddressSpace::Public,
    }
}

fn space_of_v6(v6: Ipv6Addr) -> AddressSpace {
    let [a, b, ..] = v6.segments();
    if v6.is_loopback() || v6.is_unspecified() {
        return AddressSpace::Loopback;
    }
    match a {
        // Translated by an unknown local rule (RFC 8215).
        0x64 if b == 0xff9b => AddressSpace::Private,
        _ if a & 0xfe00 == 0xfc00 => AddressSpace::Private,
        _ if a & 0xffc0 == 0xfe80 => AddressSpace::LinkLocal,
        // Site-local, deprecated by RFC 3879.
        _ if a & 0xffc0 == 0xfec0 => AddressSpace::Private,
        // Teredo, ORCHID and other protocols (RFC 2928); documentation (RFC 3849, RFC 9637).
        0x2001 if b < 0x200 || b == 0xdb8 => AddressSpace::Reserved,
        0x3fff if b < 0x1000 => AddressSpace::Reserved,
        // Everything assigned as global unicast.
        _ if a & 0xe000 == 0x2000 => AddressSpace::Public,
        _ => AddressSpace::Reserved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(text: &str) -> AddressSpace {
        space_of(text.parse().unwrap())
    }

    fn url(host: &str) -> Url {
        Url::parse(&format!("http://{host}/")).unwrap()
    }

    fn refused(start: &str, to: &str) -> Option<AddressSpace> {
        Reach::of_start(&url(start)).refuses(&url(to), false)
    }

    #[test]
    fn every_special_range_lies_where_its_registry_says() {
        let all = [
            (
                AddressSpace::Public,
                "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0",
            ),
            (
                AddressSpace::Public,
                "172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0",
            ),
            (
                AddressSpace::Public,
                "223.255.255.255 2606:4700::1111 2001:200::1 2a00:1450::1 3ffe::1",
            ),
            (
                AddressSpace::Public,
                "::ffff:1.1.1.1 64:ff9b::1.1.1.1 2002:101:101::1",
            ),
            (
                AddressSpace::Private,
                "10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255",
            ),
            (
                AddressSpace::Private,
                "100.64.0.0 100.127.255.255 fc00::1 fd12:3456::1 fdff::1 fec0::1 feff::1",
            ),
            (
                AddressSpace::Private,
                "::ffff:10.0.0.1 ::10.0.0.1 64:ff9b::192.168.0.1 64:ff9b:1::a00:1 64:ff9b:1:2::1 2002:c0a8:1::1",
            ),
            (
                AddressSpace::LinkLocal,
                "169.254.0.1 169.254.255.255 fe80::1 febf::1 ::ffff:169.254.1.1",
            ),
            (
                AddressSpace::Loopback,
                "127.0.0.1 127.255.255.255 0.0.0.0 ::1 :: ::ffff:127.0.0.1 ::127.0.0.1",
            ),
            (
                AddressSpace::Loopback,
                "64:ff9b::127.0.0.1 2002:7f00:1:: ::ffff:0:127.0.0.1 ::ffff:0.0.0.0",
            ),
            (
                AddressSpace::Metadata,
                "169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 fd00:ec2::254",
            ),
            (
                AddressSpace::Reserved,
                "0.0.0.1 192.0.0.8 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1",
            ),
            (
                AddressSpace::Reserved,
                "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ff02::1 2001:db8::1 2001::1",
            ),
            (AddressSpace::Reserved, "100::1 4000::1 5f00::1 3fff::1"),
        ];
        for (wanted, addresses) in all {
            for address in addresses.split(' ') {
                assert_eq!(space(address), wanted, "{address}");
            }
        }
        // The same service in another notation.
        assert_eq!(space("::ffff:169.254.169.254"), AddressSpace::Metadata);
    }

    #[test]
    fn odd_literals_are_what_they_stand_for() {
        for host in [
            "0x7f.1",
            "2130706433",
            "017700000001",
            "127.1",
            "0",
            "[::ffff:7f00:1]",
            "127.0.0.1.",
        ] {
            let seen = refused("example.com", host);
            assert_eq!(seen, Some(AddressSpace::Loopback), "{host}");
        }
        assert_eq!(
            refused("example.com", "0xA9FEA9FE"),
            Some(AddressSpace::Metadata)
        );
        assert_eq!(
            refused("example.com", "１９２.１６８.0.1"),
            Some(AddressSpace::Private)
        );
    }

    #[test]
    fn the_start_decides_what_is_in_reach() {
        for to in [
            "127.0.0.1",
            "localhost",
            "a.LOCALHOST.",
            "[::1]",
            "ip6-localhost",
        ] {
            assert_eq!(
                refused("93.184.216.34", to),
                Some(AddressSpace::Loopback),
                "{to}"
            );
            assert_eq!(
                refused("192.168.1.1", to),
                Some(AddressSpace::Loopback),
                "{to}"
            );
            for start in ["127.0.0.1", "localhost", "wiki", "nas.local"] {
                assert_eq!(refused(start, to), None, "{start} {to}");
            }
        }
        assert_eq!(refused("127.0.0.1", "10.1.1.1"), None);
        assert_eq!(refused("10.1.1.1", "192.168.1.1"), None);
        assert_eq!(refused("198.18.0.7", "198.18.0.8"), None);
        for start in ["127.0.0.1", "wiki", "example.com"] {
            let metadata = "metadata.google.internal";
            assert_eq!(
                refused(start, "169.254.169.254"),
                Some(AddressSpace::Metadata)
            );
            assert_eq!(refused(start, metadata), Some(AddressSpace::Metadata));
            assert_eq!(refused(start, "93.184.216.34"), None);
        }
        assert_eq!(refused("169.254.169.254", "169.254.169.254"), None);
        // A web name may resolve to anything; that is checked on resolution.
        assert_eq!(refused("example.com", "rebind.example.com"), None);
        assert!(!Reach::of_start(&url("rebind.example.com")).has(AddressSpace::Private));
    }

    #[test]
    fn a_persons_word_opens_the_inside_and_no_more() {
        let allowed = Reach::PUBLIC.and_inside();
        for space in [
            AddressSpace::Private,
            AddressSpace::LinkLocal,
            AddressSpace::Loopback,
        ] {
            assert!(allowed.has(space) && space.can_be_allowed());
        }
        for space in [AddressSpace::Metadata, AddressSpace::Reserved] {
            assert!(!allowed.has(space) && !space.can_be_allowed());
        }
    }

    #[test]
    fn names_resolved_elsewhere_are_told_by_what_they_are_called() {
        let reach = Reach::of_start(&url("example.com"));
        for name in [
            "router",
            "nas.local",
            "jenkins.corp",
            "a.home.arpa",
            "db.internal",
        ] {
            assert_eq!(reach.refuses(&url(name), true), Some(AddressSpace::Private));
            assert_eq!(reach.refuses(&url(name), false), None);
        }
        for name in ["example.org", "notlocal.example", "mylocal"] {
            let refused = reach.refuses(&url(name), true);
            assert_eq!(refused.is_some(), !name.contains('.'), "{name}");
        }
    }

    #[test]
    fn made_up_addresses_count_only_from_names() {
        let made_up: IpAddr = "198.18.3.4".parse().unwrap();
        assert_eq!(space_of_resolved(made_up), AddressSpace::Public);
        assert_eq!(space_of(made_up), AddressSpace::Reserved);
        let inside: IpAddr = "::ffff:10.0.0.1".parse().unwrap();
        assert_eq!(space_of_resolved(inside), AddressSpace::Private);
    }
}
