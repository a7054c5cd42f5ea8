//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says. Where a first guess cannot compile, a line says why, and the spelling of the documentation follows.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;

use napkin::{
    AbsoluteUri, ErrorKind, Host, Iri, Level, Lines, OwnedOrigin, ParseError, Resolver, Scheme,
    Text, Uri, UriRef, percent, uri,
};

/// An error of a program, which takes that of a URI.
#[derive(Debug)]
enum Error {
    Uri(ParseError),
    Missing,
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Uri(error)
    }
}

/// A parameter that is a URI, read with the others or by hand: the message names parameter and place.
#[cfg(feature = "form")]
#[test]
fn n01_extractor() {
    #[derive(serde::Deserialize)]
    struct Parameters {
        url: Uri,
    }
    fn read(uri: &Uri<&str>) -> Result<Uri, napkin::FormError> {
        uri.query_as::<Parameters>().map(|parameters| parameters.url)
    }
    // `Uri::new` is `try_new`, as whatever can fail begins with `try` or is `parse`.
    fn by_hand(uri: &Uri<&str>) -> Result<Uri, Error> {
        let value =
            uri.query().and_then(|query| query.form().value("url")).ok_or(Error::Missing)?;
        Ok(Uri::try_new(value.decode_lossy().into_owned())?)
    }
    let right = uri!("http://h/?url=http%3A%2F%2Fexample.com%2F");
    assert_eq!(read(&right).unwrap(), "http://example.com/");
    assert_eq!(by_hand(&right).unwrap(), "http://example.com/");
    let wrong = uri!("http://h/?url=http%3A%2F%2Fa+b%2F");
    let message = read(&wrong).unwrap_err().to_string();
    assert!(message.starts_with("url: invalid character in the host at byte 8"), "{message}");
    assert!(matches!(by_hand(&wrong), Err(Error::Uri(error)) if error.offset() == 8));
    assert!(matches!(by_hand(&uri!("http://h/")), Err(Error::Missing)));
}

