//! Families of documents, for each kind what its parser might do more than once.

use napkin_context::Kind;

use crate::families::{Family, families, numbered, within};

/// The families of a kind.
pub(crate) const fn of(kind: Kind) -> &'static [Family] {
    match kind {
        Kind::Html => HTML,
        Kind::Xml => XML,
        Kind::Xhtml => XHTML,
        Kind::Css => CSS,
        Kind::Turtle => TURTLE,
        Kind::NTriples | Kind::NQuads => TRIPLES,
        Kind::Markdown => MARKDOWN,
        Kind::Mime => MIME,
        Kind::Mbox => MBOX,
        Kind::Http => HTTP,
        Kind::Warc => WARC,
        Kind::Arc => ARC,
        _ => crate::families::LINES,
    }
}

/// A step of a base. Bases are as long as they may be after fewer steps than the smaller input has, so that it and the
/// larger one hold the same.
const STEP: &str = "0123456789012345678901234567890123456789012/";

const HTML: &[Family] = families! {
    "elements in SVG": |n| within("<svg>", "<g>", n, "<a href=x>");
    "end tags in SVG": |n| within("<svg>", "<g></h></a>", n, "");
    "templates": |n| within("", "<template>", n, "<a href=x>");
    "bases": |n| "<base href=x>".repeat(n);
    "a long base": |n| format!("<base href='http://h/{}'>{}", STEP.repeat(n), "<a href=x>".repeat(n));
    "attributes": |n| format!("<a{}>", numbered(n, |at| format!(" a{at}=b")));
    "the same attribute": |n| within("<a", " href=b", n, ">");
    "character references": |n| within("<a href='", "&amp;", n, "'>");
    "character references without end": |n| within("<a href='", "&a", n, "'>");
    "image candidates": |n| within("<img srcset='", "a 1x, ", n, "'>");
    "descriptors": |n| within("<img srcset='a ", "(", n, "'>");
    "pings": |n| within("<a ping='", "a ", n, "'>");
    "refresh": |n| within("<meta http-equiv=refresh content='1;url=", " ", n, "'>");
    "style attributes": |n| within("<p style='", "a:url(b);", n, "'>");
    "style elements": |n| "<style>@import 'a';</style>".repeat(n);
    "comments": |n| "<!-- ".repeat(n);
    "titles": |n| "<title>".repeat(n);
    "table cells": |n| "<table><td>".repeat(n);
    "brackets": |n| "<".repeat(n);
    "ampersands": |n| within("<a href=", "&", n, ">");
    "a reference without end": |n| within("<a href=", "&a", n, "");
    "commas": |n| within("<img srcset='", ",", n, "a'>");
    "candidates without white space": |n| within("<img srcset='", "a,", n, "'>");
    "letters of one value": |n| within("<a href='", "a/", n, "'>");
    "references in style attributes": |n| within("<p style='", "a:url(&quot;b&quot;);", n, "'>");
    "functions in style attributes": |n| within("<p style='", "url(", n, "'>");
    "escapes in a style": |n| within("<style>a{b:url(", "\\61 ", n, ")}</style>");
    "references in a style of SVG": |n| within("<svg><style>", "a:url(&amp;);", n, "</style></svg>");
    "sections in a style of SVG": |n| within("<svg><style>", "<![CDATA[a:url(b);]]>", n, "</style></svg>");
};

