//! The formats of lines: CDX with columns, CDXJ, and the entries of a `ZipNum` index.

/// What the lines of an index are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Key, date and JSON, with blanks between.
    Cdxj,
    /// Columns with a delimiter between, of which the first is the key.
    Columns { delimiter: u8, columns: Columns },
    /// Key, file, start, length and number of a block, with tabs between.
    ZipNum,
}

/// The column of each field, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) timestamp: Option<usize>,
    pub(super) url: Option<usize>,
    pub(super) mime: Option<usize>,
    pub(super) status: Option<usize>,
    pub(super) digest: Option<usize>,
    pub(super) length: Option<usize>,
    pub(super) offset: Option<usize>,
    pub(super) filename: Option<usize>,
}

/// What a line at the top is.
pub(super) enum Top {
    /// A header, behind which the lines are.
    Header(Format),
    /// Remarks, behind which another header or lines can be.
    Remark,
    /// The first line.
    Line(Format),
}

/// The letters of columns without a header, by the number of columns, as pywb reads them.
const WITHOUT_HEADER: [&str; 4] = ["NbamskS", "NbamskrVg", "NbamskrMVg", "NbamskrMSVg"];

/// Why a line at the top is of no format.
pub(super) enum NoFormat {
    /// The first column of the header is no key.
    NoKeyColumn,
    /// No format has such lines.
    Unknown,
}

/// The mark that a header has behind its delimiter.
const MARK: &[u8] = b"CDX";

impl Format {
    /// What a line at the top of an index is.
    pub(super) fn of_top(line: &[u8]) -> Result<Top, NoFormat> {
        if let Some(header) = header(line) {
            return header.map(Top::Header);
        }
        if line.starts_with(b"!") {
            return Ok(Top::Remark);
        }
        Self::of_line(line).map(Top::Line).ok_or(NoFormat::Unknown)
    }

    /// The format of a line that is no header.
    pub(super) fn of_line(line: &[u8]) -> Option<Self> {
        if Entry::of(line).is_some() {
            return Some(Self::ZipNum);
        }
        let mut fields = line.split(|&byte| byte == b' ');
        let timestamp = fields.nth(1)?;
        if !is_digits(timestamp) {
            return None;
        }
        if fields.next()?.starts_with(b"{") {
            return Some(Self::Cdxj);
        }
        let count = line.split(|&byte| byte == b' ').count();
        let letters = WITHOUT_HEADER.iter().find(|letters| letters.len() == count)?;
        let columns = Columns::of(letters.bytes().map(|letter| [letter]));
        Some(Self::Columns { delimiter: b' ', columns })
    }
}

/// The format that a header gives, or an error if its first column is no key; `None` if the line is no header.
fn header(line: &[u8]) -> Option<Result<Format, NoFormat>> {
    let (&delimiter, rest) = line.split_first()?;
    let is_delimiter = matches!(delimiter, b' ' | b'\t');
    let letters = rest.strip_prefix(MARK)?.strip_prefix(&[delimiter]).filter(|_| is_delimiter)?;
    let mut letters = letters.split(|&byte| byte == delimiter);
    let has_key = letters.clone().next().is_some_and(|first| matches!(first, b"N" | b"A"));
    let columns = Columns::of(letters.by_ref());
    Some(has_key.then_some(Format::Columns { delimiter, columns }).ok_or(NoFormat::NoKeyColumn))
}

/// Whether a line is a header, which a block of a `ZipNum` index can have.
pub(super) fn is_header(line: &[u8]) -> bool {
    header(line).is_some()
}

impl Columns {
    /// The last of the columns.
    pub(super) fn last(&self) -> usize {
        let Self { timestamp, url, mime, status, digest, length, offset, filename } = *self;
        let all = [timestamp, url, mime, status, digest, length, offset, filename];
        all.into_iter().flatten().max().unwrap_or_default()
    }

    /// The columns with these letters, by the legend of the Internet Archive.
    fn of(letters: impl Iterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut columns = Self::default();
        for (place, letter) in letters.enumerate() {
            let field = match letter.as_ref() {
                b"b" => &mut columns.timestamp,
                b"a" => &mut columns.url,
                b"m" => &mut columns.mime,
                b"s" => &mut columns.status,
                // Of the two digests, the new one comes first.
                b"k" => &mut columns.digest,
                b"c" if columns.digest.is_none() => &mut columns.digest,
                b"S" => &mut columns.length,
                b"V" => &mut columns.offset,
                b"g" => &mut columns.filename,
                _ => continue,
            };
            *field = Some(place);
        }
        columns
    }
}

/// An entry of a `ZipNum` index: the first line of a block, up to its date, and where the block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'l> {
    /// The key and the date of the first line.
    pub(super) first: &'l [u8],
    /// The name of the file.
    pub(super) part: &'l str,
    /// The start of the block in the file.
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl<'l> Entry<'l> {
    pub(super) fn of(line: &'l [u8]) -> Option<Self> {
        let mut fields = line.split(|&byte| byte == b'\t');
        let first = fields.next()?;
        let part = str::from_utf8(fields.next()?).ok()?;
        let offset = number(fields.next()?)?;
        let length = number(fields.next()?)?;
        Some(Self { first, part, offset, length })
    }

    /// Whether its file is in the folder of the index: a path of names.
    pub(super) fn is_in_folder(&self) -> bool {
        let is_name = |name: &str| !matches!(name, "" | "." | "..");
        let has_drive = self.part.contains([':', '\\', '\0']);
        !has_drive && self.part.split('/').all(is_name)
    }
}

/// A number in digits.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    str::from_utf8(digits).ok().filter(|_| is_digits(digits))?.parse().ok()
}

/// Whether a text is digits, at least one.
pub(super) fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}
