//! Example data: the links of an imaginary crawl, equal for equal seeds.
//!
//! The distribution of hosts is as on the Web: few have most of the pages. A page is linked several times, in
//! several spellings with one normal form. A few links are not URIs, and a few are made to mislead readers.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use datafusion::arrow::array::{
    ArrayRef, Date32Array, Int32Array, RecordBatch, StringViewArray, StringViewBuilder,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};

use super::failure::Failure;
use super::output::{Format, Output};

/// Write example data: made-up links of a crawl
///
/// The same seed gives the same links on every machine. Columns: uri, page (where the link was found), day,
/// status.
#[derive(Args)]
pub(crate) struct Generate {
    /// The folder to write to
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Number of links
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    rows: u64,

    /// Into how many files
    #[arg(long, value_name = "N", default_value_t = 1)]
    files: u64,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Format of the files
    #[arg(long, value_enum, default_value_t = Format::Parquet)]
    format: Format,
}

/// The number of rows made at a time.
const BATCH: u64 = 8192;
/// The first of January 2026, in days since 1970.
const FIRST_DAY: i32 = 20_454;
/// The duration of the crawl in days.
const DAYS: u64 = 30;

impl Generate {
    /// Writes the files.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let ending = match self.format {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::Json => "jsonl",
            Format::Table => return Err(Failure::Usage("a table is no data".to_owned())),
        };
        fs::create_dir_all(&self.folder).map_err(|error| Failure::of_file(&self.folder, &error))?;
        let files = self.files.max(1);
        let crawl = Crawl { seed: self.seed, pages: (self.rows / 4).max(1) };
        for file in 0..files {
            let path = self.folder.join(format!("links-{file:03}.{ending}"));
            let mut output = Output::new(Some(self.format), Some(&path), None)?;
            output.begin(&schema())?;
            let (mut from, to) = (self.rows * file / files, self.rows * (file + 1) / files);
            while from < to {
                let end = to.min(from + BATCH);
                output.write(&crawl.links(from, end)?)?;
                from = end;
            }
            output.end()?;
            output.finish()?;
        }
        Ok(())
    }
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("uri", DataType::Utf8View, false),
        Field::new("page", DataType::Utf8View, false),
        Field::new("day", DataType::Date32, false),
        Field::new("status", DataType::Int32, false),
    ]))
}

/// All links; each depends only on its number.
struct Crawl {
    seed: u64,
    pages: u64,
}

impl Crawl {
    /// The links from one number up to another.
    fn links(&self, from: u64, to: u64) -> Result<RecordBatch, Failure> {
        let mut uris = StringViewBuilder::new();
        let mut pages = StringViewBuilder::new();
        let (mut days, mut statuses) = (Vec::new(), Vec::new());
        let mut text = String::new();
        for number in from..to {
            let mut random = Random::new(self.seed, number);
            self.link(&mut random, &mut text);
            uris.append_value(&text);
            let page = random.below(self.pages);
            self.page(page, &mut text);
            pages.append_value(&text);
            days.push(FIRST_DAY + random.below(DAYS) as i32);
            statuses.push(*random.one_of(&[200, 200, 200, 200, 200, 200, 301, 302, 404, 500]));
        }
        let uris: StringViewArray = uris.finish();
        let pages: StringViewArray = pages.finish();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(uris),
            Arc::new(pages),
            Arc::new(Date32Array::from(days)),
            Arc::new(Int32Array::from(statuses)),
        ];
        Ok(RecordBatch::try_new(schema(), columns)?)
    }

    /// A link to some page, in one of its spellings; or an invalid one.
    fn link(&self, random: &mut Random, text: &mut String) {
        let page = random.below(self.pages);
        self.page(page, text);
        match random.below(1000) {
            0..100 => spell(text, "://", "://", str::to_ascii_uppercase),
            100..150 => *text = text.replace('-', "%2D"),
            150..200 => *text = text.replacen(".example/", ".example/./", 1),
            200..250 => *text = text.replacen(".example/", ".example:443/", 1),
            250..260 => text.push_str("#top"),
            260..265 => text.push_str(" broken link"),
            265..267 => *text = text.replacen("://", "://www.example.com@", 1),
            267..269 => *text = text.replacen(".example/", ".example\\@127.1/", 1),
            _ => {}
        }
    }

    /// A page in its usual spelling.
    fn page(&self, page: u64, text: &mut String) {
        const WORDS: [&str; 16] = [
            "news",
            "about",
            "2026",
            "list",
            "a-to-z",
            "images",
            "item",
            "archive",
            "en",
            "user",
            "topic",
            "print",
            "map",
            "download",
            "x",
            "long-name-of-a-page",
        ];
        let mut random = Random::new(!self.seed, page);
        // The cube gives few hosts most of the pages.
        let fraction = u128::from(random.below(1 << 20).pow(3));
        let rank = ((fraction * u128::from(self.pages / 16 + 1)) >> 60) as u64;
        text.clear();
        text.push_str("https://");
        text.push_str(["www.", "", "", "cdn.", "shop."][rank as usize % 5]);
        push_name(rank, text);
        text.push_str(".example/");
        for _ in 0..random.below(5) {
            text.push_str(random.one_of::<&str>(&WORDS));
            text.push('/');
        }
        text.push_str(&page.to_string());
        if random.below(100) < 20 {
            text.push_str("?id=");
            text.push_str(&random.below(1_000_000).to_string());
            text.push_str(["", "&lang=en", "&q=caf%C3%A9", "&ref=home"][random.below(4) as usize]);
        }
    }
}

fn push_name(number: u64, text: &mut String) {
    const SYLLABLES: [&str; 8] = ["na", "ki", "ro", "ber", "lin", "to", "sol", "mu"];
    let mut rest = number + 8;
    while rest > 0 {
        text.push_str(SYLLABLES[(rest % 8) as usize]);
        rest /= 8;
    }
}

/// Changes the text after a mark, up to the slash.
fn spell(text: &mut String, mark: &str, same: &str, change: impl Fn(&str) -> String) {
    if let Some((before, rest)) = text.split_once(mark) {
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        *text = format!("{before}{same}{}{path}", change(host));
    }
}

/// Numbers that depend only on a seed: splitmix64, which is stable across releases.
struct Random(u64);

impl Random {
    fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ number);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }
}
