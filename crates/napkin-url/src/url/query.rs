//! The query of a URL as the target of a form serializer.

use alloc::string::String;

use form_urlencoded::Target;

use super::Url;

/// The query of a URL, while it is changed. See [`Url::query_pairs_mut`].
#[derive(Debug)]
pub struct UrlQuery<'a> {
    url: Option<&'a mut Url>,
    /// The fragment, with its sign.
    fragment: String,
    old_end: usize,
}

impl<'a> UrlQuery<'a> {
    /// The query of a URL, and where it begins.
    #[inline]
    pub(super) fn of(url: &'a mut Url) -> (Self, usize) {
        let fragment = match core::mem::take(&mut url.parts.fragment_start) {
            0 => String::new(),
            start => url.text.split_off(start as usize),
        };
        if url.parts.query_start == 0 {
            url.parts.query_start = url.text.len() as u32;
            url.text.push('?');
        }
        let start = url.parts.query_start as usize + 1;
        let old_end = url.text.len();
        (Self { url: Some(url), fragment, old_end }, start)
    }
}

/// Puts the fragment back.
fn restore(url: &mut Url, fragment: &str, old_end: usize) {
    if u32::try_from(url.text.len() + fragment.len()).is_err() {
        // A change that would make a URL of 4 GiB is dropped.
        url.text.truncate(old_end);
    }
    if !fragment.is_empty() {
        url.parts.fragment_start = url.text.len() as u32;
        url.text.push_str(fragment);
    }
}

impl<'a> Target for UrlQuery<'a> {
    type Finished = &'a mut Url;

    fn as_mut_string(&mut self) -> &mut String {
        match &mut self.url {
            Some(url) => &mut url.text,
            // A finished target is never used again.
            None => &mut self.fragment,
        }
    }

    fn finish(mut self) -> &'a mut Url {
        let url = self.url.take();
        #[expect(clippy::expect_used, reason = "a target is finished once, since that consumes it")]
        let url = url.expect("a query is finished once");
        restore(url, &self.fragment, self.old_end);
        url
    }
}

impl Drop for UrlQuery<'_> {
    fn drop(&mut self) {
        if let Some(url) = self.url.take() {
            restore(url, &self.fragment, self.old_end);
        }
    }
}