const XML: &[Family] = families! {
    "bases in each other": |n| within("", &format!("<a xml:base='{STEP}' href='b'>"), n, "");
    "bases beside each other": |n| within("<a xml:base='http://h/'>", "<a xml:base='b/' href='c'/>", n, "</a>");
    "invalid bases": |n| format!("<a xml:base='{}%'>{}", "b".repeat(n), "<a xml:base='%' href='c'/>".repeat(n));
    "a long base": |n| format!("<a xml:base='http://h/{}'>{}", STEP.repeat(n), "<a href='c'/>".repeat(n));
    "namespaces in each other": |n| within("<p:a xmlns:p='http://www.w3.org/1999/xlink'>", "<p:a xmlns:q='b' p:href='c'>", n, "");
    "namespaces of one element": |n| format!("<a{}>{}", numbered(n, |at| format!(" xmlns:a{at}='b'")), "<b href='c'/>".repeat(n));
    "attributes": |n| format!("<a{}/>", numbered(n, |at| format!(" a{at}='b'")));
    "the same attribute": |n| within("<a", " href='b'", n, "/>");
    "character references": |n| within("<a href='", "&amp;", n, "'/>");
    "references in text": |n| within("<loc>", "&amp;", n, "</loc>");
    "entities": |n| within("<!DOCTYPE a [", "<!ENTITY a 'b'>", n, "]><a href='&a;'/>");
    "different entities": |n| format!("<!DOCTYPE a [{}]><a>{}</a>", numbered(n, |at| format!("<!ENTITY a{at} 'b'>")), numbered(n, |at| format!("&a{at};")));
    "references to an entity": |n| within("<!DOCTYPE a [<!ENTITY a '<b href=\"c\"/>'>]><a>", "&a;", n, "</a>");
    "sections": |n| within("<loc>", "<![CDATA[a]]>", n, "</loc>");
    "HTML in text": |n| within("<rss><description>", "&lt;a href=b&gt;", n, "</description></rss>");
    "schema locations": |n| within("<a xmlns:x='http://www.w3.org/2001/XMLSchema-instance' x:schemaLocation='", "http://a b ", n, "'/>");
    "instructions": |n| "<?xml-stylesheet href='a'?>".repeat(n);
    "comments": |n| within("<a>", "<!---->", n, "</a>");
    "elements that end": |n| within("<a>", "<b></b>", n, "</a>");
    "styles": |n| within("<svg xmlns='http://www.w3.org/2000/svg'><style>", "a:url(b);", n, "</style></svg>");
    "declarations without a name": |n| within("<!DOCTYPE a [", "<!ENTITY>", n, "]><a href='b'/>");
    "declarations without a value": |n| within("<!DOCTYPE a [", "<!ENTITY a>", n, "]><a href='b'/>");
    "numbers without end in an entity": |n| within("<!DOCTYPE a [<!ENTITY a '", "&#", n, "'>]><a href='&a;'/>");
    "references in an entity": |n| within("<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY a '", "&b;", n, "'>]><a href='&a;'/>");
    "ampersands": |n| within("<a href='", "&", n, "'/>");
    "letters of one value": |n| within("<a href='", "a/", n, "'/>");
    "letters of one text": |n| within("<urlset><url><loc>", "a/", n, "</loc></url></urlset>");
    "HTML in sections": |n| within("<rss><description>", "<![CDATA[<a href=b>]]>", n, "</description></rss>");
    "comments in a text": |n| within("<urlset><url><loc>", "a<!---->", n, "</loc></url></urlset>");
};

const XHTML: &[Family] = families! {
    "bases": |n| within("<html xmlns='http://www.w3.org/1999/xhtml'><head>", "<base href='a/'/>", n, "</head></html>");
    "elements": |n| within("<html xmlns='http://www.w3.org/1999/xhtml'>", "<p><a href='b'/></p>", n, "</html>");
    "elements in each other": |n| within("<html xmlns='http://www.w3.org/1999/xhtml'>", "<p href='b'>", n, "");
};

const CSS: &[Family] = families! {
    "imports": |n| "@import 'a';".repeat(n);
    "references": |n| within("a{b:", "url(a) ", n, "}");
    "rules": |n| "a{b:url('c')}".repeat(n);
    "nested rules": |n| within("", "@media{", n, "a{b:url(c)}");
    "image sets": |n| within("a{b:", "image-set('c' 1x,", n, "");
    "brackets": |n| "[".repeat(n);
    "escapes": |n| within("url(", "\\61 ", n, ")");
    "escapes in a string": |n| within("@import '", "\\61 ", n, "';");
    "letters of one string": |n| within("@import '", "a/", n, "';");
    "lines of one string": |n| within("@import '", "a\\\n", n, "';");
    "functions without end": |n| within("a{b:", "url( ", n, "");
    "closing brackets": |n| within("a{b:url(a)", ")", n, "}");
    "comments": |n| "/* ".repeat(n);
    "strings": |n| "'a ".repeat(n);
};

const TURTLE: &[Family] = families! {
    "bases on each other": |n| within("", &format!("@base <{STEP}> . <b> . "), n, "");
    "a long base": |n| format!("@base <http://h/{}> . {}", STEP.repeat(n), "<c> . ".repeat(n));
    "prefixes": |n| "@prefix a: <b/> . a:c . ".repeat(n);
    "different prefixes": |n| numbered(n, |at| format!("@prefix a{at}: <b/> . a{at}:c . "));
    "nested nodes": |n| within("", "[ <a> ", n, "");
    "nested collections": |n| within("", "( ", n, "<a>");
    "reifiers": |n| "<< <a> ".repeat(n);
    "escapes in an IRI": |n| within("<", "\\u0041", n, ">");
    "letters of one IRI": |n| within("<", "a/", n, ">");
    "names of a prefix that moves": |n| within("@prefix a: <http://h/> . ", "a:b/c . ", n, "");
    "escapes in a name": |n| within("@prefix : <a> . :", "\\~", n, " .");
    "dots": |n| within("@prefix : <a> . :a", ".", n, "");
    "strings": |n| "'a' ".repeat(n);
    "quotation marks": |n| within("'''", "\"''", n, "'''");
    "languages": |n| "'a'@b-c ".repeat(n);
    "comments": |n| "# <a>\n".repeat(n);
};

