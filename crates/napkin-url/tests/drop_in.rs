//! The API of the crate `url`, as a program uses it that has this crate under that name.
#![cfg(feature = "std")]

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use napkin_url as url;
use url::{
    EncodingOverride, Host, Origin, ParseError, ParseOptions, PathSegmentsMut, Position,
    SyntaxViolation, Url, form_urlencoded, quirks,
};

fn parsed(text: &str) -> Url {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_url_is_a_value() {
    let url: Url = "https://example.com/a".parse().unwrap();
    assert_eq!(url, Url::try_from("https://EXAMPLE.com/a").unwrap());
    assert_eq!(url.to_string(), String::from(url.clone()));
    assert_eq!(AsRef::<str>::as_ref(&url), "https://example.com/a");
    let mut set = BTreeSet::from([parsed("b:"), parsed("a:")]);
    assert_eq!(set.pop_first().unwrap().as_str(), "a:");
    let map = HashMap::from([(url.clone(), 1)]);
    assert_eq!(map[&url], 1);
    let error: Box<dyn std::error::Error + Send + Sync> = Url::parse("a").unwrap_err().into();
    assert_eq!(error.to_string(), "relative URL without a base");
    assert_eq!(
        format!("{:?}", parsed("http://u:p@h:1/a?b#c")),
        "Url { scheme: \"http\", cannot_be_a_base: false, username: \"u\", password: Some(\"p\"), \
         host: Some(Domain(\"h\")), port: Some(1), path: \"/a\", query: Some(\"b\"), fragment: Some(\"c\") }"
    );
}

#[test]
fn errors_are_those_of_the_crate() {
    let error = |text: &str| Url::parse(text).unwrap_err();
    assert_eq!(error("http://"), ParseError::EmptyHost);
    assert_eq!(error("http://\u{AD}/"), ParseError::IdnaError);
    assert_eq!(error("http://h:x/"), ParseError::InvalidPort);
    assert_eq!(error("http://h:65536/"), ParseError::InvalidPort);
    assert_eq!(error("http://1.2.3.256/"), ParseError::InvalidIpv4Address);
    assert_eq!(error("http://[::x]/"), ParseError::InvalidIpv6Address);
    assert_eq!(error("http://[::1/"), ParseError::InvalidIpv6Address);
    assert_eq!(error("foo://a b/"), ParseError::InvalidDomainCharacter);
    assert_eq!(error("/a"), ParseError::RelativeUrlWithoutBase);
    let opaque = parsed("mailto:a");
    assert_eq!(opaque.join("/b"), Err(ParseError::RelativeUrlWithCannotBeABaseBase));
    let mut opaque = opaque;
    assert_eq!(opaque.set_host(Some("h")), Err(ParseError::SetHostOnCannotBeABaseUrl));
    assert_eq!(ParseError::Overflow.to_string(), "URLs more than 4 GB are not supported");
}

#[test]
fn options_with_base_encoding_and_violations() {
    use SyntaxViolation as V;

    fn latin1(text: &str) -> Cow<'_, [u8]> {
        text.chars().map(|c| c as u8).collect::<Vec<_>>().into()
    }

    let base = parsed("http://h/a/");
    let options: ParseOptions<'_> = Url::options().base_url(Some(&base));
    assert_eq!(options.parse("b").unwrap().as_str(), "http://h/a/b");
    let encoding: EncodingOverride<'_> = Some(&latin1);
    let url =
        Url::options().encoding_override(encoding).parse("http://h/\u{E9}?\u{E9}#\u{E9}").unwrap();
    assert_eq!(url.as_str(), "http://h/%C3%A9?%E9#%C3%A9");

    let violations = |text: &str| {
        let list = RefCell::new(Vec::new());
        let note = |violation: SyntaxViolation| list.borrow_mut().push(violation);
        let options = Url::options().base_url(Some(&base)).syntax_violation_callback(Some(&note));
        let _ = options.parse(text);
        list.into_inner()
    };
    assert_eq!(violations("http:/h/a\\b"), [V::ExpectedDoubleSlash, V::Backslash]);
    assert_eq!(violations(" http://h/ "), [V::C0SpaceIgnored]);
    assert_eq!(violations("http://h/\na"), [V::TabOrNewlineIgnored]);
    assert_eq!(violations("http://u@h/"), [V::EmbeddedCredentials]);
    assert_eq!(violations("http://u@v@h/"), [V::EmbeddedCredentials, V::UnencodedAtSign]);
    assert_eq!(violations("file:a"), [V::ExpectedFileDoubleSlash]);
    assert_eq!(violations("file://c|/"), [V::FileWithHostAndWindowsDrive]);
    assert_eq!(violations("http://h/a<%"), [V::NonUrlCodePoint, V::PercentDecode]);
    assert_eq!(violations("http://h/#a\0b"), [V::NullInFragment]);
    assert_eq!(V::Backslash.to_string(), V::Backslash.description());
}

