//! A table for people: as wide as needed, at most as wide as a screen.

use std::borrow::Cow;
use std::iter;

use anstyle::Style;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::terminal::text::Text;

/// The maximum width of a table.
const SCREEN: usize = 100;

/// The width of the gap between two columns.
const GAP: usize = 2;

/// The minimum width of a column.
const NARROWEST: usize = 6;

#[derive(Clone)]
pub(crate) struct TableCell<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Whether it is highlighted.
    pub(crate) marked: bool,
}

impl<'a, S: Into<Cow<'a, str>>> From<S> for TableCell<'a> {
    fn from(text: S) -> Self {
        Self { text: text.into(), marked: false }
    }
}

/// Writes a table. The first row holds the names of the columns, the first column the names of the rows.
pub(crate) fn write(rows: &[Vec<TableCell<'_>>], text: &mut Text<'_>) {
    // Escaped characters take more room.
    let escaped = |cell: &TableCell<'_>| TableCell {
        text: napkin::visible(&*cell.text).to_string().into(),
        ..cell.clone()
    };
    let rows: Vec<Vec<TableCell<'_>>> =
        rows.iter().map(|cells| cells.iter().map(escaped).collect()).collect();
    let widths = widths(&rows);
    for (row, cells) in rows.iter().enumerate() {
        let mut blanks = 0;
        for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            text.pad(if cell.text.is_empty() { 0 } else { blanks });
            blanks = if cell.text.is_empty() { blanks } else { 0 };
            let shown = cut(&cell.text, width);
            let style = match () {
                () if row == 0 || column == 0 => text.palette.name,
                () if cell.marked => text.palette.mark,
                () => Style::new(),
            };
            if !shown.is_empty() {
                text.styled(style, &shown);
            }
            blanks += width.saturating_sub(shown.width()) + GAP;
        }
        text.end_line();
    }
}

/// The width of each column: that of its cells, and less for the widest columns if the sum is too large. The names of the columns
/// and, in the first column, of the rows are not cut.
fn widths(rows: &[Vec<TableCell<'_>>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let need = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.text.width()).max().unwrap_or(0)
    };
    let needs: Vec<_> = (0..columns).map(need).collect();
    let room = SCREEN.saturating_sub(columns.saturating_sub(1) * GAP);
    let name = |column: usize| match column {
        0 => needs[0],
        _ => rows[0].get(column).map_or(0, |name| name.text.width()),
    };
    let limited = |limit: usize| {
        let columns = needs.iter().enumerate();
        columns.map(move |(column, &need)| need.min(limit.max(name(column))))
    };
    let limit = (NARROWEST..=SCREEN).rev().find(|&limit| limited(limit).sum::<usize>() <= room);
    limited(limit.unwrap_or(NARROWEST)).collect()
}

/// A text cut to a width, with an ellipsis. A text with slashes loses its beginning, since paths and URIs often
/// begin alike.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    let mut room = width.saturating_sub(1);
    let fits = move |character: &char| {
        let left = room.checked_sub(character.width().unwrap_or(0));
        room = left.unwrap_or(0);
        left.is_some()
    };
    if text.width() <= width {
        text.into()
    } else if text.contains('/') {
        let kept: usize = text.chars().rev().take_while(fits).map(char::len_utf8).sum();
        ["…", text.get(text.len() - kept..).unwrap_or_default()].concat().into()
    } else {
        text.chars().take_while(fits).chain(iter::once('…')).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{SCREEN, TableCell, cut, widths};

    #[test]
    fn the_widest_columns_give_way() {
        let cell = |width: usize| TableCell::from("x".repeat(width));
        assert_eq!(widths(&[vec![cell(3), cell(5)], vec![cell(4), cell(1)]]), [4, 5]);
        let names = vec![cell(1); 4];
        let wide = widths(&[names, vec![cell(10), cell(200), cell(30), cell(200)]]);
        assert_eq!(wide, [10, 28, 28, 28]);
        assert!(wide.iter().sum::<usize>() + 3 * 2 <= SCREEN);
        let many = widths(&[vec![cell(9); 12], vec![cell(20); 12]]);
        assert_eq!(many, [[20].as_slice(), &[9; 11]].concat());
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".into(), "ab…".into()));
        assert_eq!((cut("a/b", 3), cut("/b/c", 3)), ("a/b".into(), "…/c".into()));
        // Characters of East Asia are two columns wide.
        assert_eq!((cut("日本", 4), cut("日本", 3)), ("日本".into(), "日…".into()));
        assert_eq!((cut("/日本", 4), cut("/日本", 5)), ("…本".into(), "/日本".into()));
    }
}