pub(crate) const TRIPLES: &[Family] = families! {
    "statements": |n| "<http://a/> <http://b/> _:c .\n".repeat(n);
    "relative IRIs": |n| "<a> <b> <c> .\n".repeat(n);
    "a long statement": |n| within("<http://a/> <http://b/>", " <http://c/>", n, " .\n");
    "escapes in a literal": |n| within("<http://a/> <http://b/> \"", "\\\"", n, "\" .\n");
};

/// Documents that are read in several pieces of 128 KiB each. Where a byte costs more in pieces than in a document that
/// is one piece, the smaller one has several too.
pub(crate) const PIECES: &[Family] = families! {
    "escapes of JSON": |n| within("{", "\\u00e9", 32 * n, "");
    "escapes of JSON in strings": |n| within("{\"a\":\"", "http:\\/\\/a\\u0026b\",\"", 8 * n, "\"}");
    "slashes of a URI in JSON": |n| within("{\"a\":\"http://a/", "a/", 32 * n, "\"}");
    "escaped brackets before schemes": |n| within("{", "\\u003ca:", 32 * n, "");
    "brackets before schemes": |n| "<a: ".repeat(128 * n);
    "quotation marks before schemes": |n| "\"a: ".repeat(128 * n);
    "quotation marks and brackets": |n| "\"<".repeat(512 * n);
    "words behind a bracket": |n| within("<", "a ", 64 * n, "");
    "letters": |n| "a".repeat(512 * n);
    "lines": |n| "http://a/\n".repeat(64 * n);
    "values between commas": |n| "\"http://a/\",".repeat(16 * n);
    "statements": |n| "<http://a/> <http://b/> _:c .\n".repeat(6 * n);
    "elements of a sitemap": |n| within("<urlset>", "<url><loc>a</loc></url>", 8 * n, "</urlset>");
    "start tags of a sitemap": |n| within("<urlset>", "<url>", 32 * n, "");
    "comments of a sitemap": |n| within("<urlset>", "<!---->", 80 * n, "</urlset>");
};

/// Compressed data, in which each character is a byte.
pub(crate) const PACKED: &[Family] = families! {
    "members of gzip": |n| "\u{1f}\u{8b}\u{8}\0\0\0\0\0\0\u{3}\u{3}\0\0\0\0\0\0\0\0\0".repeat(n);
    "frames without data": |n| "P*M\u{18}\0\0\0\0".repeat(n);
    "streams of bzip2": |n| "BZh9\u{17}rE8P\u{90}\0\0\0\0".repeat(n);
};