#[test]
fn parts() {
    let url = parsed("https://u:p@example.com:8080/a/b?c=d#e");
    assert_eq!((url.scheme(), url.username(), url.password()), ("https", "u", Some("p")));
    assert_eq!(
        (url.host_str(), url.domain(), url.port()),
        (Some("example.com"), Some("example.com"), Some(8080))
    );
    assert_eq!((url.path(), url.query(), url.fragment()), ("/a/b", Some("c=d"), Some("e")));
    assert_eq!(url.authority(), "u:p@example.com:8080");
    assert!(url.has_authority() && url.has_host() && url.is_special() && !url.cannot_be_a_base());
    assert!(url.path_segments().unwrap().eq(["a", "b"]));
    let file = parsed("file:///a");
    assert!(
        file.has_authority()
            && !file.has_host()
            && file.host().is_none()
            && file.host_str().is_none()
    );
    let opaque = parsed("data:a,b");
    assert!(
        opaque.cannot_be_a_base() && !opaque.has_authority() && opaque.path_segments().is_none()
    );
    assert_eq!(parsed("http://h:443/").port_or_known_default(), Some(443));
    assert_eq!(parsed("http://[::1]/").host(), Some(Host::Ipv6(Ipv6Addr::LOCALHOST)));
    assert_eq!(parsed("http://127.1/").host(), Some(Host::Ipv4(Ipv4Addr::LOCALHOST)));
    assert_eq!(parsed("foo://A%b/").host(), Some(Host::Domain("A%b")));
    assert_eq!(Host::parse("[::1]").unwrap().to_string(), "[::1]");
    assert_eq!(Host::parse_opaque("A b"), Err(ParseError::InvalidDomainCharacter));
}

#[test]
fn every_position() {
    use Position as P;
    let url = parsed("https://u:p@h.x:80/a?b#c");
    let places = [
        (P::BeforeScheme, ""),
        (P::AfterScheme, "https"),
        (P::BeforeUsername, "https://"),
        (P::AfterUsername, "https://u"),
        (P::BeforePassword, "https://u:"),
        (P::AfterPassword, "https://u:p"),
        (P::BeforeHost, "https://u:p@"),
        (P::AfterHost, "https://u:p@h.x"),
        (P::BeforePort, "https://u:p@h.x:"),
        (P::AfterPort, "https://u:p@h.x:80"),
        (P::BeforePath, "https://u:p@h.x:80"),
        (P::AfterPath, "https://u:p@h.x:80/a"),
        (P::BeforeQuery, "https://u:p@h.x:80/a?"),
        (P::AfterQuery, "https://u:p@h.x:80/a?b"),
        (P::BeforeFragment, "https://u:p@h.x:80/a?b#"),
        (P::AfterFragment, "https://u:p@h.x:80/a?b#c"),
    ];
    for (place, before) in places {
        assert_eq!(&url[..place], before, "{place:?}");
        assert_eq!(format!("{before}{}", &url[place..]), url.as_str(), "{place:?}");
    }
    assert_eq!(&url[..], url.as_str());
    let bare = parsed("foo:/.//a");
    assert_eq!((&bare[P::BeforeUsername..P::AfterPort], &bare[P::BeforePath..]), ("", "//a"));
}

#[test]
fn setters() {
    let mut url = parsed("http://h/a?b#c");
    url.set_path("x y/../z?");
    url.set_query(Some("q'#"));
    url.set_fragment(Some("f`"));
    assert_eq!(url.as_str(), "http://h/z%3F?q%27%23#f%60");
    url.set_query(None);
    url.set_fragment(None);
    assert_eq!(url.set_port(Some(81)), Ok(()));
    assert_eq!(url.set_username("u@"), Ok(()));
    assert_eq!(url.set_password(Some("p:")), Ok(()));
    assert_eq!(url.as_str(), "http://u%40:p%3A@h:81/z%3F");
    assert_eq!(url.set_scheme("ftp"), Ok(()));
    assert_eq!(url.set_scheme("foo"), Err(()));
    assert_eq!((url.set_scheme("http:"), url.scheme()), (Ok(()), "http"));
    assert_eq!((url.set_scheme("ftp:x"), url.set_scheme("ftp::")), (Err(()), Err(())));
    assert_eq!(url.set_scheme("ftp"), Ok(()));
    assert_eq!(url.set_ip_host(IpAddr::V6(Ipv6Addr::LOCALHOST)), Ok(()));
    assert_eq!(url.set_password(None), Ok(()));
    assert_eq!(url.set_username(""), Ok(()));
    assert_eq!(url.set_port(Some(21)), Ok(()));
    assert_eq!(url.as_str(), "ftp://[::1]/z%3F");
    assert_eq!(url.set_host(None), Err(ParseError::EmptyHost));
    let mut plain = parsed("foo://h//a");
    assert_eq!(plain.set_host(None), Ok(()));
    assert_eq!(plain.as_str(), "foo:/.//a");
    assert_eq!(plain.set_host(Some("x")), Ok(()));
    assert_eq!(plain.as_str(), "foo://x//a");
    let mut mail = parsed("mailto:a?b");
    mail.set_path("/c?d#e");
    assert_eq!(mail.as_str(), "mailto:%2Fc%3Fd%23e?b");
    assert_eq!(mail.set_port(Some(1)), Err(()));
    assert_eq!(mail.set_ip_host(IpAddr::V4(Ipv4Addr::LOCALHOST)), Err(()));
}

