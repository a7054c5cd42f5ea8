//! A question asked of whole columns: they are cut into pieces that all cores work on without Python's lock, and the answers become a
//! column.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arrow_array::{Array, ArrayRef};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType, Field};
use napkin_standards::Standard;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{DICTIONARY, TEXT, encoded, gather, refused, whole};
use crate::column::Column;
use crate::rows::Rows;
use crate::texts::Texts;
use crate::values::{By, wider};

/// The fewest rows that are worth a thread.
const FEWEST: usize = 1 << 14;

/// The number of pieces of a column for each thread; with more than one, no thread waits long for the others.
const PIECES: usize = 4;

/// The standard that all rows of columns are read by, or the standards, each with its rows. The last column has the bases of the others,
/// if there are any.
fn groups(columns: &[Texts], by: By) -> Result<Standard, Vec<(Standard, Vec<usize>)>> {
    let mut groups: Vec<(Standard, Vec<usize>)> = Vec::new();
    let rows = columns.iter().filter_map(|column| column.own.as_ref()).map(Vec::len).max();
    for row in 0..rows.unwrap_or(0) {
        let own = columns.iter().rev().map(|column| *column.own.as_ref()?.get(row)?);
        let standard = by.standard(own.reduce(wider).flatten());
        match groups.iter_mut().find(|(of, _)| *of == standard) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((standard, vec![row])),
        }
    }
    match &*groups {
        [] => Ok(by.standard(None)),
        [(standard, _)] => Ok(*standard),
        _ => Err(groups),
    }
}

/// Puts the answers of groups in the order of their rows.
fn interleave(answers: &[(Vec<usize>, ArrayData)]) -> Result<ArrayRef, ArrowError> {
    let mut places: Vec<_> = answers
        .iter()
        .enumerate()
        .flat_map(|(group, (rows, _))| {
            rows.iter().enumerate().map(move |(at, row)| (*row, group, at))
        })
        .collect();
    places.sort_unstable();
    let arrays = answers.iter().map(|(_, array)| array).collect();
    let mut made = MutableArrayData::new(arrays, false, places.len());
    for (_, group, at) in places {
        made.try_extend(group, at, at + 1)?;
    }
    Ok(arrow_array::make_array(made.freeze()))
}

/// The number of threads: as asked for, or one for each core.
fn threads(asked: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(cores).max(1)
}

/// Cuts columns of the same length into the same pieces, such that no piece is of two chunks.
fn cut(columns: &[&[ArrayRef]], threads: usize) -> Vec<Vec<Rows>> {
    let rows = columns.first().map_or(0, |column| column.iter().map(Array::len).sum());
    let most =
        if threads == 1 { rows } else { rows.div_ceil(threads.saturating_mul(PIECES)).max(FEWEST) };
    let mut pieces = Vec::new();
    let mut places = vec![(0, 0); columns.len()];
    let mut start = 0;
    while start < rows {
        let here: Vec<_> = columns
            .iter()
            .zip(&mut places)
            .filter_map(|(column, (chunk, at))| {
                while column.get(*chunk).is_some_and(|array| *at == array.len()) {
                    (*chunk, *at) = (*chunk + 1, 0);
                }
                Some((column.get(*chunk)?, at))
            })
            .collect();
        let left = here.iter().map(|(array, at)| array.len() - **at).min().unwrap_or(0);
        let count = left.min(most);
        let piece = here.into_iter().map(|(array, at)| {
            let piece = Rows::new(array.slice(*at, count));
            *at += count;
            piece
        });
        pieces.push(piece.collect());
        start += count;
    }
    pieces
}

/// Makes a column of columns: each row by its standard, and of an encoded column each value once.
pub(crate) fn make<const N: usize>(
    given: [&Bound<'_, PyAny>; N],
    (name, kind): (&str, DataType),
    by: By,
    asked: Option<usize>,
    answer: impl Fn(Standard, &[Rows]) -> ArrayRef + Sync,
) -> PyResult<Column> {
    column(&given, (name, kind), by, asked, &answer)
}

/// The answer to a piece of columns by a standard.
type Answer<'a> = &'a (dyn Fn(Standard, &[Rows]) -> ArrayRef + Sync);

/// As `make`, and compiled once: a piece is many rows.
fn column(
    given: &[&Bound<'_, PyAny>],
    (name, kind): (&str, DataType),
    by: By,
    asked: Option<usize>,
    answer: Answer<'_>,
) -> PyResult<Column> {
    let py = given[0].py();
    let columns = given.iter().copied().map(Texts::of);
    let mut columns = columns.collect::<PyResult<Vec<_>>>()?;
    let rows = columns[0].len();
    if let Some(other) = columns.iter().map(Texts::len).find(|other| *other != rows) {
        let message = format!("columns of one length are needed, not of {rows} and {other} rows");
        return Err(PyValueError::new_err(message));
    }
    let threads = threads(asked);
    let groups = groups(&columns, by);
    let encoding = if let [column] = &mut *columns {
        column.places.take().map(|places| (places, column.is_dictionary))
    } else {
        let flat: Result<_, _> = columns.into_iter().map(Texts::flat).collect();
        columns = flat.map_err(|error| refused(&error))?;
        None
    };
    let columns: Vec<_> = columns.iter().map(|column| &*column.chunks).collect();
    let mut chunks = match groups {
        Ok(standard) => answers(py, &columns, threads, standard, answer),
        Err(groups) => {
            let mut answered = Vec::with_capacity(groups.len());
            for (standard, rows) in groups {
                let places = || rows.iter().copied().map(Some);
                let taken = columns.iter().map(|column| Ok(vec![gather(column, places())?]));
                let taken: Result<Vec<_>, _> = taken.collect();
                let taken = taken.map_err(|error| refused(&error))?;
                let taken: Vec<_> = taken.iter().map(Vec::as_slice).collect();
                let chunks = answers(py, &taken, threads, standard, answer);
                answered.push((rows, whole(&chunks).map_err(|error| refused(&error))?));
            }
            vec![interleave(&answered).map_err(|error| refused(&error))?]
        }
    };
    if chunks.is_empty() {
        chunks.push(arrow_array::new_empty_array(&kind));
    }
    let (chunks, kind) = match encoding {
        Some((places, true)) if kind == TEXT => {
            let coded = py.detach(|| encoded(&chunks, &places));
            (vec![coded.map_err(|error| refused(&error))?], DICTIONARY.clone())
        }
        Some((places, _)) => {
            let flat = py.detach(|| gather(&chunks, places.into_iter()));
            (vec![flat.map_err(|error| refused(&error))?], kind)
        }
        None => (chunks, kind),
    };
    Ok(Column::new(chunks, Field::new(name, kind, true)))
}

/// The answers to columns: each piece on a thread, without Python's lock.
fn answers(
    py: Python<'_>,
    columns: &[&[ArrayRef]],
    threads: usize,
    standard: Standard,
    answer: Answer<'_>,
) -> Vec<ArrayRef> {
    let pieces = cut(columns, threads);
    py.detach(|| {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut made = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(number) else { return made };
                made.push((number, answer(standard, piece)));
            }
        };
        let mut made = thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads.min(pieces.len())).map(|_| scope.spawn(work)).collect();
            let mut made = work();
            for other in others {
                match other.join() {
                    Ok(more) => made.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            made
        });
        made.sort_unstable_by_key(|(number, _)| *number);
        made.into_iter().map(|(_, chunk)| chunk).collect()
    })
}