const MARKDOWN: &[Family] = families! {
    "quotations, and lines without marks": |n| "> ".repeat(n) + &"a\n".repeat(n);
    "items, and lines without marks": |n| "- ".repeat(n) + &"a\n".repeat(n);
    "numbers and quotations, and lines without marks": |n| "1. > ".repeat(n) + &"a\n".repeat(n);
    "footnotes and quotations, and lines without marks": |n| "[^a]: > ".repeat(n) + &"a\n".repeat(n);
    "quotations, and empty lines": |n| "> ".repeat(n) + &"\n".repeat(n);
    "items, and empty lines": |n| "- ".repeat(n) + "a" + &"\n".repeat(n);
    "items": |n| "- a\n".repeat(n);
    "empty items": |n| "-\n\n".repeat(n);
    "opening brackets": |n| "[".repeat(n);
    "opening images": |n| "![".repeat(n);
    "closing brackets": |n| "]".repeat(n);
    "brackets in each other": |n| "[".repeat(n) + "a" + &"](b)".repeat(n);
    "links without end": |n| "[a](b ".repeat(n);
    "links in angle brackets without end": |n| "[a](<b ".repeat(n);
    "parentheses": |n| within("[a](", "(", n, ")");
    "titles": |n| "[a](b 'c ".repeat(n);
    "definitions": |n| "[a]: b\n".repeat(n) + &"[a] ".repeat(n);
    "different definitions": |n| numbered(n, |at| format!("[{at}]: b\n")) + &numbered(n, |at| format!("[{at}] "));
    "a long definition": |n| format!("[a]: {}\n\n{}", "b".repeat(n), "[a] ".repeat(n));
    "definitions without end": |n| "[a]: <".repeat(n);
    "footnotes": |n| numbered(n, |at| format!("[^{at}]: b\n\n")) + &numbered(n, |at| format!("[^{at}] "));
    "emphasis": |n| "*a_b ".repeat(n);
    "emphasis in each other": |n| "*a **b ".repeat(n) + &"**c* ".repeat(n);
    "runs of emphasis": |n| "a**b".repeat(n) + &"c* ".repeat(n);
    "strikethrough": |n| "~a ~~b ".repeat(n);
    "ticks": |n| "`a``b ".repeat(n);
    "escapes": |n| "\\[".repeat(n);
    "character references": |n| "&amp;".repeat(n);
    "character references without end": |n| "&".repeat(n);
    "tags without end": |n| "<a b=\"".repeat(n);
    "comments": |n| "a <!-- ".repeat(n);
    "instructions": |n| "a <? ".repeat(n);
    "HTML": |n| "<a href=b>\n\n".repeat(n);
    "cells": |n| format!("{}\n{}\n{}", "a|".repeat(n), "-|".repeat(n), "a\n".repeat(n));
    "escapes in a cell": |n| within("a|b\n-|-\n", "\\*", n, "|c\n");
    "emphasis in a cell": |n| within("a|b\n-|-\n", "*a* ", n, "|c\n");
    "letters of a destination": |n| within("[a](", "a/", n, ")");
    "escapes in a destination": |n| within("[a](", "\\*", n, ")");
    "references in a destination": |n| within("[a](<", "&amp;", n, ">)");
    "escapes in a definition": |n| format!("[a]: {}\n\n{}", "\\*".repeat(n), "[a] ".repeat(n));
    "autolinks": |n| "<http://a/>".repeat(n);
    "letters of an autolink": |n| within("<http://a/", "a/", n, ">");
    "rows": |n| within("a|b\n-|-\n", "[c](d)|http://e.f\n", n, "");
    "headings": |n| "ab\n==\n".repeat(n);
    "fences": |n| "```\n".repeat(n);
    "indented fences": |n| "    ```\n".repeat(n);
    "URLs in parentheses": |n| "(http://a.b/(".repeat(n);
    "references behind URLs": |n| within("http://a.b/", "&a;", n, " ");
    "lines of one paragraph": |n| "www.a.b\n".repeat(n);
};

const MIME: &[Family] = families! {
    "multiparts in each other": |n| numbered(n, |at| format!("Content-Type: multipart/mixed; boundary={at}\n\n--{at}\n"));
    "messages in each other": |n| "Content-Type: message/rfc822\n\n".repeat(n);
    "parts": |n| within("Content-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Type: text/html\n\n<a href=c>\n", n / 4, "--b--\n");
    "parts with locations": |n| within("Content-Type: multipart/related; boundary=b\nContent-Location: http://h/\n\n", "--b\nContent-Type: text/html\nContent-Location: c\nContent-ID: <d>\n\n<a href=c><a href='cid:d'>\n", n / 4, "--b--\n");
    "a long location": |n| format!("Content-Type: multipart/related; boundary=b\nContent-Location: http://h/{}\n\n{}--b--\n", STEP.repeat(n), "--b\nContent-Type: text/html\n\n<a href=c>\n".repeat(n / 4));
    "an invalid location": |n| format!("Content-Type: multipart/related; boundary=b\nContent-Location: %{}\n\n{}--b--\n", "a/".repeat(n), "--b\nContent-Location: %\n\nc\n".repeat(n / 4));
    "boundaries that are the beginning of others": |n| within("Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", "--bb\n", n, "--b--\n");
    "hyphens": |n| within("Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", "-", n, "\n--b--\n");
    "fields": |n| within("", "A: b\n", n, "\nhttp://h/");
    "a folded field": |n| within("Subject: a\n", " b\n", n, "\nhttp://h/");
    "comments": |n| within("Content-Type: ", "(", n, "\n\nhttp://h/");
    "parameters": |n| within("Content-Type: text/plain", "; a=b", n, "\n\nhttp://h/");
    "encoded words": |n| within("Subject: ", "=?utf-8?q?a?= ", n, "\n\nhttp://h/");
    "addresses": |n| within("To: ", "<a@b>, ", n, "\n\nhttp://h/");
    "references": |n| within("List-Unsubscribe: ", "<http://h/>, ", n, "\n\nx");
    "quoted-printable": |n| within("Content-Transfer-Encoding: quoted-printable\n\n", "=41=\n", n, "");
    "base64": |n| within("Content-Transfer-Encoding: base64\n\n", "QUJD\n", n, "");
};