/// URIs in a configuration, with a default, as an option and in a list; an error shows the text.
#[cfg(feature = "serde")]
#[test]
fn n02_configuration() {
    #[derive(Debug, serde::Deserialize)]
    struct Configuration {
        #[serde(default = "home")]
        home: Uri,
        proxy: Option<Uri>,
        #[serde(default)]
        mirrors: Vec<UriRef>,
    }
    fn home() -> Uri {
        uri!("https://example.com/").into()
    }
    let read = |text: &str| serde_json::from_str::<Configuration>(text);
    let found = read(r#"{"proxy": "http://p:8080", "mirrors": ["/a", "b"]}"#).unwrap();
    assert_eq!((found.home, found.proxy.unwrap()), (home(), uri!("http://p:8080").into()));
    assert_eq!(found.mirrors, ["/a", "b"]);
    let message = read(r#"{"home": "/x"}"#).unwrap_err().to_string();
    assert!(message.contains("'/x'"), "{message}");
}

/// An argument of a program: what `clap` asks of a type.
#[test]
fn n03_argument() {
    fn argument<T>(text: &str) -> Result<T, String>
    where
        T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        text.parse().map_err(|error: T::Err| error.to_string())
    }
    assert_eq!(argument::<Uri>("http://h/").unwrap(), "http://h/");
    assert_eq!(argument("scheme"), Ok(Level::Scheme));
    assert!(
        argument::<OwnedOrigin>("https://h:8443").unwrap() == uri!("https://h:8443/a").origin()
    );
    assert!(argument::<Uri>("example.com").unwrap_err().contains("write https://"));
}

/// A map of URIs is asked by text.
#[test]
fn n04_map() {
    let mut map: HashMap<Uri, u32> = HashMap::new();
    *map.entry(uri!("http://a/").into()).or_default() += 1;
    assert_eq!((map.get("http://a/"), map["http://a/"]), (Some(&1), 1));
    // Not `get(&borrowed)`: a key of `String` has no `Uri<&str>` in it to lend.
    let borrowed = Uri::parse("http://a/").unwrap();
    assert_eq!(map.get(borrowed.as_str()), Some(&1));
}

/// URIs are sorted and grouped by their hosts, in any case.
#[test]
fn n05_sort() {
    let texts = ["http://B/", "http://a/2", "http://A/1"];
    let mut list = texts.map(|text| Uri::parse(text).unwrap());
    list.sort_by(|a, b| a.host().cmp(&b.host()).then_with(|| a.cmp(b)));
    assert_eq!(list, ["http://A/1", "http://a/2", "http://B/"]);
    let mut groups: BTreeMap<Option<Host<'_>>, usize> = BTreeMap::new();
    for uri in &list {
        *groups.entry(uri.host()).or_default() += 1;
    }
    assert_eq!(groups.into_values().collect::<Vec<_>>(), [2, 1]);
}

/// `a.origin() == b.origin()` is the same origin.
#[test]
fn n07_same_origin() {
    let same =
        |a: &str, b: &str| Uri::parse(a).unwrap().origin() == Uri::parse(b).unwrap().origin();
    assert!(same("http://a/x", "HTTP://A:80/y") && !same("http://a/", "https://a/"));
    for (a, b) in [
        ("foo://a/", "foo://evil/"),
        ("http://a:99999/", "http://evil:99999/"),
        ("data:,a", "javascript:alert(1)"),
        ("file:///a", "file:///a"),
        ("blob:http://a/x", "blob:http://b/x"),
    ] {
        assert!(!same(a, b), "{a} {b}");
    }
    let mut seen: HashMap<OwnedOrigin, u32> = HashMap::new();
    for text in ["http://a/", "http://a:80/b", "data:,a", "data:,a"] {
        *seen.entry(Uri::parse(text).unwrap().origin().into()).or_default() += 1;
    }
    assert_eq!((seen.get("http://a"), seen.len()), (Some(&2), 3));
    let allowed: OwnedOrigin = "https://example.com".parse().unwrap();
    assert!(allowed == uri!("https://EXAMPLE.com/a").origin());
    assert!(Iri::parse("http://a/é").unwrap().origin() == uri!("http://a").origin());
}

/// References are joined in a loop, with one buffer or none.
#[test]
fn n08_join() {
    let base = uri!("http://h/a/b");
    let hrefs = [String::from("../x"), String::from("//g")];
    let joined: Vec<Uri> =
        hrefs.iter().map(|href| base.join(href)).collect::<Result<_, _>>().unwrap();
    assert_eq!(joined, ["http://h/x", "http://g"]);
    assert_eq!(base.join("../x").unwrap(), joined[0]);
    assert_eq!(base.join(UriRef::parse("../x").unwrap()).unwrap(), joined[0]);
    let resolver = Resolver::new(base);
    let mut buffer = String::new();
    for href in &["?q", "#f"] {
        assert!(
            resolver.resolve_into(href, &mut buffer).unwrap().as_str().starts_with("http://h/a/b")
        );
    }
    assert_eq!(resolver.resolve("c").unwrap(), "http://h/a/c");
    assert!(base.join("a b").is_err());
    let owned: Uri = base.into();
    assert_eq!(owned.join("é").unwrap_err().offset(), 0);
    assert_eq!(Iri::parse("http://h/a").unwrap().join("é").unwrap(), "http://h/é");
}

/// Query and fragment are dropped.
#[test]
fn n09_strip() {
    fn strip(uri: &Uri) -> Uri {
        uri.without_query()
    }
    let uri: Uri = "http://h/a?b#c".parse().unwrap();
    assert_eq!(strip(&uri), "http://h/a#c");
    assert_eq!(uri.without_fragment().without_query(), "http://h/a");
    let mut stripped = uri.clone();
    stripped.set_query(None).unwrap().set_fragment(None).unwrap();
    assert_eq!(stripped, "http://h/a");
}

/// One parameter is set, those of campaigns are removed, and the rest of the query stays as it is.
#[test]
fn n10_parameters() {
    let mut uri: Uri = "http://h/?utm_source=a&q=x%20y&page=1".parse().unwrap();
    uri.retain_pairs(|key, _| !key.starts_with("utm_"));
    uri.set_pair("page", 3_u32).unwrap();
    uri.set_query_pair("lang", "fr").unwrap();
    assert_eq!(uri, "http://h/?q=x%20y&page=3&lang=fr");
    uri.retain_pairs(|key, value| key != "page" || value != "3");
    assert_eq!(uri, "http://h/?q=x%20y&lang=fr");
}

/// Decoded pairs, by RFC 3986 and as of a form.
#[test]
fn n11_pairs() {
    let uri = uri!("http://h/?q=a+b&tag=%C3%A9&all");
    let pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = uri.query_pairs().collect();
    assert_eq!(
        pairs,
        [("q".into(), "a+b".into()), ("tag".into(), "é".into()), ("all".into(), "".into())]
    );
    let keys: Vec<_> = uri
        .query()
        .into_iter()
        .flat_map(napkin::Query::form)
        .map(|(key, _)| key.decode_lossy())
        .collect();
    assert_eq!(keys, ["q", "tag", "all"]);
    for (key, value) in uri.query().unwrap() {
        assert!(
            !key.decode_lossy().is_empty()
                && value.is_none_or(|value| !value.decode_lossy().is_empty())
        );
    }
    assert_eq!(uri.query().unwrap().form().value("q").unwrap().decode(), "a b");
    assert_eq!(uri.query().unwrap().value("q").unwrap().decode(), "a+b");
    assert_eq!(uri.query().unwrap().form().value("q").unwrap().decode_lossy(), "a b");
}

/// Pushed segments are the last ones.
#[test]
fn n12_segments() {
    let mut uri: Uri = "http://h/a".parse().unwrap();
    uri.extend_segments(["x", "", "y"]).unwrap();
    assert_eq!(uri, "http://h/a/x//y");
    let copy = uri!("http://h/a//b/");
    let segments: Vec<_> = copy.path().segments().map(napkin::Encoded::decode_lossy).collect();
    assert_eq!(uri!("http://h").with_segments(segments).unwrap(), copy);
    assert!(uri.push_segment("").is_err() && uri.push_segment("..").is_err());
    assert!(UriRef::default().extend_segments([""]).is_err());
}

/// The name and the extension of a file.
#[test]
fn n13_file_name() {
    let path = uri!("http://h/a/my%20file.tar.gz?x").path();
    assert_eq!(path.file_name().as_deref(), Some("my file.tar.gz"));
    assert_eq!(path.extension().as_deref(), Some("gz"));
    assert_eq!(path.decode_lossy(), "/a/my file.tar.gz");
}

/// Requests and headers.
#[cfg(feature = "http")]
#[test]
fn n15_request() {
    let uri = uri!("https://example.com/a/b?c#d");
    let request = http::Request::get(&uri).body(()).unwrap();
    assert_eq!(request.uri(), "https://example.com/a/b?c");
    assert_eq!(http::HeaderValue::from(uri), "https://example.com/a/b?c#d");
    let location = http::HeaderValue::from_static("../x");
    // Not `UriRef::try_from(&location)` alone: it makes references over two types of text, so one is named.
    let reference: UriRef = (&location).try_into().unwrap();
    assert_eq!(uri.join(&reference).unwrap(), "https://example.com/x");
}

/// A password is hidden in a log.
#[test]
fn n16_password() {
    let uri = uri!("ftp://ann:secret@h/a");
    assert_eq!(
        format!("{} {:?}", uri.redacted(), uri.redacted()),
        "ftp://ann:***@h/a ftp://ann:***@h/a"
    );
}

/// One page, whatever the fragment and the slash at its end.
#[test]
fn n17_one_page() {
    // Not `to_absolute`: it is `without_fragment` that makes an `AbsoluteUri`.
    fn page(uri: &Uri) -> Result<Uri, ParseError> {
        uri.without_fragment().with_path(uri.path().trim_end_matches('/'))
    }
    let pages = ["http://h/a/?b", "http://h/a?b#c", "http://h/a?b#"];
    let pages = pages.map(|text| page(&Uri::parse(text).unwrap().into()).unwrap());
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    assert_eq!(uri!("a:b#c").without_fragment(), uri!("a:b#d").without_fragment());
}

/// URIs of the program, checked by the compiler.
#[test]
fn n21_constants() {
    const API: Uri<&str> = uri!("https://api.example.com/v1/");
    static FEED: Uri<&str> = uri!("https://api.example.com/feed");
    // Not `API.as_str()`: it lends text of any type by a trait, which no constant can call.
    const TEXT: &str = API.text();
    assert_eq!(TEXT, "https://api.example.com/v1/");
    assert_eq!(API.join("../feed").unwrap(), FEED);
    assert!(uri!("https://h/").scheme() == Scheme::HTTPS);
}

/// Errors of parsing go where an error of a program is wanted.
#[test]
fn n22_errors() {
    fn of_string(text: String) -> Result<Uri, Error> {
        Ok(text.try_into()?)
    }
    fn of_text(text: &str) -> Result<Uri, Error> {
        Ok(Uri::try_new(text.to_owned())?)
    }
    fn first(texts: &[&str]) -> Result<Uri, Error> {
        let text = texts.first().ok_or(Error::Missing)?;
        Ok(Uri::parse(text)?.into())
    }
    fn of_reference(reference: UriRef) -> Result<Uri, Error> {
        Ok(reference.try_into()?)
    }
    assert!(matches!(of_string("a b".into()), Err(Error::Uri(error)) if error.offset() == 1));
    assert!(of_text("a:b").is_ok() && matches!(first(&[]), Err(Error::Missing)));
    assert!(of_reference(UriRef::default()).is_err());
    let refused = Uri::try_keep(String::from("a b")).unwrap_err();
    assert_eq!(refused.text, "a b");
}

/// A part of another URI, and an option of text, are values of a setter.
#[test]
fn n22_options() {
    let (mut uri, other) = (uri!("http://a/?q").into_owned(), uri!("http://b:81/"));
    // By reference: were any `Option` a value itself, `None` would need its type, `set_query(None::<&str>)`.
    uri.set_host(&other.host()).unwrap().set_query(&other.query()).unwrap();
    let fragment: Option<String> = Some("top".into());
    uri.set_fragment(&fragment).unwrap().set_port(other.port_u16()).unwrap();
    assert_eq!(uri, "http://b:81/#top");
    uri.set_fragment(&other.fragment()).unwrap().set_port(&other.port()).unwrap();
    uri.set_query(&Some(80)).unwrap().set_userinfo(&Some(Cow::Borrowed("u"))).unwrap();
    assert_eq!(uri, "http://u@b:81/?80");
    uri.set_userinfo(None).unwrap().set_query(None).unwrap();
    uri.set_fragment(None).unwrap().set_port(None).unwrap();
    assert_eq!(uri, "http://b/");
}

/// A function over whatever is or becomes a URI.
#[test]
fn n23_generic() {
    fn host<U: TryInto<Uri>>(uri: U) -> Result<Option<String>, ParseError>
    where
        U::Error: Into<ParseError>,
    {
        Ok(uri.try_into().map_err(Into::into)?.host_str().map(str::to_owned))
    }
    fn scheme<T: Text>(uri: &Uri<T>) -> Scheme<'_> {
        uri.scheme()
    }
    let owned: Uri = uri!("http://h/").into();
    assert_eq!(host("http://h/").unwrap().as_deref(), Some("h"));
    assert_eq!(host(String::from("http://h/")).unwrap(), host(owned.clone()).unwrap());
    assert!(scheme(&owned).is_http() && scheme(&uri!("HTTPS://h/")).is_https());
    let shared: Uri<Arc<str>> = uri!("http://h/").into();
    let either: Uri<Cow<'_, str>> = uri!("http://h/").into();
    assert_eq!(shared, either);
    let base: AbsoluteUri<&str> = (&owned).into();
    assert_eq!(base.join("a").unwrap().path_and_query(), "/a");
}

