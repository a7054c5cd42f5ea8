//! Where a URI ends that no wrapper encloses: punctuation of the sentence is not part of it.

/// The end of the URI in a run of characters that may stand in one: without final punctuation, and
/// without closing brackets that close nothing in it.
///
/// `before` is the byte before the run. A bracket or a single quote there has its partner in the
/// text too, so the URI ends before that; and emphasis as in `*this*` goes at both ends.
pub(super) fn end(run: &[u8], before: Option<u8>) -> usize {
    let run = &run[..partner(run, before).unwrap_or(run.len())];
    let emphasis = before.filter(|byte| b"*_~".contains(byte));
    let mut end = run.len();
    while let Some((&last, rest)) = run[..end].split_last() {
        match last {
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'`' => {}
            // From here on each bracket has to be paired.
            b')' | b']' => return end_behind_pairs(&run[..end], emphasis),
            last if emphasis == Some(last) => {}
            _ => break,
        }
        end = rest.len();
    }
    end
}

/// The same, from the beginning on.
fn end_behind_pairs(run: &[u8], emphasis: Option<u8>) -> usize {
    let mut open = [0_usize; 2];
    let mut end = 0;
    for (at, &byte) in run.iter().enumerate() {
        let counts = match byte {
            b'(' | b'[' => {
                open[usize::from(byte == b'[')] += 1;
                true
            }
            b')' | b']' => {
                let open = &mut open[usize::from(byte == b']')];
                let closes = *open > 0;
                *open = open.saturating_sub(1);
                closes
            }
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'`' => false,
            byte => emphasis != Some(byte),
        };
        if counts {
            end = at + 1;
        }
    }
    end
}

/// Where the partner stands of what opened before the run.
pub(super) fn partner(run: &[u8], before: Option<u8>) -> Option<usize> {
    let (open, close) = match before? {
        b'(' => (b'(', b')'),
        b'[' => (b'[', b']'),
        b'\'' => return memchr::memchr(b'\'', run),
        _ => return None,
    };
    let mut depth = 0_usize;
    for at in memchr::memchr2_iter(open, close, run) {
        if run[at] == open {
            depth += 1;
        } else if depth == 0 {
            return Some(at);
        } else {
            depth -= 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn what_belongs_to_the_sentence() {
        let cut = |run: &'static str, before: u8| &run[..end(run.as_bytes(), Some(before))];
        assert_eq!(cut("http://h/a).", b' '), "http://h/a");
        assert_eq!(cut("http://h/a_(b))", b'('), "http://h/a_(b)");
        assert_eq!(cut("http://h/(a", b' '), "http://h/(a");
        assert_eq!(cut("http://h/)(b)", b' '), "http://h/)(b)");
        assert_eq!(cut("http://h/)(b)", b'('), "http://h/");
        assert_eq!(cut("http://[::1]:80/a]", b' '), "http://[::1]:80/a");
        assert_eq!(cut("http://h/','http://i/'", b'\''), "http://h/");
        assert_eq!(cut("http://h/**,", b'*'), "http://h/");
        assert_eq!(cut("http://h/*", b' '), "http://h/*");
        assert_eq!(cut("...", b' '), "");
    }
}