const MBOX: &[Family] = families! {
    "messages": |n| "From a\nA: b\n\nhttp://h/\n\n".repeat(n / 4);
    "lines that begin no message": |n| within("From a\nA: b\n\n", "From c\n\n", n, "");
    "a message": |n| within("From a\nA: b\n\n", "http://h/\n", n, "");
    "a message without lines": |n| within("From a\nA: b\n\n", "x", n, "");
};

const HTTP: &[Family] = families! {
    "redirects": |n| within("", "HTTP/1.1 301 a\r\nLocation: b\r\n\r\n", n, "HTTP/1.1 200 OK\r\n\r\n<a href=c>");
    "redirects into each other": |n| within("", &format!("HTTP/1.1 301 a\r\nLocation: {STEP}\r\n\r\n"), n, "HTTP/1.1 200 OK\r\n\r\n<a href=c>");
    "chunks": |n| within("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", n, "0\r\n\r\n");
    "chunks of chunks": |n| within("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "ffffffff\r\n", n, "");
    "fields": |n| within("HTTP/1.1 200 OK\r\n", "A: b\r\n", n, "\r\n<a href=c>");
    "folded fields": |n| within("HTTP/1.1 200 OK\r\nA: b\r\n", " c\r\n", n, "\r\n<a href=c>");
    "links": |n| within("HTTP/1.1 200 OK\r\nLink: ", "<a>; rel=b, ", n, "\r\n\r\nx");
    "parameters of a link": |n| within("HTTP/1.1 200 OK\r\nLink: <a>", "; a=\"b\"", n, "\r\n\r\nx");
    "encodings": |n| within("HTTP/1.1 200 OK\r\nContent-Encoding: ", "deflate, ", n, "\r\n\r\nx");
};

const WARC: &[Family] = families! {
    "records": |n| "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n".repeat(n / 4);
    "records without length": |n| "WARC/1.0\r\n\r\n".repeat(n);
    "records in each other": |n| "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 99999999\r\n\r\n".repeat(n);
    "fields": |n| within("WARC/1.0\r\n", "A: b\r\n", n, "\r\n");
    "lines between all records": |n| "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\na\r\n".repeat(n);
    "records of unknown types": |n| "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n".repeat(n / 4);
    "lines between records": |n| within("WARC/1.0\r\nContent-Length: 0\r\n\r\n", "a\r\n", n, "");
};

const ARC: &[Family] = families! {
    "records": |n| "http://h/ 1.2.3.4 20000101 text/html 10\n<a href=x>\n".repeat(n / 4);
    "records in each other": |n| "http://h/ 1.2.3.4 20000101 text/html 99999999\n".repeat(n);
    "lines that begin no record": |n| "a b c d e\n".repeat(n);
    "spaces in a URI": |n| within("http://h/", "a ", n, "1.2.3.4 20000101 text/html 0\n");
    "dates in a line": |n| within("http://h/ ", "20000101 ", n, "0\n");
};

/// Compressed streams that are broken, so that each is looked at again for the beginning of the next one. Each
/// character is an octet.
pub(crate) const BROKEN: &[Family] = families! {
    // A field of a header has up to 64 KiB, to which each head is read: shorter inputs grow faster.
    "first bytes of members": |n| "\u{1F}\u{8B}\u{8}".repeat(64 * n);
    "heads of members": |n| "\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{FF}".repeat(n);
    "members without data": |n| "\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{FF}\u{3}\0\0\0\0\0\0\0\0\0".repeat(n / 4);
    "members that break": |n| "\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{FF}\0\u{1}\0\u{FE}\u{FF}a\u{7}".repeat(n / 4);
    "members in a broken one": |n| within("\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{FF}\0\0\u{10}\u{FF}\u{EF}", "\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{FF}\0\0\u{10}\u{FF}\u{EF}", n / 4, "");
    "first bytes of frames": |n| "(\u{B5}/\u{FD}".repeat(n);
    "frames that break": |n| "(\u{B5}/\u{FD} \u{1}\u{8}\0\0a\u{7}".repeat(n / 4);
};