/// A loop over lines ends where it wants to.
#[test]
fn n24_lines() {
    let text = String::from("http://a/\nhttp://b b/\n../c\n");
    let mut offsets = Vec::new();
    for line in Lines::new(&text) {
        offsets.push(line.offset);
        if line.result.is_err() {
            break;
        }
    }
    assert_eq!(offsets, [0, 10]);
    assert_eq!(Lines::new(&text).into_iter().filter(|line| line.result.is_ok()).count(), 2);
}

/// Fuzzers and properties make text and identifiers.
#[cfg(feature = "arbitrary")]
#[test]
fn n25_hostile() {
    use arbitrary::{Arbitrary, Unstructured};

    let bytes: Vec<u8> = (0..=255).collect();
    let mut data = Unstructured::new(&bytes);
    let text = napkin::HostileText::arbitrary(&mut data).unwrap();
    assert_eq!(text.as_str(), text.0);
    let uri = Uri::arbitrary(&mut data).unwrap();
    assert_eq!(Uri::parse(uri.as_str()).unwrap(), uri);
}

/// What people read who forgot the scheme.
#[test]
fn c1_no_scheme() {
    let error = Uri::parse("example.com").unwrap_err();
    assert!(error.to_string().contains("write https:// before the host"), "{error}");
    assert!(error.diagnose("example.com").to_string().ends_with("^ write https://example.com"));
    let error = Uri::parse("http//h").unwrap_err();
    assert!(error.diagnose("http//h").to_string().ends_with("^ write http://h"));
    assert!(Uri::parse("a/b").unwrap_err().diagnose("a/b").advice().is_none());
}

