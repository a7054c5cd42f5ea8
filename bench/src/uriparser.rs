//! The C library uriparser, as far as the bench calls it.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

#[repr(C)]
struct Range {
    first: *const c_char,
    after_last: *const c_char,
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
    path_head: *mut c_void,
    path_tail: *mut c_void,
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
}

/// A URI that the library has parsed; its path is a list in memory of its own.
pub(crate) struct Parsed<'a>(Raw, PhantomData<&'a str>);

/// Parses a text as a URI-reference and asks for a scheme.
pub(crate) fn parse(text: &str) -> Option<Parsed<'_>> {
    let mut raw = MaybeUninit::<Raw>::uninit();
    let range = text.as_bytes().as_ptr_range();
    // SAFETY: the library writes the whole structure, also when it fails, and reads the text only
    // between the two pointers. After a failure it has freed what it had.
    let status = unsafe {
        uriParseSingleUriExA(
            raw.as_mut_ptr(),
            range.start.cast(),
            range.end.cast(),
            ptr::null_mut(),
        )
    };
    if status != 0 {
        return None;
    }
    // SAFETY: see above.
    let parsed = Parsed(unsafe { raw.assume_init() }, PhantomData);
    (!parsed.0.scheme.first.is_null()).then_some(parsed)
}

impl Parsed<'_> {
    /// That it was accepted; its parts are compared by nothing here.
    pub(crate) fn tell(&self) -> String {
        String::new()
    }
}

impl Drop for Parsed<'_> {
    fn drop(&mut self) {
        // SAFETY: the structure was filled by the library and is freed once.
        unsafe { uriFreeUriMembersA(&raw mut self.0) }
    }
}