#[test]
fn segments() {
    let mut url = parsed("http://h/a/b/?q#f");
    {
        let mut segments: PathSegmentsMut<'_> = url.path_segments_mut().unwrap();
        segments.pop_if_empty().push("c/d").extend(["..", "e%", "\\", "."]).pop_if_empty();
    }
    assert_eq!(url.as_str(), "http://h/a/b/c%2Fd/e%25/%5C?q#f");
    url.path_segments_mut().unwrap().clear().push("x");
    assert_eq!(url.as_str(), "http://h/x?q#f");
    url.path_segments_mut().unwrap().pop().pop();
    assert_eq!(url.as_str(), "http://h/?q#f");
    let mut bare = parsed("foo:/a#f");
    bare.path_segments_mut().unwrap().clear().push("").push("b");
    assert_eq!(bare, parsed(bare.as_str()), "a path that begins with an empty segment is guarded");
    assert_eq!(parsed("data:a").path_segments_mut().map(|_| ()), Err(()));
}

#[test]
fn pairs() {
    let mut url = parsed("http://h/?a=1&b=2#f");
    let pairs: HashMap<String, String> = url.query_pairs().into_owned().collect();
    assert_eq!(pairs["b"], "2");
    url.query_pairs_mut()
        .clear()
        .append_pair("c d", "e&f")
        .append_key_only("g")
        .extend_pairs([("h", "i")]);
    assert_eq!(url.as_str(), "http://h/?c+d=e%26f&g&h=i#f");
    let finished: &mut Url = url.query_pairs_mut().append_pair("j", "").finish();
    assert_eq!(finished.query(), Some("c+d=e%26f&g&h=i&j="));
    let url = Url::parse_with_params("http://h/?a", &[("b", "c")]).unwrap();
    assert_eq!(url.as_str(), "http://h/?a&b=c");
    let text: String = form_urlencoded::byte_serialize("a b\u{E9}*".as_bytes()).collect();
    assert_eq!(text, "a+b%C3%A9*");
    let mut form = form_urlencoded::Serializer::for_suffix("x?".to_owned(), 2);
    assert_eq!(form.extend_keys_only::<_, &str>(["a", "b"]).finish(), "x?a&b");
}

/// A structure is serialized into a query in place, as HTTP clients do it: the serializers of other crates take any
/// target of the crate `form_urlencoded`.
#[test]
fn serde_urlencoded_writes_to_a_query() {
    #[derive(serde::Serialize)]
    struct Search<'a> {
        q: &'a str,
        page: Option<u32>,
    }

    let mut url = parsed("http://h/?a=1#f");
    {
        let mut pairs = url.query_pairs_mut();
        let search = Search { q: "x y", page: Some(2) };
        let serializer = serde_urlencoded::Serializer::new(&mut pairs);
        serde::Serialize::serialize(&search, serializer).unwrap();
    }
    assert_eq!(url.as_str(), "http://h/?a=1&q=x+y&page=2#f");
}

#[test]
fn relative_references() {
    let relative = |from: &str, to: &str| parsed(from).make_relative(&parsed(to));
    assert_eq!(relative("http://h/a/b", "http://h/a/b").as_deref(), Some(""));
    assert_eq!(relative("http://h/a/b", "http://h/a/c").as_deref(), Some("c"));
    assert_eq!(relative("http://h/a/b/", "http://h/c?d#e").as_deref(), Some("../../c?d#e"));
    assert_eq!(relative("http://h/a", "http://h/a/").as_deref(), Some("a/"));
    assert_eq!(relative("http://h/a/", "https://h/a/"), None);
    assert_eq!(relative("data:a", "data:b"), None);
}