/// Parts as text.
#[test]
fn c2_text_of_parts() {
    let uri = uri!("http://h:80/a?b=%20#c");
    // Not `host() == Some("h")`: Rust compares options of one type only.
    assert_eq!((uri.host_str(), uri.port_u16()), (Some("h"), Some(80)));
    assert!(uri.host().is_some_and(|host| host == "H"));
    assert_eq!((uri.query_str(), uri.fragment_str()), (Some("b=%20"), Some("c")));
    assert_eq!(uri.path_and_query(), "/a?b=%20");
    assert_eq!("scheme".parse(), Ok(Level::Scheme));
}

/// A scheme is compared in any case. No constant of it is a pattern: patterns compare letters.
#[test]
fn c3_scheme() {
    let is_secure = |uri: Uri<&str>| uri.scheme().is_https() || uri.scheme() == Scheme::WSS;
    assert!(is_secure(uri!("HTTPS://h/")) && is_secure(uri!("Wss://h/")));
    assert!(!is_secure(uri!("http://h/")));
}

/// What a cache, a log and a connection ask of a URI.
#[test]
fn t01_of_one_uri() {
    fn key(uri: &Uri) -> Result<String, ParseError> {
        Ok(uri.normalize(Level::Scheme)?.to_string())
    }
    fn is_web(text: &str) -> bool {
        Uri::parse(text).is_ok_and(|uri| {
            (uri.scheme().is_http() || uri.scheme().is_https()) && uri.host().is_some()
        })
    }
    fn credentials(uri: &Uri) -> Option<(String, Option<String>)> {
        let userinfo = uri.userinfo()?;
        let password = userinfo.password().map(|password| password.decode_lossy().into_owned());
        Some((userinfo.user().decode_lossy().into_owned(), password))
    }
    fn server(uri: &Uri) -> Option<(String, u16)> {
        Some((uri.host_str()?.to_owned(), uri.port_or_default()?))
    }
    fn address(uri: &Uri) -> Option<std::net::IpAddr> {
        uri.host()?.to_ip()
    }
    let uri = uri!("HTTP://ann:s%20t@[::1]/a/../b").into_owned();
    assert_eq!(key(&uri).unwrap(), "http://ann:s%20t@[::1]/b");
    assert!(is_web("HTTPS://h/") && !is_web("ftp://h/") && !is_web("http:a"));
    assert_eq!(credentials(&uri), Some(("ann".into(), Some("s t".into()))));
    assert_eq!(uri.with_userinfo(None).unwrap(), "HTTP://[::1]/a/../b");
    assert_eq!(server(&uri), Some(("[::1]".into(), 80)));
    assert!(address(&uri).unwrap().is_loopback());
}

