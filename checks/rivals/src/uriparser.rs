//! The C library uriparser.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

use crate::rivals::Parts;

#[repr(C)]
struct Range {
    first: *const c_char,
    after_last: *const c_char,
}

/// `UriPathSegmentA`.
#[repr(C)]
struct Segment {
    text: Range,
    next: *mut Segment,
    reserved: *mut c_void,
}

/// `UriUriA` of `uriparser/Uri.h`.
#[repr(C)]
struct Raw {
    scheme: Range,
    user_info: Range,
    host_text: Range,
    ip4: *mut c_void,
    ip6: *mut c_void,
    ip_future: Range,
    port_text: Range,
    path_head: *mut Segment,
    path_tail: *mut Segment,
    query: Range,
    fragment: Range,
    absolute_path: c_int,
    owner: c_int,
    reserved: *mut c_void,
}

unsafe extern "C" {
    fn uriParseSingleUriExA(
        uri: *mut Raw,
        first: *const c_char,
        after_last: *const c_char,
        error: *mut *const c_char,
    ) -> c_int;
    fn uriFreeUriMembersA(uri: *mut Raw);
    fn uriAddBaseUriA(target: *mut Raw, reference: *const Raw, base: *const Raw) -> c_int;
    fn uriNormalizeSyntaxExA(uri: *mut Raw, mask: c_uint) -> c_int;
    fn uriToStringCharsRequiredA(uri: *const Raw, chars: *mut c_int) -> c_int;
    fn uriToStringA(dest: *mut c_char, uri: *const Raw, size: c_int, written: *mut c_int) -> c_int;
}

/// The library's parse result; it points into the text.
pub(crate) struct Parsed<'a>(Raw, PhantomData<&'a str>);

impl<'a> Parsed<'a> {
    /// Parses a URI-reference.
    pub(crate) fn new(text: &'a str) -> Option<Self> {
        let mut raw = MaybeUninit::<Raw>::uninit();
        let range = text.as_bytes().as_ptr_range();
        // SAFETY: the library writes the whole structure, also when it fails, and reads the text only between
        // the two pointers. After a failure it has freed what it had.
        let status = unsafe {
            uriParseSingleUriExA(
                raw.as_mut_ptr(),
                range.start.cast(),
                range.end.cast(),
                ptr::null_mut(),
            )
        };
        // SAFETY: see above.
        (status == 0).then(|| Self(unsafe { raw.assume_init() }, PhantomData))
    }

    /// Whether there is a scheme.
    pub(crate) fn has_scheme(&self) -> bool {
        !self.0.scheme.first.is_null()
    }

    /// The parts in one line.
    pub(crate) fn told(&self) -> String {
        let raw = &self.0;
        let mut segments = Vec::new();
        let mut next = raw.path_head.cast_const();
        // SAFETY: the list ends in a null pointer, and lives as long as the structure.
        while let Some(segment) = unsafe { next.as_ref() } {
            segments.push(text(&segment.text).unwrap_or_default());
            next = segment.next;
        }
        let has_host = !raw.host_text.first.is_null();
        // The library has no text for the path; with a host, a slash precedes each segment.
        let slash =
            if raw.absolute_path != 0 || has_host && !segments.is_empty() { "/" } else { "" };
        let path = format!("{slash}{}", segments.join("/"));
        let bracketed = !raw.ip6.is_null() || !raw.ip_future.first.is_null();
        let host = text(&raw.host_text);
        let host = host.map(|host| if bracketed { format!("[{host}]") } else { host.to_owned() });
        let parts = Parts {
            scheme: text(&raw.scheme),
            userinfo: text(&raw.user_info),
            host: host.as_deref(),
            port: text(&raw.port_text),
            path: &path,
            query: text(&raw.query),
            fragment: text(&raw.fragment),
        };
        parts.told()
    }

    /// The whole as text.
    fn text(&self) -> Option<String> {
        let mut length = 0;
        // SAFETY: both are valid for the call.
        if unsafe { uriToStringCharsRequiredA(&raw const self.0, &raw mut length) } != 0 {
            return None;
        }
        let mut buffer = vec![0_u8; usize::try_from(length).ok()? + 1];
        // SAFETY: the buffer has the length that the library asked for, and room for the NUL.
        let status = unsafe {
            uriToStringA(buffer.as_mut_ptr().cast(), &raw const self.0, length + 1, ptr::null_mut())
        };
        let text = CStr::from_bytes_until_nul(&buffer).ok()?;
        (status == 0).then(|| text.to_string_lossy().into_owned())
    }
}

/// The text of a range, if there is one.
fn text(range: &Range) -> Option<&str> {
    if range.first.is_null() {
        return None;
    }
    let length = range.after_last.addr() - range.first.addr();
    // SAFETY: the range is in the text that was parsed, which lives at least as long as the structure.
    let bytes = unsafe { std::slice::from_raw_parts(range.first.cast::<u8>(), length) };
    str::from_utf8(bytes).ok()
}

/// The target of a reference.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<String> {
    let (base, reference) = (Parsed::new(base)?, Parsed::new(reference)?);
    let mut raw = MaybeUninit::<Raw>::uninit();
    // SAFETY: the library writes the whole structure, also when it fails.
    let status =
        unsafe { uriAddBaseUriA(raw.as_mut_ptr(), &raw const reference.0, &raw const base.0) };
    // SAFETY: see above. Its contents have to be freed in any case.
    let target = Parsed(unsafe { raw.assume_init() }, PhantomData);
    if status == 0 { target.text() } else { None }
}

/// The normal form by syntax.
pub(crate) fn normalize(uri: &str) -> Option<String> {
    let mut parsed = Parsed::new(uri)?;
    if !parsed.has_scheme() {
        return None;
    }
    // SAFETY: the structure is one that the library has filled.
    let status = unsafe { uriNormalizeSyntaxExA(&raw mut parsed.0, c_uint::MAX) };
    if status == 0 { parsed.text() } else { None }
}

impl Drop for Parsed<'_> {
    fn drop(&mut self) {
        // SAFETY: the structure was filled by the library and is freed once.
        unsafe { uriFreeUriMembersA(&raw mut self.0) }
    }
}