#[test]
fn origins() {
    let origin = parsed("https://h/").origin();
    assert_eq!(origin, Origin::Tuple("https".into(), Host::Domain("h".into()), 443));
    assert!(origin.is_tuple() && !Origin::new_opaque().is_tuple());
    assert_ne!(Origin::new_opaque(), Origin::new_opaque());
    assert_eq!(parsed("ws://h:81/").origin().ascii_serialization(), "ws://h:81");
    assert_eq!(parsed("file:///").origin().unicode_serialization(), "null");
    assert_eq!(parsed("blob:https://h/x").origin(), origin);
}

#[cfg(unix)]
#[test]
fn file_paths() {
    use std::path::Path;

    let url = Url::from_file_path("/a b/\u{E9}?#%\\c").unwrap();
    assert_eq!(url.as_str(), "file:///a%20b/%C3%A9%3F%23%25%5Cc");
    assert_eq!(url.to_file_path().unwrap(), Path::new("/a b/\u{E9}?#%\\c"));
    assert_eq!(Url::from_file_path("a"), Err(()));
    assert_eq!(Url::from_file_path("/").unwrap().as_str(), "file:///");
    assert_eq!(Url::from_file_path("/a/../C|/x").unwrap().as_str(), "file:///C%7C/x");
    assert_eq!(Url::from_file_path("/C:/../x/..").unwrap().as_str(), "file:///");
    assert_eq!(Url::from_file_path("/a/b/..").unwrap().as_str(), "file:///a/");
    assert_eq!(Url::from_directory_path("/..").unwrap().as_str(), "file:///");
    assert_eq!(Url::from_directory_path("/a").unwrap().as_str(), "file:///a/");
    assert_eq!(Url::from_directory_path("/a/").unwrap().join("b").unwrap().path(), "/a/b");
    assert_eq!(parsed("file://host/a").to_file_path(), Err(()));
    assert_eq!(parsed("file://localhost/a").to_file_path().as_deref(), Ok(Path::new("/a")));
    assert_eq!(
        parsed("file:///a/..%2Fb").to_file_path(),
        Err(()),
        "a name with a separator is none"
    );
    assert_eq!(parsed("file:///a%00").to_file_path(), Err(()));
    assert_eq!(parsed("data:a").to_file_path(), Err(()));
}

#[test]
fn quirks_are_the_attributes() {
    let mut url = parsed("http://u:p@h:1/a?b#c");
    assert_eq!(quirks::href(&url), url.as_str());
    assert_eq!((quirks::protocol(&url), quirks::host(&url)), ("http:", "h:1"));
    assert_eq!((quirks::hostname(&url), quirks::port(&url)), ("h", "1"));
    assert_eq!((quirks::search(&url), quirks::hash(&url)), ("?b", "#c"));
    assert_eq!((quirks::username(&url), quirks::password(&url)), ("u", "p"));
    assert_eq!((quirks::pathname(&url), quirks::origin(&url)), ("/a", "http://h:1".to_owned()));
    assert_eq!(quirks::set_protocol(&mut url, "https:x"), Ok(()));
    assert_eq!(quirks::set_host(&mut url, "x:2"), Ok(()));
    assert_eq!(quirks::set_hostname(&mut url, "y:3"), Err(()));
    assert_eq!(quirks::set_port(&mut url, "8a"), Ok(()));
    assert_eq!(quirks::set_username(&mut url, ""), Ok(()));
    assert_eq!(quirks::set_password(&mut url, ""), Ok(()));
    quirks::set_pathname(&mut url, "z");
    quirks::set_search(&mut url, "");
    quirks::set_hash(&mut url, "#d");
    assert_eq!(url.as_str(), "https://x:8/z#d");
    assert_eq!(quirks::set_href(&mut url, "x"), Err(ParseError::RelativeUrlWithoutBase));
    assert_eq!(quirks::domain_to_ascii("EXAMPLE.com"), "example.com");
    assert_eq!(quirks::domain_to_unicode("["), "");
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_and_reads_text() {
    let url = parsed("http://h/");
    let json = serde_json::to_string(&url).unwrap();
    assert_eq!(json, "\"http://h/\"");
    assert_eq!(serde_json::from_str::<Url>(&json).unwrap(), url);
    let error = serde_json::from_str::<Url>("\"a\"").unwrap_err().to_string();
    assert_eq!(error, "relative URL without a base: \"a\" at line 1 column 3");
    let host: Host<String> = serde_json::from_str("{\"Domain\":\"h\"}").unwrap();
    assert_eq!(host, Host::Domain("h".to_owned()));
}