/// Another scheme, another last segment, parts that are options.
#[test]
fn t02_another_uri() {
    fn socket(uri: &Uri) -> Result<Uri, ParseError> {
        let scheme = if uri.scheme() == "https" { "wss" } else { "ws" };
        uri.with_scheme(scheme)
    }
    fn parent(uri: &Uri) -> Result<Uri, ParseError> {
        let mut uri = uri.clone();
        uri.set_query(None)?;
        uri.set_fragment(None)?;
        uri.pop_segment();
        Ok(uri)
    }
    fn sibling(uri: &Uri, name: &str) -> Result<Uri, ParseError> {
        let mut uri = uri.clone();
        uri.pop_segment();
        uri.push_segment(name)?;
        Ok(uri)
    }
    fn below(base: &Uri, parts: &[&str]) -> Result<Uri, ParseError> {
        let mut uri = base.clone();
        uri.extend_segments(parts)?;
        Ok(uri)
    }
    fn of_parts(host: &str, port: Option<u16>, query: Option<&str>) -> Result<Uri, ParseError> {
        let mut uri = Uri::parse("http://h/")?.into_owned();
        uri.set_host(host)?.set_port(port)?.set_query(query)?;
        Ok(uri)
    }
    let uri = uri!("https://h/a/b?q#f").into_owned();
    assert_eq!(socket(&uri).unwrap(), "wss://h/a/b?q#f");
    assert_eq!(parent(&uri).unwrap(), "https://h/a");
    assert_eq!(sibling(&uri, "c d").unwrap(), "https://h/a/c%20d?q#f");
    assert_eq!(below(&uri, &["x/y", "z"]).unwrap(), "https://h/a/b/x%2Fy/z?q#f");
    assert_eq!(of_parts("e.example", Some(81), None).unwrap(), "http://e.example:81/");
}

