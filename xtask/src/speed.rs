//! Draws the picture of `docs/speed.md`: the ratios of its first table as bars, for light and dark pages.
//!
//! The table is the only source, so that page and picture cannot differ. A column is a library, a row an operation, and
//! a cell the nanoseconds of one run. `--bless` writes the pictures, else they are compared.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};

use crate::tools::Tools;

const PAGE: &str = "docs/speed.md";
/// The heading above the table.
const HEADING: &str = "## Generated URIs";
/// The column whose nanoseconds the others are divided by.
const OURS: &str = "napkin";

/// The colours of a picture: its name, text, bars of slower libraries, bars of faster ones, the line of napkin.
const THEMES: [(&str, [&str; 4]); 2] = [
    ("light", ["#1f2328", "#4c86c6", "#c4682f", "#6e7781"]),
    ("dark", ["#e6edf3", "#5b9bdc", "#e0894f", "#9198a1"]),
];

/// A library's time for an operation, as a multiple of napkin's.
#[derive(Debug, PartialEq)]
struct Bar<'t> {
    library: &'t str,
    times: f64,
}

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let root = tools.shell.current_dir();
    let page = fs::read_to_string(root.join(PAGE))?;
    let operations = operations(&page).context("the page has no table of nanoseconds")?;
    for (theme, colours) in THEMES {
        let file = format!("docs/pictures/speed-{theme}.svg");
        let drawn = draw(&operations, colours);
        if tools.bless {
            fs::write(root.join(&file), drawn)?;
        } else if fs::read_to_string(root.join(&file)).ok().as_deref() != Some(&*drawn) {
            bail!("{file} is not that of the table in {PAGE}; --bless draws it");
        }
    }
    Ok(())
}

/// The operations of the table with their bars, the fastest library first.
fn operations(page: &str) -> Option<Vec<(&str, Vec<Bar<'_>>)>> {
    let (_, section) = page.split_once(HEADING)?;
    let mut rows = section.lines().skip_while(|line| !line.starts_with("| |"));
    let libraries: Vec<&str> = cells(rows.next()?).collect();
    let of_row = |row| {
        let mut cells = cells(row);
        let operation = cells.next()?;
        let times: Vec<Option<f64>> = cells.map(nanoseconds).collect();
        let ours = libraries.iter().skip(1).position(|library| *library == OURS)?;
        let ours = times.get(ours).copied().flatten()?;
        let all = libraries.iter().skip(1).zip(times);
        let mut bars: Vec<_> = all
            .filter(|(library, _)| **library != OURS)
            .filter_map(|(library, time)| Some(Bar { library, times: time? / ours }))
            .collect();
        bars.sort_by(|one, other| one.times.total_cmp(&other.times));
        Some((operation, bars))
    };
    rows.skip(1).take_while(|row| row.starts_with('|')).map(of_row).collect()
}

fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.trim_matches('|').split('|').map(str::trim)
}

/// The number of a cell, which may be bold or have the mark of a note.
fn nanoseconds(cell: &str) -> Option<f64> {
    cell.split(' ').next()?.trim_matches('*').parse().ok()
}

/// The picture, as SVG.
fn draw(operations: &[(&str, Vec<Bar<'_>>)], [text, slower, faster, line]: [&str; 4]) -> String {
    const LINE: f64 = 18.0;
    const GAP: f64 = 14.0;
    const TOP: f64 = 44.0;
    /// Where bars begin, and how long the longest is.
    const LEFT: f64 = 240.0;
    const LONGEST: f64 = 520.0;
    const WIDTH: f64 = LEFT + LONGEST + 60.0;
    let count: usize = operations.iter().map(|(_, bars)| bars.len()).sum();
    let height = TOP + LINE * count as f64 + GAP * operations.len() as f64;
    let all = operations.iter().flat_map(|(_, bars)| bars);
    let unit = LONGEST / all.map(|bar| bar.times).fold(1.0, f64::max);
    let one = LEFT + unit;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"{text}\" role=\"img\">\n\
         <title>The time of other libraries as a multiple of napkin's</title>\n\
         <text x=\"{one:.1}\" y=\"16\" text-anchor=\"middle\" font-weight=\"bold\">napkin = 1</text>\n\
         <text x=\"{:.1}\" y=\"16\">how many times as long another library takes</text>\n",
        one + 50.0
    );
    let mut y = TOP - LINE;
    for (operation, bars) in operations {
        y += GAP;
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{}\" font-weight=\"bold\">{operation}</text>",
            y + 9.0
        );
        for Bar { library, times } in bars {
            let (width, colour) = (unit * times, if *times < 1.0 { faster } else { slower });
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{library}</text>\
                 <rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{}\">{times:.1}</text>",
                LEFT - 8.0,
                y + 10.0,
                LEFT + width + 6.0,
                y + 10.0
            );
            y += LINE;
        }
    }
    let bottom = height - LINE + 12.0;
    let _ = writeln!(
        svg,
        "<line x1=\"{one:.1}\" x2=\"{one:.1}\" y1=\"22\" y2=\"{bottom}\" stroke=\"{line}\" \
         stroke-dasharray=\"3 3\"/>\n</svg>"
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::{Bar, draw, operations};

    const PAGE: &str = "## Generated URIs\n\nText.\n\n| | napkin | slow | fast |\n| --- | --- | --- | --- |\n\
        | parse | **10** | 30 | 20 ¹ |\n| resolve | 40 | | **20** |\n\nMore.\n";

    #[test]
    fn ratios_are_those_of_the_table() {
        let bar = |library, times| Bar { library, times };
        let expected = vec![
            ("parse", vec![bar("fast", 2.0), bar("slow", 3.0)]),
            ("resolve", vec![bar("fast", 0.5)]),
        ];
        assert_eq!(operations(PAGE), Some(expected));
        assert_eq!(operations("## Generated URIs\n"), None);
    }

    #[test]
    fn a_bar_is_as_long_as_its_ratio() {
        let svg = draw(&operations(PAGE).unwrap(), ["t", "s", "f", "l"]);
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains("width=\"520.0\" height=\"12\" fill=\"s\"/>"), "{svg}");
        assert!(svg.contains("width=\"86.7\" height=\"12\" fill=\"f\"/>"), "{svg}");
    }
}