/// Lists, sets and maps of URIs.
#[test]
fn t03_many() {
    fn sorted(mut list: Vec<Uri>) -> Vec<Uri> {
        list.sort();
        list.dedup();
        list
    }
    fn has(set: &HashSet<Uri>, text: &str) -> bool {
        set.contains(text)
    }
    fn first_fault(list: &[&str]) -> Option<(usize, usize)> {
        list.iter()
            .enumerate()
            .find_map(|(number, text)| Some((number, Uri::parse(text).err()?.offset())))
    }
    fn multimap(uri: &Uri) -> HashMap<String, Vec<String>> {
        let mut map: HashMap<String, Vec<String>> = HashMap::new();
        for (key, value) in uri.query_pairs() {
            map.entry(key.into_owned()).or_default().push(value.into_owned());
        }
        map
    }
    let owned = |text: &str| Uri::parse(text).unwrap().into_owned();
    let list = sorted(vec![owned("b:"), owned("a:"), owned("b:")]);
    assert_eq!(list, ["a:", "b:"]);
    assert!(has(&list.into_iter().collect(), "a:"));
    assert_eq!(first_fault(&["a:", "http://h/a b"]), Some((1, 10)));
    assert_eq!(multimap(&owned("x:?a=1&b=%20&a=2"))["a"], ["1", "2"]);
}

/// A URI in a struct: shared by threads, or borrowed from a line.
#[test]
fn t04_held() {
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Job {
        uri: Uri<Arc<str>>,
    }
    #[derive(Clone, Copy)]
    struct Row<'a> {
        uri: Uri<&'a str>,
    }
    fn job(text: &str) -> Result<Job, ParseError> {
        Ok(Job { uri: Uri::parse(text)?.into() })
    }
    fn row(line: &str) -> Result<Row<'_>, ParseError> {
        Ok(Row { uri: Uri::parse(line)? })
    }
    assert_eq!(job("http://h/").unwrap().uri, row("http://h/").unwrap().uri);
}

/// References of a page, and how one page leads to another.
#[test]
fn t05_references() {
    fn absolute(base: &Uri, href: &str) -> Result<Uri, ParseError> {
        base.join(href)
    }
    fn is_relative(text: &str) -> Result<bool, ParseError> {
        Ok(UriRef::parse(text)?.is_relative_ref())
    }
    fn shortest(from: &Uri, to: &Uri) -> String {
        to.relativize(from).to_string()
    }
    let base = uri!("http://h/a/b").into_owned();
    assert_eq!(absolute(&base, "../c").unwrap(), "http://h/c");
    assert!(is_relative("a?b").unwrap() && !is_relative("a:b").unwrap());
    assert_eq!(shortest(&base, &uri!("http://h/a/c").into_owned()), "c");
    assert!(base.is_below(&uri!("http://h/a/")));
}

/// Letters for people, ASCII for the wire; data is encoded and decoded.
#[test]
fn t06_letters() {
    fn both(text: &str) -> Result<(String, String), ParseError> {
        let uri = Iri::parse(text)?.to_uri()?;
        Ok((uri.to_iri()?.to_string(), uri.to_string()))
    }
    fn value(text: &str) -> String {
        percent::encode(text).to_string()
    }
    fn path(uri: &Uri) -> Result<String, std::str::Utf8Error> {
        Ok(uri.path().decode().to_str()?.into_owned())
    }
    assert_eq!(both("x:é").unwrap(), ("x:é".into(), "x:%C3%A9".into()));
    assert_eq!(value("a&b=é"), "a%26b%3D%C3%A9");
    assert_eq!(path(&uri!("x:a%20b").into_owned()).unwrap(), "a b");
    assert!(path(&uri!("x:%FF").into_owned()).is_err());
}

/// A kind of error is matched on.
#[test]
fn t07_kinds() {
    fn word(text: &str) -> &'static str {
        match Uri::parse(text) {
            Ok(_) => "right",
            Err(error) if error.kind() == ErrorKind::MissingScheme => "no scheme",
            Err(_) => "wrong",
        }
    }
    assert_eq!([word("a:"), word("a"), word("a: ")], ["right", "no scheme", "wrong"]);
}
